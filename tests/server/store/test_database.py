"""A database that does not answer is an error in time; nothing waits for ever."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.services import Postgres
from volto.server.store.database import CONNECTIONS, MIGRATIONS, connect
from volto.server.store.schema import REVISION

pytestmark = pytest.mark.anyio
FOR_EVER = 60.0


def test_the_schema_knows_its_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == REVISION


async def ask(engine: AsyncEngine, question: str = "SELECT 1") -> object:
    async with asyncio.timeout(FOR_EVER), engine.connect() as connection:
        return (await connection.exec_driver_sql(question)).scalar_one()


async def test_a_stopped_postgresql_is_an_error_in_time(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped before the question, and in the middle of a transaction."""
    monkeypatch.setattr("volto.server.store.database.CONNECTING", 2)  # psycopg's least
    engine = connect(postgres.new_database(), answering=0.3)
    try:
        assert await ask(engine) == 1
        postgres.halt()
        with pytest.raises(DBAPIError):
            await ask(engine)
        postgres.go_on()
        assert await ask(engine) == 1
        async with engine.connect() as connection:
            await connection.exec_driver_sql("CREATE TABLE one (id integer)")
            postgres.halt()
            with pytest.raises(DBAPIError):
                await asyncio.wait_for(connection.commit(), FOR_EVER)
        postgres.go_on()
        assert await ask(engine) == 1
    finally:
        postgres.go_on()
        await engine.dispose()


async def test_a_question_that_takes_too_long_is_given_up_by_the_server_itself(
    postgres: Postgres,
) -> None:
    engine = connect(postgres.new_database(), answering=1.0)
    with pytest.raises(DBAPIError, match="statement timeout"):
        await ask(engine, "SELECT pg_sleep(60)")
    assert await ask(engine) == 1
    await engine.dispose()


async def test_a_process_has_so_many_connections_and_no_more(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("volto.server.store.database.CONNECTING", 0.2)
    engine = connect(postgres.new_database())
    taken = [await engine.connect() for _ in range(CONNECTIONS)]
    with pytest.raises(SQLAlchemyError, match="QueuePool"):
        await ask(engine)
    for one in taken:
        await one.close()
    await engine.dispose()


async def test_a_file_that_another_program_has_locked_is_an_error_in_time(tmp_path: Path) -> None:
    engine = connect(f"sqlite+aiosqlite:///{tmp_path / 'volto.db'}", answering=0.1)
    assert await ask(engine) == 1
    other = sqlite3.connect(tmp_path / "volto.db")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(DBAPIError, match="locked"):
        async with engine.begin() as connection:
            await connection.exec_driver_sql("CREATE TABLE one (id integer)")
    other.close()
    await engine.dispose()
