"""Learned: plays by a trained network, at once or after looking ahead in worlds that may be so."""

import random
from dataclasses import dataclass, replace
from math import exp, sqrt
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from volto.agents.agent import Budget, Choice, Thought
from volto.agents.sure import sure_win
from volto.agents.thinker import Settings, Thinker
from volto.belief import Belief
from volto.belief.counting import role_table
from volto.mind.features import features, seen_by
from volto.mind.foresight import Foresight
from volto.mind.frame import frame
from volto.mind.memory import memory
from volto.mind.network import Network, shipped
from volto.mind.suspicion import Suspicion
from volto.mind.worlds import Root, enter_all
from volto.rules import STANDARD, Deployment, Family, Move, Ruleset, View, VoltoError
from volto.sim.actions import action_of, actions_of

Reals = NDArray[np.float64]
RESERVE = 0.03
"""Seconds kept back for the answer."""
AT_ONCE = 16
"""Worlds that every move is looked into before they are compared."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a Learned player plays."""

    looks: int = 0
    """How often it looks ahead before a move, when the budget does not say; 0 for not at all."""
    temperature: float = 0.4
    """How freely it draws from its policy."""
    least: float = 0.05
    """Moves less likely than this share of the likeliest are not played."""
    depth: int = 8
    """Turns it looks ahead before it judges."""
    wide: int = 10
    """The most moves it looks into."""
    ponder: int = 0
    """Iterations of search by instinct, which then decides and is only advised; 0 for none."""
    advice: float = 0.3
    """The power to which the policy advises such a search."""
    trust: float = 0.06
    """The difference in value, from -1 to 1, that makes a move e times as likely."""
    surprise: float = 0.15
    """How far values are expected to differ from one move to another, before looking."""
    far: float = 4.0
    """Moves more than e to this power less likely than the likeliest are not looked into."""
    suspicious: bool = True
    """Whether it reads the rival's moves, or holds all that is possible equally likely."""
    even_deployments: float = 0.0
    proves: bool = True
    """Whether it looks for sure wins first."""


class Learned:
    """A player by network; how much it looks ahead depends on its manner."""

    def __init__(
        self,
        rng: random.Random,
        manner: Manner | None = None,
        name: str = "Learned",
        network: Network | None = None,
    ) -> None:
        self.name, self.manner = name, manner or Manner()
        self._rng, self._network = rng, network
        self._suspicion: Suspicion | None = None
        self._thinker = Thinker(rng, Settings(self.manner.ponder))

    def network(self, ruleset: Ruleset) -> Network:
        if ruleset.mat != STANDARD.mat or ruleset.roster != STANDARD.roster:
            raise VoltoError("The learned player knows only the mat and the masks of the box.")
        return self._network or shipped(ruleset.ladies)

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        """Drawn from the learned distribution, never fixed."""
        chances = self.network(ruleset).deployments.astype(np.float64)
        even = self.manner.even_deployments
        if not len(chances):
            return memory(ruleset.ladies).draw(self._rng, ruleset, 0.1)
        mixed = (1.0 - even) * chances / chances.sum() + even / len(chances)
        number = self._rng.choices(range(len(mixed)), mixed.tolist())[0]
        return Deployment.numbered(number, ruleset)

    def choose(self, view: View, budget: Budget) -> Move:
        """A sure win if there is one; else drawn, by policy and by what looking ahead has shown."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if self.manner.proves:
            sure = sure_win(view)
            if sure is not None:
                return sure
        choices = self.think(view, budget).choices
        weights = [choice.weight for choice in choices]
        return self._rng.choices([choice.move for choice in choices], weights)[0]

    def think(self, view: View, budget: Budget) -> Thought:
        """The policy, what looking ahead makes of it, or what a search does when it is advised."""
        moves = view.legal_moves()
        logs = policy(view, self.network(view.ruleset), moves)
        if self.manner.ponder:
            return self._advised(view, budget, dict(zip(moves, logs.tolist(), strict=True)))
        looks = budget.nodes or (10**9 if budget.seconds else self.manner.looks)
        likely = np.exp((logs - logs.max()) / self.manner.temperature)
        seen = Tried(len(moves))
        if looks and len(moves) > 1:
            self._look(view, budget, looks, logs, seen)
            likely *= np.exp(np.minimum(seen.gain(likely, self.manner), 50.0))
        likely[likely < self.manner.least * likely.max()] = 0.0
        return seen.thought(moves, likely)

    def _look(self, view: View, budget: Budget, looks: int, logs: Reals, seen: "Tried") -> None:
        """Look ahead, most often along the moves that may still be the best."""
        begin, manner, network = perf_counter(), self.manner, self.network(view.ruleset)
        worlds = Seen.of(view, self._chances(view))
        ahead = Foresight(network, network, manner.depth, ruleset=view.ruleset)
        actions = np.array([action_of(move, view.to_move) for move in view.legal_moves()], np.int32)
        alive = np.argsort(-logs)[: manner.wide]
        alive = alive[logs[alive] > logs.max() - manner.far]
        while seen.looks < looks and len(alive) > 1:
            number = min(AT_ONCE, max(1, (looks - seen.looks) // len(alive)))
            state, traces = worlds.drawn(number, self._rng)
            values = ahead.values(
                np.tile(state, (len(alive), 1)),
                np.tile(traces, (len(alive), 1, 1)),
                np.repeat(actions[alive], number),
                self._rng.getrandbits(63),
            )
            alive = seen.add(alive, values.reshape(len(alive), number))
            if budget.halt is not None and budget.halt.is_set():
                break
            if budget.seconds and perf_counter() - begin > budget.seconds - RESERVE:
                break

    def _advised(self, view: View, budget: Budget, logs: dict[Move, float]) -> Thought:
        """What a search by instinct likes, the policy being asked for advice."""
        nodes = budget.nodes or (None if budget.seconds else self.manner.ponder)
        thought = self._thinker.think(view, replace(budget, nodes=nodes, report=None))
        best = max(logs.values())
        liked = [
            choice.weight * exp(self.manner.advice * (logs[choice.move] - best))
            for choice in thought.choices
        ]
        kept = [weight if weight >= self.manner.least * max(liked) else 0.0 for weight in liked]
        choices = [
            replace(choice, weight=weight / sum(kept))
            for choice, weight in zip(thought.choices, kept, strict=True)
        ]
        choices.sort(key=lambda choice: -choice.weight)
        return Thought(thought.nodes, tuple(choices))

    def _chances(self, view: View) -> Reals:
        """How likely each deployment of the rival is."""
        belief = Belief.of(view)
        if not self.manner.suspicious:
            even = np.zeros(len(role_table(view.ruleset)))
            even[belief.numbers] = 1.0 / belief.count
            return even
        before = self._suspicion
        if before is not None and before.family is not belief.family:
            before = None
        known = memory(view.ruleset.ladies)
        self._suspicion = Suspicion.about(view.scene, belief.family, known, before)
        return self._suspicion.weights


@dataclass(frozen=True)
class Seen:
    """A view as a row, with the worlds that it may be in."""

    row: NDArray[np.uint64]
    traces: NDArray[np.int16]
    root: Root
    roles: NDArray[np.uint8]
    sums: Reals

    @classmethod
    def of(cls, view: View, chances: Reals) -> "Seen":
        row, traces = seen_by(view)
        numbers = np.flatnonzero(chances > 1e-9)
        return cls(
            row,
            traces,
            Root.of(view),
            role_table(view.ruleset)[numbers],
            np.cumsum(chances[numbers]),
        )

    def drawn(
        self, worlds: int, rng: random.Random
    ) -> tuple[NDArray[np.uint64], NDArray[np.int16]]:
        """As many worlds, drawn by their chances."""
        spots = np.array([rng.random() for _ in range(worlds)]) * self.sums[-1]
        drawn = np.minimum(np.searchsorted(self.sums, spots, side="right"), len(self.sums) - 1)
        state = np.repeat(self.row, worlds, axis=0)
        enter_all(state, self.root.rival, self.root.rival_bits, self.roles[drawn])
        return state, np.repeat(self.traces, worlds, axis=0)


def policy(view: View, network: Network, moves: list[Move]) -> Reals:
    """The logarithm of each move's chance, the mirrored view being asked as well."""
    row, traces = seen_by(view)
    tables = frame(view.ruleset)
    actions = np.array([action_of(move, view.to_move, view.ruleset) for move in moves])
    legal = np.zeros((2, actions_of(view.ruleset)), np.uint8)
    legal[0, actions], legal[1, tables.mirrored[actions]] = 1, 1
    shown = features(
        np.repeat(row, 2, axis=0),
        np.repeat(traces, 2, axis=0),
        view.ruleset,
        np.array([0, 1], np.uint8),
    )
    logits = network.logits(shown, legal).astype(np.float64)
    mean = (logits[0, actions] + logits[1, tables.mirrored[actions]]) / 2
    logs: Reals = mean - mean.max()
    logs -= np.log(np.exp(logs).sum())
    return logs


class Tried:
    """What looking ahead has found, move by move. Values are from -1 to 1."""

    def __init__(self, moves: int) -> None:
        self.total, self.squares, self.tried = np.zeros((3, moves))
        self.looks = 0

    def add(self, alive: NDArray[np.intp], values: Reals) -> NDArray[np.intp]:
        """Note the values of these moves; returns those that are not clearly behind."""
        self.total[alive] += values.sum(axis=1)
        self.squares[alive] += (values**2).sum(axis=1)
        self.tried[alive] += values.shape[1]
        self.looks += values.size
        mean, spread = self.value[alive], np.sqrt(self.noise[alive])
        best = mean.argmax()
        behind = mean[best] - mean > 2.5 * np.hypot(spread, spread[best]) + 0.1
        kept: NDArray[np.intp] = alive[~behind]
        return kept

    @property
    def value(self) -> Reals:
        found: Reals = self.total / np.maximum(self.tried, 1.0)
        return found

    @property
    def noise(self) -> Reals:
        """How uncertain the values are, as variances."""
        times = np.maximum(self.tried, 1.0)
        found: Reals = np.maximum(self.squares / times - self.value**2, 0.05) / times
        return found

    def gain(self, likely: Reals, manner: Manner) -> Reals:
        """How much better each move is than the policy's usual one, in nats of trust.

        A few looks are mostly chance: what they found counts the less, the less sure it is.
        """
        looked = self.tried > 0
        if not looked.any():
            return np.zeros(len(likely))
        weights = likely * looked
        usual = float((weights * self.value).sum() / weights.sum())
        sure = manner.surprise**2 / (manner.surprise**2 + self.noise)
        found: Reals = np.where(looked, sure * (self.value - usual) / manner.trust, -50.0)
        return found

    def thought(self, moves: list[Move], likely: Reals) -> Thought:
        """The moves with their chances to be played, the best first."""
        found = []
        for move, weight, value, noise in zip(moves, likely, self.value, self.noise, strict=True):
            points, margin = 0.5 + 0.5 * float(value), 0.98 * sqrt(noise)
            low, high = max(0.0, points - margin), min(1.0, points + margin)
            found.append(Choice(move, float(weight / likely.sum()), points, low, high))
        found.sort(key=lambda choice: -choice.weight)
        return Thought(self.looks, tuple(found))


def learned(rng: random.Random, iterations: int = 0) -> Learned:
    """The learned player of the package: by policy alone, or advising a search."""
    name = f"Learned {iterations}" if iterations else "Learned"
    return Learned(rng, Manner(ponder=iterations), name)
