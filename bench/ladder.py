"""Measure the ladder: levels, personalities and a plain search, in matches that matter.

    python bench/ladder.py games.volto             play what is missing, print the table
    python bench/ladder.py games.volto --report    only print it, from the games so far

Neighbours on the ladder play each other, and the top plays everyone; a full round robin would spend
most of its time on matches with a foregone result. The file can be interrupted and resumed.
"""

import sys
from itertools import pairwise
from pathlib import Path

from volto.arena import Conditions, rate
from volto.arena.contest import Contest
from volto.arena.plot import ladder_svg
from volto.arena.report import markdown
from volto.sim.threads import all_cores

LEVELS = [f"level:{number}" for number in range(1, 11)]
STYLES = ["random", "greedy", "runner", "baiter", "hunter", "turtle"]
YARDSTICK = "ismcts:4000"
ROUND = 5
"""Pairs of each match that are played before any match goes on: a table cut short is a fair one."""


def plan() -> dict[frozenset[str], int]:
    """How many pairs of games each two agents play, quick matches first."""
    wanted = {frozenset(two): 14 for two in pairwise(LEVELS[:-1])}
    wanted |= {frozenset({style, level}): 5 for style in STYLES for level in LEVELS[0:6:2]}
    wanted |= {frozenset(two): 7 for two in zip(LEVELS[:-1], LEVELS[2:-1], strict=False)}
    wanted |= {frozenset({"level:10", style}): 20 for style in STYLES}
    wanted |= {frozenset({"level:10", YARDSTICK}): 20}
    wanted |= {frozenset({"level:10", "level:9"}): 14, frozenset({"level:10", "level:8"}): 7}
    wanted |= {frozenset({YARDSTICK, level}): 5 for level in LEVELS[3:6]}
    return wanted


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    wanted = plan()
    order = list(wanted)
    agents = [*LEVELS, *STYLES, YARDSTICK]
    contest = Contest(agents, Conditions(seed=1), max(wanted.values()), Path(sys.argv[1]))
    pairs = [
        pair for pair in contest.missing if pair.number <= wanted.get(frozenset(pair.pairing), 0)
    ]
    contest.missing = sorted(
        pairs, key=lambda pair: ((pair.number - 1) // ROUND, order.index(frozenset(pair.pairing)))
    )
    if "--report" not in sys.argv:
        total = len(contest.missing)
        for _ in contest.play(all_cores()):
            left = len(contest.missing)
            print(f"\r{total - left} of {total} pairs", end="", file=sys.stderr, flush=True)
    ratings = rate(contest.results, anchor="level:5")
    print(markdown(contest.results, ratings))
    Path(sys.argv[1]).with_suffix(".svg").write_text(ladder_svg(ratings, "The ladder"))


if __name__ == "__main__":
    main()
