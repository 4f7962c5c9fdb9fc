"""How rows get into SQLite's file: by one connection that only writes, in a thread of its own.

A commit is one trip to the thread and back; a pool of connections, asked step by step, takes more.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import insert
from sqlalchemy.dialects import sqlite

from volto.server.store.database import CommitFailed, settle_file
from volto.server.store.rows import Row
from volto.server.store.schema import log, tables

_BY_NAME = sqlite.dialect(paramstyle="named")
_INSERT_TABLES, _INSERT_LOG = (
    str(insert(table).compile(dialect=_BY_NAME)) for table in (tables, log)
)


class FileWriter:
    """Writes to the database in this file; `close` it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, "volto-writer")
        self._connection: sqlite3.Connection | None = None

    async def write(self, setups: Sequence[Row], lines: Sequence[Row]) -> None:
        """Commit these together; raises what SQLite raises, or CommitFailed."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, setups, lines)

    def _write(self, setups: Sequence[Row], lines: Sequence[Row]) -> None:
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(self._path, isolation_level=None)
                settle_file(self._connection)
            self._insert(self._connection, setups, lines)
        except sqlite3.IntegrityError:
            raise
        except BaseException:
            self._disconnect()  # what is left of the transaction is undone
            raise

    def _insert(
        self, connection: sqlite3.Connection, setups: Sequence[Row], lines: Sequence[Row]
    ) -> None:
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.executemany(_INSERT_TABLES, setups)
            connection.executemany(_INSERT_LOG, lines)
        except sqlite3.IntegrityError:
            connection.execute("ROLLBACK")
            raise
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise CommitFailed(error) from None

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
        self._thread.shutdown()
