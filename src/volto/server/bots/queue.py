"""The queue of jobs on Redis, by streaQ: one stream for each place in the order, and who is there.

Answers and signs of life go over a bus, since they are worth nothing later. A job that a thinker
has taken is another's after IDLE seconds without a sign of life.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import urlsplit

import msgspec
from anyio import CancelScope
from streaq import Worker
from streaq.task import AsyncRegisteredTask

from volto.server.bots.fair_order import RANKS, Kind, Place
from volto.server.bots.jobs import Answer, AnyJob
from volto.server.bus.redis import RedisBus

for library in ("coredis", "streaq"):  # what they say of a failure may name roles
    logging.getLogger(library).setLevel(logging.CRITICAL)

NAME = "volto-think"
IDLE = 2.0
PATIENCE = 10
"""Seconds that an answer may take; after that nobody begins with the job any more."""
TRIES = 3
"""Thinkers that a job may bring down before it is dropped."""
HERE = "here"
"""The channel on which thinkers give signs of life."""
BEAT = 0.5
"""Seconds between two of them."""

Task = AsyncRegisteredTask[[str], None]
Think = Callable[[str], Coroutine[Any, Any, tuple[str, bytes] | None]]
"""Makes of a ticket what is to be told, and on which channel."""


class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A job in the queue."""

    number: int
    answer_on: str
    """The channel for its answer."""
    job: AnyJob


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer on its way back; None if a thinker could make nothing of the job."""

    number: int
    answer: Answer | None


tickets = msgspec.json.Decoder(Ticket)
replies = msgspec.json.Decoder(Reply)


def open_bus(url: str) -> RedisBus:
    """For answers and signs of life."""
    return RedisBus(url, _prefix(url))


def _prefix(url: str) -> str:
    """Channels are the same in all databases of a Redis, but those of another are others'."""
    return f"volto:think:{urlsplit(url).path.strip('/') or 0}:"


def stream(place: Place) -> str:
    return f"{place.rank}-{place.kind.name.lower()}"


ALL = tuple(Place(rank, kind) for rank in RANKS for kind in Kind)
"""Every place there is, the best first."""


class _Worker(Worker[Any]):
    """Signals are for the process, which may have several of these; it is told when to stop.

    No more is taken out of the queue than can be begun at once, so that better jobs may come before
    the rest. But when several streams are read at the same moment, each may give something: there
    is room for that.
    """

    stop: asyncio.Event

    async def run_consumers(self, *given: Any, **named: Any) -> None:
        """The room has been made by now."""
        self.prefetch = self.concurrency
        await super().run_consumers(*given, **named)

    async def signal_handler(self, scope: CancelScope) -> None:
        await self.stop.wait()
        scope.cancel()


def open_queue(
    url: str,
    think: Think,
    stop: asyncio.Event | None = None,
    at_once: int = 1,
    places: tuple[Place, ...] = ALL,
) -> tuple[Worker[Any], Task]:
    """One end of the queue: a worker that does `at_once` jobs of these places once it runs, and the
    task by which jobs are sent. What was begun before `stop` is finished."""
    worker = _Worker(
        redis_url=url,
        queue_name=NAME,
        priorities=[stream(place) for place in reversed(places)],
        concurrency=at_once,
        prefetch=len(places) * at_once,
        serializer=json.dumps,
        deserializer=json.loads,
        idle_timeout=IDLE,
    )
    worker.stop = stop or asyncio.Event()

    async def think_and_tell(text: str) -> None:
        if told := await think(text):
            channel, message = told
            await worker.redis.publish(_prefix(url) + channel, message)  # or it is not done yet

    asked = worker.task(name="think", expire=PATIENCE, max_tries=TRIES, silent=True, ttl=0)
    return worker, asked(think_and_tell)
