"""Actors on a Ray cluster: on other machines, or on other cores of this one.

The learner waits for all of them every time, so what it learns does not depend on where the games
are played. Needs the extra `ray`.
"""

import logging
import os
import pickle
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from volto import __version__
from volto.mind.network import Network
from volto.rules import VoltoError
from volto.train.actors import ActorConfig, Actors, ActorsLost, MakeActors, side_by_side, total
from volto.train.players import Player, Reals
from volto.train.rollouts import Rival, RolloutStats, Trajectory

HERE = "127.0.0.1"
ANSWER_WITHIN = 10.0
"""Seconds in which a cluster must answer; Ray itself would try for many minutes."""
START_WITHIN = 600
"""Seconds in which all actors must have started; on a new machine they compile first."""


@contextmanager
def ray_cluster(address: str | None = None) -> Iterator[MakeActors]:
    """Makes actors on the cluster at HOST:PORT; without an address, on one started here."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    if address is None:  # in spite of its name, this keeps Ray on the loopback interface
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    try:
        import ray  # only now: it reads the above when it is imported
    except ImportError as error:
        raise VoltoError(
            f"Training on a cluster needs more: pip install 'volto[ray]' ({error})."
        ) from None

    def make(configs: Sequence[ActorConfig]) -> Actors:
        settings: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
        if address is None:
            settings |= {"address": "local", "num_cpus": len(configs), "include_dashboard": False}
            settings |= {"_node_ip_address": HERE}
        else:
            _check_answer(address)
            settings["address"] = address
        logging.getLogger("ray").setLevel(logging.ERROR)
        try:
            ray.init(**settings)
        except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            raise VoltoError(
                f"The Ray cluster at {address or HERE} could not be joined: {_last_line(error)} "
                "(If it asks for a token, set RAY_AUTH_MODE=token.)"
            ) from None
        return RayActors(configs)

    try:
        yield make
    finally:
        ray.shutdown()


class RemoteWorker:
    """A rollout worker in a process of its own.

    It is sent pickles, because the arrays that Ray itself hands out are read-only and compiled
    code asks for others. They hold players, not paths: its machine need not have the files.
    """

    def __init__(self, config: ActorConfig) -> None:
        self.worker = replace(config, threads=1).worker()  # one actor, one core

    def introduce(self) -> tuple[str, int]:
        return __version__, self.worker.truths

    def call(self, method: str, pickled: bytes) -> Any:
        return getattr(self.worker, method)(*pickle.loads(pickled))


class RayActors:
    """Actors on the cluster that this process has joined."""

    def __init__(self, configs: Sequence[ActorConfig]) -> None:
        import ray

        self.ray: Any = ray
        cores = int(self.ray.cluster_resources().get("CPU", 0))
        if cores < len(configs):
            raise VoltoError(f"The cluster has {cores} cores: too few for {len(configs)} actors.")
        remote = self.ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(RemoteWorker)
        self.workers = [remote.remote(config) for config in configs]
        self.buffer: Trajectory | None = None
        try:
            answers = ray.get(
                [worker.introduce.remote() for worker in self.workers], timeout=START_WITHIN
            )
        except ray.exceptions.GetTimeoutError:
            raise VoltoError("Not all actors could start: the cluster is busy.") from None
        except ray.exceptions.RayError as error:
            raise VoltoError(
                f"An actor could not start; is volto {__version__} installed on every machine of "
                f"the cluster? {_last_line(error)}"
            ) from None
        if others := {version for version, _ in answers} - {__version__}:
            raise VoltoError(
                f"Every machine of the cluster needs volto {__version__}; some have "
                f"{', '.join(sorted(others))}."
            )
        self.truths: int = answers[0][1]

    def seat_rivals(self, rivals: Sequence[Rival]) -> None:
        self._call("seat_rivals", rivals)

    def reset(self, deployments: Reals) -> None:
        self._call("reset", deployments)

    def collect(
        self, network: Network, deployments: Reals, teacher: Player | None = None
    ) -> Trajectory:
        self.buffer = side_by_side(
            self._call("collect", network, deployments, teacher), self.buffer
        )
        return self.buffer

    def take_stats(self) -> RolloutStats:
        return total(self._call("take_stats"))

    def _call(self, method: str, *arguments: Any) -> list[Any]:
        """What every actor answers; the arguments are put in the object store once for all."""
        exceptions = self.ray.exceptions
        try:
            pickled = self.ray.put(pickle.dumps(arguments))
            found: list[Any] = self.ray.get(
                [worker.call.remote(method, pickled) for worker in self.workers]
            )
        except exceptions.RayTaskError:
            raise  # a mistake in the games, not a machine that is gone
        except exceptions.RayError as error:
            raise ActorsLost(
                "An actor of the cluster was lost; what was learned is saved, and the same command "
                f"continues from there ({type(error).__name__})."
            ) from None
        return found


def _last_line(error: Exception) -> str:
    """What an error of Ray's says in the end; above it are pages of traces."""
    return (str(error).strip() or repr(error)).splitlines()[-1].strip()


def _check_answer(address: str) -> None:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise VoltoError(f"--address is HOST:PORT, such as 192.168.0.10:6379, not {address}.")
    try:
        socket.create_connection((host, int(port)), ANSWER_WITHIN).close()
    except (OSError, OverflowError) as error:
        raise VoltoError(f"No Ray cluster answers at {address} ({error}).") from None
