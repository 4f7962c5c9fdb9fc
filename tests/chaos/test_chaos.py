"""Real processes are killed, halted and starved while people and the house play.

Whatever was acknowledged took effect exactly once, in an order that agrees with real time; whatever
was refused had no effect; everybody comes back and plays on. `bench/chaos.py` is the long version.
"""

import asyncio
from random import Random

import pytest

from tests.chaos.clients import Crowd
from tests.chaos.cluster import Cluster, many_processes, one_process
from volto.server.graceful import RESTART

SPARED = ("server stopped", "server halted", "Redis halted", "thinker killed")
"""Strikes of the long version only, and one that comes last."""
NO_DISK = "NO SMALL DISK COULD BE MOUNTED, SO NO FULL ONE IS TESTED: run the tests as root"


def judge(crowd: Crowd, cluster: Cluster) -> None:
    for fault in crowd.faults().values():
        pytest.fail(str(fault))
    assert cluster.complaints() == []
    assert crowd.tally["turns"] > 10


async def on_one_process(*strikes: str) -> None:
    rng = Random(1)
    async with one_process(rng) as cluster:
        if not set(strikes) <= {*cluster.strikes}:
            pytest.skip(NO_DISK)
        crowd = Crowd(cluster.ports, rng, pace=0.02)
        await crowd.seat(pairs=3, at_house=1)
        await crowd.through(cluster, strikes, calm=0.4)
        judge(crowd, cluster)


def test_no_acknowledged_turn_is_lost_or_doubled_by_kills() -> None:
    asyncio.run(on_one_process(*["server killed"] * 3))


def test_a_stop_finishes_what_was_begun_and_tells_pages_to_come_back() -> None:
    async def story() -> None:
        rng = Random(3)
        async with one_process(rng) as cluster:
            crowd = Crowd(cluster.ports, rng, graceful=True)
            await crowd.seat(pairs=3)
            await crowd.through(cluster, ["server stopped"], calm=0.4)
            judge(crowd, cluster)
            assert cluster.exits == [0]
            for client in crowd.clients:  # one may have been on its way to a rematch
                assert {*client.goodbyes} <= {RESTART}
            assert sum(bool(client.goodbyes) for client in crowd.clients) >= 4

    asyncio.run(story())


def test_no_acknowledged_turn_is_lost_or_doubled_by_a_full_disk() -> None:
    asyncio.run(on_one_process("disk full"))


def test_no_acknowledged_turn_is_lost_or_doubled_on_three_workers() -> None:
    async def story() -> None:
        rng = Random(2)
        async with many_processes(rng, workers=(2, 1)) as cluster:
            cluster.longest = 1.5
            crowd = Crowd(cluster.ports, rng, pace=0.05)
            await crowd.seat(pairs=4, at_house=1)
            strikes = [name for name in cluster.strikes if name not in SPARED]
            await crowd.through(cluster, [*strikes, "thinker killed"], calm=0.2)
            judge(crowd, cluster)

    asyncio.run(story())
