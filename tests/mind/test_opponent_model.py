"""Several manners of play held possible at once."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from research.styles import STYLES
from tests.mind.minds import by_instinct, floored, some_instinct, some_priors, weighed
from tests.strategies import BOX, MINI, random_game
from volto.agents import play_game
from volto.agents.registry import make_agent
from volto.belief import Belief
from volto.mind.knowledge import Knowledge
from volto.mind.opponent_model import OpponentModel
from volto.mind.posterior import FLOOR
from volto.mind.priors import Manner, Priors, shipped_priors
from volto.rules import Deployment, Family, Ruleset


def with_a_style(seed: int) -> Priors:
    """A mind that knows how somebody else plays."""
    return replace(some_priors(seed), styles=(Manner(some_instinct(seed + 1), np.zeros((5, 10))),))


@pytest.mark.parametrize("ruleset", [MINI[0], MINI[7], MINI[3]], ids=lambda rules: str(rules.mat))
def test_each_manner_counts_by_how_well_it_explains_the_moves(ruleset: Ruleset) -> None:
    """The same as adding up, for each deployment, how likely it was in every manner."""
    priors = with_a_style(2)
    game = random_game(Random(6), ruleset, longest=14)
    for family in Family:
        manners = [
            list(weighed(game, family, floored(by_instinct(manner.instinct), FLOOR)))
            for manner in priors.manners
        ]
        assert len(manners) == 4
        for told in zip(*manners, strict=True):
            position = told[0][0]
            expected = np.zeros(Deployment.count(ruleset))
            for _, chances in told:
                for other, chance in chances.items():
                    expected[other.number()] += chance
            found = OpponentModel.about(Knowledge.of(position.view(family.rival)), priors)
            assert np.allclose(found.weights, expected / expected.sum(), rtol=1e-9, atol=0.0)


def test_an_opponent_model_grows_from_turn_to_turn_as_if_thought_out_anew() -> None:
    priors = some_priors(3)
    before = None
    for position in random_game(Random(2), BOX[0], longest=30).positions[::4]:
        known = Knowledge.of(position.view(Family.WHITE))
        anew = OpponentModel.about(known, priors)
        before = OpponentModel.about(known, priors, before)
        assert np.allclose(before.weights, anew.weights, rtol=1e-9, atol=1e-300)
        assert before.weights.sum() == pytest.approx(1.0)


def test_everything_possible_and_nothing_else_is_suspected() -> None:
    priors = some_priors(4)
    for seed in range(3):
        for position in random_game(Random(seed), BOX[0], longest=30).positions[::10]:
            if position.outcome is None:
                found = OpponentModel.about(Knowledge.of(position.view(Family.RED)), priors)
                belief = Belief.about(position.scene, Family.WHITE)
                assert np.array_equal(np.flatnonzero(found.weights), belief.numbers)


def test_the_worlds_to_search_are_the_likely_deployments_each_in_a_likely_manner() -> None:
    priors = with_a_style(5)
    own = some_instinct(9)
    for position in random_game(Random(4), BOX[0], longest=30).positions[::6]:
        found = OpponentModel.about(Knowledge.of(position.view(Family.WHITE)), priors)
        worlds = found.worlds(own)
        chances = np.diff(worlds.cumulative, prepend=0.0)
        together = np.bincount(worlds.numbers, chances, len(found.weights))
        assert np.allclose(together, found.weights, atol=0.02)
        assert np.array_equal(worlds.instincts[0], own)
        assert worlds.cumulative[-1] == 1.0
        for number, share in zip(np.unique(worlds.manners), found.shares, strict=False):
            if len(worlds.instincts) == 1 + len(priors.manners):
                assert chances[worlds.manners == number].sum() == pytest.approx(share, abs=0.02)


def test_a_rival_is_known_by_its_manner() -> None:
    """Who plays like the style is suspected of it, and of its deployments."""
    priors = shipped_priors()
    hunter, aimless = make_agent("hunter", Random(1)), make_agent("random", Random(2))
    position = play_game(aimless, hunter, turns=24)
    shares = OpponentModel.about(Knowledge.of(position.view(Family.WHITE)), priors).shares
    assert int(shares.argmax()) == 3 + STYLES.index("hunter")
