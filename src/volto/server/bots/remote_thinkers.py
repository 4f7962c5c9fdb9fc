"""Thinkers elsewhere: processes that take jobs from a queue on Redis (`volto think`).

While none of them is there, or Redis is not, the threads of this process think.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from itertools import count
from uuid import uuid4

import msgspec

from volto.server.bots.fair_order import Place
from volto.server.bots.jobs import Answer, AnyJob
from volto.server.bots.queue import (
    HERE,
    PATIENCE,
    Task,
    Ticket,
    open_bus,
    open_queue,
    replies,
    stream,
)
from volto.server.bots.thinkers import Thinkers

SILENCE = 3.0
"""Seconds without a sign of life after which nobody is there."""
LOOK = 0.25
"""Seconds between two looks at whether anybody is there, and until Redis is tried again."""

_log = logging.getLogger(__name__)


class Unanswered(Exception):
    """Nobody there answers."""


class RemoteThinkers:
    """Sends jobs away, hears answers; `local` takes what nobody there does."""

    def __init__(
        self, url: str, local: Thinkers, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Needs a running event loop."""
        self._url, self._local, self._clock = url, local, clock
        self._bus = open_bus(url)
        self._answers = f"answers:{uuid4().hex}"
        self._bus.subscribe(self._answers, self._heard, self._missed)
        self._bus.subscribe(HERE, self._seen)
        self._last_seen = -SILENCE
        self._numbers = count()
        self._asked: dict[int, asyncio.Future[Answer | None]] = {}
        self._send: Task | None = None
        self._broken = asyncio.Event()
        self._session = asyncio.create_task(self._ever(), name="queue of jobs")

    @property
    def ready(self) -> bool:
        """Whether somebody else thinks."""
        there = self._clock() - self._last_seen < SILENCE
        return there and self._send is not None and self._bus.connected

    async def think(self, job: AnyJob, place: Place) -> Answer:
        if self.ready:
            try:
                return await self._think_there(job, place)
            except Unanswered:
                pass
        return await self._local.think(job, place)

    async def close(self) -> None:
        self._session.cancel()
        await asyncio.gather(self._session, return_exceptions=True)
        await self._bus.close()
        await self._local.close()

    async def _think_there(self, job: AnyJob, place: Place) -> Answer:
        number = next(self._numbers)
        answered: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._asked[number] = answered
        until = self._clock() + PATIENCE
        try:
            await self._sent(Ticket(number, self._answers, job), place)
            while not answered.done() and self.ready and self._clock() < until:
                await asyncio.wait((answered,), timeout=LOOK)
            answer = answered.result() if answered.done() else None
        finally:
            del self._asked[number]
        if answer is None:
            raise Unanswered
        return answer

    async def _sent(self, ticket: Ticket, place: Place) -> None:
        send, text = self._send, msgspec.json.encode(ticket).decode()
        if send is None:
            raise Unanswered
        try:
            async with asyncio.timeout(SILENCE):
                await send.enqueue(text).start(priority=stream(place))
        except Exception:  # of any of the libraries below
            self._broken.set()
            raise Unanswered from None

    def _heard(self, message: bytes) -> None:
        """An answer; one that comes too late is dropped."""
        try:
            reply = replies.decode(message)
        except msgspec.MsgspecError:
            return
        waiting = self._asked.get(reply.number)
        if waiting is not None and not waiting.done():
            waiting.set_result(reply.answer)

    def _missed(self) -> None:
        """Answers may have been told while nobody listened: do without them."""
        for waiting in self._asked.values():
            if not waiting.done():
                waiting.set_result(None)

    def _seen(self, message: bytes) -> None:
        self._last_seen = self._clock()

    async def _ever(self) -> None:
        """Keep a way to the queue open; a Redis that comes back has forgotten what it was told."""
        while True:
            self._broken.clear()
            try:
                worker, send = open_queue(self._url, _not_here)
                async with worker:
                    self._send = send
                    await self._broken.wait()
            except Exception as error:
                _log.debug("The queue of jobs is gone: %s.", type(error).__name__)
            finally:
                self._send = None
            await asyncio.sleep(LOOK)


async def _not_here(text: str) -> tuple[str, bytes] | None:
    """Whoever sends jobs does none."""
    raise NotImplementedError
