"""Several manners of play held possible at once."""

from random import Random

import numpy as np
import pytest

from tests.mind.minds import by_instinct, floored, some_memory, weighed
from tests.strategies import BOX, MINI, random_game
from volto.belief import Belief
from volto.mind.posterior import FLOOR
from volto.mind.suspicion import MOODS, Suspicion
from volto.rules import Deployment, Family, Ruleset


@pytest.mark.parametrize("ruleset", [MINI[0], MINI[7], MINI[3]], ids=lambda rules: str(rules.mat))
def test_each_mood_counts_by_how_well_it_explains_the_moves(ruleset: Ruleset) -> None:
    """The same as adding up, for each deployment, how likely it was in every mood."""
    memory = some_memory(2)
    game = random_game(Random(6), ruleset, longest=14)
    for family in Family:
        moods = [
            list(weighed(game, family, floored(by_instinct(mood * memory.instinct), FLOOR)))
            for mood in MOODS
        ]
        for told in zip(*moods, strict=True):
            position = told[0][0]
            expected = np.zeros(Deployment.count(ruleset))
            for _, chances in told:
                for other, chance in chances.items():
                    expected[other.number()] += chance
            found = Suspicion.about(position.scene, family, memory)
            assert np.allclose(found.weights, expected / expected.sum(), rtol=1e-9, atol=0.0)


def test_suspicion_grows_from_turn_to_turn_as_if_thought_out_anew() -> None:
    memory = some_memory(3)
    before = None
    for position in random_game(Random(2), BOX[0], longest=30).positions[::4]:
        anew = Suspicion.about(position.scene, Family.RED, memory)
        before = Suspicion.about(position.scene, Family.RED, memory, before)
        assert np.allclose(before.weights, anew.weights, rtol=1e-9, atol=1e-300)
        assert before.weights.sum() == pytest.approx(1.0)


def test_everything_possible_and_nothing_else_is_suspected() -> None:
    memory = some_memory(4)
    for seed in range(3):
        for position in random_game(Random(seed), BOX[0], longest=30).positions[::10]:
            if position.outcome is None:
                found = Suspicion.about(position.scene, Family.WHITE, memory)
                belief = Belief.about(position.scene, Family.WHITE)
                assert np.array_equal(np.flatnonzero(found.weights), belief.numbers)
