"""Measure the simulator against a hand-written yardstick in C++, side by side in one run.

python bench/simulator.py            print the table
python bench/simulator.py --write    and keep it in docs/benchmarks.md
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import numba
import numpy as np

from machine import processor
from volto.cli.speed import BatchSteps, playout_moves, rules_moves
from volto.sim.threads import all_cores

HERE = Path(__file__).parent
DOCUMENT = HERE.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- simulator: begin -->", "<!-- simulator: end -->"
ROUNDS = 7
YARDSTICK_GAMES = 200_000


def build_yardstick(folder: Path) -> Path:
    """Compile the C++ play-out; exit with a sentence if there is no compiler."""
    compiler = shutil.which("g++")
    if compiler is None:
        sys.exit("bench: the yardstick needs g++ (Debian: apt-get install g++)")
    program = folder / "yardstick"
    source = str(HERE / "yardstick.cpp")
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), source], check=True)
    return program


def yardstick_rate(program: Path, seed: int) -> float:
    """Moves a second of the yardstick, by its own clock."""
    told = subprocess.run(
        [str(program), str(YARDSTICK_GAMES), str(seed)], capture_output=True, check=True
    )
    found = json.loads(told.stdout)
    return float(found["moves"] / found["seconds"])


def timed(work: Callable[[], int]) -> float:
    start = perf_counter()
    done = work()
    return done / (perf_counter() - start)


def measure(program: Path, cores: int) -> dict[str, float]:
    """Each figure once in every round, so that all of them meet the same weather."""
    one, many = BatchSteps(1), BatchSteps(cores)
    kinds: dict[str, Callable[[int], float]] = {
        "yardstick": lambda seed: yardstick_rate(program, seed),
        "playouts": lambda seed: timed(lambda: playout_moves(1, seed)),
        "playouts, all cores": lambda seed: timed(lambda: playout_moves(cores, seed)),
        "batch": lambda seed: timed(one),
        "batch, all cores": lambda seed: timed(many),
        "rules": lambda seed: timed(lambda: rules_moves(seed)),
    }
    rates: dict[str, list[float]] = {name: [] for name in kinds}
    for round_ in range(ROUNDS + 1):
        print(f"\rround {round_} of {ROUNDS} (0 warms up) ", end="", file=sys.stderr, flush=True)
        for name, kind in kinds.items():
            rate = kind(round_ + 1)
            if round_:
                rates[name].append(rate)
    print(file=sys.stderr)
    return {name: median(found) for name, found in rates.items()}


def table(rates: dict[str, float], cores: int) -> str:
    """The figures and their ratios in Markdown."""
    yardstick, playouts, batch = rates["yardstick"], rates["playouts"], rates["batch"]
    rows = [
        ("yardstick in C++, one core", yardstick, "1"),
        ("play-outs, one core", playouts, f"{playouts / yardstick:.2f} × the yardstick"),
        (
            f"play-outs, {cores} cores",
            rates["playouts, all cores"],
            f"{rates['playouts, all cores'] / playouts:.2f} × one core",
        ),
        (
            "batch of 4,096 games, one core",
            batch,
            f"{batch / yardstick:.2f} × the yardstick, legal actions and observation included",
        ),
        (
            f"batch of 4,096 games, {cores} cores",
            rates["batch, all cores"],
            f"{rates['batch, all cores'] / batch:.2f} × one core",
        ),
        (
            "readable rules, one core",
            rates["rules"],
            f"1/{yardstick / rates['rules']:.0f} of the yardstick",
        ),
    ]
    lines = ["| what | moves per second | ratio |", "|---|---:|---|"]
    lines += [f"| {name} | {rate:,.0f} | {ratio} |" for name, rate, ratio in rows]
    versions = (
        f"{processor()}, {os.cpu_count()} cores; Python {platform.python_version()}, "
        f"Numba {numba.__version__}, NumPy {np.__version__}; median of {ROUNDS} rounds."
    )
    return "\n".join([*lines, "", versions])


def main() -> None:
    cores = all_cores()
    with tempfile.TemporaryDirectory() as folder:
        found = table(measure(build_yardstick(Path(folder)), cores), cores)
    print(found)
    if "--write" in sys.argv[1:]:
        text = DOCUMENT.read_text()
        before, after = text[: text.index(BEGIN) + len(BEGIN)], text[text.index(END) :]
        DOCUMENT.write_text(f"{before}\n{found}\n{after}")


if __name__ == "__main__":
    main()
