"""How well beliefs are calibrated, as Markdown."""

from collections.abc import Iterable, Sequence

from research.calibration.claims import BINS, Claims, Forecasts
from volto.arena.report import percent
from volto.rules import Role

FEWEST = 20
"""Players of whom fewer masks were judged have no row of their own."""


def calibration_markdown(forecasts: Forecasts) -> str:
    """The claims about Ladies and about all roles, bin by bin; then by role and by rival."""
    lady, every = forecasts.claims(Role.LADY), forecasts.claims()
    groups = len(set(forecasts.groups.tolist()))
    parts = [
        f"{len(forecasts)} judgements of a mask in games of {groups} pairs of deployments. "
        f"The truth was given no chance {forecasts.ruled_out} times.",
        _table(
            ("called Lady", "claims", "mean", "were so", "95 %"),
            _bins(lady),
        ),
        _table(
            ("called any role", "claims", "mean", "were so", "95 %"),
            _bins(every),
        ),
        _table(
            ("role", *_FIGURES),
            [("every role", *_figures(forecasts, None))]
            + [(role.name.title(), *_figures(forecasts, role)) for role in Role],
        ),
        _table(
            ("masks of", *_FIGURES, "Lady error", "Lady noise"),
            [
                (rival, *_figures(told, None), *_figures(told, Role.LADY)[1:3])
                for rival in sorted(set(forecasts.rivals.tolist()))
                if len(told := forecasts.about(rival)) >= FEWEST
            ],
        ),
        "Error is the expected calibration error over ten bins; noise is roughly what it would be "
        "by chance if every claim were right. Brier score and log loss (in nats per claim) are "
        "given for the opponent model → for uniform belief. Gain is the difference in log loss.",
    ]
    return "\n\n".join(parts) + "\n"


_FIGURES = ("claims", "error", "noise", "Brier", "log loss", "gain (95 %)")


def _figures(forecasts: Forecasts, role: Role | None) -> tuple[str, ...]:
    claims, even = forecasts.claims(role), forecasts.claims(role, even=True)
    if not len(claims):
        return ("0", *[""] * (len(_FIGURES) - 1))
    mean, low, high = forecasts.gain(role)
    return (
        str(len(claims)),
        percent(claims.error),
        percent(claims.noise),
        f"{claims.brier:.4f} → {even.brier:.4f}",
        f"{claims.log_loss:.4f} → {even.log_loss:.4f}",
        f"{mean:.4f} ({low:.4f} … {high:.4f})".replace("-", "−"),
    )


def _bins(claims: Claims) -> Iterable[tuple[str, ...]]:
    for at, found in enumerate(claims.bins):
        called = f"{100 * at // BINS}–{100 * (at + 1) // BINS} %"
        if found is None:
            yield (called, "0", "", "", "")
        else:
            yield (
                called,
                str(found.claims),
                percent(found.mean),
                percent(found.share),
                f"{percent(found.low)} … {percent(found.high)}",
            )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    rules = ["---", *["---:"] * (len(head) - 1)]
    escaped = ([cell.replace("|", r"\|") for cell in row] for row in (head, rules, *rows))
    return "\n".join(f"| {' | '.join(row)} |" for row in escaped)
