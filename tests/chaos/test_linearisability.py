"""The checker itself: it finds the order of a history that has one, and faults the others."""

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from random import Random

import pytest

from tests.chaos.history import Operation
from tests.chaos.linearisability import find_fault


@dataclass(frozen=True)
class Counter:
    """Grows by one when asked to `add`, and is then told; `read` tells it."""

    value: int = 0

    def step(self, operation: Operation) -> Collection["Counter"]:
        grown = self.value + (operation.request == "add")
        return [Counter(grown)] if operation.answer in (None, grown) else []


def operation(request: str, answer: int | None, invoked: float, returned: float) -> Operation:
    return Operation(
        "client", request, answer, invoked, returned if answer is not None else math.inf
    )


def test_no_operations_are_in_order() -> None:
    assert find_fault([], Counter()) is None


def test_what_overlaps_may_have_happened_in_any_order() -> None:
    history = [operation("add", 2, 0, 5), operation("add", 1, 1, 4), operation("read", 0, 2, 3)]
    assert find_fault(history, Counter()) is None


def test_what_was_answered_is_seen_by_whoever_asks_later() -> None:
    stale = [operation("add", 1, 0, 1), operation("read", 0, 2, 3)]
    assert find_fault(stale, Counter()) is not None
    at_once = [operation("add", 1, 0, 2), operation("read", 0, 1, 3)]
    assert find_fault(at_once, Counter()) is None


def test_what_nobody_knows_of_may_have_happened_or_not_and_also_later() -> None:
    unknown = operation("add", None, 0, 0)
    for seen in ([0, 0], [0, 1], [1, 1]):
        reads = [operation("read", value, 2 * at, 2 * at + 1) for at, value in enumerate(seen, 1)]
        assert find_fault([unknown, *reads], Counter()) is None
    back = [operation("read", value, 2 * at, 2 * at + 1) for at, value in enumerate([1, 0], 1)]
    assert find_fault([unknown, *back], Counter()) is not None
    twice = [operation("read", 2, 2, 3)]
    assert find_fault([unknown, *twice], Counter()) is not None


def test_what_was_not_yet_asked_has_no_effect() -> None:
    history = [operation("read", 1, 0, 1), operation("add", None, 2, 3)]
    assert find_fault(history, Counter()) is not None


def test_a_fault_tells_how_far_it_came_and_what_did_not_fit() -> None:
    stale = operation("read", 0, 4, 5)
    fault = find_fault([operation("add", 1, 0, 1), operation("read", 1, 2, 3), stale], Counter())
    assert fault is not None
    assert (fault.state, fault.placed, fault.stuck) == (Counter(1), 2, (stale,))
    assert "Counter(value=1)" in str(fault)
    assert "read → 0" in str(fault)


@pytest.mark.parametrize("seed", range(30))
def test_a_history_is_faulted_exactly_when_no_order_explains_it(seed: int) -> None:
    """Real runs with any overlap pass; with an answer changed, only if brute force agrees."""
    rng = Random(seed)
    value, history = 0, []
    for moment in range(6):
        request = rng.choice(["add", "read"])
        value += request == "add"
        invoked, returned = moment - rng.random() * 3, moment + rng.random() * 3
        unknown = request == "add" and rng.random() < 0.3
        history.append(operation(request, None if unknown else value, invoked, returned))
    assert find_fault(history, Counter()) is None
    spoilt = rng.randrange(6)
    history[spoilt] = replace(history[spoilt], answer=rng.randrange(5), returned=spoilt + 1.0)
    assert (find_fault(history, Counter()) is None) == explained(history, 0)


def explained(history: list[Operation], value: int) -> bool:
    """Every order tried."""
    if all(one.answer is None for one in history):
        return True
    ended = min(one.returned for one in history)
    for one in history:
        rest = [another for another in history if another is not one]
        grown = value + (one.request == "add")
        if one.invoked > ended:
            continue
        if one.answer in (None, grown) and explained(rest, grown):
            return True
        if one.answer is None and explained(rest, value):
            return True
    return False
