"""A training run: games, lessons, checkpoints and a log, in a folder of its own."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from volto.agents.learned import Approach
from volto.mind.frame import frame
from volto.mind.memory import memory
from volto.mind.network import Network
from volto.rules import LadyRule, Ruleset, VoltoError
from volto.sim import actions_of
from volto.train.checkpoints import read_checkpoint, read_player, write_checkpoint
from volto.train.deploying import Deployer
from volto.train.gathering import Rival, match
from volto.train.learner import Learner, Pace
from volto.train.players import Frozen, Instinct, Player
from volto.train.troupe import Hire, Part, TroupeLost, hire_here

Tell = Callable[[dict[str, Any]], None]


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
    magnet_every: int = 30
    """Stretches after which the magnet moves on."""
    draw_cost: float = 0.05
    fade: float = 0.9
    value_fade: float = 0.98
    """λ of the returns by which moves are judged, and of those that forecasts are taught."""
    unit: float = 0.0
    """What advantages are counted in; 0: their own spread, which entropy and magnet then follow."""
    worths: bool = False
    """Whether the critic forecasts every move's worth, so that all moves are learned from."""
    past: float = 0.12
    """The share of games against past selves, and against instinct."""
    instinct: float = 0.06
    rivals: tuple[tuple[str, float], ...] = ()
    """Weights of other players, and the share of games against each."""
    against: str = ""
    """Weights of a player to learn against alone: a best response."""
    start: str = ""
    """Weights to begin from instead of fresh ones."""
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
    ladies: str = "owner"
    seed: int = 1
    threads: int = 2
    actors: int = 1
    """How many share the games out among them; it changes what is learned, but where they are
    does not."""

    def __post_init__(self) -> None:
        if self.actors < 1 or self.games % self.actors:
            raise VoltoError(
                f"{self.games} games cannot be shared out evenly among {self.actors} actors."
            )

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(ladies=LadyRule(self.ladies))

    def parts(self) -> list[Part]:
        """The games of each actor."""
        return [
            Part(
                self.ruleset,
                self.games // self.actors,
                self.turns,
                self.seed + 1000 * number,
                self.threads,
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


class Run:
    """A learner with its games and its folder."""

    def __init__(self, folder: Path, plan: Plan, hire: Hire = hire_here) -> None:
        self.folder, self.plan = folder, plan
        ruleset = plan.ruleset
        folder.mkdir(parents=True, exist_ok=True)
        self.gathering = hire(plan.parts())
        self.learner = Learner(
            frame(ruleset).size,
            self.gathering.truths,
            actions_of(ruleset),
            plan.widths,
            plan.critic_widths,
            plan.seed,
            plan.draw_cost,
            plan.fade,
            plan.value_fade,
            plan.unit,
            plan.worths,
        )
        known = memory(ruleset.ladies).deployments(ruleset, 0.3)
        self.deployer = Deployer(ruleset, known, even=plan.deploy_even, second=plan.deploy_second)
        self.teacher = replace(Instinct.of(ruleset, 0.3), temperature=0.4)
        self.rng = np.random.default_rng(plan.seed + 1)
        self.done = 0
        self.stretches = 0

    @classmethod
    def resume(cls, folder: Path, hire: Hire = hire_here, **changes: Any) -> "Run":
        """Go on from a folder's last checkpoint, with some settings changed."""
        saved = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
        for name in ("widths", "critic_widths"):
            saved[name] = tuple(saved[name])
        saved["rivals"] = tuple((path, share) for path, share in saved["rivals"])
        run = cls(folder, replace(Plan(**saved), **changes), hire)
        remarks = read_checkpoint(folder / "last.safetensors", run.learner, run.deployer)
        run.done, run.stretches = int(remarks["done"]), int(remarks["stretches"])
        return run

    def start_from(self, path: Path) -> None:
        """Begin with another run's player."""
        read_player(path, self.learner, self.deployer)

    def save(self, path: Path, whole: bool) -> None:
        """Write a checkpoint; not `whole` is the player alone."""
        remarks = {
            "done": str(self.done),
            "stretches": str(self.stretches),
            "plan": json.dumps(asdict(self.plan)),
        }
        write_checkpoint(path, self.learner, self.deployer, remarks, whole)

    def network(self) -> Network:
        """The player as it is now."""
        tensors = {f"player/{key}": value for key, value in self.learner.player().items()}
        return Network.of(tensors)

    def go(self, tell: Tell) -> None:
        """Learn until the plan is fulfilled; a stop in between loses little."""
        settings = json.dumps(asdict(self.plan), indent=1)
        (self.folder / "plan.json").write_text(settings, encoding="utf-8")
        try:
            self._learn(tell)
        except TroupeLost:
            self.save(self.folder / "last.safetensors", whole=True)
            raise
        self.save(self.folder / "last.safetensors", whole=True)

    def _learn(self, tell: Tell) -> None:
        plan = self.plan
        self._seat()
        sums = np.cumsum(self.deployer.chances(plan.even))
        self.gathering.begin(sums)
        size = plan.games * plan.turns
        told_at, kept = time.perf_counter(), self.done // plan.keep_every
        while self.done < plan.steps:
            pace = plan.pace(self.done)
            network = self.network()
            stretch = self.gathering.gather(network, sums, self.teacher if pace.imitate else None)
            figures = self.learner.learn(stretch, pace, plan.lesson)
            self.done += size
            self.stretches += 1
            if self.stretches % plan.magnet_every == 0 or pace.imitate:
                self.learner.refresh_magnet()
            if self.stretches % plan.deploy_every == 0 and self.done >= plan.deploy_after:
                figures["deployments"] = self.deployer.learn(self.network())
                sums = np.cumsum(self.deployer.chances(plan.even))
            if self.stretches % 10 == 0:
                self._seat()
                now = time.perf_counter()
                figures["samples_per_s"] = 10 * size / (now - told_at)
                told_at = now
                self._log({"step": self.done, **figures, **self._record()}, tell)
            if self.done // plan.keep_every > kept:
                kept = self.done // plan.keep_every
                self.save(self.folder / "last.safetensors", whole=True)
                self.save(self.folder / f"player-{self.done:010d}.safetensors", whole=False)
                self._log({"step": self.done, "matches": self.evaluate()}, tell)
                told_at = time.perf_counter()

    def _record(self) -> dict[str, Any]:
        record = self.gathering.tell()
        games = int(record.games.sum())
        return {
            "games": games,
            "turns": record.turns / max(games, 1),
            "draws": record.draws / max(games, 1),
            "against": {
                str(kind): round(float(record.points[kind] / record.games[kind]), 3)
                for kind in np.flatnonzero(record.games)
            },
        }

    def _log(self, figures: dict[str, Any], tell: Tell) -> None:
        line = {"time": round(time.time()), **figures}
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        tell(line)

    def kept(self) -> list[Path]:
        """The players kept so far, oldest first."""
        return sorted(self.folder.glob("player-*.safetensors"))

    def _seat(self) -> None:
        """Choose the rivals of the next games."""
        plan, ruleset = self.plan, self.plan.ruleset
        if plan.against:
            self.gathering.seat_rivals([Rival(at_table(Path(plan.against), ruleset), 1.0, 3)])
            return
        rivals: list[Rival] = []
        past = self.kept()
        if past and self.done > plan.imitate:
            drawn = [past[number] for number in self.rng.integers(len(past), size=2)]
            rivals += [Rival(frozen(path, ruleset), plan.past / 2, 1) for path in drawn]
        if self.done > plan.imitate:
            rivals.append(Rival(self.teacher, plan.instinct, 2))
            for kind, (path, share) in enumerate(plan.rivals, 3):
                if Path(path).exists():
                    rivals.append(Rival(frozen(Path(path), ruleset), share, min(kind, 7)))
        self.gathering.seat_rivals(rivals)

    def evaluate(self) -> dict[str, float]:
        """Points won against instinct, past selves and the plan's rivals, as shares.

        A best response meets the one it was learned against, and nobody else.
        """
        plan, ruleset = self.plan, self.plan.ruleset
        now = Frozen(self.network(), np.cumsum(self.deployer.chances()), 0.7, 0.03)
        others: dict[str, Player] = {"instinct": self.teacher}
        past = self.kept()
        if plan.against:
            path = Path(plan.against)
            others, past = {path.stem: at_table(path, ruleset)}, []
        for path in {past[len(past) // 2], past[max(0, len(past) - 5)]} if len(past) > 1 else ():
            others[path.stem] = replace(frozen(path, ruleset), temperature=0.7, least=0.03)
        for name, _ in plan.rivals:
            if Path(name).exists():
                others[Path(name).stem] = frozen(Path(name), ruleset)
        found = {}
        for name, other in others.items():
            won, drawn, _ = match(now, other, plan.evaluate, self.done, ruleset, plan.threads)
            found[name] = round((won + drawn / 2) / plan.evaluate, 4)
        return found


def frozen(path: Path, ruleset: Ruleset) -> Frozen:
    """A player from a file of weights, with the deployments it learned."""
    if not path.exists():
        raise VoltoError(f"There are no weights {path}.")
    network = Network.load(path)
    known = network.deployments
    if not len(known):
        known = memory(ruleset.ladies).deployments(ruleset, 1.0).astype(np.float32)
    return Frozen(network, np.cumsum(known.astype(np.float64)))


def at_table(path: Path, ruleset: Ruleset) -> Frozen:
    """The same as it plays at the table: a little sharper than its policy."""
    usual = Approach()
    return replace(frozen(path, ruleset), temperature=usual.temperature, least=usual.least)
