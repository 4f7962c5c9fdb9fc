"""Jobs are thought about in the order of their places, here and elsewhere, and a thread is kept for
live games."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from random import Random

import pytest

from tests.server.bots.elsewhere import elsewhere
from volto.rules import Family
from volto.server.bots.agent_cache import AgentCache
from volto.server.bots.fair_order import Kind, Place
from volto.server.bots.jobs import Answer, AnyJob, DeployJob
from volto.server.bots.thinkers import LocalThinkers, Thinkers
from volto.server.bots.thinking import Thinking
from volto.server.tables.table import at_once

pytestmark = pytest.mark.anyio


@dataclass
class Slow(Thinking):
    """Thinks until it is let go, and remembers in which order it began."""

    began: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(AgentCache(0))
        self.go_on = threading.Semaphore(0)

    def answer(self, job: AnyJob) -> Answer:
        self.began.append(job.seed)
        assert self.go_on.acquire(timeout=30)
        return Answer(str(job.seed), 0.0)


Opened = Callable[[int, Slow], contextlib.AbstractAsyncContextManager[Thinkers]]


@pytest.fixture(params=["here", "elsewhere"])
def opened(request: pytest.FixtureRequest) -> Opened:
    """So many threads that think by these means."""
    url = request.getfixturevalue("redis_url") if request.param == "elsewhere" else None

    @contextlib.asynccontextmanager
    async def open_(threads: int, slow: Slow) -> AsyncIterator[Thinkers]:
        if url is None:
            thinkers = LocalThinkers(threads, slow, at_once)
            yield thinkers
            await thinkers.close()
        else:
            async with elsewhere(url, threads, slow) as remote:
                yield remote

    return open_


def job(number: int) -> DeployJob:
    return DeployJob(number, None, Family.WHITE, "")


async def until_begun(slow: Slow, number: int) -> None:
    async with asyncio.timeout(20):
        while len(slow.began) < number:
            await asyncio.sleep(0.001)


async def asked(thinkers: Thinkers, *places: tuple[int, Place]) -> list[asyncio.Task[Answer]]:
    """Jobs in the queue, one after the other."""
    tasks = []
    for number, place in places:
        tasks.append(asyncio.create_task(thinkers.think(job(number), place)))
        await asyncio.sleep(0.05)
    return tasks


async def test_the_best_place_is_next_whoever_came_first(opened: Opened) -> None:
    slow = Slow()
    async with opened(1, slow) as thinkers:
        tasks = await asked(thinkers, (0, Place(0)))
        await until_begun(slow, 1)
        tasks += await asked(
            thinkers,
            (1, Place(5)),
            (2, Place(4, Kind.ANALYSIS)),
            (3, Place(0)),
            (4, Place(2, Kind.HINT)),
            (5, Place(2)),
        )
        slow.go_on.release(6)
        answers = await asyncio.gather(*tasks)
    assert slow.began in ([0, 3, 4, 5, 2, 1], [0, 3, 5, 4, 2, 1])  # the same rank: either
    assert [answer.said for answer in answers] == ["0", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize("place", [Place(2, Kind.HINT), Place(1)])
async def test_who_plays_one_game_waits_neither_for_hints_nor_for_who_plays_many(
    opened: Opened, place: Place
) -> None:
    slow = Slow()
    async with opened(2, slow) as thinkers:
        others = await asked(thinkers, *((number, place) for number in range(3)))
        await until_begun(slow, 1)
        live = await asked(thinkers, (9, Place(0)))
        await until_begun(slow, 2)
        assert slow.began == [0, 9]
        slow.go_on.release(4)
        await asyncio.gather(*live, *others)


async def test_a_thread_is_not_free_until_it_has_thought_to_the_end() -> None:
    """Whoever asked may have gone."""
    slow = Slow()
    thinkers = LocalThinkers(1, slow, at_once)
    gone = asyncio.create_task(thinkers.think(job(0), Place(0)))
    await until_begun(slow, 1)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    low = asyncio.create_task(thinkers.think(job(1), Place(3)))
    await asyncio.sleep(0)
    high = asyncio.create_task(thinkers.think(job(2), Place(0)))
    await asyncio.sleep(0)
    slow.go_on.release(3)
    await asyncio.gather(low, high)
    assert slow.began == [0, 2, 1]
    await thinkers.close()


async def test_who_stops_waiting_for_a_turn_is_passed_over() -> None:
    slow = Slow()
    thinkers = LocalThinkers(1, slow, at_once)
    first, second, third = (
        asyncio.create_task(thinkers.think(job(number), Place(0))) for number in range(3)
    )
    await until_begun(slow, 1)
    second.cancel()
    slow.go_on.release(2)
    await asyncio.gather(first, third)
    assert slow.began == [0, 2]
    await thinkers.close()


def test_random_orders_end() -> None:
    """Many jobs of all kinds, some of them given up: every other one is answered."""

    async def story(rng: Random) -> None:
        slow = Slow()
        slow.go_on.release(1000)
        thinkers = LocalThinkers(2, slow, at_once)
        tasks = [
            asyncio.create_task(
                thinkers.think(job(n), Place(rng.randrange(9), rng.choice([*Kind])))
            )
            for n in range(60)
        ]
        await asyncio.sleep(0)
        given_up = rng.sample(tasks, 20)
        for task in given_up:
            task.cancel()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        for task, answer in zip(tasks, answers, strict=True):
            assert isinstance(answer, Answer) or task in given_up
        while thinkers._busy:
            await asyncio.sleep(0.001)
        assert not thinkers._waiting
        await thinkers.close()

    for seed in range(5):
        asyncio.run(story(Random(seed)))
