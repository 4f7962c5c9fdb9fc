"""An error in the log: its kind and its place, and nothing that it says."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from tests.services import Postgres
from volto.rules import IllegalMove
from volto.server.errors import described
from volto.server.store.database import connect


def raised(error: Exception) -> Exception:
    try:
        raise error
    except Exception as caught:
        return caught


def test_an_error_is_told_by_kind_and_place() -> None:
    told = described(raised(IllegalMove("the Lady is on c1")))
    assert told.startswith("IllegalMove at test_errors.py:")
    assert "Lady" not in told


def test_a_fault_of_sqlite_has_its_name(tmp_path: Path) -> None:
    file = sqlite3.connect(tmp_path / "file")
    file.execute("PRAGMA user_version = 1")
    file.close()
    read_only = sqlite3.connect(f"file:{tmp_path / 'file'}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError) as caught:
        read_only.execute("CREATE TABLE secret (id)")
    read_only.close()
    assert described(caught.value).startswith("OperationalError (SQLITE_READONLY) at ")


@pytest.mark.anyio
async def test_a_fault_of_postgresql_has_its_name(postgres: Postgres) -> None:
    engine = connect(postgres.new_database(), answering=1.0)
    async with engine.connect() as connection:
        with pytest.raises(SQLAlchemyError) as caught:
            await connection.exec_driver_sql("SELECT 'secret' FROM pg_sleep(60)")
    await engine.dispose()
    told = described(caught.value)
    assert told.startswith("OperationalError (QueryCanceled) at ")
    assert "secret" not in told
