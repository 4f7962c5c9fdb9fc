"""Move sequences counted: one wrong move anywhere and the numbers are off."""

import pytest

from volto.rules import Position

from .playing import OPENING

MIDDLE = "1n1c1/a1l2/2N1s/1A1n1/L2a1/1C1S1/2L1N r 2 31"


def perft(position: Position, depth: int) -> int:
    """The move sequences of exactly that length; a line that ends earlier counts nothing."""
    if depth == 1:
        return len(position.legal_moves())
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


@pytest.mark.parametrize(
    ("text", "counts"),
    [(OPENING, [8, 81, 922, 11058, 145619]), (MIDDLE, [24, 505, 10908, 236645])],
    ids=["opening", "middle"],
)
def test_the_known_numbers_of_move_sequences(text: str, counts: list[int]) -> None:
    position = Position.parse(text)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts
