"""A mat with masks on it, as a picture that stands by itself or in a page that has the parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal

from volto.rules.cells import COLUMN_LETTERS, STANDARD_MAT, Cell, Mat
from volto.rules.masks import Family, Role
from volto.rules.moves import Move
from volto.rules.scene import Staged
from volto.rules.text import HIDDEN
from volto.rules.view import View
from volto.svg.ground import EDGE, frame, ground
from volto.svg.masks import CELL, VARIANTS
from volto.svg.parts import needed

Mark = Literal["go", "take", "gone", "look", "from", "to"]
"""What is said of a cell: go there, capture there, gone from there, look, the last move's two."""
LAGOON, LAMPLIGHT, RED = "#1f7f86", "#e8b94a", "#a3192e"


@dataclass(frozen=True, slots=True)
class Picture:
    """What stands where, in the letters of the notation, as it looks from one side."""

    letters: Mapping[Cell, str]
    mat: Mat = STANDARD_MAT
    rows: range = field(default_factory=lambda: range(STANDARD_MAT.rows))
    """The rows that are drawn: a picture may show a part of the mat."""
    facing: Family = Family.WHITE
    """Whose palace is below."""
    numbers: Mapping[Cell, int] = field(default_factory=dict)
    """Which of its family a mask is, so that it keeps its face from picture to picture."""
    marks: Mapping[Cell, Mark] = field(default_factory=dict)
    arrows: Sequence[Move] = ()
    winner: Family | None = None
    """Whose Candidate has become Doge."""

    @classmethod
    def of(
        cls,
        shown: Staged,
        facing: Family | str | None = None,
        marks: Mapping[str, Mark] | None = None,
        arrows: Sequence[str] = (),
    ) -> "Picture":
        """The truth, or what one seat knows; a view is seen from its seat if nothing is said."""
        scene, mat = shown.scene, shown.ruleset.mat
        seat = shown.seat if isinstance(shown, View) else None
        said: dict[Cell, Mark] = {}
        if shown.history:
            origin, target = shown.history[-1].move
            said = {origin: "from", target: "to"}
        given = {Cell.parse(cell, mat): mark for cell, mark in (marks or {}).items()}
        return cls(
            shown.letters(),
            mat,
            range(mat.rows),
            seat or Family.WHITE if facing is None else Family(facing),
            {
                cell: number - scene.ids(family).start
                for family in Family
                for cell, number in scene.standing[family].items()
            },
            said | given,
            [Move.parse(arrow, mat) for arrow in arrows],
            shown.outcome.winner if shown.outcome else None,
        )

    def draw(self, label: str = "", size: int | None = None, alone: bool = True) -> str:
        """The picture; `size` is its width in pixels, `label` is read to those who cannot see it.

        Not `alone`, it stands in a page that has the parts already.
        """
        wide, high = CELL * self.mat.columns, CELL * len(self.rows)
        drawing = "".join(
            (
                frame(self._columns(), [row + 1 for row in self._rows()]),
                f'<svg width="{wide}" height="{high}">{ground(self.mat, self._rows())}</svg>',
                f'<path fill="url(#vb-light)" d="M0 0H{wide}V{high}H0Z"/>',
                *(self._mark(cell, mark) for cell, mark in self.marks.items()),
                *map(self._mask, self.letters),
                *map(self._cap, self.letters),
                *map(self._arrow, self.arrows),
            )
        )
        box = (-EDGE, -EDGE, wide + 2 * EDGE, high + 2 * EDGE)
        scale = f' width="{size}" height="{round(size * box[3] / box[2])}"' if size else ""
        spoken = f' role="img" aria-label="{escape(label)}"' if label else ' aria-hidden="true"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="vb-picture"{spoken}{scale} '
            f'viewBox="{" ".join(map(str, box))}">{needed(drawing) if alone else ""}{drawing}</svg>'
        )

    def _upright(self) -> bool:
        return self.facing == Family.WHITE

    def _rows(self) -> list[int]:
        return sorted(self.rows, reverse=self._upright())

    def _columns(self) -> str:
        letters = COLUMN_LETTERS[: self.mat.columns]
        return letters if self._upright() else letters[::-1]

    def _corner(self, cell: Cell) -> tuple[int, int]:
        x = cell.column if self._upright() else self.mat.columns - 1 - cell.column
        return x * CELL, self._rows().index(cell.row) * CELL

    def _middle(self, cell: Cell) -> tuple[float, float]:
        x, y = self._corner(cell)
        return x + CELL / 2, y + CELL / 2

    def _mark(self, cell: Cell, mark: Mark) -> str:
        (left, up), (x, y) = self._corner(cell), self._middle(cell)
        inside = f'x="{left + 5}" y="{up + 5}" width="{CELL - 10}" height="{CELL - 10}" rx="10"'
        lamp = f'stroke="{LAMPLIGHT}" stroke-width="4" fill="{LAMPLIGHT}"'
        drawn = {
            "go": f'<circle cx="{x:g}" cy="{y:g}" r="15" fill="{LAGOON}" stroke="#f4fffe" '
            'stroke-width="4"/>',
            "take": f'<circle cx="{x:g}" cy="{y:g}" r="50" fill="none" stroke="{LAGOON}" '
            'stroke-width="7"/>',
            "gone": f'<path d="M{x - 28:g} {y - 28:g}l56 56m0-56l-56 56" stroke="{RED}" '
            'stroke-width="9" stroke-linecap="round"/>',
            "look": f'<rect {inside} fill="none" stroke="{LAMPLIGHT}" stroke-width="7" '
            'stroke-dasharray="16 8"/>',
            "from": f'<rect {inside} {lamp} fill-opacity=".25" stroke-dasharray="10 6"/>',
            "to": f'<rect {inside} fill="none" stroke="#5c3d08" stroke-width="8"/>'
            f'<rect {inside} {lamp} fill-opacity=".55"/>',
        }
        return drawn[mark]

    def _mask(self, cell: Cell) -> str:
        letter = self.letters[cell]
        family = Family.WHITE if letter.isupper() else Family.RED
        (x, y), number = self._middle(cell), self.numbers.get(cell, cell.column) % VARIANTS
        at = f'x="{x:g}" y="{y:g}"'
        shadow = f'<ellipse cx="{x + 4:g}" cy="{y + 36:g}" rx="47" ry="21" fill="url(#vb-shade)"/>'
        if letter in HIDDEN.values():
            return f'{shadow}<use href="#vb-face-{family}-{number}" {at}/>'
        back = "back-white" if family == Family.WHITE else f"back-red-{number}"
        away = "-away" if letter in "Ss" and family != self.facing else ""
        sign = f"sign-{family}-{letter.upper()}{away}"
        return f'{shadow}<use href="#vb-{back}" {at}/><use href="#vb-{sign}" {at}/>'

    def _cap(self, cell: Cell) -> str:
        """The Doge's, if this is the Candidate who won."""
        if self.winner is None or self.letters[cell] != Role.CANDIDATE.letter_for(self.winner):
            return ""
        x, y = self._middle(cell)
        return f'<use href="#vb-corno-{self.winner}" x="{x:g}" y="{y:g}"/>'

    def _arrow(self, move: Move) -> str:
        (x1, y1), (x2, y2) = self._middle(move.origin), self._middle(move.target)
        long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        dx, dy = (x2 - x1) / long, (y2 - y1) / long
        line = f"M{x1 + 38 * dx:.0f} {y1 + 38 * dy:.0f}L{x2 - 38 * dx:.0f} {y2 - 38 * dy:.0f}"
        tip = (
            f"M{x2 - 18 * dx:.0f} {y2 - 18 * dy:.0f}"
            f"L{x2 - 45 * dx - 18 * dy:.0f} {y2 - 45 * dy + 18 * dx:.0f}"
            f"L{x2 - 45 * dx + 18 * dy:.0f} {y2 - 45 * dy - 18 * dx:.0f}Z"
        )
        return (
            f'<g stroke="{LAGOON}" stroke-linecap="round" stroke-linejoin="round">'
            f'<path d="{line}" fill="none" stroke-width="10"/><path d="{tip}" fill="{LAGOON}"/></g>'
        )


def board(
    shown: Staged,
    *,
    facing: Family | str | None = None,
    marks: Mapping[str, Mark] | None = None,
    arrows: Sequence[str] = (),
    size: int | None = None,
    label: str = "",
) -> str:
    """A position, or a view, as SVG: `board(game.view("white"), marks={"c3": "go"}, size=400)`.

    The last move is marked, and the Candidate who won is crowned. A view shows the backs of
    the masks whose role its seat knows, and the faces of all others.
    """
    return Picture.of(shown, facing, marks, arrows).draw(label or str(shown), size)
