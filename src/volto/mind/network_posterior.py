"""Reading a rival's moves with a network: which deployments would have made it play like this.

Some deployments, drawn by a cheaper suspicion, are weighed by how likely the network would have
made all of the rival's moves with them. What was read is remembered: after a move only the newest
turns are read, and new deployments take the place of those that the game has ruled out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from volto.belief import Belief
from volto.belief.deployment_sets import role_table
from volto.mind.features import features
from volto.mind.move_history import blank_traces, trace_moves
from volto.mind.network import Network
from volto.mind.priors import picked
from volto.mind.worlds import OFF_MAT, enter_all
from volto.rules import Deployment, Family, Turn, View, VoltoError
from volto.sim import Batch, action_of
from volto.sim.layout import FAMILIES, bit

Numbers = NDArray[np.integer[Any]]
Reals = NDArray[np.float64]
FLOOR = 0.1
"""How often a rival is held to play any move at all."""
ANYONE = 0.3
"""The share of new deployments that are drawn from all that fit, not by suspicion."""
TEMPERATURE = 0.7
"""How freely a rival is held to draw from the policy."""


@dataclass(frozen=True)
class Reading:
    """Some deployments of the rival, and how likely each is."""

    numbers: NDArray[np.int32]
    weights: Reals
    evidence: float
    """The logarithm of how likely all that the rival did was, about."""


class Moment(NamedTuple):
    """A turn of the rival."""

    row: NDArray[np.uint64]
    """The game before its move; what it hides is to be filled in."""
    trace: NDArray[np.int16]
    bits: NDArray[np.uint8]
    """Where its masks stand."""
    action: int


class Witness:
    """A game as a seat has seen it, turn by turn."""

    def __init__(self, view: View) -> None:
        scene, seat = view.scene, view.seat
        if seat is None or scene.turns != len(scene.history):
            raise VoltoError("Only a seat that saw a game from its beginning can read its rival.")
        self.view, self.moments = view, list[Moment]()
        self._rival = FAMILIES.index(seat.rival)
        self._batch = Batch(1, ruleset=view.ruleset, first=scene.first, auto_reset=False)
        own, any_other = np.array([Deployment(view.roles).number()]), np.zeros(1, np.int32)
        sides = (own, any_other) if seat is Family.WHITE else (any_other, own)
        self._batch.reset(white=sides[0], red=sides[1])
        self._traces = blank_traces(1)
        trails = [scene.trails[mask] for mask in scene.ids(seat.rival)]
        self._bits = np.array([bit(trail[0]) for trail in trails], np.uint8)

    def follows(self, view: View) -> bool:
        """Whether a view shows the same game, now or later."""
        known = self.view
        same_seat = view.seat is known.seat and view.roles == known.roles
        return same_seat and view.scene.follows(known.scene)

    def watch(self, view: View, fitting: Numbers) -> None:
        """See the turns that are new in a view of the same game, which these deployments fit."""
        ruleset, mover = view.ruleset, self._batch.to_move
        enter_all(self._batch.state, self._rival, self._bits, role_table(ruleset)[fitting[:1]])
        for turn in view.history[int(self._batch.turns[0]) :]:
            number = int(mover[0])
            action = action_of(turn.move, FAMILIES[number], ruleset)
            if number == self._rival:
                row, trace = self._batch.state[0].copy(), self._traces[0].copy()
                self.moments.append(Moment(row, trace, self._bits.copy(), action))
            self._batch.step(np.array([action]))
            trace_moves(self._batch.state, self._traces, ruleset)
            self._bits = _moved(self._bits, turn)
        self.view = view

    def likely(
        self,
        network: Network,
        numbers: Numbers,
        moments: Sequence[Moment],
        halt: Event | None = None,
    ) -> Reals | None:
        """For each deployment, the logarithm of how likely it made these moves; None if halted."""
        games, ruleset = len(numbers), self.view.ruleset
        found = np.zeros(games)
        if not games:
            return found
        batch = Batch(games, ruleset=ruleset, auto_reset=False)
        roles = role_table(ruleset)[numbers]
        for moment in moments:
            if halt is not None and halt.is_set():
                return None
            batch.state[:] = moment.row
            enter_all(batch.state, self._rival, moment.bits, roles)
            legal = batch.legal()
            shown = features(batch.state, np.repeat(moment.trace[None], games, axis=0), ruleset)
            liking = network.logits(shown, legal).astype(np.float64) / TEMPERATURE
            raised = np.exp(liking - liking.max(axis=1, keepdims=True))
            chance = raised[:, moment.action] / raised.sum(axis=1)
            found += np.log((1.0 - FLOOR) * chance + FLOOR / legal.sum(axis=1))
        return found


def _moved(bits: NDArray[np.uint8], turn: Turn) -> NDArray[np.uint8]:
    """Where a family's masks stand after a turn of either family."""
    origin, target = (bit(cell) for cell in turn.move)
    moved = bits.copy()
    moved[bits == target] = OFF_MAT
    moved[bits == origin] = target if turn.captor is None else OFF_MAT
    return moved


class Reader:
    """What a network makes of a rival in one game."""

    def __init__(self, view: View, network: Network) -> None:
        self._witness, self._network = Witness(view), network
        self._numbers, self._likely = np.zeros(0, np.int32), np.zeros(0)
        self._missed = np.ones(len(role_table(view.ruleset)))
        """How likely each deployment is not to have been drawn so far."""

    def follows(self, view: View) -> bool:
        """Whether a view shows the same game, now or later."""
        return self._witness.follows(view)

    def read(
        self,
        view: View,
        suspected: Reals,
        prior: Reals,
        worlds: int,
        fresh: int,
        spot: float,
        halt: Event | None = None,
    ) -> Reading | None:
        """Weigh about as many worlds, of them at most some `fresh` ones; None if halted.

        Fresh ones are drawn from the `suspected`, and a share from all that fit; `spot`, a number
        from 0 to 1, decides which.
        """
        witness, fitting = self._witness, Belief.of(view).numbers
        known = len(witness.moments)
        witness.watch(view, fitting)
        kept = np.isin(self._numbers, fitting)
        self._numbers, self._likely = self._numbers[kept], self._likely[kept]
        newest = witness.likely(self._network, self._numbers, witness.moments[known:], halt)
        new, missed = self._drawn(suspected, fitting, min(fresh, worlds - len(self._numbers)), spot)
        whole = witness.likely(self._network, new, witness.moments, halt)
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
        return Reading(self._numbers, weights / total, top + float(np.log(total)))

    def _drawn(
        self, suspected: Reals, fitting: Numbers, wanted: int, spot: float
    ) -> tuple[Numbers, Reals]:
        """Some deployments that fit and are new, and the chance of each of all not to be drawn."""
        missed = np.ones(len(suspected))
        if wanted <= 0:
            return fitting[:0], missed
        if len(fitting) <= wanted + len(self._numbers):
            missed[fitting], found = 0.0, fitting
        else:
            proposed = (1.0 - ANYONE) * suspected[fitting] + ANYONE / len(fitting)
            sums = np.cumsum(proposed)
            missed[fitting] = 1.0 - np.minimum(1.0, wanted * proposed / sums[-1])
            found = fitting[picked(sums, (np.arange(wanted) + spot) / wanted)]
        return np.setdiff1d(found, self._numbers), missed
