"""The house is shared fairly: everyone in turn, live games before hints before analyses."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from volto.server.bots.fair_order import MOST_HINTS, MOST_JOBS, RANKS, FairOrder, Kind, Place
from volto.server.errors import RequestError

pytestmark = pytest.mark.anyio


async def taken(order: FairOrder, stack: AsyncExitStack, person: str, kind: Kind) -> Place:
    return await stack.enter_async_context(order.place(person, kind))


async def test_the_first_game_of_everyone_comes_before_the_second_of_anyone() -> None:
    order = FairOrder()
    async with AsyncExitStack() as stack:
        many = [await taken(order, stack, "ann", Kind.LIVE) for _ in range(MOST_JOBS)]
        first = await taken(order, stack, "bo", Kind.LIVE)
    assert [place.rank for place in many] == [*range(MOST_JOBS)]
    assert first.rank < many[1].rank


async def test_live_games_come_before_hints_and_hints_before_analyses() -> None:
    order = FairOrder()
    async with AsyncExitStack() as stack:
        ranks = [(await taken(order, stack, kind.name, kind)).rank for kind in Kind]
    assert ranks == sorted(set(ranks))


async def test_who_plays_many_games_does_not_keep_others_from_their_hints() -> None:
    order = FairOrder()
    async with AsyncExitStack() as stack:
        many = [await taken(order, stack, "ann", Kind.LIVE) for _ in range(MOST_JOBS)]
        hint = await taken(order, stack, "bo", Kind.HINT)
    assert hint.rank < many[-1].rank


async def test_one_persons_hints_are_refused_when_they_are_too_many_and_nobody_elses() -> None:
    order = FairOrder()
    async with AsyncExitStack() as stack:
        for _ in range(MOST_HINTS):
            await taken(order, stack, "ann", Kind.HINT)
        with pytest.raises(RequestError, match="Too many hints"):
            await taken(order, stack, "ann", Kind.HINT)
        await taken(order, stack, "bo", Kind.HINT)
    async with AsyncExitStack() as stack:
        await taken(order, stack, "ann", Kind.HINT)


async def test_games_beyond_the_most_wait_outside_in_the_order_in_which_they_came() -> None:
    order, let_in, leave = FairOrder(), list[int](), asyncio.Event()

    async def play(number: int) -> None:
        async with order.place("ann"):
            let_in.append(number)
            await leave.wait()

    games = [asyncio.create_task(play(number)) for number in range(2 * MOST_JOBS)]
    await asyncio.sleep(0)
    assert let_in == [*range(MOST_JOBS)]
    games[MOST_JOBS + 1].cancel()  # one that waits outside gives up
    await asyncio.sleep(0)
    leave.set()
    await asyncio.gather(*games, return_exceptions=True)
    assert let_in == [n for n in range(2 * MOST_JOBS) if n != MOST_JOBS + 1]


async def test_who_spreads_many_games_over_servers_is_first_at_none_of_them() -> None:
    here, there = FairOrder(), FairOrder()
    async with AsyncExitStack() as stack:
        for _ in range(MOST_JOBS):
            await taken(there, stack, "ann", Kind.LIVE)
        await taken(there, stack, "bo", Kind.LIVE)
        here.absorb("there", there.report())
        places = [await taken(here, stack, "ann", Kind.LIVE) for _ in range(MOST_JOBS)]
        assert (await taken(here, stack, "bo", Kind.LIVE)).rank == 0
        assert min(place.rank for place in places) == MOST_JOBS
        assert max(place.rank for place in places) == RANKS[-1]
    here.absorb("there", {})  # it is gone
    async with here.place("ann") as place:
        assert place.rank == 0


async def test_nobody_is_remembered_who_has_left() -> None:
    order = FairOrder()
    for kind in Kind:
        async with order.place("ann", kind) as place:
            assert place.rank in RANKS
    assert not order._jobs
    assert not order._hints
    assert not order._outside


async def test_a_place_that_is_handed_to_somebody_who_has_gone_is_free() -> None:
    order = FairOrder()
    async with AsyncExitStack() as stack:
        for _ in range(MOST_JOBS):
            await taken(order, stack, "ann", Kind.LIVE)
        waiting = asyncio.create_task(order.place("ann").__aenter__())
        await asyncio.sleep(0)
        await stack.aclose()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    assert not order._jobs
