"""Backups: all that a house keeps, its secret too, as one file that fits either database.

The file is gzip around lines of JSON: a head that says what follows, one line for each row, and a
digest of everything before it. What was written from SQLite can be restored into PostgreSQL, and
one from an older version is brought to the present form on the way.
"""

import gzip
import hashlib
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any

import msgspec
from sqlalchemy import Connection, MetaData, Table, bindparam, func, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from volto.rules import VoltoError
from volto.server.opening import (
    alone,
    digest,
    make_file,
    read_secret,
    unmade_on_failure,
    write_secret,
)
from volto.server.settings import ServerSettings
from volto.server.store.database import (
    MIGRATING,
    connect,
    lock,
    reason,
    revision_of,
    upgrade,
)
from volto.server.store.schema import REVISION, metadata

FORMAT = 1
AT_ONCE = 1000
"""Rows that are written by one command."""

Tell = Callable[[int, int], None]
"""Is told how many rows are done, and how many there are."""


class Head(msgspec.Struct, forbid_unknown_fields=True, tag_field="volto", tag="backup"):
    """The first line."""

    format: int
    revision: str
    """The migration that its rows have the form of."""
    secret: str
    columns: dict[str, list[str]]
    """Of each table, in the order in which they can be written."""
    rows: dict[str, int]


Row = tuple[str, list[Any]]
"""The table of a row, and its values."""


class Tail(msgspec.Struct, forbid_unknown_fields=True):
    """The last line."""

    sha256: str


class BadBackup(VoltoError):
    """A file that is none, or was cut short or changed."""


async def write_backup(settings: ServerSettings, file: IO[bytes], tell: Tell) -> dict[str, int]:
    """All rows as they are at one moment, while servers go on; how many of each table."""
    if settings.database is None and not settings.file.exists():
        raise VoltoError(f"There is no database in the folder {settings.data}.")
    if not settings.secret_file.exists():
        raise VoltoError(f"There is no secret at {settings.secret_file}.")
    secret = read_secret(settings.secret_file)
    engine = connect(settings.url, MIGRATING)
    try:
        async with engine.connect() as connection:
            await _hold_still(connection)
            head, tables = await connection.run_sync(_head, secret)
            writing = _Writer(file)
            writing.line(head)
            done = 0
            for table in tables:
                rows = await connection.stream(select(table).order_by(*table.primary_key.columns))
                async for some in rows.partitions(AT_ONCE):
                    for row in some:
                        writing.line((str(table.name), list(row)))
                    done += len(some)
                    tell(done, sum(head.rows.values()))
            writing.end()
            return head.rows
    except SQLAlchemyError as error:
        raise VoltoError(f"The database cannot be read: {reason(error)}.") from None
    finally:
        await engine.dispose()


async def _hold_still(connection: AsyncConnection) -> None:
    """All that is read from here on is of the same moment."""
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql("BEGIN")
    else:
        await connection.execution_options(isolation_level="REPEATABLE READ")


def _head(connection: Connection, secret: bytes) -> tuple[Head, list[Table]]:
    revision = revision_of(connection)
    if revision is None:
        raise VoltoError("There is nothing in the database.")
    tables = _tables(connection)
    known = {table.name: table for table in tables}.get("house")
    if known is not None:
        expected = connection.execute(select(known.c.secret_digest)).scalar_one_or_none()
        if expected not in (None, digest(secret)):
            raise VoltoError("The secret is not the one of this database.")
    rows = {
        str(table.name): connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in tables
    }
    columns = {str(table.name): [str(column.name) for column in table.columns] for table in tables}
    return Head(FORMAT, revision, secret.hex(), columns, rows), tables


def _tables(connection: Connection) -> list[Table]:
    """Ours, as they are in this database, each after those that it refers to."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in metadata.tables)
    return found.sorted_tables


class _Writer:
    def __init__(self, file: IO[bytes]) -> None:
        self._file = gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0)
        self._digest = hashlib.sha256()

    def line(self, what: Head | Row) -> None:
        line = msgspec.json.encode(what) + b"\n"
        self._digest.update(line)
        self._file.write(line)

    def end(self) -> None:
        self._file.write(msgspec.json.encode(Tail(self._digest.hexdigest())) + b"\n")
        self._file.close()


async def restore(
    settings: ServerSettings, file: IO[bytes], tell: Tell, *, force: bool = False
) -> dict[str, int]:
    """Put everything back, or change nothing; how many rows of each table.

    A database that has tables in it, or another secret, is overwritten by `force` only.
    """
    reading = _Reader(file)
    head = reading.head()
    secret = bytes.fromhex(head.secret)
    path = settings.secret_file
    is_other = path.exists() and path.read_bytes() != secret
    if is_other and not force:
        raise VoltoError(f"The file {path} holds another secret. --force replaces it.")
    with unmade_on_failure() as made:
        async with alone(settings, made):
            make_file(settings, made)
            engine = connect(settings.url, MIGRATING)
            try:
                async with engine.connect() as connection:
                    await lock(connection)
                    await connection.run_sync(_clear, force)
                    await connection.run_sync(upgrade, head.revision)
                    await _fill(connection, reading, head, tell)
                    await connection.run_sync(upgrade)
                    if not path.exists():
                        made.append(path)
                        write_secret(path, secret)
                    await connection.commit()
            except SQLAlchemyError as error:
                raise VoltoError(f"The database cannot be written: {reason(error)}.") from None
            finally:
                await engine.dispose()
    if is_other:
        write_secret(path, secret)
    return head.rows


def _clear(connection: Connection, force: bool) -> None:
    present = _tables(connection) if revision_of(connection) is not None else []
    for table in present:
        if table.name == "tables" and not force:
            count = connection.execute(select(func.count()).select_from(table)).scalar_one()
            if count:
                raise VoltoError(f"The database holds {count} tables. --force overwrites them.")
    for table in reversed(present):
        table.drop(connection)
    connection.execute(text("DROP TABLE IF EXISTS alembic_version"))


async def _fill(connection: AsyncConnection, reading: "_Reader", head: Head, tell: Tell) -> None:
    """All rows; what refers to another row of the same table is added at the end."""
    tables = {table.name: table for table in await connection.run_sync(_tables)}
    rows: dict[str, int] = dict.fromkeys(head.rows, 0)
    for name, columns in head.columns.items():
        if name not in tables or {*columns} != {column.name for column in tables[name].columns}:
            raise BadBackup("The backup does not have the form that it says it has.")
    later: dict[str, list[dict[str, Any]]] = {name: [] for name in tables}
    waiting: list[dict[str, Any]] = []
    table: Table | None = None
    done = 0

    async def flush() -> None:
        if table is not None and waiting:
            await _insert(connection, table, waiting)
            tell(done, sum(head.rows.values()))
            waiting.clear()

    for name, given in reading.rows():
        if table is None or name != table.name or len(waiting) >= AT_ONCE:
            await flush()
            if name not in head.columns:
                raise BadBackup(f"The backup has a row of a table {name!r}.")
            table = tables[name]
        if len(given) != len(head.columns[name]):
            raise BadBackup("The backup is damaged.")
        values = dict(zip(head.columns[name], given, strict=True))
        for column in _inward(table):
            if values[column] is not None:
                key = {f"_{one.name}": values[one.name] for one in table.primary_key.columns}
                later[table.name].append({**key, f"_{column}": values[column]})
                values[column] = None
        waiting.append(values)
        rows[name] += 1
        done += 1
    await flush()
    if rows != head.rows:
        raise BadBackup("The backup does not hold as many rows as it says.")
    for name, references in later.items():
        await _add_inward(connection, tables[name], references)


async def _insert(connection: AsyncConnection, table: Table, rows: list[dict[str, Any]]) -> None:
    if connection.dialect.name != "postgresql":
        await connection.execute(insert(table), rows)
        return
    names = ", ".join(f'"{name}"' for name in rows[0])
    driver = (await connection.get_raw_connection()).driver_connection
    try:
        async with (
            driver.cursor() as cursor,  # type: ignore[union-attr]
            cursor.copy(f'COPY "{table.name}" ({names}) FROM STDIN') as copy,  # far faster
        ):
            for row in rows:
                await copy.write_row(tuple(row.values()))
    except connection.dialect.loaded_dbapi.Error as error:
        kind = type(error).__name__
        raise VoltoError(f"The database does not take what the backup holds: {kind}.") from None


def _inward(table: Table) -> list[str]:
    """The columns that refer to the table itself."""
    return [key.parent.name for key in table.foreign_keys if key.column.table.name == table.name]


async def _add_inward(
    connection: AsyncConnection, table: Table, values: list[dict[str, Any]]
) -> None:
    if not values:
        return
    statement = update(table).values({name: bindparam(f"_{name}") for name in _inward(table)})
    for column in table.primary_key.columns:
        statement = statement.where(column == bindparam(f"_{column.name}"))
    await connection.execute(statement, values)


class _Reader:
    """Reads strictly, and at the end compares the digest."""

    def __init__(self, file: IO[bytes]) -> None:
        self._lines = _lines(file)
        self._digest = hashlib.sha256()

    def head(self) -> Head:
        try:
            line = next(self._lines)
            head = msgspec.json.decode(line, type=Head)
            known = head.format == FORMAT and bytes.fromhex(head.secret)
        except (StopIteration, ValueError):
            raise BadBackup("This is not a backup.") from None
        if not known or head.revision > REVISION:
            raise BadBackup("The backup was made by a newer version of volto.")
        self._digest.update(line)
        return head

    def rows(self) -> Iterator[Row]:
        decoder = msgspec.json.Decoder[Row | Tail](Row | Tail)
        for line in self._lines:
            try:
                found = decoder.decode(line)
            except ValueError:
                raise BadBackup("The backup is damaged.") from None
            if isinstance(found, Tail):
                if found.sha256 != self._digest.hexdigest() or next(self._lines, None):
                    raise BadBackup("The backup is damaged.")
                return
            self._digest.update(line)
            yield found
        raise BadBackup("The backup is cut short.")


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as unpacked:
            yield from unpacked
    except EOFError:
        raise BadBackup("The backup is cut short.") from None
    except (gzip.BadGzipFile, zlib.error):
        raise BadBackup("This is not a backup, or it is damaged.") from None
