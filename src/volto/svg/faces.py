"""How a portrait is drawn: strokes, masked heads turned a little to the light, and hands.

Strokes inherit ink, width and an empty fill from the group they stand in.
"""

IVORY, CRIMSON, GOLD = "url(#vb-ivory)", "url(#vb-crimson)", "url(#vb-gold)"
INK = "#2a1620"
NIGHT = "#17101c"
PALE, ROSY, TANNED, BROWN = "#efc9a8", "#e3b08a", "#c88d62", "#9a6444"
_BARE = ' stroke="none"'


def shape(path: str, fill: str, outline: bool = True) -> str:
    return f'<path d="{path}" fill="{fill}"{"" if outline else _BARE}/>'


def shade(path: str, depth: int = 26) -> str:
    """What lies away from the light, darker by so many hundredths."""
    return shape(path, f"#1c0d1a{depth * 255 // 100:02x}", outline=False)


def line(path: str, colour: str, width: float | None = None) -> str:
    """As wide as an outline, unless told otherwise."""
    wide = f' stroke-width="{width:g}"' if width else ""
    return f'<path d="{path}" stroke="{colour}"{wide}/>'


def light(path: str, width: float = 1.6) -> str:
    """An edge that catches the light."""
    return line(path, "#ffffff80", width)


def dots(places: str, radius: float, fill: str, outline: bool = True) -> str:
    """Circles at places such as `60,130 60,141`."""
    bare = "" if outline else _BARE
    pairs = (place.split(",") for place in places.split())
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="{radius:g}" fill="{fill}"{bare}/>' for x, y in pairs
    )


def at(where: str, drawing: str) -> str:
    return f'<g transform="{where}">{drawing}</g>'


_EYES = shape(
    "M43.5 66.5C46 61.5 52 62 54.5 67 52 70 46 70 43.5 66.5ZM62.5 67C65 61.5 72 61 75.5 65.5 72 70 "
    "65.5 70.5 62.5 67Z",
    NIGHT,
    outline=False,
) + dots("48,65.6 67.6,65.4", 1.1, "#fff", outline=False)


def neck(skin: str) -> str:
    """In the shadow of the chin; the clothes come over it."""
    return shape("M49 86H71V114H49Z", skin) + shade(
        "M49 94C58 101 66 100 71 92V114H58C64 108 60 102 49 99Z", 36
    )


def head(skin: str) -> str:
    """Bare; hair, hat and mask come over it."""
    return shape("M42 62C41 42 78 42 78 62 78 79 71 93 59 95 48 93 42 79 42 62Z", skin) + shade(
        "M66 46C77 48 79 57 78 64 77 80 70 93 59 95 70 86 72 66 66 46Z", 16
    )


def half_mask(fill: str, rim: str) -> str:
    """Eyes and nose hidden; the mouth is free to grin, sing or wear a beard."""
    return (
        shape(
            "M39.5 61C46 55.5 53 57.5 58 61.5 64 56.5 73 55 81 60 82 70 76 78 69 77 64 76 62 73 "
            "60.5 75.5 58.5 77.5 55.5 77 54 74.5 52 77 50 77.5 47 76.5 42 75 38.5 69 39.5 61Z",
            fill,
        )
        + shade("M70 57C75 56 79 58 81 60 82 70 76 78 69 77 76 72 77 63 70 57Z", 22)
        + light("M42.5 63C46 60 52 60 56 63")
        + _EYES
        + line("M41 62C46 57.5 53 59 58 63 64 58.5 72 57 80 61.5", rim)
    )


def full_mask(fill: str, rim: str, lips: str) -> str:
    """The whole face hidden, as White hides it."""
    return (
        shape("M41.5 58C41.5 40 78.5 40 78.5 58 79 76 71 94 59 97 47 94 41 76 41.5 58Z", fill)
        + shade("M66 46C77 48 79 57 78.5 62 78 80 70 94 59 97 70 86 73 66 66 46Z", 18)
        + shape(
            "M56.5 62C56 70 53 75 53.5 79 56 82 61 82 63 79 62 74 60 68 60 62Z", "#ffffff50", False
        )
        + shade("M53.5 79C56 82 61 82 63 79 62 83.5 55 83.5 53.5 79Z", 35)
        + _EYES
        + line("M43 61C46 56 52 57 56 62M62 62C66 56 72 56 76.5 60", rim)
        + shape(
            "M53 88C55 86.5 57 86.5 58.5 87 60 86.5 62 86.5 64.5 88 61 90.5 56 90.5 53 88Z",
            lips,
            False,
        )
    )


def bauta(fill: str, rim: str) -> str:
    """The white mask of the carnival, whose jutting chin leaves room to speak and drink."""
    return (
        shape(
            "M42 54C52 47 68 47 78 54L79 72C75 76 76 84 83 95 72 102 48 102 37 95 44 84 45 76 "
            "41 72Z",
            fill,
        )
        + shade(
            "M70 50C74 51 76 52 78 54L79 72C75 76 76 84 83 95 77 99 70 100 64 100 76 92 66 80 "
            "71 72Z",
            22,
        )
        + shape("M57 62C55 70 52 76 52 80 56 83 61 83 64 80 63 75 61 69 61 62Z", "#ffffff80", False)
        + shade("M52 80C56 83 61 83 64 80 62 86 54 86 52 80Z", 35)
        + _EYES
        + line("M43 72C48 75 52 74 55 71M62 71C66 75 72 75 77 72M39 93C50 98 70 98 81 93", rim)
    )


def fist(skin: str, where: str, cuff: str) -> str:
    """A hand that holds something upright at the origin."""
    return at(
        where,
        shape("M-9 8H9L11 20H-11Z", cuff)
        + shape("M-8-3C-9-8-3-9.5 0-9 5-9.5 9-7 8.5-2L8 9H-8Z", skin)
        + line("M-8-1.5C-4-3 1-3 4-1.5M-8 3C-4 1.5 0 1.5 3.5 3", INK, 1.1),
    )
