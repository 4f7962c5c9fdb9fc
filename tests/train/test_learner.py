"""The learner: what it makes of results, and what it learns from."""

from dataclasses import replace
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from tests.mind.test_network import small
from tests.train.configs import SMALL
from tests.train.test_rollouts import first_trajectory
from volto.mind.network import Network
from volto.rules import STANDARD
from volto.sim import actions_of
from volto.train.config import Coefficients, Config
from volto.train.learner import PolicyLearner, lambda_returns, learnable, score
from volto.train.players import Instinct
from volto.train.rollouts import RolloutWorker, Trajectory


def learner_for(worker: RolloutWorker, config: Config = SMALL) -> PolicyLearner:
    inputs = worker.trajectory.features.shape[-1]
    return PolicyLearner(inputs, worker.truths, actions_of(STANDARD), config)


def own_trajectory(worker: RolloutWorker) -> Trajectory:
    """What a learner plays before it has learned anything."""
    player = learner_for(worker).player()
    network = Network.of({f"player/{name}": value for name, value in player.items()})
    return first_trajectory(worker, network=network)


def trajectory_of(
    over: list[list[int]], result: list[list[int]], own: list[list[int]] | None = None
) -> Trajectory:
    empty: Any = np.zeros(0)
    ours = np.array(own or [[1]] * (len(over) + 1), np.bool_)
    ends = np.array(over, np.bool_)
    return Trajectory(*(empty,) * 5, ours, empty, ends, np.array(result, np.uint8))


def test_results_change_sides_every_turn() -> None:
    values = np.full((4, 1, 3), 1 / 3, np.float32)
    found = lambda_returns(values, trajectory_of([[0], [0], [1]], [[1], [1], [0]]), decay=1.0)
    assert found[:, 0].tolist() == [[1, 0, 0], [0, 0, 1], [1, 0, 0]]


def test_what_follows_a_game_does_not_count_for_it() -> None:
    values = np.array([[[0.2, 0.2, 0.6]], [[0.5, 0.3, 0.2]], [[0.9, 0.1, 0.0]]], np.float32)
    found = lambda_returns(values, trajectory_of([[1], [0]], [[1], [1]]), decay=0.5)
    assert found[0, 0].tolist() == [0, 1, 0]
    assert found[1, 0] == pytest.approx([0.0, 0.1, 0.9])


HOPE, FEAR, RIVALS = [0.6, 0.4, 0.0], [0.0, 0.4, 0.6], [0.1, 0.1, 0.8]


def test_what_is_expected_of_a_rivals_turn_does_not_count() -> None:
    values = np.array([[[0.2, 0.2, 0.6]], [RIVALS], [HOPE]], np.float32)
    trajectory = trajectory_of([[0], [0]], [[1], [1]], [[1], [0], [1]])
    found = lambda_returns(values, trajectory, decay=0.5)
    assert found[:, 0].tolist() == [pytest.approx(HOPE), pytest.approx(FEAR)]
    assert learnable(trajectory)[:, 0].tolist() == [True, False]


def test_what_a_rival_has_not_answered_yet_teaches_nothing() -> None:
    values = np.array([[HOPE], [RIVALS], [FEAR], [RIVALS]], np.float32)
    trajectory = trajectory_of([[0]] * 3, [[1]] * 3, [[1], [0], [1], [0]])
    found = lambda_returns(values, trajectory, decay=0.9)
    assert found[:, 0].tolist() == [pytest.approx(value) for value in (FEAR, HOPE, FEAR)]
    assert learnable(trajectory)[:, 0].tolist() == [True, False, False]


def test_a_last_turn_that_ends_the_game_teaches() -> None:
    values = np.array([[HOPE], [RIVALS]], np.float32)
    trajectory = trajectory_of([[1]], [[2]], [[1], [0]])
    assert lambda_returns(values, trajectory, decay=0.9)[0, 0].tolist() == [0, 0, 1]
    assert learnable(trajectory)[:, 0].tolist() == [True]


def test_a_draw_costs_both_sides() -> None:
    assert score(np.array([0.0, 1.0, 0.0]), 0.05) == -0.05
    assert score(np.array([0.5, 0.0, 0.5]), 0.05) == 0.0


def test_imitation_makes_instinct_less_surprising() -> None:
    worker, instinct = RolloutWorker(STANDARD, 16, 8, seed=1), Instinct.of(STANDARD)
    worker.seat_rivals([])
    worker.reset(instinct.deployments)
    trajectory = worker.collect(small(), instinct.deployments, instinct)
    learner, now = learner_for(worker), Coefficients(3e-3, 0.0, 0.0, imitate=True)
    surprise = [learner.learn(trajectory, now)["surprise"] for _ in range(60)]
    assert surprise[-1] < surprise[0] - 0.3


def test_the_policy_learns_from_the_largest_advantages_alone_and_forecasts_from_any_turns() -> None:
    learner = PolicyLearner(4, 1, 3, replace(SMALL, advantage_share=0.25))
    size = np.array([0.1, 0.9, 0.3, 5.0, 0.2, 0.8, 0.4, 0.05, 0.06], np.float32)
    own = np.flatnonzero(np.arange(len(size)) != 3)  # the rival's turn teaches nobody
    drawn = [learner.chosen(size, own, imitate=False) for _ in range(50)]
    assert {tuple(np.flatnonzero(acted).tolist()) for acted, _ in drawn} == {(1, 5)}
    assert {turn for _, valued in drawn for turn in np.flatnonzero(valued).tolist()} == set(own)
    assert {int(valued.sum()) for _, valued in drawn} == {2}
    acted, valued = learner.chosen(size, own, imitate=True)
    assert acted.sum() == valued.sum() == len(own)


def test_the_policy_is_held_to_the_one_that_played() -> None:
    worker, apart = RolloutWorker(STANDARD, 16, 8, seed=1), []
    trajectory = own_trajectory(worker)
    for kl in (0.0, 100.0):
        learner = learner_for(worker, replace(SMALL, kl=kl))
        before = learner.player()["policy/b"]
        for _ in range(5):
            learner.learn(trajectory, Coefficients(1e-2, 0.0, 0.0))
        apart.append(float(np.abs(learner.player()["policy/b"] - before).mean()))
    assert apart[1] < apart[0]


def test_a_critic_that_values_every_action_teaches_those_that_were_not_played() -> None:
    worker, likely = RolloutWorker(STANDARD, 16, 8, seed=1), []
    trajectory = own_trajectory(worker)
    legal = trajectory.legal
    move = int((legal.sum(axis=(0, 1)) * (legal[0].sum(axis=0) > 0)).argmax())
    trajectory.own[:-1][trajectory.actions == move] = False  # nobody learns from having played it
    for value in (0.0, 50.0):
        config = replace(SMALL, advantage_scale=1.0, action_values=True)
        learner = learner_for(worker, config)
        bias = np.array(learner.params["critic"]["worth/b"])
        bias[move] = value
        learner.params["critic"]["worth/b"] = jnp.asarray(bias)
        before = learner.player()["policy/b"][move]
        learner.learn(trajectory, Coefficients(1e-2, 0.0, 0.0))
        likely.append(learner.player()["policy/b"][move] - before)
    assert likely[1] > max(likely[0], 0.0)
