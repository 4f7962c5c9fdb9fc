"""The same game with other roles behind the masks, for as long as nobody could tell."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice, pairwise
from random import Random

from tests.strategies import Game
from volto.rules import Deployment, Family, Mask, Move, Position, Role
from volto.rules.moves import reach

MANY = 60
TRIES = 400


def reassigned(game: Game, at: Position, family: Family, rng: Random) -> list[Deployment]:
    """Other deployments of a family that its masks still on the mat in `at` could hide.

    Every one, if there are no more than MANY; otherwise all exchanges of two masks, and a sample.
    """
    true = game.deployment(family)
    masks = [at.scene.masks[number] for number in at.scene.ids(family)]
    hidden = [index for index, mask in enumerate(masks) if mask.on_mat]
    at_hand = [true.roles[index] for index in hidden]
    fitting = [[role for role in Role if fits(role, masks[index], at)] for index in hidden]
    found = set(islice(fillings(Counter(at_hand), fitting), MANY + 1))
    if len(found) > MANY:
        found = exchanges(at_hand)
        for _ in range(TRIES):
            rng.shuffle(at_hand)
            if all(role in roles for role, roles in zip(at_hand, fitting, strict=True)):
                found.add(tuple(at_hand))
    others = []
    for roles in sorted(found):
        whole = list(true.roles)
        for index, role in zip(hidden, roles, strict=True):
            whole[index] = role
        others.append(Deployment(tuple(whole), true.columns))
    return [other for other in others if other != true]


def fillings(left: Counter[Role], fitting: list[list[Role]]) -> Iterator[tuple[Role, ...]]:
    """Every way to hand out the roles that are left, each mask one that fits it."""
    if not fitting:
        yield ()
        return
    for role in fitting[0]:
        if left[role]:
            for rest in fillings(left - Counter([role]), fitting[1:]):
                yield (role, *rest)


def fits(role: Role, mask: Mask, at: Position) -> bool:
    """Could a mask of this role have made these steps, if nothing stood in its way?"""
    return all(
        Move(origin, target) in reach(role, mask.family, origin, at.ruleset.mat)
        for origin, target in pairwise(mask.trail)
    )


def exchanges(roles: list[Role]) -> set[tuple[Role, ...]]:
    """Every way to exchange two of them."""
    found = set()
    for one, other in combinations(range(len(roles)), 2):
        exchanged = roles.copy()
        exchanged[one], exchanged[other] = roles[other], roles[one]
        found.add(tuple(exchanged))
    return found


def replayed(game: Game, white: Deployment, red: Deployment) -> Iterator[tuple[Position, Position]]:
    """Each running position of the game, and what it would have been, while the turns are equal."""
    start = game.positions[0]
    other = Position.start(white, red, start.to_move, ruleset=start.ruleset)
    for position in game.positions:
        if position.history:
            # the move is taken from this position's own list, as a player would
            last = position.history[-1]
            move = next((move for move in other.legal_moves() if move == last.move), None)
            if move is None:
                return
            other = other.play(move)
            if other.history[-1] != last:
                return
        if position.outcome is not None or other.outcome is not None:
            return
        yield position, other
