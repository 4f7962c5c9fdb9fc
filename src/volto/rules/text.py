"""A mat in text: rows from the last to the first, a digit for empty cells, then the counters."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from volto.rules.cells import COLUMN_LETTERS, Cell, Mat
from volto.rules.errors import NotationError
from volto.rules.masks import RED, WHITE, Family, Role
from volto.rules.ruleset import FORWARD, Ruleset, read_count

HIDDEN = {WHITE: "X", RED: "x"}
"""A mask whose role the reader does not know."""


class MatText(NamedTuple):
    """What the text says: a letter a mask, whose turn it is, quiet turns, turns played."""

    letters: Mapping[Cell, str]
    to_move: Family
    quiet: int
    turns: int

    def write(self, mat: Mat) -> str:
        rows = []
        for row in reversed(range(mat.rows)):
            cells = (self.letters.get(Cell(column, row), ".") for column in range(mat.columns))
            rows.append(_dots_to_digits("".join(cells)))
        return f"{'/'.join(rows)} {self.to_move.letter} {self.quiet} {self.turns}"

    @classmethod
    def read(cls, text: str, ruleset: Ruleset, allowed: str) -> "MatText":
        """Read strictly: four parts, whole rows, only the `allowed` letters, no mask too many."""
        parts = text.split(" ")
        if len(parts) != 4:
            raise NotationError(
                f"a position has four parts (the mat, w or r, quiet turns, turns), "
                f"this one has {len(parts)}"
            )
        letters = _read_rows(parts[0], ruleset.mat, allowed)
        at = len(parts[0]) + 2
        families = {family.letter: family for family in Family}
        if parts[1] not in families:
            raise NotationError(f"the family to move is w or r, not {parts[1]!r}", at)
        at += len(parts[1]) + 1
        quiet = read_count(parts[2], "the quiet turns", at)
        turns = read_count(parts[3], "the turns played", at + len(parts[2]) + 1)
        return cls(letters, families[parts[1]], quiet, turns)

    def cells(self, family: Family) -> list[Cell]:
        """Where a family's masks stand, front row first, as in a deployment."""
        upper, ahead = family is WHITE, FORWARD[family]
        cells = (cell for cell, letter in self.letters.items() if letter.isupper() == upper)
        return sorted(cells, key=lambda cell: (-ahead * cell.row, cell.column))


def drawn(letters: Mapping[Cell, str], mat: Mat, facing: Family) -> str:
    """The mat as lines of text, from the far palace to the reader's; rows and columns are named."""
    ahead = FORWARD[facing]
    columns = range(mat.columns)[::ahead]
    lines = [
        (str(row + 1), *(letters.get(Cell(column, row), ".") for column in columns))
        for row in range(mat.rows)[::-ahead]
    ]
    return "\n".join(map(" ".join, (*lines, (" ", *(COLUMN_LETTERS[at] for at in columns)))))


def role_of(letter: str) -> Role | None:
    """The role a letter stands for, or None for a hidden one."""
    return None if letter in HIDDEN.values() else Role(letter.upper())


def lost_roles(family: Family, shown: Iterable[Role], ruleset: Ruleset, text: str) -> list[Role]:
    """The roles of the roster that are not on the mat any more."""
    found = Counter(shown)
    lost = Counter(ruleset.roster)
    for role in Role:
        if found[role] > lost[role]:
            raise NotationError(
                f"{family.title()} has {found[role]} masks of {role}, "
                f"and the roster only {lost[role]}",
                surplus(text, role.letter_for(family), lost[role]),
            )
    lost.subtract(found)
    return list(lost.elements())


def surplus(text: str, letter: str, allowed: int) -> int:
    """The column, counted from 1, of the first `letter` beyond the `allowed` number of them."""
    return [column for column, found in enumerate(text, 1) if found == letter][allowed]


def _dots_to_digits(row: str) -> str:
    for empty in range(len(row), 0, -1):
        row = row.replace("." * empty, str(empty))
    return row


def _read_rows(text: str, mat: Mat, allowed: str) -> dict[Cell, str]:
    rows = text.split("/")
    if len(rows) != mat.rows:
        raise NotationError(f"this mat has {mat.rows} rows, the text has {len(rows)}")
    letters = {}
    at = 0
    for row, line in zip(reversed(range(mat.rows)), rows, strict=True):
        column, after_digit = 0, False
        start = at + 1
        for letter in line:
            at += 1
            if letter.isascii() and letter.isdigit() and letter != "0":
                if after_digit:
                    raise NotationError("two digits in a row: write their sum", at)
                column += int(letter)
            elif letter in allowed:
                letters[Cell(column, row)] = letter
                column += 1
            else:
                raise NotationError(f"{letter!r} is not one of {allowed} or a digit", at)
            after_digit = letter.isdigit()
        if column != mat.columns:
            raise NotationError(
                f"row {row + 1} describes {column} cells, and this mat has {mat.columns}", start
            )
        at += 1
    return letters
