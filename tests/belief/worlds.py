"""Brute force: the same game told with every deployment a family could have chosen."""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from tests.strategies import Game
from volto.rules import Deployment, Family, Position, Role
from volto.sim import Batch, action_of
from volto.sim.fields import RULED
from volto.sim.kernel import U
from volto.sim.layout import FAMILIES, SETS, bit

Worlds = Mapping[Deployment, Position]


def worlds_of(game: Game, family: Family) -> Iterator[tuple[Position, Worlds]]:
    """Each running position, and what it would be with every deployment that nobody could tell
    from the true one."""
    start = game.positions[0]
    worlds: Worlds = {}
    for position in game.positions:
        if not position.history:
            worlds = {
                other: Position.start(
                    other if family is Family.WHITE else game.white,
                    other if family is Family.RED else game.red,
                    start.to_move,
                    ruleset=start.ruleset,
                )
                for other in Deployment.every(start.ruleset)
            }
        else:
            turn = position.history[-1]
            worlds = {
                other: after
                for other, world in worlds.items()
                if turn.move in world.legal_moves()
                and (after := world.play(turn.move)).history[-1] == turn
                and after.outcome is None
            }
        if position.outcome is not None:
            return
        yield position, worlds


def numbers_of(game: Game, family: Family) -> Iterator[tuple[Position, NDArray[np.intp]]]:
    """The same in the simulator: each running position, and the numbers of the deployments."""
    start = game.positions[0]
    ruleset, count = start.ruleset, Deployment.count(start.ruleset)
    numbers = np.arange(count)
    batch = Batch(count, ruleset=ruleset, first=start.to_move, auto_reset=False)
    known = np.full(count, game.deployment(family.rival).number())
    white, red = (numbers, known) if family is Family.WHITE else (known, numbers)
    batch.reset(white=white, red=red)

    def keep(fitting: NDArray[np.bool_]) -> None:
        nonlocal batch, numbers
        if not fitting.all():
            state, numbers = batch.state[fitting], numbers[fitting]
            batch = Batch(len(numbers), ruleset=ruleset, first=start.to_move, auto_reset=False)
            batch.state[:] = state

    for before, after in zip((None, *game.positions), game.positions, strict=False):
        if before is not None:
            turn, mover = after.history[-1], before.to_move
            action = action_of(turn.move, mover, ruleset)
            keep(batch.legal()[:, action] == 1)
            shown = turn.captor if mover is family else turn.captured
            if shown is not None:
                cell = turn.move.origin if mover is family else turn.move.target
                keep(_with_role(batch.state, FAMILIES.index(family), bit(cell), shown))
            batch.step(np.full(batch.games, action))
            if after.outcome is not None:
                return
            keep(batch.reason == 0)
        yield after, numbers


def _with_role(state: NDArray[np.uint64], family: int, at: int, role: Role) -> NDArray[np.bool_]:
    """The games in which a family's mask on this bit has this role."""
    sets = state[:, :RULED][:, 4 * family : 4 * family + 4]
    here = (sets >> U(at)) & U(1)
    found: NDArray[np.bool_] = (here == [index in SETS[role] for index in range(4)]).all(axis=1)
    return found
