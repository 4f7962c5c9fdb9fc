"""A mat as lines of text and as pixels, for environments that render."""

from dataclasses import dataclass
from io import BytesIO
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from volto.rules import Family, Position, View
from volto.rules.text import drawn
from volto.svg import Picture

Pixels = NDArray[np.uint8]
Perspective = Literal["spectator", "white", "red", "truth"]
"""Whose knowledge is drawn."""
WIDTH = 320
"""Of the picture, in pixels."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """A picture of the mat and a line below it."""

    picture: Picture
    caption: str

    @classmethod
    def of(cls, shown: Position | View, facing: Family = Family.WHITE) -> "Rendering":
        """The truth, or what one seat knows."""
        if shown.outcome is None:
            told = f"{shown.to_move.title()} to move"
        else:
            told = f"Game over {shown.outcome.result} {shown.outcome.reason}"
        caption = f"{told}, turn {shown.turns}, quiet {shown.quiet}"
        return cls(Picture.of(shown, facing), caption)

    def text(self) -> str:
        """The mat with its rows and columns named, and the caption below."""
        seen = self.picture
        return f"{drawn(seen.letters, seen.mat, seen.facing)}\n{self.caption}"

    def pixels(self) -> Pixels:
        """Height, width and colour, a byte each."""
        import resvg_py  # loaded by those who ask for pictures
        from PIL import Image

        drawn = resvg_py.svg_to_bytes(svg_string=self.picture.draw(), width=WIDTH)
        return np.asarray(Image.open(BytesIO(bytes(drawn))).convert("RGB"))


def seat_of(perspective: Perspective) -> Family | None:
    """The seat whose view is drawn; None for a spectator's."""
    return Family(perspective) if perspective in tuple(Family) else None


def rendered(position: Position, perspective: Perspective) -> Rendering:
    """A position as this reader sees it."""
    facing = seat_of(perspective) or Family.WHITE
    return Rendering.of(
        position if perspective == "truth" else position.view(seat_of(perspective)), facing
    )
