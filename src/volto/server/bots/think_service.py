"""A thinker as a process of its own: takes jobs from the queue on Redis, best places first."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import anyio
import msgspec

from volto.server.bots.fair_order import FOREMOST
from volto.server.bots.queue import ALL, BEAT, HERE, Reply, open_bus, open_queue, tickets
from volto.server.bots.thinking import Thinking
from volto.server.errors import described

AGAIN = 0.5
"""Seconds to wait before Redis is tried again."""

_log = logging.getLogger(__name__)


async def serve_queue(
    url: str, threads: int, thinking: Thinking, stop: asyncio.Event, ready: Callable[[], None]
) -> None:
    """Think until `stop`; what was begun is finished. `ready` is called once jobs are taken.

    One of several threads is kept for those who play one game, as within a server.
    """
    loop, bus = asyncio.get_running_loop(), open_bus(url)
    pool = ThreadPoolExecutor(threads, "volto-thinkers")

    async def think(text: str) -> tuple[str, bytes] | None:
        ticket = None
        try:
            ticket = tickets.decode(text)
            answer = await loop.run_in_executor(pool, thinking.answer, ticket.job)
            return ticket.answer_on, msgspec.json.encode(Reply(ticket.number, answer))
        except Exception as error:  # such as a job of another version
            _log.error("A job cannot be done: %s", described(error))
        if ticket is None:
            return None
        return ticket.answer_on, msgspec.json.encode(Reply(ticket.number, None))

    async def beat() -> None:
        while not stop.is_set():
            bus.publish(HERE, b"")
            await _stopped_within(stop, BEAT)

    shares = [(threads - 1, ALL), (1, (FOREMOST,))] if threads > 1 else [(1, ALL)]
    told = False
    try:
        while not stop.is_set():
            try:
                async with anyio.create_task_group() as running:
                    for share, places in shares:
                        worker, _ = open_queue(url, think, stop, share, places)
                        await running.start(worker.run_async)
                    running.start_soon(beat)
                    ready()
                    told = False
            except Exception as error:
                if not told:
                    _log.warning(
                        "Redis does not answer (%s): trying again.", described(_first(error))
                    )
                told = True
                await _stopped_within(stop, AGAIN)
    finally:
        await bus.close()
        pool.shutdown()


def _first(error: Exception) -> Exception:
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


async def _stopped_within(stop: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
