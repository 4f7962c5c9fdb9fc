"""Is one agent better than another? A sequential test on pairs of games.

The generalised sequential probability ratio test: the likelihood of the pair results under the
best fitting distribution with one expected score, against that with another. A pair brings 0 to 2
points in halves, and its two games, which share their deployments, need not be independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite, log

from volto.rules import VoltoError

POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The score of a pair, as a share of its two games."""

UNSEEN = 1e-3
"""How often a result counts that has not been seen: never quite impossible."""


class Verdict(StrEnum):
    """What the test has found so far."""

    OPEN = "open"
    LOWER = "lower"
    """The lower Elo difference explains the results: not better."""
    HIGHER = "higher"
    """The higher one does: better."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """Holds the hypothesis `elo0` against `elo1`, both for the first agent over the second."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often `elo1` is found although `elo0` is true."""
    beta: float = 0.05
    """How often `elo0` is found although `elo1` is true."""

    def __post_init__(self) -> None:
        if not (isfinite(self.elo0) and isfinite(self.elo1) and self.elo0 < self.elo1):
            raise VoltoError(
                f"The test is between two Elo differences, the lower one first, "
                f"not {self.elo0:g} and {self.elo1:g}."
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the ratio decides for `elo0`, and where for `elo1`."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The logarithm of the likelihood ratio, for counts of pairs with 0, ½, 1, 1½, 2 points."""
        if not sum(counts):
            return 0.0
        seen = [max(count, UNSEEN) for count in counts]
        total = sum(seen)
        shares = [count / total for count in seen]
        lower, higher = (_fitted(shares, expected_score(elo)) for elo in (self.elo0, self.elo1))
        pairs = zip(seen, lower, higher, strict=True)
        return sum(count * log(high / low) for count, low, high in pairs)

    def verdict(self, counts: Sequence[int]) -> Verdict:
        ratio = self.ratio(counts)
        low, high = self.bounds
        if ratio <= low:
            return Verdict.LOWER
        return Verdict.HIGHER if ratio >= high else Verdict.OPEN

    def figures(self, counts: Sequence[int]) -> dict[str, float | str]:
        """The test for programs."""
        low, high = self.bounds
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "ratio": self.ratio(counts),
            "low": low,
            "high": high,
            "verdict": self.verdict(counts).value,
        }


def expected_score(elo: float) -> float:
    """The share of the points that an Elo difference promises."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def _fitted(shares: Sequence[float], expected: float) -> list[float]:
    """The most likely distribution, given what was seen, among those with this expected score.

    By Lagrange it is share / (1 + t (point - expected)) for the one t that makes it a distribution
    with that mean; the sum it is found from falls as t grows.
    """
    low, high = -1 / (1 - expected), 1 / expected
    for _ in range(100):
        t = (low + high) / 2
        excess = sum(
            share * (point - expected) / (1 + t * (point - expected))
            for share, point in zip(shares, POINTS, strict=True)
        )
        low, high = (t, high) if excess > 0 else (low, t)
    return [
        share / (1 + t * (point - expected)) for share, point in zip(shares, POINTS, strict=True)
    ]
