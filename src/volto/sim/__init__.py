"""The machine: the same rules on bitboards, compiled and batched. It answers to `volto.rules`."""

from volto.sim.actions import action_of, actions_of, move_of
from volto.sim.batch import Batch, Snapshot, aligned
from volto.sim.layout import REASONS
from volto.sim.observations import PLANES, observation_limits, observation_shape
from volto.sim.perft import divide, perft
from volto.sim.playouts import Playouts, playouts

__all__ = [
    "PLANES",
    "REASONS",
    "Batch",
    "Playouts",
    "Snapshot",
    "action_of",
    "actions_of",
    "aligned",
    "divide",
    "move_of",
    "observation_limits",
    "observation_shape",
    "perft",
    "playouts",
]
