"""The connection to the database, and its migrations, which are applied at start."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from volto.rules import VoltoError

MIGRATIONS = Path(__file__).parent / "migrations"


def connect(url: str) -> AsyncEngine:
    """An engine; SQLite keeps a log ahead of the file and syncs it at every commit."""
    try:
        engine = create_async_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    except (SQLAlchemyError, ImportError) as error:
        raise VoltoError(f"The database cannot be used: {error}") from None
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine.sync_engine, "connect")
        def _settle(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            for setting in (
                "journal_mode=WAL",
                "synchronous=FULL",
                "foreign_keys=ON",
                "busy_timeout=5000",
            ):
                cursor.execute(f"PRAGMA {setting}")
            cursor.close()

    return engine


async def migrate(engine: AsyncEngine) -> None:
    """Bring the database to the form that this version needs."""
    async with engine.connect() as connection:
        await connection.run_sync(_upgrade)
        await connection.commit()


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
