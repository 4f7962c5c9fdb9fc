"""What a mind makes of a view does not depend on what the rival hides."""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from numpy.typing import NDArray

from tests.leaks.replays import reassigned, replayed
from tests.mind.minds import some_priors
from tests.strategies import BOX, MINI, Game, random_game
from volto.agents import Budget, analyse
from volto.agents.proofs import safe_moves, sure_win
from volto.agents.thinker import PLAIN, SearchSettings, Thinker
from volto.belief import Belief
from volto.mind.knowledge import Knowledge
from volto.mind.opponent_model import OpponentModel
from volto.rules import Family, Position, Ruleset, View

pytestmark = pytest.mark.no_cover  # others count these lines; here is much to be compared
THOUGHTFUL = SearchSettings(iterations=60)
CASES = [(ruleset, seed) for seed in range(2) for ruleset in (*BOX, *MINI)]
IDS = [f"{rules.mat} {rules.ladies} {seed}" for rules, seed in CASES]


@dataclass(frozen=True)
class Pair:
    """A position, and what it would be with other roles behind the rival's masks."""

    true: Position
    other: Position


def pairs(game: Game, seat: Family, rng: Random, most: int) -> list[Pair]:
    """The last running position of a game, beside those that the seat cannot tell from it."""
    at = [position for position in game.positions if position.outcome is None][-1]
    others = reassigned(game, at, seat.rival, rng)
    rng.shuffle(others)
    found = []
    for other in others:
        white, red = (game.white, other) if seat is Family.WHITE else (other, game.red)
        last = list(replayed(game, white, red))[-1:]
        found += [Pair(true, changed) for true, changed in last if true is at]
        if len(found) == most:
            break
    return found


def believed(view: View) -> list[bytes]:
    """Beliefs of both families, and the row that a search begins with."""
    known = Knowledge(view)
    arrays: list[NDArray[Any]] = [known.row, known.rival_bits, known.traces]
    arrays += [array for turn in known.rival_turns() for array in (turn.row, turn.bits)]
    for belief in (known.belief, known.exposed, Belief.of(view), Belief.of_rival(view)):
        arrays += [belief.alive, belief.numbers, belief.tally]
    priors = some_priors()
    arrays.append(OpponentModel.about(known, priors).weights)
    return [array.tobytes() for array in arrays]


def thought(view: View) -> list[object]:
    """What is proved, thought, reported and chosen when it is the seat's turn."""
    found: list[object] = [sure_win(view), safe_moves(view)]
    if view.legal_moves():
        analyse(view, Budget(nodes=40, report=found.append), "thinker:40", Random(5))
    for settings in (THOUGHTFUL, PLAIN):
        thinker = Thinker(Random(5), settings, priors=some_priors())
        found.append(thinker.think(view, Budget(nodes=60)))
        found.append(thinker.choose(view, Budget(nodes=60)))
    return found


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize(("ruleset", "seed"), CASES, ids=IDS)
def test_beliefs_are_the_same_whatever_the_rival_hides(
    ruleset: Ruleset, seed: int, seat: Family
) -> None:
    """H-3, R-2"""
    rng = Random(seed)
    game = random_game(rng, ruleset, rng.randrange(4, 30))
    for pair in pairs(game, seat, rng, 8):
        assert believed(pair.true.view(seat)) == believed(pair.other.view(seat))


@pytest.mark.parametrize(("ruleset", "seed"), CASES, ids=IDS)
def test_thoughts_are_the_same_whatever_the_rival_hides(ruleset: Ruleset, seed: int) -> None:
    """H-3, R-2"""
    rng = Random(seed)
    game = random_game(rng, ruleset, rng.randrange(4, 30))
    at = [position for position in game.positions if position.outcome is None][-1]
    for pair in pairs(game, at.to_move, rng, 3):
        seat = pair.true.to_move
        assert thought(pair.true.view(seat)) == thought(pair.other.view(seat))


def test_there_are_other_worlds_to_tell_apart() -> None:
    """The proofs above are not empty."""
    found = 0
    for ruleset, seed in CASES:
        rng = Random(seed)
        game = random_game(rng, ruleset, rng.randrange(4, 30))
        for seat in Family:
            found += len(pairs(game, seat, rng, 8))
    assert found > 100
