"""A mat, its captured masks and the end of a game, drawn for the terminal."""

import sys
from collections.abc import Collection
from dataclasses import dataclass
from io import TextIOWrapper

from rich.console import Console, ConsoleOptions, RenderResult
from rich.panel import Panel
from rich.text import Text

from volto.rules import (
    STANDARD,
    Cell,
    Family,
    LadyRule,
    Outcome,
    Position,
    Reason,
    Role,
    Ruleset,
    View,
)
from volto.rules.text import HIDDEN

Shown = Position | View
"""What can be drawn: the truth, or what one seat knows."""

WHITE, RED = Family
SIGNS = {HIDDEN[WHITE]: "◇", HIDDEN[RED]: "◆", ".": "·"}
"""Hidden masks are told apart by shape as well as by colour."""

INK = {Family.WHITE: "bold #ffffff", Family.RED: "bold #ff7468"}
PALACE = {Family.WHITE: "on #55533f", Family.RED: "on #55282c"}
SQUARE = "on #2e2e33"
MARK = "on #7a5c00"
FAINT = "dim"
DOT = "#8c8c94"


def terminal(*, stderr: bool = False) -> Console:
    """Standard output or error as a console: text as it is, `?` for what it cannot show."""
    stream = sys.stderr if stderr else sys.stdout
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False, stderr=stderr)


@dataclass(frozen=True, slots=True)
class MatDrawing:
    """The rows of a mat. Without colour, or without Unicode, it uses the letters of the notation.

    Marked cells stand in brackets, palaces are named at the edge: colour only repeats it.
    """

    shown: Shown
    facing: Family
    marked: Collection[Cell]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        plain = options.ascii_only or console.no_color or console.color_system is None
        *rows, columns = (line.split() for line in self.shown.board(self.facing).splitlines())
        head = Text("   " + "".join(f" {column} " for column in columns), style=FAINT)
        yield head
        for number, *letters in rows:
            names = [f"{column}{number}" for column in columns]
            yield self._row(int(number), dict(zip(names, letters, strict=True)), plain)
        yield head

    def _row(self, number: int, letters: dict[str, str], plain: bool) -> Text:
        line = Text(no_wrap=True)
        line.append(f"{number:>2} ", style=FAINT)
        owner = _palace_owner(self.shown.ruleset, number - 1)
        ground = PALACE[owner] if owner else SQUARE
        marked = set(map(str, self.marked))
        for cell, letter in letters.items():
            ink = DOT if letter == "." else INK[WHITE if letter.isupper() else RED]
            sign = letter if plain else SIGNS.get(letter, letter)
            if cell in marked:
                line.append(f"[{sign}]", style=f"{ink} {MARK}")
            else:
                line.append(f" {sign} ", style=f"{ink} {ground}")
        if owner:
            line.append(f"  {owner.title()} palace", style=FAINT)
        return line


def mat_panel(
    position: Position | View, *, facing: Family = Family.WHITE, marked: Collection[Cell] = ()
) -> Panel:
    """The mat as `facing` sees it across the table, with `marked` cells in brackets."""
    if position.outcome is None:
        title = f"{position.to_move.title()} to move"
    else:
        title = f"Game over {position.outcome.result}"
    return Panel(
        MatDrawing(position, facing, marked),
        title=title,
        subtitle=f"turn {position.turns}, quiet {position.quiet}",
        expand=False,
        padding=(0, 1),
        width=max(34, 3 * position.ruleset.mat.columns + 21),
    )


def last_cells(shown: Shown) -> tuple[Cell, ...]:
    """The two cells of the last move, to be marked; none before the first turn."""
    return tuple(shown.history[-1].move) if shown.history else ()


def captured_line(view: Position | View) -> Text:
    """The masks each family has lost, by their roles: `Captured: White N A, Red l`."""
    line = Text("Captured: ")
    for family in Family:
        gone = [mask for mask in view.scene.masks if mask.family is family and not mask.on_mat]
        roles = sorted((mask.unmasked for mask in gone), key=_role_order)
        letters = " ".join(role.letter_for(family) if role else HIDDEN[family] for role in roles)
        line.append(f"{family.title()} ")
        line.append(letters or "none", style=_letters_ink(family) if letters else FAINT)
        line.append(", " if family is Family.WHITE else "")
    return line


def ending(outcome: Outcome, ruleset: Ruleset = STANDARD) -> str:
    """One sentence: who won, and why. `ruleset` says which Lady rule the game was played by."""
    if outcome.winner is None:
        return f"Draw: {_DRAWN.get(outcome.reason, outcome.reason)}."
    names = {"winner": outcome.winner.title(), "loser": outcome.winner.rival.title()}
    why = _WON.get(outcome.reason, outcome.reason)
    if outcome.reason is Reason.LADIES and ruleset.ladies is LadyRule.CAPTOR:
        why = "the last {loser} Lady has been captured (R-14, captor variant)"
    return f"{names['winner']} wins: {why.format(**names)}."


_WON = {
    Reason.CANDIDATE_CAPTURED: "the {loser} Candidate has been captured (R-12)",
    Reason.CANDIDATE_TOOK_LADY: "the {loser} Candidate captured a Lady and left with her (R-13)",
    Reason.LADIES: "its last Lady has been captured (R-14)",
    Reason.PALACE: "its Candidate stands in the {loser} palace (R-15)",
    Reason.BLOCKED: "{loser} must move and cannot (H-1, a house ruling)",
    Reason.RESIGNED: "{loser} resigned (H-4)",
    Reason.TIME: "{loser} ran out of time",
    Reason.ABANDONED: "{loser} left the game",
}
_DRAWN = {
    Reason.QUIET: "the limit of turns without a capture is reached (H-2, a house ruling)",
    Reason.TURN_CAP: "the agreed number of turns has been played",
    Reason.AGREED: "both players agreed to it (H-2)",
    Reason.ABANDONED: "the game was abandoned",
}


def _palace_owner(ruleset: Ruleset, row: int) -> Family | None:
    return next((family for family in Family if ruleset.palace_row(family) == row), None)


def _role_order(role: Role | None) -> int:
    return list(Role).index(role) if role else len(Role)


def _letters_ink(family: Family) -> str:
    return "bold red" if family is Family.RED else "bold"
