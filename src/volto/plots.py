"""The look of every plot: a figure on paper of its own, as SVG (needs the extra `plots`)."""

from collections.abc import Callable
from io import StringIO
from typing import TYPE_CHECKING, Any

from volto.rules import VoltoError

if TYPE_CHECKING:  # matplotlib is loaded only when something is drawn
    from matplotlib.figure import Figure

INK, PAPER, GOLD, RED, LAGOON = "#1d1a24", "#f3ece0", "#c79a3b", "#a3192e", "#1f5b63"

STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "figure.titlesize": 14,
    "figure.titleweight": "bold",
    "figure.constrained_layout.h_pad": 0.12,
    "figure.constrained_layout.w_pad": 0.12,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": INK,
    "grid.alpha": 0.15,
    "legend.frameon": False,
    "text.parse_math": False,  # a $ in a name is a $
    "svg.fonttype": "none",  # words stay words
    "svg.hashsalt": "volto",  # the same data is the same file
}


def draw_svg(width: float, height: float, title: str, paint: Callable[["Figure"], None]) -> str:
    """What `paint` draws on a figure of this size in pixels, in the shared style."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise VoltoError("Plots need matplotlib: pip install 'volto[plots]'.") from None
    out = StringIO()
    with matplotlib.rc_context(STYLE):
        figure = Figure((width / 96, height / 96), layout="constrained")
        figure.suptitle(title, x=0.02, horizontalalignment="left")
        paint(figure)
        figure.savefig(out, format="svg", metadata={"Title": title, "Date": None})
    return out.getvalue()
