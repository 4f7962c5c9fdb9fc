"""Checkpoints: a learner and its deployments in one file, whole or the player alone."""

from collections.abc import Mapping
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

from volto.mind.network import read_tensors
from volto.train.deployment_policy import Deployer
from volto.train.learner import Learner
from volto.train.player_files import Average, Weights


def player_tensors(
    learner: Learner, deployer: Deployer, player: Weights | None = None
) -> dict[str, NDArray[np.float32]]:
    """The player as it is now, or another one of its run: its network, and how it deploys."""
    tensors = {f"player/{key}": value for key, value in (player or learner.player()).items()}
    return tensors | {"deployments": deployer.chances().astype(np.float32)}


def write_checkpoint(
    path: Path,
    learner: Learner,
    deployer: Deployer,
    remarks: Mapping[str, str],
    whole: bool,
    player: Weights | None = None,
) -> None:
    """Write a checkpoint: a player alone, or the learner as a `whole`, with the player on average.

    A stop leaves the one before.
    """
    tensors = player_tensors(learner, deployer, None if whole else player)
    if whole:
        tensors |= {f"average/{key}": value for key, value in (player or {}).items()}
        for name, params in (("critic", learner.params["critic"]), ("magnet", learner.magnet)):
            tensors |= {f"{name}/{key}": np.asarray(value) for key, value in params.items()}
        for number, leaf in enumerate(jax.tree.leaves(learner.memory)):
            tensors[f"memory/{number}"] = np.asarray(leaf)
    unfinished = path.with_suffix(".part")
    save_file(tensors, unfinished, dict(remarks))
    unfinished.replace(path)


def read_checkpoint(
    path: Path, learner: Learner, deployer: Deployer, average: Average
) -> dict[str, str]:
    """Take up a whole checkpoint; returns its remarks."""
    tensors, remarks = read_tensors(path)
    player = learner.params["player"]
    if all(f"average/{key}" in tensors for key in player):
        average.player = {key: tensors[f"average/{key}"] for key in player}
    for name in ("player", "critic"):
        learner.params[name] = {
            key: jnp.array(tensors[f"{name}/{key}"]) for key in learner.params[name]
        }
    learner.magnet = {key: jnp.array(tensors[f"magnet/{key}"]) for key in learner.magnet}
    leaves, shape = jax.tree.flatten(learner.memory)
    found = [jnp.array(tensors[f"memory/{number}"]) for number in range(len(leaves))]
    learner.memory = jax.tree.unflatten(shape, found)
    deployer.logs = np.log(tensors["deployments"].astype(np.float64) + 1e-12)
    return remarks


def read_player(path: Path, learner: Learner, deployer: Deployer) -> None:
    """Begin with another run's player (and its critic and deployments, if there)."""
    tensors, _ = read_tensors(path)
    for name in ("player", "critic"):
        params = learner.params[name]
        found = {key: tensors.get(f"{name}/{key}", np.empty(0)) for key in params}
        if all(found[key].shape == params[key].shape for key in params):
            learner.params[name] = {key: jnp.array(found[key]) for key in params}
    if "deployments" in tensors:
        deployer.logs = np.log(tensors["deployments"].astype(np.float64) + 1e-12)
    learner.refresh_magnet()
