"""Learning goes the right way, on examples small enough to check."""

from dataclasses import replace

import numpy as np
import pytest

from research.expert import Examples, cross_entropy, fit, play
from research.placing import Places
from volto.agents.thinker import PLAIN
from volto.mind.instinct import blank
from volto.mind.priors import shipped_priors
from volto.mind.tables import tables_of
from volto.rules import Ruleset
from volto.train.deployment_policy import mirrored_places


@pytest.fixture(scope="module")
def examples() -> Examples:
    return play(1, 3, replace(PLAIN, iterations=60, sharpness=1.0), None, Ruleset())


def surprise(examples: Examples, weights: np.ndarray) -> float:
    told: float = cross_entropy(
        examples.rows, examples.edges, examples.shares, tables_of(Ruleset()), weights, blank()
    )
    return told


def test_an_example_shares_all_attention_among_the_moves(examples: Examples) -> None:
    assert examples.shares.sum(axis=1) == pytest.approx(np.ones(len(examples.rows)))
    assert ((examples.edges >= 0) >= (examples.shares > 0)).all()


def test_instinct_is_less_surprised_after_its_examples(examples: Examples) -> None:
    learned = fit(examples, Ruleset(), sharpen=1.0, rounds=60)
    assert surprise(examples, learned) < surprise(examples, blank())


def test_places_are_learned_alike_left_and_right() -> None:
    places = Places(shipped_priors().instinct, Ruleset(), seed=1)
    for _ in range(2):
        places.step()
    assert places.liking == pytest.approx(places.liking[:, mirrored_places(Ruleset())])
    assert places.chances(places.liking).sum() == pytest.approx(1)
