"""Where learned deployments put which role, as a page and a picture."""

import numpy as np
from numpy.typing import NDArray

from volto.arena.svg import INK, RED, opening, text
from volto.mind.network import Network
from volto.mind.priors import in_use
from volto.rules import STANDARD, Deployment, Role
from volto.train.deployment_baselines import Worth, measure, places

CELL, GAP, TOP, LEFT = 46.0, 26.0, 56.0, 20.0
NAMES = {"N": "Nobles", "A": "Advisors", "C": "Candidate", "S": "Soldier", "L": "Ladies"}
LISTED = 12


def atlas_svg(network: Network) -> str:
    """Five small mats: the darker, the likelier a role stands there."""
    table = places(network)
    width = STANDARD.mat.columns
    panel = width * CELL + GAP
    parts = opening(2 * LEFT + 5 * panel - GAP, TOP + 2 * CELL + 40, "Learned deployments")
    parts.append(text(LEFT, 22, "The front row is above, the palace below.", "start"))
    for number, role in enumerate(Role):
        left = LEFT + number * panel
        parts.append(text(left, TOP - 8, NAMES[role], "start", weight="bold"))
        for place, chance in enumerate(table[number]):
            row, column = divmod(place, width)
            parts += _cell(left + column * CELL, TOP + row * CELL, float(chance))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _cell(x: float, y: float, chance: float) -> list[str]:
    return [
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{CELL:.0f}" height="{CELL:.0f}" fill="{RED}" '
        f'fill-opacity="{min(1.0, 1.3 * chance):.2f}" stroke="{INK}" stroke-opacity="0.3"/>',
        text(x + CELL / 2, y + CELL / 2 + 4, f"{100 * chance:.0f} %", "middle", "12"),
    ]


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
