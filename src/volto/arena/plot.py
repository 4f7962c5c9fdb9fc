"""The ladder as a picture: agents by Elo, with their intervals."""

from typing import TYPE_CHECKING

from volto.arena.ratings import Ratings
from volto.arena.report import signed
from volto.plots import GOLD, INK, LAGOON, RED, draw_svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LONGEST_NAME = 40


def ladder_svg(ratings: Ratings, title: str = "The ladder") -> str:
    """Agents from the strongest down, each with its interval."""
    zero = f"{ratings.anchor} = 0" if ratings.anchor else "mean = 0"

    def paint(figure: "Figure") -> None:
        axes = figure.add_subplot(xlabel=f"Elo ({zero}), with 95 % intervals")
        axes.axvline(0, color=INK, linewidth=0.8)
        found = list(ratings.agents.values())
        values, places = [elo.value for elo in found], range(len(found))
        margins = [[elo.value - elo.low for elo in found], [elo.high - elo.value for elo in found]]
        axes.errorbar(values, places, xerr=margins, fmt="none", ecolor=LAGOON, capsize=4)
        colours = [RED if words == ratings.anchor else GOLD for words in ratings.agents]
        axes.scatter(values, places, s=50, c=colours, edgecolors=INK, zorder=3, gid="agents")
        axes.set_yticks(places, [_short(words) for words in ratings.agents])
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
        axes.xaxis.set_major_formatter(lambda elo, _: signed(elo))
        axes.secondary_yaxis("right").set_yticks(places, [signed(value) for value in values])

    return draw_svg(760, 110 + 24 * len(ratings.agents), title, paint)


def _short(words: str) -> str:
    return words if len(words) <= LONGEST_NAME else f"{words[: LONGEST_NAME - 1]}…"
