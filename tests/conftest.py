"""Tests repeat: Hypothesis draws the same examples every time; services start when asked for."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.services import postgres, postgres_url, redis, redis_url

__all__ = ["postgres", "postgres_url", "redis", "redis_url"]

settings.register_profile("volto", derandomize=True, deadline=None)
settings.load_profile("volto")

FIRST = (
    "sim", "belief", "mind", "agents", "arena", "cli", "exact", "adapters", "train", "research",
    "js", "svg",
)  # fmt: skip
"""Most of these rooms' tests wait for the compiler; they are half of all. Those that load JAX,
which minds being forked, come after those that fork."""
LAST = ("notation", "rules", "server", "chaos", "browser", "leaks")
"""First those that need nothing compiled; last short ones, which even the halves out."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Workers that take a half each seldom compile the same things at the same time, and start
    few servers and browsers twice."""

    def place(item: pytest.Item) -> int:
        room = item.path.relative_to(Path(__file__).parent).parts[0]
        if room in FIRST:
            return FIRST.index(room) - len(FIRST)
        return LAST.index(room) + 1 if room in LAST else 0

    items.sort(key=place)
