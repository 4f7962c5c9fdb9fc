"""A view as a row of numbers, against the rules and the simulator."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.rules.playing import played
from tests.strategies import BOX, MINI, Game, random_game
from volto.belief import Belief, imagined
from volto.belief.deployment_sets import role_table
from volto.mind.knowledge import Knowledge
from volto.mind.worlds import OFF_MAT, enter, mask_bits
from volto.rules import Deployment, Family, Position, Role, Ruleset, VoltoError
from volto.sim import Batch, action_of
from volto.sim.fields import RNG, RULED, SINCE, TO_MOVE, TURN
from volto.sim.layout import FAMILIES, bit, pack

RULES = [*BOX, *(ruleset for ruleset in MINI if ruleset.mat.columns > 2)]
IDS = [f"{rules.mat} {rules.ladies}" for rules in RULES]
COUNTERS = [SINCE, TURN, TO_MOVE]


def entered(known: Knowledge, rival: Deployment, ruleset: Ruleset) -> NDArray[np.uint64]:
    """The row of a world."""
    row = known.row.copy()
    enter(row, known.rival_number, known.rival_bits, role_table(ruleset)[rival.number()])
    return row


@pytest.mark.parametrize("ruleset", RULES, ids=IDS)
def test_a_world_entered_into_the_row_is_the_position(ruleset: Ruleset) -> None:
    rng = Random(3)
    for _ in range(4):
        game = random_game(rng, ruleset, longest=50)
        for position in game.positions:
            if position.outcome is None:
                for seat in Family:
                    view = position.view(seat)
                    known = Knowledge.of(view)
                    true = entered(known, game.deployment(seat.rival), ruleset)
                    assert np.array_equal(true[:RULED], pack(position))
                    other = Belief.of(view).sample(rng)
                    world = imagined(view, other)
                    assert np.array_equal(entered(known, other, ruleset)[:RULED], pack(world))


@pytest.mark.parametrize("ruleset", RULES, ids=IDS)
def test_what_masks_have_shown_is_what_the_simulator_has_seen(ruleset: Ruleset) -> None:
    """H-3: so a search that steps rows goes on as the game would."""
    for seed in range(4):
        game = random_game(Random(seed), ruleset, longest=50)
        for position, row in zip(game.positions, rows(game), strict=False):
            if position.outcome is None:
                for seat in Family:
                    known = Knowledge.of(position.view(seat))
                    assert np.array_equal(known.row[RULED:RNG], row[RULED:RNG])
                    assert np.array_equal(known.row[COUNTERS], row[COUNTERS])


def rows(game: Game) -> list[NDArray[np.uint64]]:
    """The game as the simulator plays it, a row for each position."""
    start = game.positions[0]
    ruleset = start.ruleset
    batch = Batch(1, ruleset=ruleset, first=start.to_move, auto_reset=False)
    batch.reset(white=np.array([game.white.number()]), red=np.array([game.red.number()]))
    found = [batch.state[0].copy()]
    for before, after in zip(game.positions, game.positions[1:], strict=False):
        move = after.history[-1].move
        batch.step(np.array([action_of(move, before.to_move, ruleset)]))
        found.append(batch.state[0].copy())
    return found


def test_the_row_of_a_view_shows_where_rival_masks_stand_and_how_many_are_ladies() -> None:
    """R-2, R-11: it cannot show which; the first so many are counted, whatever they are."""
    for position in random_game(Random(1), BOX[0], longest=60).positions:
        if position.outcome is None:
            for seat in Family:
                known = Knowledge.of(position.view(seat))
                assert known.rival_number == FAMILIES.index(seat.rival)
                straight, diagonal, lady, soldier = map(
                    int, known.row[4 * known.rival_number :][:4]
                )
                standing = position.scene.standing[seat.rival]
                bits = sorted(bit(cell) for cell in standing)
                roles = [position.roles[number] for number in standing.values()]
                assert straight == sum(1 << at for at in bits)
                assert lady == sum(1 << at for at in bits[: roles.count(Role.LADY)])
                assert diagonal == soldier == 0


def test_lost_masks_are_off_the_mat() -> None:
    """R-11, R-13"""
    position = played("l3c/5/5/1l3/1N3/5/C3L w 0 30", "b3b4")
    for family in Family:
        bits = mask_bits(position.scene.standing[family], position.scene.ids(family)).tolist()
        on_mat = [bit(cell) for cell in position.scene.standing[family]]
        assert sorted(at for at in bits if at != OFF_MAT) == sorted(on_mat)
        assert bits.count(OFF_MAT) == 10 - len(on_mat)


def test_a_spectator_has_nothing_to_think_about() -> None:
    start = Position.start(Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC"))
    with pytest.raises(VoltoError, match="spectator"):
        Knowledge.of(start.view(None))
