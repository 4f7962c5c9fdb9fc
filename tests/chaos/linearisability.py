"""Is there an order of all operations that explains every answer and agrees with real time?

The search of Wing and Gong, with Lowe's memory of what was tried: among the operations that none of
the rest had finished before, one comes next, if the model allows its answer there. One that changes
nothing is taken as soon as it fits, which loses no order.
"""

import math
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

from tests.chaos.history import Operation


class Model(Hashable, Protocol):
    """The state of a thing that one client after the other asks."""

    def step(self, operation: Operation) -> Collection[Self]:
        """The states that this operation may lead to; none if it cannot have been answered so.

        One whose answer is unknown leads only to states in which it took effect.
        """
        ...


State = TypeVar("State", bound=Model)


@dataclass(frozen=True)
class Fault:
    """No order explains the history: how far the best attempt came."""

    state: object
    placed: int
    stuck: tuple[Operation, ...]
    """The operations one of which would have had to come next."""

    def __str__(self) -> str:
        lines = [f"After {self.placed} answers, in {self.state}, none of these can come next:"]
        return "\n  ".join([*lines, *map(str, self.stuck)])


def find_fault(operations: Iterable[Operation], start: State) -> Fault | None:
    """None if the history is linearisable."""
    history = sorted(operations, key=lambda one: one.invoked)
    answered = sum(1 << index for index, one in enumerate(history) if one.answer is not None)
    tried: set[tuple[int, State]] = set()
    attempts = [(0, start)]
    best: Fault | None = None
    while attempts:
        placed, state = attempts.pop()
        placed, candidates = _place_readers(history, placed, state)
        if placed & answered == answered:
            return None
        if (placed, state) in tried:
            continue
        tried.add((placed, state))
        far = (placed & answered).bit_count()
        if best is None or far > best.placed:
            best = Fault(state, far, tuple(history[index] for index in candidates))
        for index in reversed(candidates):
            attempts += ((placed | 1 << index, after) for after in state.step(history[index]))
    return best


def _place_readers(
    history: Sequence[Operation], placed: int, state: State
) -> tuple[int, list[int]]:
    """Place all that change nothing and fit here; also who may come next."""
    while True:
        candidates = _candidates(history, placed)
        readers = [
            index
            for index in candidates
            if history[index].answer is not None and state in state.step(history[index])
        ]
        if not readers:
            return placed, candidates
        for index in readers:
            placed |= 1 << index


def _candidates(history: Sequence[Operation], placed: int) -> list[int]:
    """The operations that began before any other of the rest had ended."""
    found, ended = [], math.inf
    for index, operation in enumerate(history):
        if operation.invoked > ended:
            break
        if not placed >> index & 1:
            found.append(index)
            ended = min(ended, operation.returned)
    return found
