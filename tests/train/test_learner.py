"""The learner: what it makes of results, that it learns, and that a run can be taken up again."""

import json
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from tests.train.plans import SMALL, quiet
from volto.mind.network import Network
from volto.rules import STANDARD, Deployment, Role, VoltoError
from volto.train.config import Plan
from volto.train.deployment_policy import Deployer, mirrored_deployments
from volto.train.learner import Learner, Pace, returns, score, told_of
from volto.train.player_files import frozen
from volto.train.players import Instinct
from volto.train.rollouts import DRAW, Gathering, Rival, Stretch, match
from volto.train.run import Run


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run, from copying instinct to games against its own past."""
    folder = tmp_path_factory.mktemp("run")
    Run(folder, SMALL).go(quiet)
    return folder


def stretch_of(
    over: list[list[int]], result: list[list[int]], mine: list[list[int]] | None = None
) -> Stretch:
    empty: Any = np.zeros(0)
    ours = np.array(mine or [[1]] * (len(over) + 1), np.bool_)
    ends = np.array(over, np.bool_)
    return Stretch(*(empty,) * 5, ours, empty, ends, np.array(result, np.uint8))


def test_results_change_sides_every_turn() -> None:
    values = np.full((4, 1, 3), 1 / 3, np.float32)
    found = returns(values, stretch_of([[0], [0], [1]], [[1], [1], [0]]), fade=1.0)
    assert found[:, 0].tolist() == [[1, 0, 0], [0, 0, 1], [1, 0, 0]]


def test_what_follows_a_game_does_not_count_for_it() -> None:
    values = np.array([[[0.2, 0.2, 0.6]], [[0.5, 0.3, 0.2]], [[0.9, 0.1, 0.0]]], np.float32)
    found = returns(values, stretch_of([[1], [0]], [[1], [1]]), fade=0.5)
    assert found[0, 0].tolist() == [0, 1, 0]
    assert found[1, 0] == pytest.approx([0.0, 0.1, 0.9])


HOPE, FEAR, RIVALS = [0.6, 0.4, 0.0], [0.0, 0.4, 0.6], [0.1, 0.1, 0.8]


def test_what_is_expected_of_a_rivals_turn_does_not_count() -> None:
    values = np.array([[[0.2, 0.2, 0.6]], [RIVALS], [HOPE]], np.float32)
    stretch = stretch_of([[0], [0]], [[1], [1]], [[1], [0], [1]])
    found = returns(values, stretch, fade=0.5)
    assert found[:, 0].tolist() == [pytest.approx(HOPE), pytest.approx(FEAR)]
    assert told_of(stretch)[:, 0].tolist() == [True, False]


def test_what_a_rival_has_not_answered_yet_teaches_nothing() -> None:
    values = np.array([[HOPE], [RIVALS], [FEAR], [RIVALS]], np.float32)
    stretch = stretch_of([[0]] * 3, [[1]] * 3, [[1], [0], [1], [0]])
    found = returns(values, stretch, fade=0.9)
    assert found[:, 0].tolist() == [pytest.approx(value) for value in (FEAR, HOPE, FEAR)]
    assert told_of(stretch)[:, 0].tolist() == [True, False, False]


def test_a_last_turn_that_ends_the_game_teaches() -> None:
    values = np.array([[HOPE], [RIVALS]], np.float32)
    stretch = stretch_of([[1]], [[2]], [[1], [0]])
    assert returns(values, stretch, fade=0.9)[0, 0].tolist() == [0, 0, 1]
    assert told_of(stretch)[:, 0].tolist() == [True]


def test_a_draw_costs_both_sides() -> None:
    assert score(np.array([0.0, 1.0, 0.0]), 0.05) == -0.05
    assert score(np.array([0.5, 0.0, 0.5]), 0.05) == 0.0


def test_copying_makes_instinct_less_surprising(tmp_path: Path) -> None:
    run = Run(tmp_path, SMALL)
    sums = np.cumsum(run.deployer.chances())
    run.gathering.seat_rivals([])
    run.gathering.begin(sums)
    stretch = run.gathering.gather(run.network(), sums, run.teacher)
    pace = Pace(3e-3, 0.0, 0.0, imitate=True)
    surprise = [run.learner.learn(stretch, pace, 256)["surprise"] for _ in range(25)]
    assert surprise[-1] < surprise[0] - 0.3


def test_a_run_keeps_its_settings_its_players_and_a_log(finished: Path) -> None:
    assert json.loads((finished / "plan.json").read_text())["steps"] == SMALL.steps
    assert len(list(finished.glob("player-*.safetensors"))) == 3
    lines = [json.loads(line) for line in (finished / "log.jsonl").read_text().splitlines()]
    assert any("matches" in line for line in lines)


def test_a_run_goes_on_where_it_stopped(finished: Path) -> None:
    run = Run.resume(finished, steps=4096)
    assert run.done == SMALL.steps
    before = run.network()
    kept = frozen(sorted(finished.glob("player-*"))[-1], STANDARD).network
    np.testing.assert_array_equal(before.layers.first, kept.layers.first)
    run.go(quiet)
    assert run.done == 4096
    assert (run.network().layers.first != before.layers.first).any()


def test_a_best_response_meets_one_player_alone(finished: Path, tmp_path: Path) -> None:
    weights = max(finished.glob("player-*"))
    plan = {**SMALL.__dict__, "imitate": 0, "steps": 1024, "against": str(weights)}
    run = Run(tmp_path, Plan(**plan))
    run.start_from(weights)
    run.go(quiet)
    assert isinstance(run.gathering, Gathering)
    assert run.gathering.kind.tolist() == [3] * SMALL.games
    assert not run.gathering.stretch.mine.all()


def test_weights_that_are_not_there_are_named() -> None:
    with pytest.raises(VoltoError, match=r"nowhere\.safetensors"):
        frozen(Path("nowhere.safetensors"), STANDARD)


def test_a_rival_plays_its_share_and_the_learner_learns_only_its_own_moves() -> None:
    gathering = Gathering(STANDARD, 16, 8, seed=1)
    stretch = _first_stretch(gathering, Rival(Instinct.of(STANDARD), 0.5, 2))
    assert stretch.mine[:, :8].all()
    assert not (stretch.mine[0, 8:] == stretch.mine[1, 8:]).any()


def test_idle_games_are_broken_off_as_draws() -> None:
    """With certainty, every turn that captures nothing is a game's last."""
    gathering = Gathering(STANDARD, 16, 8, seed=1, break_off=1.0)
    stretch = _first_stretch(gathering)
    assert (stretch.result[stretch.over] == DRAW).sum() >= stretch.over.sum() - 8
    assert stretch.over.mean() > 0.9
    told = gathering.tell()
    assert told.games.sum() == stretch.over.sum()
    assert told.draws >= told.games.sum() - 8


def test_games_are_broken_off_only_when_patience_ends() -> None:
    """Capture or not, no game is broken off before its fourth quiet turn."""
    gathering = Gathering(STANDARD, 16, 8, seed=1, break_off=1.0, patience=3)
    stretch = _first_stretch(gathering)
    assert not (stretch.over & (stretch.result == DRAW))[:3].any()
    assert stretch.over[3].mean() > 0.5


def _first_stretch(gathering: Gathering, *rivals: Rival) -> Stretch:
    """What a fresh network plays, deployed by instinct."""
    deployments = Instinct.of(STANDARD).deployments
    gathering.seat_rivals(rivals)
    gathering.begin(deployments)
    network = Network.of({f"player/{name}": value for name, value in _numbers(gathering).items()})
    return gathering.gather(network, deployments)


def _numbers(gathering: Gathering) -> dict[str, Any]:
    shown = gathering.stretch.shown.shape[-1]
    return Learner(shown, gathering.truths, 455, (16, 16), (16, 16), 1).player()


def test_instinct_beats_chance_in_a_batch() -> None:
    known = Instinct.of(STANDARD)
    aimless = Instinct(np.zeros_like(known.weights), known.deployments)
    won, drawn, lost = match(known, aimless, 64, 1, STANDARD)
    assert won + drawn + lost == 64
    assert won > 40


def test_deployments_that_are_worth_more_grow_likelier() -> None:
    count = len(mirrored_deployments(STANDARD))
    deployer = Deployer(STANDARD, np.full(count, 1 / count))
    mirror = deployer.mirror
    assert (mirror[mirror] == np.arange(count)).all()
    gathering = Gathering(STANDARD, 2, 2, seed=1)
    network = Network.of({f"player/{name}": v * 9 for name, v in _numbers(gathering).items()})
    worth = deployer.judge(network)
    used = deployer.learn(network)
    chances = deployer.chances()
    assert chances[worth.argmax()] > chances[worth.argmin()]
    np.testing.assert_allclose(chances, chances[mirror], rtol=1e-6)
    assert 1 < used < count


def test_a_critic_that_knows_each_moves_worth_teaches_moves_that_were_not_played() -> None:
    gathering = Gathering(STANDARD, 16, 8, seed=1)
    instinct = Instinct.of(STANDARD)
    gathering.seat_rivals([])
    gathering.begin(instinct.deployments)
    shown = gathering.stretch.shown.shape[-1]
    likely = []
    for worth in (0.0, 50.0):
        learner = Learner(
            shown, gathering.truths, 455, (16, 16), (16, 16), 1, unit=1.0, worths=True
        )
        network = Network.of({f"player/{k}": v for k, v in learner.player().items()})
        stretch = gathering.gather(network, instinct.deployments)
        move = int((stretch.legal.sum(axis=(0, 1)) * (stretch.legal[0].sum(axis=0) > 0)).argmax())
        stretch.mine[:-1][stretch.actions == move] = False  # nobody learns from having played it
        bias = np.array(learner.params["critic"]["worth/b"])
        bias[move] = worth
        learner.params["critic"]["worth/b"] = jnp.asarray(bias)
        before = learner.player()["policy/b"][move]
        learner.learn(stretch, Pace(1e-2, 0.0, 0.0), 128)
        likely.append(learner.player()["policy/b"][move] - before)
    assert likely[1] > max(likely[0], 0.0)


def test_deployments_are_judged_in_both_seats_if_asked() -> None:
    count = len(mirrored_deployments(STANDARD))
    gathering = Gathering(STANDARD, 2, 2, seed=1)
    network = Network.of({f"player/{name}": v * 9 for name, v in _numbers(gathering).items()})
    even = np.full(count, 1 / count)
    first, both = (Deployer(STANDARD, even, second=s).judge(network) for s in (False, True))
    assert (first != both).any()
    np.testing.assert_array_equal(both, Deployer(STANDARD, even, second=True).judge(network))
    assert (np.abs(both) <= 1.0).all()


def test_a_deployment_that_can_be_lost_at_once_is_judged_so() -> None:
    """Some rivals capture with their first move: then a Candidate in front is lost."""
    count = len(mirrored_deployments(STANDARD))
    calm = {name: value * 0 for name, value in _numbers(Gathering(STANDARD, 2, 2, seed=1)).items()}
    network = Network.of({f"player/{name}": value for name, value in calm.items()})
    deployer = Deployer(STANDARD, np.full(count, 1 / count), second=True)
    worth = np.mean([deployer.judge(network) for _ in range(4)], axis=0)
    front = np.array(
        [Role.CANDIDATE in Deployment.numbered(number).roles[:5] for number in range(count)]
    )
    assert worth[front].mean() < worth[~front].mean() - 0.002
    assert worth[~front].min() >= 0.0


def test_the_policy_learns_from_the_largest_advantages_alone_and_forecasts_from_any_turns() -> None:
    learner = Learner(4, 1, 3, (4,), (4,), 1, largest=0.25)
    size = np.array([0.1, 0.9, 0.3, 5.0, 0.2, 0.8, 0.4, 0.05, 0.06], np.float32)
    own = np.flatnonzero(np.arange(len(size)) != 3)  # the rival's turn is nobody's lesson
    drawn = [learner._chosen(size, own, imitate=False) for _ in range(50)]
    assert {tuple(np.flatnonzero(found["acted"]).tolist()) for found in drawn} == {(1, 5)}
    valued = {turn for found in drawn for turn in np.flatnonzero(found["valued"])}
    assert valued == set(own)
    assert {int(found["valued"].sum()) for found in drawn} == {2}
    everything = learner._chosen(size, own, imitate=True)
    assert everything["acted"].sum() == everything["valued"].sum() == len(own)


def test_the_policy_is_held_to_the_one_that_played() -> None:
    gathering = Gathering(STANDARD, 16, 8, seed=1)
    apart = []
    for kl in (0.0, 100.0):
        stretch = _first_stretch(gathering)
        numbers = Learner(
            stretch.shown.shape[-1], gathering.truths, 455, (16, 16), (16, 16), 1, kl=kl
        )
        before = numbers.player()["policy/b"]
        for _ in range(5):
            numbers.learn(stretch, Pace(1e-2, 0.0, 0.0), 64)
        apart.append(float(np.abs(numbers.player()["policy/b"] - before).mean()))
    assert apart[1] < apart[0]


def test_the_moving_average_goes_on_where_it_stopped(tmp_path: Path) -> None:
    run = Run(tmp_path, Plan(**{**SMALL.__dict__, "imitate": 0, "steps": 1024, "steady": 0.75}))
    run.go(quiet)
    average = run.average.player
    assert average is not None
    again = Run.resume(tmp_path).average.player
    assert again is not None
    for name, value in average.items():
        np.testing.assert_array_equal(again[name], value)
        assert value.dtype == np.float32
