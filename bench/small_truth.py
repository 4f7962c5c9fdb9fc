"""Train the learner on a small game, where how good it is can be computed instead of guessed.

    python bench/small_truth.py                    campo, 40 looks: the curve and the table
    python bench/small_truth.py --game piazza      another game of `volto exact`
    python bench/small_truth.py --drawn            chance deploys; only the moves are learned
    python bench/small_truth.py --plot             and draw docs/pictures/small_truth.svg

The games, features, network, learner and deployments are those of `volto train`; only the mat, the
roster and the settings differ, and `--steps`, `--seed`, or `--set entropy=0.02` for any setting,
change those. Needs the extras `train` and `plots`.

A look asks the network at every information set and computes the best responses to it: NashConv, in
games won minus games lost (0 in an equilibrium; in points a game it is half as much). `last` is the
network as it is: as at the table, lots decide before each game whether it looks at the mat or at
its mirror image. `average` is all looks from the middle of the run on, one of them being drawn
before each game: exactly so, by the chance that each would come to each information set.
"""

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from volto.exact import (
    Deploying,
    MiniGame,
    Policy,
    Strategy,
    Tree,
    measure,
    named,
    solve,
    tabulated,
    tree_of,
    uniform,
)
from volto.exact.reach import reach
from volto.exact.response import dealt
from volto.exact.strategy import normalised, own_levels
from volto.mind.features import features, seen_by
from volto.mind.network import Network
from volto.mind.tables import tables_of
from volto.plots import INK, LAGOON, RED, draw_svg
from volto.rules import Family, Ruleset, View
from volto.sim import action_of, actions_of
from volto.train.config import Coefficients, Config
from volto.train.run import Run

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "small_truth.svg"
TARGET = 0.05
LOOKS = 40
Reals = NDArray[np.float64]


@dataclass(frozen=True)
class MiniConfig(Config):
    """The settings of a run on a small game: nobody to copy, and draws are worth what they are."""

    game: str = "campo"
    steps: int = 6_000_000
    imitate: int = 0
    instinct: float = 0.0
    past: float = 0.0
    games: int = 512
    turns: int = 20
    minibatch: int = 512
    examiner: tuple[str, ...] = ()
    widths: tuple[int, ...] = (128, 128)
    critic_widths: tuple[int, ...] = (128, 128)
    rate: float = 8e-4
    last_rate: float = 8e-5
    entropy: float = 0.1
    last_entropy: float = 0.04
    magnet: float = 0.1
    magnet_every: int = 409_600
    advantage_scale: float = 1.0
    action_values: bool = True
    draw_cost: float = 0.0
    advantage_lambda: float = 1.0
    value_lambda: float = 1.0
    uniform_share: float = 0.0
    deploy_entropy: float = 0.05
    deploy_every: int = 30
    deploy_after: int = 500_000
    keep_every: int = 1 << 60
    threads: int = 1

    @property
    def ruleset(self) -> Ruleset:
        return named(self.game).ruleset

    def coefficients(self, done: int) -> Coefficients:
        """Rates fall by equal factors: the less holds play back, the smaller the steps."""
        part = min(1.0, done / self.steps)
        return Coefficients(
            self.rate * (self.last_rate / self.rate) ** part,
            self.entropy * (self.last_entropy / self.entropy) ** part,
            self.magnet,
        )


@dataclass
class Sight:
    """What a network is shown at the views of a game, worked out once for all looks."""

    ruleset: Ruleset
    known: dict[tuple[object, ...], tuple[NDArray[np.float32], NDArray[np.int64]]] = field(
        default_factory=dict
    )

    def policy(self, network: Network, deployments: Reals, mirrored: bool) -> Policy:
        """How a network plays that looks at the mat, or at its mirror image, all game long."""
        return Policy(lambda views: self.chances(network, views, mirrored), deployments)

    def chances(self, network: Network, views: Sequence[View], mirrored: bool) -> list[Reals]:
        seen = [self._seen(view) for view in views]
        moves = [actions[int(mirrored)] for _, actions in seen]
        legal = np.zeros((len(views), actions_of(self.ruleset)), np.uint8)
        for row, actions in enumerate(moves):
            legal[row, actions] = 1
        liking = network.logits(np.stack([shown[int(mirrored)] for shown, _ in seen]), legal)
        found = []
        for row, actions in enumerate(moves):
            logits = liking[row, actions].astype(np.float64)
            raised = np.exp(logits - logits.max())
            found.append(raised / raised.sum())
        return found

    def _seen(self, view: View) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """The features of a view, as it is and mirrored, and the actions that its moves are."""
        key = (view.seat, view.roles, view.history)
        if key not in self.known:
            row, traces = seen_by(view)
            shown = features(
                np.repeat(row, 2, axis=0),
                np.repeat(traces, 2, axis=0),
                view.ruleset,
                np.array([0, 1], np.uint8),
            )
            moves = [action_of(m, view.to_move, view.ruleset) for m in view.legal_moves()]
            self.known[key] = shown, np.stack((moves, tables_of(self.ruleset).mirrored[moves]))
        return self.known[key]


class MixedStrategy:
    """Strategies of one family, one of which is drawn before each game."""

    def __init__(self, tree: Tree, family: Family) -> None:
        self.tree, self.family = tree, family
        self.deployments = np.zeros(len(tree.deployments))
        self.moves = {
            turns: np.zeros(level.legal.shape) for turns, level in own_levels(tree, family)
        }

    def add(self, strategy: Strategy) -> None:
        own = reach(self.tree, self.family, dealt(strategy), strategy.moves)
        self.deployments += strategy.deployments
        for turns, total in self.moves.items():
            total += own[turns]

    def strategy(self) -> Strategy:
        levels = self.tree.levels
        moves = {turns: normalised(levels[turns], total) for turns, total in self.moves.items()}
        return Strategy(self.tree, self.family, self.deployments / self.deployments.sum(), moves)


@dataclass(frozen=True)
class Look:
    """How far from an equilibrium the learner was after so many turns."""

    step: int
    last: float
    average: float
    value: float
    seconds: float


class Watch:
    """Looks at a run, again and again."""

    def __init__(self, game: MiniGame, config: MiniConfig, looks: int) -> None:
        self.tree, self.sight, self.config = tree_of(game), Sight(game.ruleset), config
        self.every = config.steps / looks
        self.looks: list[Look] = []
        self.averages = {family: MixedStrategy(self.tree, family) for family in Family}
        self.looking = 0.0

    def look(self, run: Run, now: Callable[[], float]) -> None:
        begin = now()
        ours = {family: self.play(run, family) for family in Family}
        found = measure(self.tree, ours[Family.WHITE], ours[Family.RED])
        if run.done <= self.config.steps / 2:
            average = found.nash_conv
        else:
            for family in Family:
                self.averages[family].add(ours[family])
            pair = [self.averages[family].strategy() for family in (Family.WHITE, Family.RED)]
            average = measure(self.tree, *pair).nash_conv
        self.looking += now() - begin
        look = Look(run.done, found.nash_conv, average, found.value, now() - self.looking)
        self.looks.append(look)

    def play(self, run: Run, family: Family) -> Strategy:
        """How the network plays: as at the table, lots decide if it sees the mirror image."""
        sides, network = MixedStrategy(self.tree, family), run.network()
        for mirrored in (False, True):
            policy = self.sight.policy(network, run.deployments.chances(), mirrored)
            sides.add(tabulated(self.tree, family, policy))
        return sides.strategy()

    def train(self, show: Callable[[Look], None]) -> None:
        start = process_time()

        def now() -> float:
            return process_time() - start

        with TemporaryDirectory() as folder:
            run = Run(Path(folder), self.config)

            def look() -> None:
                self.look(run, now)
                show(self.looks[-1])

            def tell(_: dict[str, Any]) -> None:
                if run.done >= self.every * (len(self.looks) + 1):
                    look()

            run.go(tell)
            if not self.looks or self.looks[-1].step < run.done:
                look()


def pin() -> None:
    """Stay on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def drawing(game: MiniGame, looks: Sequence[Look], marks: Mapping[str, float]) -> str:
    """NashConv against turns learned from, on a logarithmic scale."""
    half = [look for look in looks if look.step > looks[-1].step / 2]

    def paint(figure: Figure) -> None:
        axes = figure.add_subplot(yscale="log", xlabel="Million turns", ylabel="NashConv")
        millions = [look.step / 1e6 for look in looks]
        axes.plot(millions, [look.last for look in looks], color=LAGOON, label="the network")
        averages = [look.average for look in half]
        axes.plot(millions[-len(half) :], averages, color=RED, label="average of looks")
        for name, figure_ in marks.items():
            axes.axhline(figure_, color=INK, linestyle="--", linewidth=0.8)
            axes.annotate(name, (millions[-1], figure_), ha="right", va="bottom")
        axes.legend()

    return draw_svg(760, 420, f"Exact NashConv while learning {game.name}", paint)


def settings(said: Sequence[str]) -> dict[str, Any]:
    """Settings from the command line, each of the kind that it has there."""
    found: dict[str, Any] = {}
    for words in said:
        name, _, value = words.partition("=")
        kind = type(getattr(MiniConfig(), name))
        if kind is tuple:
            found[name] = tuple(map(int, value.split(",")))
        else:
            found[name] = kind(float(value)) if kind is not str else value
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="campo")
    parser.add_argument("--drawn", action="store_true", help="chance deploys")
    parser.add_argument("--steps", type=int, default=MiniConfig.steps)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--looks", type=int, default=LOOKS)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--plot", action="store_true")
    said = parser.parse_args()
    pin()
    game = named(said.game)
    config = MiniConfig(game=said.game, steps=said.steps, seed=said.seed)
    if said.drawn:
        game = replace(game, deploying=Deploying.DRAWN)
        config = replace(config, deploy_after=1 << 60)
    config = replace(config, **settings(said.set))
    watch = Watch(game, config, said.looks)

    def show(look: Look) -> None:
        print(
            f"{look.step:>11,} turns  last {look.last:.4f}  average {look.average:.4f}  "
            f"value {look.value:+.3f}  {look.seconds:.0f} s",
            flush=True,
        )

    watch.train(show)
    solved = solve(watch.tree)
    even = measure(watch.tree, *(uniform(watch.tree, f) for f in (Family.WHITE, Family.RED)))
    end = watch.looks[-1]
    print(f"\n{game}, {game.deploying} deployments, value {solved.value:+.4f}\n")
    print("| play | NashConv (win 1, loss −1) | in points a game |\n|---|---|---|")
    for name, figure in (
        ("all moves alike", even.nash_conv),
        ("the network, last", end.last),
        ("the average of its looks", end.average),
        (f"the tabular solver, {solved.iterations} iterations", solved.nash_conv),
    ):
        print(f"| {name} | {figure:.4f} | {figure / 2:.4f} |")
    if said.plot:
        marks = {"all moves alike": even.nash_conv, "the target": TARGET}
        PICTURE.write_text(drawing(game, watch.looks, marks), encoding="utf-8")
        print(f"\n{PICTURE}")


if __name__ == "__main__":
    main()
