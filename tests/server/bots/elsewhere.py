"""Thinkers on the far side of a queue, within this process or as processes of their own."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator

from volto.server.bots.fair_order import Place
from volto.server.bots.jobs import Answer, AnyJob
from volto.server.bots.remote_thinkers import RemoteThinkers
from volto.server.bots.think_service import serve_queue
from volto.server.bots.thinking import Thinking

PATIENCE = 60.0


class Here:
    """Stands for the threads of a server, and counts what they are asked."""

    ready = True

    def __init__(self) -> None:
        self.jobs: list[AnyJob] = []

    async def think(self, job: AnyJob, place: Place) -> Answer:
        self.jobs.append(job)
        return Answer("here", 0.0)

    async def close(self) -> None:
        pass


@contextlib.asynccontextmanager
async def sending(url: str, here: Here | None = None) -> AsyncIterator[RemoteThinkers]:
    """One end of the queue."""
    thinkers = RemoteThinkers(url, here or Here())
    try:
        yield thinkers
    finally:
        await thinkers.close()


async def found(thinkers: RemoteThinkers) -> None:
    """Somebody is there."""
    async with asyncio.timeout(PATIENCE):
        while not thinkers.ready:
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def serving_queue(url: str, threads: int, thinking: Thinking) -> AsyncIterator[None]:
    """The other end, in this process."""
    stop, ready = asyncio.Event(), asyncio.Event()
    service = asyncio.create_task(serve_queue(url, threads, thinking, stop, ready.set))
    try:
        async with asyncio.timeout(PATIENCE):
            await ready.wait()
        yield
    finally:
        stop.set()
        await service


@contextlib.asynccontextmanager
async def elsewhere(url: str, threads: int, thinking: Thinking) -> AsyncIterator[RemoteThinkers]:
    """Both ends."""
    async with serving_queue(url, threads, thinking), sending(url) as thinkers:
        await found(thinkers)
        yield thinkers


@contextlib.asynccontextmanager
async def processes(url: str, number: int) -> AsyncIterator[list[asyncio.subprocess.Process]]:
    """So many real `volto think`, ready; killed without a word in the end."""
    command = (sys.executable, "-m", "volto", "think", "--bus", url)
    environment = {**os.environ, "NUMBA_NUM_THREADS": "1"}
    pipe = asyncio.subprocess.PIPE
    running = [
        await asyncio.create_subprocess_exec(*command, stdout=pipe, env=environment)
        for _ in range(number)
    ]
    try:
        async with asyncio.timeout(PATIENCE):
            for one in running:
                assert one.stdout is not None
                assert (await one.stdout.readline()).startswith(b"Thinking for the servers on ")
        yield running
    finally:
        for one in running:
            with contextlib.suppress(ProcessLookupError):
                one.kill()
            await one.wait()
