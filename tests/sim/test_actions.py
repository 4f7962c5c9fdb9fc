"""Moves as numbers, seen from the mover's own palace."""

import pytest

from volto.rules import Family, Mat, Move, Role, Ruleset, VoltoError
from volto.sim import action_of, actions_of, move_of

SMALL = Ruleset(mat=Mat(3, 4), roster=tuple(map(Role, "NCL")))


def test_the_box_has_455_actions() -> None:
    assert actions_of() == 455


@pytest.mark.parametrize(
    ("family", "move", "action"),
    [
        (Family.WHITE, "a1a2", 0),
        (Family.WHITE, "b1c2", 35 + 1),
        (Family.WHITE, "a1b1", 2 * 35),
        (Family.WHITE, "b3a4", 7 * 35 + 11),
        (Family.WHITE, "e1e7", 12 * 35 + 4),
        (Family.RED, "e7e6", 0),
        (Family.RED, "d7c6", 35 + 1),
        (Family.RED, "a7a5", 8 * 35 + 4),
    ],
)
def test_both_families_number_their_moves_alike(family: Family, move: str, action: int) -> None:
    assert action_of(Move.parse(move), family) == action
    assert move_of(action, family) == Move.parse(move)


@pytest.mark.parametrize("ruleset", [Ruleset(), SMALL])
@pytest.mark.parametrize("family", Family)
def test_actions_and_moves_correspond(ruleset: Ruleset, family: Family) -> None:
    moves = [move_of(action, family, ruleset) for action in range(actions_of(ruleset))]
    assert len(set(moves)) == len(moves)
    assert [action_of(move, family, ruleset) for move in moves] == list(range(len(moves)))


@pytest.mark.parametrize("move", ["a1c1", "a3a1", "a1b3", "a1a1"])
def test_what_is_no_step_and_no_run_has_no_action(move: str) -> None:
    with pytest.raises(VoltoError, match="no step and no run forward"):
        action_of(Move.parse(move), Family.WHITE)


@pytest.mark.parametrize("action", [-1, 455])
def test_a_number_out_of_range_is_no_action(action: int) -> None:
    with pytest.raises(VoltoError, match="Actions are 0 to 454"):
        move_of(action, Family.WHITE)
