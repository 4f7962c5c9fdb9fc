"""The masks: White wears a full face, Red a half mask with plumes; each has a face and an inside.

What differs from mask to mask depends on its number alone: it can be followed with the eye and
tells nothing.
"""

from collections.abc import Iterator

CELL = 112
"""The side of a cell; a mask is drawn round the middle of one."""
VARIANTS = 10
"""Masks of a family that look different from each other."""
FACE = "M0-49C25-49 38.5-31 37.5-6 36.5 20 20 46 0 49-20 46-36.5 20-37.5-6-38.5-31-25-49 0-49Z"
GOLD = 'fill="url(#vb-gold)"'
GOLD_LINE = 'fill="none" stroke="url(#vb-gold)" stroke-linecap="round"'
_SCALE = {"white": 1.05, "red": 0.91}
"""The wide half mask a little smaller, the tall face a little larger."""
_TILTS = (-3, 4, 0, -4, 2, -2, 3, -1, 4, -4)
_GAZES = (
    (-2, 0),
    (3, 0),
    (0, 1.5),
    (-3.5, 1),
    (2, -1),
    (3.5, 1),
    (0, 0),
    (-3, -1),
    (1, 2),
    (-1, 0.5),
)
"""How a mask of each number hangs, in degrees, and where it looks."""


def _both(left: str) -> str:
    """A part of the left half, and its mirror image."""
    return f'{left}<g transform="scale(-1 1)">{left}</g>'


def _eyes(x: float, y: float) -> str:
    """Two pupils that catch the light."""
    return "".join(
        f'<circle cx="{at:g}" cy="{y:g}" r="4.3" fill="#3d2a33"/>'
        f'<circle cx="{at:g}" cy="{y:g}" r="2.1"/>'
        f'<circle cx="{at - 1.5:g}" cy="{y - 1.7:g}" r="1.25" fill="#fff"/>'
        for at in (x, -x)
    )


def _dots(path: str, gap: float = 7) -> str:
    """Pearls of gold along a path."""
    return f'<path {GOLD_LINE} stroke-width="3.2" stroke-dasharray="0 {gap:g}" d="{path}"/>'


def _gilt(path: str) -> str:
    return f'<path {GOLD_LINE} stroke-width="1.8" d="{path}"/>'


# White: the skin, ten ways to paint it, and the features over the paint.

_EYE = "M-29-6.5C-24-15-12-14.5-6.5-5.5-12 .5-23 .5-29-6.5Z"
_SKIN = (
    f'<path d="{FACE}" fill="url(#vb-ivory)" stroke="#7d683f" stroke-width="1.8"/>'
    '<path d="M-27-27C-21-37-12-42-3-43.5" fill="none" stroke="#fff" stroke-width="4" '
    'stroke-linecap="round" opacity=".7"/>'
    '<path d="M5-45.5C25-43 35.5-29 35-6 34 19 19 43 0 46.5 17 38 30 18 30-6 30-27 21-42 5-45.5Z" '
    'fill="#8d7850" opacity=".18"/>'
)
_FEATURES = (
    _both('<path d="M-31-12C-26-21-13-21-6-12-13-16-25-17-31-12Z" fill="#a8926a" opacity=".55"/>')
    + '<path d="M-1-22C-2-6-8 7-8 13-6 18.5 6 18.5 8 13 8 7 2-6 1-22Z" fill="url(#vb-nose)"/>'
    '<path d="M8 12.5C6.5 18.5-6.5 18.5-8 12.5-5 15.5 5 15.5 8 12.5Z" fill="#8d7850" '
    'opacity=".6"/><path d="M-7 38C-3 40.5 3 40.5 7 38" fill="none" stroke="#a8926a" '
    'stroke-width="1.6" opacity=".6" stroke-linecap="round"/>'
    + _both(
        f'<path d="{_EYE}" fill="#17101c"/>'
        f'<path d="M-29-6.5C-24-15-12-14.5-6.5-5.5" {GOLD_LINE} stroke-width="2.2"/>'
    )
    + '<path d="M-11.5 27C-6 22.5-2.5 22.5 0 24.5 2.5 22.5 6 22.5 11.5 27 6 33.5-6 33.5-11.5 27Z"/>'
    '<path d="M-11.5 27C-5 28.2 5 28.2 11.5 27" fill="none" stroke="#5c0a19"/>'
)
_LOZENGE = "l5 8-5 8-5-8Z"
_GEMS = (
    '<path d="M0-43 4-36 0-29-4-36Z"/>',
    '<path d="M0-44C5-40 5-34 0-29-5-34-5-40 0-44Z"/>',
    '<circle cy="-36" r="4.4"/>',
    '<path d="M0-43.5 1.9-38.5 7-38.2 3-34.9 4.4-30 0-32.7-4.4-30-3-34.9-7-38.2-1.9-38.5Z"/>',
    '<path d="M-6-40C-3-36 3-36 6-40 6-33 3-29.5 0-29.5S-6-33-6-40Z"/>',
)
_PAINTS = (
    # gold scrolls over the brows
    _both(_gilt("M-5-24C-12-31-25-30-31-19-33-13-28-11-27-15M-9-32C-16-38-22-37-25-32"))
    + '<use href="#vb-gem-0"/>',
    # a sun round one eye
    f'<path {GOLD} d="M-18-33-15-18-21-18ZM-34-27-23-16-28-13ZM-1-27-8-13-13-16ZM-18 21-21 4-15 4Z'
    'M-32 13-28-1-23 3ZM-4 13-13 3-8-1Z"/>',
    # thin brows and three tears
    '<path fill="none" stroke="#3b2a20" stroke-width="2" stroke-linecap="round" '
    'd="M-29-18C-24-27-13-27-7-20M29-18C24-27 13-27 7-20"/><path fill="#1f5b63" '
    'd="M18 3C21.5 9 22 14 18 16 14 14 14.5 9 18 3ZM24 15c2 4 2 6 0 7.5-2-1.5-2-3.5 0-7.5Z"/>',
    # gold leaf on half of the brow
    f'<path {GOLD} d="M-1-47.5C-24-47.5-37-31-36.5-6-36 4-34 13-30 20-24 11-14 10-7 4-6-8-7-18'
    '-3-26 0-34 3-40-1-47.5Z"/>',
    # a blue lozenge through one eye
    '<path fill="#1f5b63" d="M17.5-41 30-6 17.5 27 5-6Z"/>' + _gilt("M17.5-41 30-6 17.5 27 5-6Z"),
    # a diadem with pearls
    f'<path {GOLD} stroke="#8a631a" stroke-width=".8" d="M-34-25C-18-36 18-36 34-25L35-17'
    'C18-28-18-28-35-17Z"/><g fill="#fff" stroke="#8a631a" stroke-width=".6">'
    '<circle cy="-29.5" r="3"/><circle cx="-17" cy="-27" r="2.2"/>'
    '<circle cx="17" cy="-27" r="2.2"/></g>',
    # a blue band over the eyes
    '<path fill="#1f5b63" d="M-36.5-15C-20-22-8-20 0-15 8-20 20-22 36.5-15 38-6 36 4 33.5 11 20 10'
    ' 8 7 4 1H-4C-8 7-20 10-33.5 11-36 4-38-6-36.5-15Z"/>'
    + _gilt("M-36.5-15C-20-22-8-20 0-15 8-20 20-22 36.5-15"),
    # pearls of gold along the rim, a beauty spot
    _dots("M-25 27C-44-4-30-41 0-42 30-41 44-4 25 27") + '<circle cx="-19" cy="19" r="2.4"/>',
    # moon and stars
    f'<path {GOLD} d="M7-43C-8-46-14-28 2-24-4-30-3-40 7-43Z"/><path fill="#1f5b63" d="M21 7l1.7'
    " 4.7 4.7 1.7-4.7 1.7-1.7 4.7-1.7-4.7-4.7-1.7 4.7-1.7Z"
    'M28-1l1 2.6 2.6 1-2.6 1-1 2.6-1-2.6-2.6-1 2.6-1Z"/>',
    # a harlequin's lozenges down one side
    f'<path fill="#3b2a33" d="M-12-46{_LOZENGE}M-22-39{_LOZENGE}M-12-30{_LOZENGE}M-29-29{_LOZENGE}'
    f'M-30 3{_LOZENGE}M-23 14{_LOZENGE}M-15 26{_LOZENGE}"/>',
)
_LIPS = (
    "#a9213a",
    "#8a1226",
    "#5c0a19",
    "#a9213a",
    "#2a2030",
    "#c2566a",
    "#a9213a",
    "#7c1d4a",
    "url(#vb-gold)",
    "#a9213a",
)


def _white_face(number: int) -> str:
    x, y = _GAZES[number]
    return (
        f'<use href="#vb-skin"/>{_PAINTS[number]}'
        f'<use href="#vb-features" fill="{_LIPS[number]}"/><use href="#vb-eyes" x="{x}" y="{y}"/>'
    )


_WHITE_BACK = (
    f'<path d="{FACE}" fill="url(#vb-ivory-rim)" stroke="#7d683f" stroke-width="1.8"/>'
    f'<path d="{FACE}" transform="scale(.89 .905)" fill="url(#vb-ivory-back)" stroke="#a8926a"/>'
    + _both(f'<path d="{_EYE}" transform="translate(-1 -6)" fill="#8d7850" opacity=".2"/>')
    + f'<path d="{FACE}" transform="scale(.8 .835)" {GOLD_LINE} stroke-width="1.5" opacity=".9"/>'
)


# Red: the half mask, its plumes, ten ways to gild it.

_HALF = (
    "M0-20C-9-29-24-33-38-31-45-30-51-33-56-38-58-22-54-6-46 7-39 18-28 24-19 22-14 21-11.5 17"
    "-10.5 13-9.5 22-5.5 30 0 31 5.5 30 9.5 22 10.5 13 11.5 17 14 21 19 22 28 24 39 18 46 7 54-6"
    " 58-22 56-38 51-33 45-30 38-31 24-33 9-29 0-20Z"
)
_INSIDE = (
    "M0-27C-9-33-24-35-38-32-45-30-51-33-56-38-58-20-54-3-47 10-40 21-29 28-20 27-16 26.5-14 25"
    "-12.5 22.5-10 31-5.5 35.5 0 36 5.5 35.5 10 31 12.5 22.5 14 25 16 26.5 20 27 29 28 40 21 47 10"
    " 54-3 58-20 56-38 51-33 45-30 38-32 24-35 9-33 0-27Z"
)
_SLIT = "M-42-12C-34-19-19-16-12-3-20 4-35 3-42-12Z"
_VELVET = f'<path d="{_HALF}" fill="url(#vb-crimson)" stroke="#3a040d" stroke-width="1.8"/>'
_TRIM = (
    '<path d="M0-9C-2 0-7 10-6.5 17-5.5 25-3 28.5 0 29Z" fill="#ff9ca5" opacity=".28"/>'
    '<path d="M0-9C2 0 7 10 6.5 17 5.5 25 3 28.5 0 29Z" fill="#3a040d" opacity=".2"/>'
    + _both(f'<path d="{_SLIT}" fill="#150307"/><path d="{_SLIT}" {GOLD_LINE} stroke-width="2.2"/>')
    + f'<g {GOLD_LINE}><path stroke-width="2.4" d="M-54-35.5C-50-31-45-28-38-28.5-24-30.5-9-26.5'
    ' 0-17.5 9-26.5 24-30.5 38-28.5 45-28 50-31 54-35.5"/>'
    '<path stroke-width="1.5" d="M-8 19C-6 26-4 28.5 0 29 4 28.5 6 26 8 19"/></g>'
)
_PLUME = (
    '<path d="M0 0C-9-9-12-26-2-36 6-43 18-40 19-33 20-28 15-27 12-28 15-24 12-20 8-20 10-16 7-12 '
    '4-12 5-8 3-3 0 0Z"/><path d="M0 0C-4-13-2-26 9-34" fill="none" stroke="#fff" '
    'stroke-opacity=".35"/>'
)
_BUNCHES = (
    "0 -20 -52 .9 a,0 -20 34 .86 b,0 -20 -9 1 c",
    "-32 -26 -50 .8 a,-32 -26 18 .8 b,-32 -26 -18 1 a",
    "-34 -27 -22 -.95 b,34 -27 22 .95 b,0 -18 -10 .9 c",
    "0 -20 -62 .75 b,0 -20 44 .75 a,0 -20 -34 .9 a,0 -20 14 .9 b,0 -20 -10 1 a",
    "30 -27 44 .75 a,30 -27 -38 .95 b,30 -27 2 1 d",
)
"""Plumes as x, y, turn, size and colour."""
_GILDINGS = (
    # dark lozenges on the brow
    _both('<path fill="#4d0815" d="M-13-25-7-18-13-11-19-18ZM-25-27-19.5-20.5-25-14-30.5-20.5Z"/>'),
    # lines along the wings
    _both(_gilt("M-50-28C-50-14-45-2-36 8M-46-26C-46-18-44-11-40-5")),
    # a golden wing
    f'<path {GOLD} d="M-56-38C-58-22-54-6-46 7-43 11-40 14-36 17-34 2-36-20-44-31-48-31-52-34'
    '-56-38Z"/>',
    # pale tears
    f'<path fill="#f6dfb0" d="M24 6{_LOZENGE}M-24 6{_LOZENGE}"/>',
    # pearls under the eyes
    _dots("M-45-18C-45-2-36 14-20 16M45-18C45-2 36 14 20 16", 6.5),
    # one half in the dark
    '<path fill="#4d0815" d="M0-19C9-28 24-32 38-30 45-29 51-32 55-36 57-22 53-6 45 6 38 17 28 23'
    ' 19 21 14 20 12 17 10.5 13 9 22 5 29 0 30Z"/>',
    # tendrils
    _both(
        _gilt(
            "M-47-17C-46-1-39 10-23 17M-43 3C-40 3-38 6-39 9M-33 12C-30 11-28 13-28 16"
            "M-48-10C-45-11-43-8-44-5"
        )
    ),
    # a harlequin's lozenges on one wing
    f'<path {GOLD} d="M14-28{_LOZENGE}M24-30{_LOZENGE}M34-29{_LOZENGE}M44-28{_LOZENGE}'
    f'M45-9{_LOZENGE}M36 2{_LOZENGE}M25 6{_LOZENGE}"/>',
    # lashes
    _both(_gilt("M-37-19-40-25M-30-21-31-27M-22-20-21-26M-42-3-47 0M-36 4-40 9M-27 8-29 14")),
    # a dark lace at the lower edge
    _both(
        '<path fill="#4d0815" d="M-46 7C-39 18-28 24-19 22-14 21-11.5 17-10.5 13-14 17-17 13-19 15'
        '-23 19-26 14-29 15-34 16-34 10-38 9-42 8-42 3-46 7Z"/>'
    ),
)
_RIBBON = "M-47-8C-56 6-43 18-50 31-53 37-49 41-46 45"
_LINING = (
    _both(
        f'<path d="{_RIBBON}" fill="none" stroke="#3a040d" stroke-width="6.5"/>'
        f'<path d="{_RIBBON}" fill="none" stroke="#b71f35" stroke-width="4"/>'
    )
    + f'<path d="{_INSIDE}" fill="url(#vb-gold)" stroke="#3a040d" stroke-width="1.8"/>'
    f'<path d="{_INSIDE}" transform="translate(0 .2) scale(.945 .935)" '
    'fill="url(#vb-crimson-back)" stroke="#3a040d"/>'
    + _both('<path d="M-46-12C-37-20-24-17-16-4-24 4-39 3-46-12Z" fill="#1c0308" opacity=".75"/>')
    + f'<path d="{_INSIDE}" transform="scale(.87 .85)" fill="none" stroke="#f5d88c" '
    'stroke-opacity=".6" stroke-width="1.3" stroke-dasharray="4 3.5"/>'
)


def _bunch(number: int) -> str:
    plumes = (plume.split() for plume in _BUNCHES[number].split(","))
    return "".join(
        f'<use href="#vb-plume" transform="translate({x} {y}) rotate({turn}) '
        f'scale({size} {size.lstrip("-")})" fill="url(#vb-plume-{colour})"/>'
        for x, y, turn, size, colour in plumes
    )


def _plumes(number: int, side: int, more: str = "") -> str:
    """Two masks share a bunch: one wears it mirrored. `side` is 0 for the face, 1 for the back."""
    mirrored = ' transform="scale(-1 1)"' if (number + side) % 2 else ""
    return f'<use href="#vb-bunch-{number // 2}"{mirrored}{more}/>'


def _red_face(number: int) -> str:
    x, y = _GAZES[number]
    return (
        f'{_plumes(number, 0)}<use href="#vb-velvet"/>{_GILDINGS[number]}<use href="#vb-trim"/>'
        f'<use href="#vb-red-eyes" x="{x}" y="{y}"/>'
        f'<use href="#vb-gem-{(number * 2 + 1) % 5}" transform="translate(0 17) scale(1.15)"/>'
    )


def _red_back(number: int) -> str:
    behind = ' y="-5"'
    return f'{_plumes(number, 1, behind)}<use href="#vb-lining"/>'


def part(name: str, drawing: str, dress: str = "") -> tuple[str, str]:
    """A drawing by its name, and what goes with all of it."""
    return name, f'<g id="vb-{name}"{dress}>{drawing}</g>'


def turned(family: str, *turns: str) -> str:
    """What puts a drawing on a mask of this family."""
    return f' transform="{" ".join((f"scale({_SCALE[family]})", *turns))}"'


def masks() -> Iterator[tuple[str, str]]:
    """Every face and every inside, by name."""
    yield part("skin", _SKIN)
    yield part("features", _FEATURES)
    yield part("eyes", _eyes(-17.5, -6))
    yield part("plume", _PLUME)
    yield part("velvet", _VELVET)
    yield part("trim", _TRIM)
    yield part("red-eyes", _eyes(-26, -7))
    yield part("lining", _LINING)
    for number, gem in enumerate(_GEMS):
        yield part(f"gem-{number}", gem, f' {GOLD} stroke="#6b4b10" stroke-width=".6"')
    for number in range(len(_BUNCHES)):
        yield part(f"bunch-{number}", _bunch(number))
    yield part("back-white", _WHITE_BACK, turned("white"))
    for number, tilt in enumerate(_TILTS):
        to_white, to_red = f"rotate({tilt})", f"rotate({-tilt}) translate(0 10)"
        yield part(f"face-white-{number}", _white_face(number), turned("white", to_white))
        yield part(f"face-red-{number}", _red_face(number), turned("red", to_red))
        yield part(f"back-red-{number}", _red_back(number), turned("red", "translate(0 8)"))
