"""Games for a learner: many at once, against itself and others, cut into trajectories."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from volto.mind.encoding import inputs_of
from volto.mind.features import features, write_truths
from volto.mind.move_history import blank_traces, trace_moves
from volto.mind.network import Network
from volto.mind.tables import tables_of
from volto.rules import Deployment, Position, Reason, Ruleset
from volto.sim import REASONS, Batch, actions_of, aligned, move_of, transitions
from volto.sim.batch import NOBODY
from volto.sim.layout import rules_row, terms
from volto.train.players import Games, Player, Reals, drawn_numbers, flip_legal, unflipped

KINDS = 8
"""How many kinds of rivals a critic can tell apart; kind 0 is the learner itself."""
WIN, DRAW, LOSS = 0, 1, 2
BROKEN_OFF = REASONS.index(Reason.QUIET)


@dataclass(frozen=True)
class Rival:
    """Someone to play against, in a share of all games."""

    player: Player
    share: float
    kind: int


@dataclass(frozen=True)
class Trajectory:
    """Some turns of every game: by turn, then by game. Values are for the family to move."""

    features: NDArray[np.float32]
    """What the player sees; one turn more than was played."""
    truth: NDArray[np.float32]
    """What only a critic may see, one turn more as well."""
    legal: NDArray[np.uint8]
    actions: NDArray[np.int32]
    log_probs: NDArray[np.float32]
    own: NDArray[np.bool_]
    """Whether the learner moves, one turn more as well."""
    forecast: NDArray[np.bool_]
    """Whether the player's forecast can be trained here: it plays itself, so that one side's hope
    is the other's fear, or it moves, and always meets the same rivals."""
    over: NDArray[np.bool_]
    """Whether the game ended with this turn, and how for its mover."""
    result: NDArray[np.uint8]


@dataclass
class RolloutStats:
    """How the games against each kind of rival went, for the learner."""

    points: NDArray[np.float64]
    games: NDArray[np.int64]
    draws: int = 0
    turns: int = 0


class RolloutWorker:
    """Games that go on from trajectory to trajectory."""

    def __init__(
        self,
        ruleset: Ruleset,
        games: int,
        turns: int,
        seed: int,
        threads: int = 1,
        break_off: float = 0.0,
        patience: int = 0,
    ) -> None:
        """`break_off` is how likely a game of the learner with itself ends as a draw after a turn
        without a capture, when there were more than `patience` of them."""
        self.ruleset, self.games, self.turns, self.threads = ruleset, games, turns, threads
        self.break_off, self.patience = break_off, patience
        self.rng = np.random.default_rng(seed)
        self.batch = Batch(games, seed, ruleset=ruleset, auto_reset=False, threads=threads)
        self.traces = blank_traces(games)
        self.flips, self.rival_flips = self.rng.integers(0, 2, (2, games)).astype(np.uint8)
        self.rivals: Sequence[Rival] = ()
        self.kind = np.zeros(games, np.int64)
        self.seat = (np.arange(games) % 2).astype(np.uint64)
        self.positions: list[Position | None] = [None] * games
        tables, actions = tables_of(ruleset), actions_of(ruleset)
        self.truths = 5 * tables.cells + KINDS + 1
        self.trajectory = Trajectory(
            aligned((turns + 1, games, inputs_of(ruleset)), np.float32),
            aligned((turns + 1, games, self.truths), np.float32),
            aligned((turns, games, actions), np.uint8),
            np.zeros((turns, games), np.int32),
            np.zeros((turns, games), np.float32),
            np.zeros((turns + 1, games), np.bool_),
            np.zeros((turns, games), np.bool_),
            np.zeros((turns, games), np.bool_),
            np.zeros((turns, games), np.uint8),
        )
        self.stats = RolloutStats(np.zeros(KINDS), np.zeros(KINDS, np.int64))

    def seat_rivals(self, rivals: Sequence[Rival]) -> None:
        """Share the games out: the last ones to rivals, the others to the learner alone."""
        self.rivals = rivals
        self.kind[:] = 0
        self.owner = np.full(self.games, -1)
        end, total = self.games, 0.0
        for number, rival in enumerate(rivals):
            total += rival.share
            begin = self.games - int(self.games * total + 1e-6)
            self.kind[begin:end], self.owner[begin:end] = rival.kind, number
            end = begin
        for game, position in enumerate(self.positions):
            if position is not None and not self._by_the_rules(game):
                self.positions[game] = None

    def _by_the_rules(self, game: int) -> bool:
        """Whether a game's rival needs its position."""
        number = self.owner[game]
        return bool(number >= 0) and self.rivals[number].player.by_the_rules

    def reset(self, deployments: Reals) -> None:
        """Begin every game anew."""
        self.batch.reset()
        self._deal(np.arange(self.games), deployments)
        self.traces[:] = 0

    def collect(
        self, network: Network, deployments: Reals, teacher: Player | None = None
    ) -> Trajectory:
        """Play on; the learner moves by `network`, or as a teacher shows it."""
        batch, found = self.batch, self.trajectory
        for turn in range(self.turns + 1):
            self._write_features(turn)
            found.own[turn] = own = (self.kind == 0) | (batch.to_move == self.seat)
            if turn == self.turns:
                break
            legal = batch.legal()
            found.forecast[turn] = own if self.kind.all() else self.kind == 0
            games = Games(
                batch.state,
                self.traces,
                legal,
                self.rival_flips,
                self.ruleset,
                self.threads,
                self.positions,
            )
            actions = np.empty(self.games, np.int32)
            flipped = found.legal[turn]
            flipped[:] = legal
            flip_legal(flipped, self.flips, self.ruleset, self.threads)
            if teacher is None:
                every = bool(own.all())
                chosen, log_probs = network.draw(
                    found.features[turn] if every else found.features[turn][own],
                    flipped if every else flipped[own],
                    self.rng.random(int(own.sum())),
                    threads=self.threads,
                )
                actions[own] = unflipped(chosen, self.flips[own], self.ruleset)
                found.log_probs[turn][own] = log_probs
            else:
                actions[own] = teacher.act(games.where(own), self.rng)
            for number, rival in enumerate(self.rivals):
                theirs = (self.owner == number) & ~own
                if theirs.any():
                    actions[theirs] = rival.player.act(games.where(theirs), self.rng)
            found.actions[turn] = unflipped(actions, self.flips, self.ruleset)
            self._play(turn, actions, deployments)
        return found

    def _write_features(self, turn: int) -> None:
        found, tables = self.trajectory, tables_of(self.ruleset)
        features(
            self.batch.state,
            self.traces,
            self.ruleset,
            self.flips,
            found.features[turn],
            self.threads,
        )
        truth = found.truth[turn]
        write_truths(self.batch.state, self.flips, tables, truth, 0, self.games)
        truth[:, 5 * tables.cells :] = 0.0
        truth[np.arange(self.games), 5 * tables.cells + self.kind] = 1.0
        truth[:, -1] = (self.kind > 0) & (self.batch.to_move != self.seat)

    def _play(self, turn: int, actions: NDArray[np.int32], deployments: Reals) -> None:
        batch, found = self.batch, self.trajectory
        mover = batch.to_move.copy()
        follow(self.positions, actions)
        batch.step(actions)
        trace_moves(batch.state, self.traces, self.ruleset, self.threads)
        if self.break_off:
            idle = (self.kind == 0) & (batch.reason == 0) & (batch.quiet > self.patience)
            batch.reason[idle & (self.rng.random(self.games) < self.break_off)] = BROKEN_OFF
        over = batch.reason > 0
        found.over[turn] = over
        found.result[turn] = 1 - batch.reward
        ended = np.flatnonzero(over)
        if len(ended):
            won = np.where(mover == self.seat, batch.reward, -batch.reward)[ended]
            np.add.at(self.stats.points, self.kind[ended], 0.5 + 0.5 * won)
            np.add.at(self.stats.games, self.kind[ended], 1)
            self.stats.draws += int((batch.winner[ended] == NOBODY).sum())
            self.stats.turns += int(batch.turns[ended].sum())
            self._deal(ended, deployments)

    def _deal(self, ended: NDArray[np.intp], deployments: Reals) -> None:
        """Begin these games anew, everyone deploying in their own way."""
        batch = self.batch
        sides = np.full((2, self.games), -1, np.int32)
        for side in range(2):
            sides[side, ended] = drawn_numbers(deployments, len(ended), self.rng)
        for number, rival in enumerate(self.rivals):
            theirs = ended[self.owner[ended] == number]
            drawn = drawn_numbers(rival.player.deployments, len(theirs), self.rng)
            sides[1 - self.seat[theirs].astype(np.int64), theirs] = drawn
        rules, table = rules_row(self.ruleset), terms(self.ruleset).deployments
        for game in ended:
            transitions.deal(batch.state, rules, table, sides[0], sides[1], game, game + 1)
            known = self._by_the_rules(game)
            self.positions[game] = (
                start(sides[0, game], sides[1, game], self.ruleset) if known else None
            )
        batch.reason[ended], batch.winner[ended] = 0, NOBODY
        self.traces[ended] = 0
        self.flips[ended], self.rival_flips[ended] = self.rng.integers(0, 2, (2, len(ended)))

    def take_stats(self) -> RolloutStats:
        """How the games since the last call went."""
        taken, self.stats = self.stats, RolloutStats(np.zeros(KINDS), np.zeros(KINDS, np.int64))
        return taken


def start(white: int, red: int, ruleset: Ruleset) -> Position:
    """A game from its beginning, as the rules know it."""
    first, other = (Deployment.numbered(int(number), ruleset) for number in (white, red))
    return Position.start(first, other, ruleset=ruleset)


def follow(positions: list[Position | None], actions: NDArray[np.int32]) -> None:
    """Play an action in each position that is known and not over."""
    for game, position in enumerate(positions):
        if position is not None and position.outcome is None:
            move = move_of(int(actions[game]), position.to_move, position.ruleset)
            positions[game] = position.play(move)


def match(
    one: Player, other: Player, games: int, seed: int, ruleset: Ruleset, threads: int = 1
) -> tuple[int, int, int]:
    """Games between two players, each beginning half of them: won, drawn, lost by `one`."""
    rng = np.random.default_rng(seed)
    seat = (np.arange(games) % 2).astype(np.uint64)
    ours = drawn_numbers(one.deployments, games, rng)
    theirs = drawn_numbers(other.deployments, games, rng)
    white, red = np.where(seat == 0, ours, theirs), np.where(seat == 0, theirs, ours)
    winner = played_out(one, other, white, red, seat, seed, ruleset, threads)
    won, drawn = int((winner == seat).sum()), int((winner == NOBODY).sum())
    return won, drawn, games - won - drawn


def played_out(
    one: Player,
    other: Player,
    white: NDArray[np.int32],
    red: NDArray[np.int32],
    seat: NDArray[np.uint64],
    seed: int,
    ruleset: Ruleset,
    threads: int = 1,
) -> NDArray[np.uint8]:
    """Who wins from these deployments, game by game; `seat` is where `one` sits."""
    rng, games = np.random.default_rng(seed), len(seat)
    batch = Batch(games, seed, ruleset=ruleset, auto_reset=False, threads=threads)
    batch.reset(white=white, red=red)
    positions: list[Position | None] = []
    if one.by_the_rules or other.by_the_rules:
        positions = [start(*sides, ruleset) for sides in zip(white, red, strict=True)]
    traces = blank_traces(games)
    flips, other_flips = rng.integers(0, 2, (2, games)).astype(np.uint8)
    while (batch.reason == 0).any():
        legal = batch.legal()
        actions = np.full(games, -1, np.int32)
        ours = batch.to_move == seat
        for player, turn, mirror in ((one, ours, flips), (other, ~ours, other_flips)):
            moving = turn & (batch.reason == 0)
            if moving.any():
                everywhere = Games(batch.state, traces, legal, mirror, ruleset, threads, positions)
                actions[moving] = player.act(everywhere.where(moving), rng)
        follow(positions, actions)
        batch.step(actions)
        trace_moves(batch.state, traces, ruleset, threads)
    return batch.winner
