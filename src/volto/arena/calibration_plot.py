"""Calibration as a picture: what was claimed, against what was so."""

from collections.abc import Iterator

from volto.arena.calibration import BINS, Claims, Forecasts
from volto.arena.report import percent
from volto.arena.svg import GOLD, LAGOON, PAPER, dot, line, opening, stroke, text
from volto.rules import Role

SIDE, LEFT, TOP, GAP = 300, 76, 96, 92
STRIP = 56
"""How high the tallest column of claims is."""
BELOW, BOTTOM = 50, 40
SMALL = 3.5
TICKS = (0, 20, 40, 60, 80, 100)


def calibration_svg(forecasts: Forecasts, title: str = "Calibration of beliefs") -> str:
    """A panel for Ladies and one for all roles: the nearer to the diagonal, the better."""
    width = LEFT + SIDE + GAP + SIDE + 40
    height = TOP + SIDE + BELOW + STRIP + BOTTOM
    lines = [
        *opening(width, height, title),
        text(LEFT, 34, title, "start", "20", "bold"),
        *_legend(LEFT, 58),
    ]
    for at, (name, role) in enumerate((("Called Lady", Role.LADY), ("Called any role", None))):
        left = LEFT + at * (SIDE + GAP)
        lines += _panel(left, name, forecasts.claims(role), forecasts.claims(role, even=True))
    return "\n".join((*lines, "</svg>")) + "\n"


def _legend(left: float, y: float) -> Iterator[str]:
    yield dot(left + 6, y - 4, GOLD)
    yield text(left + 18, y, "suspicion, with 95 % intervals", "start", "12")
    yield dot(left + 226, y - 4, PAPER, SMALL)
    yield text(left + 236, y, "all that is possible equally likely", "start", "12")


def _panel(left: float, name: str, claims: Claims, even: Claims) -> Iterator[str]:
    floor_y = TOP + SIDE

    def x(chance: float) -> float:
        return left + SIDE * chance

    def y(share: float) -> float:
        return floor_y - SIDE * share

    words = f"{name}: error {percent(claims.error)}" if len(claims) else name
    yield text(left, TOP - 12, words, "start", "13", "bold")
    for tick in TICKS:
        at = tick / 100
        yield line(x(at), TOP, x(at), floor_y, "0.16")
        yield line(left, y(at), left + SIDE, y(at), "0.16")
        yield text(left - 8, y(at) + 4, f"{tick} %", "end", "12")
        yield text(x(at), floor_y + 18, f"{tick} %", "middle", "12")
    yield text(left + SIDE / 2, floor_y + 38, "chance claimed", "middle", "12")
    yield _upwards(left - 52, TOP + SIDE / 2, "share that was so")
    yield line(x(0), y(0), x(1), y(1), "0.7")
    for found in even.bins:
        if found:
            yield dot(x(found.mean), y(found.share), PAPER, SMALL)
    for found in claims.bins:
        if found:
            at, low, high = x(found.mean), y(found.low), y(found.high)
            ends = f"M{at - 5:.1f} {low:.1f}h10M{at - 5:.1f} {high:.1f}h10"
            yield stroke(f"M{at:.1f} {low:.1f}V{high:.1f}{ends}")
            yield dot(at, y(found.share), GOLD)
    yield from _columns(left, floor_y + BELOW + STRIP, claims)


def _upwards(x: float, y: float, words: str) -> str:
    turned = text(0, 0, words, "middle", "12")
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate(-90)">{turned}</g>'


def _columns(left: float, floor_y: float, claims: Claims) -> Iterator[str]:
    """How many claims each bin holds."""
    counts = [found.claims if found else 0 for found in claims.bins]
    wide = SIDE / BINS
    for at, count in enumerate(counts):
        high = STRIP * count / max(1, *counts)
        yield (
            f'<rect x="{left + wide * at + 2:.1f}" y="{floor_y - high:.1f}" '
            f'width="{wide - 4:.1f}" height="{high:.1f}" fill="{LAGOON}" fill-opacity="0.5"/>'
        )
    yield line(left, floor_y, left + SIDE, floor_y, "0.7")
    yield text(left + SIDE / 2, floor_y + 18, f"{len(claims)} claims", "middle", "12")
