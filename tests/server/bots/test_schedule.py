"""When a bot answers: at a moment that anyone could have foretold, however long it thought."""

import asyncio
from dataclasses import dataclass, field

import pytest

from volto.server.bots.jobs import Answer
from volto.server.bots.schedule import Schedule


@dataclass
class Clock:
    """Time that passes when somebody waits or thinks."""

    now: float = 100.0
    waited: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.now += seconds


def answered_after(thinking: float, queueing: float = 0.0) -> float:
    """Seconds from the turn's beginning to the answer, if a thought takes so long."""
    clock = Clock()
    schedule = Schedule(0.5, clock, clock.sleep)

    async def think() -> Answer:
        clock.now += queueing + thinking
        return Answer("a2a3", thinking)

    assert asyncio.run(schedule.answered(think)).said == "a2a3"
    return round(clock.now - 100.0, 6)


@pytest.mark.parametrize("thinking", [0.0, 0.01, 0.2, 0.39, 0.49])
def test_an_answer_comes_at_the_same_moment_however_long_the_thought_was(thinking: float) -> None:
    """R-2"""
    assert answered_after(thinking) == 0.5


@pytest.mark.parametrize("thinking", [0.0, 0.05, 0.2, 0.39])
@pytest.mark.parametrize(("queueing", "moment"), [(0.05, 0.5), (0.15, 1.0), (0.7, 1.5)])
def test_who_waits_for_a_turn_to_think_answers_at_a_moment_known_before_the_thought(
    thinking: float, queueing: float, moment: float
) -> None:
    assert answered_after(thinking, queueing) == moment


@pytest.mark.parametrize("thinking", [0.51, 0.6, 0.99])
def test_a_thought_that_is_late_after_all_is_told_at_the_next_moment(thinking: float) -> None:
    assert answered_after(thinking) == 1.0


def test_a_thought_ends_well_before_its_moment() -> None:
    assert Schedule(0.5).seconds == pytest.approx(0.4)


def test_without_a_pause_an_answer_comes_at_once() -> None:
    clock = Clock()

    async def think() -> Answer:
        clock.now += 0.123
        return Answer("a2a3", 0.123)

    asyncio.run(Schedule(0.0, clock, clock.sleep).answered(think))
    assert clock.now == 100.123
