"""`volto arena`: agents play each other, and the results are rated."""

import json as json_text
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console

from volto.agents import make_agent
from volto.agents.registry import ENGINE
from volto.arena.archive import Archive
from volto.arena.conditions import Conditions, DeploymentSource
from volto.arena.contest import Contest
from volto.arena.plot import ladder_svg
from volto.arena.ratings import rate
from volto.arena.report import figures
from volto.arena.report import markdown as markdown_text
from volto.arena.results import Results, pair_counts
from volto.arena.sprt import Sprt
from volto.arena.supervision import dismiss
from volto.cli import INTERRUPTED
from volto.cli.scoreboard import scoreboard
from volto.cli.standings import show_standings, sprt_line
from volto.cli.text_board import terminal
from volto.rules import STANDARD, VoltoError
from volto.sim.threads import all_cores

PAIRS, PAIRS_WITH_SPRT = 50, 10_000


def arena(
    *agents: str,
    engine: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    pairs: int | None = None,
    seed: int = 1,
    seconds: float | None = None,
    nodes: int | None = None,
    grace: float = 0.5,
    deployments: Literal["own", "random"] = "own",
    ladies: Literal["owner", "captor"] = "owner",
    workers: int = 0,
    record: Path | None = None,
    sprt: Annotated[tuple[float, float] | None, Parameter(negative="")] = None,
    anchor: str | None = None,
    plot: Path | None = None,
    json: Path | None = None,
    markdown: Path | None = None,
    report: Path | None = None,
) -> None:
    """Play agents against each other in pairs of games with the seats swapped, and rate them.

    Parameters
    ----------
    agents
        Two agents or more, such as greedy, random or level:7; each meets each.
    engine
        An outside program that speaks VEI, as one more agent; may be given several times.
    pairs
        Pairs of games for every two agents: 50, or with --sprt at most 10,000.
    seed
        A number that makes chance repeat itself.
    seconds
        Time for a move. Whoever needs more than this and the grace loses the game.
    nodes
        Nodes for a move.
    grace
        Seconds beyond --seconds before a move comes too late.
    deployments
        Whether agents deploy for themselves, or chance does.
    ladies
        Who wins when a family's last Lady is captured: her owner, or her captor's family.
    workers
        Processes that play at the same time; 0 for as many as there are cores.
    record
        Keep the games in this file; the same command takes an interrupted match up again.
    sprt
        Stop as soon as it is clear whether the first agent is ahead by ELO0 or by ELO1.
    anchor
        The agent that has 0 Elo: random, if it plays; otherwise the mean is 0.
    plot
        Draw the ladder in this SVG file.
    json
        Write all figures to this file, for programs.
    markdown
        Write the tables to this file.
    report
        Play nothing, and rate the games of this file instead.
    """
    entry = [*agents, *(f"{ENGINE}{command}" for command in engine)]
    test = Sprt(*sprt) if sprt else None
    outcome = _Outcome(test, anchor, plot, json, markdown)
    console = terminal()
    if report is not None:
        if entry or record:
            raise VoltoError("--report rates the games of a file: no agents and no --record.")
        outcome.show(console, _read(report), [])
        return
    rules = STANDARD.but(ladies)
    conditions = Conditions(seed, DeploymentSource(deployments), seconds, nodes, grace, rules)
    if workers < 0:
        raise VoltoError(f"The number of workers is 0 or more, not {workers}.")
    if anchor is not None and anchor not in entry:
        raise VoltoError(f"--anchor {anchor}: this agent is not in the match.")
    pairs = (PAIRS_WITH_SPRT if test else PAIRS) if pairs is None else pairs
    contest = Contest(entry, conditions, pairs, record, test)
    for words in entry:  # a wrong word is told before the match, not in every game
        dismiss(make_agent(words, Random(0)))
    try:
        _play(console, contest, workers or all_cores())
    except KeyboardInterrupt:
        _leave(contest)
    outcome.show(console, contest.results, entry)


def _play(console: Console, contest: Contest, workers: int) -> None:
    done = contest.results.pairs
    if contest.archive and contest.archive.torn:
        torn = f"{contest.record} ends in the middle of a pair, which is played again."
        console.print(torn, soft_wrap=True)
    if done:
        held = f"{contest.record} holds {done} of {contest.total} pairs already."
        console.print(held, soft_wrap=True)
    if not contest.missing:
        return
    with (
        scoreboard(console, contest.agents, done, contest.total) as tell,
        closing(contest.play(workers)) as played,
    ):
        tell(contest.results)
        for results in played:
            tell(results)


def _leave(contest: Contest) -> None:
    """Say how to go on, and go."""
    where = f"Interrupted after {contest.results.pairs} of {contest.total} pairs."
    kept = f"{contest.record} keeps them: the same command plays the rest."
    lost = "They are not kept: with --record FILE, a match can be taken up again."
    print(f"\n{where} {kept if contest.record else lost}", file=sys.stderr)
    sys.exit(INTERRUPTED)


def _read(path: Path) -> Results:
    if not path.exists():
        raise VoltoError(f"--report {path}: there is no such file.")
    results = Results.of(Archive.read(path).played)
    if not results.pairs:
        raise VoltoError(f"--report {path}: this holds no pair of games.")
    return results


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What is to be told of the results, and where."""

    sprt: Sprt | None
    anchor: str | None
    plot: Path | None
    json: Path | None
    markdown: Path | None

    def __post_init__(self) -> None:
        for path in (self.plot, self.json, self.markdown):
            if path is not None and not path.parent.is_dir():
                raise VoltoError(f"{path}: there is no folder {path.parent}.")

    def show(self, console: Console, results: Results, agents: list[str]) -> None:
        """Tables in the terminal, and the files that were asked for; the test is for `agents`."""
        one, other = (agents or results.agents)[:2]
        if self.sprt and len(results.agents) != 2:
            raise VoltoError("The sequential test is for two agents.")
        ratings = rate(results, self.anchor)
        show_standings(console, results, ratings)
        if self.sprt:
            console.print(sprt_line(self.sprt, results, one, other))
        if self.plot:
            self.plot.write_text(ladder_svg(ratings), encoding="utf-8")
        if self.json:
            found = figures(results, ratings)
            if self.sprt:
                counts = pair_counts(results.tally(one, other))
                found["sprt"] = {"agent": one, **self.sprt.figures(counts)}
            self.json.write_text(json_text.dumps(found, indent=1) + "\n", encoding="utf-8")
        if self.markdown:
            self.markdown.write_text(markdown_text(results, ratings), encoding="utf-8")
