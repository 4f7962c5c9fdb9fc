"""A training run: games, lessons, checkpoints and a log, in a folder of its own."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from volto.agents import PERSONALITIES
from volto.mind.encoding import inputs_of
from volto.mind.network import Network
from volto.mind.priors import memory
from volto.sim import actions_of
from volto.train import ATTACKER
from volto.train.actors import Hire, TroupeLost, hire_here
from volto.train.agent_players import seated
from volto.train.checkpoints import (
    player_tensors,
    read_checkpoint,
    read_player,
    write_checkpoint,
)
from volto.train.config import Plan
from volto.train.deployment_policy import Deployer
from volto.train.evaluation import examined
from volto.train.learner import Learner
from volto.train.player_files import (
    Average,
    at_table,
    frozen,
    kept,
    newest_and_earlier,
    player_name,
)
from volto.train.players import Frozen, Instinct, Player
from volto.train.rollouts import KINDS, Rival, match

Tell = Callable[[dict[str, Any]], None]
SLOWER, SLOWEST = 4, 40
"""By how much fewer games are played against those who play by the rules, not by the machine, and
against those who search."""
SAVED_EVERY = 32
"""Stretches after which a stop loses nothing; players are kept less often."""
FIRST_RIVAL = 3
"""Kinds before it, for the critic: the learner itself, its past, instinct."""
NEWEST, EARLIER = 0.5, 0.2
"""The shares of a chaser's games against the player whom it chases, as it is and as it was."""


class Run:
    """A learner with its games and its folder."""

    def __init__(self, folder: Path, plan: Plan, hire: Hire = hire_here) -> None:
        self.folder, self.plan = folder, plan
        ruleset = plan.ruleset
        self.gathering = hire(plan.parts())
        self.learner = Learner(
            inputs_of(ruleset),
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
            plan.largest,
            plan.kl,
        )
        known = memory(ruleset.ladies).deployments(ruleset, 0.3)
        self.deployer = Deployer(ruleset, known, even=plan.deploy_even, second=plan.deploy_second)
        self.teacher = replace(Instinct.of(ruleset, 0.3), temperature=0.4)
        self.rng = np.random.default_rng(plan.seed + 1)
        self.done = 0
        self.stretches = 0
        self.average = Average(plan.steady)

    @classmethod
    def resume(cls, folder: Path, hire: Hire = hire_here, **changes: Any) -> "Run":
        """Go on from a folder's last checkpoint, with some settings changed."""
        run = cls(folder, replace(Plan.saved(folder), **changes), hire)
        remarks = read_checkpoint(
            folder / "last.safetensors", run.learner, run.deployer, run.average
        )
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
        average = self.average.player
        write_checkpoint(path, self.learner, self.deployer, remarks, whole, average)

    def network(self) -> Network:
        """The player as it is now."""
        return Network.of(player_tensors(self.learner, self.deployer))

    def go(self, tell: Tell, until: int | None = None) -> None:
        """Learn until the plan is fulfilled, or for so many turns; a stop in between loses little.

        What was learned by then is kept as a player, too, when there is an `until`.
        """
        self._seat()  # or it says who is missing, before anything is written
        self.folder.mkdir(parents=True, exist_ok=True)
        settings = json.dumps(asdict(self.plan), indent=1)
        (self.folder / "plan.json").write_text(settings, encoding="utf-8")
        try:
            self._learn(tell, self.plan.steps if until is None else min(until, self.plan.steps))
        except TroupeLost:
            self.save(self.folder / "last.safetensors", whole=True)
            raise
        self.save(self.folder / "last.safetensors", whole=True)
        if until is not None:
            self._keep()

    def _keep(self) -> None:
        self.save(self.folder / f"player-{self.done:010d}.safetensors", whole=False)

    def _learn(self, tell: Tell, until: int) -> None:
        plan = self.plan
        sums = np.cumsum(self.deployer.chances(plan.even))
        self.gathering.begin(sums)
        size = plan.games * plan.turns
        told_at, told_of, kept = time.perf_counter(), self.done, self.done // plan.keep_every
        while self.done < until:
            pace = plan.pace(self.done)
            network = self.network()
            stretch = self.gathering.gather(network, sums, self.teacher if pace.imitate else None)
            figures = self.learner.learn(stretch, pace, plan.lesson)
            passed = (self.done + size) // plan.magnet_every > self.done // plan.magnet_every
            self.done += size
            self.stretches += 1
            if plan.steady:
                self.average.follow(self.learner.player(), self.stretches)
            if passed or pace.imitate:
                self.learner.refresh_magnet()
            if self.stretches % plan.deploy_every == 0 and self.done >= plan.deploy_after:
                figures["deployments"] = self.deployer.learn(self.network())
                sums = np.cumsum(self.deployer.chances(plan.even))
            if self.stretches % 10 == 0:
                self._seat()
                now = time.perf_counter()
                figures["samples_per_s"] = (self.done - told_of) / (now - told_at)
                told_at, told_of = now, self.done
                self._log({"step": self.done, **figures, **self._record()}, tell)
            if self.stretches % SAVED_EVERY == 0 or self.done // plan.keep_every > kept:
                self.save(self.folder / "last.safetensors", whole=True)
            if self.done // plan.keep_every > kept:
                kept = self.done // plan.keep_every
                self._keep()
                self._log({"step": self.done, "matches": self.evaluate()}, tell)
                told_at, told_of = time.perf_counter(), self.done

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
        return kept(self.folder)

    def rivals(self) -> list[tuple[str, Rival]]:
        """Others to play against, by name.

        Those of the plan, its attackers as they are now, and one of them as it once was; or, for
        an attacker, its target.
        """
        plan = self.plan
        if plan.against:
            return self._targets(Path(plan.against))
        players = [kept(folder) for folder in sorted(self.folder.glob(f"{ATTACKER}*"))]
        past = [path for paths in players for path in paths[:-1]]
        attackers = [(paths[-1], plan.attacked) for paths in players if paths]
        if past:
            attackers.append((past[self.rng.integers(len(past))], plan.attacked / 2))
        last = min(FIRST_RIVAL + len(plan.rivals), KINDS - 1)  # the kind of all attackers
        met = [
            (name, Rival(player, share / len(named), min(kind, last)))
            for kind, (words, share) in enumerate(plan.rivals, FIRST_RIVAL)
            for named in [self._named(words)]
            for name, player in named
        ]
        return met + [
            (player_name(path), Rival(frozen(path, plan.ruleset), share, last))
            for path, share in attackers
        ]

    def _targets(self, path: Path) -> list[tuple[str, Rival]]:
        """Whom an attacker learns to beat: one player alone, or a run's player while it learns."""
        ruleset = self.plan.ruleset
        if not path.is_dir():
            return [(path.stem, Rival(at_table(path, ruleset), 1.0, FIRST_RIVAL))]
        newest, earlier = (
            at_table(player, ruleset) for player in newest_and_earlier(path, self.rng)
        )
        return [
            ("newest", Rival(newest, NEWEST, FIRST_RIVAL)),
            ("earlier", Rival(earlier, EARLIER, FIRST_RIVAL + 1)),
        ]

    def _named(self, words: str) -> Sequence[tuple[str, Player]]:
        """Rivals of the plan and their names: a personality, one from a file of weights, or a run's
        player while it learns, as it is and as it once was."""
        if words in PERSONALITIES:
            return [(words, seated(words, self.plan.ruleset))]
        path = Path(words)
        if path.is_dir():
            drawn = newest_and_earlier(path, self.rng) if kept(path) else ()
            return [(player_name(one), frozen(one, self.plan.ruleset)) for one in drawn]
        return [(str(path.with_suffix("")), frozen(path, self.plan.ruleset))]

    def _seat(self) -> None:
        """Choose the rivals of the next games."""
        plan, ruleset = self.plan, self.plan.ruleset
        if plan.against:
            self.gathering.seat_rivals([rival for _, rival in self.rivals()])
            return
        rivals: list[Rival] = []
        past = self.kept()
        if past and self.done > plan.imitate:
            drawn = [past[number] for number in self.rng.integers(len(past), size=2)]
            rivals += [Rival(frozen(path, ruleset), plan.past / 2, 1) for path in drawn]
        if self.done > plan.imitate:
            rivals.append(Rival(self.teacher, plan.instinct, 2))
            rivals += [rival for _, rival in self.rivals()]
        self.gathering.seat_rivals(rivals)

    def evaluate(self) -> dict[str, float]:
        """Points won against instinct, past selves, the plan's rivals and examiners, as shares.

        An attacker meets whom it learns to beat, and nobody else.
        """
        plan, ruleset = self.plan, self.plan.ruleset
        network = Network.of(player_tensors(self.learner, self.deployer, self.average.player))
        now = Frozen(network, np.cumsum(self.deployer.chances()), 0.7, 0.03)
        others: dict[str, Player] = {}
        if not plan.against:
            others["instinct"] = self.teacher
            past = self.kept()
            for path in {past[len(past) // 2], past[-5:][0]} if len(past) > 1 else ():
                others[path.stem] = replace(frozen(path, ruleset), temperature=0.7, least=0.03)
        others |= {name: rival.player for name, rival in self.rivals()}
        found = {}
        for name, other in others.items():
            games = max(2, plan.evaluate // SLOWER) if other.by_the_rules else plan.evaluate
            won, drawn, _ = match(now, other, games, self.done, ruleset, plan.threads)
            found[name] = round((won + drawn / 2) / games, 4)
        for words in () if plan.against else plan.examiners:
            games = max(2, plan.evaluate // SLOWEST)
            share = examined(network, words, games, self.done, ruleset)
            found[words] = round(share, 4)
        return found
