"""Workers know of one another by their heartbeats."""

import asyncio

import pytest

from volto.server.bus.local import LocalBus
from volto.server.bus.peers import SILENCE, Peers
from volto.server.bus.words import WORKERS, Beat, Used, write_word

pytestmark = pytest.mark.anyio
USED: Used = {"addresses": {"192.0.2.1": (3.0, 17.0)}}


class Bus(LocalBus):
    """One that can be cut."""

    up = True

    @property
    def connected(self) -> bool:
        return self.up


class House:
    """A worker, what it is told of others, and a clock that is moved by hand."""

    def __init__(self) -> None:
        self.now, self.bus = 0.0, Bus()
        self.used: list[tuple[str, Used]] = []
        self.lost: list[str] = []
        self.peers = Peers(
            self.bus,
            "a",
            lambda: USED,
            lambda worker, used: self.used.append((worker, used)),
            self.lost.append,
            lambda: self.now,
        )

    async def beat(self, worker: str, used: Used) -> None:
        self.bus.publish(WORKERS, write_word(Beat(worker, used)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.peers.look()


async def test_a_heartbeat_says_who_is_alive_and_how_limits_are_used() -> None:
    house = House()
    heard: list[bytes] = []
    house.bus.subscribe(WORKERS, heard.append)
    house.peers.start()
    await asyncio.sleep(0.01)
    await house.peers.stop()
    assert heard == [write_word(Beat("a", USED))]
    assert house.used == [], "its own do not count twice"


async def test_a_worker_that_falls_silent_is_forgotten_with_all_that_it_used() -> None:
    house = House()
    house.peers.start()
    await house.beat("b", USED)
    house.wait(SILENCE - 1)
    assert (house.used, house.lost) == ([("b", USED)], [])
    house.peers.heard("b")  # by another word
    house.wait(SILENCE - 1)
    assert house.lost == []
    house.wait(2)
    assert (house.used[-1], house.lost) == (("b", {}), ["b"])
    house.wait(SILENCE)
    assert house.lost == ["b"]
    await house.peers.stop()


async def test_nobody_is_forgotten_while_nothing_can_be_heard() -> None:
    house = House()
    house.peers.start()
    await house.beat("b", {})
    house.bus.up = False
    house.wait(100)
    house.bus.up = True
    house.wait(SILENCE - 1)
    assert house.lost == []
    house.wait(2)
    assert house.lost == ["b"]
    await house.peers.stop()


async def test_what_is_no_heartbeat_is_passed_over() -> None:
    house = House()
    house.peers.start()
    for message in (b"", b"\xff", b"[]", b'["beat"]', b'["beat", "b", 1]', b'["new", "b"]'):
        house.bus.publish(WORKERS, message)
    await asyncio.sleep(0.01)
    assert house.used == []
    await house.peers.stop()
