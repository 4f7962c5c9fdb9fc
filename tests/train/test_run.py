"""A run: what it keeps, how it goes on, whom it meets."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.train.configs import ROUND, SMALL, quiet
from volto.mind.network import read_tensors
from volto.rules import STANDARD, LadyRule, VoltoError
from volto.train.actors import LocalActors
from volto.train.config import Config
from volto.train.player_files import MovingAverage, frozen, kept
from volto.train.players import Frozen
from volto.train.rollouts import Rival, RolloutWorker
from volto.train.run import Run

BRIEF = replace(SMALL, steps=4 * ROUND, imitate=0, past=0.0, instinct=0.0)


@pytest.fixture
def copied(finished: Path, tmp_path: Path) -> Path:
    """The shared run, to be changed."""
    return Path(shutil.copytree(finished, tmp_path / "copied"))


def rival_weights(rival: Rival) -> float:
    assert isinstance(rival.player, Frozen)
    return float(rival.player.network.layers.first.sum())


def test_a_run_keeps_its_settings_its_players_and_a_log(finished: Path) -> None:
    assert Config.saved(finished) == SMALL
    assert [path.stem[-4:] for path in kept(finished)] == ["0512", "1024", "1536"]
    log = (finished / "log.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in log.splitlines()]
    assert sum("matches" in line for line in lines) == 3
    metrics = next(line for line in lines if "entropy" in line)
    assert all(np.isfinite(metrics[name]) for name in ("entropy", "magnet", "critic_loss", "turns"))


def test_a_run_goes_on_where_it_stopped(copied: Path) -> None:
    run = Run.open(copied, steps=SMALL.steps + ROUND)
    assert run.done == SMALL.steps
    before = run.network().layers.first
    np.testing.assert_array_equal(before, frozen(kept(copied)[-1], STANDARD).network.layers.first)
    run.go(quiet)
    assert run.done == SMALL.steps + ROUND
    assert (run.network().layers.first != before).any()


def test_actors_may_join_a_run_that_goes_on(copied: Path) -> None:
    assert isinstance(Run.open(copied).actors, RolloutWorker)
    again = Run.open(copied, actors=2, steps=SMALL.steps + ROUND)
    assert isinstance(again.actors, LocalActors)
    again.go(quiet)
    assert Config.saved(copied).actors == 2


@pytest.mark.parametrize("change", [{"widths": (8, 8)}, {"ladies": LadyRule.CAPTOR}])
def test_a_run_does_not_go_on_as_another(finished: Path, change: dict[str, Any]) -> None:
    with pytest.raises(VoltoError, match="A run that goes on keeps its --"):
        Run.open(finished, **change)


def test_a_checkpoint_that_is_none_is_refused(finished: Path, copied: Path) -> None:
    shutil.copy(kept(finished)[-1], copied / "last.safetensors")
    with pytest.raises(VoltoError, match="is no checkpoint of a run: it has no 'critic/"):
        Run.open(copied)


def test_a_run_starts_from_other_weights_only_if_they_fit(finished: Path, tmp_path: Path) -> None:
    start = kept(finished)[-1]
    settings = {**vars(SMALL), "start": str(start)}
    run = Run.open(tmp_path / "one", **settings)
    np.testing.assert_array_equal(
        run.network().layers.first, frozen(start, STANDARD).network.layers.first
    )
    with pytest.raises(VoltoError, match="has other widths"):
        Run.open(tmp_path / "two", **{**settings, "widths": (8, 8)})


@pytest.mark.parametrize(("players", "met"), [(1, []), (2, ["0512"]), (3, ["1024", "0512"])])
def test_a_player_is_never_measured_against_itself(
    finished: Path, tmp_path: Path, players: int, met: list[str]
) -> None:
    for path in kept(finished)[:players]:
        shutil.copy(path, tmp_path)
    run = Run(tmp_path, SMALL)
    run.done = 512 * players
    assert [name[-4:] for name in run.evaluate() if name.startswith("player-")] == met


def test_a_best_response_meets_one_player_alone(finished: Path, tmp_path: Path) -> None:
    target = kept(finished)[-1]
    config = replace(BRIEF, against=str(target), start=str(target), examiner=("thinker:1",))
    run = Run.open(tmp_path, **vars(config))
    run.go(quiet)
    assert isinstance(run.actors, RolloutWorker)
    assert run.actors.kind.tolist() == [3] * SMALL.games
    assert not run.actors.trajectory.own.all()
    assert set(run.evaluate()) == {target.stem}


def test_a_best_response_to_a_run_meets_it_as_it_is_and_as_it_was(
    finished: Path, tmp_path: Path
) -> None:
    run = Run(tmp_path, replace(BRIEF, against=str(finished)))
    newest, earlier = (rival for _, rival in run.rivals())
    assert (newest.share, earlier.share) == (0.5, 0.2)
    players = [float(frozen(p, STANDARD).network.layers.first.sum()) for p in kept(finished)]
    assert rival_weights(newest) == players[-1]
    assert {rival_weights(run.rivals()[1][1]) for _ in range(40)} == set(players)
    assert set(run.evaluate()) == {"newest", "earlier"}


@pytest.mark.parametrize(
    ("against", "sentence"),
    [("", "No player is kept in"), ("nobody.safetensors", "There are no weights")],
)
def test_nobody_is_attacked_who_is_missing(tmp_path: Path, against: str, sentence: str) -> None:
    (tmp_path / "run").mkdir()
    run = Run(tmp_path / "new", replace(BRIEF, against=str(tmp_path / "run" / against)))
    with pytest.raises(VoltoError, match=sentence):
        run.go(quiet)
    assert not (tmp_path / "new").exists()


def test_another_run_is_a_rival_while_it_trains(finished: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()  # nobody is kept there yet
    run = Run(tmp_path, replace(BRIEF, rival=(f"{tmp_path / 'empty'}=0.2", f"{finished}=0.2")))
    met = run.rivals()
    assert [rival.share for _, rival in met] == [0.1, 0.1]
    assert met[0][0] == f"{finished.name}/{kept(finished)[-1].stem}"
    assert len({run.rivals()[1][0] for _ in range(40)}) == 3


def test_rivals_whose_files_have_the_same_name_have_matches_of_their_own(
    finished: Path, copied: Path, tmp_path: Path
) -> None:
    files = [folder / "last.safetensors" for folder in (finished, copied)]
    run = Run(tmp_path / "run", replace(BRIEF, rival=tuple(f"{file}=0.25" for file in files)))
    assert [name for name, _ in run.rivals()] == [str(file.with_suffix("")) for file in files]
    assert len(run.evaluate()) == 1 + len(files)


def test_an_average_follows_slowly() -> None:
    average, found = MovingAverage(0.75), []
    for number in range(3):
        average.follow({"layer0/w": np.full(2, 4.0**number, np.float32)}, rounds=100)
        assert average.player is not None
        found.append(float(average.player["layer0/w"][0]))
    assert found == [1.0, 1.75, 5.3125]


def test_an_average_soon_forgets_how_it_began() -> None:
    average = MovingAverage(0.99)
    for number in range(30):
        average.follow({"layer0/w": np.full(2, float(number > 0), np.float32)}, number)
    assert average.player is not None
    assert average.player["layer0/w"][0] > 0.99


def test_players_are_kept_as_a_moving_average_that_goes_on_after_a_stop(tmp_path: Path) -> None:
    run = Run(tmp_path, replace(BRIEF, average=0.75))
    run.rounds = 100
    run.average.follow({name: 0 * value for name, value in run.learner.player().items()}, 100)
    run.go(quiet)
    average = run.average.player
    assert average is not None
    player = read_tensors(kept(tmp_path)[-1])[0]["player/layer0/w"]
    np.testing.assert_array_equal(player, average["layer0/w"])
    last = read_tensors(tmp_path / "last.safetensors")[0]["player/layer0/w"]
    np.testing.assert_array_equal(last, run.learner.player()["layer0/w"])
    assert np.abs(player).max() < 0.8 * np.abs(last).max()
    again = Run.open(tmp_path).average.player
    assert again is not None
    for name, value in average.items():
        np.testing.assert_array_equal(again[name], value)
