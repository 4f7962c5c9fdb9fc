"""OpenSpiel's own CFR+ on a small game of Volto, beside the solver of `volto.exact`.

python examples/openspiel_cfr.py [calle] [--iterations 100]
"""

import argparse

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from volto.adapters.openspiel import game_string
from volto.exact import named, solve


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's CFR+ on a small game of Volto.")
    parser.add_argument("game", nargs="?", default="calle")
    parser.add_argument("--iterations", type=int, default=100)
    words = parser.parse_args()
    game = pyspiel.load_game(game_string(named(words.game)))
    print(game)
    solver = cfr.CFRPlusSolver(game)
    for iteration in range(1, words.iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration % 20 == 0 or iteration == words.iterations:
            found = exploitability.nash_conv(game, solver.average_policy())
            print(f"{iteration:>6} iterations: NashConv {found:.5f}", flush=True)
    average = [solver.average_policy()] * 2
    value = expected_game_score.policy_value(game.new_initial_state(), average)[0]
    print(f"value for White by OpenSpiel {value:+.4f}")
    print(f"value for White by volto.exact {solve(named(words.game), 0.001).value:+.4f}")


if __name__ == "__main__":
    main()
