"""What follows from a view is worked out once, and is what the game was."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from tests.mind.minds import some_game
from tests.strategies import BOX, random_game
from volto.agents import Budget
from volto.agents.thinker import SearchSettings, Thinker
from volto.belief import Belief
from volto.mind.knowledge import Knowledge
from volto.mind.move_history import blank_traces, trace_moves
from volto.rules import Family, Scene, Step, View
from volto.sim import Batch, action_of
from volto.sim.fields import RNG, RULED


def test_whoever_looks_at_the_same_view_gets_the_same_knowledge() -> None:
    position = some_game(1, turns=9)
    view, other = position.view(Family.WHITE), position.view(Family.RED)
    again = View(view.scene, view.seat, view.roles)
    assert Knowledge.of(view) is Knowledge.of(again)
    assert Knowledge.of(view) is not Knowledge.of(other)


def test_it_is_the_belief_of_both_sides() -> None:
    for seed in range(3):
        for position in random_game(Random(seed), BOX[0], longest=40).positions[::8]:
            view = position.view(Family.RED)
            known = Knowledge(view)
            assert np.array_equal(known.belief.alive, Belief.of(view).alive)
            assert np.array_equal(known.exposed.alive, Belief.of_rival(view).alive)
            assert np.array_equal(np.flatnonzero(known.fits), known.belief.numbers)


def test_a_decision_walks_through_the_past_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs look at turns that may come, and each of those has a past of its own."""
    walks, replay = list[Scene](), Scene.replay

    def counted(scene: Scene) -> Iterator[Step]:
        walks.append(scene)
        return replay(scene)

    monkeypatch.setattr(Scene, "replay", counted)
    view = some_game(2, turns=20).view(Family.WHITE)
    Thinker(Random(1), SearchSettings(20, proves=False)).choose(view, Budget())
    assert walks == [view.scene]


@pytest.mark.parametrize("seat", Family)
def test_the_rival_s_turns_are_those_that_the_simulator_plays(seat: Family) -> None:
    """H-3: what masks have shown and their past, before every turn of the rival."""
    for seed in range(3):
        game = random_game(Random(seed), BOX[0], longest=50)
        start, last = game.positions[0], game.last
        known = Knowledge(last.view(seat))
        turns = {turn.number: turn for turn in known.rival_turns()}
        batch = Batch(1, first=start.to_move, auto_reset=False)
        batch.reset(white=np.array([game.white.number()]), red=np.array([game.red.number()]))
        traces = blank_traces(1)
        for number, position in enumerate(game.positions[:-1]):
            assert np.array_equal(known.traces[number], traces[0])
            assert (number in turns) == (position.to_move is not seat)
            if number in turns:
                row = turns[number].row
                assert np.array_equal(row[RULED:RNG], batch.state[0, RULED:RNG])
                assert np.array_equal(row[RNG + 1 :], batch.state[0, RNG + 1 :])
                assert turns[number].move == last.history[number].move
            action = action_of(last.history[number].move, position.to_move)
            batch.step(np.array([action]))
            trace_moves(batch.state, traces, last.ruleset)
