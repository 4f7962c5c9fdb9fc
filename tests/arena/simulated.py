"""Matches that were never played: results drawn from known strengths."""

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from volto.arena.ratings import ELO
from volto.arena.results import Results


def simulated(
    elo: Mapping[str, float], pairs: int, *, white: float = 0, v: float = 0, seed: int = 1
) -> Results:
    """A round robin of agents with these ratings, by Davidson's odds; games are independent."""
    rng = np.random.default_rng(seed)
    results = Results()
    scale = ELO * 2 / (2 + v)
    for one, other in combinations(sorted(elo), 2):
        lead = elo[one] - elo[other]
        first, second = (
            rng.choice(3, size=pairs, p=_odds((lead + seat) / scale, v)) for seat in (white, -white)
        )
        tally = np.zeros((3, 3), np.int64)
        np.add.at(tally, (first, second), 1)
        results.tallies[one, other] = tally
    return results


def _odds(lead: float, v: float) -> list[float]:
    odds = np.array([np.exp(-lead / 2), v, np.exp(lead / 2)])
    return list(odds / odds.sum())
