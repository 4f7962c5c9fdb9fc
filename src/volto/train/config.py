"""The settings of a training run, and what they must be."""

import json
from dataclasses import asdict, dataclass, fields, replace
from math import inf
from pathlib import Path
from random import Random
from typing import Annotated, Any, TypeVar, get_type_hints

from volto.agents import PERSONALITIES, make_agent
from volto.rules import LadyRule, Ruleset, VoltoError
from volto.train.actors import ActorConfig

Self = TypeVar("Self", bound="Config")


@dataclass(frozen=True)
class Between:
    """The range of a setting, both ends included."""

    low: float
    high: float = inf

    def __str__(self) -> str:
        return f"at least {self.low:g}" if self.high == inf else f"{self.low:g} to {self.high:g}"


Count = Annotated[int, Between(1)]
Turns = Annotated[int, Between(0)]
Share = Annotated[float, Between(0, 1)]
Strength = Annotated[float, Between(0)]
Rate = Annotated[float, Between(1e-9, 1)]
Widths = Annotated[tuple[int, ...], Between(1)]

FIXED = ("ladies", "widths", "critic_widths", "action_values", "start")
"""What a run that goes on cannot change."""


@dataclass(frozen=True)
class Coefficients:
    """The learning rate and the weights of the loss at one moment."""

    rate: float
    entropy: float
    magnet: float
    imitate: bool = False


@dataclass(frozen=True, kw_only=True)
class Config:
    """The settings of a run."""

    steps: Count = 30_000_000
    """Turns to learn from, over the whole run."""
    imitate: Turns = 2_500_000
    """Turns at the start that imitate instinct instead of reinforcing what wins."""
    games: Count = 1024
    """Games played in parallel."""
    turns: Count = 32
    """Turns played in each game between two rounds of learning."""
    minibatch: Count = 4096
    """Turns per gradient step."""
    widths: Widths = (256, 256)
    """Sizes of the player's hidden layers, such as --widths 256 256."""
    critic_widths: Widths = (128, 128)
    """Sizes of the critic's hidden layers."""
    rate: Rate = 5e-4
    """Learning rate at the start; it falls linearly to --last-rate."""
    last_rate: Rate = 2e-5
    """Learning rate at the end."""
    entropy: Strength = 0.02
    """Weight of the entropy bonus at the start; it changes linearly to --last-entropy."""
    last_entropy: Strength = 0.005
    """Weight of the entropy bonus at the end."""
    magnet: Strength = 0.05
    """Weight of the KL divergence from the magnet, an earlier policy."""
    magnet_every: Count = 1_000_000
    """Turns after which the current policy becomes the magnet."""
    kl: Strength = 0.0
    """Weight of the KL divergence from the policy that played the turns learned from."""
    advantage_scale: Strength = 0.0
    """What advantages are divided by; 0 for their standard deviation."""
    advantage_share: Share = 1.0
    """Share of turns, those with the largest advantages, that the policy learns from."""
    advantage_lambda: Share = 0.9
    """Lambda of the returns that moves are judged by."""
    value_lambda: Share = 0.98
    """Lambda of the returns that forecasts are trained on."""
    action_values: bool = False
    """Whether the critic values every action, so that the policy learns about all of them."""
    draw_cost: Share = 0.05
    """What a draw costs both families, in points from -1 to 1."""
    break_off: Share = 0.0
    """Probability, per turn without a capture, that a self-play game is called a draw."""
    patience: Turns = 0
    """Turns without a capture before that can happen."""
    past: Share = 0.12
    """Share of games against past players of this run."""
    instinct: Share = 0.06
    """Share of games against instinct."""
    rival: tuple[str, ...] = ()
    """An opponent and its share of games, as NAME=SHARE: a style, weights or a run's folder."""
    against: str = ""
    """Learn a best response to these weights, or to the run in this folder while it trains."""
    start: str = ""
    """Weights to start from instead of random ones."""
    average: Annotated[float, Between(0, 0.99999)] = 0.0
    """Keep players as a moving average of the weights with this decay per round; 0 for none."""
    uniform_share: Share = 0.25
    """Share of deployments drawn uniformly while training."""
    deploy_entropy: Annotated[float, Between(1e-4)] = 0.015
    """Weight of the entropy of deployments, in points from -1 to 1."""
    deploy_every: Count = 20
    """Rounds of learning between two updates of the deployments."""
    deploy_after: Turns = 6_000_000
    """Turns before deployments are learned."""
    keep_every: Count = 1_000_000
    """Turns between two players that are kept and evaluated."""
    evaluate: Annotated[int, Between(2)] = 400
    """Games per evaluation match; fewer against slow opponents."""
    examiner: tuple[str, ...] = ("thinker:100",)
    """Agents, such as searches, that kept players also meet, in a fortieth as many games."""
    ladies: LadyRule = LadyRule.OWNER
    """Who wins when a family's last Lady is captured: her owner or her captor."""
    seed: Turns = 1
    """Random seed, for repeatable runs."""
    threads: Turns = 2
    """Threads for playing; 0 for one per core."""
    actors: Count = 1
    """Actors that share the games; their number changes what is learned, their place does not."""

    def __post_init__(self) -> None:
        """Raises VoltoError for settings that cannot be."""
        hints = get_type_hints(type(self), include_extras=True)
        for field in fields(self):
            value = getattr(self, field.name)
            for limits in getattr(hints[field.name], "__metadata__", ()):
                numbers = value if isinstance(value, tuple) else (value,)
                if not numbers or not all(limits.low <= each <= limits.high for each in numbers):
                    raise VoltoError(f"{option(field.name)} must be {limits}, not {value}.")
        if self.games % self.actors:
            raise VoltoError(f"{self.games} games cannot be divided among {self.actors} actors.")
        for words in self.examiner:
            make_agent(words, Random())  # or it says that there is none
        total = self.past + self.instinct + sum(share for _, share in self.rivals)
        if total > 1 and not self.against:
            raise VoltoError(f"The shares of --past, --instinct and --rival add up to {total:g}.")

    @property
    def rivals(self) -> list[tuple[str, float]]:
        """The opponents that --rival names, and their shares of all games."""
        found = []
        for words in self.rival:
            name, _, share = words.rpartition("=")
            try:
                found.append((name, float(share)))
            except ValueError:
                raise VoltoError(
                    f"--rival is NAME=SHARE, such as hunter=0.1, not {words}."
                ) from None
            if not 0 <= found[-1][1] <= 1:
                raise VoltoError(f"The share of --rival {words} must be 0 to 1.")
            if name not in PERSONALITIES and not Path(name).exists():
                raise VoltoError(f"There is no style, file or folder {name!r} for --rival {words}.")
        return found

    def changed(self: Self, **changes: Any) -> Self:
        """The settings of a run that goes on with some of them changed."""
        for name in FIXED:
            if name in changes and changes[name] != (before := getattr(self, name)):
                raise VoltoError(
                    f"A run that goes on keeps its {option(name)}: {before or 'none'}, "
                    f"not {changes[name]}."
                )
        return replace(self, **changes)

    def save(self, folder: Path) -> None:
        text = json.dumps(asdict(self), indent=1)
        (folder / "config.json").write_text(text + "\n", encoding="utf-8")

    @classmethod
    def saved(cls: type[Self], folder: Path) -> Self:
        """The settings of the run in a folder; those it did not know yet have their defaults."""
        path = folder / "config.json"
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            known = {field.name for field in fields(cls)}
            if unknown := set(found) - known:
                raise VoltoError(f"{path} has settings unknown here: {', '.join(sorted(unknown))}.")
            tuples = {key: tuple(value) for key, value in found.items() if isinstance(value, list)}
            return cls(**{**found, **tuples})
        except (OSError, json.JSONDecodeError, TypeError) as error:
            raise VoltoError(
                f"The settings of a run cannot be read from {path}: {error}."
            ) from None

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(ladies=LadyRule(self.ladies))

    def actor_configs(self) -> list[ActorConfig]:
        """The games of each actor."""
        return [
            ActorConfig(
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

    def coefficients(self, done: int) -> Coefficients:
        """Those after so many turns."""
        if done < self.imitate:
            return Coefficients(1e-3 if done > 100_000 else 3e-4, 0.0, 0.0, imitate=True)
        part = min(1.0, (done - self.imitate) / max(1, self.steps - self.imitate))
        return Coefficients(
            self.rate + (self.last_rate - self.rate) * part,
            self.entropy + (self.last_entropy - self.entropy) * part,
            self.magnet,
        )


def option(name: str) -> str:
    """A setting as the command line spells it."""
    return "--" + name.replace("_", "-")
