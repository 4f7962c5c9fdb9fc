"""The connection to the database, its time-outs, and its migrations, which are applied at start.

A database that does not answer is an error within seconds, never a request that hangs: the server
is asked to give up, and a connection on which it stays silent is cut from this side.
"""

import asyncio
import functools
import logging
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event, inspect, make_url, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from volto.rules import VoltoError
from volto.server.store.schema import REVISION

MIGRATIONS = Path(__file__).parent / "migrations"

ANSWERING = 6.0
"""Seconds in which a database answers any one command."""
MIGRATING = 600.0
"""The same for a command of a migration, which may rewrite all that there is."""
CONNECTING = 3
"""Seconds in which a connection is made, or one of the pool's becomes free."""
CONNECTIONS = 8
"""Connections of one process at once."""
LOCK = 0x766F6C746F
"""The number of the lock that migrations take in PostgreSQL: "volto"."""

logging.getLogger("psycopg").setLevel(logging.CRITICAL)  # what it warns of may hold a row


class CommitFailed(Exception):
    """A commit, and nothing before it, has failed with this error."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


def connect(url: str, answering: float = ANSWERING) -> AsyncEngine:
    """An engine on which nothing waits for ever. SQLite syncs its log at every commit."""
    try:
        where = make_url(url)
        if where.get_backend_name() == "sqlite":
            return _sqlite(where, answering)
        if where.get_backend_name() == "postgresql":
            return _postgresql(where, answering)
    except (SQLAlchemyError, ImportError, ValueError) as error:
        raise VoltoError(f"The database cannot be used: {error}.") from None
    raise VoltoError(
        "The database cannot be used: it must be sqlite+aiosqlite or postgresql+psycopg."
    )


def _sqlite(url: URL, answering: float) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=CONNECTIONS, pool_timeout=CONNECTING)

    event.listen(engine.sync_engine, "connect", lambda one, _: settle_file(one, answering))
    return engine


def settle_file(connection: Any, answering: float = ANSWERING) -> None:
    """How every connection to SQLite's file is: it keeps a log, and syncs it at every commit."""
    cursor = connection.cursor()
    for setting in (
        f"busy_timeout={round(answering * 1000)}",  # first: the others may have to wait too
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _postgresql(url: URL, answering: float) -> AsyncEngine:
    within = round(answering * 1000 * 0.75)  # so that the server gives up first, and tells why
    limits = {
        "statement_timeout": within,
        "lock_timeout": within,
        "idle_in_transaction_session_timeout": within,
    }
    return create_async_engine(
        url,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=CONNECTING,
        pool_pre_ping=True,
        connect_args={
            "async_creator_fn": functools.partial(_timed_connection, answering),
            "connect_timeout": CONNECTING,
            "options": " ".join(f"-c {name}={value}" for name, value in limits.items()),
            "keepalives_idle": 10,
            "keepalives_interval": 3,
            "keepalives_count": 3,
            "tcp_user_timeout": within,
        },
    )


async def _timed_connection(answering: float, *words: Any, **settings: Any) -> Any:
    """A connection of psycopg that is cut when one command gets no answer in time.

    A server whose process is stopped keeps its side of the line open and says nothing, and psycopg
    waits for it, even after a cancellation. Cutting the line ends that wait in the usual way.
    """
    from psycopg import AsyncConnection

    class Timed(AsyncConnection[Any]):
        async def wait(self, *arguments: Any, **options: Any) -> Any:
            loop = asyncio.get_running_loop()
            cutting = loop.call_later(answering, _cut, self.pgconn.socket)
            try:
                return await super().wait(*arguments, **options)
            finally:
                cutting.cancel()

    return await Timed.connect(*words, **settings)


def _cut(descriptor: int) -> None:
    """Both ends of the connection see it end."""
    with socket.socket(fileno=os.dup(descriptor)) as line:
        line.shutdown(socket.SHUT_RDWR)


Settle = Callable[[Connection], None]


async def migrate(engine: AsyncEngine, settle: Settle | None = None) -> None:
    """Bring the database to the form that this version needs, and then settle what is asked.

    All of it or nothing happens, and several starts at once do it one after the other. A database
    of a newer version is refused and left alone.
    """
    async with engine.connect() as connection:
        if settle is None and await connection.run_sync(revision_of) == REVISION:
            return
        await lock(connection)
        await connection.run_sync(upgrade)
        if settle is not None:
            await connection.run_sync(settle)
        await connection.commit()


async def lock(connection: AsyncConnection) -> None:
    """Until the end of the transaction nobody else migrates."""
    if connection.dialect.name == "sqlite":
        await connection.rollback()
        await connection.exec_driver_sql("BEGIN IMMEDIATE")
        return
    for _ in range(round(MIGRATING)):
        taken = await connection.execute(text(f"SELECT pg_try_advisory_xact_lock({LOCK})"))
        if taken.scalar_one():
            return
        await asyncio.sleep(0.1)
    raise VoltoError("The database is being migrated by another server.")


def revision_of(connection: Connection) -> str | None:
    """The last migration that was applied; refuses one that this version has never heard of."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version"))
    revision: str | None = found.scalar_one_or_none()
    if revision is not None and revision > REVISION:
        raise VoltoError(
            f"The database was made by a newer version of volto: its form is number {revision}, "
            f"and this version knows up to {REVISION}. Install the newer version, or name another "
            f"database."
        )
    return revision


def upgrade(connection: Connection, revision: str = REVISION) -> None:
    """Apply the migrations that are missing, up to this one."""
    if revision_of(connection) == revision:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def reason(error: Exception) -> str:
    """What a database or system says of a failed start, when no row can be in its words."""
    said = str(error.orig if isinstance(error, DBAPIError) else error).strip()
    return said.splitlines()[0].rstrip(".") if said else type(error).__name__
