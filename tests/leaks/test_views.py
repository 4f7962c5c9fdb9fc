"""Non-interference: what a seat is told would be the same with other roles behind the masks."""

import gc
import pickle
from collections.abc import Callable
from enum import Enum
from itertools import zip_longest
from random import Random

import pytest

from tests.leaks.replays import reassigned, replayed
from tests.strategies import BOX, MINI, Game, random_game
from volto.rules import Deployment, Family, IllegalMove, Move, Position, Role, Ruleset, Turn, View
from volto.rules.masks import RED, WHITE

pytestmark = pytest.mark.no_cover  # others count these lines; here is much to be compared
GAMES = 14


def a_game(seed: int) -> tuple[Game, Position, Random]:
    """A random game, cut short somewhere or played to the end, and its last running position."""
    rng = Random(seed)
    game = random_game(rng, BOX[seed % 2], rng.randrange(5, 130))
    return game, [position for position in game.positions if position.outcome is None][-1], rng


def refusal(play: Callable[[Move], object], move: Move) -> str:
    try:
        play(move)
    except IllegalMove as error:
        return str(error)
    return "played"


def told(position: Position, seat: Family | None, tried: list[Move]) -> dict[str, object]:
    """Everything that comes out of a position for a seat, channel by channel."""
    view = position.view(seat)
    illegal = [m for m in tried if view.seat is view.to_move and m not in position.legal_moves()]
    return {
        "view": view,
        "text": str(view),
        "repr": repr(view),
        "board": view.board(),
        "roles by cell": [view.role_at(cell) for cell in view.ruleset.mat],
        "picture": view._repr_svg_(),
        "masks": view.masks,
        "legal moves": view.legal_moves(),
        "events": position.events(),
        "refused by the table": [refusal(position.play, move) for move in illegal],
        "refused by the view": [refusal(lambda m: view.after(Turn(m)), move) for move in tried],
    }


def assert_nobody_can_tell(
    game: Game, seat: Family | None, white: Deployment, red: Deployment, tried: list[Move]
) -> None:
    """Compare every turn in short, and the last common one in full."""
    pairs = list(replayed(game, white, red))
    for true, other in pairs:
        ours, theirs = true.view(seat), other.view(seat)
        assert ours == theirs
        assert str(ours) == str(theirs)
        assert ours.legal_moves() == theirs.legal_moves()
    for true, other in pairs[-1:]:
        assert told(true, seat, tried) == told(other, seat, tried)


def other_games(
    game: Game, at: Position, seat: Family | None, rng: Random
) -> list[tuple[Deployment, Deployment]]:
    """Both deployments, where those that the seat does not know have been changed."""
    whites = [] if seat is WHITE else reassigned(game, at, WHITE, rng)
    reds = [] if seat is RED else reassigned(game, at, RED, rng)
    rng.shuffle(reds)
    return [(white or game.white, red or game.red) for white, red in zip_longest(whites, reds)]


def some_moves(rng: Random, position: Position) -> list[Move]:
    cells = list(position.ruleset.mat)
    return [Move(rng.choice(cells), rng.choice(cells)) for _ in range(12)]


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_seat_is_told_the_same_whatever_its_rival_hides(seed: int, seat: Family) -> None:
    """H-3, R-2"""
    game, at, rng = a_game(seed)
    tried = some_moves(rng, at)
    for white, red in other_games(game, at, seat, rng):
        assert_nobody_can_tell(game, seat, white, red, tried)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_spectator_is_told_the_same_whatever_both_hide(seed: int) -> None:
    """H-3, R-2"""
    game, at, rng = a_game(seed)
    tried = some_moves(rng, at)
    for white, red in other_games(game, at, None, rng):
        assert_nobody_can_tell(game, None, white, red, tried)


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_bytes_of_a_view_are_the_same_whatever_is_hidden(seed: int) -> None:
    """H-3: nor do they tell which moves came from one list in memory."""
    game, at, rng = a_game(seed)
    for seat in (*Family, None):
        for white, red in other_games(game, at, seat, rng):
            for true, other in list(replayed(game, white, red))[-1:]:
                assert pickle.dumps(true.view(seat)) == pickle.dumps(other.view(seat))


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize("ruleset", MINI, ids=lambda rules: f"{rules.mat} {rules.ladies}")
def test_in_mini_volto_every_deployment_of_the_rival_is_tried(
    ruleset: Ruleset, seat: Family
) -> None:
    """H-3, R-2"""
    rng = Random(7)
    for longest in (3, 8, 60):
        game = random_game(rng, ruleset, longest)
        tried = some_moves(rng, game.last)
        for other in Deployment.every(ruleset):
            white, red = (game.white, other) if seat is WHITE else (other, game.red)
            assert_nobody_can_tell(game, seat, white, red, tried)


def test_other_deployments_do_explain_these_games() -> None:
    """The proofs above are not empty: hundreds of replays agree to the last turn."""
    explained = 0
    for game, at, rng in map(a_game, range(5)):
        for seat in (*Family, None):
            for white, red in other_games(game, at, seat, rng):
                explained += sum(true is at for true, _ in replayed(game, white, red))
    assert explained > 500


def reachable(root: object) -> list[object]:
    """Every object that can be got at from `root`; types, modules and enum members are the end."""
    found, seen, queue = [], set[int](), [root]
    while queue:
        thing = queue.pop()
        if id(thing) in seen or isinstance(thing, type | Enum):
            continue
        seen.add(id(thing))
        found.append(thing)
        queue += gc.get_referents(thing)
    return found


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_view_has_no_room_for_a_rival_role(seed: int) -> None:
    """H-3: roles are in the roster, the seat's own deployment, what was unmasked, and no more."""
    _, at, _ = a_game(seed)
    for seat in (*Family, None):
        view = at.view(seat)
        allowed = [view.roles, view.ruleset.roster, view.scene.unmasked, *view.history]
        for thing in reachable(view):
            assert not isinstance(thing, Position | Deployment)
            if any(isinstance(inside, Role) for inside in gc.get_referents(thing)):
                assert any(thing is holder for holder in allowed)
        assert len(view.roles) == (0 if seat is None else len(view.ruleset.roster))
        for mask in view.masks:
            assert (mask.unmasked is None) == mask.on_mat


def test_before_the_first_turn_a_seat_has_nothing_but_its_own_deployment() -> None:
    """R-2, R-3"""
    start = Position.start(Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC"))
    assert start.view(WHITE) == View.start(WHITE, Deployment.parse("NNAAL/LSNAC"))
    assert start.view(RED) == View.start(RED, Deployment.parse("AASNL/LNNAC"))
    assert start.view(None) == View.start(None, None)
