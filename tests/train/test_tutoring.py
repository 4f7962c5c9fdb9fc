"""Lessons by search: what is noted is what the search thought, and a network learns it."""

import random
from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pytest

from tests.mind.minds import some_game
from tests.mind.test_network import small
from volto.agents import Budget, make_agent
from volto.agents.learned import Approach, Learned
from volto.mind.features import features, seen_by
from volto.mind.frame import frame
from volto.rules import STANDARD, Family
from volto.sim import actions_of
from volto.sim.actions import action_of
from volto.train import nets, tutoring
from volto.train.gathering import DRAW, LOSS, WIN
from volto.train.tutoring import Lessons, Taught, file_of_games, fit, lesson, play, surprised


@pytest.fixture(scope="module")
def lessons() -> Lessons:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tutoring, "FILED", 3)
        patch.setattr(tutoring, "OTHERS", {"greedy": 0.5})
        return file_of_games(small(1), 8, STANDARD, "1")


def test_a_turn_is_noted_as_the_search_looked_into_it() -> None:
    view = some_game(1, turns=9).view(some_game(1, turns=9).to_move)
    agent = Learned(random.Random(1), Approach(60), network=small(1))
    thought = agent.think(view, Budget())
    taught = Taught.of(view, thought, agent.approach.sharpness)
    liked = [choice for choice in thought.choices if choice.weight]
    first, second = liked[0], liked[1]
    assert taught.actions[0] == action_of(first.move, view.to_move, view.ruleset)
    assert taught.shares.sum() == pytest.approx(1.0)
    ratio = (first.weight / second.weight) ** 0.5
    assert taught.shares[0] / taught.shares[1] == pytest.approx(ratio, rel=1e-4)
    assert -1.0 <= taught.value <= 1.0
    row, trace = seen_by(view)
    assert np.array_equal(features(taught.state[None], taught.traces[None]), features(row, trace))


def test_every_seat_that_searches_is_told_how_its_game_ended() -> None:
    players = {
        Family.WHITE: Learned(random.Random(1), Approach(4), network=small(1)),
        Family.RED: make_agent("greedy", random.Random(2)),
    }
    results = [result for _, result in play(players, [Family.WHITE], STANDARD, random.Random(3))]
    assert len(set(results)) == 1
    assert results[0] in (WIN, DRAW, LOSS)
    players[Family.RED] = Learned(random.Random(2), Approach(4), network=small(2))
    both = [result for _, result in play(players, list(Family), STANDARD, random.Random(3))]
    assert set(both) in ({WIN, LOSS}, {DRAW})


def test_mirrored_lessons_want_the_mirrored_moves(lessons: Lessons) -> None:
    some = np.arange(5)
    shown, legal, wanted, ends = lesson(lessons, some, 0, 0.25)
    other, mirrored_legal, mirrored, same = lesson(lessons, some, 1, 0.25)
    assert np.array_equal(mirrored[:, frame().mirrored], wanted)
    assert np.array_equal(mirrored_legal[:, frame().mirrored], legal)
    assert not np.array_equal(other, shown)
    assert np.array_equal(same, ends)
    assert wanted.sum(axis=1) == pytest.approx(1.0)
    assert ends.sum(axis=1) == pytest.approx(1.0)
    assert not (wanted[legal == 0]).any()


def test_lessons_survive_a_file(lessons: Lessons, tmp_path: Path) -> None:
    lessons.save(tmp_path / "games.npz")
    found = Lessons.load([tmp_path / "games.npz"] * 2)
    assert np.array_equal(found.state[len(lessons.state) :], lessons.state)
    assert np.array_equal(found.results[: len(lessons.results)], lessons.results)


def test_a_network_learns_what_it_is_taught(
    lessons: Lessons, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tutoring, "LESSON", 32)
    heads = {"policy": actions_of(), "outcome": 3}
    params = nets.make(np.random.default_rng(1), frame().size, (16, 16), heads)
    before = surprised(params, lessons)
    after = surprised(fit(params, lessons, 20, 3e-3, 0.0, 1), lessons)
    assert after[0] < before[0]
    assert after[1] < before[1]
    assert all(jnp.isfinite(value).all() for value in params.values())
