"""The square and the palaces by day: masks stand out from them, in grey as well."""

import re
from importlib.resources import files

from volto.rules import STANDARD_MAT
from volto.svg import ground
from volto.svg.ground import PALACES, SLABS
from volto.svg.parts import parts

IVORY, CRIMSON = "#f4ecdd", "#b71f35"
"""What most of a white mask and most of a red one is painted with."""


def luminance(colour: str) -> float:
    parts_of = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts_of
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_by_day_a_palace_is_darker_than_the_white_masks_and_lighter_than_the_red_ones() -> None:
    for wall, mould in PALACES.values():
        assert contrast(wall, IVORY) > 2
        assert contrast(mould, IVORY) > 1.4
        assert contrast(wall, CRIMSON) > 1.4
        assert luminance(CRIMSON) < luminance(wall) < luminance(IVORY)


def test_by_day_the_square_is_darker_than_the_white_masks_and_cooler_than_the_frame() -> None:
    for slab in SLABS:
        assert contrast(slab, IVORY) > 1.4
        assert contrast(slab, CRIMSON) > 2
        assert int(slab[1:3], 16) < int(slab[5:7], 16)  # more blue than red


def test_a_page_by_day_shows_the_colours_of_a_picture() -> None:
    """A page repaints the drawing for the night; its day is the drawing's own."""
    style = (files("volto.web") / "static" / "css" / "art.css").read_text()
    drawing = ground(STANDARD_MAT, list(range(STANDARD_MAT.rows))) + "".join(parts().values())
    days = re.findall(r"light-dark\((#\w+),", style)
    assert len(days) > 10
    for day in days:
        assert day[:7] in drawing
