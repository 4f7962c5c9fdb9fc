"""The ten rivals, from Urchin to Doge: a bust in a Venetian window, masked, with one thing in hand.

The higher the station, the richer the window. Light, lines and paints are those of the masks.
"""

from functools import cache

from volto.svg.citizens import CITIZENS
from volto.svg.faces import INK, line, shape
from volto.svg.nobles import NOBLES
from volto.svg.parts import needed

_BOX = "-1 -7 122 161"
_ARCH = "M6 150V62C6 36 24 28 40 17 50 10 56 6 60-3 64 6 70 10 80 17 96 28 114 36 114 62V150Z"
_GROOVE = (
    "M10 150V63C10 39 27 31 42 20.5 51 14 57 9 60 1 63 9 69 14 78 20.5 93 31 110 39 110 63V150"
)
_OPENING = (
    "M14 150V64C14 42 30 34 44 24 52 18 57 12 60 4 63 12 68 18 76 24 90 34 106 42 106 64V150Z"
)
_BRICK = ("#9c5c44", "#6b3828", "#c88a6c")
_STONE = ("#cbbfa8", "#8a7c63", "#efe6d3")
_MARBLE = ("#efe7d8", "#a3916c", "#d2a548")
_GOLD = ("#d2a548", "#7a5714", "#f8e3a4")
_DUSK = ("#f0c58a", "#7d4a5a")
_LAGOON = ("#5fa3a3", "#1b4a55")
_DAMASK = ("#a3283c", "#4d0815")
_WINDOWS = (
    (_BRICK, _DUSK),
    (_BRICK, _LAGOON),
    (_BRICK, ("#eeb35c", "#1b3340")),
    (_STONE, _DUSK),
    (_STONE, _LAGOON),
    (_STONE, _LAGOON),
    (_MARBLE, _DAMASK),
    (_MARBLE, _LAGOON),
    (_MARBLE, _DAMASK),
    (_GOLD, _LAGOON),
)
_FIGURES = (*CITIZENS, *NOBLES)


def figure(level: int) -> str:
    """A rival without the window: told from all others by the outline alone."""
    return _FIGURES[level - 1]()


@cache
def portrait(level: int) -> str:
    """A rival as a picture of its own."""
    (stone, edge, inlay), (high, low) = _WINDOWS[level - 1]
    drawing = (
        f'<radialGradient id="vp-sky-{level}" cx=".1" cy=".5" r=".95"><stop stop-color="{high}"/>'
        f'<stop offset="1" stop-color="{low}"/></radialGradient>'
        f'<clipPath id="vp-sill-{level}"><path d="M-9-9H130V149H-9Z"/></clipPath>'
        f'<g stroke="{edge}">{shape(_ARCH, stone)}'
        f"{shape(_OPENING, f'url(#vp-sky-{level})')}{line(_GROOVE, inlay)}</g>"
        f'<g clip-path="url(#vp-sill-{level})" stroke="{INK}" '
        f'stroke-linejoin="round" stroke-linecap="round">{figure(level)}</g>'
        f'<path d="M2 148H118V153H2Z" fill="{stone}" stroke="{edge}"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_BOX}" fill="none" '
        f'stroke-width="1.5">{needed(drawing)}{drawing}</svg>'
    )
