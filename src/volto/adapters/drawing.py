"""A mat as lines of text and as a picture of plain pixels, for environments that render."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from volto.rules import Cell, Family, Mat, Position, Ruleset, View
from volto.rules.cells import COLUMN_LETTERS
from volto.rules.text import MatText

Pixels = NDArray[np.uint8]
Perspective = Literal["spectator", "white", "red", "truth"]
"""Whose knowledge is drawn."""

CELL = 48
"""The width of a cell in pixels."""
GLYPH_SCALE = 3
GLYPHS = {
    "N": "10001 11001 10101 10101 10011 10001 10001",
    "A": "01110 10001 10001 11111 10001 10001 10001",
    "C": "01110 10001 10000 10000 10000 10001 01110",
    "S": "01111 10000 10000 01110 00001 00001 11110",
    "L": "10000 10000 10000 10000 10000 10000 11111",
    "X": "00000 11011 11011 00000 00000 10001 01110",
}
"""The letters of the roles, and the face of a mask that hides one."""

INK, LIT = (29, 26, 36), (199, 154, 59)
FACE = {Family.WHITE: (250, 247, 240), Family.RED: (178, 34, 52)}
GROUND = {Family.WHITE: (205, 196, 176), Family.RED: (160, 128, 128), None: (226, 219, 203)}
"""The floor of each palace, and of the square between them."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What stands where, in the letters of the notation, as it looks from one side."""

    ruleset: Ruleset
    letters: Mapping[Cell, str]
    marked: Collection[Cell]
    caption: str
    facing: Family = Family.WHITE

    @classmethod
    def of(cls, shown: Position | View, facing: Family = Family.WHITE) -> "Drawing":
        """The truth, or what one seat knows."""
        read = MatText.read(str(shown), shown.ruleset, "NACSLXnacslx")
        last = shown.history[-1:]
        if shown.outcome is None:
            told = f"{shown.to_move.title()} to move"
        else:
            told = f"Game over {shown.outcome.result} {shown.outcome.reason}"
        return cls(
            shown.ruleset,
            read.letters,
            last[0].move if last else (),
            f"{told}, turn {shown.turns}, quiet {shown.quiet}",
            facing,
        )

    def text(self) -> str:
        """The mat with its rows and columns named, and the caption below."""
        head = "   " + "  ".join(COLUMN_LETTERS[cell.column] for cell in next(self._rows()))
        lines = [head]
        for row in self._rows():
            signs = "".join(f" {self._sign(cell)} " for cell in row)
            lines.append(f"{row[0].row + 1} {signs} {row[0].row + 1}")
        return "\n".join((*lines, head, self.caption))

    def picture(self) -> Pixels:
        """Height, width and colour, a byte each."""
        return np.concatenate(
            [np.concatenate([self._tile(cell) for cell in row], axis=1) for row in self._rows()]
        )

    def _rows(self) -> Iterator[list[Cell]]:
        """The cells as they are seen, row by row from the far palace."""
        mat: Mat = self.ruleset.mat
        ahead = 1 if self.facing is Family.WHITE else -1
        for row in range(mat.rows)[::-ahead]:
            yield [Cell(column, row) for column in range(mat.columns)[::ahead]]

    def _sign(self, cell: Cell) -> str:
        return self.letters.get(cell, "-" if cell in self.marked else ".")

    def _tile(self, cell: Cell) -> Pixels:
        palaces = {self.ruleset.palace_row(family): family for family in Family}
        tile = np.full((CELL, CELL, 3), GROUND[palaces.get(cell.row)], np.uint8)
        across = np.arange(CELL) - (CELL - 1) / 2
        rim = np.maximum(abs(across[:, None]), abs(across))
        tile[rim > CELL / 2 - 1] = INK
        if cell in self.marked:
            tile[(rim > CELL / 2 - 5) & (rim <= CELL / 2 - 1)] = LIT
        letter = self.letters.get(cell)
        if letter is not None:
            family = Family.WHITE if letter.isupper() else Family.RED
            radius = np.hypot(across[:, None], across)
            tile[radius < CELL * 0.40] = INK
            tile[radius < CELL * 0.37] = FACE[family]
            self._engrave(tile, letter, INK if family is Family.WHITE else FACE[Family.WHITE])
        return tile

    def _engrave(self, tile: Pixels, letter: str, colour: tuple[int, int, int]) -> None:
        rows = GLYPHS[letter.upper()].split()
        glyph = np.array([[dot == "1" for dot in row] for row in rows])
        large = glyph.repeat(GLYPH_SCALE, axis=0).repeat(GLYPH_SCALE, axis=1)
        top, left = ((CELL - size) // 2 for size in large.shape)
        tile[top : top + large.shape[0], left : left + large.shape[1]][large] = colour


def seat_of(perspective: Perspective) -> Family | None:
    """The seat whose view is drawn; None for a spectator's."""
    return None if perspective in ("spectator", "truth") else Family(perspective)


def seen(position: Position, perspective: Perspective) -> Drawing:
    """A position as this reader sees it."""
    facing = seat_of(perspective) or Family.WHITE
    return Drawing.of(
        position if perspective == "truth" else position.view(seat_of(perspective)), facing
    )
