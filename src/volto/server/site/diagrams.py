"""Little mats as pictures: SVG in the page itself, so the rules can be read without scripts.

The shapes (`#mask-…`, `#sign-…`) stand once a page in `templates/masks.html`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from markupsafe import Markup, escape

from volto.rules.cells import COLUMN_LETTERS, Cell, Mat
from volto.rules.masks import WHITE, Family
from volto.rules.moves import Move
from volto.rules.text import HIDDEN, role_of
from volto.rules.view import View
from volto.server.bots.opponents import FAMILY_NAMES, ROLE_NAMES
from volto.server.site.i18n import Translator

SIZE = 100
"""The side of a cell in the picture's own units."""
EDGE = 34
"""The frame, with letters and numbers on it."""

Mark = Literal["go", "take", "gone", "look", "last"]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A mat as a drawing in letters: a row a line from the far side, a dot for an empty cell."""

    rows: str
    top: int = 7
    """The number of the first row drawn: a diagram may show a part of the mat."""
    mat: Mat = field(default_factory=Mat)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    arrows: tuple[str, ...] = ()

    @classmethod
    def of(cls, view: View, marks: Mapping[str, Mark] | None = None) -> "Diagram":
        """The whole mat as a seat sees it."""
        mat = view.ruleset.mat
        rows = str(view).split(" ")[0]
        for empty in range(1, mat.columns + 1):
            rows = rows.replace(str(empty), "." * empty)
        return cls(rows, mat.rows, mat, marks or {})

    def letters(self) -> Iterator[tuple[Cell, str]]:
        """Every cell drawn and its letter."""
        for down, line in enumerate(self.rows.split("/")):
            for column, letter in enumerate(line):
                yield Cell(column, self.top - 1 - down), letter

    def draw(self, words: Translator, label: str = "") -> Markup:
        """The picture; a reader who cannot see it is told `label` and where the masks stand."""
        lines = self.rows.split("/")
        wide, high = SIZE * max(map(len, lines)), SIZE * len(lines)
        spoken = " ".join(filter(None, (label, *self.spoken(words))))
        box = f"0 0 {wide + 2 * EDGE} {high + 2 * EDGE}"
        parts = (
            self._ground(wide, high),
            *self._cells(),
            *(self._mark(Cell.parse(cell, self.mat), kind) for cell, kind in self.marks.items()),
            *self._masks(),
            *map(self._arrow, self.arrows),
        )
        return Markup(
            f'<svg class="mat" viewBox="{box}" role="img" aria-label="{escape(spoken)}">'
            f"{''.join(parts)}</svg>"
        )

    def spoken(self, words: Translator) -> Iterator[str]:
        """Where the masks stand, a sentence a family."""
        for family in Family:
            told = []
            for cell, letter in self.letters():
                if letter != "." and letter.isupper() == (family is WHITE):
                    role = role_of(letter)
                    told.append(f"{words.text(ROLE_NAMES[role])} {cell}" if role else str(cell))
            if told:
                yield f"{words.text(FAMILY_NAMES[family])}: {', '.join(told)}."

    def _corner(self, cell: Cell) -> tuple[int, int]:
        return EDGE + cell.column * SIZE, EDGE + (self.top - 1 - cell.row) * SIZE

    def _middle(self, cell: Cell) -> tuple[int, int]:
        x, y = self._corner(cell)
        return x + SIZE // 2, y + SIZE // 2

    def _ground(self, wide: int, high: int) -> str:
        frame = (
            f'<rect class="frame" width="{wide + 2 * EDGE}" height="{high + 2 * EDGE}" rx="18"/>'
        )
        columns = (
            f'<text class="coordinate" x="{EDGE + SIZE * i + SIZE // 2}" y="{high + EDGE + 25}">'
            f"{COLUMN_LETTERS[i]}</text>"
            for i in range(wide // SIZE)
        )
        rows = (
            f'<text class="coordinate" x="{EDGE // 2}" y="{EDGE + SIZE * i + SIZE // 2 + 8}">'
            f"{self.top - i}</text>"
            for i in range(high // SIZE)
        )
        return frame + "".join((*columns, *rows))

    def _cells(self) -> Iterator[str]:
        for cell, _ in self.letters():
            x, y = self._corner(cell)
            kind = {0: "palace-white", self.mat.rows - 1: "palace-red"}.get(cell.row, "square")
            dark = " dark" if (cell.column + cell.row) % 2 else ""
            yield (
                f'<rect class="cell {kind}{dark}" x="{x}" y="{y}" width="{SIZE}" height="{SIZE}"/>'
                f'<use href="#ground-{kind}" x="{x}" y="{y}" width="{SIZE}" height="{SIZE}"/>'
            )

    def _mark(self, cell: Cell, kind: Mark) -> str:
        (left, up), (x, y) = self._corner(cell), self._middle(cell)
        if kind == "go":
            return f'<circle class="go" cx="{x}" cy="{y}" r="14"/>'
        if kind == "take":
            return f'<circle class="take" cx="{x}" cy="{y}" r="44"/>'
        if kind == "gone":
            return f'<path class="gone" d="M{x - 26} {y - 26}l52 52M{x + 26} {y - 26}l-52 52"/>'
        inset = 4
        side = SIZE - 2 * inset
        return (
            f'<rect class="{kind}" x="{left + inset}" y="{up + inset}" '
            f'width="{side}" height="{side}" rx="8"/>'
        )

    def _masks(self) -> Iterator[str]:
        for cell, letter in self.letters():
            if letter == ".":
                continue
            x, y = self._corner(cell)
            family = "white" if letter.isupper() else "red"
            at = f'x="{x}" y="{y}" width="{SIZE}" height="{SIZE}"'
            if letter in HIDDEN.values():
                yield f'<use href="#face-{family}" {at}/>'
            else:
                turned = "" if letter != "s" else f' transform="rotate(180 {x + 50} {y + 50})"'
                yield (
                    f'<use href="#back-{family}" {at}/>'
                    f'<use class="on-{family}" href="#sign-{letter.upper()}" {at}{turned}/>'
                )

    def _arrow(self, text: str) -> str:
        move = Move.parse(text, self.mat)
        (x1, y1), (x2, y2) = self._middle(move.origin), self._middle(move.target)
        long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        dx, dy = (x2 - x1) / long, (y2 - y1) / long
        line = f"M{x1 + 34 * dx:.0f} {y1 + 34 * dy:.0f}L{x2 - 34 * dx:.0f} {y2 - 34 * dy:.0f}"
        tip = (
            f"M{x2 - 16 * dx:.0f} {y2 - 16 * dy:.0f}"
            f"L{x2 - 40 * dx - 16 * dy:.0f} {y2 - 40 * dy + 16 * dx:.0f}"
            f"L{x2 - 40 * dx + 16 * dy:.0f} {y2 - 40 * dy - 16 * dx:.0f}Z"
        )
        return f'<path class="way" d="{line}"/><path class="way-tip" d="{tip}"/>'
