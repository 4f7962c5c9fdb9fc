"""Personalities among the rivals of a batch: they play as at any table."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.mind.test_network import small
from tests.train.plans import SMALL, quiet
from volto.agents import PERSONALITIES
from volto.rules import STANDARD, Deployment, Family, Role, VoltoError
from volto.train.agent_players import seated
from volto.train.players import Instinct
from volto.train.rollouts import Gathering, Rival, match
from volto.train.run import Run


def test_the_games_that_it_sees_are_those_of_the_batch() -> None:
    gathering = Gathering(STANDARD, 16, 24, 5)
    instinct = Instinct.of(STANDARD)
    gathering.seat_rivals([Rival(seated("hunter", STANDARD), 0.5, 3)])
    gathering.begin(instinct.deployments)
    for _ in range(3):
        gathering.gather(small(), instinct.deployments, teacher=instinct)
        for game, position in enumerate(gathering.positions):
            assert (position is not None) == (game >= 8)
            if position is not None:
                assert gathering.batch.position(game) == position
    assert gathering.tell().games[3] > 0


def test_a_game_that_it_joins_later_is_played_by_instinct() -> None:
    gathering = Gathering(STANDARD, 8, 6, 5)
    instinct = Instinct.of(STANDARD)
    gathering.seat_rivals([])
    gathering.begin(instinct.deployments)
    gathering.gather(small(), instinct.deployments, teacher=instinct)
    gathering.seat_rivals([Rival(seated("runner", STANDARD), 0.5, 3)])
    gathering.gather(small(), instinct.deployments, teacher=instinct)
    assert set(gathering.positions[:4]) == {None}
    gathering.seat_rivals([])
    assert set(gathering.positions) == {None}


@pytest.mark.parametrize("name", ["hunter", "turtle"])
def test_it_deploys_as_at_the_table(name: str) -> None:
    chances = np.diff(seated(name, STANDARD).deployments, prepend=0.0)
    agent = PERSONALITIES[name](Random(3))
    own = [agent.deploy(Family.WHITE, STANDARD) for _ in range(300)]
    behind = [deployed.roles.index(Role.CANDIDATE) // STANDARD.mat.columns for deployed in own]
    expected = sum(
        chance
        * (Deployment.numbered(int(number)).roles.index(Role.CANDIDATE) // STANDARD.mat.columns)
        for number, chance in zip(np.flatnonzero(chances), chances[chances > 0], strict=True)
    )
    assert expected == pytest.approx(np.mean(behind), abs=0.12)


def test_it_beats_chance_in_a_match() -> None:
    won, _, lost = match(seated("hunter", STANDARD), seated("random", STANDARD), 20, 1, STANDARD)
    assert won > 2 * lost


def test_a_plan_names_it_and_unknown_rivals_are_refused(tmp_path: Path) -> None:
    plan = replace(SMALL, steps=1024, imitate=0, evaluate=8, rivals=(("hunter", 0.25),))
    run = Run(tmp_path / "one", plan)
    run.go(quiet)
    assert set(run.evaluate()) == {"instinct", "hunter"}
    with pytest.raises(VoltoError, match="There are no weights nobody"):
        Run(tmp_path / "two", replace(plan, rivals=(("nobody", 0.25),))).go(quiet)
