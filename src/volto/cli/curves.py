"""How a training run went, as a plot."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from volto.plots import draw_svg
from volto.rules import VoltoError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Lines = dict[str, list[tuple[float, float]]]
"""Values over millions of turns, by name."""
METRICS = {
    "entropy": "Entropy of the policy (nats)",
    "player_loss": "Forecast loss of the player (nats)",
    "critic_loss": "Forecast loss of the critic (nats)",
    "turns": "Turns per game",
    "draws": "Share of games drawn",
    "turns_per_s": "Turns learned from per second",
}
POINTS = "Share of points won"
FEW = 60
"""Fewer points than this are marked."""


def read_log(folder: Path) -> list[dict[str, Any]]:
    """The lines of a run's log, oldest first."""
    log = folder / "log.jsonl"
    if not log.is_file():
        raise VoltoError(f"There is no run in {folder}: it has no log.jsonl.")
    lines = log.read_text(encoding="utf-8").splitlines()
    # a run that was stopped takes up its last checkpoint, and lives some turns twice
    return sorted((json.loads(entry) for entry in lines), key=lambda entry: int(entry["step"]))


def curves_svg(log: Sequence[dict[str, Any]]) -> str:
    """One panel for each metric, and one with a line for every opponent."""
    panels: dict[str, Lines] = {
        title: {"": points}
        for name, title in METRICS.items()
        if (points := [(entry["step"] / 1e6, entry[name]) for entry in log if name in entry])
    }
    met = [(entry["step"] / 1e6, _met(entry["matches"])) for entry in log if "matches" in entry]
    for name in sorted({name for _, points in met for name in points}):
        panels.setdefault(POINTS, {})[name] = [
            (step, points[name]) for step, points in met if name in points
        ]

    def paint(figure: "Figure") -> None:
        axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
        for axis, (title, lines) in zip(axes, panels.items(), strict=True):
            axis.set_title(title)
            for name, points in lines.items():
                marker = "." if len(points) < FEW else None
                axis.plot(*zip(*points, strict=True), label=name, gid=f"line {name}", marker=marker)
        if POINTS in panels:
            axes[-1].set_ylim(0, 1)
            axes[-1].legend(loc="upper left", bbox_to_anchor=(1, 1))
        axes[-1].set_xlabel("Million turns")

    return draw_svg(760, 80 + 150 * len(panels), "How the run went", paint)


def _met(matches: Mapping[str, float]) -> dict[str, float]:
    """The matches but those against past players; of another run's players only the newest."""
    found: dict[str, float] = {}
    for name, points in matches.items():
        if not name.startswith("player-"):
            found.setdefault(name.partition("/player-")[0], float(points))
    return found
