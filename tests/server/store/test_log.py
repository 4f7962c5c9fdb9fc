"""The store on every kind of database: appended is committed, many at once, and nothing twice."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.server.states import RED, WHITE, setup
from volto.rules import LadyRule, Mat, Role, Ruleset, VoltoError
from volto.server.store import CommitUnknown, Conflict, Store, StoreFailed, Transaction, log
from volto.server.store.events import Entry, Played, Ready, Resigned, TableSetup

pytestmark = pytest.mark.anyio
SMALL = Ruleset(LadyRule.CAPTOR, 20, 60, Mat(3, 4), tuple(map(Role, "NCL")))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of every kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    fresh: str = request.getfixturevalue("postgres_url")
    return fresh


def sqlite(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'volto.db'}"


def named(name: str) -> TableSetup:
    made = setup(open_seat=RED, ruleset=SMALL)
    return TableSetup(name, 5, made.mode, made.ruleset, "chances", RED, made.occupants, RED)


def turn(number: int, ply: int) -> Entry:
    return Entry(number, 7, WHITE, Played(ply, "a2a3"))


async def test_what_was_appended_is_there_after_a_restart(url: str) -> None:
    ready = Entry(1, 6, WHITE, Ready("NCL", ("00" * 16,) * 3))
    store = await Store.open(url)
    await store.append(Transaction((named("one"),), (("one", ready),)))
    await store.append(
        Transaction(entries=(("one", turn(2, 0)), ("one", Entry(3, 8, RED, Resigned()))))
    )
    await store.close()
    again = await Store.open(url)
    assert await again.load("one") == (
        named("one"),
        [ready, turn(2, 0), Entry(3, 8, RED, Resigned())],
    )
    assert await again.load("two") is None
    await again.close()


async def test_an_append_that_returned_is_committed(tmp_path: Path) -> None:
    store = await Store.open(sqlite(tmp_path))
    await store.append(Transaction((named("one"),), (("one", turn(1, 0)),)))
    with sqlite3.connect(tmp_path / "volto.db") as other:
        assert other.execute("select ply, kind, family from log").fetchall() == [
            (0, "turn", "white")
        ]
    other.close()
    await store.close()


async def test_appends_of_many_tables_share_a_commit(url: str) -> None:
    store = await Store.open(url)
    names = [f"table{number}" for number in range(60)]
    await store.append(Transaction(tuple(map(named, names))))
    before = store.commits
    await asyncio.gather(
        *(store.append(Transaction(entries=((name, turn(1, 0)),))) for name in names)
    )
    assert store.commits - before < 10
    await store.close()


@pytest.mark.parametrize("twice", [turn(1, 1), turn(2, 0)], ids=["number", "ply"])
async def test_a_number_or_ply_is_written_once(url: str, twice: Entry) -> None:
    store = await Store.open(url)
    await store.append(Transaction((named("one"), named("two")), (("one", turn(1, 0)),)))
    results = await asyncio.gather(
        store.append(Transaction(entries=(("two", turn(1, 0)),))),
        store.append(Transaction(entries=(("one", twice),))),
        store.append(Transaction(entries=(("two", turn(2, 1)),))),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), Conflict, type(None)]
    one, two = await store.load("one"), await store.load("two")
    assert one is not None
    assert two is not None
    assert (one[1], two[1]) == ([turn(1, 0)], [turn(1, 0), turn(2, 1)])
    await store.close()


async def test_a_conflict_tells_the_log_nothing(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """What a driver says of it would name what is in the row."""
    store = await Store.open(url)
    await store.append(Transaction((named("one"),), (("one", turn(1, 0)),)))
    for _ in range(3):
        with pytest.raises(Conflict):
            await store.append(Transaction(entries=(("one", turn(1, 0)), ("one", turn(2, 1)))))
    assert caplog.text == ""
    await store.close()


async def test_a_batch_is_written_whole_or_not_at_all(url: str) -> None:
    store = await Store.open(url)
    await store.append(Transaction((named("one"),), (("one", turn(1, 0)),)))
    with pytest.raises(Conflict):
        await store.append(Transaction((named("two"),), (("one", turn(1, 1)),)))
    assert await store.load("two") is None
    await store.close()


async def test_the_disk_is_synced_at_every_commit(tmp_path: Path) -> None:
    store = await Store.open(sqlite(tmp_path))
    settings = ("journal_mode", "synchronous", "foreign_keys")
    async with store._engine.connect() as connection:
        modes = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one() for name in settings
        ]
    assert modes == ["wal", 2, 1]
    await store.append(Transaction((named("one"),)))
    assert store._file is not None
    writing = store._file._connection
    assert writing is not None
    modes = store._file._thread.submit(
        lambda: [writing.execute(f"PRAGMA {name}").fetchone()[0] for name in settings]
    ).result()
    assert modes == ["wal", 2, 1]
    await store.close()


async def test_migrations_make_exactly_the_schema(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from volto.server.store.schema import metadata

    store = await Store.open(url)
    async with store._engine.connect() as connection:
        found = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
        )
    assert found == []
    await store.close()


async def test_a_database_that_cannot_be_opened_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "volto.db").write_text("no database at all, but long enough to look like one" * 9)
    with pytest.raises(VoltoError, match="cannot be opened"):
        await Store.open(sqlite(tmp_path))


async def test_what_came_later_can_be_read_alone(url: str) -> None:
    store = await Store.open(url)
    await store.append(Transaction((named("one"), named("two"), named("three"))))
    await store.append(Transaction(entries=(("one", turn(1, 0)), ("one", turn(2, 1)))))
    await store.append(Transaction(entries=(("two", turn(1, 0)),)))
    assert await store.entries("one", 1) == [turn(2, 1)]
    assert await store.entries("one", 2) == []
    known = {"one": 1, "two": 0, "three": 0, "none": 0}
    assert await store.news(known) == {"one": [turn(2, 1)], "two": [turn(1, 0)]}
    assert await store.news({"one": 2, "two": 1}) == {}
    await store.close()


class LosesAnswers(Store):
    """As when the connection breaks around a commit: so often, with or without effect."""

    def __init__(self, inner: Store, *, lost: int, kept: bool, remote: bool = True) -> None:
        super().__init__(inner._engine)
        self.lost, self.kept, self._is_remote = lost, kept, remote

    async def _insert(self, transactions: Sequence[Transaction]) -> None:
        if not self.lost:
            return await super()._insert(transactions)
        self.lost -= 1
        if self.kept:
            await super()._insert(transactions)
        raise CommitUnknown("The connection was lost.")


@pytest.mark.parametrize("kept", [True, False])
async def test_a_commit_whose_answer_was_lost_is_found_out_and_written_once(
    url: str, kept: bool
) -> None:
    inner = await Store.open(url)
    await inner.append(Transaction((named("one"), named("two"))))
    store = LosesAnswers(inner, lost=1, kept=kept)
    await asyncio.gather(
        store.append(Transaction(entries=(("one", turn(1, 0)),))),
        store.append(Transaction(entries=(("two", turn(1, 0)),))),
    )
    assert await store.entries("one", 0) == await store.entries("two", 0) == [turn(1, 0)]
    await store.close()
    await inner.close()


async def test_what_somebody_else_wrote_meanwhile_is_a_conflict(url: str) -> None:
    inner = await Store.open(url)
    await inner.append(Transaction((named("one"),), (("one", Entry(1, 3, RED, Resigned())),)))
    store = LosesAnswers(inner, lost=1, kept=False)
    with pytest.raises(Conflict):
        await store.append(Transaction(entries=(("one", turn(1, 0)),)))
    await store.close()
    await inner.close()


async def test_a_commit_that_nobody_can_tell_of_is_called_unknown(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "SETTLING", 0.0)
    inner = await Store.open(url)
    await inner.append(Transaction((named("one"),)))
    store = LosesAnswers(inner, lost=10**9, kept=False)
    with pytest.raises(CommitUnknown):
        await store.append(Transaction(entries=(("one", turn(1, 0)),)))
    await store.close()
    await inner.close()


async def test_many_commits_in_doubt_are_waited_for_together(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "SETTLING", 0.3)
    monkeypatch.setattr(log, "RETRY", 0.1)
    inner = await Store.open(url)
    store = LosesAnswers(inner, lost=10**9, kept=False)
    appends = [store.append(Transaction((named(f"table{n}"),))) for n in range(50)]
    results = await asyncio.gather(*appends, return_exceptions=True)
    assert {type(result) for result in results} == {CommitUnknown}
    assert 10**9 - store.lost < 20
    await store.close()
    await inner.close()


@pytest.mark.parametrize("kept", [True, False])
async def test_a_failed_commit_to_a_file_is_looked_up_at_once(tmp_path: Path, kept: bool) -> None:
    inner = await Store.open(sqlite(tmp_path))
    await inner.append(Transaction((named("one"),)))
    store = LosesAnswers(inner, lost=1, kept=kept, remote=False)
    append = store.append(Transaction(entries=(("one", turn(1, 0)),)))
    if kept:
        await append
    else:
        with pytest.raises(StoreFailed, match="could not be written"):
            await append
    await store.close()
    await inner.close()


async def test_the_time_is_that_of_the_clock_or_of_the_database(url: str) -> None:
    store = await Store.open(url, lambda: 12.5)
    if url.startswith("sqlite"):
        assert store.now() == 12_500
    else:
        assert store.now() > 1_700_000_000_000
    await store.close()
