"""The training example: it runs, and credit goes where it is due."""

from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
example = SimpleNamespace(**run_path(str(EXAMPLES / "learn_to_beat_greedy.py")))


def test_it_learns_from_games_and_measures_what_it_has_learned(
    capsys: pytest.CaptureFixture[str],
) -> None:
    steps = 5 * 8 * example.ROLLOUT
    params = example.learn(steps, seed=1, games=8, opponent="random")
    assert f"{steps:,} steps" in capsys.readouterr().out
    untaught = example.learn(0, seed=1, games=8, opponent="random")
    assert any((params[name] != untaught[name]).any() for name in params)
    assert 0 < example.measure(params, games=20, seed=2, opponent="random") < 1


def test_a_turn_is_credited_with_what_came_after_it_in_the_same_game() -> None:
    """One game ends after two turns with a win, and the next one has begun."""
    rewards = np.array([[0.0], [1.0], [0.0]])
    values = np.array([[0.2], [0.5], [0.1]])
    ends = np.array([[False], [True], [False]])
    found = example.advantages(rewards, values, ends, after=np.array([0.3]))
    late = 0.3 - 0.1
    won = 1.0 - 0.5
    assert np.allclose(found[:, 0], [0.5 - 0.2 + example.TRACE * won, won, late])
