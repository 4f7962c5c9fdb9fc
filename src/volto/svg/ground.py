"""The mat as a picture: St Mark's Square in grey stone, a palace at either end."""

from volto.rules.cells import Mat
from volto.svg.masks import CELL

SLABS = ("#b8c0c4", "#adb7bc")
PALACES = {"white": ("#b29a70", "#d3bf96"), "red": ("#b46d54", "#dcb99a")}
"""The wall of each palace, and its mouldings."""
EDGE = 32
"""The width of the frame, which carries letters and numbers."""


def square(columns: int, rows: int, whole_mat: bool) -> str:
    """So many rows of the square; on a whole mat the compass is in the middle."""
    wide, high = columns * CELL, rows * CELL
    whole = f"M0 0H{wide}V{high}H0Z"
    darker = "".join(
        f"M{x * CELL} {y * CELL}h{CELL}v{CELL}h-{CELL}z"
        for y in range(rows)
        for x in range(columns)
        if (x + y) % 2
    )
    lines = "".join(f"M{x * CELL} 0V{high}" for x in range(columns + 1))
    lines += "".join(f"M0 {y * CELL}H{wide}" for y in range(1, rows))
    star = (
        f'<use class="vb-star" fill="#f4f9fa" fill-opacity=".22" href="#vb-star" '
        f'x="{wide / 2:g}" y="{high / 2:g}"/>'
    )
    return (
        f'<path class="vb-slab-0" fill="{SLABS[0]}" d="{whole}"/>'
        f'<path class="vb-slab-1" fill="{SLABS[1]}" d="{darker}"/>'
        f'<path fill="url(#vb-inlay)" d="{whole}"/><path fill="url(#vb-bond)" d="{whole}"/>'
        f"{star if whole_mat else ''}"
        f'<path class="vb-lines" fill="none" stroke="#e6ecec" stroke-width="2.6" d="{lines}"/>'
    )


def palace(family: str, columns: int) -> str:
    """One row of arches. They stand upright for whoever looks, wherever they sit."""
    wall, mould = PALACES[family]
    wide = columns * CELL
    arches = "".join(
        f'<g class="vb-arch" data-column="{x}" transform="translate({x * CELL} 0)">'
        '<use href="#vb-arch"/><use class="vb-glow" opacity="0" href="#vb-glow"/></g>'
        for x in range(columns)
    )
    columns_between = "".join(
        f'<use href="#vb-column" x="{x * CELL}"/>' for x in range(columns + 1)
    )
    return (
        f'<g class="vb-palace vb-palace-{family}" color="{mould}" fill="{wall}">'
        f'<path d="M0 0H{wide}V{CELL}H0Z"/>'
        f'<path fill="url(#vb-wall-{family})" d="M0 0H{wide}V{CELL}H0Z"/>'
        f'{arches}{columns_between}<path fill="currentColor" d="M0 0H{wide}V4H0Z"/></g>'
    )


def step(wide: int, y: int) -> str:
    """Where the square meets a palace."""
    return (
        f'<path class="vb-step" fill="#e4dccb" d="M0 {y - 4}H{wide}V{y + 4}H0Z"/>'
        f'<path class="vb-step-line" stroke="#6b5b42" stroke-opacity=".4" stroke-width="2" '
        f'd="M0 {y + 4}H{wide}"/>'
    )


def frame(columns: str, rows: list[int]) -> str:
    """The walnut round the mat, with the names of its columns and rows as they are seen."""
    wide, high = len(columns) * CELL, len(rows) * CELL
    letters = "".join(
        f'<text x="{CELL * at + CELL // 2}" y="{high + 24}">{letter}</text>'
        for at, letter in enumerate(columns)
    )
    numbers = "".join(
        f'<text x="{-EDGE // 2}" y="{CELL * at + CELL // 2 + 7}">{row}</text>'
        for at, row in enumerate(rows)
    )

    def border(out: float, dress: str) -> str:
        size = f'width="{wide + 2 * out:g}" height="{high + 2 * out:g}"'
        return f'<rect x="{-out:g}" y="{-out:g}" {size} {dress}/>'

    wood = 'rx="14" fill="url(#vb-walnut)" stroke="#4a2f1b" stroke-width="3"'
    gold = 'fill="#c79a3b" fill-opacity=".7"'
    return (
        border(EDGE - 1.5, f'class="vb-frame-wood" {wood}')
        + border(6, gold)
        + border(4.5, 'fill="#2b1c10"')
        + '<g class="vb-coordinates" fill="#e9d3a3" font-family="Georgia, serif" font-size="21" '
        f'font-weight="600" text-anchor="middle">{letters}{numbers}</g>'
    )


def ground(mat: Mat, rows: list[int]) -> str:
    """These rows of a mat, from the top of the picture to its foot."""
    palaces = {0: "white", mat.rows - 1: "red"}
    paved = [at for at, row in enumerate(rows) if row not in palaces]
    drawn = ""
    if paved:
        stones = square(mat.columns, len(paved), len(rows) == mat.rows)
        drawn += f'<g transform="translate(0 {CELL * paved[0]})">{stones}</g>'
    for at, row in enumerate(rows):
        if row in palaces:
            arches = palace(palaces[row], mat.columns)
            drawn += f'<g transform="translate(0 {CELL * at})">{arches}</g>'
    for at in range(1, len(rows)):
        if {rows[at - 1], rows[at]} & set(palaces):
            drawn += step(mat.columns * CELL, at * CELL)
    return drawn
