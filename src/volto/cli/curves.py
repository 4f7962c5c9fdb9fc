"""How a training run went, as a picture."""

import json
from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from volto.arena.svg import GOLD, INK, LAGOON, RED, line, opening, stroke, text
from volto.rules import VoltoError
from volto.train import ATTACKER

Lines = dict[str, list[tuple[int, float]]]
"""Points over turns, by name."""

WIDTH, HEIGHT, LEFT, TOP, GAP = 640.0, 130.0, 60.0, 50.0, 50.0
FIGURES = {
    "entropy": "Entropy of the policy (nats)",
    "player_loss": "Surprise at results: the player (nats)",
    "critic_loss": "Surprise at results: the critic (nats)",
    "turns": "Turns a game",
    "draws": "Games drawn (share)",
    "samples_per_s": "Turns learned from a second",
}

OPPONENTS = {
    ATTACKER: "Points against attackers, by number (share)",
    "copy of ": "Points against copies (share)",
    "": "Points against others (share)",
}
"""The panels of opponents, by how their names begin."""
COLOURS = (LAGOON, RED, GOLD, "#5b3a8c", "#3f7d3f", "#2a5db0", "#b0602a", INK, "#a34f88", "#7a6f5a")
LETTER = 6.2
"""How wide a letter of a name is, about."""


def read_log(folder: Path) -> list[dict[str, Any]]:
    """The lines of a run's log, oldest first."""
    log = folder / "log.jsonl"
    if not log.is_file():
        raise VoltoError(f"There is no run in {folder}: it has no log.jsonl.")
    lines = log.read_text(encoding="utf-8").splitlines()
    # a run that was stopped takes up its last checkpoint, and lives some turns twice
    return sorted((json.loads(entry) for entry in lines), key=lambda entry: int(entry["step"]))


def curves_svg(log: Sequence[dict[str, Any]]) -> str:
    """One panel for each figure, one for each kind of opponent with a line for everyone met."""
    panels: dict[str, Lines] = {
        title: {"": points}
        for name, title in FIGURES.items()
        if (points := [(entry["step"], float(entry[name])) for entry in log if name in entry])
    }
    met = [(entry["step"], _met(entry["matches"])) for entry in log if "matches" in entry]
    for name in sorted({name for _, points in met for name in points}, key=_in_order):
        title = next(title for begin, title in OPPONENTS.items() if name.startswith(begin))
        panels.setdefault(title, {})[name] = [
            (step, points[name]) for step, points in met if name in points
        ]
    height = TOP + len(panels) * (HEIGHT + GAP)
    parts = opening(LEFT + WIDTH + 30, height, "How the run went")
    last = max(entry["step"] for entry in log)
    for number, (title, lines) in enumerate(panels.items()):
        parts += _panel(title, lines, TOP + number * (HEIGHT + GAP), last)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _in_order(name: str) -> tuple[str, int]:
    """Attackers by their number, everyone else by name."""
    words, _, number = name.rpartition("-")
    return (words, int(number)) if number.isdigit() else (name, 0)


def _met(matches: Mapping[str, float]) -> dict[str, float]:
    """The matches but those against past selves; attackers as they were at the time, not before."""
    found: dict[str, float] = {}
    for name, points in matches.items():
        if not name.startswith("player-"):
            attacker = name.startswith(ATTACKER)
            found.setdefault(name.partition("/")[0] if attacker else name, float(points))
    return found


def _panel(title: str, lines: Lines, top: float, last: int) -> list[str]:
    """Lines over the turns of the run, each in a colour that its name below has too."""
    values = [value for points in lines.values() for _, value in points]
    shares = title in OPPONENTS.values()
    low, high = (0.0, 1.0) if shares else (min(values), max(values))
    span = (high - low) or 1.0

    def place(step: int, value: float) -> tuple[float, float]:
        return LEFT + WIDTH * step / last, top + HEIGHT * (1 - (value - low) / span)

    parts = [
        text(LEFT, top - 10, title, "start", weight="bold"),
        line(LEFT, top, LEFT + WIDTH, top, "0.15"),
        line(LEFT, top + HEIGHT, LEFT + WIDTH, top + HEIGHT, "0.4"),
        text(LEFT - 6, top + 5, _figure(high), "end", "11"),
        text(LEFT - 6, top + HEIGHT + 4, _figure(low), "end", "11"),
        text(LEFT + WIDTH, top + HEIGHT + 16, f"{last / 1e6:.1f} million turns", "end", "11"),
    ]
    if shares:
        parts.append(line(LEFT, top + HEIGHT / 2, LEFT + WIDTH, top + HEIGHT / 2, "0.15"))
    named_at = LEFT
    for colour, (name, points) in zip(cycle(COLOURS), lines.items(), strict=False):
        path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in (place(*point) for point in points))
        short = name.removeprefix(ATTACKER)
        parts += [
            stroke(path, colour),
            text(named_at, top + HEIGHT + 16, short, "start", "11", fill=colour),
        ]
        named_at += LETTER * (len(short) + 2)
    return parts


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
