"""Checkpoints: a learner and its deployments in one file, or a player alone."""

from collections.abc import Mapping
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

from volto.mind.network import read_tensors
from volto.rules import VoltoError
from volto.train.deployment_policy import DeploymentPolicy
from volto.train.learner import PolicyLearner
from volto.train.player_files import MovingAverage, Weights


def player_tensors(
    learner: PolicyLearner, deployments: DeploymentPolicy, player: Weights | None = None
) -> dict[str, NDArray[np.float32]]:
    """The player as it is now, or another one of its run: its network, and how it deploys."""
    tensors = {f"player/{key}": value for key, value in (player or learner.player()).items()}
    return tensors | {"deployments": deployments.chances().astype(np.float32)}


def write_checkpoint(
    path: Path,
    learner: PolicyLearner,
    deployments: DeploymentPolicy,
    average: MovingAverage,
    remarks: Mapping[str, str],
) -> None:
    """Everything that a run needs to go on."""
    tensors = player_tensors(learner, deployments)
    tensors |= {f"average/{key}": value for key, value in (average.player or {}).items()}
    for name, params in (("critic", learner.params["critic"]), ("magnet", learner.magnet)):
        tensors |= {f"{name}/{key}": np.asarray(value) for key, value in params.items()}
    for number, leaf in enumerate(jax.tree.leaves(learner.optimiser)):
        tensors[f"optimiser/{number}"] = np.asarray(leaf)
    write(path, tensors, remarks)


def write(path: Path, tensors: dict[str, NDArray[np.float32]], remarks: Mapping[str, str]) -> None:
    """Write tensors; a stop in between leaves the file as it was."""
    unfinished = path.with_suffix(".part")
    save_file(tensors, unfinished, dict(remarks))
    unfinished.replace(path)


def read_checkpoint(
    path: Path, learner: PolicyLearner, deployments: DeploymentPolicy, average: MovingAverage
) -> dict[str, str]:
    """Take up a checkpoint; returns its remarks."""
    tensors, remarks = read_tensors(path)
    leaves, shape = jax.tree.flatten(learner.optimiser)
    try:
        for name in ("player", "critic"):
            learner.params[name] = {
                key: jnp.array(tensors[f"{name}/{key}"]) for key in learner.params[name]
            }
        learner.magnet = {key: jnp.array(tensors[f"magnet/{key}"]) for key in learner.magnet}
        found = [jnp.array(tensors[f"optimiser/{number}"]) for number in range(len(leaves))]
        learner.optimiser = jax.tree.unflatten(shape, found)
        deployments.start_from(tensors["deployments"])
    except KeyError as error:
        raise VoltoError(f"{path} is no checkpoint of a run: it has no {error}.") from None
    player = learner.params["player"]
    if all(f"average/{key}" in tensors for key in player):
        average.player = {key: tensors[f"average/{key}"] for key in player}
    return remarks


def read_player(path: Path, learner: PolicyLearner, deployments: DeploymentPolicy) -> None:
    """Start with another run's player (and its critic and deployments, if there)."""
    tensors, _ = read_tensors(path)
    for name in ("player", "critic"):
        params = learner.params[name]
        found = {key: tensors.get(f"{name}/{key}", np.empty(0)) for key in params}
        if all(found[key].shape == params[key].shape for key in params):
            learner.params[name] = {key: jnp.array(found[key]) for key in params}
        elif name == "player":
            raise VoltoError(f"The player in {path} has other widths or another mat than this run.")
    if "deployments" in tensors:
        deployments.start_from(tensors["deployments"])
    learner.refresh_magnet()
