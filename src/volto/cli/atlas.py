"""Where learned deployments put each role, as a page and a plot."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from volto.mind.network import Network
from volto.mind.priors import in_use
from volto.plots import draw_svg
from volto.rules import STANDARD, Deployment, Role
from volto.train.deployment_baselines import Worth, measure, places

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAMES = {"N": "Nobles", "A": "Advisors", "C": "Candidate", "S": "Soldier", "L": "Ladies"}
LISTED = 12


def atlas_svg(network: Network) -> str:
    """Five small mats, the front row above the palace: the darker, the likelier a role is there."""
    table = places(network)

    def paint(figure: "Figure") -> None:
        for number, role in enumerate(Role):
            axes = figure.add_subplot(1, len(Role), number + 1, title=NAMES[role])
            axes.set_axis_off()
            mat = table[number].reshape(-1, STANDARD.mat.columns)
            axes.imshow(mat, cmap="Reds", vmin=0, vmax=1)
            for (row, column), chance in np.ndenumerate(mat):
                axes.text(column, row, f"{100 * chance:.0f} %", ha="center", va="center", size=7)

    return draw_svg(1000, 180, "Learned deployments", paint)


def atlas_markdown(network: Network, games: int = 2000, seed: int = 1, threads: int = 0) -> str:
    """The chances, the likeliest deployments and what simple schemes are worth."""
    chances = network.deployments.astype(np.float64)
    chances /= chances.sum()
    used = in_use(chances)
    rows = [
        "| deployment (front/palace) | chance |",
        "| --- | ---: |",
        *(_likeliest(chances)),
        "",
        f"By entropy, about {used:,.0f} of the {len(chances):,} deployments are in use; the "
        f"likeliest is drawn once in {1 / chances.max():,.0f} games.",
        "",
        "Each scheme below, all its deployments alike, against learned ones, "
        f"{games:,} games of the bare network against itself:",
        "",
        "| scheme | learned deployments that follow it | points |",
        "| --- | ---: | ---: |",
        *(_line(worth) for worth in measure(network, games, seed, threads)),
    ]
    return "\n".join(rows) + "\n"


def _likeliest(chances: NDArray[np.float64]) -> list[str]:
    best = np.argsort(-chances)[:LISTED]
    return [
        f"| `{Deployment.numbered(int(number))}` | {100 * chances[number]:.2f} % |"
        for number in best
    ]


def _line(worth: Worth) -> str:
    points = f"{100 * worth.points:.1f} % ± {100 * worth.margin:.1f}"
    return f"| {worth.scheme} | {100 * worth.chance:.0f} % | {points} |"
