"""The parts that every picture is made of: paints, signs, masks and stones, each drawn once.

Daylight colours stand in the drawing itself, so that a picture needs nothing else; the classes
let a page paint it for the night.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from volto.svg.masks import CELL, FACE, GOLD_LINE, masks, part, turned

INK = {"white": "#2e2114", "red": "#fdf1de"}
"""The colour of a sign on the back of a mask."""


def _gradient(kind: str, name: str, place: str, stops: str) -> tuple[str, str]:
    """`stops` are places from 0 to 1, each followed by its colour."""
    words = stops.split()
    painted = "".join(
        f'<stop offset="{at}" stop-color="{colour}"/>'
        for at, colour in zip(words[::2], words[1::2], strict=True)
    )
    return name, f'<{kind}Gradient id="vb-{name}" {place}>{painted}</{kind}Gradient>'


_ROUND = 'cx=".36" cy=".24" r=".92"'
_ACROSS = 'x1="0" y1="0" x2="1" y2="1"'
_UP = 'x1="0" y1="1" x2=".8" y2="0"'
PAINTS = (
    _gradient("radial", "ivory", _ROUND, "0 #fffef9 .5 #f5eee0 .8 #ddcfb4 1 #ab9670"),
    _gradient("radial", "ivory-back", 'cx=".6" cy=".68" r=".85"', "0 #fffdf6 .6 #f3ead9 1 #d8c9ab"),
    _gradient("linear", "ivory-rim", _ACROSS, "0 #fffaf0 .5 #cbb88f 1 #8d7850"),
    _gradient("radial", "crimson", _ROUND, "0 #e2485a .4 #b71f35 .75 #8a1226 1 #560815"),
    _gradient(
        "radial", "crimson-back", 'cx=".58" cy=".62" r=".8"', "0 #a51c31 .6 #861327 1 #5c0a19"
    ),
    _gradient("linear", "gold", _ACROSS, "0 #f8e3a4 .5 #d8ab4c 1 #9c721f"),
    _gradient("linear", "plume-a", _UP, "0 #5c0a18 .6 #a3192e 1 #d6405a"),
    _gradient("linear", "plume-b", _UP, "0 #8a1226 .5 #d23b50 1 #f3909a"),
    _gradient("linear", "plume-d", _UP, "0 #8d7850 .5 #e8dcc2 1 #fffdf6"),
    _gradient("linear", "plume-c", _UP, "0 #6f4a10 .5 #cf9f3f 1 #f8e3a4"),
    _gradient("linear", "nose", 'x1="0" y1="0" x2="1" y2="0"', "0 #fff .5 #f0e6d4 1 #bda988"),
    (
        "walnut",
        f'<linearGradient id="vb-walnut" {_ACROSS}><stop class="vb-wood" stop-color="#7a5230"/>'
        '<stop class="vb-wood-lit" offset=".3" stop-color="#8f6440"/>'
        '<stop class="vb-wood" offset=".6" stop-color="#7a5230"/>'
        '<stop class="vb-wood-dim" offset="1" stop-color="#6b4526"/></linearGradient>',
    ),
    (
        "loggia",
        '<linearGradient id="vb-loggia" x1="0" y1="0" x2="0" y2="1">'
        '<stop class="vb-niche-high" offset=".4" stop-color="#3d3a3d"/>'
        '<stop class="vb-niche-low" offset="1" stop-color="#6a6259"/></linearGradient>',
    ),
    (
        "light",
        '<radialGradient id="vb-light" cx=".28" cy=".16" r=".95">'
        '<stop class="vb-light-near" stop-color="#fff6dd" stop-opacity=".35"/>'
        '<stop class="vb-light-fade" offset=".6" stop-color="#fff6dd" stop-opacity="0"/>'
        '<stop offset=".6" stop-color="#02060c" stop-opacity="0"/>'
        '<stop class="vb-light-far" offset="1" stop-color="#3b2a12" stop-opacity=".15"/>'
        "</radialGradient>",
    ),
    (
        "shade",
        '<radialGradient id="vb-shade"><stop stop-color="#1c1206" stop-opacity=".6"/>'
        '<stop offset="1" stop-color="#1c1206" stop-opacity="0"/></radialGradient>',
    ),
)


# The signs: arrows where a role may go, filled where it may capture, hollow rings for the Lady.

_STRAIGHT = (0, 90, 180, 270)
_SLANTED = (45, 135, 225, 315)
_ALL = (*_STRAIGHT, *_SLANTED)


def _turned(angles: Iterable[int], drawing: str) -> str:
    return "".join(f'<g transform="rotate({angle})">{drawing}</g>' for angle in angles)


_STEP = '<path d="M0-31.5 12-14.5 4.5-17V0h-9V-17L-12-14.5Z"/>'
_POINT = '<path d="M0-31.5 7.5-18.5 0-21-7.5-18.5Z"/>'
_RING = '<circle cy="-23.2" r="6.4"/>'
SIGNS = {
    "N": f'<g fill="currentColor">{_turned(_STRAIGHT, _STEP)}</g>',
    "A": f'<g fill="currentColor" transform="scale(1.1)">{_turned(_SLANTED, _STEP)}</g>',
    "C": f'<g fill="currentColor">{_turned(_ALL, _POINT)}</g>'
    '<path fill="url(#vb-gold)" stroke="currentColor" stroke-width="3" stroke-linejoin="round" '
    'd="M-12.5 11.5-16-7.5l8.7 6.5L0-15.5 7.3-1 16-7.5 12.5 11.5Z"/>',
    "S": '<path fill="currentColor" d="M0-31.5 15-10.5 5.5-13V17L10 31 0 26-10 31-5.5 17V-13'
    'L-15-10.5Z"/>',
    "L": '<g fill="none" stroke="currentColor" stroke-width="3.8">'
    f'{_turned(_ALL, _RING)}<circle r="7.6"/></g>',
}
"""64 units across, round the origin, in the colour of the words around it."""
_SIGN_BOX = 'viewBox="-32 -32 64 64"'


_SIGN_PLACES = {"white": "translate(0 -2) scale(.92)", "red": "translate(0 11.5) scale(.85)"}


def _signs() -> Iterator[tuple[str, str]]:
    for letter, drawing in SIGNS.items():
        yield f"sign-{letter}", f'<symbol id="vb-sign-{letter}" {_SIGN_BOX}>{drawing}</symbol>'
        sign = f'<use href="#vb-sign-{letter}" width="64" height="64" x="-32" y="-32"/>'
        for family, place in _SIGN_PLACES.items():
            colour = f' color="{INK[family]}"'
            yield part(f"sign-{family}-{letter}", sign, turned(family, place) + colour)
            if letter == "S":
                away = turned(family, f"{place} rotate(180)") + colour
                yield part(f"sign-{family}-S-away", sign, away)


# The Doge's cap, to sit on a mask, and the wax of a seal.

_CORNO = (
    '<path fill="url(#vb-crimson)" stroke="#470610" stroke-width="1.5" '
    'd="M-28-41C-34-54-27-66-13-70-4-72.5 2-75 7-80.5 14-88 27-86 27-75 27-66 34-54 28-41 12-33'
    '-12-33-28-41Z"/>'
    '<path fill="none" stroke="#ff9ca5" stroke-opacity=".5" stroke-width="3" '
    'stroke-linecap="round" d="M-25-52C-24-60-19-64-11-66.5"/>'
    f'<g {GOLD_LINE} stroke-width="1.5">'
    '<path d="M-16-45C-17-53-14-59-8-64M16-45C14-54 17-63 21-70M-23-47C-24-52-23-55-21-58'
    'M24-47C22-53 24-58 26-63"/></g><g fill="url(#vb-gold)" stroke="#6b4b10">'
    '<path d="M-5-44C-6-56 0-64 9-72 12-75 15-79 16-84 20-84 23-82 24-79 20-73 16-69 12-64 6-57'
    ' 4-52 5-44Z"/><path stroke-width="1.2" '
    'd="M-31-49C-12-41 12-41 31-49L29-36C12-28-12-28-29-36Z"/></g>'
    '<g stroke="#6b4b10" stroke-width=".8" fill="#f7f3ea"><circle cx="-19" cy="-39.5" r="2.6"/>'
    '<circle cx="19" cy="-39.5" r="2.6"/><circle cx="1.5" cy="-53" r="2.2"/>'
    '<circle cx="8" cy="-63" r="2"/><path d="M0-42 5-36.5 0-31-5-36.5Z" fill="#1f7f86"/></g>'
)
_SEAL = (
    '<path fill="url(#vb-crimson)" stroke="#470610" d="M2-30C9-31 12-26 17-24 24-22 29-18 28-10'
    " 27-4 31 1 29 8 27 15 21 16 18 22 14 29 7 27 1 29-6 32-12 29-17 24-21 20-28 18-29 10-30 3"
    '-26-2-28-9-29-17-22-20-17-24-11-27-6-30 2-30Z"/><circle r="20.5" fill="#7a1022" '
    'stroke="#470610" stroke-opacity=".6"/><path fill="none" stroke="#ff9ca5" stroke-opacity=".55" '
    'stroke-width="1.6" d="M-17 11A20.5 20.5 0 0 0 20 4"/>'
    f'<path d="{FACE}" transform="scale(.31)" fill="#b71f35" stroke="#ff9ca5" stroke-width="3"/>'
    '<path fill="#470610" d="M-9.5-2.5C-7-5.5-4-5.5-2-2-4 0-7 0-9.5-2.5ZM9.5-2.5C7-5.5'
    " 4-5.5 2-2 4 0 7 0 9.5-2.5ZM-3.5 8.5C-1.5 7 1.5 7 3.5 8.5 1.5 10.5-1.5 "
    '10.5-3.5 8.5Z"/>'
)


def _regalia() -> Iterator[tuple[str, str]]:
    yield part("corno", _CORNO)
    yield part("corno-white", '<use href="#vb-corno" y="-3"/>')
    yield part("corno-red", '<use href="#vb-corno" y="11"/>')
    yield "seal", f'<symbol id="vb-seal" {_SIGN_BOX}>{_SEAL}</symbol>'


# The stones: a cell of the square with its inlay, a cell of a palace with its arch.

_NICHE = "M15 112V62C15 40 31 30 56 12 81 30 97 40 97 62V112Z"
_STONES = {
    "arch": f'<path fill="url(#vb-loggia)" d="{_NICHE}"/>'
    '<path fill="none" stroke="currentColor" stroke-width="5" '
    'd="M14 112V62C14 39 31 27 56 10 81 27 98 39 98 62V112"/>'
    '<path fill="none" stroke="currentColor" stroke-width="1.6" opacity=".6" '
    'd="M21 112V64C21 46 35 36 56 21 77 36 91 46 91 64V112"/>'
    '<path fill="currentColor" d="M56 21C50 32 38 34 30 42 38 41 44 44 48 50 50 42 53 38 56 36 '
    '59 38 62 42 64 50 68 44 74 41 82 42 74 34 62 32 56 21Z"/>',
    "glow": f'<path class="vb-lamp" fill="#e8b94a" d="{_NICHE}"/>',
    "column": '<circle cy="21" r="11" stroke="currentColor" stroke-width="3"/>'
    '<path class="vb-quatrefoil" fill="#3d3a3d" d="M0 13.5a3.5 3.5 0 0 1 2.5 5a3.5 3.5 0 0 1 5 2.5'
    "a3.5 3.5 0 0 1-5 2.5a3.5 3.5 0 0 1-2.5 5a3.5 3.5 0 0 1-2.5-5a3.5 3.5 0 0 1-5-2.5"
    'a3.5 3.5 0 0 1 5-2.5a3.5 3.5 0 0 1 2.5-5Z"/>'
    '<path fill="currentColor" d="M-13 57H13V61L8 69H-8L-13 61ZM-9 104H9V112H-9Z"/>'
    '<path fill="currentColor" stroke="#000" stroke-opacity=".18" d="M-5.5 69h11v35h-11z"/>',
    "star": "".join(
        f'<path transform="rotate({angle}) scale({1 if angle in _STRAIGHT else 0.68})" '
        'd="M0-42 7-12 0 0-7-12Z"/>'
        for angle in (*_SLANTED, *_STRAIGHT)
    ),
}


_INLAY = (
    '<path class="vb-band" fill="none" stroke="#f4f9fa" stroke-opacity=".4" stroke-width="2" '
    'd="M9 9H103V103H9Z"/><path class="vb-vein" fill="none" stroke="#f4f9fa" stroke-opacity=".22" '
    'stroke-width="2" d="M56 15 97 56 56 97 15 56Z"/><path class="vb-stud" fill="#f4f9fa" '
    'fill-opacity=".4" d="M9 9h9l-9 9ZM103 9v9l-9-9ZM103 103h-9l9-9ZM9 103v-9l9 9Z"/>'
    '<path class="vb-knot" fill="#e6ecec" '
    'd="M0 0h9l-9 9ZM112 0v9l-9-9ZM112 112h-9l9-9ZM0 112v-9l9 9Z"/>'
)
_HERRINGBONE = "M0 0h14v14h14v14M0 14h14M14 0v14M14 28V14M0 28h14M28 0v14"


def _lines(kind: str, colour: str, share: str, path: str) -> str:
    return (
        f'<path class="vb-{kind}" fill="none" stroke="{colour}" stroke-opacity="{share}" '
        f'stroke-width="1.2" d="{path}"/>'
    )


_PATTERNS = {
    "inlay": (f'width="{CELL}" height="{CELL}"', _INLAY),
    "bond": (
        'width="28" height="28" patternTransform="rotate(45)"',
        _lines("joint", "#3d4c5c", ".15", _HERRINGBONE),
    ),
    "wall-red": (
        'width="24" height="14"',
        _lines("mortar", "#fff0dc", ".22", "M0 0H24M0 7H24M0 0V7M12 7V14"),
    ),
    "wall-white": (
        'width="32" height="32"',
        _lines("mortar", "#fff0dc", ".22", "M0 0 16 16 32 0M0 32 16 16 32 32"),
    ),
}


def _stones() -> Iterator[tuple[str, str]]:
    for name, drawing in _STONES.items():
        yield part(name, drawing)
    for name, (size, drawing) in _PATTERNS.items():
        units = 'patternUnits="userSpaceOnUse"'
        yield name, f'<pattern id="vb-{name}" {units} {size}>{drawing}</pattern>'


@cache
def parts() -> dict[str, str]:
    """Every part by its name; in a picture its id is `vb-` and that name."""
    return dict((*PAINTS, *masks(), *_signs(), *_regalia(), *_stones()))


def sheet(more: str = "") -> str:
    """All the art there is, for a page to refer to."""
    return f"<defs>{''.join(parts().values())}{more}</defs>"


def needed(drawing: str) -> str:
    """The parts that a drawing refers to, directly or not."""
    known = parts()
    wanted: set[str] = set()
    open_ends = [drawing]
    while open_ends:
        names = set(re.findall(r"#vb-([\w-]+)", open_ends.pop())) - wanted
        wanted |= names
        open_ends += [known[name] for name in names]
    return f"<defs>{''.join(part for name, part in known.items() if name in wanted)}</defs>"
