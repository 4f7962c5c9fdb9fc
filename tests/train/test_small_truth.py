"""The learner on a game small enough to know the truth: exact best responses gain less and less."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from volto.agents.learned import policy
from volto.exact import MiniGame, Policy, mini, nash_conv, tree_of, uniform
from volto.mind.network import Network
from volto.rules import Family, Ruleset, View
from volto.train.config import Config
from volto.train.run import Run

GAME = mini(3, 4, "ACL", 4)


@dataclass(frozen=True)
class MiniConfig(Config):
    """A short run on the small game, without anyone to copy."""

    @property
    def ruleset(self) -> Ruleset:
        return GAME.ruleset


CONFIG = MiniConfig(
    steps=245_760,
    imitate=0,
    instinct=0.0,
    past=0.0,
    games=256,
    turns=12,
    minibatch=1024,
    widths=(32, 32),
    critic_widths=(32, 32),
    rate=5e-3,
    last_rate=5e-4,
    entropy=0.1,
    last_entropy=0.05,
    magnet=0.05,
    magnet_every=30_720,
    draw_cost=0.0,
    uniform_share=0.0,
    deploy_every=10,
    deploy_after=50_000,
    keep_every=1 << 60,
    threads=1,
)


def learned(network: Network, run: Run) -> Policy:
    """A network's chances at every view, and the deployments that go with it."""

    def moves(view: View) -> np.ndarray[Any, np.dtype[np.float64]]:
        return np.exp(policy(view, network, view.legal_moves()))

    return Policy.of(moves, run.deployments.chances())


def gained_against(game: MiniGame, run: Run) -> float:
    player = learned(run.network(), run)
    return nash_conv(game, player, player)


def test_learning_leaves_less_to_gain_than_random_play_does(tmp_path: Path) -> None:
    tree = tree_of(GAME)
    random_play = nash_conv(tree, uniform(tree, Family.WHITE), uniform(tree, Family.RED))
    run = Run(tmp_path, CONFIG)
    fresh = gained_against(GAME, run)
    assert abs(fresh - random_play) < 0.1 * random_play  # it begins by playing anything
    run.go(lambda line: None)
    assert gained_against(GAME, run) < 0.6 * random_play


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    short = MiniConfig(**{**vars(CONFIG), "steps": 12_288})
    found = []
    for name in ("one", "other"):
        run = Run(tmp_path / name, short)
        run.go(lambda line: None)
        found.append(run.network().layers.policy)
    np.testing.assert_array_equal(found[0], found[1])
