import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given

from tests.strategies import Game, games
from volto.rules import (
    Cell,
    Deployment,
    Family,
    LadyRule,
    Move,
    Position,
    Role,
    Ruleset,
    Scene,
    Turn,
    View,
)
from volto.rules.masks import RED, WHITE

from .playing import OPENING, played

DEPLOYMENTS = Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC")


def test_a_started_position_is_the_one_its_text_describes() -> None:
    position = Position.start(*DEPLOYMENTS)
    assert position == Position.parse(OPENING)
    assert str(position) == OPENING
    assert repr(position) == f"Position.parse('{OPENING}')"
    assert (position.to_move, position.quiet, position.turns) == (WHITE, 0, 0)
    assert (position.history, position.events(), position.outcome) == ((), (), None)


def test_the_record_of_the_notation_plays_through() -> None:
    """R-4 to R-13, in a whole game."""
    line = "e2d3 c6xc2=A b2xc2=S b6a5 d3d4 d6c6 d4c5 e7d6 b1xb7=N a6b5 a2a3 d6xc5=LC"
    position = Position.start(*DEPLOYMENTS)
    for turn in line.split():
        position = position.play(Turn.parse(turn).move)
        assert str(position.history[-1]) == turn
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.reason) == (WHITE, "candidate-took-lady")


def test_play_returns_the_next_position_and_leaves_this_one_alone() -> None:
    before = Position.parse(OPENING)
    after = before.play(Move.parse("a2a3"))
    assert str(before) == OPENING
    assert str(after) == "lnnac/aasnl/5/5/N4/1NAAL/LSNAC r 1 1"
    assert before.history == ()


def test_a_list_of_legal_moves_is_the_callers_own() -> None:
    position = Position.parse(OPENING)
    position.legal_moves().clear()
    assert len(position.legal_moves()) == 8


def test_legal_moves_are_listed_by_cell() -> None:
    listed = map(str, Position.parse(OPENING).legal_moves())
    assert " ".join(listed) == "a2a3 b2b3 c2d3 c2b3 d2e3 d2c3 e2e3 e2d3"


def test_the_way_to_a_position_does_not_count() -> None:
    one = played(OPENING, "a2a3", "a6b5", "b2b3", "b5a6")
    other = played(OPENING, "b2b3", "a6b5", "a2a3", "b5a6")
    assert one == other
    assert hash(one) == hash(other)
    assert one.history != other.history


def test_other_rules_or_another_outcome_make_another_position() -> None:
    position = Position.parse(OPENING)
    assert position != Position.parse(OPENING, ladies="captor")
    assert position != Position.parse(OPENING, quiet=50)
    assert position != position.agree_draw()
    assert position != OPENING


@pytest.mark.parametrize(
    "ruleset", [Ruleset(LadyRule.CAPTOR), Ruleset(quiet=50), Ruleset(turn_cap=9)], ids=repr
)
def test_a_position_by_other_rules_says_so(ruleset: Ruleset) -> None:
    position = Position.parse(OPENING, ruleset=ruleset)
    assert repr(position) == f"Position.parse('{OPENING}', ruleset={ruleset!r})"
    assert str(position) == OPENING


def test_the_role_at_a_cell() -> None:
    position = Position.parse(OPENING)
    assert position.role_at(Cell.parse("b1")) == (WHITE, Role.SOLDIER)
    assert position.role_at(Cell.parse("e7")) == (RED, Role.CANDIDATE)
    assert position.role_at(Cell.parse("c4")) is None


@given(games())
def test_a_copy_is_as_good_as_the_original(game: Game) -> None:
    position = game.last
    for thing in (position, position.scene, *(position.view(seat) for seat in (*Family, None))):
        for twin in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)):
            assert twin == thing
            assert twin is not thing
    twin = pickle.loads(pickle.dumps(position))
    assert (twin.scene, twin.roles, twin.legal_moves()) == (
        position.scene,
        position.roles,
        position.legal_moves(),
    )


def test_nothing_can_be_changed() -> None:
    position = Position.parse(OPENING)
    frozen: list[Position | Scene | View] = [position, position.scene, position.view(WHITE)]
    for thing in frozen:
        assert not hasattr(thing, "__dict__")
        for field in thing.__dataclass_fields__:
            with pytest.raises(FrozenInstanceError):
                setattr(thing, field, None)
    for value in (*position.legal_moves()[0], position.legal_moves()[0]):
        with pytest.raises(AttributeError):
            setattr(value, value._fields[0], None)
