"""Games that are about to begin: made ready some at a time, taken as others end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from volto.adapters.vector_opponents import Opponent, Table, Tables
from volto.rules import Deployment, Family, Ruleset
from volto.sim import Batch
from volto.sim.layout import FAMILIES

Setups = Mapping[Family, Sequence[Deployment]]
"""The deployments that a family draws from; if there are none, it is free."""

SELF_PLAY_STOCK = 256


@dataclass(frozen=True, slots=True)
class Fresh:
    """Games in which the caller is to move, a row each in every array."""

    state: NDArray[np.uint64]
    observation: NDArray[np.uint8]
    legal: NDArray[np.uint8]
    tables: Tables

    def rows(self, which: Any) -> "Fresh":
        return Fresh(
            self.state[which], self.observation[which], self.legal[which], self.tables[which]
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
        self._stock: Fresh | None = None
        self._given = 0

    def take(self, count: int) -> Fresh:
        """As many new games as asked for."""
        parts: list[Fresh] = []
        while count:
            if self._stock is None or self._given == len(self._stock):
                self._stock, self._given = self._ready(), 0
            some = min(count, len(self._stock) - self._given)
            parts.append(self._stock.rows(slice(self._given, self._given + some)))
            self._given += some
            count -= some
        if len(parts) == 1:
            return parts[0]
        return Fresh(
            np.concatenate([part.state for part in parts]),
            np.concatenate([part.observation for part in parts]),
            np.concatenate([part.legal for part in parts]),
            np.concatenate([part.tables for part in parts]),
        )

    def _ready(self) -> Fresh:
        batch, opponent, rival = self._batch, self._opponent, self._seat.rival
        tables = np.full(batch.games, None, np.object_)
        if opponent:
            for game in range(batch.games):
                tables[game] = opponent.sit(rival, self._rng)
        numbers = {family: self._numbers(family, tables) for family in FAMILIES}
        batch.reset(None, numbers[Family.WHITE], numbers[Family.RED])
        for game, table in enumerate(tables):
            if table is not None:
                white, red = (
                    Deployment.numbered(int(numbers[family][game]), self._ruleset)
                    for family in FAMILIES
                )
                table.begin(white, red)
        if opponent and rival is Family.WHITE:
            batch.step(opponent.act(batch, tables))
            for table in tables[batch.reason != 0]:
                if table is not None:
                    table.leave()
        stock = Fresh(batch.state.copy(), batch.observe().copy(), batch.legal().copy(), tables)
        return stock.rows(batch.reason == 0)

    def _numbers(self, family: Family, tables: Tables) -> NDArray[np.int64]:
        """A deployment for each game: one that was asked for, the agent's own, or any."""
        games, asked = len(tables), self._setups.get(family, ())
        if asked:
            numbers = np.array([deployment.number() for deployment in asked])
            return numbers[self._rng.integers(len(numbers), size=games)]
        if self._opponent and family is self._seat.rival:
            own = [table.deploy().number() for table in tables if isinstance(table, Table)]
            if own:
                return np.array(own)
        return self._rng.integers(Deployment.count(self._ruleset), size=games)
