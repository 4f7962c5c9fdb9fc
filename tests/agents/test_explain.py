"""An explanation says what can be computed, and nothing else."""

from random import Random

import pytest

from volto.agents import Budget
from volto.agents.explain import explain
from volto.agents.thinker import SearchSettings, Thinker
from volto.belief import Belief
from volto.rules import Deployment, Family, Move, Position, Role, VoltoError


def middle(seed: int = 4, turns: int = 20) -> Position:
    rng = Random(seed)
    position = Position.start(Deployment.random(rng), Deployment.random(rng))
    while position.turns < turns:
        position = position.play(rng.choice(position.legal_moves()))
    return position


def test_the_facts_are_those_of_the_belief() -> None:
    view = middle().view(Family.WHITE)
    told = explain(view)
    belief = Belief.of(view)
    assert told.deployments == belief.count
    for cell, mask in view.scene.standing[Family.RED].items():
        assert told.logic[mask] == belief.marginals()[mask], cell
        assert sum(told.reading[mask].values()) == pytest.approx(1)
        assert {role for role in Role if told.reading[mask][role]} <= belief.roles(mask)
    assert set(told.exposed) == set(view.scene.standing[Family.WHITE].values())


def test_lost_masks_need_no_explanation() -> None:
    view = middle(turns=30).view(Family.WHITE)
    assert len(explain(view).logic) == len(view.scene.standing[Family.RED])


def test_a_sure_win_is_named() -> None:
    view = Position.parse("1n3/C1l1c/5/5/5/5/3L1 w 0 30").view(Family.WHITE)
    sure = explain(view).sure
    assert sure == Move.parse("a6a7")


def test_a_thinker_tells_what_it_weighed() -> None:
    view = middle().view(Family.WHITE)
    thought = Thinker(Random(1), SearchSettings(300)).think(view, Budget())
    told = explain(view, thought.choices)
    assert {choice.move for choice in told.choices} == set(view.legal_moves())
    assert sum(choice.weight for choice in told.choices) == pytest.approx(1)
    assert all(choice.low <= choice.value <= choice.high for choice in told.choices)


def test_a_spectator_has_nothing_to_explain() -> None:
    with pytest.raises(VoltoError, match="no decision"):
        explain(middle().view(None))
