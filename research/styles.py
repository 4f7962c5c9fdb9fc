"""Learn how others play: `python -m research.styles NUMBERS.npz --games 240`.

Every personality plays games against many rivals; an instinct is fitted to its moves, and its
deployments are counted. The file's styles are replaced: what a mind suspects a rival of.
"""

import argparse
import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from research.expert import Examples, example, fit
from volto.agents import play_on
from volto.agents.agent import Agent
from volto.agents.registry import make_agent
from volto.mind.priors import Manner, Priors
from volto.rules import Family, Position, Role, Ruleset

STYLES = ("hunter", "runner", "greedy", "baiter", "turtle")
RIVALS = ("ismcts:200", "level:3", "hunter", "runner", "greedy", "baiter", "level:2", "turtle")
DEPLOYMENTS = 20_000


def watch(style: str, games: int, seed: int, ruleset: Ruleset) -> Examples:
    """Games of one style against many rivals: what it saw, and what it played."""
    rng = random.Random(seed)
    examples = []
    for number, rival in enumerate(islice(cycle(RIVALS), games)):
        seat = list(Family)[number // len(RIVALS) % 2]
        players: Mapping[Family, Agent] = {
            seat: make_agent(style, random.Random(rng.getrandbits(64))),
            seat.rival: make_agent(rival, random.Random(rng.getrandbits(64))),
        }
        white, red = (players[family].deploy(family, ruleset) for family in Family)
        before = Position.start(white, red, rng.choice(list(Family)), ruleset=ruleset)
        for after in play_on(before, players):
            if before.to_move is seat:
                played, moves = after.history[-1].move, before.legal_moves()
                examples.append(example(before, {move: float(move == played) for move in moves}))
            before = after
    return Examples.of(examples)


def places(style: str, seed: int, ruleset: Ruleset) -> NDArray[np.float64]:
    """How often each role stands on each place of a style's deployments, as logarithms."""
    agent = make_agent(style, random.Random(seed))
    counts = np.ones((len(Role), len(ruleset.roster)))
    numbers = {role: number for number, role in enumerate(Role)}
    for _ in range(DEPLOYMENTS):
        for place, role in enumerate(agent.deploy(Family.WHITE, ruleset).roles):
            counts[numbers[role], place] += 1
    found: NDArray[np.float64] = np.log(counts / DEPLOYMENTS)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", type=Path)
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ladies", default="owner")
    given = parser.parse_args()
    ruleset = Ruleset().but(ladies=given.ladies)
    manners = []
    for style in STYLES:
        examples = watch(style, given.games, given.seed, ruleset)
        print(f"{style}: {len(examples.rows)} moves", flush=True)
        weights = fit(examples, ruleset, sharpen=1.0)
        manners.append(Manner(weights, places(style, given.seed, ruleset)))
    replace(Priors.load(given.numbers), styles=tuple(manners)).save(given.numbers)


if __name__ == "__main__":
    main()
