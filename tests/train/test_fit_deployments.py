"""Deployments judged by games: what wins becomes likelier, and nothing becomes certain."""

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from tests.mind.test_network import small_tensors
from volto.belief.deployment_sets import role_table
from volto.mind.network import Network
from volto.rules import Deployment, Ruleset
from volto.train import fit_deployments
from volto.train.fit_deployments import FLOOR, judge, likely, main, trial, worths
from volto.train.player_files import at_table

CANDIDATE = 2
SHORT = Ruleset(turn_cap=4)


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(fit_deployments, "BATCH", 20)
    save_file(small_tensors(1), tmp_path / "any.safetensors", {"turns": "7"})
    return tmp_path / "any.safetensors"


def test_a_role_that_wins_in_its_place_makes_deployments_worth_more_on_both_sides() -> None:
    roles, rng = role_table(), np.random.default_rng(1)
    one, other = (rng.integers(len(roles), size=4000).astype(np.int32) for _ in range(2))
    corner = roles[:, 5] == CANDIDATE
    worth = worths(one, other, corner[one].astype(float) - corner[other], Ruleset())
    left, right = roles[:, 5] == CANDIDATE, roles[:, 9] == CANDIDATE
    middle = roles[:, 7] == CANDIDATE
    assert worth[left].mean() == pytest.approx(worth[right].mean())
    assert worth[left].mean() > worth[middle].mean() + 0.2
    chances = likely(worth)
    assert chances.sum() == pytest.approx(1.0)
    assert chances.min() >= FLOOR / len(chances)
    assert chances[left].sum() > 2 * left.mean()


def test_where_all_results_are_alike_all_deployments_are() -> None:
    one, other = np.arange(100, dtype=np.int32), np.arange(100, 200, dtype=np.int32)
    chances = likely(worths(one, other, np.zeros(100), Ruleset()))
    assert chances == pytest.approx(1 / Deployment.count())


def test_trials_repeat_and_results_are_those_of_the_deployments_tried(weights: Path) -> None:
    player = at_table(weights, SHORT)
    first, again = (trial(player, 40, 3, SHORT, 1) for _ in range(2))
    for number in range(3):
        assert np.array_equal(first[number], again[number])
    assert [len(part) for part in first] == [40, 40, 40]
    assert set(first[2]) <= {-1.0, 0.0, 1.0}


def test_every_round_is_told(weights: Path) -> None:
    told: list[str] = []
    chances = judge(at_table(weights, SHORT), 20, 2, 1, SHORT, told.append, threads=1)
    assert chances.sum() == pytest.approx(1.0)
    assert [line[:12] for line in told] == ["round 1 of 2", "round 2 of 2"]


def test_the_file_keeps_its_player_and_gets_new_deployments(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Network.load(weights)
    arguments = ["judging", str(weights), "--games", "20", "--rounds", "1"]
    monkeypatch.setattr("sys.argv", arguments)
    main()
    after = Network.load(weights)
    assert np.array_equal(after.layers.first, before.layers.first)
    assert len(after.deployments) == Deployment.count()
    assert after.deployments.sum() == pytest.approx(1.0, abs=1e-4)
