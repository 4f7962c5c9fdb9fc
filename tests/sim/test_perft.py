"""Perft agrees with the numbers that others have counted, and with the book."""

import pytest

from volto.rules import Family, Move, Outcome, Position, Reason, Ruleset, VoltoError
from volto.sim import divide, perft

OPENING = "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"
MIDDLE = "1n1c1/a1l2/2N1s/1A1n1/L2a1/1C1S1/2L1N r 2 31"


def by_the_book(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(by_the_book(position.play(move), depth - 1) for move in position.legal_moves())


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (OPENING, [1, 8, 81, 922, 11058, 145619, 1991002]),
        (MIDDLE, [1, 24, 505, 10908, 236645]),
    ],
)
def test_known_positions_have_known_counts(text: str, counts: list[int]) -> None:
    position = Position.parse(text)
    assert [perft(position, depth) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("text", [OPENING, MIDDLE])
def test_the_parts_by_first_moves_make_the_whole(text: str) -> None:
    position = Position.parse(text)
    for depth in range(1, 4):
        parts = divide(position, depth)
        assert list(parts) == position.legal_moves()
        assert sum(parts.values()) == perft(position, depth)


@pytest.mark.parametrize("ladies", ["owner", "captor"])
@pytest.mark.parametrize("quiet", [0, 1, 2, 4])
def test_a_line_that_ends_earlier_counts_nothing(ladies: str, quiet: int) -> None:
    """H-2: with a small quiet limit most lines end early."""
    position = Position.parse(MIDDLE, ladies=ladies, quiet=quiet)
    for depth in range(4):
        assert perft(position, depth) == by_the_book(position, depth)


def test_a_turn_cap_ends_every_line() -> None:
    position = Position.parse(OPENING, ruleset=Ruleset(turn_cap=2))
    assert [perft(position, depth) for depth in (1, 2, 3)] == [8, 81, 0]


def test_a_game_that_is_over_has_no_lines() -> None:
    position = Position.parse(OPENING).resign(Position.parse(OPENING).to_move)
    assert [perft(position, depth) for depth in (0, 1)] == [1, 0]


def test_a_family_that_cannot_move_has_no_lines() -> None:
    """H-1"""
    nearly = Position.parse("l2c1/5/5/5/nnn2/LLaa1/CS3 r 3 40")
    assert nearly.play(Move.parse("d2c1")).outcome == Outcome(Family.RED, Reason.BLOCKED)
    assert perft(nearly, 2) == by_the_book(nearly, 2)


@pytest.mark.parametrize("depth", [-1, 65])
def test_a_depth_out_of_range_is_refused(depth: int) -> None:
    with pytest.raises(VoltoError, match="The depth is 0 to 64"):
        perft(Position.parse(OPENING), depth)
