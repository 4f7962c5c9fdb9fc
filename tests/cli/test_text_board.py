"""A mat drawn for the terminal, and the sentence about the end."""

from io import StringIO

import pytest
from rich.console import Console, RenderableType

from volto.cli.text_board import captured_line, ending, last_cells, mat_panel
from volto.rules import (
    STANDARD,
    Cell,
    Deployment,
    Family,
    LadyRule,
    Move,
    Outcome,
    Position,
    Reason,
    Ruleset,
    View,
)

WHITE, RED = Family


def game(*moves: str) -> Position:
    white, red = Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC")
    position = Position.start(white, red)
    for move in moves:
        position = position.play(Move.parse(move))
    return position


def drawn(what: RenderableType, colour: bool = False) -> list[str]:
    system = "truecolor" if colour else None
    out = StringIO()
    Console(file=out, force_terminal=colour, color_system=system, width=80).print(what)  # type: ignore[arg-type]
    return out.getvalue().splitlines()


def rows(position: Position | View, facing: Family = WHITE) -> str:
    """The rows from the top, without frame and blanks: `7lnnac`."""
    lines = drawn(mat_panel(position, facing=facing))[2:-2]
    return " ".join(line[2:20].replace(" ", "") for line in lines)


def test_the_reader_sits_at_the_bottom() -> None:
    assert rows(game()) == "7lnnac 6aasnl 5..... 4..... 3..... 2NNAAL 1LSNAC"
    assert rows(game(), RED) == "1CANSL 2LAANN 3..... 4..... 5..... 6lnsaa 7cannl"


def test_a_view_shows_hidden_masks_as_masks() -> None:
    assert rows(game().view(WHITE)).startswith("7xxxxx 6xxxxx ")
    assert rows(game().view(None)).endswith(" 2XXXXX 1XXXXX")


def test_hidden_masks_differ_by_shape_too() -> None:
    lines = drawn(mat_panel(game().view(None)), colour=True)
    assert sum(line.count("◆") for line in lines) == 10
    assert sum(line.count("◇") for line in lines) == 10


def test_palaces_are_named() -> None:
    """R-1"""
    lines = drawn(mat_panel(game()))
    assert [line[3] for line in lines if "Red palace" in line] == ["7"]
    assert [line[3] for line in lines if "White palace" in line] == ["1"]


def test_the_last_move_stands_in_brackets() -> None:
    position = game("e2d3")
    assert last_cells(game()) == ()
    assert last_cells(position) == (Cell.parse("e2"), Cell.parse("d3"))
    lines = drawn(mat_panel(position, marked=last_cells(position)))
    assert sum(line.count("[") for line in lines) == 2
    assert any("[L]" in line for line in lines)


def test_what_left_the_mat_is_listed_by_family() -> None:
    """R-11, R-13: the captor of a Lady is among them."""
    assert drawn(captured_line(game())) == ["Captured: White none, Red none"]
    position = game("e2d3", "c6c2", "b2c2")
    assert drawn(captured_line(position)) == ["Captured: White A, Red s"]
    assert drawn(captured_line(position.view(None))) == ["Captured: White A, Red s"]


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (
            Outcome(WHITE, Reason.PALACE),
            "White wins: its Candidate stands in the Red palace (R-15).",
        ),
        (Outcome(RED, Reason.CANDIDATE_CAPTURED), "the White Candidate has been captured (R-12)."),
        (Outcome(RED, Reason.LADIES), "Red wins: its last Lady has been captured (R-14)."),
        (
            Outcome(RED, Reason.BLOCKED),
            "Red wins: White must move and cannot (H-1, a house ruling).",
        ),
        (Outcome(None, Reason.AGREED), "Draw: both players agreed to it (H-2)."),
        (Outcome(None, Reason.ABANDONED), "Draw: the game was abandoned."),
        (Outcome(WHITE, Reason.ABANDONED), "White wins: Red left the game."),
    ],
)
def test_the_end_is_one_sentence(outcome: Outcome, sentence: str) -> None:
    assert ending(outcome).endswith(sentence)


def test_the_last_lady_is_the_losers_in_the_variant() -> None:
    """R-14"""
    variant = Ruleset(LadyRule.CAPTOR)
    assert "the last White Lady" in ending(Outcome(RED, Reason.LADIES), variant)


@pytest.mark.parametrize("reason", Reason)
def test_every_end_has_words_of_its_own(reason: Reason) -> None:
    drawn_only = reason in (Reason.QUIET, Reason.TURN_CAP, Reason.AGREED)
    winner = None if drawn_only else WHITE
    sentence = ending(Outcome(winner, reason), STANDARD)
    assert f": {reason}." not in sentence
    assert "{" not in sentence
