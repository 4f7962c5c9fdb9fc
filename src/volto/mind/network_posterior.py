"""Reading a rival's moves with a network: which deployments would have made it play like this.

Some deployments, drawn by a cheaper opponent model, are weighed by how likely the network would
have made all of the rival's moves with them. What was read is remembered: after a move only the
newest turns are read, and new deployments take the place of those that the game has ruled out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from volto.belief.deployment_sets import role_table
from volto.mind.features import features
from volto.mind.knowledge import Knowledge, RivalTurn
from volto.mind.network import Network
from volto.mind.priors import picked
from volto.mind.worlds import enter_all
from volto.rules import View, VoltoError
from volto.sim import Batch, action_of

Numbers = NDArray[np.integer[Any]]
Reals = NDArray[np.float64]
FLOOR = 0.1
"""How often a rival is held to play any move at all."""
ANYONE = 0.3
"""The share of new deployments that are drawn from all that fit, not as proposed."""
TEMPERATURE = 0.7
"""How freely a rival is held to draw from the policy."""


@dataclass(frozen=True)
class PosteriorSample:
    """Some deployments of the rival, and how likely each is."""

    numbers: NDArray[np.int32]
    weights: Reals
    evidence: float
    """The logarithm of how likely all that the rival did was, about."""


class NetworkPosterior:
    """What a network makes of a rival in one game."""

    def __init__(self, view: View, network: Network) -> None:
        if view.turns != len(view.history):
            raise VoltoError("Only a seat that saw a game from its beginning can read its rival.")
        self._view, self._network, self._read = view, network, 0
        self._numbers, self._likely = np.zeros(0, np.int32), np.zeros(0)
        self._missed = np.ones(len(role_table(view.ruleset)))
        """How likely each deployment is not to have been drawn so far."""

    def leads_to(self, view: View) -> bool:
        """Whether a view shows the same game, now or later."""
        known = self._view
        same_seat = view.seat is known.seat and view.roles == known.roles
        return same_seat and view.scene.follows(known.scene)

    def sample(
        self,
        known: Knowledge,
        proposed: Reals,
        prior: Reals,
        worlds: int,
        fresh: int,
        spot: float,
        halt: Event | None = None,
    ) -> PosteriorSample | None:
        """Weigh about as many worlds, of them at most some `fresh` ones; None if halted.

        Fresh ones are drawn as `proposed`, and a share from all that fit; `spot`, a number from 0
        to 1, decides which.
        """
        fitting, turns = known.belief.numbers, known.rival_turns(self._read)
        kept = np.isin(self._numbers, fitting)
        self._numbers, self._likely = self._numbers[kept], self._likely[kept]
        newest = likely(self._network, known, self._numbers, turns, halt)
        new, missed = self._drawn(proposed, fitting, min(fresh, worlds - len(self._numbers)), spot)
        whole = likely(self._network, known, new, known.rival_turns(), halt)
        self._view, self._read = known.view, len(known.view.history)
        if newest is None or whole is None:
            self._numbers, self._likely = self._numbers[:0], self._likely[:0]
            self._missed[:] = 1.0
            return None
        self._missed *= missed
        self._numbers = np.concatenate((self._numbers, new)).astype(np.int32)
        self._likely = np.concatenate((self._likely + newest, whole))
        # a deployment that is seldom drawn stands for others like it
        drawn = 1.0 - self._missed[self._numbers]
        logs = self._likely + np.log(prior[self._numbers] / drawn)
        top = float(logs.max())
        weights = np.exp(logs - top)
        total = float(weights.sum())
        return PosteriorSample(self._numbers, weights / total, top + float(np.log(total)))

    def _drawn(
        self, proposed: Reals, fitting: Numbers, wanted: int, spot: float
    ) -> tuple[Numbers, Reals]:
        """Some deployments that fit and are new, and the chance of each of all not to be drawn."""
        missed = np.ones(len(proposed))
        if wanted <= 0:
            return fitting[:0], missed
        if len(fitting) <= wanted + len(self._numbers):
            missed[fitting], found = 0.0, fitting
        else:
            chances = (1.0 - ANYONE) * proposed[fitting] + ANYONE / len(fitting)
            sums = np.cumsum(chances)
            missed[fitting] = 1.0 - np.minimum(1.0, wanted * chances / sums[-1])
            found = fitting[picked(sums, (np.arange(wanted) + spot) / wanted)]
        return np.setdiff1d(found, self._numbers), missed


def likely(
    network: Network,
    known: Knowledge,
    numbers: Numbers,
    turns: Sequence[RivalTurn],
    halt: Event | None = None,
) -> Reals | None:
    """For each deployment, the logarithm of how likely it made these turns; None if halted."""
    games, ruleset = len(numbers), known.view.ruleset
    found = np.zeros(games)
    if not games:
        return found
    batch = Batch(games, ruleset=ruleset, auto_reset=False)
    roles = role_table(ruleset)[numbers]
    for turn in turns:
        if halt is not None and halt.is_set():
            return None
        batch.state[:] = turn.row
        enter_all(batch.state, known.rival_number, turn.bits, roles)
        legal = batch.legal()
        traces = np.repeat(known.traces[turn.number : turn.number + 1], games, axis=0)
        liking = network.logits(features(batch.state, traces, ruleset), legal).astype(np.float64)
        liking /= TEMPERATURE
        raised = np.exp(liking - liking.max(axis=1, keepdims=True))
        chance = raised[:, action_of(turn.move, known.rival, ruleset)] / raised.sum(axis=1)
        found += np.log((1.0 - FLOOR) * chance + FLOOR / legal.sum(axis=1))
    return found
