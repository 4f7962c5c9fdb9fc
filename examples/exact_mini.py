"""Solve a small game, and see how far from perfect some players are.

    python examples/exact_mini.py [corte] [--draws 20]

NashConv counts a win 1 and a loss -1: what both players together could still gain. A row gives what
the best response takes from an agent on each seat, beyond the value of the game.
"""

import argparse
from functools import partial

from volto.agents import make_agent
from volto.exact import named, sampled, solve, tabulated, tree_of, uniform
from volto.exact.response import best_response_value
from volto.exact.strategy import Strategy
from volto.rules import Family

AGENTS = ("greedy", "hunter", "ismcts:100")


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve a small game and measure agents in it.")
    parser.add_argument("game", nargs="?", default="corte")
    parser.add_argument("--draws", type=int, default=20, help="how often to ask an agent at a view")
    parser.add_argument("--nash-conv", type=float, default=0.001)
    words = parser.parse_args()
    game = named(words.game)
    tree = tree_of(game)
    print(game)
    print(f"{tree.information_sets:,} information sets")
    solution = solve(tree, words.nash_conv)
    print(f"value for White {solution.value:+.4f}, NashConv {solution.nash_conv:.4f}")

    def row(name: str, white: Strategy, red: Strategy) -> None:
        """What could be gained against a player, beyond the value of the game."""
        as_white = best_response_value(white) + solution.value
        as_red = best_response_value(red) - solution.value
        print(f"{name:>12} {as_white:>9.3f} {as_red:>9.3f} {as_white + as_red:>9.3f}")

    print(f"{'':>12} {'as White':>9} {'as Red':>9} {'NashConv':>9}")
    row("solved", solution.white, solution.red)
    row("uniform", uniform(tree, Family.WHITE), uniform(tree, Family.RED))
    for agent in AGENTS:
        make = partial(make_agent, agent)
        white, red = (
            tabulated(tree, seat, sampled(make, seat, game.ruleset, draws=words.draws))
            for seat in Family
        )
        row(agent, white, red)


if __name__ == "__main__":
    main()
