"""Opening the house: a folder, a database and the secret that belongs to it.

The first start makes all three, or leaves nothing behind. Later ones refuse a secret other than the
one that the links to its tables were made with.
"""

import asyncio
import contextlib
import hashlib
import os
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import SQLAlchemyError

from volto.rules import VoltoError
from volto.server.bus import open_bus
from volto.server.settings import ServerSettings
from volto.server.store import Store
from volto.server.store.database import MIGRATING, Settle, connect, migrate, reason
from volto.server.store.schema import house, tables
from volto.server.tables.keys import Keys

if sys.platform != "win32":
    import fcntl

SECRET_BYTES = 32
STARTING = 30.0
"""Seconds that a start waits for another one in the same folder."""


async def open_house(settings: ServerSettings) -> tuple[Store, Keys]:
    """The store and the keys to its tables; raises an error in words, and then nothing is made."""
    secret = b""

    def settle(connection: Connection) -> None:
        nonlocal secret
        secret = _secret_of(connection, settings.secret_file, made)

    try:
        with unmade_on_failure() as made:
            async with alone(settings, made):
                make_file(settings, made)
                await _settle(settings.url, settle)
        return await Store.open(settings.url, settings.clock), Keys(secret)
    except OSError as error:
        where = error.filename or settings.data
        raise VoltoError(f"The folder {where} cannot be used: {error.strerror}.") from None


async def check(settings: ServerSettings) -> None:
    """Raise an error in words unless the house can be opened; make what is missing."""
    bus = open_bus(settings.bus, "")
    await bus.close()
    store, _ = await open_house(settings)
    await store.close()


async def _settle(url: str, settle: Settle) -> None:
    """Migrate, with a patience of its own: bringing much data to a new form takes its time."""
    engine = connect(url, MIGRATING)
    try:
        await migrate(engine, settle)
    except SQLAlchemyError as error:
        raise VoltoError(f"The database cannot be opened: {reason(error)}.") from None
    finally:
        await engine.dispose()


@contextlib.contextmanager
def unmade_on_failure() -> Iterator[list[Path]]:
    """Whoever makes a file or folder notes it first, and it goes if anything fails."""
    made: list[Path] = []
    try:
        yield made
    except BaseException:
        for path in reversed(made):
            with contextlib.suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        raise


def make_file(settings: ServerSettings, made: list[Path]) -> None:
    """The file of the database, unless it is there or the database is elsewhere."""
    if settings.database is None and not settings.file.exists():
        made += (Path(f"{settings.file}{end}") for end in ("-wal", "-shm", "-journal"))
        made.append(settings.file)
        settings.file.touch(mode=0o600)  # running games are secrets too


def _make_folder(folder: Path, made: list[Path]) -> None:
    made += reversed([path for path in (folder, *folder.parents) if not path.exists()])
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)


@contextlib.asynccontextmanager
async def alone(settings: ServerSettings, made: list[Path]) -> AsyncIterator[None]:
    """One start at a time makes what is missing, so that none removes what another relies on."""
    if settings.database is not None and settings.secret_file.exists():
        yield
        return
    folder = settings.secret_file.parent if settings.database else settings.data
    _make_folder(folder, made)
    if sys.platform == "win32":
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        for _ in range(round(STARTING / 0.05)):
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                await asyncio.sleep(0.05)
        else:
            raise VoltoError(f"Another server is still starting in the folder {folder}.")
        yield
    finally:
        os.close(descriptor)


def _secret_of(connection: Connection, path: Path, made: list[Path]) -> bytes:
    """The secret of this database: read and compared, or made if it never had one."""
    known = connection.execute(select(house.c.secret_digest)).scalar_one_or_none()
    if path.exists():
        secret = read_secret(path)
    elif known or connection.execute(select(tables.c.id).limit(1)).first():
        raise VoltoError(
            f"The file {path} is missing, and the links to all tables of this database depend on "
            f"it. Copy it from a backup, or from another server that uses the same database."
        )
    else:
        _make_folder(path.parent, made)
        made.append(path)
        secret = secrets.token_bytes(SECRET_BYTES)
        write_secret(path, secret)
    if known is None:
        connection.execute(insert(house), {"id": 1, "secret_digest": digest(secret)})
    elif known != digest(secret):
        raise VoltoError(
            f"The file {path} holds another secret than the one that this database was made with, "
            f"so no link to its tables would work. Put the right one back or name another database."
        )
    return secret


def digest(secret: bytes) -> str:
    """Tells secrets apart, and tells nothing about them: they are random."""
    return hashlib.sha256(b"volto secret 1\n" + secret).hexdigest()


def read_secret(path: Path) -> bytes:
    secret = path.read_bytes()
    if len(secret) < SECRET_BYTES:
        raise VoltoError(f"The file {path} is damaged: it must hold {SECRET_BYTES} random bytes.")
    return secret


def write_secret(path: Path, secret: bytes) -> None:
    """Written whole under another name and then renamed, so that no crash leaves half of it."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".secret-")  # mode 0600
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
