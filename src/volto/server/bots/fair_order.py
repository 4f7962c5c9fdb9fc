"""Whose job comes first: live games before hints before long analyses, and everyone in turn.

A job's rank is how many jobs its person has in the house already, and a handicap for its kind: the
first game of everyone comes before the second one of anyone, and whoever plays thirty at once waits
for nobody but themselves. Ranks are few, so that any queue with priorities can keep the order.
"""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Mapping
from enum import Enum
from typing import NamedTuple

from volto.server import metrics
from volto.server.errors import RequestError

MOST_JOBS = 6
"""Jobs of one person in the house; the games among the others wait outside."""
MOST_HINTS = 2
"""Jobs of one person that are not for a live game."""
REPORTED = 2
"""Jobs of one person that other servers have to know of."""


class Kind(Enum):
    """What a job is for, and how many games of one person come before it."""

    LIVE = 0
    HINT = 2
    ANALYSIS = 4


RANKS = range(Kind.ANALYSIS.value + MOST_JOBS)


class Place(NamedTuple):
    """A job's place in the order; the smaller goes first."""

    rank: int
    kind: Kind = Kind.LIVE

    @property
    def foremost(self) -> bool:
        """Whether it is somebody's only live game: one of several threads is kept for those."""
        return self == FOREMOST


FOREMOST = Place(0)


class FairOrder:
    """Gives out places to the jobs of everyone who plays here."""

    def __init__(self) -> None:
        self._jobs: Counter[str] = Counter()
        self._hints: Counter[str] = Counter()
        self._outside: dict[str, deque[asyncio.Future[None]]] = {}
        self._elsewhere: dict[str, dict[str, int]] = {}
        """By server and person."""

    def report(self) -> dict[str, tuple[float, ...]]:
        """Who has many jobs here, for the other servers of the house."""
        return {person: (jobs,) for person, jobs in self._jobs.items() if jobs >= REPORTED}

    def absorb(self, server: str, jobs: Mapping[str, tuple[float, ...]]) -> None:
        """What another server reported: it counts in ranks, and takes nobody's room here."""
        self._elsewhere[server] = {person: round(sum(count)) for person, count in jobs.items()}
        if not jobs:
            del self._elsewhere[server]

    def _rank(self, person: str, kind: Kind) -> int:
        """For whoever has just come in."""
        elsewhere = sum(jobs.get(person, 0) for jobs in self._elsewhere.values())
        return min(kind.value + self._jobs[person] - 1 + elsewhere, RANKS[-1])

    @contextlib.asynccontextmanager
    async def place(self, person: str, kind: Kind = Kind.LIVE) -> AsyncIterator[Place]:
        """For as long as a job is in the house. A person's games wait until there is room; for
        anything else that is too much a RequestError says so."""
        with metrics.thoughts_waiting.labels(kind.name.lower()).track_inprogress():
            async with self._place(person, kind) as place:
                yield place

    @contextlib.asynccontextmanager
    async def _place(self, person: str, kind: Kind) -> AsyncIterator[Place]:
        if kind is not Kind.LIVE and (
            self._hints[person] >= MOST_HINTS or self._jobs[person] >= MOST_JOBS
        ):
            raise RequestError("busy", "Too many hints are being worked out. Try again soon.")
        if self._jobs[person] >= MOST_JOBS:
            await self._room(person)
        else:
            self._jobs[person] += 1
        self._hints[person] += kind is not Kind.LIVE
        try:
            yield Place(self._rank(person, kind), kind)
        finally:
            self._hints[person] -= kind is not Kind.LIVE
            self._leave(person)

    async def _room(self, person: str) -> None:
        """Wait for one of this person's jobs to leave; who came first is let in first."""
        turn = asyncio.get_running_loop().create_future()
        self._outside.setdefault(person, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(person)
            raise

    def _leave(self, person: str) -> None:
        """Hand the place to whoever has waited longest for it."""
        outside = self._outside.get(person, deque())
        while outside:
            turn = outside.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._outside.pop(person, None)
        self._jobs[person] -= 1
        for counted in (self._jobs, self._hints):
            if not counted[person]:
                del counted[person]
