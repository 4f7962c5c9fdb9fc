"""The end of a match in the terminal: who stands where, and who beat whom."""

from itertools import combinations

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from volto.arena.ratings import Ratings
from volto.arena.report import (
    STANDINGS,
    TO_THE_LEFT,
    cross,
    forfeits,
    percent,
    remarks,
    signed,
    standings,
)
from volto.arena.results import Results, pair_counts, share_interval
from volto.arena.sprt import Sprt, Verdict


def show_standings(console: Console, results: Results, ratings: Ratings) -> None:
    """Ratings, then all results: as a cross table where there is room, else as a list."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for at, heading in enumerate(STANDINGS):
        table.add_column(heading, justify="left" if at in TO_THE_LEFT else "right")
    for row in standings(results, ratings):
        table.add_row(*map(Text, row))
    console.print(table)
    for remark in remarks(results, ratings):
        console.print(remark, soft_wrap=True)
    for warning in forfeits(results, loud=True):
        console.print(warning, style="bold red", soft_wrap=True)
    console.print()
    crossed = _cross_table(results, ratings)
    boundless = console.options.update(max_width=10_000)
    fits = Measurement.get(console, boundless, crossed).maximum <= console.width
    console.print(crossed if fits and len(ratings.agents) > 2 else _list(results, ratings))


def _cross_table(results: Results, ratings: Ratings) -> Table:
    agents = list(ratings.agents)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("agent", no_wrap=True)
    for place in range(1, len(agents) + 1):
        table.add_column(str(place), justify="right", no_wrap=True)
    for place, (words, row) in enumerate(zip(agents, cross(results, agents), strict=True), 1):
        cells = (Text("\n".join(cell) if cell else "·") for cell in row)
        table.add_row(str(place), Text(words), *cells)
    return table


def _list(results: Results, ratings: Ratings) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("agent", "against"):
        table.add_column(heading)
    for heading in ("won–drawn–lost", "score", "95 %"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one, other in combinations(ratings.agents, 2):
        tally, score = results.tally(one, other), results.score(one, other)
        if score.games:
            low, high = map(percent, share_interval(tally))
            cells = (one, other, str(score), percent(score.share), f"{low} … {high}")
            table.add_row(*map(Text, cells))
    return table


def sprt_line(sprt: Sprt, results: Results, one: str, other: str) -> str:
    """What the sequential test says, in a sentence."""
    counts = pair_counts(results.tally(one, other))
    ratio, (low, high) = sprt.ratio(counts), sprt.bounds
    lower, higher = signed(sprt.elo0), signed(sprt.elo1)
    said = {
        Verdict.HIGHER: f"{higher} Elo explain the results, {lower} do not",
        Verdict.LOWER: f"{lower} Elo explain the results, {higher} do not",
        Verdict.OPEN: f"not decided between {lower} and {higher} Elo",
    }[sprt.verdict(counts)]
    return f"SPRT, {one} over {other}: {said} (ratio {ratio:.2f}, bounds {low:.2f}, {high:.2f})."
