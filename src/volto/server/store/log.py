"""The store: reads tables, and appends to their logs, many appends in one commit.

One writer collects what all tables want to append, commits it in one transaction and only then
tells them. So an append that has returned is on the disk.
"""

import asyncio
import contextlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from volto.rules import VoltoError
from volto.server.store.database import connect, migrate
from volto.server.store.events import Entry, TableSetup
from volto.server.store.rows import entry_row, read_entry, read_setup, setup_row
from volto.server.store.schema import log, tables

MOST = 500
"""Appends in one commit."""


class Conflict(VoltoError):
    """Somebody else has written this number or this ply of the table already."""


class StoreFailed(VoltoError):
    """The database did not take it: a full disk, a lost connection."""


@dataclass(frozen=True, slots=True)
class Transaction:
    """What is appended together or not at all."""

    setups: tuple[TableSetup, ...] = ()
    entries: tuple[tuple[str, Entry], ...] = ()


@dataclass(frozen=True, slots=True)
class _Pending:
    transaction: Transaction
    done: asyncio.Future[None]


class Store:
    """Open it with `Store.open`, close it with `close`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queue: asyncio.Queue[_Pending | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write(), name="store writer")
        self._closing = False
        self.commits = 0

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Connect, and bring the database to its present form."""
        engine = connect(url)
        try:
            await migrate(engine)
        except (SQLAlchemyError, OSError) as error:
            await engine.dispose()
            raise VoltoError(f"The database cannot be opened: {_reason(error)}.") from None
        return cls(engine)

    async def close(self) -> None:
        """Commit what is pending, and disconnect."""
        self._closing = True
        self._queue.put_nowait(None)
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer
        await self._engine.dispose()

    async def append(self, transaction: Transaction) -> None:
        """Returns once it is committed; raises Conflict or StoreFailed, and then nothing is."""
        if self._closing:
            raise StoreFailed("The server is shutting down.")
        done = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Pending(transaction, done))
        await done

    async def load(self, table: str) -> tuple[TableSetup, list[Entry]] | None:
        """How a table was made and all that was done at it; None if there is no such table."""
        async with self._engine.connect() as connection:
            found = await connection.execute(select(tables).where(tables.c.id == table))
            row = found.mappings().one_or_none()
            if row is None:
                return None
            lines = await connection.execute(
                select(log).where(log.c.table_id == table).order_by(log.c.number)
            )
            return read_setup(row), [read_entry(table, line) for line in lines.mappings()]

    async def recent(self, since: int, most: int) -> list[str]:
        """The tables with a bot that were made since then, the newest first."""
        query = (
            select(tables.c.id)
            .where(tables.c.created >= since, tables.c.mode == "house")
            .order_by(tables.c.created.desc())
            .limit(most)
        )
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

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
        """All in one transaction; if one of them conflicts, each in one of its own."""
        failure: VoltoError | None = None
        try:
            async with self._engine.begin() as connection:
                await _insert(connection, [one.transaction for one in pending])
            self.commits += 1
        except IntegrityError:
            if len(pending) > 1:
                for one in pending:
                    await self._commit([one])
                return
            failure = Conflict("The table has changed in the meantime.")
        except Exception as error:  # the writer goes on, whatever happened to this transaction
            failure = StoreFailed(f"The database failed: {_reason(error)}.")
        for one in pending:
            if one.done.cancelled():
                continue
            if failure is None:
                one.done.set_result(None)
            else:
                one.done.set_exception(failure)


async def _insert(connection: AsyncConnection, transactions: list[Transaction]) -> None:
    setups: list[dict[str, Any]] = [
        setup_row(setup) for transaction in transactions for setup in transaction.setups
    ]
    lines = [
        entry_row(table, entry)
        for transaction in transactions
        for table, entry in transaction.entries
    ]
    if setups:
        await connection.execute(insert(tables), setups)
    if lines:
        await connection.execute(insert(log), lines)


def _reason(error: Exception) -> str:
    """The kind of fault only: what a database says may hold the values of a row."""
    return type(error).__name__
