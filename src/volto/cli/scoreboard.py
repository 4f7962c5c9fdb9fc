"""How a match stands while it is played: a bar at a terminal, a line now and then elsewhere."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from volto.arena.report import FEW, percent
from volto.arena.results import Results

Tell = Callable[[Results], None]
Clock = Callable[[], float]

PLAIN_SECONDS = 30.0
"""Elsewhere than at a terminal, the time between two lines."""


def score_so_far(results: Results, agents: Sequence[str]) -> str:
    """Who stands where, and who keeps forfeiting."""
    counts = {words: kinds.total() for words, kinds in results.forfeits.items()}
    bad = [f"{words} forfeited {count} games" for words, count in counts.items() if count > FEW]
    return "; ".join([_score(results, agents), *bad])


def _score(results: Results, agents: Sequence[str]) -> str:
    """Two agents' points; of more agents, who leads."""
    if len(agents) == 2:
        one, other = agents
        score = results.score(one, other)
        return f"{one} {score.points:g} : {score.games - score.points:g} {other}"
    shares = {words: results.score(words).share for words in agents if results.score(words).games}
    if not shares:
        return "no game finished yet"
    best = max(shares, key=lambda words: shares[words])
    return f"{best} leads with {percent(shares[best])}"


class Remaining:
    """How long the rest will take, judged by how long the part played here has taken."""

    def __init__(self, done: int, total: int, clock: Clock = time.monotonic) -> None:
        self._before, self._total, self._clock, self._began = done, total, clock, clock()

    def __call__(self, done: int) -> str:
        played = done - self._before
        if not played:
            return "time left unknown"
        seconds = (self._clock() - self._began) * (self._total - done) / played
        if seconds < 60:
            return f"{seconds:.0f} s left"
        minutes = round(seconds / 60)
        return f"{minutes} min left" if minutes < 120 else f"{minutes // 60} h left"


@contextmanager
def scoreboard(
    console: Console,
    agents: Sequence[str],
    done: int,
    total: int,
    *,
    clock: Clock = time.monotonic,
) -> Iterator[Tell]:
    """Tells how the match stands, whenever it is given the results."""
    remaining = Remaining(done, total, clock)
    if not console.is_terminal:
        yield _in_lines(console, agents, total, remaining, clock)
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("pairs, {task.fields[left]}", markup=False),
    )
    with Progress(*columns, console=console, expand=True) as progress:
        bar = progress.add_task("", total=total, completed=done, left=remaining(done))

        def tell(results: Results) -> None:
            standing = score_so_far(results, agents)
            left = remaining(results.pairs)
            progress.update(bar, completed=results.pairs, description=standing, left=left)

        yield tell


def _in_lines(
    console: Console, agents: Sequence[str], total: int, remaining: Remaining, clock: Clock
) -> Tell:
    last = clock()

    def tell(results: Results) -> None:
        nonlocal last
        if clock() - last < PLAIN_SECONDS and results.pairs < total:
            return
        last = clock()
        standing = score_so_far(results, agents)
        played = f"{results.pairs} of {total} pairs: {standing}, {remaining(results.pairs)}"
        console.print(played, soft_wrap=True)

    return tell
