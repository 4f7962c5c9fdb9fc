"""Many games stepped together, in plain NumPy arrays that the caller may supply."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from volto.rules import (
    STANDARD,
    Family,
    IllegalMove,
    Position,
    Role,
    Ruleset,
    VoltoError,
)
from volto.sim import fields, legality, observations, transitions
from volto.sim.actions import actions_of, move_of, plans
from volto.sim.kernel import U
from volto.sim.layout import FAMILIES, bit, pack, rules_row, terms, unpack
from volto.sim.threads import in_parts

ALIGNMENT = 64
NOBODY = 2
"""The winner of a drawn game, and of one that goes on."""

Result = TypeVar("Result")


def aligned(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """A zeroed array whose data begin on a 64-byte boundary, so that frameworks can alias it."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(size + ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    array: NDArray[Any] = raw[start : start + size].view(dtype).reshape(shape)
    return array


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A batch at one moment, to come back to."""

    state: NDArray[np.uint64]
    reason: NDArray[np.uint8]
    winner: NDArray[np.uint8]


class Batch:
    """`games` games side by side, each a row in every array.

    `step` plays one action in each and writes `reason` (an index into REASONS, 0 while the game
    goes on), `winner` (0 White, 1 Red, 2 nobody) and `reward` (+1, 0 or -1 for the family that
    moved). With `auto_reset` a game that ends begins anew in the same call; without, it rests and
    takes action -1 from then on. `legal`, `sample_legal` and `observe` write into the array given
    as `out`, or into the batch's own, which the next call overwrites. Every game draws on a
    generator of its own, so a batch repeats from its seed on any number of threads.
    """

    def __init__(
        self,
        games: int,
        seed: int = 0,
        *,
        ruleset: Ruleset = STANDARD,
        first: Family | str | None = Family.WHITE,
        auto_reset: bool = True,
        threads: int = 1,
        buffers: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        """`first` None: draw lots; `threads` 0: all cores; `buffers`: arrays to write into."""
        if games < 1:
            raise VoltoError(f"A batch has one game or more, not {games}.")
        self.games, self.ruleset = games, ruleset
        self.auto_reset, self.threads = auto_reset, threads
        self._terms = terms(ruleset)
        self._rules = rules_row(ruleset, first)
        self._roster = np.array([ruleset.roster.count(role) for role in Role], np.uint8)
        self._plans, self._cell_of = plans(ruleset), _cell_table(ruleset)
        self._shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "state": ((games, fields.FIELDS), np.uint64),
            "actions": ((games,), np.int32),
            "reason": ((games,), np.uint8),
            "winner": ((games,), np.uint8),
            "reward": ((games,), np.int8),
            "legal": ((games, actions_of(ruleset)), np.uint8),
            "observation": ((games, *observations.observation_shape(ruleset)), np.uint8),
        }
        self._arrays: dict[str, NDArray[Any]] = {}
        for name, array in (buffers or {}).items():
            if name not in self._shapes:
                raise VoltoError(f"A batch has no array {name!r}, only {', '.join(self._shapes)}.")
            self._arrays[name] = self._fitting(name, array)
        self.state = self._buffer("state")
        self.reason = self._buffer("reason")
        self.winner = self._buffer("winner")
        self.reward = self._buffer("reward")
        # Where this is not 0, a game rests at its end: nowhere, if games begin anew by themselves.
        self._resting = np.zeros(games, np.uint8) if auto_reset else self.reason
        self.reset(seed)

    @property
    def to_move(self) -> NDArray[np.uint64]:
        """The family to move in each game: 0 White, 1 Red."""
        return self.state[:, fields.TO_MOVE]

    @property
    def turns(self) -> NDArray[np.uint64]:
        """The turns played in each game."""
        return self.state[:, fields.TURN]

    @property
    def quiet(self) -> NDArray[np.uint64]:
        """The turns since the last capture in each game."""
        return self.state[:, fields.SINCE]

    def reset(
        self,
        seed: int | None = None,
        white: NDArray[np.integer[Any]] | None = None,
        red: NDArray[np.integer[Any]] | None = None,
    ) -> None:
        """Begin every game anew, with a new seed if one is given.

        `white` and `red` are the numbers of the deployments (`Deployment.number`), a game each;
        without them deployments are drawn.
        """
        ours, theirs = self._deployments(white), self._deployments(red)
        if seed is not None:
            transitions.seed_streams(self.state, U(seed % 2**64))
        self.reason[:], self.winner[:], self.reward[:] = 0, NOBODY, 0
        table = self._terms.deployments
        self._each(
            lambda begin, end: transitions.deal(
                self.state, self._rules, table, ours, theirs, begin, end
            )
        )

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Play one action in each game. If any is illegal, say which, and play none."""
        played = self._integers("actions", actions)
        bad = [
            game
            for game in self._each(
                lambda begin, end: transitions.first_illegal(
                    self.state, self._rules, self._plans, self._resting, played, begin, end
                )
            )
            if game >= 0
        ]
        if bad:
            raise IllegalMove(self._refusal(bad[0], int(played[bad[0]])))
        self._each(
            lambda begin, end: transitions.step(
                self.state,
                self._rules,
                self._plans,
                self._terms.deployments,
                self._terms.winners,
                played,
                self.reason,
                self.winner,
                self.reward,
                self.auto_reset,
                begin,
                end,
            )
        )

    def legal(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """A 1 for every legal action of every game, written into `out` or the batch's own array."""
        legal = self._buffer("legal", out)
        mat = self.ruleset.mat
        self._each(
            lambda begin, end: legality.legal(
                self.state, self._rules, self._resting, mat.columns, mat.rows, legal, begin, end
            )
        )
        return legal

    def sample_legal(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """One legal action for each game, all equally likely; -1 where the game is over."""
        actions = self._buffer("actions", out)
        cells = self.ruleset.mat.columns * self.ruleset.mat.rows
        self._each(
            lambda begin, end: legality.sample_legal(
                self.state, self._rules, self._cell_of, self._resting, cells, actions, begin, end
            )
        )
        return actions

    def observe(
        self, seat: Family | str | None = None, out: NDArray[np.uint8] | None = None
    ) -> NDArray[np.uint8]:
        """What `seat` sees of every game, or, with None, what each game's family to move sees.

        The planes are named in `observations.PLANES`.
        """
        planes = self._buffer("observation", out)
        flat = planes.reshape(self.games, -1)
        number = observations.MOVER if seat is None else FAMILIES.index(Family(seat))
        mat = self.ruleset.mat
        self._each(
            lambda begin, end: observations.observe(
                self.state, self._roster, mat.columns, mat.rows, number, flat, begin, end
            )
        )
        return planes

    def snapshot(self) -> Snapshot:
        """A copy of every game, its generator included."""
        return Snapshot(self.state.copy(), self.reason.copy(), self.winner.copy())

    def restore(self, snapshot: Snapshot) -> None:
        """Return to a snapshot of this batch, or of one with as many games and the same rules."""
        if snapshot.state.shape != self.state.shape:
            raise VoltoError(
                f"This snapshot has {len(snapshot.state)} games, and the batch {self.games}."
            )
        self.state[:] = snapshot.state
        self.reason[:], self.winner[:] = snapshot.reason, snapshot.winner
        self.reward[:] = 0

    def position(self, game: int) -> Position:
        """One game as the rules know it; its masks have no past."""
        row = self.state[game]
        return unpack(
            row[: fields.RULED],
            int(row[fields.TO_MOVE]),
            int(row[fields.SINCE]),
            int(row[fields.TURN]),
            self.ruleset,
        )

    def put(self, game: int, position: Position) -> None:
        """Set one game to a position; nothing is known there of how its masks have moved."""
        if position.ruleset != self.ruleset:
            raise VoltoError("This position is played by other rules than the batch.")
        if position.outcome is not None:
            raise VoltoError("This position's game is over.")
        row = self.state[game]
        rng = row[fields.RNG]
        row[:] = 0
        row[: fields.RULED] = pack(position)
        row[fields.RNG], row[fields.SINCE] = rng, position.quiet
        row[fields.TURN] = position.turns
        row[fields.TO_MOVE] = FAMILIES.index(position.to_move)
        self.reason[game], self.winner[game] = 0, NOBODY

    def _each(self, work: Callable[[int, int], Result]) -> list[Result]:
        return in_parts(work, self.games, self.threads)

    def _buffer(self, name: str, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """The caller's array if it fits, or the batch's own, made when first asked for."""
        if out is not None:
            return self._fitting(name, out)
        if name not in self._arrays:
            self._arrays[name] = aligned(*self._shapes[name])
        return self._arrays[name]

    def _fitting(self, name: str, array: NDArray[Any]) -> NDArray[Any]:
        shape, dtype = self._shapes[name]
        if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != dtype:
            found = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array)
            raise VoltoError(f"The array {name!r} is {np.dtype(dtype)} {shape}, not {found}.")
        if not (array.flags.c_contiguous and array.flags.writeable):
            raise VoltoError(f"The array {name!r} must be contiguous and writeable.")
        return array

    def _integers(self, name: str, numbers: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
        array = np.asarray(numbers)
        if array.shape != (self.games,) or not np.issubdtype(array.dtype, np.integer):
            raise VoltoError(
                f"The {name} are {self.games} integers, not {array.dtype} {array.shape}."
            )
        return np.require(array, np.int32, ["C", "W"])  # what comes from JAX is read-only

    def _deployments(self, numbers: NDArray[np.integer[Any]] | None) -> NDArray[np.int32]:
        if numbers is None:
            return np.full(self.games, -1, np.int32)
        array = self._integers("deployments", numbers)
        if array.min() < 0 or array.max() >= len(self._terms.deployments):
            raise VoltoError(f"Deployments are numbered 0 to {len(self._terms.deployments) - 1}.")
        return array

    def _refusal(self, game: int, action: int) -> str:
        if self.reason[game] and not self.auto_reset:
            return f"Game {game} is over: it takes action -1, not {action}."
        if not 0 <= action < actions_of(self.ruleset):
            return f"Game {game}: actions are 0 to {actions_of(self.ruleset) - 1}, not {action}."
        move = move_of(action, FAMILIES[int(self.to_move[game])], self.ruleset)
        try:
            self.position(game).play(move)
        except IllegalMove as error:
            return f"Game {game}, action {action}: {error}"
        raise AssertionError(f"{move} is legal by the rules and not by the machine")


def _cell_table(ruleset: Ruleset) -> NDArray[np.uint8]:
    """For each family: the number of the cell, as it counts them, at every bit."""
    cells = list(ruleset.mat)
    table = np.zeros((2, 64), np.uint8)
    for family, order in enumerate((cells, cells[::-1])):
        table[family, [bit(cell) for cell in order]] = np.arange(len(cells))
    return table
