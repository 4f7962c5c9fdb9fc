"""A bus on Redis, or Valkey: publish and subscribe, and nothing kept there.

When Redis is away, what is published is dropped, and this says so once; it is looked for again for
ever, and once it is back everybody who listens is told that something may have been missed.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from volto.rules import VoltoError
from volto.server import metrics
from volto.server.bus.bus import Bus, Subscription

UNSENT = 10_000
"""Messages that may wait; beyond, the oldest are dropped."""
BATCH = 100
"""Messages sent, or channels asked for, at once."""
SILENCE = 2.0
"""Seconds without a word from Redis after which it is asked whether it is there."""
TIMEOUT = 2.0
"""Seconds that it may take to answer."""
SOONEST, LATEST = 0.05, 1.0
"""Seconds to wait before Redis is looked for again: at first, and at most."""

_log = logging.getLogger(__name__)


class RedisBus(Bus):
    """One connection listens, another one publishes; each comes back by itself."""

    def __init__(self, url: str, prefix: str = "volto:") -> None:
        """`prefix` keeps houses on one Redis apart."""
        super().__init__()
        try:
            # Without time-outs of its own: those lose cancellations on Python 3.11.
            self._redis = Redis.from_url(
                url,
                socket_timeout=None,
                socket_connect_timeout=TIMEOUT,
                retry=Retry(NoBackoff(), 0),
            )
        except ValueError as error:
            raise VoltoError(f"The bus cannot be used: {error}") from None
        self._prefix = prefix
        self._unsent: deque[tuple[str, bytes]] = deque()
        self._wanted: dict[str, bool] = {}
        """Channels to be subscribed to (True) or left (False), in order."""
        self._to_send, self._to_ask, self._idle = (asyncio.Event() for _ in range(3))
        self._idle.set()
        self._up: dict[str, bool] = {}
        self._tasks = [
            asyncio.create_task(self._ever(self._publishing, "publishes"), name="bus publishes"),
            asyncio.create_task(self._ever(self._listening, "listens"), name="bus listens"),
        ]

    @property
    def connected(self) -> bool:
        return len(self._up) == len(self._tasks) and all(self._up.values())

    async def close(self) -> None:
        """What was published before still goes out, if Redis is there."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT):
                if self._up.get("publishes") and not self._tasks[0].done():
                    await self._idle.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    # Publishing.

    def publish(self, channel: str, message: bytes) -> None:
        if len(self._unsent) == UNSENT:
            self._unsent.popleft()
        self._unsent.append((channel, message))
        self._to_send.set()
        self._idle.clear()

    async def _publishing(self, up: Callable[[], None]) -> None:
        async with asyncio.timeout(TIMEOUT):
            await self._redis.ping()
        self._unsent.clear()  # from before: too late now
        self._idle.set()
        up()
        while True:
            await self._to_send.wait()
            self._to_send.clear()
            while self._unsent:
                batch = self._redis.pipeline(transaction=False)
                for _ in range(min(BATCH, len(self._unsent))):
                    channel, message = self._unsent.popleft()
                    batch.publish(self._prefix + channel, message)
                async with asyncio.timeout(TIMEOUT):
                    await batch.execute()
            self._idle.set()

    # Listening.

    def _opened(self, subscription: Subscription, *, first: bool) -> None:
        """The others on the channel are told again, which does no harm."""
        self._wanted[subscription.channel] = True
        self._to_ask.set()

    def _closed(self, channel: str) -> None:
        self._wanted[channel] = False
        self._to_ask.set()

    async def _listening(self, up: Callable[[], None]) -> None:
        async with self._redis.pubsub() as pubsub:
            self._wanted = dict.fromkeys(("", *self._subscriptions), True)
            await self._ask(pubsub)  # connects: the empty channel is always asked for
            async with asyncio.TaskGroup() as both:
                both.create_task(self._asking(pubsub))
                both.create_task(self._hearing(pubsub, up))

    async def _asking(self, pubsub: PubSub) -> None:
        while True:
            await self._to_ask.wait()
            self._to_ask.clear()
            await self._ask(pubsub)

    async def _ask(self, pubsub: PubSub) -> None:
        """Subscribe and leave as is wanted; the answers come with the messages."""
        while self._wanted:
            asked = dict([*self._wanted.items()][:BATCH])
            for channel in asked:
                del self._wanted[channel]
            async with asyncio.timeout(TIMEOUT):
                if joined := [self._prefix + channel for channel, wish in asked.items() if wish]:
                    await pubsub.subscribe(*joined)
                if left := [self._prefix + channel for channel, wish in asked.items() if not wish]:
                    await pubsub.unsubscribe(*left)

    async def _hearing(self, pubsub: PubSub, up: Callable[[], None]) -> None:
        asked = False
        while True:
            message: dict[str, Any] | None = await pubsub.get_message(timeout=SILENCE)
            if message is None:
                if asked:
                    raise TimeoutError("Redis is silent")
                await pubsub.ping()
            asked = message is None
            if message is None or message["channel"] is None:
                continue
            channel = message["channel"].decode().removeprefix(self._prefix)
            if message["type"] == "message":
                self._heard(channel, message["data"])
            elif message["type"] == "subscribe":
                up()
                self._joined(channel)

    # Coming back.

    async def _ever(
        self, work: Callable[[Callable[[], None]], Coroutine[Any, Any, None]], what: str
    ) -> None:
        """Work until Redis fails, and again, for ever; `work` calls what it is given once all is
        well."""
        wait = SOONEST

        def up() -> None:
            nonlocal wait
            wait = SOONEST
            if self._up.get(what) is False:
                _log.warning("The bus is back: it %s.", what)
                if what == "publishes":  # others may have missed what was said here
                    for channel in tuple(self._subscriptions):
                        self._joined(channel)
            self._up[what] = True
            metrics.bus_connected.set(self.connected)

        while True:
            try:
                await work(up)
            except* (RedisError, OSError) as errors:
                if self._up.get(what) is not False:
                    kind = type(_first(errors)).__name__
                    _log.warning("The bus is gone (it %s no more): %s.", what, kind)
                self._up[what] = False
                metrics.bus_connected.set(0)
            await asyncio.sleep(wait)
            wait = min(LATEST, 2 * wait)


def _first(errors: BaseExceptionGroup[Any]) -> BaseException:
    first: BaseException = errors
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return first
