"""Troupes: sharing games out changes nothing but their number, wherever they are played."""

import secrets
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.train.plans import SMALL, quiet
from volto.mind.network import read_tensors
from volto.rules import VoltoError
from volto.train.actors import Hire, LocalTroupe, Troupe, TroupeLost, hire_here
from volto.train.players import Instinct
from volto.train.rollouts import Gathering, Rival
from volto.train.run import Run

PAIR = replace(
    SMALL,
    steps=1536,
    imitate=256,
    games=16,
    turns=8,
    lesson=64,
    deploy_every=4,
    deploy_after=512,
    past=0.25,
    instinct=0.125,
    keep_every=512,
    evaluate=4,
    actors=2,
)


def learned(folder: Path, hire: Hire = hire_here) -> dict[str, Any]:
    """All that a run ends with."""
    Run(folder, PAIR, hire).go(quiet)
    return read_tensors(folder / "last.safetensors")[0]


def at_play(troupe: Troupe) -> Instinct:
    """Let a troupe begin its games; returns who plays them."""
    player = Instinct.of(PAIR.ruleset)
    troupe.seat_rivals([Rival(player, 0.5, 2)])
    troupe.begin(player.deployments)
    return player


NODES = """
from ray.cluster_utils import Cluster
cluster = Cluster()
for _ in range(2):
    cluster.add_node(num_cpus=1, include_dashboard=False, node_ip_address="127.0.0.1")
print(cluster.address, flush=True)
input()
cluster.shutdown()
"""


@pytest.fixture(autouse=True, scope="module")
def ray_to_itself() -> Iterator[None]:
    """Keep Ray on the loopback interface, and its token out of the home folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        yield


@pytest.fixture(scope="module")
def two_nodes(ray_to_itself: None) -> Iterator[str]:
    """The address of a cluster of two nodes with one core each.

    It is begun by another process, because Ray forks, which a process that uses JAX must not.
    """
    with subprocess.Popen(
        [sys.executable, "-c", NODES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as host:
        assert host.stdout is not None
        yield host.stdout.readline().strip()
        host.communicate("\n", timeout=60)
    assert host.returncode == 0


def test_one_actor_is_a_gathering_whose_stretch_is_not_copied() -> None:
    plan = replace(PAIR, actors=1)
    troupe = hire_here(plan.parts())
    assert isinstance(troupe, Gathering)
    assert troupe.games == plan.games


def test_a_troupe_joins_the_stretches_and_adds_the_records_of_its_gatherings() -> None:
    plan = replace(PAIR, turns=64)
    troupe = LocalTroupe(plan.parts())
    alone = [part.gathering() for part in plan.parts()]
    everyone: list[Troupe] = [troupe, *alone]
    unasked: Any = None  # a network, where a teacher shows every move
    for each in everyone:
        player = at_play(each)
        each.gather(unasked, player.deployments, player)
    both = troupe.gather(unasked, player.deployments, player)
    kept = both.shown
    for number, one in enumerate(alone):
        stretch = one.gather(unasked, player.deployments, player)
        for name, part in vars(stretch).items():
            np.testing.assert_array_equal(getattr(both, name)[:, 8 * number : 8 * number + 8], part)
    assert (both.shown[:, :8] != both.shown[:, 8:]).any()
    again = troupe.gather(unasked, player.deployments, player)
    assert again.shown is kept

    for one in alone:
        one.gather(unasked, player.deployments, player)
    told, records = troupe.tell(), [one.tell() for one in alone]
    assert told.games.sum() > 0
    assert told.games.tolist() == (records[0].games + records[1].games).tolist()
    assert told.points.tolist() == (records[0].points + records[1].points).tolist()
    assert told.turns == sum(record.turns for record in records)
    assert told.draws == sum(record.draws for record in records)
    assert troupe.tell().turns == 0


def test_actors_on_two_nodes_teach_the_same_as_in_one_process(
    two_nodes: str, tmp_path: Path
) -> None:
    here = learned(tmp_path / "here")
    from volto.train.joining import cluster

    with cluster(two_nodes) as hire:
        run = Run(tmp_path / "there", PAIR, hire)
        import ray

        def asked(question: Any) -> list[Any]:
            actors: Any = run.gathering.actors  # type: ignore[attr-defined]
            return ray.get([actor.__ray_call__.remote(question) for actor in actors])

        nodes = asked(lambda actor: ray.get_runtime_context().get_node_id())
        assert len(set(nodes)) == 2
        run.go(quiet)
        assert asked(lambda actor: actor.gathering.kind.any()) == [True, True]
        assert asked(lambda actor: "jax" in sys.modules) == [False, False]
    there = read_tensors(tmp_path / "there/last.safetensors")[0]
    assert here.keys() == there.keys()
    for name, numbers in here.items():
        np.testing.assert_array_equal(numbers, there[name], err_msg=name)


def test_a_lost_actor_ends_a_run_that_can_go_on(two_nodes: str, tmp_path: Path) -> None:
    from volto.train.joining import cluster

    with cluster(two_nodes) as hire:
        run = Run(tmp_path, PAIR, hire)
        import ray

        def strike(line: dict[str, Any]) -> None:
            if line["step"] == 512:
                ray.kill(run.gathering.actors[1])  # type: ignore[attr-defined]

        with pytest.raises(TroupeLost, match=r"An actor of the cluster was lost; .* goes on"):
            run.go(strike)
    again = Run.resume(tmp_path)
    assert again.done == 512
    assert again.plan == PAIR
    again.go(quiet)
    assert again.done == PAIR.steps


def test_a_cluster_with_too_few_cores_is_refused(two_nodes: str, tmp_path: Path) -> None:
    from volto.train.joining import cluster

    with (
        cluster(two_nodes) as hire,
        pytest.raises(VoltoError, match="cores number 2: too few for 4 actors"),
    ):
        Run(tmp_path, replace(PAIR, actors=4), hire)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [("auto", "HOST:PORT"), ("127.0.0.1:1", "No Ray cluster answers at 127.0.0.1:1")],
)
def test_an_address_without_a_cluster_is_named(address: str, sentence: str) -> None:
    from volto.train.joining import cluster

    with cluster(address) as hire, pytest.raises(VoltoError, match=sentence):
        hire(PAIR.parts())
