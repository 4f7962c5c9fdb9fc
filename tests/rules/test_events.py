"""What a turn did, in order, and the same for everyone."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given

from tests.strategies import Game, games
from volto.rules import Captured, Cell, Ended, Family, Moved, Outcome, Reason, Role, Unmasked

from .playing import played

C4, C5 = Cell.parse("c4"), Cell.parse("c5")


def test_a_plain_move_unmasks_nothing() -> None:
    """R-5"""
    position = played("l3c/5/5/2N2/5/5/L3C w 0 0", "c4c5")
    assert position.events() == (Moved(0, C4, C5),)


def test_a_capture_unmasks_exactly_one_role() -> None:
    """R-11"""
    position = played("l3c/5/2n2/2N2/5/5/L3C w 0 0", "c4c5")
    assert position.events() == (
        Moved(0, C4, C5),
        Captured(10, C5),
        Unmasked(10, Role.NOBLE),
    )


def test_the_capture_of_a_lady_unmasks_exactly_two_roles() -> None:
    """R-13"""
    position = played("l3c/5/2l2/2N2/5/5/L3C w 0 0", "c4c5")
    assert position.events() == (
        Moved(0, C4, C5),
        Captured(10, C5),
        Unmasked(10, Role.LADY),
        Captured(0, C5),
        Unmasked(0, Role.NOBLE),
    )


def test_the_end_unmasks_every_mask_still_on_the_mat() -> None:
    """H-4"""
    position = played("l4/1C2c/5/5/5/5/L4 w 0 0", "b6b7")
    assert [type(event) for event in position.events()] == [Moved, *[Unmasked] * 4, Ended]
    assert position.events()[-1] == Ended(Outcome(Family.WHITE, Reason.PALACE))


SPOKEN_ENDS = [
    Outcome(None, Reason.AGREED),
    Outcome(Family.WHITE, Reason.RESIGNED),
    Outcome(Family.RED, Reason.TIME),
    Outcome(None, Reason.ABANDONED),
]


@pytest.mark.parametrize("outcome", SPOKEN_ENDS, ids=lambda outcome: outcome.reason)
@pytest.mark.parametrize(
    ("text", "moves", "still_masked"),
    [
        ("l3c/5/2n2/2N2/5/5/L3C w 0 0", [], "0N 1L 2C 10N 11L 12C"),
        ("l3c/5/2n2/2N2/5/5/L3C w 0 0", ["c4c3"], "0N 1L 2C 10N 11L 12C"),
        ("l3c/5/2n2/2N2/5/5/L3C w 0 0", ["c4c5"], "0N 1L 2C 11L 12C"),
        ("l3c/5/2l2/2N2/5/5/L3C w 0 0", ["c4c5"], "1L 2C 11L 12C"),
    ],
    ids=["before the first turn", "after a move", "after a capture", "after a Lady's capture"],
)
def test_an_end_by_word_or_clock_does_not_repeat_the_last_turn(
    text: str, moves: list[str], still_masked: str, outcome: Outcome
) -> None:
    """H-4: only the masks still on the mat are unmasked, and then the game is over."""
    running = played(text, *moves)
    over = running.end(outcome.winner, outcome.reason)
    *unmasked, last = over.events()
    told = [event for event in unmasked if isinstance(event, Unmasked)]
    assert told == unmasked
    in_order = sorted(told, key=lambda event: event.mask)
    assert " ".join(f"{event.mask}{event.role}" for event in in_order) == still_masked
    assert last == Ended(outcome)
    assert over.history == running.history


@given(games())
def test_a_game_that_ends_by_word_tells_every_turn_once(game: Game) -> None:
    """R-11, R-13, H-4"""
    running = [position for position in game.positions if position.outcome is None]
    over = running[-1].agree_draw()
    events = [event for position in (*running, over) for event in position.events()]
    assert sum(isinstance(event, Moved) for event in events) == over.turns
    told = [event for event in events if isinstance(event, Unmasked)]
    assert sorted(event.mask for event in told) == [*range(len(over.roles))]
    assert all(event.role is over.roles[event.mask] for event in told)


@given(games())
def test_a_capture_tells_one_role_or_two_and_nothing_before_it_happens(game: Game) -> None:
    """R-11, R-13, H-3"""
    for before, after in pairwise(game.positions):
        turn = after.history[-1]
        told = [event for event in after.events() if isinstance(event, Unmasked)]
        lady = turn.captured is Role.LADY
        if after.outcome is None:
            assert len(told) == (0 if turn.captured is None else 2 if lady else 1)
        taken = before.scene.standing[after.to_move].get(turn.move.target)
        if taken is not None:
            assert before.view(before.to_move).role(taken) is None
            assert Unmasked(taken, before.roles[taken]) in told


@given(games())
def test_every_mask_is_unmasked_once_a_game(game: Game) -> None:
    """R-11, R-13, H-4"""
    events = [event for position in game.positions for event in position.events()]
    told = Counter(event.mask for event in events if isinstance(event, Unmasked))
    assert all(times == 1 for times in told.values())
    if game.last.outcome is not None:
        assert len(told) == len(game.last.roles)
        assert events[-1] == Ended(game.last.outcome)
