"""Actors: where games are played changes nothing."""

import secrets
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.train.configs import SMALL, quiet
from volto.mind.network import read_tensors
from volto.rules import VoltoError
from volto.train.actors import Actors, ActorsLost, LocalActors, MakeActors, local_actors
from volto.train.players import Instinct
from volto.train.rollouts import Rival, RolloutWorker
from volto.train.run import Run

PAIR = replace(SMALL, imitate=256, past=0.25, instinct=0.125, deploy_every=4, actors=2)


def learned(folder: Path, make_actors: MakeActors = local_actors) -> dict[str, Any]:
    """All that a run ends with."""
    Run(folder, PAIR, make_actors).go(quiet)
    return read_tensors(folder / "last.safetensors")[0]


def at_play(actors: Actors) -> Instinct:
    """Let actors start their games; returns who plays them."""
    player = Instinct.of(PAIR.ruleset)
    actors.seat_rivals([Rival(player, 0.5, 2)])
    actors.reset(player.deployments)
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


def test_one_actor_is_a_worker_whose_trajectory_is_not_copied() -> None:
    worker = local_actors(replace(PAIR, actors=1).actor_configs())
    assert isinstance(worker, RolloutWorker)
    assert worker.games == PAIR.games


def test_actors_join_the_trajectories_and_add_the_stats_of_their_workers() -> None:
    config = replace(PAIR, turns=64)
    actors = LocalActors(config.actor_configs())
    alone = [each.worker() for each in config.actor_configs()]
    everyone: list[Actors] = [actors, *alone]
    unasked: Any = None  # a network, where a teacher shows every move
    for each in everyone:
        player = at_play(each)
        each.collect(unasked, player.deployments, player)
    both = actors.collect(unasked, player.deployments, player)
    kept = both.features
    for number, one in enumerate(alone):
        trajectory = one.collect(unasked, player.deployments, player)
        for name, part in vars(trajectory).items():
            np.testing.assert_array_equal(getattr(both, name)[:, 8 * number : 8 * number + 8], part)
    assert (both.features[:, :8] != both.features[:, 8:]).any()
    again = actors.collect(unasked, player.deployments, player)
    assert again.features is kept

    for one in alone:
        one.collect(unasked, player.deployments, player)
    stats, parts = actors.take_stats(), [one.take_stats() for one in alone]
    assert stats.games.sum() > 0
    assert stats.games.tolist() == (parts[0].games + parts[1].games).tolist()
    assert stats.points.tolist() == (parts[0].points + parts[1].points).tolist()
    assert stats.turns == sum(part.turns for part in parts)
    assert stats.draws == sum(part.draws for part in parts)
    assert actors.take_stats().turns == 0


def test_actors_on_two_nodes_teach_the_same_as_in_one_process(
    two_nodes: str, tmp_path: Path
) -> None:
    here = learned(tmp_path / "here")
    from volto.train.cluster import ray_cluster

    with ray_cluster(two_nodes) as make_actors:
        run = Run(tmp_path / "there", PAIR, make_actors)
        import ray

        def asked(question: Any) -> list[Any]:
            actors: Any = run.actors.workers  # type: ignore[attr-defined]
            return ray.get([actor.__ray_call__.remote(question) for actor in actors])

        nodes = asked(lambda actor: ray.get_runtime_context().get_node_id())
        assert len(set(nodes)) == 2
        run.go(quiet)
        assert asked(lambda actor: actor.worker.kind.any()) == [True, True]
        assert asked(lambda actor: "jax" in sys.modules) == [False, False]
    there = read_tensors(tmp_path / "there/last.safetensors")[0]
    assert here.keys() == there.keys()
    for name, numbers in here.items():
        np.testing.assert_array_equal(numbers, there[name], err_msg=name)


def test_a_lost_actor_ends_a_run_that_can_go_on(two_nodes: str, tmp_path: Path) -> None:
    from volto.train.cluster import ray_cluster

    with ray_cluster(two_nodes) as make_actors:
        run = Run(tmp_path, PAIR, make_actors)
        import ray

        def strike(line: dict[str, Any]) -> None:
            if line["step"] == 512:
                ray.kill(run.actors.workers[1])  # type: ignore[attr-defined]

        with pytest.raises(ActorsLost, match=r"An actor of the cluster was lost; .* continues"):
            run.go(strike)
    again = Run.open(tmp_path)
    assert again.done == 512
    assert again.config == PAIR
    again.go(quiet)
    assert again.done == PAIR.steps


def test_a_cluster_with_too_few_cores_is_refused(two_nodes: str, tmp_path: Path) -> None:
    from volto.train.cluster import ray_cluster

    with (
        ray_cluster(two_nodes) as make_actors,
        pytest.raises(VoltoError, match="has 2 cores: too few for 4 actors"),
    ):
        Run(tmp_path, replace(PAIR, actors=4), make_actors)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [("auto", "HOST:PORT"), ("127.0.0.1:1", "No Ray cluster answers at 127.0.0.1:1")],
)
def test_an_address_without_a_cluster_is_named(address: str, sentence: str) -> None:
    from volto.train.cluster import ray_cluster

    with ray_cluster(address) as make_actors, pytest.raises(VoltoError, match=sentence):
        make_actors(PAIR.actor_configs())
