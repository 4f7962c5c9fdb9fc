"""Ratings: the strengths that make the results of a match most likely, and how sure they are.

The model is Bradley and Terry's with a seat term and Davidson's draws. Where White is ahead by
d = (rating of White) - (rating of Red) + (worth of White's seat), the odds of White's win, a draw
and Red's win are e^(d/2) : v : e^(-d/2). The likelihood is concave, so Newton's method finds its
peak. Every agent also plays a virtual game against a player of average strength, won and lost in
equal parts, which keeps a score of 100 % finite.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from volto.arena.results import Results
from volto.rules import VoltoError

Floats = NDArray[np.float64]

ELO = 400 / log(10)
RESAMPLES = 500
INTERVAL = (2.5, 97.5)

VIRTUAL_SHAPE = 0.5
"""The virtual win and the virtual loss weigh as much as a draw from a gamma distribution with this
shape (Jeffreys's prior for a proportion), anew for every resample …"""
VIRTUAL_WEIGHT = 0.227
"""… and for the estimate itself the median of that distribution."""

LOOSE = 1e-3
"""Precision of a prior around 0 for every parameter: only there to give each one a peak."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """Elo by agent, the strongest first; the anchor, or without one the mean, has 0."""

    agents: dict[str, Estimate]
    white: Estimate
    """What White's seat, which begins, is worth in Elo."""
    draws: Estimate
    """The share of draws between equal agents."""
    anchor: str | None


def rate(
    results: Results, anchor: str | None = None, resamples: int = RESAMPLES, seed: int = 1
) -> Ratings:
    """Rate everyone who has played; the anchor is `random` unless another is named."""
    agents = results.agents
    if anchor is None:
        anchor = "random" if "random" in agents else None
    elif anchor not in agents:
        raise VoltoError(f"The anchor {anchor!r} has not played: {', '.join(agents)}.")
    model = _Model.of(agents, list(results.tallies))
    tallies = np.array([tally.ravel() for tally in results.tallies.values()]).reshape(-1, 9)
    rng = np.random.default_rng(seed)
    drawn = np.stack([rng.multinomial(n.sum(), n / n.sum(), resamples) for n in tallies], axis=1)
    weights = rng.gamma(VIRTUAL_SHAPE, size=(resamples, len(agents), 2))
    estimate = model.fit(tallies[None], np.full((1, len(agents), 2), VIRTUAL_WEIGHT))
    fits = np.concatenate([estimate, model.fit(drawn, weights)])
    elo, white, draws = _in_elo(fits, None if anchor is None else agents.index(anchor))
    order = sorted(range(len(agents)), key=lambda at: -elo[0, at])
    return Ratings(
        {agents[at]: _estimate(elo[:, at]) for at in order},
        _estimate(white),
        _estimate(draws),
        anchor,
    )


def _in_elo(fits: Floats, anchor: int | None) -> tuple[Floats, Floats, Floats]:
    """Ratings, White's seat and draws on the usual scales.

    Elo are scaled so that a small difference is worth the usual share of points, draws or not.
    """
    v = np.exp(fits[:, -1])
    scale = ELO * 2 / (2 + v)
    ratings = fits[:, :-2]
    zero = ratings.mean(axis=1) if anchor is None else ratings[:, anchor]
    return (ratings - zero[:, None]) * scale[:, None], fits[:, -2] * scale, v / (2 + v)


def _estimate(values: Floats) -> Estimate:
    low, high = np.percentile(values[1:], INTERVAL) if len(values) > 1 else (values[0], values[0])
    value = float(values[0]) + 0.0
    return Estimate(value, min(float(low), value) + 0.0, max(float(high), value) + 0.0)


@dataclass(frozen=True, slots=True)
class _Model:
    """Who met whom, as a matrix: a row for each kind of game, real ones first, then virtual ones.

    The parameters are the ratings, the worth of White's seat, and the logarithm of v.
    """

    leads: Floats
    """[kind of game, parameter]: how the lead d of that game's first player is made up."""
    agents: int

    @classmethod
    def of(cls, agents: Sequence[str], pairings: Sequence[tuple[str, str]]) -> "_Model":
        count = len(agents)
        met = np.zeros((len(pairings), 2, count + 2))
        for row, (one, other) in zip(met, pairings, strict=True):
            for game, (white, red) in zip(row, ((one, other), (other, one)), strict=True):
                game[agents.index(white)], game[agents.index(red)] = 1, -1
                game[count] = 1
        return cls(np.concatenate([met.reshape(-1, count + 2), np.eye(count, count + 2)]), count)

    def fit(self, tallies: NDArray[np.int64], virtual: Floats) -> Floats:
        """The parameters that fit best: [many, parameter] for [many, pairing, kind of pair].

        `virtual` is the weight of the virtual win and loss: [many, agent, 2].
        """
        wins, draws, losses = self._games(tallies, virtual)
        games = wins + draws + losses
        leads = self.leads
        squares = (leads[:, :, None] * leads[:, None, :]).reshape(len(leads), -1)
        many, size = len(games), leads.shape[1]
        found = np.zeros((many, size))
        found[:, -1] = -1
        for _ in range(100):
            lead, v = found @ leads.T, np.exp(found[:, -1:])
            up = np.exp(np.minimum(lead, 60) / 2)
            all_odds = up + v + 1 / up
            win, draw, loss = up / all_odds, v / all_odds, 1 / up / all_odds
            edge = (win - loss) / 2
            slope = ((wins - losses) / 2 - games * edge) @ leads
            slope[:, -1] = (draws - games * draw).sum(axis=1)
            bend = (games * ((win + loss) / 4 - edge**2)) @ squares
            bend = bend.reshape(many, size, size)
            bend[:, -1, :] = bend[:, :, -1] = (-games * edge * draw) @ leads
            bend[:, -1, -1] = (games * draw * (1 - draw)).sum(axis=1)
            bend += LOOSE * np.eye(size)
            step = np.linalg.solve(bend, (slope - LOOSE * found)[:, :, None])[:, :, 0]
            found += np.clip(step, -1, 1)
            if np.abs(step).max() < 1e-8:
                break
        return found

    def _games(self, tallies: NDArray[np.int64], virtual: Floats) -> tuple[Floats, Floats, Floats]:
        """First player's wins, draws and losses: [many, kind of game]."""
        many = len(tallies)
        kinds = tallies.reshape(many, -1, 3, 3)
        first = kinds.sum(axis=3)[..., ::-1]  # game a: the pairing's first agent is White
        second = kinds.sum(axis=2)  # game b: the other is, and wins what the first loses
        real = np.stack([first, second], axis=2).reshape(many, -1, 3)
        wins, draws, losses = np.moveaxis(real.astype(np.float64), 2, 0)
        return (
            np.concatenate([wins, virtual[:, :, 0]], axis=1),
            np.concatenate([draws, np.zeros((many, self.agents))], axis=1),
            np.concatenate([losses, virtual[:, :, 1]], axis=1),
        )
