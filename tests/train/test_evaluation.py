"""A network at the table, against agents that words ask for."""

from dataclasses import replace
from pathlib import Path
from random import Random

from tests.mind.test_network import small
from tests.train.configs import SMALL
from volto.agents import make_agent
from volto.mind.network import shipped
from volto.rules import STANDARD, Deployment, Family, LadyRule
from volto.train.config import Config
from volto.train.evaluation import examined, points_of
from volto.train.run import Run


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


def test_every_kept_player_meets_a_search(finished: Path) -> None:
    run = Run(finished, replace(SMALL, examiner=("thinker:1", "ismcts:1")))
    assert {"instinct", "thinker:1", "ismcts:1"} <= set(run.evaluate())


def test_without_being_told_otherwise_it_is_one_by_instinct() -> None:
    assert Config().examiner == ("thinker:100",)
