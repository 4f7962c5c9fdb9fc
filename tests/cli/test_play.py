"""`volto play`: its options, its exit codes, its record."""

import os
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from tests.cli.conversation import Novice
from volto.cli import main
from volto.cli.session import MOVE
from volto.notation import read_file
from volto.rules import Family, LadyRule, Reason

Run = Callable[..., tuple[int, str, str]]
SETUP = ("--setup", "NNAAL/LSNAC")


@pytest.fixture
def volto(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `volto` with these words, typing these lines: exit code, output, errors."""

    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*words: str, lines: tuple[str, ...] = ()) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in lines)))
        with pytest.raises(SystemExit) as leaving:
            main(words)
        assert isinstance(leaving.value.code, int)
        return leaving.value.code, *capsys.readouterr()

    return run


def test_volto_play_plays(volto: Run) -> None:
    code, output, _ = volto("play")
    assert code == 0
    assert output.startswith("VOLTO: two families")


@pytest.mark.parametrize("opponent", ["turtle", "level:1", "ismcts:20"])
def test_anyone_may_be_asked_to_the_table(volto: Run, opponent: str) -> None:
    code, output, _ = volto("play", "--setup", "NNAAL/LSNAC", "--opponent", opponent)
    assert code == 0
    assert "plays Red" in output


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--as", "blue"), "--as"),
        (("--first", "nobody"), "--first"),
        (("--ladies", "both"), "--ladies"),
        (("--quiet", "many"), "--quiet"),
        (("--quiet", "-1"), "--quiet"),
        (("--quiet", "1000000000"), "--quiet"),
        (("--opponent", "doge"), "There is no agent 'doge'"),
        (("--seed", "x"), "--seed"),
        (("--setup", "NNAAL"), "--setup NNAAL: a deployment has 2 rows, this one has 1."),
        (
            ("--setup", "NNAAN/LSNAC"),
            "--setup NNAAN/LSNAC: a deployment has 3 of N, this one has 4.",
        ),
        (("--wrong",), "--wrong"),
        (("now",), "now"),
    ],
)
def test_a_bad_option_is_one_line_and_exit_code_2(
    volto: Run, options: tuple[str, ...], complaint: str
) -> None:
    code, output, errors = volto("play", *options)
    assert (code, output) == (2, "")
    assert errors.startswith("volto: ")
    assert complaint in errors
    assert errors.count("\n") == 1


def test_an_unknown_command_is_still_one_line_and_exit_code_2(volto: Run) -> None:
    code, output, errors = volto("foo")
    assert (code, output) == (2, "")
    assert 'Unknown command "foo"' in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("seat", "first", "begins"),
    [
        ("white", "me", "you begin"),
        ("red", "me", "you begin"),
        ("red", "rival", "White begins"),
        ("white", "red", "Red begins"),
        ("white", "white", "you begin"),
    ],
)
def test_who_begins_is_chosen(volto: Run, seat: str, first: str, begins: str) -> None:
    _, output, _ = volto("play", "--as", seat, "--first", first)
    assert f"You are {seat.title()}" in output
    assert begins in output


def test_lots_fall_both_ways_and_repeat_with_the_seed(volto: Run) -> None:
    welcomes = [volto("play", "--seed", str(seed // 2))[1] for seed in range(16)]
    assert welcomes[::2] == welcomes[1::2]
    assert len(set(welcomes)) == 2


def test_the_seed_repeats_the_whole_game(volto: Run) -> None:
    typed = ("", "", "moves", "resign")
    once, again = (volto("play", "--seed", "4", lines=typed) for _ in range(2))
    assert once == again
    assert once != volto("play", "--seed", "5", lines=typed)


def test_the_game_is_recorded(volto: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.volto"
    options = ("--first", "me", "--ladies", "captor", "--quiet", "30", "--record", str(path))
    code, output, _ = volto("play", *SETUP, *options, lines=("b2b3", "resign"))
    assert code == 0
    assert output.endswith(f"The game is saved in {path}.\n")
    (record,) = read_file(path)
    assert (str(record.white), record.first) == ("NNAAL/LSNAC", Family.WHITE)
    assert (record.ruleset.ladies, record.ruleset.quiet) == (LadyRule.CAPTOR, 30)
    assert (record.tag("White"), record.tag("Red")) == ("You", "Gondolier 2")
    assert record.outcome is not None
    assert record.outcome.reason is Reason.RESIGNED


def test_an_unfinished_game_is_recorded_as_such(volto: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.volto"
    volto("play", *SETUP, "--first", "me", "--record", str(path), lines=("b2b3",))
    (record,) = read_file(path)
    assert (record.result, len(record.turns)) == ("*", 2)


def test_a_game_that_never_began_leaves_no_record(volto: Run, tmp_path: Path) -> None:
    assert volto("play", "--record", str(tmp_path / "game.volto"), lines=("quit",))[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_no_file_is_overwritten(volto: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.volto"
    path.write_text("precious")
    code, output, errors = volto("play", "--record", str(path))
    assert (code, output) == (2, "")
    assert "this file exists" in errors
    assert path.read_text() == "precious"


def test_a_record_that_could_not_be_written_is_refused_before_the_game(
    volto: Run, tmp_path: Path
) -> None:
    code, output, errors = volto("play", "--record", str(tmp_path / "nowhere" / "game.volto"))
    assert (code, output) == (2, "")
    assert "cannot create a file" in errors


def test_interrupting_is_polite(volto: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    code, output, errors = volto("play")
    assert code == 130
    assert output.endswith("You left the table; the game stays unfinished.\n")
    assert "Traceback" not in errors


def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    """A novice types into one pipe and reads the other, until the game ends by itself."""
    path = tmp_path / "game.volto"
    words = ["play", *SETUP, "--seed", "11", "--opponent", "random", "--record", str(path)]
    novice, screen = Novice(Random(3)), ""
    with subprocess.Popen(
        [sys.executable, "-m", "volto", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "FORCE_COLOR": ""},
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        while letter := game.stdout.read(1):
            screen += letter
            if screen.endswith(MOVE):
                game.stdin.write(f"{novice(screen)}\n")
                game.stdin.flush()
    assert game.returncode == 0
    assert "every mask is unmasked" in screen
    (record,) = read_file(path)
    assert record.outcome is not None
    moves = [str(turn.move) for turn in record.turns]
    assert [line for line in novice.typed if line != "?"] == moves[record.first is Family.RED :: 2]
