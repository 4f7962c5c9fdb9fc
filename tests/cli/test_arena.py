"""`volto arena`: its options, its files, and how it is interrupted and taken up again."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.console import Console

from tests.agents.own import Quiet
from volto.agents import Budget
from volto.arena.archive import Archive
from volto.arena.conditions import Conditions
from volto.arena.contest import Contest
from volto.arena.match import play_pair
from volto.arena.results import Results
from volto.arena.schedule import schedule
from volto.cli import main
from volto.cli.scoreboard import Remaining, score_so_far, scoreboard
from volto.notation import read_file
from volto.rules import Move, View

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def volto(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `volto arena` in this process: exit code, output, errors."""
    monkeypatch.setenv("COLUMNS", "120")

    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as leaving:
            main(("arena", *words, "--workers", "1"))
        assert isinstance(leaving.value.code, int)
        return leaving.value.code, *capsys.readouterr()

    return run


def test_a_match_ends_with_standings_and_results(volto: Run) -> None:
    code, output, errors = volto("random", "greedy", "--pairs", "4")
    assert (code, errors) == (0, "")
    assert "4 of 4 pairs: random" in output
    assert "8 games in 4 pairs; random has 0 Elo." in output
    assert "greedy   random" in output


def test_three_agents_get_a_cross_table(volto: Run) -> None:
    _, output, _ = volto("random", "greedy", "turtle", "--pairs", "2", "--anchor", "turtle")
    assert "12 games in 6 pairs; turtle has 0 Elo." in output
    assert output.count("·") == 3


def test_everything_is_written_where_it_was_asked_for(volto: Run, tmp_path: Path) -> None:
    names = ("m.volto", "m.svg", "m.json", "m.md")
    record, plot, figures, table = (tmp_path / name for name in names)
    asked = ("--plot", str(plot), "--json", str(figures), "--markdown", str(table))
    options = ("--pairs", "3", "--deployments", "random", "--ladies", "captor", "--seed", "9")
    assert volto("random", "greedy", *options, "--record", str(record), *asked)[0] == 0
    games = list(read_file(record))
    assert len(games) == 6
    assert {game.ruleset.ladies for game in games} == {"captor"}
    assert {(game.tag("Seed"), game.tag("Deployments")) for game in games} == {("9", "random")}
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")
    found = json.loads(figures.read_text())
    assert found["pairs"] == 3
    assert table.read_text().startswith("|  | agent | Elo |")
    written = [path.read_bytes() for path in (plot, figures, table)]
    code, output, _ = volto("--report", str(record), *asked)
    assert code == 0
    assert "6 games in 3 pairs" in output
    assert [path.read_bytes() for path in (plot, figures, table)] == written


DYING = """
import sys
for line in sys.stdin:
    match line.split()[0]:
        case "vei": print("id name Dying\\nveiok", flush=True)
        case "isready": print("readyok", flush=True)
        case "setup": print("setup NNAAL/LSNAC", flush=True)
        case "go": sys.exit(3)
"""


def test_an_engine_that_dies_at_its_first_go_is_told_in_every_report(
    volto: Run, tmp_path: Path
) -> None:
    program, figures, table = (tmp_path / name for name in ("bot.py", "m.json", "m.md"))
    program.write_text(DYING)
    words = f"engine:{sys.executable} {program}"
    asked = ("--json", str(figures), "--markdown", str(table))
    code, output, _ = volto(words, "random", "--pairs", "2", *asked)
    assert code == 0
    told = f"WARNING: {words} forfeited 4 of 4 games (4 crashes)"
    assert told in output.replace("\n", " ")
    assert f"**{told}" in table.read_text()
    found = json.loads(figures.read_text())
    forfeits = {agent["agent"]: agent["forfeits"] for agent in found["agents"]}
    assert forfeits[words] == {"crash": 4, "illegal": 0, "time": 0}
    assert forfeits["random"] == {"crash": 0, "illegal": 0, "time": 0}
    assert len(found["warnings"]) == 1


def test_the_same_command_goes_on_and_a_longer_one_too(volto: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    volto("random", "greedy", "--pairs", "2", "--record", str(path))
    before = path.read_text()
    _, output, _ = volto("random", "greedy", "--pairs", "2", "--record", str(path))
    assert f"{path} already holds 2 of 2 pairs." in output
    assert path.read_text() == before
    path.write_text(before[:-20])
    _, output, _ = volto("greedy", "random", "--pairs", "3", "--record", str(path))
    assert "ends in the middle of a pair, which will be played again" in output
    assert path.read_text().startswith(before)
    assert len(list(read_file(path))) == 6


def test_the_sequential_test_is_told(volto: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    sprt = ("--sprt", "-200", "200", "--json", str(path))
    code, output, _ = volto("greedy", "random", *sprt)
    assert code == 0
    assert "SPRT, greedy over random: +200 Elo explain the results, −200 do not" in output
    found = json.loads(path.read_text())["sprt"]
    assert (found["agent"], found["verdict"]) == ("greedy", "higher")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "An arena needs two agents or more."),
        (("greedy",), "An arena needs two agents or more."),
        (("greedy", "greedy"), "The agent 'greedy' is named twice."),
        (("greedy", "nobody"), "There is no agent 'nobody'"),
        (("greedy", "--engine", "/no/such/program"), "cannot be started"),
        (("greedy", "random", "--pairs", "0"), "--pairs. Must be >= 1."),
        (("greedy", "random", "--pairs", "x"), "--pairs"),
        (("greedy", "random", "--seconds", "0"), "--seconds. Must be > 0."),
        (("greedy", "random", "--nodes", "0"), "--nodes. Must be > 0."),
        (("greedy", "random", "--grace", "-1"), "--grace. Must be >= 0."),
        (("greedy", "random", "--sprt", "5", "0"), "the lower one first, not 5 and 0."),
        (("greedy", "random", "--sprt", "5"), "--sprt"),
        (("greedy", "random", "turtle", "--sprt", "0", "5"), "is for two agents"),
        (("greedy", "random", "--anchor", "turtle"), "--anchor turtle: this agent does not play."),
        (("greedy", "random", "--plot", "no/where.svg"), "there is no folder no"),
        (("greedy", "random", "--record", "no/where.volto"), "there is no folder no"),
        (("greedy", "random", "--ladies", "both"), "--ladies"),
        (("--report", "nowhere.volto"), "there is no such file"),
        (("greedy", "--report", "nowhere.volto"), "no agents and no --record"),
    ],
)
def test_bad_arguments_are_one_clear_line(
    volto: Run, words: tuple[str, ...], complaint: str
) -> None:
    code, output, errors = volto(*words)
    assert (code, output) == (2, "")
    assert errors.startswith("volto: ")
    assert errors.count("\n") == 1
    assert complaint in errors


def test_a_file_that_is_no_match_is_left_alone(volto: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    path.write_text("precious")
    for words in (("greedy", "random", "--record", str(path)), ("--report", str(path))):
        code, output, errors = volto(*words)
        assert (code, output) == (2, "")
        assert f"{path}: line 1, column 1" in errors
    assert path.read_text() == "precious"


AGENTS = ("greedy", "random")


def _hears_ctrl_c() -> None:
    """Who is started in the background of a shell ignores it, and so do all its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(path: Path, workers: int) -> "subprocess.Popen[str]":
    """A long match in a process of its own, once it has recorded its first pair."""
    command = [sys.executable, "-m", "volto", "arena", *AGENTS, "--pairs", "100000"]
    running = subprocess.Popen(
        [*command, "--record", str(path), "--workers", str(workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_hears_ctrl_c,
    )
    while not (path.exists() and path.stat().st_size):
        assert running.poll() is None
        time.sleep(0.02)
    return running


def check_resumes(path: Path, more: int = 2) -> None:
    """The rest of the match is played as if nothing had happened."""
    pairs = max((pair.number for pair, _ in Archive.read(path).played), default=0) + more
    list(Contest([*AGENTS], Conditions(), pairs, path).play())
    expected = [play_pair(pair, Conditions()) for pair in schedule(AGENTS, pairs)]
    assert set(map(str, read_file(path))) == {str(game) for pair in expected for game in pair}


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    running = start(path, workers=1)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Interrupted after " in errors
    assert f"They are saved in {path}: the same command plays the rest." in errors
    assert "Traceback" not in errors
    check_resumes(path)


class Deaf(Quiet):
    """Swallows a Ctrl-C, as compiling libraries do that it strikes within a callback."""

    def choose(self, view: View, budget: Budget) -> Move:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        return super().choose(view, budget)


def test_ctrl_c_is_heard_even_if_something_swallows_it(volto: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    record = ("--pairs", "3", "--record", str(path))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code, _, errors = volto("random", f"{__name__}:Deaf", *record)
    finally:
        signal.signal(signal.SIGINT, before)
    assert code == 130
    assert "Interrupted after 1 of 3 pairs." in errors


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_killed_match_leaves_no_process_behind_and_resumes(tmp_path: Path) -> None:
    path = tmp_path / "m.volto"
    running = start(path, workers=2)
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    os.kill(running.pid, signal.SIGKILL)
    running.communicate(timeout=60)
    assert children
    patience = 1000
    while any(is_running(child) for child in children):
        patience -= 1
        assert patience, "a worker has outlived the match"
        time.sleep(0.02)
    with path.open("ab") as file:
        file.truncate(path.stat().st_size - 9)  # as if it had been writing
    check_resumes(path)


def is_running(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def example(document: str, name: str) -> str:
    """A program that a document shows."""
    text = (Path(__file__).parent.parent.parent / "docs" / document).read_text()
    shown = re.search(rf"<!-- example {name} -->\n```python\n(.*?)^```", text, re.DOTALL | re.M)
    assert shown is not None
    return shown[1]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_bot_of_the_document_plays_from_the_current_folder(
    tmp_path: Path, workers: str
) -> None:
    """docs/arena.md, docs/engine.md: also where Python does not look by itself."""
    (tmp_path / "mybot.py").write_text(example("arena.md", "mybot"))
    (tmp_path / "serve.py").write_text(example("engine.md", "serve"))
    served = f"engine:{sys.executable} serve.py"
    words = ("mybot:Bot", served, "--pairs", "1", "--workers", workers)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "volto", "arena", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 games in 1 pair;" in done.stdout
    assert "forfeited" not in done.stdout


def test_the_score_so_far() -> None:
    results = Results({("a", "b"): np.array([[0, 0, 1], [0, 0, 1], [0, 0, 2]])})
    assert score_so_far(results, ("b", "a")) == "b 1.5 : 6.5 a"
    assert score_so_far(results, ("a", "b", "c")) == "a leads with 81.2 %"
    assert score_so_far(Results(), ("a", "b", "c")) == "no game finished yet"


def test_the_time_left_is_judged_by_what_was_played_here() -> None:
    now = 100.0
    remaining = Remaining(50, 100, lambda: now)
    assert remaining(50) == "time left unknown"
    now += 20
    assert remaining(60) == "1 min left"
    now += 80
    assert remaining(98) == "4 s left"
    assert Remaining(0, 10_000, iter((0.0, 600.0)).__next__)(10) == "166 h left"


def test_elsewhere_than_at_a_terminal_lines_come_now_and_then() -> None:
    now, paper = 0.0, StringIO()
    results = Results({("a", "b"): np.zeros((3, 3), np.int64)})
    console = Console(file=paper, force_terminal=False)
    with scoreboard(console, ("a", "b"), 0, 100, clock=lambda: now) as tell:
        for _ in range(100):
            now += 1
            results.tallies["a", "b"][2, 2] += 1
            tell(results)
    lines = paper.getvalue().splitlines()
    assert lines[0] == "30 of 100 pairs: a 60 : 0 b, 1 min left"
    assert lines[-1] == "100 of 100 pairs: a 200 : 0 b, 0 s left"
    assert len(lines) == 4
