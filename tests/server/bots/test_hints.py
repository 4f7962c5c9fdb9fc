"""Hints show what was found out, not what was left open."""

from volto.agents import Choice
from volto.rules import Move
from volto.server.bots.hints import looked_into


def test_moves_that_were_not_looked_into_are_not_shown() -> None:
    best = Choice(Move.parse("a2a3"), 0.8, 0.6, 0.5, 0.7)
    other = Choice(Move.parse("b2b3"), 0.2, 0.4, 0.1, 0.7)
    open_ = Choice(Move.parse("c2c3"), 0.0, 0.5, 0.0, 1.0)
    assert looked_into((best, other, open_)) == [best, other]


def test_the_only_move_is_shown_though_nothing_is_known_of_it() -> None:
    only = Choice(Move.parse("a2a3"), 1.0, 0.5, 0.0, 1.0)
    assert list(looked_into((only,))) == [only]
