"""`volto dataset`: recorded games as a table to learn from."""

import shutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from volto.arena.dataset import Written, check, write
from volto.cli.files import STDIO, File, read_games
from volto.cli.text_board import terminal
from volto.notation import Record, read_file
from volto.rules import NotationError, VoltoError

Format = Literal["parquet", "npz"]


def dataset(games: File, out: File, /, *, format: Format = "parquet") -> None:  # noqa: A002
    """Write every turn of recorded games to a table: views, beliefs, moves and outcomes.

    Parameters
    ----------
    games
        A .volto record, such as volto arena --record writes; - for standard input.
    out
        A file that ends in .parquet or .npz; - for standard output.
    format
        The format for standard output.
    """
    console = terminal(stderr=out == STDIO)
    piped = read_games(games) if games == STDIO else None  # a file is read twice, and never held
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder, f"dataset.{format}") if out == STDIO else out
            written = _write(console, lambda: read_file(games) if piped is None else piped, path)
            if out == STDIO:
                with path.open("rb") as file:
                    shutil.copyfileobj(file, sys.stdout.buffer)
    except NotationError as error:
        raise VoltoError(f"{games}: {error}") from None
    count = "1 game" if written.games == 1 else f"{written.games:,} games"
    name = "standard output" if out == STDIO else out
    console.print(f"{name}: {written.turns:,} turns of {count}", soft_wrap=True)


def _write(console: Console, records: Callable[[], Iterable[Record]], out: Path) -> Written:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        bar = progress.add_task("Writing", total=check(records()))
        return write(records(), out, lambda done: progress.update(bar, completed=done))
