"""Instinct asked directly, world by world, and games weighed by brute force."""

import random
from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from tests.belief.worlds import Worlds, worlds_of
from tests.strategies import Game
from volto.mind.instinct import WIDTH
from volto.mind.knowledge import Knowledge
from volto.mind.playout import ORIGIN, TARGET, list_moves, soften, workspace
from volto.mind.priors import Priors
from volto.mind.tables import tables_of
from volto.rules import Deployment, Family, Move, Position
from volto.sim.layout import STRIDE, pack

Policy = Callable[[Position], Mapping[Move, float]]
"""The chance of every legal move."""

Reals = NDArray[np.float64]


def some_instinct(seed: int, scale: float = 0.7) -> Reals:
    """Weights with preferences of any kind."""
    return np.random.default_rng(seed).normal(0.0, scale, (5, WIDTH))


def some_priors(seed: int = 1) -> Priors:
    """A mind of any kind."""
    return Priors(some_instinct(seed), np.zeros((5, 10)))


def any_move(world: Position) -> Mapping[Move, float]:
    """The policy without preferences."""
    return dict.fromkeys(world.legal_moves(), 1.0 / len(world.legal_moves()))


def by_instinct(weights: Reals) -> Policy:
    """The policy of these weights, as the search uses it: it looks at the whole position."""
    work = workspace()

    def policy(world: Position) -> Mapping[Move, float]:
        ruleset = world.ruleset
        row = Knowledge.of(world.view(world.to_move)).row.copy()
        row[:8] = pack(world)
        number = list_moves(row, tables_of(ruleset), weights, work)
        soften(work[2], number, 1.0)
        cells = {STRIDE * cell.row + cell.column: cell for cell in ruleset.mat}
        return {
            Move(cells[int(move[ORIGIN])], cells[int(move[TARGET])]): float(chance)
            for move, chance in zip(work[0][:number], work[2][:number], strict=True)
        }

    return policy


def floored(policy: Policy, floor: float) -> Policy:
    """The same policy, but any move will do with the chance `floor`."""

    def mixed(world: Position) -> Mapping[Move, float]:
        even = floor / len(world.legal_moves())
        return {move: (1 - floor) * chance + even for move, chance in policy(world).items()}

    return mixed


def weighed(
    game: Game, family: Family, policy: Policy
) -> Iterator[tuple[Position, Mapping[Deployment, float]]]:
    """Each running position, and how likely every possible deployment was to lead to it."""
    before: Worlds = {}
    chances: dict[Deployment, float] = {}
    for position, worlds in worlds_of(game, family):
        if not position.history:
            chances = dict.fromkeys(worlds, 1.0)
        else:
            move = position.history[-1].move
            moved = position.to_move.rival is family
            chances = {
                other: chances[other] * (policy(before[other])[move] if moved else 1.0)
                for other in worlds
            }
        before = worlds
        yield position, chances


def some_game(seed: int, turns: int) -> Position:
    """A game of chance that is not over after so many turns."""
    rng = random.Random(seed)
    while True:
        position = Position.start(Deployment.random(rng), Deployment.random(rng))
        while position.outcome is None and position.turns < turns:
            position = position.play(rng.choice(position.legal_moves()))
        if position.outcome is None:
            return position
