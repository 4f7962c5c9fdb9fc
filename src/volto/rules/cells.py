"""The mat and its cells (R-1)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from volto.rules.errors import BadRuleset, NotationError

COLUMN_LETTERS = "abcdefghi"


class Cell(NamedTuple):
    """A place on the mat: column 0 is `a`, row 0 is row 1."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{COLUMN_LETTERS[self.column]}{self.row + 1}"

    def __repr__(self) -> str:
        return f"Cell.parse({str(self)!r})"

    def step(self, columns: int, rows: int) -> "Cell":
        return Cell(self.column + columns, self.row + rows)

    @classmethod
    def parse(cls, text: "str | Cell", mat: "Mat | None" = None) -> "Cell":
        """Read `b3`; the cell must lie on `mat` (by default the mat of the box)."""
        if isinstance(text, Cell):
            return text
        mat = mat or STANDARD_MAT
        if len(text) != 2:
            raise NotationError(f"{text!r} is not a cell: a cell is a column and a row, like b3")
        column = COLUMN_LETTERS[: mat.columns].find(text[0])
        if column < 0:
            last = COLUMN_LETTERS[mat.columns - 1]
            raise NotationError(f"{text[0]!r} is not a column of this mat (a to {last})")
        if text[1] not in "123456789"[: mat.rows]:
            raise NotationError(f"{text[1]!r} is not a row of this mat (1 to {mat.rows})", 2)
        return cls(column, int(text[1]) - 1)


@dataclass(frozen=True, slots=True)
class Mat:
    """The size of the mat. Row 1 is White's palace and the last row Red's (R-1)."""

    columns: int = 5
    rows: int = 7

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= 9 and 2 <= self.rows <= 9):
            raise BadRuleset(
                f"A mat has 1 to 9 columns and 2 to 9 rows, not {self.columns} by {self.rows}."
            )

    def __str__(self) -> str:
        return f"{self.columns}x{self.rows}"

    @classmethod
    def parse(cls, text: str) -> "Mat":
        """Read `5x7`: columns x rows."""
        if not re.fullmatch(r"[1-9]x[2-9]", text):
            raise NotationError(f"a mat is columns x rows, like 5x7, not {text!r}")
        return cls(int(text[0]), int(text[2]))

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.column < self.columns and 0 <= cell.row < self.rows

    def __iter__(self) -> Iterator[Cell]:
        """Every cell, row by row from a1."""
        return (Cell(column, row) for row in range(self.rows) for column in range(self.columns))


STANDARD_MAT = Mat()
