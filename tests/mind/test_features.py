"""What a network is shown: exact, the same in a batch and at a table, and nothing secret."""

import random

import numpy as np
import pytest

from volto.belief import Belief
from volto.belief.deployment_sets import role_table
from volto.mind.encoding import RIVAL, SHOWN, SUSPECT
from volto.mind.features import features, seen_by, write_truths
from volto.mind.knowledge import Knowledge
from volto.mind.move_history import blank_traces, trace_moves
from volto.mind.tables import tables_of
from volto.mind.worlds import enter_all
from volto.rules import STANDARD, Deployment, Family, Position, Role, View
from volto.sim import Batch, move_of
from volto.sim.actions import action_of

CELLS = 35


def views(seed: int, games: int = 4, every: int = 5) -> list[View]:
    """Views of both families from random games."""
    rng = random.Random(seed)
    found = []
    for _ in range(games):
        position = Position.start(Deployment.random(rng), Deployment.random(rng))
        while position.outcome is None and position.turns < 70:
            view = position.view(position.to_move)
            if position.turns % every == 0:
                found.append(view)
            position = position.play(rng.choice(view.legal_moves()))
    return found


def planes(view: View) -> np.ndarray:
    shown: np.ndarray = features(*seen_by(view))[0][: 24 * CELLS].reshape(24, CELLS)
    return shown


def cell_number(cell: tuple[int, int], seat: Family) -> int:
    number = cell[1] * 5 + cell[0]
    return number if seat is Family.WHITE else CELLS - 1 - number


@pytest.mark.parametrize("seed", range(3))
def test_chances_are_those_of_the_belief(seed: int) -> None:
    for view in views(seed):
        assert view.seat is not None
        shown = planes(view)
        for family, base in ((view.seat, SHOWN), (view.seat.rival, SUSPECT)):
            known = Belief.about(view.scene, family).marginals()
            for cell, mask in view.scene.standing[family].items():
                chances = shown[base : base + 5, cell_number(cell, view.seat)]
                assert chances == pytest.approx([known[mask][role] for role in Role], abs=1e-5)
        assert shown[RIVAL].sum() == len(view.scene.standing[view.seat.rival])


@pytest.mark.parametrize("seed", range(3))
def test_nothing_depends_on_what_the_rival_hides(seed: int) -> None:
    rng = random.Random(seed)
    for view in views(seed, games=3, every=8):
        row, traces = seen_by(view)
        known, numbers = Knowledge.of(view), Belief.of(view).numbers.tolist()
        wanted = features(row, traces).tobytes()
        for number in rng.sample(numbers, min(20, len(numbers))):
            world = row.copy()
            enter_all(
                world, known.rival_number, known.rival_bits, role_table()[number : number + 1]
            )
            assert features(world, traces).tobytes() == wanted


def test_only_the_truths_tell_worlds_apart() -> None:
    view = views(1)[0]
    row, _ = seen_by(view)
    known, numbers = Knowledge.of(view), Belief.of(view).numbers
    found = set()
    for number in numbers[:: len(numbers) // 5]:
        world, out = row.copy(), np.zeros((1, 5 * CELLS), np.float32)
        enter_all(world, known.rival_number, known.rival_bits, role_table()[number : number + 1])
        write_truths(world, np.zeros(1, np.uint8), tables_of(), out, 0, 1)
        found.add(out.tobytes())
    assert len(found) > 1


def test_a_batch_is_shown_what_a_table_is_shown() -> None:
    """The same games in the machine, move by move, and by the rules."""
    games = 6
    batch = Batch(games, 3, auto_reset=False)
    positions = [batch.position(game) for game in range(games)]
    traces = blank_traces(games)
    for _ in range(60):
        going = np.flatnonzero(batch.reason == 0)
        shown = features(batch.state, traces)
        for game in going:
            position = positions[game]
            wanted = features(*seen_by(position.view(position.to_move)))[0]
            np.testing.assert_allclose(shown[game], wanted, atol=1e-6)
        actions = batch.sample_legal().copy()
        for game in going:
            family = positions[game].to_move
            positions[game] = positions[game].play(move_of(int(actions[game]), family))
        batch.step(actions)
        trace_moves(batch.state, traces, STANDARD)
    assert (batch.reason > 0).any()


def test_the_mirrored_mat_looks_like_the_mirrored_game() -> None:
    rng = random.Random(2)
    white, red = Deployment.random(rng), Deployment.random(rng)
    one = Position.start(white, red)
    other = Position.start(white.mirrored(), red.mirrored())
    tables, flip = tables_of(), np.ones(1, np.uint8)
    for _ in range(30):
        if one.outcome is not None:
            break
        mirrored = features(*seen_by(one.view(one.to_move)), flips=flip)
        plain = features(*seen_by(other.view(other.to_move)))
        np.testing.assert_array_equal(mirrored, plain)
        move = rng.choice(one.legal_moves())
        action = int(tables.mirrored[action_of(move, one.to_move)])
        other = other.play(move_of(action, other.to_move))
        one = one.play(move)
    assert one.turns > 5
