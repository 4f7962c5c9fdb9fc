"""`volto replay`: what a reader sees, and what a seat does not see before the end."""

import builtins
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.notation.records import EXAMPLE, unfinished
from tests.strategies import BOX, MINI, random_game
from volto.cli import main
from volto.notation import Record, read_records
from volto.rules import Deployment, Family, IllegalMove, Position

Replay = Callable[..., str]


@pytest.fixture
def replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Replay:
    """Write a record, replay it with these options, and give what was printed."""
    for setting in ("FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(setting, raising=False)

    def run(text: str, *options: str) -> str:
        path = tmp_path / "game.volto"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(SystemExit) as leaving:
            main(["replay", str(path), *options])
        assert leaving.value.code == 0
        return capsys.readouterr().out

    return run


def pages(output: str) -> list[str]:
    """The positions as printed: title first, the word about the end last."""
    return output.split("\n\n")


def test_every_position_is_printed_with_its_turn_and_its_text(replay: Replay) -> None:
    (record,) = read_records(EXAMPLE)
    title, *shown, end = pages(replay(EXAMPLE))
    assert title == "Ada (White) against Doge 10 (Red), Casual, 2026.11.15"
    assert [page.splitlines()[-1] for page in shown] == list(map(str, record.positions()))
    headings = [page.splitlines()[0] for page in shown]
    assert headings[:4] == ["Start", "1. White e2d3", "1. Red c6xc2=A", "2. White b2xc2=S"]
    assert end == "White wins: the Red Candidate captured a Lady and left with her (R-13).\n"


def test_an_unfinished_game_says_so(replay: Replay) -> None:
    assert pages(replay(unfinished(3)))[-1] == "The game is unfinished.\n"


@pytest.mark.parametrize(
    ("reader", "seat"), [("white", Family.WHITE), ("red", Family.RED), ("spectator", None)]
)
def test_a_seat_sees_its_view(replay: Replay, reader: str, seat: Family | None) -> None:
    (record,) = read_records(EXAMPLE)
    _, *shown, _ = pages(replay(EXAMPLE, "--as", reader))
    views = [str(position.view(seat)) for position in record.positions()]
    assert [page.splitlines()[-1] for page in shown] == views


def test_red_sits_on_the_other_side(replay: Replay) -> None:
    start = pages(replay(EXAMPLE, "--as", "red"))[1].splitlines()
    assert [line[3:5].strip() for line in start[3:10]] == list("1234567")
    assert "e  d  c  b  a" in start[2]


def test_a_finished_game_is_unmasked(replay: Replay) -> None:
    """H-4"""
    last = pages(replay(EXAMPLE, "--as", "white"))[-2]
    assert last.splitlines()[-1] == "lSna1/2n1l/aa3/5/N4/2NA1/L1NAC w 0 12"


def disguised(
    running: Position, last: Position, seat: Family | None, rng: Random
) -> Position | None:
    """The game up to `last` with other roles behind what `seat` had not seen when it was `running`.

    None if the turns that were played are not possible so.
    """
    scene, roles = running.scene, list(running.roles)
    for family in Family:
        if family is not seat:
            hidden = [number for number in scene.ids(family) if scene.unmasked[number] is None]
            mixed = rng.sample([roles[number] for number in hidden], len(hidden))
            for number, role in zip(hidden, mixed, strict=True):
                roles[number] = role
    half, columns = len(roles) // 2, scene.ruleset.mat.columns
    white, red = (Deployment(tuple(part), columns) for part in (roles[:half], roles[half:]))
    position = Position.start(white, red, scene.first, ruleset=scene.ruleset)
    try:
        for turn in last.history:
            position = position.play(turn.move)
    except IllegalMove:
        return None
    return None if position.roles == running.roles else position


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("reader", "seat"), [("white", Family.WHITE), ("red", Family.RED), ("spectator", None)]
)
def test_a_seat_sees_nothing_of_hidden_roles_before_the_end(
    replay: Replay, reader: str, seat: Family | None, seed: int
) -> None:
    """H-3: the same turns with other hidden roles look the same, byte for byte."""
    rng = Random(seed)
    compared = 0
    while compared < 4:
        game = random_game(rng, rng.choice(BOX + MINI), rng.choice((3, 10, 400)))
        if len(game.positions) < 3:
            continue
        ended = game.last.outcome is not None
        running = game.positions[-2] if ended else game.last
        other = disguised(running, game.last, seat, rng)
        if other is None or other.history[:-1] != game.last.history[:-1]:
            continue
        seen, seen_by_other = (
            pages(replay(str(Record.of(position)), "--as", reader))
            for position in (game.last, other)
        )
        assert len(seen) == len(game.positions) + 2
        if ended or other.outcome is not None:
            seen, seen_by_other = seen[:-2], seen_by_other[:-2]
        assert seen == seen_by_other
        compared += 1


def test_the_tags_of_a_record_do_not_give_a_role_away(replay: Replay) -> None:
    text = unfinished(4).replace('[Result "*"]', '[Result "*"]\n[Note "the Candidate is on e7"]')
    printed = replay(text, "--as", "white")
    assert "Note" not in printed
    assert "Candidate" not in printed
    assert "AASNL" not in printed


def test_a_game_is_chosen_by_its_number(replay: Replay) -> None:
    second = unfinished(1).replace("Ada", "Bea")
    assert replay(EXAMPLE + "\n" + second).startswith("Ada")
    assert replay(EXAMPLE + "\n" + second, "--game", "2").startswith("Bea")


def test_the_games_of_a_file_are_listed(replay: Replay) -> None:
    printed = replay(EXAMPLE + "\n" + unfinished(1), "--list")
    players = "Ada (White) against Doge 10 (Red), Casual, 2026.11.15"
    assert printed.splitlines() == [
        f"1. {players}: 1-0 candidate-took-lady, 12 turns",
        f"2. {players}: * unfinished, 1 turn",
    ]


def test_a_name_is_printed_as_it_is(replay: Replay) -> None:
    name = "[bold]:smile: " + "very " * 40 + "long"
    assert name in replay(EXAMPLE.replace("Ada", name))


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said on standard error, in one line, when the exit code is 2."""
    with pytest.raises(SystemExit) as leaving:
        main(["replay", *arguments])
    assert leaving.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err.strip()


def test_a_broken_file_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.volto"
    path.write_text(EXAMPLE.removesuffix(" 1-0\n"))
    reason = "the game has no result after its moves (1-0, 0-1, 1/2-1/2 or *)"
    assert refusal(capsys, str(path)) == f"volto: {path}: line 14, column 33: {reason}"


def test_a_fault_in_any_game_of_the_file_is_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.volto"
    path.write_text(EXAMPLE + EXAMPLE.replace("e2d3", "e2e5"))
    assert refusal(capsys, str(path)).startswith(f"volto: {path}: line 27, column 4: illegal move")


def test_bytes_that_are_not_text_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.volto"
    path.write_bytes(b"\x7fELF\xff")
    assert (
        refusal(capsys, str(path)) == f"volto: {path}: line 1, column 5: the byte 0xff is not UTF-8"
    )


def test_a_missing_file_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "missing.volto"
    assert refusal(capsys, str(path)) == f"volto: {path}: No such file or directory"


@pytest.mark.parametrize(
    "options", [("--game", "2"), ("--game", "0"), ("--game", "x"), ("--as", "doge"), ("--hm",)]
)
def test_bad_options_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    path = tmp_path / "game.volto"
    path.write_text(EXAMPLE)
    assert refusal(capsys, str(path), *options).startswith("volto: ")


def test_it_runs_as_a_program_and_prints_when_nobody_watches(tmp_path: Path) -> None:
    path = tmp_path / "game.volto"
    path.write_text(EXAMPLE.replace("Ada", "Zoë"), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "volto", "replay", str(path)],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii"},
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.startswith(b"Zo? (White)")
    assert b"|  7  l  n  n  a  c   Red palace   |" in run.stdout


Steps = Callable[..., list[tuple[str, str]]]


@pytest.fixture
def steps(replay: Replay, monkeypatch: pytest.MonkeyPatch) -> Steps:
    """Answer the prompt of a terminal with these lines; each prompt and the screen above it."""

    def run(text: str, *answers: str) -> list[tuple[str, str]]:
        given: Iterator[str] = iter(answers)
        prompts = []

        def answer(prompt: str) -> str:
            prompts.append(prompt)
            print("<prompt>")
            try:
                return next(given)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", answer)
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setenv("TERM", "dumb")
        screens = replay(text).split("<prompt>\n")
        assert next(given, None) is None
        return list(zip(prompts, screens, strict=False))

    return run


@pytest.mark.parametrize(
    ("answers", "places"),
    [
        (("", "n", "\x1b[C", "q"), "0 1 2 3"),
        (("", "", "b", "\x1b[D", "b", "q"), "0 1 2 1 0 0"),
        (("7", "0", "12", "q"), "0 7 0 12"),
        (("13", "x", "-1", "q"), "0 0 0 0"),
        (("e", "b", "q"), "0 12 11"),
        (("e", ""), "0 12"),
        ((), "0"),
    ],
)
def test_a_reader_at_a_terminal_steps_through_the_game(
    steps: Steps, answers: tuple[str, ...], places: str
) -> None:
    shown = steps(EXAMPLE, *answers)
    assert [prompt for prompt, _ in shown] == [f"{place}/12 > " for place in places.split()]


def test_the_end_is_explained_on_its_page_only(steps: Steps) -> None:
    shown = steps(EXAMPLE, "11", "12", "q")
    assert ["White wins" in screen for _, screen in shown] == [False, False, True]
