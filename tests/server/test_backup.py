"""A backup holds everything, fits either database, and is restored whole or not at all."""

import gzip
import hashlib
import io
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Float, Integer, String

from tests.server.states import RED, WHITE, setup
from tests.services import Postgres
from volto.rules import VoltoError
from volto.server.backup import AT_ONCE, BadBackup, restore, write_backup
from volto.server.opening import open_house
from volto.server.settings import ServerSettings
from volto.server.store import Transaction
from volto.server.store.events import Entry, Played, Ready, Resigned, TableSetup
from volto.server.store.schema import metadata

pytestmark = pytest.mark.anyio
Place = Callable[[], ServerSettings]


def untold(done: int, total: int) -> None:
    pass


@pytest.fixture
def places(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], ServerSettings]:
    """Empty places for a house, on SQLite and on PostgreSQL."""

    def make(kind: str) -> ServerSettings:
        data = tmp_path / f"house{len(list(tmp_path.iterdir()))}"
        data.mkdir()
        if kind == "sqlite":
            return ServerSettings(data)
        postgres: Postgres = request.getfixturevalue("postgres")
        return ServerSettings(data, database=postgres.new_database())

    return make


def named(name: str, created: int = 5, rematch_of: str | None = None) -> TableSetup:
    made = setup(open_seat=RED)
    return TableSetup(
        name, created, made.mode, made.ruleset, "chances", RED, made.occupants, RED, rematch_of
    )


ENTRIES = (
    ("one", Entry(1, 6, WHITE, Ready("NCL", ("00" * 16,) * 3))),
    ("one", Entry(2, 7, WHITE, Played(0, "a2a3"))),
    ("one", Entry(3, 8, RED, Resigned())),
    ("dopo", Entry(1, 4, RED, Resigned())),
)


async def fill(settings: ServerSettings, more: int = 0) -> None:
    """Two tables; the rematch claims to be the older one, as with skewed clocks."""
    store, _ = await open_house(settings)
    await store.append(Transaction((named("one"), named("dopo", 3, "one")), ENTRIES))
    if more:
        await store.append(Transaction(tuple(named(f"{number:05}") for number in range(more))))
    await store.close()


async def contents(settings: ServerSettings) -> object:
    store, keys = await open_house(settings)
    found = [await store.load(name) for name in ("one", "dopo")], keys.key("one", "white")
    await store.close()
    return found


async def backed_up(settings: ServerSettings) -> bytes:
    out = io.BytesIO()
    await write_backup(settings, out, untold)
    return out.getvalue()


async def test_a_backup_holds_everything(places: Callable[[str], ServerSettings]) -> None:
    first, second = places("sqlite"), places("sqlite")
    await fill(first, more=AT_ONCE + 1)
    told: list[tuple[int, int]] = []
    out = io.BytesIO()
    rows = await write_backup(first, out, lambda *done: told.append(done))
    total = AT_ONCE + 1 + 2 + len(ENTRIES) + 1
    assert rows == {"house": 1, "tables": AT_ONCE + 3, "log": len(ENTRIES)}
    assert told[-1] == (total, total)
    again = await restore(second, io.BytesIO(out.getvalue()), untold)
    assert again == rows
    assert await contents(second) == await contents(first)
    assert await backed_up(second) == out.getvalue()


@pytest.mark.parametrize(
    ("before", "after"),
    [("sqlite", "postgres"), ("postgres", "sqlite"), ("postgres", "postgres")],
)
async def test_a_house_moves_between_databases(
    places: Callable[[str], ServerSettings], before: str, after: str
) -> None:
    first, second = places(before), places(after)
    await fill(first)
    await restore(second, io.BytesIO(await backed_up(first)), untold)
    assert await contents(second) == await contents(first)
    assert await backed_up(second) == await backed_up(first)


async def test_a_backup_is_of_one_moment_while_the_server_goes_on(
    places: Callable[[str], ServerSettings],
) -> None:
    first, second = places("sqlite"), places("sqlite")
    await fill(first, more=AT_ONCE)
    store, _ = await open_house(first)
    late = sqlite3.connect(first.file)

    def meanwhile(done: int, total: int) -> None:
        with late:
            late.execute("DELETE FROM log")

    out = io.BytesIO()
    await write_backup(first, out, meanwhile)
    late.close()
    await store.close()
    assert (await restore(second, io.BytesIO(out.getvalue()), untold))["log"] == len(ENTRIES)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_what_is_there_is_overwritten_by_force_only(
    places: Callable[[str], ServerSettings], kind: str
) -> None:
    first, second = places("sqlite"), places(kind)
    await fill(first)
    backup = await backed_up(first)
    store, _ = await open_house(second)
    await store.append(Transaction((named("other"),)))
    await store.close()
    with pytest.raises(VoltoError, match="another secret"):
        await restore(second, io.BytesIO(backup), untold)
    kept = replace(second, secret=first.secret_file)
    with pytest.raises(VoltoError, match="holds 1 tables"):
        await restore(kept, io.BytesIO(backup), untold)
    store, _ = await open_house(second)
    assert await store.load("other") is not None
    await store.close()
    await restore(second, io.BytesIO(backup), untold, force=True)
    assert await contents(second) == await contents(first)
    store, _ = await open_house(second)
    assert await store.load("other") is None
    await store.close()


def tampered(backup: bytes) -> bytes:
    return gzip.compress(gzip.decompress(backup).replace(b"a2a3", b"a2b3"))


def shortened(backup: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(backup).splitlines(keepends=True)[:-2]))


def lengthened(backup: bytes) -> bytes:
    return gzip.compress(gzip.decompress(backup) + b'["log",[]]\n')


def newer(backup: bytes) -> bytes:
    return gzip.compress(gzip.decompress(backup).replace(b'"revision":"0', b'"revision":"9', 1))


@pytest.mark.parametrize(
    "spoil",
    [
        tampered,
        shortened,
        lengthened,
        newer,
        lambda backup: backup[:-20],
        lambda backup: backup[:200] + backup[300:],
        lambda backup: b"",
        lambda backup: b"no backup at all",
        lambda backup: gzip.compress(b"[]\n"),
    ],
)
async def test_a_damaged_backup_changes_nothing(
    places: Callable[[str], ServerSettings], spoil: Callable[[bytes], bytes]
) -> None:
    first, second = places("sqlite"), places("sqlite")
    await fill(first)
    spoilt = spoil(await backed_up(first))
    with pytest.raises(BadBackup):
        await restore(second, io.BytesIO(spoilt), untold)
    assert list(second.data.iterdir()) == []
    await fill(second)
    before = await contents(second)
    with pytest.raises(BadBackup):
        await restore(second, io.BytesIO(spoilt), untold, force=True)
    assert await contents(second) == before


def doubled(backup: bytes) -> bytes:
    """One row twice, with counts and a digest that fit."""
    *lines, _ = gzip.decompress(backup).splitlines(keepends=True)
    head = lines[0].replace(b'"log":4', b'"log":5')
    body = b"".join([head, *lines[1:], lines[-1]])
    digest = hashlib.sha256(body).hexdigest()
    return gzip.compress(body + f'{{"sha256":"{digest}"}}\n'.encode())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_rows_that_the_database_does_not_take_are_an_error_in_words(
    places: Callable[[str], ServerSettings], kind: str
) -> None:
    first, second = places("sqlite"), places(kind)
    await fill(first)
    spoilt = doubled(await backed_up(first))
    with pytest.raises(VoltoError, match="The database"):
        await restore(second, io.BytesIO(spoilt), untold)
    assert list(second.data.iterdir()) == []


async def test_a_backup_of_an_older_version_is_brought_to_the_present_form(
    places: Callable[[str], ServerSettings],
) -> None:
    first, second = places("sqlite"), places("sqlite")
    await fill(first)
    before = await contents(first)
    database = sqlite3.connect(first.file)
    with database:
        database.execute("DROP TABLE house")
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    database.close()
    await restore(second, io.BytesIO(await backed_up(first)), untold)
    assert await contents(second) == before


async def test_there_must_be_something_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(VoltoError, match="no database"):
        await backed_up(ServerSettings(tmp_path))
    assert list(tmp_path.iterdir()) == []
    settings = ServerSettings(tmp_path)
    await fill(settings)
    settings.secret_file.write_bytes(bytes(32))
    with pytest.raises(VoltoError, match="not the one of this database"):
        await backed_up(settings)
    settings.secret_file.unlink()
    with pytest.raises(VoltoError, match="no secret"):
        await backed_up(settings)


def test_every_column_can_be_written_as_json() -> None:
    """A column of bytes or dates would need more than this format has."""
    for table in metadata.tables.values():
        for column in table.columns:
            assert isinstance(column.type, String | Integer | Float), column
