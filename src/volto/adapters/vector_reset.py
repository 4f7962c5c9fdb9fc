"""Games that are about to begin: made ready some at a time, taken as others end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from volto.adapters.vector_opponents import Memories, Numbers, Opponent
from volto.rules import Deployment, Family, Ruleset
from volto.sim import Batch
from volto.sim.layout import FAMILIES

Setups = Mapping[Family, Sequence[Deployment]]
"""The deployments that a family draws from; if there are none, it is free."""

SELF_PLAY_STOCK = 256


@dataclass(frozen=True, slots=True)
class NewGames:
    """Games in which the caller is to move, a row each in every array."""

    state: NDArray[np.uint64]
    observation: NDArray[np.uint8]
    legal: NDArray[np.uint8]
    memories: Memories

    def rows(self, which: Any) -> "NewGames":
        return NewGames(
            self.state[which], self.observation[which], self.legal[which], self.memories[which]
        )

    def __len__(self) -> int:
        return len(self.state)


class Dealer:
    """Deals games for a caller that plays `seat`, or, without an opponent, both seats.

    White begins. If that is the opponent, it has made its first move when a game is taken; a game
    that it has won by that move, a Soldier's run at the Candidate, is never shown.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        setups: Setups,
        rng: np.random.Generator,
        opponent: Opponent | None = None,
        seat: Family = Family.WHITE,
    ) -> None:
        self._ruleset, self._setups, self._rng = ruleset, setups, rng
        self._opponent, self._seat = opponent, seat
        games = opponent.stock if opponent else SELF_PLAY_STOCK
        self._batch = Batch(games, int(rng.integers(2**63)), ruleset=ruleset, auto_reset=False)
        self._stock: NewGames | None = None
        self._given = 0

    def take(self, count: int) -> NewGames:
        """As many new games as asked for."""
        parts: list[NewGames] = []
        while count:
            if self._stock is None or self._given == len(self._stock):
                self._stock, self._given = self._ready(), 0
            some = min(count, len(self._stock) - self._given)
            parts.append(self._stock.rows(slice(self._given, self._given + some)))
            self._given += some
            count -= some
        if len(parts) == 1:
            return parts[0]
        return NewGames(
            np.concatenate([part.state for part in parts]),
            np.concatenate([part.observation for part in parts]),
            np.concatenate([part.legal for part in parts]),
            np.concatenate([part.memories for part in parts]),
        )

    def _ready(self) -> NewGames:
        batch, opponent, rival = self._batch, self._opponent, self._seat.rival
        memories = (opponent or Opponent()).sit(batch.games, rival, self._rng)
        white, red = (self._numbers(family, memories) for family in FAMILIES)
        batch.reset(None, white, red)
        if opponent:
            opponent.begin(memories, white, red)
        if opponent and rival is Family.WHITE:
            actions = opponent.act(batch, memories)
            batch.step(actions)
            opponent.follow(batch, memories, actions)
            opponent.leave(memories[batch.reason != 0])
        new = NewGames(batch.state.copy(), batch.observe().copy(), batch.legal().copy(), memories)
        return new.rows(batch.reason == 0)

    def _numbers(self, family: Family, memories: Memories) -> Numbers:
        """A deployment for each game: one that was asked for, the opponent's own, or any."""
        games, asked = len(memories), self._setups.get(family, ())
        if asked:
            numbers = np.array([deployment.number() for deployment in asked])
            return numbers[self._rng.integers(len(numbers), size=games)]
        if self._opponent and family is self._seat.rival:
            own = self._opponent.deploy(memories, self._rng)
            if own is not None:
                return own
        return self._rng.integers(Deployment.count(self._ruleset), size=games)
