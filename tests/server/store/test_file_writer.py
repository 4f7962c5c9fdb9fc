"""The connection that writes to SQLite's file."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert

from volto.rules import STANDARD, Family
from volto.server.store.events import TableSetup
from volto.server.store.file_writer import FileWriter
from volto.server.store.rows import setup_row
from volto.server.store.schema import metadata, tables

pytestmark = pytest.mark.anyio

ROW = {
    "table_id": "one", "number": 1, "ply": 0, "kind": "turn", "family": "white", "body": "{}",
    "at": 7,
}  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    engine = create_engine(f"sqlite:///{tmp_path / 'volto.db'}")
    metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(
            insert(tables),
            setup_row(TableSetup("one", 7, "screen", STANDARD, "off", Family.WHITE, {})),
        )
    engine.dispose()
    return tmp_path / "volto.db"


def plies(path: Path) -> list[int]:
    with sqlite3.connect(path) as reading:
        found = [ply for (ply,) in reading.execute("select ply from log order by ply")]
    reading.close()
    return found


async def test_rows_are_written_together_or_not_at_all(path: Path) -> None:
    writer = FileWriter(str(path))
    with pytest.raises(sqlite3.IntegrityError):
        await writer.write([], [ROW, ROW])
    await writer.write([], [ROW | {"ply": 1}, ROW | {"ply": 2, "number": 2}])
    assert plies(path) == [1, 2]
    await writer.close()


async def test_after_a_failure_nothing_is_left_and_writing_goes_on(path: Path) -> None:
    writer = FileWriter(str(path))
    with pytest.raises(sqlite3.ProgrammingError):
        await writer.write([], [ROW, {"number": 2}])
    assert plies(path) == []
    await writer.write([], [ROW | {"ply": 3}])
    assert plies(path) == [3]
    await writer.close()
