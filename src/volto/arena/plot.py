"""The ladder as a picture: agents by Elo, with their intervals."""

from collections.abc import Callable, Iterator
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from volto.arena.ratings import Ratings
from volto.arena.report import signed

Scale = Callable[[float], float]
"""Where on the picture a rating stands."""

INK, PAPER, GOLD, RED, LAGOON = "#1d1a24", "#f3ece0", "#c79a3b", "#a3192e", "#1f5b63"

ROW, TOP, BOTTOM, RIGHT = 30, 64, 60, 84
PLOT_WIDTH = 560
LETTER = 7.4
"""How wide a letter of a name is, about."""
LONGEST_NAME = 40
ROUND_STEPS = (1, 2, 5, 10)
TICKS = 8
"""At most so many lines across the plot."""


def ladder_svg(ratings: Ratings, title: str = "The ladder") -> str:
    """A picture on paper of its own, so that it reads on a light and on a dark page."""
    names = [_short(words) for words in ratings.agents]
    left = 40 + LETTER * max((len(name) for name in names), default=0)
    width, height = left + PLOT_WIDTH + RIGHT, TOP + ROW * len(names) + BOTTOM
    lows = [estimate.low for estimate in ratings.agents.values()]
    highs = [estimate.high for estimate in ratings.agents.values()]
    ticks = _ticks(min(lows, default=0), max(highs, default=0))
    first, last = ticks[0], ticks[-1]

    def x(elo: float) -> float:
        return left + PLOT_WIDTH * (elo - first) / (last - first)

    floor_y = TOP + ROW * len(names)
    zero = f"{ratings.anchor} = 0" if ratings.anchor else "mean = 0"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}" font-family="sans-serif" font-size="13" '
        f'role="img" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>',
        _text(left, 34, title, "start", "20", "bold"),
        *_grid(ticks, x, floor_y),
        _text(left + PLOT_WIDTH / 2, floor_y + 44, f"Elo ({zero}), with 95 % intervals", "middle"),
    ]
    for at, (name, words) in enumerate(zip(names, ratings.agents, strict=True)):
        y = TOP + ROW * (at + 0.5)
        lines.append(_text(left - 14, y + 4.5, name, "end"))
        lines += _estimate(x, y, ratings, words)
        lines.append(
            _text(left + PLOT_WIDTH + 14, y + 4.5, signed(ratings.agents[words].value), "start")
        )
    return "\n".join((*lines, "</svg>")) + "\n"


def _grid(ticks: list[float], x: Scale, floor_y: float) -> Iterator[str]:
    for tick in ticks:
        strong = "0.7" if tick == 0 else "0.16"
        yield (
            f'<line x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{TOP}" y2="{floor_y}" '
            f'stroke="{INK}" stroke-opacity="{strong}"/>'
        )
        yield _text(x(tick), floor_y + 20, signed(tick), "middle", "12")


def _estimate(x: Scale, y: float, ratings: Ratings, words: str) -> Iterator[str]:
    estimate = ratings.agents[words]
    low, high = x(estimate.low), x(estimate.high)
    if words != ratings.anchor:
        yield (
            f'<path d="M{low:.1f} {y}H{high:.1f}M{low:.1f} {y - 5}v10M{high:.1f} {y - 5}v10" '
            f'stroke="{LAGOON}" stroke-width="2" fill="none"/>'
        )
    fill = RED if words == ratings.anchor else GOLD
    yield (
        f'<circle cx="{x(estimate.value):.1f}" cy="{y}" r="6" fill="{fill}" '
        f'stroke="{INK}" stroke-width="1.2"/>'
    )


def _text(
    x: float, y: float, words: str, anchor: str, size: str = "13", weight: str = "normal"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )


def _short(words: str) -> str:
    return words if len(words) <= LONGEST_NAME else f"{words[: LONGEST_NAME - 1]}…"


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest figure."""
    span = max(high - low, 10.0)
    rough = span / TICKS
    power = 10 ** floor(log10(rough))
    step = next(power * round_ for round_ in ROUND_STEPS if power * round_ >= rough)
    begin, end = floor(low / step), ceil(high / step)
    return [step * at for at in range(begin, max(end, begin + 1) + 1)]
