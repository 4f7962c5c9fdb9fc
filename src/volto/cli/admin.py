"""`volto admin`: what a host does to a house: back it up, restore it, drop what nobody plays."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated

from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from volto.cli.files import STDIO, File, check_outputs, input_name
from volto.cli.text_board import terminal
from volto.rules import VoltoError
from volto.server.backup import BadBackup, Tell, restore, write_backup
from volto.server.retention import Kind, prune
from volto.server.settings import ServerSettings, default_data

Data = Annotated[Path | None, Parameter(env_var="VOLTO_DATA")]
Database = Annotated[str | None, Parameter(env_var="VOLTO_DATABASE")]
Secret = Annotated[Path | None, Parameter(env_var="VOLTO_SECRET_FILE")]
Days = Annotated[float, Parameter(validator=Number(gt=0, lte=1e6))]

admin = App(name="admin", help="Back a house up, restore it, or drop abandoned tables.")


@admin.command(name="backup")
def backup(
    file: File,
    /,
    *,
    data: Data = None,
    database: Database = None,
    secret: Secret = None,
) -> None:
    """Write everything that a house keeps, its secret too, to one file; servers may go on.

    Whoever reads the file can open every seat.

    Parameters
    ----------
    file
        The file to write, for its owner's eyes only; - for standard output.
    data
        The folder of the database and the secret.
    database
        The URL of another database.
    secret
        The file of the secret, if it is not in that folder.
    """
    settings = _settings(data, database, secret)
    check_outputs(file)
    with _progress("Writing") as tell, _written(file) as out:
        rows = asyncio.run(write_backup(settings, out, tell))
    name = "standard output" if file == STDIO else file
    print(f"{name}: {_counted(rows)}", file=sys.stderr if file == STDIO else sys.stdout)


@admin.command(name="restore")
def restore_command(
    file: File,
    /,
    *,
    data: Data = None,
    database: Database = None,
    secret: Secret = None,
    force: bool = False,
) -> None:
    """Put everything from a backup into an empty database, of either kind. Stop all servers first.

    Parameters
    ----------
    file
        A backup; - for standard input.
    data
        The folder of the database and the secret.
    database
        The URL of another database.
    secret
        The file of the secret, if it is not in that folder.
    force
        Overwrite what is there.
    """
    settings = _settings(data, database, secret)
    try:
        with _progress("Restoring") as tell:
            if file == STDIO:
                rows = asyncio.run(restore(settings, sys.stdin.buffer, tell, force=force))
            else:
                with file.open("rb") as opened:
                    rows = asyncio.run(restore(settings, opened, tell, force=force))
    except BadBackup as error:
        raise VoltoError(f"{input_name(file)}: {error}") from None
    print(f"Restored {_counted(rows)}.")


@admin.command(name="prune")
def prune_command(
    *,
    unplayed: Days = 30.0,
    unfinished: Days | None = None,
    finished: Days | None = None,
    drop: bool = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Say which tables have been abandoned, and drop them if asked.

    Parameters
    ----------
    unplayed
        Tables without a turn, once nothing has happened there for so many days.
    unfinished
        Games that nobody ended, likewise; by default they stay.
    finished
        Games that are over, likewise; by default they stay.
    drop
        Drop them; without it nothing is changed.
    data
        The folder of the database.
    database
        The URL of another database.
    """
    asked: dict[Kind, float | None] = {
        "unplayed": unplayed,
        "unfinished": unfinished,
        "finished": finished,
    }
    days = {kind: age for kind, age in asked.items() if age is not None}
    found = asyncio.run(prune(_settings(data, database, None), days, drop=drop))
    for kind, count in found.items():
        print(f"{count:,} {kind}, nothing done for {days[kind]:g} days")
    if drop:
        print("Dropped.")
    elif any(found.values()):
        print("Nothing was changed. --drop drops them.")


def _settings(data: Path | None, database: str | None, secret: Path | None) -> ServerSettings:
    return ServerSettings(data=data or default_data(), database=database, secret=secret)


@contextmanager
def _written(file: Path) -> Iterator[IO[bytes]]:
    """A file that is there only once it is whole, and that only its owner can read."""
    if file == STDIO:
        yield sys.stdout.buffer
        return
    if file.exists():
        raise VoltoError(f"{file}: there is such a file already.")
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")  # mode 0600
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        draft.rename(file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


@contextmanager
def _progress(what: str) -> Iterator[Tell]:
    console = terminal(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(bar, completed=done, total=total)


def _counted(rows: dict[str, int]) -> str:
    return f"{rows.get('tables', 0):,} tables, {rows.get('log', 0):,} events"
