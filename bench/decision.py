"""How long one decision takes: an agent looks on at games of others, turn by turn, and decides.

    python bench/decision.py                        level:10, 24 decisions
    python bench/decision.py level:9 --nodes 1      what comes before the search, and after it
    python bench/decision.py --beside ../other/src  another copy of Volto too, and the ratio

The games are the same every time, and the times are processor time, so two copies can be compared
on a busy machine; they take turns.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from volto.agents import Budget, make_agent
from volto.rules import STANDARD, Family, Position, View

FIRST, LAST, GAMES, ROUNDS = 8, 24, 3, 3
"""Decisions are timed from this turn to that one, in so many games; copies take so many turns."""


def games(number: int) -> Iterator[list[View]]:
    """What White sees whenever it is to move, in games between two players by simple wishes."""
    for seed in range(number):
        players = {family: make_agent("greedy", Random(f"{seed} {family}")) for family in Family}
        white, red = (players[family].deploy(family, STANDARD) for family in Family)
        position, seen = Position.start(white, red), list[View]()
        while position.outcome is None and position.turns < LAST:
            view = position.view(position.to_move)
            if position.to_move is Family.WHITE:
                seen.append(view)
            position = position.play(players[position.to_move].choose(view, Budget()))
        yield seen


def times(words: str, budget: Budget) -> list[float]:
    """Seconds of each decision; the first game is not counted, it warms the machine up."""
    found: list[float] = []
    for number, views in enumerate(games(GAMES + 1)):
        agent = make_agent(words, Random(number))
        for view in views:
            begin = process_time()
            agent.choose(view, budget)
            if number and view.turns >= FIRST:
                found.append(process_time() - begin)
    return found


def elsewhere(source: Path, words: list[str]) -> list[float]:
    """The same by another copy of Volto, whose packages are in the folder `source`."""
    child = [sys.executable, __file__, *words, "--json"]
    answer = subprocess.run(
        child, env={**os.environ, "PYTHONPATH": str(source)}, check=True, stdout=subprocess.PIPE
    )
    seconds: list[float] = json.loads(answer.stdout)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agent", nargs="?", default="level:10")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--json", action="store_true", help="print the seconds of each decision")
    given = parser.parse_args()
    words = [given.agent, *(("--nodes", str(given.nodes)) if given.nodes else ())]
    if given.json:
        print(json.dumps(times(given.agent, Budget(nodes=given.nodes))))
        return
    here = Path(__file__).parent.parent / "src"
    sources = [here, *([given.beside.resolve()] if given.beside else ())]
    found: dict[Path, list[float]] = {source: [] for source in sources}
    for _ in range(ROUNDS if given.beside else 1):
        for source in sources:
            found[source] += elsewhere(source, words)
    for source, seconds in found.items():
        spread = f"{1000 * min(seconds):.1f} to {1000 * max(seconds):.1f}"
        print(f"{1000 * median(seconds):8.1f} ms ({spread}, {len(seconds)} decisions)  {source}")
    if given.beside:
        print(f"{median(found[sources[1]]) / median(found[here]):8.2f} times as fast as the other")


if __name__ == "__main__":
    main()
