"""Is an agent ever late? Games by the clock against quick rivals, every answer timed.

    python bench/punctual.py level:10 --seconds 0.1 --games 1000

An answer is late when it takes longer than its budget. Prints the slowest answers as a share of the
budget, how many were late and whether any move was illegal; exits with 1 if there was one.
"""

import argparse
import sys
from random import Random
from time import perf_counter

from rich.progress import track

from volto.agents import Budget, make_agent
from volto.rules import STANDARD, Family, Position

RIVALS = ("random", "greedy", "runner")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agent")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, answers, illegal = Random(given.seed), [], 0
    for game in track(range(given.games), "games"):
        seat = list(Family)[game % 2]
        players = {
            seat: make_agent(given.agent, Random(rng.getrandbits(64))),
            seat.rival: make_agent(RIVALS[game % len(RIVALS)], Random(rng.getrandbits(64))),
        }
        if game == 0:  # compile first
            warm = players[seat].deploy(seat, STANDARD)
            players[seat].choose(Position.start(warm, warm, first=seat).view(seat), Budget(nodes=9))
        white, red = (players[family].deploy(family, STANDARD) for family in Family)
        position = Position.start(white, red, rng.choice(list(Family)))
        while position.outcome is None:
            mover = position.to_move
            view = position.view(mover)
            begin = perf_counter()
            move = players[mover].choose(view, Budget(seconds=given.seconds))
            if mover is seat:
                answers.append(perf_counter() - begin)
                if move not in view.legal_moves():
                    illegal += 1
                    break
            position = position.play(move)
    late = sum(answer > given.seconds for answer in answers)
    slowest = ", ".join(f"{100 * a / given.seconds:.0f} %" for a in sorted(answers)[-5:])
    print(f"{len(answers):,} answers in {given.games} games: {late} late, {illegal} illegal moves")
    print(f"the slowest took {slowest} of the budget")
    sys.exit(bool(late or illegal))


if __name__ == "__main__":
    main()
