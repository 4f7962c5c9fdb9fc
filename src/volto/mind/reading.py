"""Reading a rival's moves with a network: which deployments would have made it play like this.

Some deployments, drawn by a cheaper suspicion, are played through the whole game, and each is
weighed by how likely the network would have made the rival's moves with it.
"""

from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from volto.mind.features import features
from volto.mind.memory import picked
from volto.mind.network import Network
from volto.mind.traces import blank_traces, trace_moves
from volto.rules import Deployment, Family, View, VoltoError
from volto.sim import Batch, action_of

Reals = NDArray[np.float64]
FLOOR = 0.1
"""How often a rival is held to play any move at all."""
TEMPERATURE = 0.7
"""How freely a rival is held to draw from the policy."""


@dataclass(frozen=True)
class Reading:
    """Some deployments of the rival, and how likely each is."""

    numbers: NDArray[np.int32]
    weights: Reals
    evidence: float
    """The logarithm of how likely all that the rival did was, about."""

    @classmethod
    def of(
        cls,
        view: View,
        network: Network,
        proposed: Reals,
        prior: Reals,
        worlds: int,
        spot: float,
        halt: Event | None = None,
    ) -> "Reading | None":
        """Weigh about as many worlds, drawn from those that are `proposed`; None if halted.

        `spot`, a number from 0 to 1, decides which. Only for a game seen from its beginning.
        """
        sums = np.cumsum(proposed)
        drawn = picked(sums, (np.arange(worlds) + spot) / worlds)
        numbers, times = np.unique(drawn, return_counts=True)
        logs = np.log(times / worlds * sums[-1] * prior[numbers] / proposed[numbers])
        likely = played(view, network, numbers, halt)
        if likely is None:
            return None
        logs += likely
        top = float(logs.max())
        weights = np.exp(logs - top)
        total = float(weights.sum())
        return cls(numbers, weights / total, top + float(np.log(total)))


def played(
    view: View, network: Network, numbers: NDArray[np.integer[Any]], halt: Event | None = None
) -> Reals | None:
    """For each deployment of the rival, the logarithm of how likely it made all its moves."""
    scene, seat, ruleset = view.scene, view.seat, view.ruleset
    if seat is None or scene.turns != len(scene.history):
        raise VoltoError("Only a seat that saw a game from its beginning can read its rival.")
    batch = Batch(len(numbers), ruleset=ruleset, first=scene.first, auto_reset=False)
    own = np.full(len(numbers), Deployment(view.roles).number())
    batch.reset(
        white=own if seat is Family.WHITE else numbers, red=own if seat is Family.RED else numbers
    )
    traces = blank_traces(len(numbers))
    found, mover = np.zeros(len(numbers)), scene.first
    for turn in scene.history:
        if halt is not None and halt.is_set():
            return None
        action = action_of(turn.move, mover, ruleset)
        if mover is not seat:
            legal = batch.legal()
            shown = features(batch.state, traces, ruleset)
            liking = network.logits(shown, legal).astype(np.float64) / TEMPERATURE
            raised = np.exp(liking - liking.max(axis=1, keepdims=True))
            chance = raised[:, action] / raised.sum(axis=1)
            found += np.log((1.0 - FLOOR) * chance + FLOOR / legal.sum(axis=1))
        batch.step(np.full(len(numbers), action))
        trace_moves(batch.state, traces, ruleset)
        mover = mover.rival
    return found
