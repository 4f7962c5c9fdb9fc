"""OpenSpiel's information-set search plays Volto against random moves.

    python examples/openspiel_ismcts.py [--games 4] [--simulations 100]

The search draws every world by `resample_from_infostate`: it never sees the rival's deployment.
"""

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import volto.adapters.openspiel  # noqa: F401, registers python_volto

GAME = "python_volto(columns=3,rows=5,roster=NCL,turn_cap=40)"


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's ISMCTS against random play.")
    parser.add_argument("--game", default=GAME, help="any game string, such as python_volto")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    game = pyspiel.load_game(words.game)
    rng = np.random.RandomState(words.seed)

    def world(state: Any, player: int) -> Any:
        """What the search does anyway; here the seed decides the draw, too."""
        return state.resample_from_infostate(player, rng.uniform)

    total = 0.0
    for number in range(words.games):
        searcher = number % 2
        search = ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, rng), 1.4, words.simulations, random_state=rng
        )
        search.set_resampler(world)
        bots = {searcher: search, 1 - searcher: uniform_random.UniformRandomBot(1 - searcher, rng)}
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        total += state.returns()[searcher]
        seat = "White" if searcher == 0 else "Red"
        print(f"search as {seat}: {state.returns()[searcher]:+.0f}  {state}", flush=True)
    print(f"mean {total / words.games:+.2f}")


if __name__ == "__main__":
    main()
