"""A training run: games, learning, checkpoints and a log, in a folder of its own."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from volto.agents import PERSONALITIES
from volto.mind.encoding import inputs_of
from volto.mind.network import Network
from volto.mind.priors import shipped_priors
from volto.rules import VoltoError
from volto.sim import actions_of
from volto.train.actors import ActorsLost, MakeActors, local_actors
from volto.train.agent_players import agent_player
from volto.train.checkpoints import (
    player_tensors,
    read_checkpoint,
    read_player,
    write,
    write_checkpoint,
)
from volto.train.config import Config
from volto.train.deployment_policy import DeploymentPolicy
from volto.train.evaluation import examined
from volto.train.learner import PolicyLearner
from volto.train.player_files import (
    MovingAverage,
    at_table,
    frozen,
    kept,
    newest_and_earlier,
    player_name,
)
from volto.train.players import Frozen, Instinct, Player
from volto.train.rollouts import KINDS, Rival, match

Report = Callable[[dict[str, Any]], None]
CHECKPOINT = "last.safetensors"
SAVE_EVERY, REPORT_EVERY = 32, 10
"""Rounds between two checkpoints, and between two lines of the log."""
SLOWER, SLOWEST = 4, 40
"""By how much fewer games are played against those who play by the rules, not by the machine, and
against those who search."""
FIRST_RIVAL = 3
"""Kinds before it, for the critic: the learner itself, its past, instinct."""
NEWEST, EARLIER = 0.5, 0.2
"""Shares of games against the player of a run that is attacked while it trains."""


class Run:
    """A learner with its games and its folder."""

    def __init__(
        self, folder: Path, config: Config, make_actors: MakeActors = local_actors
    ) -> None:
        self.folder, self.config = folder, config
        ruleset = config.ruleset
        self.actors = make_actors(config.actor_configs())
        self.learner = PolicyLearner(
            inputs_of(ruleset), self.actors.truths, actions_of(ruleset), config
        )
        prior = shipped_priors(ruleset.ladies).deployments(ruleset, 0.3)
        self.deployments = DeploymentPolicy(ruleset, prior, entropy=config.deploy_entropy)
        self.teacher = replace(Instinct.of(ruleset, 0.3), temperature=0.4)
        self.rng = np.random.default_rng(config.seed + 1)
        self.done = 0
        self.rounds = 0
        self.average = MovingAverage(config.average)

    @classmethod
    def open(cls, folder: Path, make_actors: MakeActors = local_actors, **settings: Any) -> "Run":
        """Go on with the run in a folder, with some settings changed, or start one there."""
        path = folder / CHECKPOINT
        if not path.exists():
            config = Config(**settings)
            if config.start and not Path(config.start).is_file():
                raise VoltoError(f"There are no weights {config.start}.")
            run = cls(folder, config, make_actors)
            if config.start:
                read_player(Path(config.start), run.learner, run.deployments)
            return run
        run = cls(folder, Config.saved(folder).changed(**settings), make_actors)
        remarks = read_checkpoint(path, run.learner, run.deployments, run.average)
        run.done, run.rounds = int(remarks["done"]), int(remarks["rounds"])
        return run

    def network(self, average: bool = False) -> Network:
        """The player as it is now, or on average if the run keeps one."""
        player = self.average.player if average else None
        return Network.of(player_tensors(self.learner, self.deployments, player))

    def go(self, report: Report) -> None:
        """Learn until all turns are done; a stop in between loses little."""
        self._seat()  # or it says who is missing, before anything is written
        self.folder.mkdir(parents=True, exist_ok=True)
        self.config.save(self.folder)
        try:
            self._learn(report)
        except ActorsLost:
            self._save()
            raise
        self._save()

    def _remarks(self) -> dict[str, str]:
        return {"done": str(self.done), "rounds": str(self.rounds)}

    def _save(self) -> None:
        path = self.folder / CHECKPOINT
        write_checkpoint(path, self.learner, self.deployments, self.average, self._remarks())

    def _keep(self) -> None:
        tensors = player_tensors(self.learner, self.deployments, self.average.player)
        write(self._kept_now(), tensors, self._remarks())

    def _kept_now(self) -> Path:
        return self.folder / f"player-{self.done:010d}.safetensors"

    def _learn(self, report: Report) -> None:
        config = self.config
        sums = np.cumsum(self.deployments.chances(config.uniform_share))
        self.actors.reset(sums)
        size = config.games * config.turns
        since, before = time.perf_counter(), self.done
        while self.done < config.steps:
            now = config.coefficients(self.done)
            teacher = self.teacher if now.imitate else None
            trajectory = self.actors.collect(self.network(), sums, teacher)
            metrics = self.learner.learn(trajectory, now)
            self.done += size
            self.rounds += 1
            if config.average:
                self.average.follow(self.learner.player(), self.rounds)
            if self._passed(config.magnet_every) or now.imitate:
                self.learner.refresh_magnet()
            if self.rounds % config.deploy_every == 0 and self.done >= config.deploy_after:
                metrics["deployments"] = self.deployments.learn(self.network())
                sums = np.cumsum(self.deployments.chances(config.uniform_share))
            if self.rounds % REPORT_EVERY == 0:
                self._seat()
                metrics["turns_per_s"] = (self.done - before) / (time.perf_counter() - since)
                since, before = time.perf_counter(), self.done
                self._log({"step": self.done, **metrics, **self._stats()}, report)
            if self.rounds % SAVE_EVERY == 0:
                self._save()
            if self._passed(config.keep_every):
                self._save()
                self._keep()
                self._log({"step": self.done, "matches": self.evaluate()}, report)
                since, before = time.perf_counter(), self.done

    def _passed(self, every: int) -> bool:
        """Whether another so many turns were completed in the last round."""
        return self.done % every < self.config.games * self.config.turns

    def _stats(self) -> dict[str, Any]:
        stats = self.actors.take_stats()
        games = int(stats.games.sum())
        return {
            "games": games,
            "turns": stats.turns / max(games, 1),
            "draws": stats.draws / max(games, 1),
            "against": {
                str(kind): round(float(stats.points[kind] / stats.games[kind]), 3)
                for kind in np.flatnonzero(stats.games)
            },
        }

    def _log(self, figures: dict[str, Any], report: Report) -> None:
        line = {"time": round(time.time()), **figures}
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        report(line)

    def rivals(self) -> list[tuple[str, Rival]]:
        """Others to play against, by name: those of the settings, or who is attacked."""
        if self.config.against:
            return self._targets(Path(self.config.against))
        return [
            (name, Rival(player, share / len(named), min(kind, KINDS - 1)))
            for kind, (words, share) in enumerate(self.config.rivals, FIRST_RIVAL)
            for named in [self._named(words)]
            for name, player in named
        ]

    def _targets(self, path: Path) -> list[tuple[str, Rival]]:
        """Whom a best response is learned to: one player alone, or a run's while it trains."""
        ruleset = self.config.ruleset
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
        """Rivals of the settings and their names: a style, one from a file of weights, or a run's
        player while it trains, as it is and as it once was."""
        ruleset = self.config.ruleset
        if words in PERSONALITIES:
            return [(words, agent_player(words, ruleset))]
        path = Path(words)
        if path.is_dir():
            drawn = newest_and_earlier(path, self.rng) if kept(path) else ()
            return [(player_name(one), frozen(one, ruleset)) for one in drawn]
        return [(str(path.with_suffix("")), frozen(path, ruleset))]

    def _seat(self) -> None:
        """Choose the rivals of the next games."""
        config = self.config
        rivals = [rival for _, rival in self.rivals()]
        if not config.against:
            rivals.insert(0, Rival(self.teacher, config.instinct, 2))
            if config.past and (past := kept(self.folder)):
                drawn = [past[number] for number in self.rng.integers(len(past), size=2)]
                players = [frozen(path, config.ruleset) for path in drawn]
                rivals = [Rival(player, config.past / 2, 1) for player in players] + rivals
            if self.done <= config.imitate:
                rivals = []
        self.actors.seat_rivals(rivals)

    def evaluate(self) -> dict[str, float]:
        """Points won against instinct, past players, rivals and examiners, as shares.

        A best response meets only whom it is learned to.
        """
        config, ruleset = self.config, self.config.ruleset
        network = self.network(average=True)
        now = Frozen(network, np.cumsum(self.deployments.chances()), 0.7, 0.03)
        others: dict[str, Player] = {}
        if not config.against:
            others["instinct"] = self.teacher
            past = [path for path in kept(self.folder) if path != self._kept_now()]
            for path in (past[len(past) // 2], past[-4:][0]) if past else ():
                others[path.stem] = replace(frozen(path, ruleset), temperature=0.7, least=0.03)
        others |= {name: rival.player for name, rival in self.rivals()}
        found = {}
        for name, other in others.items():
            games = max(2, config.evaluate // SLOWER) if other.by_the_rules else config.evaluate
            won, drawn, _ = match(now, other, games, self.done, ruleset, config.threads)
            found[name] = round((won + drawn / 2) / games, 4)
        for words in () if config.against else config.examiner:
            games = max(2, config.evaluate // SLOWEST)
            found[words] = round(examined(network, words, games, self.done, ruleset), 4)
        return found
