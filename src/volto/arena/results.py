"""What a match has brought so far: how the pairs of every two agents ended, and who forfeited."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from volto.arena.match import Games
from volto.arena.schedule import Pair, Pairing
from volto.arena.supervision import ForfeitKind
from volto.notation import Record
from volto.rules import Family, Reason

LOSS, DRAW, WIN = range(3)

Tally = NDArray[np.int64]
"""How often each kind of pair was seen: [result of game a, result of game b] for the first agent,
who is White in game a and Red in game b."""

Z95 = 1.959964


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses, as one side sees them, and the share of the points."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        return self.points / self.games if self.games else 0.5

    def __add__(self, other: "Score") -> "Score":
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"{self.wins}–{self.draws}–{self.losses}"


@dataclass(slots=True)
class Results:
    """A tally for every pairing that has met, and the forfeits of each agent."""

    tallies: dict[Pairing, Tally] = field(default_factory=dict)
    forfeits: dict[str, Counter[ForfeitKind]] = field(default_factory=dict)
    last_forfeit: dict[str, str] = field(default_factory=dict)
    """Each agent's last one in a sentence."""

    @classmethod
    def of(cls, played: Iterable[tuple[Pair, Games]]) -> "Results":
        results = cls()
        for pair, games in played:
            results.add(pair, games)
        return results

    def add(self, pair: Pair, games: Games) -> None:
        tally = self.tallies.setdefault(pair.pairing, np.zeros((3, 3), np.int64))
        tally[_result(games[0], Family.WHITE), _result(games[1], Family.RED)] += 1
        for record in games:
            if kind := _forfeit(record):
                assert record.outcome is not None
                assert record.outcome.winner is not None
                words = record.tag(record.outcome.winner.rival.title()) or ""
                self.forfeits.setdefault(words, Counter())[kind] += 1
                self.last_forfeit[words] = record.tag("Termination") or ""

    def forfeited(self, words: str) -> Counter[ForfeitKind]:
        """The games that an agent forfeited, by kind."""
        return self.forfeits.get(words, Counter())

    @property
    def agents(self) -> list[str]:
        return sorted({words for pairing in self.tallies for words in pairing})

    @property
    def pairs(self) -> int:
        return sum(int(tally.sum()) for tally in self.tallies.values())

    def tally(self, one: str, other: str) -> Tally:
        """The tally of two agents as `one` sees it."""
        tally = np.zeros((3, 3), np.int64)
        if (one, other) in self.tallies:
            tally += self.tallies[one, other]
        if (other, one) in self.tallies:  # the rival's result in game b is mine in my game a
            tally += self.tallies[other, one][::-1, ::-1].T
        return tally

    def score(self, one: str, other: str | None = None) -> Score:
        """What `one` scored against another, or against all others."""
        if other is None:
            rivals = (words for words in self.agents if words != one)
            return sum((self.score(one, rival) for rival in rivals), Score(0, 0, 0))
        tally = self.tally(one, other)
        losses, draws, wins = (int(n) for n in tally.sum(axis=1) + tally.sum(axis=0))
        return Score(wins, draws, losses)


def pair_counts(tally: Tally) -> list[int]:
    """How many pairs brought 0, ½, 1, 1½ and 2 points."""
    return [int(np.fliplr(tally).trace(2 - points)) for points in range(5)]


def share_interval(tally: Tally) -> tuple[float, float]:
    """A 95 % interval for the share of the points: Wilson's, counting the pairs as independent.

    As many independent games are assumed as would scatter the way the pairs do; when all pairs
    ended alike, one for each pair.
    """
    pairs = int(tally.sum())
    if not pairs:
        return 0.0, 1.0
    points = np.repeat(np.arange(5) / 4, pair_counts(tally))
    share, scatter = float(points.mean()), float(points.var())
    return wilson(share, pairs * share * (1 - share) / scatter if scatter > 0 else float(pairs))


def wilson(share: float, count: float) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of so many independent results."""
    z2 = Z95**2 / count
    middle = (share + z2 / 2) / (1 + z2)
    half = sqrt(z2 * (share * (1 - share) + z2 / 4)) / (1 + z2)
    return max(0.0, middle - half), min(1.0, middle + half)


def _forfeit(record: Record) -> ForfeitKind | None:
    """How a game was forfeited, if it was; old records tell only whether by time."""
    outcome = record.outcome
    if outcome is None or outcome.winner is None:
        return None
    if outcome.reason is Reason.TIME:
        return ForfeitKind.TIME
    illegal = record.tag("Forfeit") == ForfeitKind.ILLEGAL
    crash = ForfeitKind.ILLEGAL if illegal else ForfeitKind.CRASH
    return crash if outcome.reason is Reason.ABANDONED else None


def _result(record: Record, family: Family) -> int:
    assert record.outcome is not None
    if record.outcome.winner is None:
        return DRAW
    return WIN if record.outcome.winner is family else LOSS
