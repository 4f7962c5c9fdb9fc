"""`volto arena`: agents play each other, and the results are rated."""

import json as json_text
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from threading import Event
from types import FrameType
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.types import PositiveInt
from cyclopts.validators import Number
from rich.console import Console

from volto.agents import make_agent
from volto.agents.registry import ENGINE
from volto.arena.archive import Archive
from volto.arena.conditions import LONGEST, Conditions, DeploymentSource
from volto.arena.contest import Contest
from volto.arena.plot import ladder_svg
from volto.arena.ratings import rate
from volto.arena.report import figures
from volto.arena.report import markdown as markdown_text
from volto.arena.results import Results, pair_counts
from volto.arena.sprt import Sprt
from volto.arena.supervision import dismiss
from volto.cli import INTERRUPTED
from volto.cli.files import STDIO, File, check_outputs, input_name, write_text
from volto.cli.scoreboard import scoreboard
from volto.cli.standings import show_standings, sprt_line
from volto.cli.text_board import terminal
from volto.rules import STANDARD, VoltoError
from volto.sim.threads import all_cores

PAIRS, PAIRS_WITH_SPRT = 50, 10_000


def arena(
    *agents: str,
    engine: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    pairs: Annotated[int | None, Parameter(validator=Number(gte=1, lte=1_000_000))] = None,
    seed: int = 1,
    seconds: Annotated[float | None, Parameter(validator=Number(gt=0, lte=LONGEST))] = None,
    nodes: PositiveInt | None = None,
    grace: Annotated[float, Parameter(validator=Number(gte=0, lte=LONGEST))] = 0.5,
    deployments: Literal["own", "random"] = "own",
    ladies: Literal["owner", "captor"] = "owner",
    workers: Annotated[int, Parameter(validator=Number(gte=0, lte=1024))] = 0,
    record: File | None = None,
    sprt: Annotated[tuple[float, float] | None, Parameter(negative="")] = None,
    anchor: str | None = None,
    plot: File | None = None,
    json: File | None = None,
    markdown: File | None = None,
    report: File | None = None,
) -> None:
    """Play agents against each other in pairs of games with the seats swapped, and rate them.

    Parameters
    ----------
    agents
        Two or more agents, such as greedy, level:7 or your own as module:Class; each meets each.
    engine
        An outside program that speaks VEI, as another agent. Can be repeated.
    pairs
        Pairs of games for every two agents; by default 50, or up to 10,000 with --sprt.
    seed
        Random seed, for repeatable matches.
    seconds
        Seconds per move. Whoever takes longer than this plus the grace loses the game.
    nodes
        Nodes per move.
    grace
        Seconds a move may take beyond --seconds.
    deployments
        Whether agents choose their deployments or get random ones.
    ladies
        Who wins when a family's last Lady is captured: her owner or her captor.
    workers
        How many processes play at the same time; 0 for one per core.
    record
        Save the games in this file. The same command resumes an interrupted match.
    sprt
        Stop as soon as it is clear whether the first agent is ahead by ELO0 or by ELO1.
    anchor
        The agent that has 0 Elo; by default random, or the mean if random does not play.
    plot
        Draw the ladder in this SVG file (needs volto[plots]).
    json
        Write all figures to this file, for programs.
    markdown
        Write the tables to this file.
    report
        Play nothing; rate the games of this file instead.
    """
    entry = [*agents, *(f"{ENGINE}{command}" for command in engine)]
    test = Sprt(*sprt) if sprt else None
    outcome = _Outcome(test, anchor, plot, json, markdown)
    console = terminal(stderr=check_outputs(record, plot, json, markdown))
    if report is not None:
        if entry or record:
            raise VoltoError("--report rates the games of a file: give no agents and no --record.")
        outcome.show(console, _read(report), [])
        return
    rules = STANDARD.but(ladies)
    conditions = Conditions(seed, DeploymentSource(deployments), seconds, nodes, grace, rules)
    if anchor is not None and anchor not in entry:
        raise VoltoError(f"--anchor {anchor}: this agent does not play.")
    pairs = (PAIRS_WITH_SPRT if test else PAIRS) if pairs is None else pairs
    saved = sys.stdout.buffer if record == STDIO else record
    contest = Contest(entry, conditions, pairs, saved, test)
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
        torn = f"{contest.record} ends in the middle of a pair, which will be played again."
        console.print(torn, soft_wrap=True)
    if done:
        held = f"{contest.record} already holds {done} of {contest.total} pairs."
        console.print(held, soft_wrap=True)
    if not contest.missing:
        return
    with (
        _remembering_ctrl_c() as struck,
        scoreboard(console, contest.agents, done, contest.total) as tell,
        closing(contest.play(workers)) as played,
    ):
        tell(contest.results)
        for results in played:
            tell(results)
            if struck.is_set():
                raise KeyboardInterrupt


@contextmanager
def _remembering_ctrl_c() -> Iterator[Event]:
    """Whether it has struck: within a callback of a compiling library, its exception is lost."""
    struck = Event()

    def strike(number: int, frame: FrameType | None) -> None:
        struck.set()
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # not in the background of a shell
        signal.signal(signal.SIGINT, strike)
    try:
        yield struck
    finally:
        signal.signal(signal.SIGINT, before)


def _leave(contest: Contest) -> None:
    """Say how to resume, and leave."""
    where = f"Interrupted after {contest.results.pairs} of {contest.total} pairs."
    kept = f"They are saved in {contest.record}: the same command plays the rest."
    lost = "They are not saved: use --record FILE to be able to resume a match."
    print(f"\n{where} {kept if contest.archive else lost}", file=sys.stderr)
    sys.exit(INTERRUPTED)


def _read(path: Path) -> Results:
    if path == STDIO:
        archive = Archive.read(Path(input_name(path)), sys.stdin.buffer.read())
    elif path.exists():
        archive = Archive.read(path)
    else:
        raise VoltoError(f"--report {path}: there is no such file.")
    if not archive.played:
        raise VoltoError(f"--report {path}: this holds no pair of games.")
    return Results.of(archive.played)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What to report, and where."""

    sprt: Sprt | None
    anchor: str | None
    plot: Path | None
    json: Path | None
    markdown: Path | None

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
            write_text(self.plot, ladder_svg(ratings))
        if self.json:
            found = figures(results, ratings)
            if self.sprt:
                counts = pair_counts(results.tally(one, other))
                found["sprt"] = {"agent": one, **self.sprt.figures(counts)}
            write_text(self.json, json_text.dumps(found, indent=1) + "\n")
        if self.markdown:
            write_text(self.markdown, markdown_text(results, ratings))
