"""Who plays in a batch of games: a network, or instinct. Each has a way to deploy."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import compress
from typing import Protocol

import numpy as np
from numba import types
from numpy.typing import NDArray

from volto.mind.encoding import OWN, SUSPECT, flip_actions
from volto.mind.features import features
from volto.mind.network import Network
from volto.mind.playout import (
    ORIGIN,
    TARGET,
    drawn,
    list_moves,
    soften,
    workspace,
)
from volto.mind.priors import picked, shipped_priors
from volto.mind.tables import TABLES, action_from, tables_of
from volto.rules import Family, Position, Role, Ruleset
from volto.sim.actions import actions_of, move_of
from volto.sim.fields import TO_MOVE
from volto.sim.jit import Array, Number, compiled
from volto.sim.layout import ROLES
from volto.sim.threads import in_parts

Reals = NDArray[np.float64]
Actions = NDArray[np.int32]


@dataclass(frozen=True)
class Games:
    """The games to move in, as players see them: rows, pasts and what is legal."""

    state: NDArray[np.uint64]
    traces: NDArray[np.int16]
    legal: NDArray[np.uint8]
    flips: NDArray[np.uint8]
    """In which of them a network looks at the mirror image, from beginning to end."""
    ruleset: Ruleset
    threads: int
    positions: Sequence[Position | None] = ()
    """The same games as the rules know them, where somebody asked for that."""

    def where(self, which: NDArray[np.bool_]) -> "Games":
        """Some of these games."""
        if which.all():
            return self
        return replace(
            self,
            state=self.state[which],
            traces=self.traces[which],
            legal=self.legal[which],
            flips=self.flips[which],
            positions=list(compress(self.positions, which)),
        )


class Player(Protocol):
    """Plays one action in each game."""

    @property
    def deployments(self) -> Reals:
        """The growing sums of the chances of the deployments it begins with."""
        ...

    @property
    def by_the_rules(self) -> bool:
        """Whether it needs positions."""
        ...

    def act(self, games: Games, rng: np.random.Generator) -> Actions: ...


@dataclass(frozen=True)
class Frozen:
    """A network that learns no more."""

    network: Network
    deployments: Reals
    temperature: float = 1.0
    least: float = 0.0
    proves: bool = False
    """Whether it plays a move that is sure to win at once, where there is one."""
    by_the_rules = False

    def act(self, games: Games, rng: np.random.Generator) -> Actions:
        inputs = features(
            games.state, games.traces, games.ruleset, games.flips, threads=games.threads
        )
        legal = games.legal.copy()
        flip_legal(legal, games.flips, games.ruleset, games.threads)
        if self.proves:
            keep_sure_wins(legal, inputs, games.ruleset)
        chance = rng.random(len(inputs))
        actions, _ = self.network.draw(
            inputs, legal, chance, self.temperature, self.least, games.threads
        )
        return unflipped(actions, games.flips, games.ruleset)


@dataclass(frozen=True)
class Instinct:
    """Moves that come to mind first."""

    weights: Reals
    deployments: Reals
    temperature: float = 1.0
    by_the_rules = False

    @classmethod
    def of(cls, ruleset: Ruleset, even: float = 0.1) -> "Instinct":
        known = shipped_priors(ruleset.ladies)
        return cls(known.instinct, np.cumsum(known.deployments(ruleset, even)))

    def act(self, games: Games, rng: np.random.Generator) -> Actions:
        actions = np.empty(len(games.state), np.int32)
        chances = rng.random(len(actions))
        in_parts(
            lambda begin, end: _by_instinct(
                games.state,
                tables_of(games.ruleset),
                self.weights,
                self.temperature,
                chances,
                actions,
                begin,
                end,
            ),
            len(actions),
            games.threads,
        )
        return actions


def keep_sure_wins(legal: NDArray[np.uint8], inputs: NDArray[np.float32], ruleset: Ruleset) -> None:
    """Leave, in place, only moves that win whatever the rival hides, where there are any.

    A Candidate that enters the palace and takes no Lady on the way, or the capture of a mask that
    must be the Candidate.
    """
    targets, entering, origins = _ways_to_win(ruleset)
    cells = ruleset.mat.columns * ruleset.mat.rows

    def plane(number: int) -> NDArray[np.float32]:
        return inputs[:, number * cells : (number + 1) * cells]

    wins = np.zeros_like(legal)
    lady, candidate = SUSPECT + ROLES.index(Role.LADY), ROLES.index(Role.CANDIDATE)
    no_lady = plane(lady)[:, targets[entering]] == 0.0
    wins[:, entering] = no_lady & (plane(OWN + candidate)[:, origins[entering]] > 0.0)
    sure = plane(SUSPECT + candidate) > 1.0 - 1.0e-6
    found = np.flatnonzero(sure.any(axis=1))
    wins[found] |= sure[found][:, targets]
    wins &= legal
    found = np.flatnonzero(wins.any(axis=1))
    legal[found] = wins[found]


@cache
def _ways_to_win(ruleset: Ruleset) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Each action's target as its mover counts cells; the steps into the palace; all origins."""
    mat = ruleset.mat
    moves = [move_of(action, Family.WHITE, ruleset) for action in range(actions_of(ruleset))]
    cells = [[cell.row * mat.columns + cell.column for cell in move] for move in moves]
    origins, targets = np.array(cells, np.intp).T
    inside = np.array([move.target in mat for move in moves])
    goal = np.array([move.target.row == mat.rows - 1 for move in moves])
    return np.where(inside, targets, 0), np.flatnonzero(inside & goal), origins


def flip_legal(
    legal: NDArray[np.uint8], flips: NDArray[np.uint8], ruleset: Ruleset, threads: int
) -> None:
    """Mirror, in place, what is legal in the games that are looked at in the mirror."""
    mirrored = tables_of(ruleset).mirrored
    in_parts(
        lambda begin, end: flip_actions(legal, flips, mirrored, begin, end), len(legal), threads
    )


def unflipped(actions: Actions, flips: NDArray[np.uint8], ruleset: Ruleset) -> Actions:
    """Actions in mirrored games as they are on the mat, or the other way round."""
    found: Actions = np.where(flips, tables_of(ruleset).mirrored[actions], actions)
    return found


def drawn_numbers(sums: Reals, size: int, rng: np.random.Generator) -> NDArray[np.int32]:
    """Deployments drawn by growing sums of chances."""
    return picked(sums, rng.random(size))


@compiled(
    types.void(
        types.uint64[:, ::1],
        TABLES,
        types.float64[:, ::1],
        types.float64,
        types.float64[::1],
        types.int32[::1],
        types.int64,
        types.int64,
    )
)
def _by_instinct(
    state: Array,
    tables: Array,
    weights: Array,
    temperature: Number,
    chances: Array,
    actions: Array,
    begin: Number,
    end: Number,
) -> None:
    """Draw each game's next action by instinct."""
    work = workspace()
    for game in range(begin, end):
        row = state[game]
        number = list_moves(row, tables, weights, work)
        if number == 0:
            actions[game] = -1
            continue
        soften(work[2], number, temperature)
        move = work[0][drawn(work[2], number, chances[game])]
        actions[game] = action_from(np.int64(row[TO_MOVE]), move[ORIGIN], move[TARGET], tables)
