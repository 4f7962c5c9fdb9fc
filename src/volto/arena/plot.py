"""The ladder as a picture: agents by Elo, with their intervals."""

from collections.abc import Callable, Iterator
from math import ceil, floor, log10

from volto.arena.ratings import Ratings
from volto.arena.report import signed
from volto.arena.svg import GOLD, RED, dot, line, opening, stroke, text

Scale = Callable[[float], float]
"""Where on the picture a rating stands."""

ROW, TOP, BOTTOM, RIGHT = 30, 64, 60, 84
PLOT_WIDTH = 560
LETTER = 7.4
"""How wide a letter of a name is, about."""
LONGEST_NAME = 40
ROUND_STEPS = (1, 2, 5, 10)
TICKS = 8
"""At most so many lines across the plot."""


def ladder_svg(ratings: Ratings, title: str = "The ladder") -> str:
    """Agents from the strongest down, each with its interval."""
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
        *opening(width, height, title),
        text(left, 34, title, "start", "20", "bold"),
        *_grid(ticks, x, floor_y),
        text(left + PLOT_WIDTH / 2, floor_y + 44, f"Elo ({zero}), with 95 % intervals", "middle"),
    ]
    for at, (name, words) in enumerate(zip(names, ratings.agents, strict=True)):
        y = TOP + ROW * (at + 0.5)
        lines.append(text(left - 14, y + 4.5, name, "end"))
        lines += _estimate(x, y, ratings, words)
        lines.append(
            text(left + PLOT_WIDTH + 14, y + 4.5, signed(ratings.agents[words].value), "start")
        )
    return "\n".join((*lines, "</svg>")) + "\n"


def _grid(ticks: list[float], x: Scale, floor_y: float) -> Iterator[str]:
    for tick in ticks:
        strong = "0.7" if tick == 0 else "0.16"
        yield line(x(tick), TOP, x(tick), floor_y, strong)
        yield text(x(tick), floor_y + 20, signed(tick), "middle", "12")


def _estimate(x: Scale, y: float, ratings: Ratings, words: str) -> Iterator[str]:
    estimate = ratings.agents[words]
    low, high = x(estimate.low), x(estimate.high)
    if words != ratings.anchor:
        yield stroke(f"M{low:.1f} {y}H{high:.1f}M{low:.1f} {y - 5}v10M{high:.1f} {y - 5}v10")
    fill = RED if words == ratings.anchor else GOLD
    yield dot(x(estimate.value), y, fill)


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
