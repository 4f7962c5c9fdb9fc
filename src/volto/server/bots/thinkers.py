"""Who thinks about jobs: the threads of this process, best places first.

Compiled code lets go of Python's lock, so threads think side by side and the event loop goes on.
"""

import asyncio
import contextlib
import heapq
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Protocol

from volto.server.bots.fair_order import Place
from volto.server.bots.jobs import Answer, AnyJob
from volto.server.bots.thinking import Thinking


class Thinkers(Protocol):
    """Whoever takes jobs; whoever has one does not know where it is thought about."""

    @property
    def ready(self) -> bool:
        """Whether whoever is meant to think is there."""
        ...

    async def think(self, job: AnyJob, place: Place) -> Answer: ...

    async def close(self) -> None: ...


class LocalThinkers:
    """Threads. One of several is kept for those who play one game, so that they do not wait for
    hints, or for somebody who plays many, to be done."""

    def __init__(
        self, threads: int, thinking: Thinking, warm: Callable[[], Awaitable[object]]
    ) -> None:
        """`warm` returns once anybody can think."""
        self._threads, self._thinking, self._warm = threads, thinking, warm
        self._pool = ThreadPoolExecutor(threads, "volto-thinkers")
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._busy, self._busy_otherwise = 0, 0

    @property
    def ready(self) -> bool:
        return True

    async def think(self, job: AnyJob, place: Place) -> Answer:
        await self._warm()
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (place.rank, next(self._numbers), place, turn))
        self._start()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._done(place)
            raise
        loop = asyncio.get_running_loop()

        def done(_: object) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed already
                loop.call_soon_threadsafe(self._done, place)

        thought = self._pool.submit(self._thinking.answer, job)
        thought.add_done_callback(done)  # even if nobody waits for it any more
        return await asyncio.wrap_future(thought)

    def _start(self) -> None:
        """Let those begin who are next, while threads are free."""
        held = []
        while self._waiting and self._busy < self._threads:
            one = heapq.heappop(self._waiting)
            _, _, place, turn = one
            if turn.done():  # nobody waits for it any more
                continue
            if not place.foremost and self._busy_otherwise >= max(1, self._threads - 1):
                held.append(one)
                continue
            self._busy += 1
            self._busy_otherwise += not place.foremost
            turn.set_result(None)
        for one in held:
            heapq.heappush(self._waiting, one)

    def _done(self, place: Place) -> None:
        self._busy -= 1
        self._busy_otherwise -= not place.foremost
        self._start()

    async def close(self) -> None:
        """Nobody thinks on."""
        self._thinking.halt.set()
        self._pool.shutdown(wait=False, cancel_futures=True)


_Waiting = tuple[int, int, Place, "asyncio.Future[None]"]
