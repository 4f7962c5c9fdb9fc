"""The sequential test decides rightly, and as seldom wrongly as it promises."""

from math import log

import numpy as np
import pytest

from volto.arena.sprt import Sprt, Verdict, expected_score
from volto.rules import VoltoError


def run(sprt: Sprt, elo: float, seed: int, *, draws: float = 0.1) -> tuple[Verdict, int]:
    """Pairs of independent games with this difference, until the test is decided."""
    rng = np.random.default_rng(seed)
    win = expected_score(elo) - draws / 2
    odds = [1 - win - draws, draws, win]
    counts = [0] * 5
    while (verdict := sprt.verdict(counts)) is Verdict.OPEN:
        counts[rng.choice(3, p=odds) + rng.choice(3, p=odds)] += 1
    return verdict, sum(counts)


@pytest.mark.parametrize(
    ("elo", "verdict"), [(120, Verdict.HIGHER), (80, Verdict.HIGHER), (0, Verdict.LOWER)]
)
def test_the_right_side_is_found(elo: float, verdict: Verdict) -> None:
    found = [run(Sprt(0, 60), elo, seed)[0] for seed in range(20)]
    assert found.count(verdict) >= 18


def test_a_clear_difference_is_found_sooner() -> None:
    near, far = (np.mean([run(Sprt(0, 60), elo, s)[1] for s in range(20)]) for elo in (60, 200))
    assert far < near / 2


def test_the_ratio_of_independent_games_is_that_of_wins_and_losses() -> None:
    """Where pairs are all decided and even in kind, it is the plain likelihood ratio, nearly."""
    wins, losses = 5200, 4800
    share = wins / (wins + losses)
    pairs = 5000
    counts = [pairs * (1 - share) ** 2, 0, pairs * 2 * share * (1 - share), 0, pairs * share**2]
    low, high = expected_score(0), expected_score(20)
    plain = wins * log(high / low) + losses * log((1 - high) / (1 - low))
    assert Sprt(0, 20).ratio([round(n) for n in counts]) == pytest.approx(plain, rel=0.05)


def test_no_games_say_nothing() -> None:
    assert Sprt(0, 10).ratio([0] * 5) == 0
    assert Sprt(0, 10).verdict([0] * 5) is Verdict.OPEN


def test_exchanging_the_agents_exchanges_the_hypotheses() -> None:
    counts = [3, 5, 20, 9, 6]
    here, there = Sprt(0, 10).ratio(counts), Sprt(-10, 0).ratio(counts[::-1])
    assert here == pytest.approx(-there)


@pytest.mark.parametrize("elos", [(5, 5), (10, 0), (0, float("nan")), (float("-inf"), 0)])
def test_hypotheses_in_the_wrong_order_are_refused(elos: tuple[float, float]) -> None:
    with pytest.raises(VoltoError, match="the lower one first"):
        Sprt(*elos)
