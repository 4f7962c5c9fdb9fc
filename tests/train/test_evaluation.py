"""A network at the table, against agents that words ask for."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.mind.test_network import small
from tests.train.plans import SMALL, quiet
from volto.agents import make_agent
from volto.mind.network import shipped
from volto.rules import STANDARD, Deployment, Family, LadyRule, VoltoError
from volto.train.config import Plan
from volto.train.evaluation import examined, points_of
from volto.train.run import Run

TAUGHT = replace(SMALL, steps=1024, imitate=1024)


def test_the_shipped_network_passes_where_a_fresh_one_fails() -> None:
    passed = examined(shipped(LadyRule.OWNER), "greedy", 6, 1, STANDARD)
    assert passed > examined(small(), "greedy", 6, 1, STANDARD)
    assert passed == examined(shipped(LadyRule.OWNER), "greedy", 6, 1, STANDARD)


def test_points_are_those_of_the_seat() -> None:
    deployed = {family: Deployment.random(Random(2)) for family in Family}
    points = []
    for seat in Family:
        agents = {family: make_agent("greedy", Random(3)) for family in Family}
        points.append(points_of(seat, agents, deployed, Family.WHITE, STANDARD))
    assert sum(points) == 1.0


def test_every_checkpoint_meets_a_search(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    Run(tmp_path, replace(TAUGHT, examiners=("thinker:1", "ismcts:1"))).go(told.append)
    matches = [line["matches"] for line in told if "matches" in line]
    assert matches
    assert all({"instinct", "thinker:1", "ismcts:1"} <= set(points) for points in matches)


def test_without_being_told_otherwise_it_is_one_by_instinct() -> None:
    assert Plan().examiners == ("thinker:100",)


def test_a_best_response_meets_nobody_else(tmp_path: Path) -> None:
    Run(tmp_path / "one", TAUGHT).go(quiet)
    against = str(tmp_path / "one" / "last.safetensors")
    attack = replace(TAUGHT, imitate=0, against=against, examiners=("thinker:1",))
    assert set(Run(tmp_path / "two", attack).evaluate()) == {"last"}


def test_an_examiner_that_there_is_not_is_refused_at_once() -> None:
    with pytest.raises(VoltoError, match="There is no agent 'somebody'"):
        replace(SMALL, examiners=("somebody",))


def test_a_run_that_goes_on_remembers_its_examiners(tmp_path: Path) -> None:
    plan = replace(TAUGHT, examiners=("thinker:2",))
    Run(tmp_path, plan).go(quiet)
    assert Plan.saved(tmp_path) == plan
