"""Two workers on one database, within this process: what one does, the other one follows."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import insert

from tests.server.serving import parts
from volto.rules import Family
from volto.server.bus.local import LocalBus
from volto.server.bus.words import table_channel
from volto.server.errors import RequestError
from volto.server.opening import open_house
from volto.server.settings import ServerSettings
from volto.server.store import StoreFailed
from volto.server.store.schema import log
from volto.server.tables import commands
from volto.server.tables import tables as all_tables
from volto.server.tables.following import Following
from volto.server.tables.table import Table
from volto.server.tables.tables import Tables
from volto.server.wire.messages import Answer, Happened, Here, NewTable, SeatKey, read_answer

pytestmark = pytest.mark.anyio
WHITE, RED = Family
SETUPS = {WHITE: "NNAAL/LSNAC", RED: "AASNL/LNNAC"}
PATIENCE = 20.0


@dataclass
class Listener:
    """A page without a socket."""

    seats: tuple[Family, ...]
    heard: list[Answer] = field(default_factory=list)
    person: str = "192.0.2.1"

    def tell(self, frame: bytes) -> None:
        self.heard.append(read_answer(frame))

    def happened(self) -> list[int]:
        return [answer.number for answer in self.heard if isinstance(answer, Happened)]

    def here(self, seat: Family) -> list[bool]:
        told = [answer for answer in self.heard if isinstance(answer, Here)]
        return [answer.here for answer in told if answer.family == seat.value]


@dataclass
class Worker:
    """The tables of one server process, and whom its bots attended."""

    tables: Tables
    following: Following
    attended: list[tuple[str, int]]

    async def sit(self, name: str, *seats: Family) -> tuple[Table, Listener]:
        table, listener = await self.tables.table(name), Listener(seats)
        await table.greet(listener, None)
        self.tables.attend(table)
        return table, listener


@contextlib.asynccontextmanager
async def worker(folder: Path, bus: LocalBus, *, shared: bool = True) -> AsyncIterator[Worker]:
    settings = ServerSettings(folder, bus="redis://somewhere" if shared else None)
    store, keys = await open_house(settings)
    following = Following(store, bus)
    attended: list[tuple[str, int]] = []

    def attend(tables: Tables, table: Table) -> None:
        attended.append((table.setup.table, table.state.number))

    tables = Tables(store, keys, settings, attend, following=following)
    following.start()
    yield Worker(tables, following, attended)
    await following.stop()
    await store.close()


@dataclass
class House:
    """Two workers that share a bus, or believe so."""

    a: Worker
    b: Worker
    said: list[bytes]


@pytest.fixture(params=["bus", "no bus"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    """With a bus that works, and with one that loses everything: then they look by themselves."""
    bus = LocalBus()
    other = bus if request.param == "bus" else LocalBus()
    async with worker(tmp_path, bus) as a, worker(tmp_path, other) as b:
        yield House(a, b, [])


@pytest.fixture
async def heard(tmp_path: Path) -> AsyncIterator[House]:
    bus, said = LocalBus(), list[bytes]()
    publish = bus.publish

    def noting(channel: str, message: bytes) -> None:
        said.append(message)
        publish(channel, message)

    bus.publish = noting  # type: ignore[method-assign]
    async with worker(tmp_path, bus) as a, worker(tmp_path, bus) as b:
        yield House(a, b, said)


async def until(true: Callable[[], bool], *workers: Worker) -> None:
    """Wait for it; the workers look at the database in the meantime."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            for one in workers:
                await one.following.look()
            await asyncio.sleep(0.002)


async def a_game(one: Worker) -> str:
    made = await one.tables.make(NewTable(mode="friend", first="white", aid="off"))
    assert made.invite is not None
    _, _, name, key = parts(made.invite)
    await one.tables.join(name, key, "Bo")
    table = await one.tables.table(name)
    for seat, setup in SETUPS.items():
        await one.tables.deploy(table, seat, setup, lambda number: None)
    return name


async def play(table: Table, seat: Family, ply: int, move: str) -> int:
    return await table.act(lambda state: commands.play(state, seat, ply, move))


async def test_turns_are_heard_of_at_the_other_worker(house: House) -> None:
    name = await a_game(house.a)
    here, white = await house.a.sit(name, WHITE)
    there, red = await house.b.sit(name, RED)
    spectator = (await house.b.sit(name))[1]
    first = await play(here, WHITE, 0, "a2a3")
    await until(lambda: there.state.ply == 1, house.b)
    second = await play(there, RED, 1, "c6c5")
    await until(lambda: here.state.ply == 2, house.a)
    assert white.happened() == red.happened() == spectator.happened() == [first, second]
    assert here.state.position == there.state.position


async def test_of_two_who_move_at_once_one_is_refused(house: House) -> None:
    name = await a_game(house.a)
    here, there = (await house.a.sit(name, WHITE))[0], (await house.b.sit(name, WHITE))[0]
    done = await asyncio.gather(
        play(here, WHITE, 0, "a2a3"), play(there, WHITE, 0, "b2b3"), return_exceptions=True
    )
    refused = [one for one in done if isinstance(one, RequestError)]
    assert [one.code for one in refused] == ["stale"]
    await until(lambda: here.state.ply == there.state.ply == 1, house.a, house.b)
    assert here.state.position == there.state.position


async def test_nobody_is_refused_for_what_another_worker_has_changed(house: House) -> None:
    """Red may offer a draw again after two turns, of which its own worker has not heard yet."""
    name = await a_game(house.a)
    here, there = await house.a.tables.table(name), await house.b.tables.table(name)
    await play(here, WHITE, 0, "a2a3")
    await here.act(lambda state: commands.offer_draw(state, RED))
    await here.act(lambda state: commands.decline_draw(state, WHITE))
    await there.refresh()
    await play(here, RED, 1, "c6c5")
    await play(here, WHITE, 2, "b2b3")
    assert there.state.ply == 1
    await there.act(lambda state: commands.offer_draw(state, RED))


async def test_both_wishes_for_a_rematch_make_one_table(house: House) -> None:
    name = await a_game(house.a)
    here, there = (await house.a.sit(name, WHITE))[0], (await house.b.sit(name, RED))[0]
    await here.act(lambda state: commands.resign(state, WHITE))
    await until(lambda: there.state.outcome is not None, house.b)
    done = await asyncio.gather(
        house.a.tables.rematch(here, WHITE, lambda number: None),
        house.b.tables.rematch(there, RED, lambda number: None),
        return_exceptions=True,
    )
    refused = [one for one in done if isinstance(one, BaseException)]
    assert not refused, "the second wish is an agreement, whichever it is"
    await until(lambda: here.state.next_table is not None, house.a, house.b)
    await until(lambda: there.state.next_table is not None, house.a, house.b)
    assert here.state.next_table == there.state.next_table
    assert here.state.next_table is not None
    await house.a.sit(here.state.next_table, RED)
    await house.b.sit(here.state.next_table, WHITE)


async def test_a_page_that_comes_to_the_other_worker_sees_all_that_was_done(house: House) -> None:
    """Though that worker has had the table in memory for a while."""
    name = await a_game(house.a)
    there = await house.b.tables.table(name)
    here = await house.a.tables.table(name)
    await play(here, WHITE, 0, "a2a3")
    assert there.state.ply == 0
    await house.b.sit(name, RED)
    await play(there, RED, 1, "c6c5")


# Who is here.


async def test_a_seat_taken_through_one_worker_is_seen_at_the_other(heard: House) -> None:
    name = await a_game(heard.a)
    _, white = await heard.a.sit(name, WHITE)
    _, red = await heard.b.sit(name, RED)
    await until(lambda: red.here(WHITE)[-1] and white.here(RED)[-1])
    assert white.here(RED) == [False, True]


async def test_who_moves_to_the_other_worker_stays_here(heard: House) -> None:
    name = await a_game(heard.a)
    here, white = await heard.a.sit(name, WHITE)
    _, red = await heard.a.sit(name, RED)
    here.leave(red)
    there, _ = await heard.b.sit(name, RED)
    await until(lambda: here.presence.seats == there.presence.seats == {WHITE, RED})
    here.presence._left(RED)  # a moment later
    assert white.here(RED) == [False, True]


async def test_who_leaves_the_other_worker_is_gone(heard: House) -> None:
    name = await a_game(heard.a)
    _, white = await heard.a.sit(name, WHITE)
    there, red = await heard.b.sit(name, RED)
    await until(lambda: white.here(RED) == [False, True])
    there.leave(red)
    there.presence._left(RED)  # a moment later
    await until(lambda: white.here(RED) == [False, True, False])


async def test_whoever_was_at_a_worker_that_died_is_gone(heard: House) -> None:
    name = await a_game(heard.a)
    _, white = await heard.a.sit(name, WHITE)
    await heard.b.sit(name, RED)
    await until(lambda: white.here(RED) == [False, True])
    heard.a.following._lost(heard.b.following._worker)
    assert white.here(RED) == [False, True, False]


async def test_coming_and_going_says_little_on_the_bus(heard: House) -> None:
    name = await a_game(heard.a)
    table, _ = await heard.a.sit(name, WHITE)
    await asyncio.sleep(0.01)
    before = len(heard.said)
    for _ in range(1000):
        listener = Listener((RED,))
        table.enter(listener)
        table.leave(listener)
    await asyncio.sleep(0.01)
    assert len(heard.said) - before == 1


async def test_a_table_that_everybody_has_left_is_followed_no_more(heard: House) -> None:
    name = await a_game(heard.a)
    table, listener = await heard.a.sit(name, WHITE)
    assert table_channel(name) in heard.a.following._bus._subscriptions
    table.leave(listener)
    table.presence._left(WHITE)  # a moment later
    assert table_channel(name) not in heard.a.following._bus._subscriptions
    assert heard.a.following._followed == {}


async def test_nonsense_on_the_bus_is_passed_over(heard: House) -> None:
    name = await a_game(heard.a)
    table, listener = await heard.a.sit(name, WHITE)
    before = list(listener.heard)
    for message in (b"", b"\xff", b"[]", b'["new","b"]', b'["seated","b",["blue"]]', b'{"a":1}'):
        heard.b.following._bus.publish(table_channel(name), message)
    heard.b.following._bus.publish(table_channel(name), b'["advanced","b",1000000]')
    await asyncio.sleep(0.05)
    assert listener.heard == before
    assert await play(table, WHITE, 0, "a2a3") == table.state.number


async def test_a_database_that_is_away_is_looked_at_again(
    heard: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = await a_game(heard.a)
    here = (await heard.a.sit(name, WHITE))[0]
    there = (await heard.b.sit(name, RED))[0]
    store = there._store

    async def away(*_: object) -> None:
        raise StoreFailed("away")

    with monkeypatch.context() as broken:
        broken.setattr(store, "news", away)
        await play(here, WHITE, 0, "a2a3")
        await asyncio.sleep(0.05)
        assert there.state.ply == 0
        looking = asyncio.create_task(heard.b.following._look_for_ever(0.001))
        await asyncio.sleep(0.05)
    await until(lambda: there.state.ply == 1)
    looking.cancel()


async def test_a_log_that_cannot_be_read_keeps_no_other_from_being_followed(
    heard: House, caplog: pytest.LogCaptureFixture
) -> None:
    damaged, name = await a_game(heard.a), await a_game(heard.a)
    spoilt = (await heard.b.sit(damaged, RED))[0]
    here, there = (await heard.a.sit(name, WHITE))[0], (await heard.b.sit(name, RED))[0]
    line = {"table_id": damaged, "number": spoilt.state.number + 1, "kind": "turn", "at": 0}
    async with here._store._engine.begin() as connection:
        await connection.execute(insert(log), {**line, "ply": 0, "body": '{"kind":"danced"}'})
    await play(here, WHITE, 0, "a2a3")
    await until(lambda: there.state.ply == 1, heard.b)
    assert spoilt.state.ply == 0
    assert "cannot be read" in caplog.text
    assert "danced" not in caplog.text


# Bots.


async def test_the_worker_that_wrote_attends_the_bot_and_no_other(heard: House) -> None:
    made = await heard.a.tables.make(NewTable(mode="house", family="white", first="white"))
    name = parts(made.path)[2]
    assert heard.a.attended == [(name, 0)], "it made the table"
    here, _ = await heard.a.sit(name, WHITE)
    there, _ = await heard.b.sit(name)
    await heard.a.tables.deploy(here, WHITE, SETUPS[WHITE], lambda number: None)
    await until(lambda: there.state.number == 1)
    assert heard.a.attended[-1] == (name, 1)
    assert heard.b.attended == []


async def test_a_bot_that_is_overdue_is_attended_by_whoever_can(
    heard: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_tables, "OVERDUE", 50)
    made = await heard.a.tables.make(NewTable(mode="house", family="white", first="white"))
    name = parts(made.path)[2]
    there, _ = await heard.b.sit(name)
    await until(lambda: (name, 0) in heard.b.attended)
    here, _ = await heard.a.sit(name, WHITE)
    await heard.a.tables.deploy(here, WHITE, SETUPS[WHITE], lambda number: None)
    await until(lambda: there.state.number == 1)
    await until(lambda: (name, 1) in heard.b.attended)


async def test_a_lone_server_attends_at_once(tmp_path: Path) -> None:
    async with worker(tmp_path, LocalBus(), shared=False) as before:
        made = await before.tables.make(NewTable(mode="house", family="white", first="white"))
    name = parts(made.path)[2]
    async with worker(tmp_path, LocalBus(), shared=False) as after:
        await after.sit(name, WHITE)
        assert set(after.attended) == {(name, 0)}


async def test_whoever_looks_after_tables_sees_what_another_worker_wrote(house: House) -> None:
    name = await a_game(house.a)
    key = SeatKey(name, house.a.tables.keys.seats_key(name, (WHITE,)))
    (before,) = (await house.b.tables.standings((key,))).tables
    await play(await house.a.tables.table(name), WHITE, 0, "a2a3")
    (after,) = (await house.b.tables.standings((key,))).tables
    assert before is not None
    assert after is not None
    assert [(one.to_move, one.ply) for one in (before, after)] == [("white", 0), ("red", 1)]
