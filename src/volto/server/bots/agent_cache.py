"""Agents kept warm from one turn to the next, as long as they fit into a budget of bytes.

An agent that was dropped costs its game some milliseconds of thought and nothing else: another one
is made from the same seed and works out anew what it had worked out before.
"""

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from random import Random
from typing import Any

from volto.agents import Agent

LEAST = 10_000
"""Bytes that any agent counts for, besides what its arrays hold."""
SHARED = ("Network", "Priors", "Manner", "Ruleset")
"""What all agents have in common."""


class AgentCache:
    """The agents of this process; those that were used longest ago go first."""

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._kept: OrderedDict[Hashable, tuple[Agent, Random, int]] = OrderedDict()
        self._lock = threading.Lock()
        self.held = 0
        """Bytes."""

    def __len__(self) -> int:
        return len(self._kept)

    @contextlib.contextmanager
    def lent(
        self, key: Hashable, make: Callable[[], tuple[Agent, Random]]
    ) -> Iterator[tuple[Agent, Random]]:
        """An agent and its source of chance, for one thread at a time: whoever asks for the same
        meanwhile gets another one."""
        with self._lock:
            kept = self._taken(key)
        agent, rng = kept or make()
        yield agent, rng
        size = LEAST + array_bytes(agent)
        with self._lock:
            self._taken(key)
            self._kept[key] = agent, rng, size
            self.held += size
            while self.held > self._budget:
                self._taken(next(iter(self._kept)))

    def _taken(self, key: Hashable) -> tuple[Agent, Random] | None:
        if key not in self._kept:
            return None
        agent, rng, size = self._kept.pop(key)
        self.held -= size
        return agent, rng


def array_bytes(thing: object) -> int:
    """Bytes of the arrays that belong to a thing of ours, each counted once."""
    found: dict[int, int] = {}
    _gather(thing, found)
    return sum(found.values())


def _gather(thing: Any, found: dict[int, int]) -> None:
    import numpy as np  # agents have loaded it; a server starts without

    if id(thing) in found or type(thing).__name__ in SHARED:
        return
    found[id(thing)] = 0
    if isinstance(thing, np.ndarray):
        found[id(thing)] = thing.nbytes if thing.base is None else 0
        parts = [] if thing.base is None else [thing.base]
    elif isinstance(thing, list | tuple):
        parts = list(thing)
    elif isinstance(thing, Mapping):
        parts = list(thing.values())
    elif type(thing).__module__.startswith("volto."):
        slots = (slot for kind in type(thing).__mro__ for slot in getattr(kind, "__slots__", ()))
        names = (*getattr(thing, "__dict__", ()), *slots)
        parts = [getattr(thing, name) for name in names if hasattr(thing, name)]
    else:
        parts = []
    for part in parts:
        _gather(part, found)
