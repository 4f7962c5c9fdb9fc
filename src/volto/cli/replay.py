"""`volto replay FILE`: step through a recorded game, from the truth or from one seat's view."""

import sys
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.types import PositiveInt
from rich.console import Console, Group, RenderableType
from rich.text import Text

from volto.cli.files import File, input_name, read_games
from volto.cli.text_board import Shown, captured_line, ending, last_cells, mat_panel, terminal
from volto.notation import Record
from volto.rules import Family, Position, VoltoError

Reader = Literal["truth", "white", "red", "spectator"]
SEATS: dict[Reader, Family | None] = {
    "white": Family.WHITE,
    "red": Family.RED,
    "spectator": None,
}

NEXT = ("", "n", "\x1b[C", "\x1bOC")
BACK = ("b", "\x1b[D", "\x1bOD")
HELP = "Enter or → next, b or ← back, a number for that turn, e end, q quit"


def replay(
    file: File,
    /,
    *,
    reader: Annotated[Reader, Parameter(name="--as")] = "truth",
    game: PositiveInt = 1,
    all_at_once: Annotated[bool, Parameter(name="--all", negative="")] = False,
    list_games: Annotated[bool, Parameter(name="--list", negative="")] = False,
) -> None:
    """Step through a recorded game; outside a terminal, print all of it.

    Parameters
    ----------
    file
        A .volto record of one or more games; - for standard input.
    reader
        Whose knowledge to show.
    game
        Which game of the file, counting from 1.
    all_at_once
        Print every position instead of stepping through them.
    list_games
        Only list the games of the file.
    """
    console = terminal()
    records = read_games(file)
    if list_games:
        for number, record in enumerate(records, 1):
            console.print(_list_line(number, record), soft_wrap=True)
        return
    if game > len(records):
        count = "1 game" if len(records) == 1 else f"{len(records)} games"
        raise VoltoError(f"{input_name(file)}: there is no game {game}, the file holds {count}")
    record = records[game - 1]
    pages = [_page(position, reader) for position in record.positions()]
    if not all_at_once and sys.stdin.isatty() and sys.stdout.isatty():
        _step(console, record, pages)
        return
    console.print(_title(record), soft_wrap=True)
    for page in pages:
        console.print()
        console.print(page)
    console.print()
    console.print(_last_word(record))


def _page(position: Position, reader: Reader) -> RenderableType:
    """One position as the reader sees it; everything below starts from what that seat knows."""
    shown: Shown = position if reader == "truth" else position.view(SEATS[reader])
    facing = Family.RED if reader == "red" else Family.WHITE
    return Group(
        Text(_heading(shown)),
        mat_panel(shown, facing=facing, marked=last_cells(shown)),
        captured_line(shown),
        Text(str(shown)),
    )


def _heading(shown: Shown) -> str:
    if not shown.history:
        return "Start"
    turns = len(shown.history)
    return f"{(turns + 1) // 2}. {shown.to_move.rival.title()} {shown.history[-1]}"


def _step(console: Console, record: Record, pages: list[RenderableType]) -> None:
    """Ask and show, until the reader leaves or steps past the end."""
    at, last = 0, len(pages) - 1
    note = HELP
    while True:
        console.clear()
        console.print(_title(record), soft_wrap=True)
        console.print(pages[at])
        if at == last:
            console.print(_last_word(record))
        console.print(Text(note, style="dim"))
        try:
            answer = input(f"{at}/{last} > ").strip(" \t")
        except EOFError:
            console.print()
            return
        note = HELP
        if answer in NEXT:
            if at == last:
                return
            at += 1
        elif answer in BACK:
            at = max(0, at - 1)
        elif answer == "e":
            at = last
        elif answer == "q":
            return
        elif answer.isascii() and answer.isdigit() and len(answer) < 10 and int(answer) <= last:
            at = int(answer)
        else:
            note = f"{answer!r} is not understood; turns are 0 to {last}. {HELP}"


def _title(record: Record) -> Text:
    """Who played, and where: only tags that cannot tell a role."""
    white, red = record.tag("White") or "White", record.tag("Red") or "Red"
    about = [value for name in ("Event", "Date") if (value := record.tag(name))]
    return Text(", ".join((f"{white} (White) against {red} (Red)", *about)))


def _list_line(number: int, record: Record) -> Text:
    reason = record.outcome.reason if record.outcome else "unfinished"
    turns = "1 turn" if len(record.turns) == 1 else f"{len(record.turns)} turns"
    return Text(f"{number}. {_title(record)}: {record.result} {reason}, {turns}")


def _last_word(record: Record) -> str:
    if record.outcome:
        return ending(record.outcome, record.ruleset)
    return "The game is unfinished."
