"""The results and ratings of a match as Markdown, for people, and as JSON, for programs."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import combinations
from typing import Any

from volto.arena.ratings import Ratings
from volto.arena.results import Results, pair_counts, share_interval
from volto.arena.supervision import ForfeitKind

FEW = 3
"""An agent that forfeits more games than this is warned of."""


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def signed(elo: float) -> str:
    """A whole number with its sign, and a real minus."""
    return f"{elo:+.0f}".replace("-", "−").replace("+0", "0").replace("−0", "0")


def interval(low: float, high: float) -> str:
    return f"{signed(low)} … {signed(high)}"


def standings(results: Results, ratings: Ratings) -> list[tuple[str, ...]]:
    """One row per agent, the strongest first, with the columns of `STANDINGS`."""
    rows: list[tuple[str, ...]] = []
    for place, (words, elo) in enumerate(ratings.agents.items(), 1):
        score = results.score(words)
        rows.append(
            (
                str(place),
                words,
                signed(elo.value),
                "anchor" if words == ratings.anchor else interval(elo.low, elo.high),
                str(score.games),
                str(score),
                percent(score.share),
                str(results.forfeited(words).total()),
            )
        )
    return rows


STANDINGS = ("", "agent", "Elo", "95 %", "games", "won–drawn–lost", "score", "forfeits")
"""What the columns of `standings` are."""

TO_THE_LEFT = (1,)
"""The columns of `standings` that are text."""


def cross(results: Results, agents: Sequence[str]) -> list[list[tuple[str, str] | None]]:
    """One row per agent: share and results against each of the others; None for itself."""
    table: list[list[tuple[str, str] | None]] = []
    for words in agents:
        row: list[tuple[str, str] | None] = []
        for rival in agents:
            score = results.score(words, rival) if words != rival else None
            row.append((percent(score.share), str(score)) if score and score.games else None)
        table.append(row)
    return table


def forfeits(results: Results, *, loud: bool) -> list[str]:
    """One sentence for each agent that forfeited games: many of them, if `loud`, or a few."""
    names = {
        ForfeitKind.CRASH: ("crash", "crashes"),
        ForfeitKind.ILLEGAL: ("illegal move", "illegal moves"),
        ForfeitKind.TIME: ("loss on time", "losses on time"),
    }
    told = []
    for words, kinds in results.forfeits.items():
        count = kinds.total()
        if (count > FEW) is not loud:
            continue
        listed = ", ".join(f"{kinds[kind]} {names[kind][kinds[kind] > 1]}" for kind in kinds)
        begin = f"{words} forfeited {count} of {results.score(words).games} games ({listed})"
        last = f" Last: {results.last_forfeit[words]}"
        end = "; its rating says little about how it plays." if loud else "."
        told.append(f"{'WARNING: ' if loud else ''}{begin}{end}{last}")
    return told


def remarks(results: Results, ratings: Ratings) -> list[str]:
    """What else the fit says, one sentence each."""
    white, draws = ratings.white, ratings.draws
    zero = f"{ratings.anchor} has 0 Elo" if ratings.anchor else "the mean is 0 Elo"
    return [
        f"{2 * results.pairs} games in {results.pairs} pair{'s' * (results.pairs > 1)}; {zero}.",
        f"White's seat is worth {signed(white.value)} Elo (95 %: "
        f"{interval(white.low, white.high)}); "
        f"equal agents draw {percent(draws.value)} of their games.",
        *forfeits(results, loud=False),
    ]


def markdown(results: Results, ratings: Ratings) -> str:
    """Standings and the full table of results."""
    agents = list(ratings.agents)
    rules = ["---" if at in TO_THE_LEFT else "---:" for at in range(len(STANDINGS))]
    lines = [_row(STANDINGS), _row(rules)]
    lines += [_row(row) for row in standings(results, ratings)]
    warnings = [f"**{warning}**" for warning in forfeits(results, loud=True)]
    lines += ["", *remarks(results, ratings), "", *(line for w in warnings for line in (w, ""))]
    lines.append(_row(["", "agent", *(str(place) for place in range(1, len(agents) + 1))]))
    lines.append(_row(["---:", "---", *("---:" for _ in agents)]))
    for place, (words, row) in enumerate(zip(agents, cross(results, agents), strict=True), 1):
        cells = ("" if cell is None else f"{cell[0]}<br>{cell[1]}" for cell in row)
        lines.append(_row([str(place), words, *cells]))
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return " | ".join(("", *(cell.replace("|", r"\|") for cell in cells), "")).strip()


def figures(results: Results, ratings: Ratings) -> dict[str, Any]:
    """The same for programs."""
    agents = list(ratings.agents)
    return {
        "pairs": results.pairs,
        "games": 2 * results.pairs,
        "warnings": forfeits(results, loud=True),
        "anchor": ratings.anchor,
        "white_elo": asdict(ratings.white),
        "draws_between_equals": asdict(ratings.draws),
        "agents": [
            {
                "agent": words,
                "elo": elo.value,
                "low": elo.low,
                "high": elo.high,
                **asdict(results.score(words)),
                "score": results.score(words).share,
                "forfeits": {kind.value: results.forfeited(words)[kind] for kind in ForfeitKind},
                "last_forfeit": results.last_forfeit.get(words),
            }
            for words, elo in ratings.agents.items()
        ],
        "pairings": [
            {
                "one": one,
                "other": other,
                **asdict(results.score(one, other)),
                "score": results.score(one, other).share,
                **dict(zip(("low", "high"), share_interval(tally), strict=True)),
                "pairs_by_points": pair_counts(tally),
            }
            for one, other in combinations(agents, 2)
            if (tally := results.tally(one, other)).any()
        ],
    }
