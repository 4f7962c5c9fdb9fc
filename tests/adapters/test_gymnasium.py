"""A single game as a Gymnasium environment: by that framework's own checks."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from volto.adapters.gymnasium import ID, VoltoEnv
from volto.adapters.vector import VoltoVectorEnv
from volto.rules import VoltoError


@pytest.mark.parametrize(
    "settings",
    [{}, {"opponent": "random", "seat": "red"}, {"white": "NNAAL/LSNAC", "red": "AASNL/LNNAC"}],
)
def test_it_passes_the_frameworks_check(settings: dict[str, Any]) -> None:
    env = gymnasium.make(f"volto.adapters.gymnasium:{ID}", **settings)
    check_env(env.unwrapped)


def test_many_are_made_as_one_vector_environment() -> None:
    envs = gymnasium.make_vec(ID, 5, vectorization_mode="vector_entry_point", opponent="random")
    assert isinstance(envs.unwrapped, VoltoVectorEnv)
    assert envs.num_envs == 5


def test_a_game_is_played_to_its_end_against_greedy() -> None:
    env, rng, over = VoltoEnv(), np.random.default_rng(1), False
    _, info = env.reset(seed=1)
    turns = 0
    while not over:
        assert (env.action_masks() == info["action_mask"]).all()
        _, reward, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        turns += 1
    assert abs(reward) == (info["winner"] != 2)
    assert info["turns"] in (2 * turns - 1, 2 * turns)
    with pytest.raises(VoltoError, match="Game 0 is over"):
        env.step(0)


def test_an_illegal_action_loses_the_game() -> None:
    env = VoltoEnv(opponent="random")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(454)
    assert (reward, over, bool(info["illegal"])) == (-1.0, True, True)


def test_a_seat_is_shown_its_own_roles_and_nothing_more() -> None:
    settings: dict[str, Any] = {"white": "NNAAL/LSNAC", "red": "AASNL/LNNAC"}
    env = VoltoEnv("ansi", **settings)
    env.reset(seed=1)
    shown = str(env.render())
    assert " N N A A L" in shown
    assert " x x x x x" in shown
    spectator = VoltoEnv("ansi", perspective="spectator", **settings)
    spectator.reset(seed=1)
    assert " X X X X X" in str(spectator.render())


@pytest.mark.parametrize("seed", range(8))
def test_the_end_of_a_game_can_be_drawn(seed: int) -> None:
    env, rng, over = VoltoEnv("rgb_array", opponent="random"), np.random.default_rng(seed), False
    _, info = env.reset(seed=seed)
    while not over:
        _, _, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
    picture = env.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (435, 320, 3)


def test_there_are_two_ways_to_render() -> None:
    with pytest.raises(VoltoError, match="There is no way 'human' to render"):
        VoltoEnv("human")
