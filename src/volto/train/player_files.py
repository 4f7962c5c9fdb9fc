"""Players from files of weights: as a run keeps them, and as they play."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from volto.agents.learned import LearnedSettings
from volto.mind.network import Network
from volto.mind.priors import shipped_priors
from volto.rules import Ruleset, VoltoError
from volto.train.players import Frozen

Weights = Mapping[str, NDArray[np.float32]]
"""The numbers of a network, by name."""


class MovingAverage:
    """The player on average over the last rounds: steadier than it is at any moment."""

    def __init__(self, decay: float) -> None:
        """`decay` is how much of it stays in each round."""
        self.decay = decay
        self.player: Weights | None = None

    def follow(self, player: Weights, rounds: int) -> None:
        """Take in the player as it is after so many rounds; at first little of it stays."""
        before = self.player or player
        stays = np.float32(min(self.decay, rounds / (rounds + 9)))
        self.player = {
            name: stays * before[name] + (1 - stays) * value for name, value in player.items()
        }


def kept(folder: Path) -> list[Path]:
    """The players kept in a run's folder, oldest first."""
    return sorted(folder.glob("player-*.safetensors"))


def newest(folder: Path) -> Path:
    """The last of them; raises VoltoError if there is none."""
    players = kept(folder)
    if not players:
        raise VoltoError(f"No player is kept in {folder} yet.")
    return players[-1]


def newest_and_earlier(folder: Path, rng: np.random.Generator) -> tuple[Path, Path]:
    """The last of them, and one drawn from all."""
    last, players = newest(folder), kept(folder)
    return last, players[rng.integers(len(players))]


def player_name(path: Path) -> str:
    """What a kept player is called among those of several runs."""
    return f"{path.parent.name}/{path.stem}"


def frozen(path: Path, ruleset: Ruleset) -> Frozen:
    """A player from a file of weights, with the deployments it learned."""
    network = Network.load(path, ruleset)
    known = network.deployments
    if not len(known):
        known = shipped_priors(ruleset.ladies).deployments(ruleset, 1.0).astype(np.float32)
    return Frozen(network, np.cumsum(known.astype(np.float64)))


def at_table(path: Path, ruleset: Ruleset) -> Frozen:
    """The same as it plays at the table: a little sharper than its policy."""
    usual = LearnedSettings()
    return replace(frozen(path, ruleset), temperature=usual.temperature, least=usual.least)
