"""Which tables are dropped when they have been left alone for long, and dropping them.

What somebody played is never dropped unless the host asks for it by name.
"""

from collections.abc import Mapping
from typing import Literal

from sqlalchemy import delete, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from volto.rules import VoltoError
from volto.server.errors import DamagedTable
from volto.server.settings import ServerSettings
from volto.server.store.database import MIGRATING, connect, lock, reason, revision_of
from volto.server.store.rows import read_entry, read_setup
from volto.server.store.schema import REVISION, log, tables
from volto.server.tables.table_state import TableState

Kind = Literal["unplayed", "unfinished", "finished"]
"""No turn was played; a game that nobody ended; a game that is over."""
DAY = 86_400_000
AT_ONCE = 500
"""Tables that are dropped by one command."""


async def prune(
    settings: ServerSettings, days: Mapping[Kind, float], *, drop: bool
) -> dict[Kind, int]:
    """How many tables of each kind nothing has happened at for so many days; drop them if asked.

    Of a kind that `days` does not name nothing is dropped; nor is a table whose rematch stays.
    """
    if settings.database is None and not settings.file.exists():
        raise VoltoError(f"There is no database in the folder {settings.data}.")
    engine = connect(settings.url, MIGRATING)
    try:
        async with engine.connect() as connection:
            if await connection.run_sync(revision_of) != REVISION:
                raise VoltoError("The database is of an older version. Start the server once.")
            await lock(connection)
            found = await _forgotten(connection, days, settings.clock() * 1000)
            if drop:
                names = list(found)
                for start in range(0, len(names), AT_ONCE):
                    some = names[start : start + AT_ONCE]
                    await connection.execute(delete(log).where(log.c.table_id.in_(some)))
                for start in range(0, len(names), AT_ONCE):
                    some = names[start : start + AT_ONCE]
                    await connection.execute(delete(tables).where(tables.c.id.in_(some)))
                await connection.commit()
        return {kind: sum(one == kind for one in found.values()) for kind in days}
    except SQLAlchemyError as error:
        raise VoltoError(f"The database failed: {reason(error)}.") from None
    finally:
        await engine.dispose()


async def _forgotten(
    connection: AsyncConnection, days: Mapping[Kind, float], now: float
) -> dict[str, Kind]:
    """The youngest first, so that a rematch goes before the game that it followed."""
    last = func.coalesce(func.max(log.c.at), tables.c.created)
    rows = await connection.execute(
        select(tables.c.id, last.label("last"), func.count(log.c.ply).label("turns"))
        .select_from(tables.outerjoin(log))
        .group_by(tables.c.id, tables.c.created)
        .having(last < now - min(days.values()) * DAY)
        .order_by(tables.c.created.desc(), tables.c.id)
    )
    found: dict[str, Kind] = {}
    for row in rows.all():
        kind: Kind = "unplayed"
        if row.turns:
            if not days.keys() & {"unfinished", "finished"}:
                continue
            try:
                kind = "finished" if await _is_over(connection, row.id) else "unfinished"
            except DamagedTable:  # for somebody to look at
                continue
        if kind in days and row.last < now - days[kind] * DAY:
            found[row.id] = kind
    chains = (
        await connection.execute(
            select(tables.c.id, tables.c.rematch_of).where(tables.c.rematch_of.is_not(None))
        )
    ).all()
    while kept := {of for name, of in chains if name not in found and of in found}:
        for name in kept:
            del found[name]
    return found


async def _is_over(connection: AsyncConnection, table: str) -> bool:
    setup = await connection.execute(select(tables).where(tables.c.id == table))
    lines = await connection.execute(
        select(log).where(log.c.table_id == table).order_by(log.c.number)
    )
    entries = [read_entry(table, line) for line in lines.mappings()]
    return TableState.replayed(read_setup(setup.mappings().one()), entries).phase == "over"
