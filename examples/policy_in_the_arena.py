"""A policy from observations to actions sits down in the arena.

    python examples/policy_in_the_arena.py [--pairs 10] [--against greedy]

Put a trained network in place of `policy`: it is given what `volto.sim.Batch` and the vector
environment show, a row a game, and answers with an action for each.
"""

import argparse
from random import Random

import numpy as np
from numpy.typing import NDArray

from volto.adapters.policy_agent import PolicyAgent
from volto.arena import Conditions, Contest
from volto.rules import Family
from volto.sim import PLANES, actions_of, move_of

RIVALS, CELLS = PLANES.index("rival mask"), 35
MOVES = [move_of(action, Family.WHITE) for action in range(actions_of())]
"""What an action means to its mover, whose palace is always at the bottom; some leave the mat."""
TARGETS = np.array([move.target.row % 7 * 5 + move.target.column % 5 for move in MOVES])
AHEAD = np.array([move.target.row - move.origin.row for move in MOVES])


def policy(observation: NDArray[np.uint8], legal: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Capture if you can, otherwise go ahead."""
    captures = observation[:, RIVALS].reshape(len(observation), CELLS)[:, TARGETS]
    liking = np.where(legal > 0, 100 + 10 * captures.astype(np.int64) + AHEAD, 0)
    chosen: NDArray[np.int64] = liking.argmax(axis=1)
    return chosen


def capturer(rng: Random) -> PolicyAgent:
    """An agent for one game."""
    return PolicyAgent(policy, rng, "Capturer")


def main() -> None:
    parser = argparse.ArgumentParser(description="A policy plays in the arena.")
    parser.add_argument("--against", default="greedy", help="any agent, such as level:4")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    agents, conditions = ["policy", words.against], Conditions(seed=words.seed)
    *_, results = Contest(agents, conditions, words.pairs, own={"policy": capturer}).play()
    score = results.score("policy", words.against)
    print(f"{score.games} games, {score.points:g} points for the policy")


if __name__ == "__main__":
    main()
