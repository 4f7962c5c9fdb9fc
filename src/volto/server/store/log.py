"""The store: reads tables, and appends to their logs, many appends in one commit.

One writer collects what all tables want to append, commits it in one transaction and only then
tells them. So an append that has returned is on the disk.
"""

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Table, TextClause, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from volto.rules import VoltoError
from volto.server import metrics
from volto.server.errors import DamagedTable, described
from volto.server.store.database import CommitFailed, connect, migrate
from volto.server.store.events import Entry, TableSetup
from volto.server.store.file_writer import FileWriter
from volto.server.store.rows import Row, entry_row, read_entry, read_setup, setup_row
from volto.server.store.schema import log, tables

MOST = 500
"""Appends in one commit."""
PATIENCE = 10.0
"""Seconds that one transaction may take on a database that is reached by a network."""
SETTLING = 8.0
"""Seconds in which the store finds out what became of a commit whose answer was lost."""
RETRY = 0.2
CLOCK_EVERY = 30.0
"""Seconds between two looks at the database's clock."""
NEWS = {
    dialect: text(
        f"SELECT log.* FROM {known} CROSS JOIN log"
        f" WHERE log.table_id = known.key AND log.number > {number} ORDER BY log.number"
    )
    for dialect, known, number in (
        ("sqlite", "json_each(:known) AS known", "known.value"),
        ("postgresql", "json_each_text(CAST(:known AS json)) AS known", "CAST(known.value AS int)"),
    )
}
"""One look at the index for each table: thousands of them take milliseconds."""

_log = logging.getLogger(__name__)


class Conflict(VoltoError):
    """Somebody else has written this number or this ply of the table already."""


class StoreFailed(VoltoError):
    """The database did not take it: a full disk, a lost connection. Nothing was written."""


class CommitUnknown(StoreFailed):
    """The connection was lost during a commit: it may have been written, or may not."""


@dataclass(frozen=True, slots=True)
class Transaction:
    """What is appended together or not at all."""

    setups: tuple[TableSetup, ...] = ()
    entries: tuple[tuple[str, Entry], ...] = ()


@dataclass(frozen=True, slots=True)
class _Pending:
    transaction: Transaction
    done: asyncio.Future[None]

    def settle(self, failure: VoltoError | None = None) -> None:
        if self.done.cancelled():
            return
        if failure is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(failure)


class Store:
    """Open it with `Store.open`, close it with `close`."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], float] = time.time) -> None:
        self._engine, self._clock = engine, clock
        self._is_remote = engine.dialect.name != "sqlite"
        self._file = None if self._is_remote else FileWriter(engine.url.database or "")
        self._queue: asyncio.Queue[_Pending | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write(), name="store writer")
        self._timing: asyncio.Task[None] | None = None
        self._closing = False
        self.commits = 0

    @classmethod
    async def open(cls, url: str, clock: Callable[[], float] = time.time) -> "Store":
        """Connect, and bring the database to its present form.

        `clock` tells the time, unless the database is one that has a clock of its own.
        """
        engine = connect(url)
        try:
            await migrate(engine)
            store = cls(engine, clock)
            if store._is_remote:
                await store._look_at_clock()
                store._timing = asyncio.create_task(store._keep_time(), name="store clock")
        except (SQLAlchemyError, OSError) as error:
            await engine.dispose()
            raise VoltoError(f"The database cannot be opened: {_reason(error)}.") from None
        return store

    async def close(self) -> None:
        """Commit what is pending, and disconnect."""
        self._closing = True
        self._queue.put_nowait(None)
        if self._timing is not None:
            self._timing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer
        if self._file is not None:
            await self._file.close()
        await self._engine.dispose()

    # Time.

    def now(self) -> int:
        """Milliseconds since 1970, the same for all who share the database."""
        return round(self._clock() * 1000)

    async def _look_at_clock(self) -> None:
        """Count on from what the database's clock says now, however this machine's is set."""
        async with self._connection() as connection:
            before = time.monotonic()
            found = await connection.execute(text("select extract(epoch from clock_timestamp())"))
            ahead = float(found.scalar_one()) - (before + time.monotonic()) / 2
        self._clock = lambda: time.monotonic() + ahead

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_EVERY)
            with contextlib.suppress(StoreFailed):
                await self._look_at_clock()

    # Reading.

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        """For reading; raises StoreFailed in time."""
        try:
            async with (
                asyncio.timeout(PATIENCE if self._is_remote else None),
                self._engine.connect() as connection,
            ):
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise self._failed(error) from None

    async def answers(self) -> bool:
        """Whether the database can be read now."""
        try:
            async with self._connection() as connection:
                await connection.execute(select(1))
        except StoreFailed:
            return False
        return True

    async def load(self, table: str) -> tuple[TableSetup, list[Entry]] | None:
        """How a table was made and all that was done at it; None if there is no such table."""
        async with self._connection() as connection:
            found = await connection.execute(select(tables).where(tables.c.id == table))
            row = found.mappings().one_or_none()
            if row is None:
                return None
            return read_setup(row), await _entries(connection, table, 0)

    async def entries(self, table: str, after: int) -> list[Entry]:
        """What was done at a table after this number."""
        async with self._connection() as connection:
            return await _entries(connection, table, after)

    async def news(self, known: Mapping[str, int]) -> dict[str, list[Entry]]:
        """What was done at these tables after the numbers that are known; a log that cannot be read
        is logged and left out."""
        given = {"known": msgspec.json.encode(known).decode()}
        async with self._connection() as connection:
            found = await connection.execute(NEWS[self._engine.dialect.name], given)
            lines = found.mappings().all()
        news: dict[str, list[Entry]] = {}
        damaged = set()
        for line in lines:
            table = line["table_id"]
            try:
                news.setdefault(table, []).append(read_entry(table, line))
            except DamagedTable as error:
                _log.error("A table cannot be followed: %s", described(error))
                damaged.add(table)
        return {table: entries for table, entries in news.items() if table not in damaged}

    # Writing.

    async def append(self, transaction: Transaction) -> None:
        """Returns once it is committed.

        Raises Conflict or StoreFailed, and then nothing is; or CommitUnknown.
        """
        if self._closing:
            raise StoreFailed("The server is shutting down.")
        done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Pending(transaction, done))
        await done

    async def _write(self) -> None:
        closing = False
        while not closing:
            taken = [await self._queue.get()]
            while len(taken) < MOST and not self._queue.empty():
                taken.append(self._queue.get_nowait())
            closing = None in taken
            pending = [one for one in taken if one is not None]
            if pending:
                await self._commit(pending)

    async def _commit(self, pending: list[_Pending]) -> None:
        """All in one transaction; if that fails, each in one of its own."""
        try:
            await self._insert([one.transaction for one in pending])
        except CommitUnknown:
            if self._is_remote:
                await self._settle(pending, time.monotonic() + SETTLING)
            else:
                await self._look_up(pending)
        except Conflict as conflict:
            if len(pending) == 1:
                pending[0].settle(conflict)
                return
            for one in pending:
                await self._commit([one])
        except StoreFailed as failure:
            for one in pending:
                one.settle(failure)
        else:
            for one in pending:
                one.settle()

    async def _settle(self, pending: list[_Pending], deadline: float) -> None:
        """Find out what became of a commit whose answer was lost, by writing it again.

        Its numbers are unique, so it cannot be written twice: a conflict tells that it was written
        before, by this commit or by somebody else, and reading tells by whom.
        """
        while time.monotonic() < deadline and not self._closing:
            with contextlib.suppress(StoreFailed):
                try:
                    await self._insert([one.transaction for one in pending])
                except Conflict as conflict:
                    if len(pending) > 1:
                        for one in pending:
                            await self._settle([one], deadline)
                        return
                    ours = await self._is_written(pending[0].transaction)
                    pending[0].settle(None if ours else conflict)
                    return
                for one in pending:
                    one.settle()
                return
            await asyncio.sleep(RETRY)
        for one in pending:
            one.settle(CommitUnknown("The database does not answer."))

    async def _look_up(self, pending: list[_Pending]) -> None:
        """The same for a file on this machine: nothing of a failed commit is still under way, so
        what is not there will not be."""
        for one in pending:
            try:
                if await self._is_written(one.transaction):
                    one.settle()
                else:
                    one.settle(StoreFailed("The database could not be written to."))
            except StoreFailed:
                one.settle(CommitUnknown("The database does not answer."))

    async def _is_written(self, transaction: Transaction) -> bool:
        async with self._connection() as connection:
            for setup in transaction.setups:
                found = await connection.execute(
                    select(tables.c.id).where(tables.c.id == setup.table)
                )
                if found.first() is None:
                    return False
            for table, entry in transaction.entries:
                if entry not in await _entries(connection, table, entry.number - 1):
                    return False
        return True

    async def _insert(self, transactions: Sequence[Transaction]) -> None:
        """Commit these together; raises Conflict, StoreFailed or CommitUnknown."""
        setups = [setup_row(setup) for one in transactions for setup in one.setups]
        lines = [entry_row(table, entry) for one in transactions for table, entry in one.entries]
        began = time.monotonic()
        try:
            if self._file is not None:
                await self._file.write(setups, lines)
            else:
                await self._write_rows(setups, lines)
            self.commits += 1
            metrics.commit_seconds.observe(time.monotonic() - began)
        except (IntegrityError, sqlite3.IntegrityError):
            raise Conflict("The table has changed in the meantime.") from None
        except CommitFailed as failed:
            raise self._failed(failed.error, committing=True) from None
        except Exception as error:  # the writer goes on, whatever happened to this transaction
            raise self._failed(error) from None

    async def _write_rows(self, setups: Sequence[Row], lines: Sequence[Row]) -> None:
        committing = False
        try:
            async with asyncio.timeout(PATIENCE), self._engine.connect() as connection:
                for into, rows in ((_INTO_TABLES, setups), (_INTO_LOG, lines)):
                    if rows:
                        given = {"rows": msgspec.json.encode(rows).decode()}
                        await connection.execute(into, given)
                committing = True
                await connection.commit()
                committing = False
        except Exception as error:
            if committing:
                raise CommitFailed(error) from None
            raise

    def _failed(self, error: Exception, committing: bool = False) -> StoreFailed:
        metrics.store_failures.inc()
        _log.error("The database failed%s: %s", " at a commit" * committing, described(error))
        kind = CommitUnknown if committing else StoreFailed
        return kind(f"The database failed: {_reason(error)}.")


def _into(table: Table) -> TextClause:
    """All rows by one statement: a row each would cost a message each, and a conflict among them a
    warning in the driver's log."""
    names = ", ".join(column.name for column in table.columns)
    typed = ", ".join(f"{column.name} {column.type.compile()}" for column in table.columns)
    return text(
        f"INSERT INTO {table.name} ({names}) SELECT {names} "  # names of the schema
        f"FROM json_to_recordset(CAST(:rows AS json)) AS row({typed})"
    )


_INTO_TABLES, _INTO_LOG = _into(tables), _into(log)


async def _entries(connection: AsyncConnection, table: str, after: int) -> list[Entry]:
    lines = await connection.execute(
        select(log).where(log.c.table_id == table, log.c.number > after).order_by(log.c.number)
    )
    return [read_entry(table, line) for line in lines.mappings()]


def _reason(error: Exception) -> str:
    """The kind of fault only: what a database says may hold the values of a row."""
    return type(error).__name__
