"""A troupe on a Ray cluster: its actors play on other machines, or on other cores of this one.

The learner waits for all of them at every stretch, so that what it learns does not depend on where
the games are played. Needs the extra `ray`.
"""

import pickle
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import ray
from ray.exceptions import GetTimeoutError, RayError, RayTaskError

from volto import __version__
from volto.mind.network import Network
from volto.rules import VoltoError
from volto.train.actors import Part, TroupeLost, added, joined
from volto.train.players import Player, Reals
from volto.train.rollouts import Record, Rival, Stretch

PATIENCE = 600
"""Seconds in which all actors must have begun; on a new machine they compile first."""


class Actor:
    """A gathering in a process of its own.

    It is sent pickles, because the arrays that Ray itself hands out are read-only and compiled
    code asks for others. They hold players, not paths: an actor's machine need not have the files.
    """

    def __init__(self, part: Part) -> None:
        self.gathering = replace(part, threads=1).gathering()  # one actor, one core

    def introduce(self) -> tuple[str, int]:
        return __version__, self.gathering.truths

    def do(self, deed: str, pickled: bytes) -> Any:
        return getattr(self.gathering, deed)(*pickle.loads(pickled))


class RayTroupe:
    """Actors of the cluster that this process has joined."""

    def __init__(self, parts: Sequence[Part]) -> None:
        cores = int(cast("Any", ray).cluster_resources().get("CPU", 0))
        if cores < len(parts):
            raise VoltoError(
                f"The cluster's cores number {cores}: too few for {len(parts)} actors."
            )
        remote = cast("Any", ray).remote(num_cpus=1, scheduling_strategy="SPREAD")(Actor)
        self.actors = [remote.remote(part) for part in parts]
        self.room: Stretch | None = None
        try:
            told = ray.get([actor.introduce.remote() for actor in self.actors], timeout=PATIENCE)
        except GetTimeoutError:
            raise VoltoError("Not all actors could begin: the cluster is busy elsewhere.") from None
        except RayError as error:
            raise VoltoError(
                f"An actor could not begin; is volto {__version__} installed on every machine of "
                f"the cluster? {last_line(error)}"
            ) from None
        if strangers := {version for version, _ in told} - {__version__}:
            raise VoltoError(
                f"Every machine of the cluster needs volto {__version__}; there is also "
                f"{', '.join(sorted(strangers))}."
            )
        self.truths: int = told[0][1]

    def seat_rivals(self, rivals: Sequence[Rival]) -> None:
        self._all("seat_rivals", rivals)

    def begin(self, deployments: Reals) -> None:
        self._all("begin", deployments)

    def gather(
        self, network: Network, deployments: Reals, teacher: Player | None = None
    ) -> Stretch:
        self.room = joined(self._all("gather", network, deployments, teacher), self.room)
        return self.room

    def tell(self) -> Record:
        return added(self._all("tell"))

    def _all(self, deed: str, *arguments: Any) -> list[Any]:
        """What every actor answers; the arguments are put in the object store once for all."""
        try:
            pickled = ray.put(pickle.dumps(arguments))
            found: list[Any] = ray.get([actor.do.remote(deed, pickled) for actor in self.actors])
        except RayTaskError:
            raise  # a mistake in the games, not a machine that is gone
        except RayError as error:
            raise TroupeLost(
                "An actor of the cluster was lost; what was learned is kept, and the same command "
                f"goes on from there ({type(error).__name__})."
            ) from None
        return found


def last_line(error: Exception) -> str:
    """What an error of Ray's says in the end; above it are pages of traces."""
    return (str(error).strip() or repr(error)).splitlines()[-1].strip()
