"""A run's settings: how games are shared out, and what an older run did not know."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.train.plans import SMALL, quiet
from volto.rules import VoltoError
from volto.train.actors import LocalTroupe
from volto.train.rollouts import Gathering
from volto.train.run import Run

TINY = replace(SMALL, steps=64, imitate=64, games=8, turns=8, lesson=32)


def test_actors_share_games_and_each_has_chance_of_its_own() -> None:
    parts = replace(TINY, actors=4, seed=7).parts()
    assert [part.games for part in parts] == [2] * 4
    assert [part.seed for part in parts] == [7, 1007, 2007, 3007]
    assert {(part.turns, part.threads, part.ruleset) for part in parts} == {(8, 1, TINY.ruleset)}


@pytest.mark.parametrize("actors", [-1, 0, 3, 16])
def test_games_that_cannot_be_shared_out_evenly_are_refused(actors: int) -> None:
    with pytest.raises(VoltoError, match=f"8 games cannot be shared out .* among {actors} actors"):
        replace(TINY, actors=actors)


def test_a_run_from_before_there_were_actors_goes_on_with_one(tmp_path: Path) -> None:
    Run(tmp_path, TINY).go(quiet)
    settings = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    assert settings.pop("actors") == 1
    (tmp_path / "plan.json").write_text(json.dumps(settings), encoding="utf-8")
    assert isinstance(Run.resume(tmp_path).gathering, Gathering)
    again = Run.resume(tmp_path, actors=2, steps=128)
    assert isinstance(again.gathering, LocalTroupe)
    again.go(quiet)
    assert again.done == 128
    assert json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))["actors"] == 2


def test_rivals_whose_files_have_the_same_name_have_matches_of_their_own(tmp_path: Path) -> None:
    files = [tmp_path / folder / "last.safetensors" for folder in ("one", "two")]
    for file in files:
        Run(file.parent, TINY).go(quiet)
    rivals = tuple((str(file), 0.25) for file in files)
    run = Run(tmp_path / "run", replace(TINY, rivals=rivals))
    assert [name for name, _ in run.rivals()] == [str(file.with_suffix("")) for file in files]
    assert len(run.evaluate()) == 1 + len(files)
