"""Personalities among the rivals of a batch: they play as at any table."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.mind.test_network import small
from tests.train.configs import ROUND, SMALL, quiet
from volto.agents import PERSONALITIES
from volto.rules import STANDARD, Deployment, Family, Role
from volto.train.agent_players import agent_player
from volto.train.players import Instinct
from volto.train.rollouts import Rival, RolloutWorker, match
from volto.train.run import Run


def test_the_games_that_it_sees_are_those_of_the_batch() -> None:
    worker = RolloutWorker(STANDARD, 16, 24, 5)
    instinct = Instinct.of(STANDARD)
    worker.seat_rivals([Rival(agent_player("hunter", STANDARD), 0.5, 3)])
    worker.reset(instinct.deployments)
    for _ in range(3):
        worker.collect(small(), instinct.deployments, teacher=instinct)
        for game, position in enumerate(worker.positions):
            assert (position is not None) == (game >= 8)
            if position is not None:
                assert worker.batch.position(game) == position
    assert worker.take_stats().games[3] > 0


def test_a_game_that_it_joins_later_is_played_by_instinct() -> None:
    worker = RolloutWorker(STANDARD, 8, 6, 5)
    instinct = Instinct.of(STANDARD)
    worker.seat_rivals([])
    worker.reset(instinct.deployments)
    worker.collect(small(), instinct.deployments, teacher=instinct)
    worker.seat_rivals([Rival(agent_player("runner", STANDARD), 0.5, 3)])
    worker.collect(small(), instinct.deployments, teacher=instinct)
    assert set(worker.positions[:4]) == {None}
    worker.seat_rivals([])
    assert set(worker.positions) == {None}


@pytest.mark.parametrize("name", ["hunter", "turtle"])
def test_it_deploys_as_at_the_table(name: str) -> None:
    chances = np.diff(agent_player(name, STANDARD).deployments, prepend=0.0)
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
    won, _, lost = match(
        agent_player("hunter", STANDARD), agent_player("random", STANDARD), 20, 1, STANDARD
    )
    assert won > 2 * lost


def test_a_run_meets_it_under_its_name(tmp_path: Path) -> None:
    config = replace(SMALL, steps=4 * ROUND, imitate=0, rival=("hunter=0.25",))
    run = Run(tmp_path, config)
    run.go(quiet)
    assert isinstance(run.actors, RolloutWorker)
    assert set(run.evaluate()) == {"instinct", "hunter"}
