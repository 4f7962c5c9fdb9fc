"""Is an agent ever late? Games by the clock against quick rivals, every answer timed.

    python bench/punctual.py level:10 --seconds 0.1 --games 1000

An answer is late when it takes longer than its budget. Prints the slowest answers as a share of the
budget, how many were late and whether any move was illegal; exits with 1 if there was one.
"""

import argparse
import sys
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from rich.progress import track

from volto.agents import Agent, Budget, make_agent, play_game
from volto.rules import STANDARD, Deployment, Family, IllegalMove, Move, Ruleset, View

RIVALS = ("random", "greedy", "runner")


@dataclass
class Timed:
    """An agent whose answers are timed."""

    agent: Agent
    answers: list[float] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.agent.name

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        return self.agent.deploy(family, ruleset)

    def choose(self, view: View, budget: Budget) -> Move:
        begin = perf_counter()
        move = self.agent.choose(view, budget)
        self.answers.append(perf_counter() - begin)
        return move


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agent")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, answers, illegal = Random(given.seed), list[float](), 0
    for game in track(range(given.games), "games"):
        timed = Timed(make_agent(given.agent, Random(rng.getrandbits(64))))
        rival = make_agent(RIVALS[game % len(RIVALS)], Random(rng.getrandbits(64)))
        if game == 0:  # compile first
            start = View.start(Family.WHITE, timed.deploy(Family.WHITE, STANDARD))
            timed.agent.choose(start, Budget(nodes=9))
        white, red = (timed, rival) if game % 2 == 0 else (rival, timed)
        first, budget = rng.choice(list(Family)), Budget(seconds=given.seconds)
        try:
            play_game(white, red, first, budget=budget)
        except IllegalMove:
            illegal += 1
        answers += timed.answers
    late = sum(answer > given.seconds for answer in answers)
    slowest = ", ".join(f"{100 * a / given.seconds:.0f} %" for a in sorted(answers)[-5:])
    print(f"{len(answers):,} answers in {given.games} games: {late} late, {illegal} illegal moves")
    print(f"the slowest took {slowest} of the budget")
    sys.exit(bool(late or illegal))


if __name__ == "__main__":
    main()
