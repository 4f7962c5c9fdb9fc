"""Thinkers may come and go, and Redis too: games go on, and what comes too late is dropped."""

import asyncio
from itertools import count
from random import Random

import msgspec
import pytest

from tests.server.bots.elsewhere import Here, found, sending, serving_queue
from tests.services import Redis
from volto.rules import Family, View
from volto.server.bots import remote_thinkers
from volto.server.bots.agent_cache import AgentCache
from volto.server.bots.fair_order import RANKS, Kind, Place
from volto.server.bots.jobs import Answer, AnyJob, DeployJob, MoveJob, ViewWords
from volto.server.bots.queue import Reply
from volto.server.bots.remote_thinkers import RemoteThinkers
from volto.server.bots.thinking import Thinking
from volto.server.wire.messages import Hint

pytestmark = pytest.mark.anyio
JOB = DeployJob(1, None, Family.WHITE, "")


class There(Thinking):
    """Answers at once; or, if it is told to, fails."""

    def __init__(self, fails: bool = False) -> None:
        super().__init__(AgentCache(0))
        self.fails = fails

    def answer(self, job: AnyJob) -> Answer:
        if self.fails:
            raise ValueError("NNAAL/LSNAC")
        return Answer("there", 0.0)


async def test_while_nobody_is_there_the_server_thinks_itself(redis_url: str) -> None:
    here = Here()
    async with sending(redis_url, here) as thinkers:
        assert not thinkers.ready
        assert (await thinkers.think(JOB, Place(0))).said == "here"
        async with serving_queue(redis_url, 1, There()):
            await found(thinkers)
            assert (await thinkers.think(JOB, Place(0))).said == "there"
    assert here.jobs == [JOB]


async def test_who_waits_for_thinkers_that_have_gone_is_answered_here(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_thinkers, "SILENCE", 0.8)
    async with sending(redis_url) as thinkers:
        async with serving_queue(redis_url, 1, There()):
            await found(thinkers)
        assert (await thinkers.think(JOB, Place(0))).said == "here"
        assert not thinkers.ready


async def test_a_job_that_fails_there_is_done_here_and_its_error_names_no_role(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """R-2"""
    async with sending(redis_url) as thinkers, serving_queue(redis_url, 1, There(fails=True)):
        await found(thinkers)
        assert (await thinkers.think(JOB, Place(0))).said == "here"
    assert "A job cannot be done: ValueError" in caplog.text
    assert "LSNAC" not in caplog.text


async def test_when_redis_goes_the_server_thinks_and_when_it_is_back_others_do(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A Redis that comes back has forgotten everything. R-2: no log names a role."""
    caplog.set_level("DEBUG")
    job = MoveJob(1, 10, ViewWords.of(View.start("white", "NNAAL/LSNAC")), 1.0)
    with Redis() as redis:
        async with sending(redis.url) as thinkers, serving_queue(redis.url, 2, There()):
            await found(thinkers)
            redis.end()
            assert (await thinkers.think(job, Place(0))).said == "here"
            redis.start()
            async with asyncio.timeout(20):
                while (await thinkers.think(job, Place(0))).said == "here":
                    await asyncio.sleep(0.05)
    assert caplog.text
    assert "LSNAC" not in caplog.text


async def test_a_redis_that_stands_still_does_not_keep_games_from_going_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remote_thinkers, "SILENCE", 0.8)
    with Redis() as redis:
        async with sending(redis.url) as thinkers, serving_queue(redis.url, 1, There()):
            await found(thinkers)
            redis.halt()
            assert (await thinkers.think(JOB, Place(0))).said == "here"
            redis.go_on()
            async with asyncio.timeout(20):
                while (await thinkers.think(JOB, Place(0))).said == "here":
                    await asyncio.sleep(0.05)


async def test_a_thinker_takes_jobs_of_several_places_that_come_at_the_same_moment(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    rng = Random(1)

    async def ask(thinkers: RemoteThinkers) -> str | Hint:
        await asyncio.sleep(rng.uniform(0.0, 0.01))
        place = Place(rng.choice(RANKS), rng.choice([*Kind]))
        return (await thinkers.think(JOB, place)).said

    async with sending(redis_url) as thinkers, serving_queue(redis_url, 1, There()):
        await found(thinkers)
        for _ in range(60):
            said = await asyncio.gather(*(ask(thinkers) for _ in range(3)))
            assert set(said) == {"there"}
    assert caplog.text == ""


async def test_an_answer_that_comes_too_late_is_dropped(redis_url: str) -> None:
    async with sending(redis_url) as thinkers:
        thinkers._heard(msgspec.json.encode(Reply(5, Answer("there", 0.0))))
        thinkers._heard(b"rubbish")
        assert not thinkers._asked


async def test_who_gets_no_answer_in_time_is_answered_here(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though somebody seems to be there."""
    ticks = count()
    async with sending(redis_url) as thinkers:
        monkeypatch.setattr(remote_thinkers, "SILENCE", 10.0**9)
        monkeypatch.setattr(remote_thinkers, "LOOK", 0.001)
        monkeypatch.setattr(thinkers, "_clock", lambda: float(next(ticks)))
        thinkers._seen(b"")
        await found(thinkers)
        assert (await thinkers.think(JOB, Place(0))).said == "here"
