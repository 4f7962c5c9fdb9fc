"""A small network played with NumPy alone: what to do, and how it will end.

Weights are read from a safetensors file: eight bytes with the length of a header, the header in
JSON, then the numbers. Training writes such files; playing needs no other library.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NamedTuple, cast

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from volto.mind.encoding import inputs_of
from volto.mind.playout import drawn
from volto.mind.sparse_linear import add_up, product
from volto.rules import STANDARD, LadyRule, Ruleset, VoltoError
from volto.sim.actions import actions_of
from volto.sim.jit import Array, Number, compiled, inlined
from volto.sim.threads import in_parts

Floats = NDArray[np.float32]
ILLEGAL = np.float32(-1.0e9)
KINDS: Mapping[str, Any] = {"F32": np.float32, "F16": np.float16, "I32": np.int32}


def read_tensors(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """The arrays of a safetensors file by name, and its remarks."""
    raw = path.read_bytes()
    try:
        start = 8 + int.from_bytes(raw[:8], "little")
        header = json.loads(raw[8:start])
        remarks = header.pop("__metadata__", {})
        found = {}
        for name, entry in header.items():
            begin, end = entry["data_offsets"]
            part = np.frombuffer(raw[start + begin : start + end], KINDS[entry["dtype"]])
            found[name] = part.reshape(entry["shape"])
    except (ValueError, KeyError, TypeError) as error:
        raise VoltoError(f"{path} holds no weights that can be read: {error!r}.") from None
    return found, remarks


class Layers(NamedTuple):
    """A network's numbers as compiled code needs them; all hidden layers have one width."""

    first: Floats
    first_bias: Floats
    middle: Floats
    """Layer, input, output."""
    middle_bias: Floats
    policy: Floats
    """Action, input: one row an action."""
    policy_bias: Floats
    outcome: Floats
    outcome_bias: Floats


LAYERS: Any = cast("Any", numba).typeof(
    Layers(*(np.zeros((1,) * sizes, np.float32) for sizes in (2, 1, 3, 2, 2, 1, 2, 1)))
)


@dataclass(frozen=True)
class Network:
    """A trunk of layers, each added to the one before, with two heads.

    One head has a number for each action, the other the chances of win, draw and loss of the
    family to move.
    """

    layers: Layers
    deployments: Floats
    """The chance of each deployment; empty if it was never learned."""

    @classmethod
    def of(cls, tensors: Mapping[str, NDArray[Any]], prefix: str = "player/") -> "Network":
        """The network among these arrays."""

        def part(name: str) -> Floats:
            return np.array(tensors[prefix + name], np.float32, order="C")  # writeable

        depth = sum(name.startswith(f"{prefix}layer") for name in tensors) // 2
        width = part("layer0/b").shape[0]
        middle = np.zeros((depth - 1, width, width), np.float32)
        middle_bias = np.zeros((depth - 1, width), np.float32)
        for number in range(1, depth):
            middle[number - 1] = part(f"layer{number}/w")
            middle_bias[number - 1] = part(f"layer{number}/b")
        layers = Layers(
            part("layer0/w"),
            part("layer0/b"),
            middle,
            middle_bias,
            np.ascontiguousarray(part("policy/w").T),
            part("policy/b"),
            part("outcome/w"),
            part("outcome/b"),
        )
        return cls(layers, np.asarray(tensors.get("deployments", ()), np.float32))

    @classmethod
    def load(cls, path: Path, ruleset: Ruleset = STANDARD) -> "Network":
        """The network of a file; raises VoltoError if there is none, or one for another game."""
        if not path.is_file():
            raise VoltoError(f"There are no weights {path}.")
        try:
            network = cls.of(read_tensors(path)[0])
        except KeyError as error:
            raise VoltoError(f"{path} holds no player: {error} is missing.") from None
        layers = network.layers
        sizes = len(layers.first), len(layers.policy)
        if sizes != (inputs_of(ruleset), actions_of(ruleset)):
            raise VoltoError(f"{path} holds a player of another game.")
        return network

    def outcomes(self, shown: Floats) -> Floats:
        """The chances of win, draw and loss for the family to move: one row a game."""
        layers = self.layers
        hidden = np.maximum(shown @ layers.first + layers.first_bias, 0.0)
        for weights, bias in zip(layers.middle, layers.middle_bias, strict=True):
            hidden += np.maximum(hidden @ weights + bias, 0.0)
        logits = hidden @ layers.outcome + layers.outcome_bias
        raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
        chances: Floats = raised / raised.sum(axis=-1, keepdims=True)
        return chances

    def logits(self, shown: Floats, legal: NDArray[np.uint8]) -> Floats:
        """How much each legal action appeals; illegal ones have ILLEGAL."""
        found = np.empty(legal.shape, np.float32)
        write_logits(shown, legal, self.layers, found)
        return found

    def draw(
        self,
        shown: Floats,
        legal: NDArray[np.uint8],
        chance: NDArray[np.float64],
        temperature: float = 1.0,
        least: float = 0.0,
        threads: int = 1,
    ) -> tuple[NDArray[np.int32], Floats]:
        """A legal action for each game, and the logarithm of how likely it was.

        `chance` are numbers from 0 to 1; actions less than `least` times as likely as the best are
        not drawn.
        """
        actions = np.empty(len(shown), np.int32)
        logarithms = np.empty(len(shown), np.float32)
        in_parts(
            lambda begin, end: draw_actions(
                shown,
                legal,
                self.layers,
                chance,
                temperature,
                least,
                actions,
                logarithms,
                begin,
                end,
            ),
            len(shown),
            threads,
        )
        return actions, logarithms


@inlined
def thinking_room(layers: Array) -> Array:
    """Room for `think`."""
    width = len(layers.first_bias)
    return (
        np.empty(width, np.float32),
        np.empty(width, np.float32),
        np.empty(max(len(layers.first), width) + 1, np.int64),
    )


@inlined
def think(shown: Array, layers: Array, room: Array) -> Array:
    """The trunk for one game: what it is shown is mostly zeros, which cost nothing."""
    hidden, other, listed = room
    hidden[:] = layers.first_bias
    add_up(shown, layers.first, hidden, listed)
    for k in range(len(hidden)):
        hidden[k] = max(hidden[k], np.float32(0.0))
    for layer in range(layers.middle.shape[0]):
        other[:] = layers.middle_bias[layer]
        add_up(hidden, layers.middle[layer], other, listed)
        for k in range(len(hidden)):
            hidden[k] += max(other[k], np.float32(0.0))
    return hidden


@inlined
def appeal(action: Number, layers: Array, hidden: Array) -> Number:
    """The logit of one action."""
    return layers.policy_bias[action] + product(layers.policy[action], hidden)


@inlined
def foreseen(layers: Array, hidden: Array) -> Number:
    """Win minus loss for the family to move."""
    win, draw, loss = layers.outcome_bias[0], layers.outcome_bias[1], layers.outcome_bias[2]
    for k in range(len(hidden)):
        win += hidden[k] * layers.outcome[k, 0]
        draw += hidden[k] * layers.outcome[k, 1]
        loss += hidden[k] * layers.outcome[k, 2]
    top = max(win, draw, loss)
    win, draw, loss = np.exp(win - top), np.exp(draw - top), np.exp(loss - top)
    return (win - loss) / (win + draw + loss)


@inlined
def list_legal(
    legal: Array,
    layers: Array,
    hidden: Array,
    temperature: Number,
    least: Number,
    chances: Array,
    listed: Array,
) -> Number:
    """List the legal actions with their chances; returns how many there are.

    Those less than `least` times as likely as the best get none.
    """
    number, top, total = 0, -1.0e30, 0.0
    for action in range(len(legal)):
        if legal[action]:
            chances[number] = np.float64(appeal(action, layers, hidden)) / temperature
            listed[number] = action
            top = max(top, chances[number])
            number += 1
    for i in range(number):
        weight = np.exp(chances[i] - top)
        chances[i] = weight if weight >= least else 0.0
        total += chances[i]
    for i in range(number):
        chances[i] /= total
    return number


@compiled(
    types.void(
        types.float32[:, ::1],
        types.uint8[:, ::1],
        LAYERS,
        types.float64[::1],
        types.float64,
        types.float64,
        types.int32[::1],
        types.float32[::1],
        types.int64,
        types.int64,
    )
)
def draw_actions(
    shown: Array,
    legal: Array,
    layers: Array,
    chance: Array,
    temperature: Number,
    least: Number,
    actions: Array,
    logarithms: Array,
    begin: Number,
    end: Number,
) -> None:
    """Draw an action for each game, and note the logarithm of its chance."""
    room = thinking_room(layers)
    weights, listed = np.empty(legal.shape[1], np.float64), np.empty(legal.shape[1], np.int64)
    for game in range(begin, end):
        hidden = think(shown[game], layers, room)
        number = list_legal(legal[game], layers, hidden, temperature, least, weights, listed)
        chosen = drawn(weights, number, chance[game])
        actions[game] = listed[chosen] if chosen >= 0 else -1
        logarithms[game] = np.log(weights[chosen]) if chosen >= 0 else 0.0


@compiled(types.void(types.float32[:, ::1], types.uint8[:, ::1], LAYERS, types.float32[:, ::1]))
def write_logits(shown: Array, legal: Array, layers: Array, out: Array) -> None:
    """Write the appeal of each legal action of each game."""
    room = thinking_room(layers)
    for game in range(len(shown)):
        hidden = think(shown[game], layers, room)
        for action in range(legal.shape[1]):
            out[game, action] = appeal(action, layers, hidden) if legal[game, action] else ILLEGAL


@cache
def shipped(ladies: LadyRule = LadyRule.OWNER) -> Network:
    """The network that comes with the package."""
    with as_file(files("volto.mind") / f"{ladies}.safetensors") as path:
        if not path.exists():
            raise VoltoError(f"No network was trained for the Lady rule {ladies}.")
        return Network.load(path)


def fingerprint(path: Path) -> str:
    """The hash by which weights are named in results."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
