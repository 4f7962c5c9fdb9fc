"""Expert iteration: search plays itself, and instinct learns to guess what search would do.

python -m research.expert play GAMES.npz --games 100 --seed 1 [--from NUMBERS.npz]
python -m research.expert fit NUMBERS.npz GAMES.npz [GAMES.npz …]
"""

import argparse
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numba import types
from numpy.typing import NDArray

from volto.agents.agent import Budget
from volto.agents.thinker import PLAIN, SearchSettings, Thinker
from volto.mind.instinct import MOST_MOVES, TRAITS, blank
from volto.mind.knowledge import Knowledge
from volto.mind.playout import ORIGIN, ROLE, TARGET, list_moves, soften, workspace
from volto.mind.priors import Priors
from volto.mind.tables import TABLES, action_from, tables_of
from volto.rules import Deployment, Family, Move, Position, Ruleset
from volto.sim.actions import action_of
from volto.sim.fields import TO_MOVE
from volto.sim.jit import Array, Number, compiled
from volto.sim.layout import pack

Reals = NDArray[np.float64]
LIKING = 4.0
"""The games go on by visits to this power."""


Example = tuple[NDArray[np.uint64], NDArray[np.int32], Reals]


def example(position: Position, liking: Mapping[Move, float]) -> Example:
    """A position, and how much each of its moves was liked."""
    row = Knowledge.of(position.view(position.to_move)).row.copy()
    row[:8] = pack(position)
    edges, shares = np.full(MOST_MOVES, -1, np.int32), np.zeros(MOST_MOVES)
    for index, (move, like) in enumerate(liking.items()):
        edges[index] = action_of(move, position.to_move, position.ruleset)
        shares[index] = like
    return row, edges, shares


@dataclass
class Examples:
    """Positions, and how the search shared its attention among the moves there."""

    rows: NDArray[np.uint64]
    edges: NDArray[np.int32]
    shares: Reals

    @classmethod
    def of(cls, examples: list[Example]) -> "Examples":
        return cls(*(np.array(part) for part in zip(*examples, strict=True)))

    @classmethod
    def load(cls, paths: list[Path]) -> "Examples":
        parts = [dict(np.load(path)) for path in paths]
        return cls(*(np.concatenate([part[name] for part in parts]) for name in FIELDS))


FIELDS = ("rows", "edges", "shares")


def play(
    games: int, seed: int, settings: SearchSettings, known: Priors | None, ruleset: Ruleset
) -> Examples:
    """Let the search play itself from random deployments, and note what it thought."""
    rng = random.Random(seed)
    examples = []
    for game in range(games):
        players = {}
        for family in Family:
            players[family] = Thinker(random.Random(rng.getrandbits(64)), settings, priors=known)
        white, red = Deployment.random(rng), Deployment.random(rng)
        position = Position.start(white, red, ruleset=ruleset)
        while position.outcome is None:
            view = position.view(position.to_move)
            thought = players[position.to_move].think(view, Budget())
            examples.append(
                example(position, {choice.move: choice.weight for choice in thought.choices})
            )
            moves = [choice.move for choice in thought.choices]
            liking = [choice.weight**LIKING for choice in thought.choices]
            position = position.play(rng.choices(moves, liking)[0])
        print(f"game {game + 1} of {games}: {position.turns} turns", flush=True)
    return Examples.of(examples)


@compiled(
    types.float64(
        types.uint64[:, ::1],
        types.int32[:, ::1],
        types.float64[:, ::1],
        TABLES,
        types.float64[:, ::1],
        types.float64[:, ::1],
    )
)
def cross_entropy(
    rows: Array,
    edges: Array,
    shares: Array,
    tables: Array,
    weights: Array,
    gradient: Array,
) -> Number:
    """How surprised instinct is by the search, on average; adds up the way to be less so."""
    work = workspace()
    wanted = np.zeros(tables.plans.shape[1], np.float64)
    surprise = 0.0
    for example in range(len(rows)):
        number = list_moves(rows[example], tables, weights, work)
        soften(work[2], number, 1.0)
        mover = np.int64(rows[example, TO_MOVE])
        for index in range(number):
            wanted[edges[example, index]] = shares[example, index]
        for index in range(number):
            edge = action_from(mover, work[0][index, ORIGIN], work[0][index, TARGET], tables)
            target, chance = wanted[edge], work[2][index]
            surprise -= target * np.log(chance + 1e-12)
            for trait in range(TRAITS):
                gradient[work[0][index, ROLE], work[1][index, trait]] += target - chance
    return surprise / len(rows)


def fit(examples: Examples, ruleset: Ruleset, sharpen: float, rounds: int = 400) -> Reals:
    """The weights that guess the search best, kept small.

    The search spreads its visits; to the power of `sharpen` they show what it would play.
    """
    shares = examples.shares**sharpen
    shares /= shares.sum(axis=1, keepdims=True)
    weights, mean, square = blank(), blank(), blank()
    tables = tables_of(ruleset)
    for round_ in range(1, rounds + 1):
        gradient = blank()
        surprise = cross_entropy(examples.rows, examples.edges, shares, tables, weights, gradient)
        gradient = gradient / len(examples.rows) - 1e-4 * weights
        mean += 0.1 * (gradient - mean)
        square += 0.01 * (gradient**2 - square)
        step = mean / (1 - 0.9**round_) / (np.sqrt(square / (1 - 0.99**round_)) + 1e-8)
        weights += 0.05 * (1 - round_ / (rounds + 1)) * step
        if round_ % 50 == 0 or round_ == 1:
            print(f"round {round_}: surprise {surprise:.4f}", flush=True)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["play", "fit"])
    parser.add_argument("target", type=Path)
    parser.add_argument("games_files", type=Path, nargs="*")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--sharpen", type=float, default=4.0)
    parser.add_argument("--ladies", default="owner")
    parser.add_argument("--from", dest="known", type=Path)
    given = parser.parse_args()
    ruleset = Ruleset().but(ladies=given.ladies)
    if given.task == "fit":
        weights = fit(Examples.load(given.games_files), ruleset, given.sharpen)
        Priors(weights, np.zeros((5, 10))).save(given.target)
        return
    known, settings = None, replace(PLAIN, iterations=given.iterations)
    if given.known is not None:
        known = Priors.load(given.known)
        settings = SearchSettings(iterations=given.iterations)
    settings = replace(settings, sharpness=1.0)
    examples = play(given.games, given.seed, settings, known, ruleset)
    np.savez_compressed(given.target, **{name: getattr(examples, name) for name in FIELDS})


if __name__ == "__main__":
    main()
