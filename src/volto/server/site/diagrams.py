"""Little mats as pictures: SVG in the page itself, so the rules can be read without scripts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from volto.rules.cells import STANDARD_MAT, Cell, Mat
from volto.rules.masks import WHITE, Family
from volto.rules.moves import Move
from volto.rules.text import role_of
from volto.server.bots.opponents import FAMILY_NAMES, ROLE_NAMES
from volto.server.site.i18n import Translator, phrase
from volto.svg import Mark, Picture, ground, sheet
from volto.svg.ground import square


def mats(mat: Mat) -> str:
    """A mat of this size as each family sees it, for the boards of the page to refer to."""
    paving, rows = square(mat.columns, mat.rows - 2, whole_mat=True), list(range(mat.rows))
    both = "".join(
        f'<g id="vb-mat-{mat}-{bottom}">{ground(mat, seen)}</g>'
        for bottom, seen in (("white", rows[::-1]), ("red", rows))
    )
    shared = f'<use href="#vb-paving-{mat}"/>'
    return f'<g id="vb-paving-{mat}">{paving}</g>{both.replace(paving, shared)}'


def _hidden(parts: str) -> Markup:
    return Markup(f'<svg class="shapes" width="0" height="0" aria-hidden="true">{parts}</svg>')


LITTLE_MATS = _hidden(mats(Mat(5, 5)))
"""Those of the lessons."""
ART = _hidden(sheet(mats(STANDARD_MAT)))
"""The parts of all pictures: once on a page that draws any, with or without scripts."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A part of the mat in letters: a line per row from the far side, a dot for an empty cell."""

    rows: str
    top: int = STANDARD_MAT.rows
    """The number of the first row drawn."""
    marks: Mapping[str, Mark] = field(default_factory=dict)
    arrows: tuple[str, ...] = ()

    def picture(self) -> Picture:
        lines = self.rows.split("/")
        return Picture(
            {
                Cell(column, self.top - 1 - down): letter
                for down, line in enumerate(lines)
                for column, letter in enumerate(line)
                if letter != "."
            },
            rows=range(self.top - len(lines), self.top),
            marks={Cell.parse(cell): mark for cell, mark in self.marks.items()},
            arrows=[Move.parse(arrow) for arrow in self.arrows],
        )

    def draw(self, words: Translator, label: str = "") -> Markup:
        return drawn(self.picture(), words, label)


def drawn(picture: Picture, words: Translator, label: str = "") -> Markup:
    """The picture; a reader who cannot see it is told `label` and where the masks stand."""
    spoken = " ".join(filter(None, (label, *told(picture, words))))
    return Markup(picture.draw(spoken, alone=False))


def told(picture: Picture, words: Translator) -> Iterator[str]:
    """Where the masks stand, a sentence for each family."""
    for family in Family:
        masks = []
        for cell, letter in picture.letters.items():
            if letter.isupper() == (family is WHITE):
                role = role_of(letter)
                masks.append(f"{words.text(ROLE_NAMES[role])} {cell}" if role else str(cell))
        if masks:
            name = words.text(FAMILY_NAMES[family])
            named = words.text(phrase("{label}: {value}"), label=name, value=", ".join(masks))
            yield f"{named}."
