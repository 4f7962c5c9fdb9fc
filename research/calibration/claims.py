"""Are beliefs calibrated? Of the masks that were called 70 % Lady, about 70 % must be Ladies.

At some moments of recorded games, the family to move is asked what it thinks of every rival mask
on the mat, and the record tells what that mask was. A *claim* is the chance of one role for one
mask. Claims that are certain by deduction are left out: they are always right, and would flatter.

Claims of one game depend on each other, and so do those of two games with the same deployments;
all intervals count what is independent of what, not how many claims there are.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import pi, sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from volto.arena.results import Z95, wilson
from volto.mind.knowledge import Knowledge
from volto.mind.opponent_model import OpponentModel
from volto.mind.priors import shipped_priors
from volto.notation import Record
from volto.rules import Family, Position, Role
from volto.sim.layout import ROLES

Reals = NDArray[np.float64]
Numbers = NDArray[np.int64]

BINS = 10
SMALLEST = 1e-12
"""The logarithmic loss takes no chance for smaller than this."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Claims of about the same chance, and how many of them were so."""

    claims: int
    mean: float
    """The mean chance that was claimed."""
    share: float
    """The share that was so."""
    low: float
    high: float
    independent: float
    """As many independent claims would scatter the way these do."""


@dataclass(frozen=True)
class Claims:
    """Chances, whether it was so, and which claims depend on each other (those of one group)."""

    chances: Reals
    so: NDArray[np.bool_]
    groups: Numbers

    def __len__(self) -> int:
        return len(self.chances)

    @cached_property
    def bins(self) -> list[Bin | None]:
        """Ten, from the claims below 10 % to those from 90 % up; None where there are none."""
        number = np.minimum((self.chances * BINS).astype(np.int64), BINS - 1)
        return [self._bin(number == at) if (number == at).any() else None for at in range(BINS)]

    def _bin(self, here: NDArray[np.bool_]) -> Bin:
        so, claims = self.so[here].astype(np.float64), int(here.sum())
        share = float(so.mean())
        groups = self.groups[here]
        scatter = _standard_error(so, groups) ** 2
        alike = float(len(np.unique(groups)))  # when all groups turned out alike, one for each
        independent = min(claims, share * (1 - share) / scatter) if scatter > 0 else alike
        low, high = wilson(share, independent)
        return Bin(claims, float(self.chances[here].mean()), share, low, high, independent)

    @property
    def error(self) -> float:
        """The expected calibration error: how far claims are off, on average over the bins."""
        return sum(
            found.claims * abs(found.mean - found.share) for found in self.bins if found
        ) / max(len(self), 1)

    @property
    def noise(self) -> float:
        """About what error chance alone would bring, if every claim were right."""
        return sum(
            found.claims * sqrt(2 / pi * found.mean * (1 - found.mean) / found.independent)
            for found in self.bins
            if found
        ) / max(len(self), 1)

    @property
    def squares(self) -> Reals:
        """The square of what each claim missed by; their mean is the Brier score."""
        missed: Reals = (self.chances - self.so) ** 2
        return missed

    @property
    def surprises(self) -> Reals:
        """The logarithmic loss of each claim."""
        told = np.where(self.so, self.chances, 1.0 - self.chances)
        surprise: Reals = -np.log(np.maximum(told, SMALLEST))
        return surprise

    @property
    def brier(self) -> float:
        return float(self.squares.mean())

    @property
    def log_loss(self) -> float:
        return float(self.surprises.mean())


@dataclass(frozen=True)
class Forecasts:
    """What was thought of masks: a row for each rival mask at each moment."""

    suspected: Reals
    """By row and role, the chance after reading the rival's moves."""
    even: Reals
    """The same when all deployments that are possible are equally likely."""
    truth: Numbers
    """The number of the role that it was."""
    groups: Numbers
    """Rows of the same deployments have the same number."""
    rivals: NDArray[np.str_]
    """Who wore the mask."""

    def __len__(self) -> int:
        return len(self.truth)

    @property
    def ruled_out(self) -> int:
        """How often the truth was given no chance; it must never be."""
        rows = np.arange(len(self))
        return int(
            ((self.suspected[rows, self.truth] <= 0) | (self.even[rows, self.truth] <= 0)).sum()
        )

    def about(self, rival: str) -> "Forecasts":
        """Only those about the masks of one player."""
        here = self.rivals == rival
        return Forecasts(
            self.suspected[here],
            self.even[here],
            self.truth[here],
            self.groups[here],
            self.rivals[here],
        )

    def claims(self, role: Role | None = None, *, even: bool = False) -> Claims:
        """Those about one role, or about every role; of suspicion, or of the even belief."""
        table = self.even if even else self.suspected
        uncertain = (self.even > 0) & (self.even < 1)
        if role is not None:
            uncertain &= np.array([role is other for other in ROLES])
        rows, roles = np.nonzero(uncertain)
        return Claims(table[rows, roles], self.truth[rows] == roles, self.groups[rows])

    def gain(self, role: Role | None = None) -> tuple[float, float, float]:
        """By how much suspicion's logarithmic loss is smaller than the even belief's, with a 95 %
        interval."""
        claims = self.claims(role)
        saved = self.claims(role, even=True).surprises - claims.surprises
        mean, half = float(saved.mean()), Z95 * _standard_error(saved, claims.groups)
        return mean, mean - half, mean + half


def forecasts(records: Iterable[Record], moments: int, rng: Random) -> Forecasts:
    """Ask at so many moments of every game, or at all of a shorter one."""
    tables: list[tuple[Reals, Reals]] = []
    truth: list[int] = []
    groups: list[int] = []
    rivals: list[str] = []
    known: dict[frozenset[str], int] = {}
    for record in records:
        group = known.setdefault(frozenset((str(record.white), str(record.red))), len(known))
        before: dict[Family, OpponentModel] = {}
        for position in _moments(record, moments, rng):
            rival = position.to_move.rival
            masks = sorted(position.scene.standing[rival].values())
            tables.append(_tables(position, masks, before))
            truth += [ROLES.index(position.roles[mask]) for mask in masks]
            groups += [group] * len(masks)
            rivals += [record.tag(rival.title()) or ""] * len(masks)
    empty = np.zeros((0, len(ROLES)))
    return Forecasts(
        np.concatenate([empty, *(suspected for suspected, _ in tables)]),
        np.concatenate([empty, *(even for _, even in tables)]),
        np.array(truth, np.int64),
        np.array(groups, np.int64),
        np.array(rivals, np.str_),
    )


def _moments(record: Record, moments: int, rng: Random) -> Iterator[Position]:
    """Positions at which someone has to move, in order."""
    running = [position for position in record.positions() if position.outcome is None]
    yield from (
        running[at] for at in sorted(rng.sample(range(len(running)), min(moments, len(running))))
    )


def _tables(
    position: Position, masks: list[int], before: dict[Family, OpponentModel]
) -> tuple[Reals, Reals]:
    """What the family to move thinks of these masks, suspicious and not."""
    known = Knowledge.of(position.view(position.to_move))
    rival, belief = known.rival, known.belief
    opponent = OpponentModel.about(
        known, shipped_priors(position.ruleset.ladies), before.get(rival)
    )
    before[rival] = opponent
    suspected = opponent.table()
    rows = [mask - position.scene.ids(rival).start for mask in masks]
    return np.clip(suspected[rows], 0.0, 1.0), (belief.tally / belief.count)[rows]


def _standard_error(values: Reals, groups: Numbers) -> float:
    """Of the mean of values that depend on each other within a group."""
    if not len(values):
        return 0.0
    sums = np.bincount(groups, values - values.mean())
    count = len(np.unique(groups))
    return float(np.sqrt((sums**2).sum() * count / max(count - 1, 1))) / len(values)
