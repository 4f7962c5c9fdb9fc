"""Calibration as a picture: what was claimed, against what was so."""

from typing import TYPE_CHECKING

from research.calibration.claims import BINS, Claims, Forecasts
from volto.arena.report import percent
from volto.plots import GOLD, INK, LAGOON, PAPER, draw_svg
from volto.rules import Role

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def calibration_svg(forecasts: Forecasts, title: str = "Calibration of beliefs") -> str:
    """A panel for Ladies and one for all roles: the nearer to the diagonal, the better."""

    def paint(figure: "Figure") -> None:
        panels = figure.subplots(2, 2, sharex=True, height_ratios=(5, 1))
        for at, (name, role) in enumerate((("Called Lady", Role.LADY), ("Called any role", None))):
            claims, even = forecasts.claims(role), forecasts.claims(role, even=True)
            _shares(panels[0, at], name, claims, even)
            _counts(panels[1, at], claims)
        handles, labels = panels[0, 0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=2)

    return draw_svg(820, 560, title, paint)


def _shares(axes: "Axes", name: str, claims: Claims, even: Claims) -> None:
    error = f": error {percent(claims.error)}" if len(claims) else ""
    axes.set(title=f"{name}{error}", xlim=(0, 1), ylim=(0, 1), ylabel="share that was so")
    axes.axline((0, 0), slope=1, color=INK, linewidth=0.8)
    _dots(axes, even, PAPER, 16, "all that is possible equally likely", "even")
    _dots(axes, claims, GOLD, 50, "suspicion, with 95 % intervals", "suspicion")
    seen = [found for found in claims.bins if found]
    below = [max(0.0, found.share - found.low) for found in seen]
    above = [max(0.0, found.high - found.share) for found in seen]
    means, shares = [found.mean for found in seen], [found.share for found in seen]
    axes.errorbar(means, shares, (below, above), fmt="none", ecolor=LAGOON, capsize=4)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")


def _dots(axes: "Axes", claims: Claims, colour: str, size: int, label: str, gid: str) -> None:
    seen = [found for found in claims.bins if found]
    means, shares = [found.mean for found in seen], [found.share for found in seen]
    dots = axes.scatter(means, shares, size, colour, edgecolors=INK, label=label, clip_on=False)
    dots.set(gid=gid, zorder=3)


def _counts(axes: "Axes", claims: Claims) -> None:
    """How many claims each bin holds."""
    counts = [found.claims if found else 0 for found in claims.bins]
    middles = [(at + 0.5) / BINS for at in range(BINS)]
    axes.bar(middles, counts, 0.8 / BINS, color=LAGOON, alpha=0.5)
    axes.set(
        xlabel=f"chance claimed, {len(claims)} claims", ylabel="claims", ylim=(0, max(1, *counts))
    )
