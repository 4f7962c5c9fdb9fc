"""The player and its critic as JAX functions: the same shapes that `mind.network` plays with."""

from collections.abc import Mapping
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

Params = dict[str, Any]
ILLEGAL = -1.0e9


def make(
    rng: np.random.Generator, inputs: int, widths: tuple[int, ...], heads: Mapping[str, int]
) -> Params:
    """Fresh parameters; heads begin small, so that play begins even."""
    params: Params = {}
    size = inputs
    for number, width in enumerate(widths):
        params |= _dense(rng, f"layer{number}", size, width, np.sqrt(2.0 / size))
        size = width
    for name, outputs in heads.items():
        params |= _dense(rng, name, size, outputs, 0.01 / np.sqrt(size))
    return params


def _dense(rng: np.random.Generator, name: str, inputs: int, outputs: int, scale: float) -> Params:
    weights = rng.normal(0.0, scale, (inputs, outputs)).astype(np.float32)
    return {f"{name}/w": jnp.asarray(weights), f"{name}/b": jnp.zeros(outputs, jnp.float32)}


def trunk(params: Params, features: jax.Array) -> jax.Array:
    hidden, number = features, 0
    while f"layer{number}/w" in params:
        grown = jax.nn.relu(hidden @ params[f"layer{number}/w"] + params[f"layer{number}/b"])
        hidden = grown if number == 0 else grown + hidden
        number += 1
    return hidden


def head(params: Params, name: str, hidden: jax.Array) -> jax.Array:
    found: jax.Array = hidden @ params[f"{name}/w"] + params[f"{name}/b"]
    return found


def log_policy(params: Params, hidden: jax.Array, legal: jax.Array) -> jax.Array:
    """The logarithm of each action's chance; ILLEGAL and less where it is not legal."""
    return jax.nn.log_softmax(jnp.where(legal, head(params, "policy", hidden), ILLEGAL))
