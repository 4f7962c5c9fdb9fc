"""A snapshot is made of a View and of what everyone may know."""

import ast
import inspect
import typing
from types import ModuleType

import pytest

from tests.server.states import RED, WHITE, WHITE_SETUP, begun, done, played, setup
from tests.server.tables.test_commands import WON
from volto.rules import Position
from volto.server.tables import commands
from volto.server.tables.table_state import TableState
from volto.server.wire import change, snapshot
from volto.server.wire.messages import TableSnapshot
from volto.server.wire.snapshot import SeatFacts


def shown(state: TableState, seat: object) -> TableSnapshot:
    own = SeatFacts(seat, state.deployment(seat))  # type: ignore[arg-type]
    return snapshot.snapshot_of(state.facts(), own, state.view(seat))  # type: ignore[arg-type]


def test_the_module_that_makes_snapshots_cannot_hold_a_position() -> None:
    for module in (snapshot, change):
        _cannot_hold_a_position(module)
    for function in (snapshot.snapshot_of, snapshot.turn_seen, change.change_of):
        for kind in typing.get_type_hints(function).values():
            assert "Position" not in str(kind)


def _cannot_hold_a_position(module: ModuleType) -> None:
    tree = ast.parse(inspect.getsource(module))
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    named |= {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert not named & {"Position", "TableState", "Record", "Deployment", "Any", "object"}
    assert Position not in vars(module).values()


def test_before_the_game_there_are_no_masks() -> None:
    state = TableState.start(setup())
    state = done(state, commands.deploy(state, WHITE, WHITE_SETUP, ("00" * 16,) * 10))
    for seat, deployment in ((WHITE, WHITE_SETUP), (RED, None), (None, None)):
        seen = shown(state, seat)
        assert (seen.masks, seen.moves, seen.deployment) == ((), {}, deployment)
        assert seen.people["white"].ready
        assert not seen.people["red"].ready


def test_a_seat_sees_its_own_roles_and_what_was_unmasked() -> None:
    """R-2, R-11"""
    state = played(begun(), "e2d3", "c6c2")
    for seat in (WHITE, RED):
        seen = shown(state, seat)
        assert all((mask.role is not None) == (mask.family == seat) for mask in seen.masks)
        assert [(lost.mask, lost.role) for lost in seen.lost] == [(2, "A")]
    assert all(mask.role is None for mask in shown(state, None).masks)


def test_only_the_family_to_move_is_shown_moves() -> None:
    state = begun()
    moves = shown(state, WHITE).moves
    assert moves["a2"] == ("a3",)
    assert shown(state, RED).moves == {}
    assert shown(state, None).moves == {}


def test_when_the_game_is_over_everything_is_shown() -> None:
    """H-4, R-13"""
    state = played(begun(), *WON)
    for seat in (WHITE, RED, None):
        seen = shown(state, seat)
        assert all(mask.role for mask in seen.masks)
        assert seen.end is not None
        assert (seen.end.winner, seen.end.reason) == ("white", "candidate-took-lady")
        assert (seen.phase, seen.to_move, seen.moves) == ("over", None, {})
        assert [lost.role for lost in seen.lost] == ["A", "S", "N", "L", "C"]


def test_a_turn_says_which_mask_moved_and_which_was_taken() -> None:
    seen = shown(played(begun(), "e2d3", "c6c2"), None)
    assert [(turn.mask, turn.taken, turn.text) for turn in seen.turns] == [
        (4, None, "e2d3"),
        (12, 2, "c6xc2=A"),
    ]


def test_a_view_of_another_seat_is_not_shown() -> None:
    state = begun()
    with pytest.raises(ValueError, match="another seat"):
        snapshot.snapshot_of(state.facts(), SeatFacts(RED), state.view(WHITE))
