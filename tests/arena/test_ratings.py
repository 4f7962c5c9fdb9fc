"""Ratings find the strengths that the results were drawn from, and know how sure they are."""

import numpy as np
import pytest

from tests.arena.simulated import simulated
from volto.arena.ratings import Ratings, rate
from volto.arena.results import Results
from volto.rules import VoltoError

LADDER = {"random": 0.0, "b": 120.0, "c": 200.0, "d": 330.0, "e": 500.0}


def check_within(ratings: Ratings, truth: dict[str, float]) -> None:
    for words, elo in truth.items():
        found = ratings.agents[words]
        assert found.low - 1e-9 <= elo <= found.high + 1e-9, words
        assert found.low <= found.value <= found.high


@pytest.mark.parametrize(("white", "v"), [(0, 0), (60, 0.3), (-80, 1.0)])
def test_known_strengths_are_found(white: float, v: float) -> None:
    ratings = rate(simulated(LADDER, 200, white=white, v=v, seed=4))
    check_within(ratings, LADDER)
    assert ratings.white.low <= white <= ratings.white.high
    assert ratings.draws.value == pytest.approx(v / (2 + v), abs=0.03)
    assert max(found.high - found.low for found in ratings.agents.values()) < 120
    assert list(ratings.agents) == ["e", "d", "c", "b", "random"]


def test_more_games_say_more() -> None:
    widths = []
    for pairs in (25, 100, 400):
        found = rate(simulated(LADDER, pairs)).agents["d"]
        widths.append(found.high - found.low)
    assert widths[0] > 1.5 * widths[1] > 2.2 * widths[2]


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    held = 0
    for seed in range(100):
        found = rate(simulated({"a": 0, "b": 150}, 40, seed=seed), "a", 200).agents["b"]
        held += found.low <= 150 <= found.high
    assert 89 <= held <= 100


def test_pairs_that_go_together_make_intervals_wider() -> None:
    """Games of a pair that always end alike count as one."""
    alike, apart = Results(), Results()
    alike.tallies["a", "b"] = np.array([[40, 0, 0], [0, 0, 0], [0, 0, 60]])
    apart.tallies["a", "b"] = np.array([[16, 0, 24], [0, 0, 0], [24, 0, 36]])
    wide, narrow = (rate(results, "a").agents["b"] for results in (alike, apart))
    assert wide.value == pytest.approx(narrow.value)
    assert wide.high - wide.low > 1.25 * (narrow.high - narrow.low)


def test_a_clean_sheet_stays_finite_and_unsure() -> None:
    results = Results()
    results.tallies["a", "b"] = np.array([[0, 0, 0], [0, 0, 0], [0, 0, 20]])
    found = rate(results, "b").agents["a"]
    assert 400 < found.low < 700 < found.value < 1200 < found.high
    assert np.isfinite(found.high)


def test_the_anchor_has_nothing() -> None:
    results = simulated(LADDER, 30)
    assert rate(results).anchor == "random"
    assert rate(results, "d").agents["d"].value == 0
    others = {words: elo for words, elo in LADDER.items() if words != "random"}
    free = rate(simulated(others, 30))
    assert free.anchor is None
    assert sum(found.value for found in free.agents.values()) == pytest.approx(0, abs=1e-6)
    with pytest.raises(VoltoError, match="has not played"):
        rate(results, "nobody")


def test_ratings_repeat() -> None:
    results = simulated(LADDER, 30)
    assert rate(results) == rate(results)


def test_agents_that_never_met_are_compared_through_others() -> None:
    results = simulated(LADDER, 400)
    for pairing in [("b", "random"), ("c", "random"), ("d", "random"), ("b", "e"), ("c", "e")]:
        del results.tallies[pairing]
    check_within(rate(results), LADDER)
