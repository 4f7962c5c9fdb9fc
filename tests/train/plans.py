"""Plans of a size for tests."""

from typing import Any

from volto.train.config import Plan

SMALL = Plan(
    steps=3072,
    imitate=1024,
    games=32,
    turns=16,
    lesson=256,
    widths=(16, 16),
    critic_widths=(16, 16),
    magnet_every=1024,
    deploy_every=2,
    deploy_after=1024,
    keep_every=1024,
    evaluate=8,
    examiners=(),
    threads=1,
)


def quiet(line: dict[str, Any]) -> None:
    """Nobody watches."""
