"""`volto dataset`: recorded games as a table to learn from."""

from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from volto.arena.dataset import check, write
from volto.cli.text_board import terminal
from volto.notation import read_file
from volto.rules import NotationError, VoltoError


def dataset(games: Path, out: Path, /) -> None:
    """Write every turn of recorded games to a table: views, beliefs, moves and outcomes.

    Parameters
    ----------
    games
        A .volto record, such as volto arena --record keeps.
    out
        A file that ends in .parquet or .npz.
    """
    console = terminal()
    try:
        total = check(read_file(games))  # all of it is read before anything is written
        columns = (
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("games"),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
            bar = progress.add_task("Writing", total=total)
            written = write(
                read_file(games), out, lambda done: progress.update(bar, completed=done)
            )
    except NotationError as error:
        raise VoltoError(f"{games}: {error}") from None
    except OSError as error:
        raise VoltoError(f"{error.filename}: {error.strerror}") from None
    console.print(f"{out}: {written.turns:,} turns of {written.games:,} games", soft_wrap=True)
