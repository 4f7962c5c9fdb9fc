"""Who is at a table: on which seats somebody is connected, through this worker or another one.

A seat stays taken for a moment after its last connection has gone, so that a page that is loaded
anew, or comes back through another worker, never seems to have left; and however often somebody
comes and goes, the others hear of it once a moment at most.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Protocol

from volto.rules import Family

LINGER = 2.0
"""Seconds that a seat stays taken after its last connection has gone."""


class Timer(Protocol):
    def cancel(self) -> object: ...


Later = Callable[[float, Callable[[], None]], Timer]


def _later(seconds: float, what: Callable[[], None]) -> Timer:
    return asyncio.get_running_loop().call_later(seconds, what)


class Presence:
    """The seats of one table that are taken, as pages are told."""

    def __init__(
        self,
        tell: Callable[[Family, bool], None],
        changed: Callable[[], None] = lambda: None,
        later: Later = _later,
    ) -> None:
        """`tell` hears of every seat that is taken or left, `changed` whenever a connection comes
        to this worker or has gone for good."""
        self._tell, self._changed, self._later = tell, changed, later
        self._connections = 0
        self._seated: Counter[Family] = Counter()
        self._leaving: dict[Family, Timer] = {}
        self._elsewhere: Mapping[str, frozenset[Family]] = {}

    @property
    def empty(self) -> bool:
        """Nobody is here through this worker, nor a spectator."""
        return not self._connections and not self._leaving

    @property
    def own(self) -> frozenset[Family]:
        """The seats that are taken through this worker."""
        return frozenset(self._seated) | frozenset(self._leaving)

    @property
    def seats(self) -> frozenset[Family]:
        """All seats that are taken."""
        return self.own.union(*self._elsewhere.values())

    def arrive(self, seats: Iterable[Family]) -> None:
        """A connection begins, on these seats or as a spectator."""
        before = self.seats
        self._connections += 1
        for seat in seats:
            self._seated[seat] += 1
            if leaving := self._leaving.pop(seat, None):
                leaving.cancel()
        self._told(before)
        self._changed()

    def depart(self, seats: Iterable[Family]) -> None:
        """A connection ends."""
        self._connections -= 1
        for seat in seats:
            self._seated[seat] -= 1
            if not self._seated[seat]:
                del self._seated[seat]
                self._leaving[seat] = self._later(LINGER, partial(self._left, seat))
        self._changed()

    def _left(self, seat: Family) -> None:
        before = self.seats
        del self._leaving[seat]
        self._told(before)
        self._changed()

    def seated(self, worker: str, seats: Iterable[Family]) -> None:
        """Another worker tells which seats are taken through it; none, if it is gone."""
        before = self.seats
        others = {name: taken for name, taken in self._elsewhere.items() if name != worker}
        self._elsewhere = {**others, worker: frozenset(seats)} if seats else others
        self._told(before)

    def forget_others(self) -> None:
        """What other workers told is not heard any more."""
        self._elsewhere = {}

    def _told(self, before: frozenset[Family]) -> None:
        now = self.seats
        for seat in Family:
            if (seat in before) != (seat in now):
                self._tell(seat, seat in now)
