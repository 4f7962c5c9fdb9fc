"""The settings of a training run."""

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random

from volto.agents import make_agent
from volto.rules import STANDARD, Ruleset, VoltoError
from volto.train.actors import Part
from volto.train.learner import Pace


@dataclass(frozen=True)
class Plan:
    """The settings of a run."""

    steps: int = 30_000_000
    """Turns to learn from, over the whole run."""
    imitate: int = 2_500_000
    """Of these, how many at first to copy instinct."""
    games: int = 1024
    turns: int = 32
    lesson: int = 4096
    widths: tuple[int, ...] = (256, 256)
    critic_widths: tuple[int, ...] = (128, 128)
    rate: float = 5e-4
    last_rate: float = 2e-5
    entropy: float = 0.02
    last_entropy: float = 0.005
    magnet: float = 0.05
    magnet_every: int = 1_000_000
    """Turns after which the magnet moves on."""
    draw_cost: float = 0.05
    break_off: float = 0.0
    """How likely a game against itself is broken off, as a draw, after a turn without a capture:
    who would wait for ever learns to act."""
    patience: int = 0
    """Turns without a capture before that begins: few masks need many turns to get anywhere."""
    fade: float = 0.9
    value_fade: float = 0.98
    """λ of the returns by which moves are judged, and of those that forecasts are taught."""
    unit: float = 0.0
    """What advantages are counted in; 0: their own spread, which entropy and magnet then follow."""
    worths: bool = False
    """Whether the critic forecasts every move's worth, so that all moves are learned from."""
    largest: float = 1.0
    """The share of turns, those with the largest advantages, that the policy learns from."""
    kl: float = 0.0
    """How strongly the policy is held to the one that played the turns it learns from."""
    past: float = 0.12
    """The share of games against past selves, and against instinct."""
    instinct: float = 0.06
    rivals: tuple[tuple[str, float], ...] = ()
    """Personalities, weights of other players or folders of runs, and the share of games against
    each."""
    against: str = ""
    """Weights of a player to learn against alone: a best response. Or the folder of a run: a chaser
    meets its player as it is, as it was, and itself."""
    attackers: int = 0
    """How many learn along, by turns, to beat the player as it is: a league."""
    attacked: float = 0.12
    """The share of games against each attacker, and half as many against one as it once was."""
    lead: int = 4_000_000
    """Turns that the player learns before an attacker goes on."""
    chase: int = 2_000_000
    """Turns that an attacker then learns."""
    start: str = ""
    """Weights to begin from instead of fresh ones."""
    steady: float = 0.0
    """Players are kept as a moving average: how much of it stays at each stretch; 0: none."""
    even: float = 0.25
    """The share of deployments drawn from all alike."""
    deploy_even: float = 0.015
    """How strongly deployments are held to all alike, in points of value."""
    deploy_second: bool = True
    """Whether deployments are judged as the second to move, too, not only as the first."""
    deploy_every: int = 20
    deploy_after: int = 6_000_000
    keep_every: int = 1_000_000
    evaluate: int = 400
    """Games a match when a checkpoint is written."""
    examiners: tuple[str, ...] = ("thinker:100",)
    """Agents, such as searches, whom every checkpoint also meets at the table, in fewer games."""
    ladies: str = "owner"
    seed: int = 1
    threads: int = 2
    actors: int = 1
    """How many share the games out among them; it changes what is learned, but where they are
    does not."""

    def __post_init__(self) -> None:
        for words in self.examiners:
            make_agent(words, Random())  # or it says that there is none
        if self.actors < 1 or self.games % self.actors:
            raise VoltoError(
                f"{self.games} games cannot be shared out evenly among {self.actors} actors."
            )

    @classmethod
    def saved(cls, folder: Path) -> "Plan":
        """The plan of a run that is to go on; what it did not know yet is as usual."""
        found = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
        for name in {"widths", "critic_widths", "examiners"} & set(found):
            found[name] = tuple(found[name])
        found["rivals"] = tuple((name, share) for name, share in found["rivals"])
        return cls(**found)

    @property
    def ruleset(self) -> Ruleset:
        return STANDARD.but(self.ladies)

    def parts(self) -> list[Part]:
        """The games of each actor."""
        return [
            Part(
                self.ruleset,
                self.games // self.actors,
                self.turns,
                self.seed + 1000 * number,
                self.threads,
                self.break_off,
                self.patience,
            )
            for number in range(self.actors)
        ]

    def pace(self, done: int) -> Pace:
        """Rates fall in a straight line."""
        if done < self.imitate:
            return Pace(1e-3 if done > 100_000 else 3e-4, 0.0, 0.0, imitate=True)
        part = min(1.0, (done - self.imitate) / max(1, self.steps - self.imitate))
        fall = 1.0 - part
        return Pace(
            self.last_rate + (self.rate - self.last_rate) * fall,
            self.last_entropy + (self.entropy - self.last_entropy) * fall,
            self.magnet,
        )
