"""Draws the site's icon and the mask beside its name, with the parts that the mat is drawn with.

python -m tools.icons            # writes them into the static files
"""

from pathlib import Path

import volto
from volto.svg.parts import needed

STATIC = Path(volto.__file__).parent / "web" / "static"
FACE = "face-white-3"
"""The mask with gold leaf on half of its brow."""
TILE = '<rect x="-64" y="-64" width="128" height="128" rx="28" fill="#14303a"/>'


def icons() -> dict[str, str]:
    """The files by name: the mask on a tile, and the mask alone."""
    placed = f'<use href="#vb-{FACE}"/>'
    return {
        name: f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">'
        f"{needed(placed)}{ground}{placed}</svg>\n"
        for name, box, ground in (
            ("icon.svg", "-64 -64 128 128", TILE),
            ("mask.svg", "-56 -56 112 112", ""),
        )
    }


if __name__ == "__main__":
    for name, drawing in icons().items():
        (STATIC / name).write_text(drawing)
