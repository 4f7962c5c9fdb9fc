"""How a training run went, as a picture."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from volto.arena.svg import line, opening, stroke, text

WIDTH, HEIGHT, LEFT, TOP, GAP = 640.0, 130.0, 60.0, 50.0, 50.0
FIGURES = {
    "entropy": "Entropy of the policy (nats)",
    "player_loss": "Surprise at results: the player (nats)",
    "critic_loss": "Surprise at results: the critic (nats)",
    "turns": "Turns a game",
    "draws": "Games drawn (share)",
    "samples_per_s": "Turns learned from a second",
}


def read_log(folder: Path) -> list[dict[str, Any]]:
    """The lines of a run's log, oldest first."""
    lines = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    # a run that was stopped takes up its last checkpoint, and lives some turns twice
    return sorted((json.loads(entry) for entry in lines), key=lambda entry: int(entry["step"]))


def curves_svg(log: Sequence[dict[str, Any]]) -> str:
    """One panel for each figure, and one for the matches against each opponent met throughout."""
    panels = {
        title: [(entry["step"], float(entry[name])) for entry in log if name in entry]
        for name, title in FIGURES.items()
    }
    met = [(entry["step"], _met(entry["matches"])) for entry in log if "matches" in entry]
    for name in sorted({name for _, points in met for name in points}):
        panels[f"Points against {name} (share)"] = [
            (step, points[name]) for step, points in met if name in points
        ]
    panels = {title: points for title, points in panels.items() if points}
    height = TOP + len(panels) * (HEIGHT + GAP)
    parts = opening(LEFT + WIDTH + 30, height, "How the run went")
    last = max(entry["step"] for entry in log)
    for number, (title, points) in enumerate(panels.items()):
        parts += _panel(title, points, TOP + number * (HEIGHT + GAP), last)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _met(matches: Mapping[str, float]) -> dict[str, float]:
    """The matches but those against past selves; attackers as they were at the time, not before."""
    found: dict[str, float] = {}
    for name, points in matches.items():
        if not name.startswith("player-"):
            found.setdefault(name.partition("/")[0], float(points))
    return found


def _panel(title: str, points: list[tuple[int, float]], top: float, last: int) -> list[str]:
    values = [value for _, value in points]
    low, high = min(values), max(values)
    span = (high - low) or 1.0

    def place(step: int, value: float) -> tuple[float, float]:
        return LEFT + WIDTH * step / last, top + HEIGHT * (1 - (value - low) / span)

    path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in (place(*point) for point in points))
    return [
        text(LEFT, top - 10, title, "start", weight="bold"),
        line(LEFT, top, LEFT + WIDTH, top, "0.15"),
        line(LEFT, top + HEIGHT, LEFT + WIDTH, top + HEIGHT, "0.4"),
        text(LEFT - 6, top + 5, f"{high:.3g}", "end", "11"),
        text(LEFT - 6, top + HEIGHT + 4, f"{low:.3g}", "end", "11"),
        text(LEFT + WIDTH, top + HEIGHT + 16, f"{last / 1e6:.1f} million turns", "end", "11"),
        stroke(path),
    ]
