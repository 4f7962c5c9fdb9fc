"""What every bus does: the one within a process, and one on a real Redis."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import pytest

from tests.services import Redis
from volto.rules import VoltoError
from volto.server.bus import Bus, open_bus
from volto.server.bus import redis as redis_bus
from volto.server.bus.local import LocalBus
from volto.server.bus.redis import RedisBus

pytestmark = pytest.mark.anyio
PATIENCE = 20.0


@pytest.fixture(params=["local", "redis"])
async def ends(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Bus, Bus]]:
    """A bus as two workers hold it."""
    if request.param == "local":
        bus = LocalBus()
        yield bus, bus
        await bus.close()
    else:
        url = request.getfixturevalue("redis_url")
        async with contextlib.AsyncExitStack() as closing:
            here, there = (RedisBus(url) for _ in range(2))
            closing.push_async_callback(here.close)
            closing.push_async_callback(there.close)
            yield here, there


@dataclass
class Ear:
    """Keeps what it hears."""

    heard: list[bytes] = field(default_factory=list)
    joined: int = 0

    def hear(self, message: bytes) -> None:
        self.heard.append(message)

    def join(self) -> None:
        self.joined += 1

    async def on(self, bus: Bus, channel: str) -> Callable[[], None]:
        before = self.joined
        leave = bus.subscribe(channel, self.hear, self.join)
        await until(lambda: self.joined > before)
        return leave


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


async def connected(*buses: Bus) -> None:
    await until(lambda: all(bus.connected for bus in buses))


async def test_what_is_said_while_something_else_is_being_sent_is_heard(
    ends: tuple[Bus, Bus],
) -> None:
    here, there = ends
    await connected(*ends)
    ear = Ear()
    await ear.on(there, "table")
    words = [str(number).encode() for number in range(300)]
    for word in words:
        here.publish("table", word)
        await asyncio.sleep(0)
    await until(lambda: ear.heard[-1:] == words[-1:])
    assert ear.heard == words


async def test_whoever_listens_hears_what_is_said_in_order(ends: tuple[Bus, Bus]) -> None:
    here, there = ends
    await connected(*ends)
    ear = Ear()
    await ear.on(there, "table")
    words = [str(number).encode() for number in range(1000)]
    for word in words:
        here.publish("table", word)
    await until(lambda: len(ear.heard) == len(words))
    assert ear.heard == words


async def test_a_channel_carries_only_its_own(ends: tuple[Bus, Bus]) -> None:
    here, there = ends
    await connected(*ends)
    one, other = Ear(), Ear()
    await one.on(there, "one")
    await other.on(there, "other")
    here.publish("nobody", b"0")
    here.publish("one", b"1")
    here.publish("other", b"2")
    await until(lambda: bool(one.heard and other.heard))
    assert (one.heard, other.heard) == ([b"1"], [b"2"])


async def test_whoever_says_something_hears_it_too(ends: tuple[Bus, Bus]) -> None:
    await connected(*ends)
    ear = Ear()
    await ear.on(ends[0], "table")
    ends[0].publish("table", b"hello")
    await until(lambda: ear.heard == [b"hello"])


async def test_whoever_has_left_hears_nothing_and_may_come_back(ends: tuple[Bus, Bus]) -> None:
    here, there = ends
    await connected(*ends)
    gone, stays = Ear(), Ear()
    leave = await gone.on(there, "table")
    await stays.on(there, "table")
    leave()
    here.publish("table", b"1")
    await until(lambda: stays.heard == [b"1"])
    assert gone.heard == []
    await gone.on(there, "table")
    here.publish("table", b"2")
    await until(lambda: gone.heard == [b"2"])


async def test_the_last_to_leave_closes_the_channel(ends: tuple[Bus, Bus]) -> None:
    here, there = ends
    await connected(*ends)
    gone, witness = Ear(), Ear()
    (await gone.on(there, "table"))()
    await witness.on(there, "other")
    here.publish("table", b"1")
    here.publish("other", b"2")
    await until(lambda: witness.heard == [b"2"])
    assert gone.heard == []
    for _ in range(20):  # in and out, and in at last
        there.subscribe("table", gone.hear)()
    await gone.on(there, "table")
    here.publish("table", b"3")
    await until(lambda: gone.heard == [b"3"])


async def test_a_bus_that_is_closed_says_nothing(ends: tuple[Bus, Bus]) -> None:
    ear = Ear()
    await ear.on(ends[1], "table")
    await ends[0].close()
    ends[0].publish("table", b"late")


# A bus on Redis.


async def test_a_redis_that_comes_back_is_found_and_everybody_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with Redis() as redis:
        here, there = RedisBus(redis.url), RedisBus(redis.url)
        ear = Ear()
        await ear.on(there, "table")
        await connected(here, there)
        redis.end()
        here.publish("table", b"lost")
        await until(lambda: not here.connected and not there.connected)
        before = ear.joined
        await asyncio.to_thread(redis.start)
        await connected(here, there)
        await until(lambda: ear.joined > before)
        here.publish("table", b"after")
        await until(lambda: b"after" in ear.heard)
        await here.close()
        await there.close()
    gone = [record for record in caplog.records if "gone" in record.getMessage()]
    assert len(gone) <= 4, "said once by each connection, however often it was tried"
    assert all(record.levelno == logging.WARNING for record in gone)


async def test_a_redis_that_is_away_delays_nobody_and_keeps_nothing() -> None:
    bus = RedisBus("redis://127.0.0.1:1/0")
    for number in range(3 * redis_bus.UNSENT):
        bus.publish("table", str(number).encode())
    await until(lambda: "publishes" in bus._up)
    assert not bus.connected
    assert len(bus._unsent) == redis_bus.UNSENT
    await bus.close()


async def test_a_redis_that_stands_still_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "SILENCE", 0.1)
    monkeypatch.setattr(redis_bus, "TIMEOUT", 0.3)
    with Redis() as redis:
        bus, ear = RedisBus(redis.url), Ear()
        await ear.on(bus, "table")
        await connected(bus)
        redis.halt()
        await until(lambda: bus._up["listens"] is False)
        redis.go_on()
        await connected(bus)
        bus.publish("table", b"hello")
        await until(lambda: b"hello" in ear.heard)
        await bus.close()
        redis.end(signal.SIGTERM)


async def test_houses_on_one_redis_do_not_hear_each_other(redis_url: str) -> None:
    ours, theirs = open_bus(redis_url, "ours"), open_bus(redis_url, "theirs")
    ear, other = Ear(), Ear()
    await ear.on(ours, "table")
    await other.on(theirs, "table")
    ours.publish("table", b"hello")
    await until(lambda: ear.heard == [b"hello"])
    assert other.heard == []
    await ours.close()
    await theirs.close()


async def test_an_address_that_is_none_is_an_error_in_words() -> None:
    with pytest.raises(VoltoError, match="The bus cannot be used"):
        open_bus("http://127.0.0.1", "")


async def test_a_bus_closes_at_any_moment(redis_url: str) -> None:
    """Also while it is asking for a channel, or sending."""
    for steps in range(40):
        bus = RedisBus(redis_url)
        await connected(bus)
        for number in range(3):
            bus.subscribe(f"table {number}", lambda _: None)()
            bus.publish("table", b"hello")
        for _ in range(steps):
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            await bus.close()
