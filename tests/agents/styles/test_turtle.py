"""What Turtle wants, wish by wish."""

from random import Random

import pytest

from tests.agents.choosing import seen, wanted
from volto.agents import PERSONALITIES, Turtle, play_game
from volto.rules import STANDARD, Family, Role


def test_turtle_deploys_its_candidate_and_its_soldier_in_the_palace_row() -> None:
    for seed in range(50):
        roles = Turtle(Random(seed)).deploy(Family.WHITE, STANDARD).roles
        assert {Role.CANDIDATE, Role.SOLDIER} <= set(roles[5:])


def test_turtle_snaps_with_a_cheap_mask_at_what_comes_close() -> None:
    view = seen("lnnac/1asnl/5/5/1a3/N1AAL/LSNNC w 0 6")
    assert wanted(Turtle, view) == {"b1b3", "c2b3"}


def test_turtle_guards_its_palace_with_a_cheap_mask_before_its_candidate() -> None:
    """Both can capture what has just captured and may be the Candidate."""
    view = seen("l3c/5/5/5/1n3/1NAN1/C1A1L r 0 30", "b3b2")
    assert {"a1b2", "c1b2"} <= set(map(str, view.legal_moves()))
    assert wanted(Turtle, view) == {"c1b2"}


def test_turtle_goes_home_instead_of_capturing_far_away() -> None:
    assert wanted(Turtle, seen("l3c/5/2n2/2N2/5/5/CL3 w 0 30")) == {"c4c3"}


def test_turtle_steps_out_no_further_than_it_must() -> None:
    chosen = wanted(Turtle, seen("lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"))
    assert chosen == {"a2a3", "b2b3", "c2b3", "c2d3", "d2c3", "d2e3", "e2d3", "e2e3"}


def test_turtle_waits_at_home_when_it_can() -> None:
    assert wanted(Turtle, seen("lnnac/aasnl/5/5/5/N1AAL/LSNAC w 0 9")) == {"a1b2", "a2b2"}


def test_turtle_forced_to_move_its_candidate_keeps_it_in_the_palace() -> None:
    assert wanted(Turtle, seen("S2nL/3an/5/c1l2/5/4n/4C w 0 30")) == {"e1d1"}


@pytest.mark.parametrize("rival", PERSONALITIES)
def test_turtle_never_advances_its_candidate_but_to_capture(rival: str) -> None:
    for seed in range(10):
        end = play_game(Turtle(Random(seed)), PERSONALITIES[rival](Random(seed)))
        candidate = end.roles.index(Role.CANDIDATE)
        for step in end.scene.replay():
            move, captured, _ = step.turn
            if step.mask == candidate and move.target.row > move.origin.row:
                assert captured
