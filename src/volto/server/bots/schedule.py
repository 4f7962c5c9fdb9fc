"""When a bot answers: on a grid of moments that its secrets cannot move.

How long a bot thinks depends on its roles, so that must not be seen. The moment of an answer is
settled when the thought begins: the first one of the grid by which the thought has to end.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

SHARE = 0.8
"""The share of a pause that may be spent thinking; the rest is for whatever delays the thought."""


class Thought(Protocol):
    """What was thought, and in how many seconds."""

    @property
    def took(self) -> float: ...


Timed = TypeVar("Timed", bound=Thought)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Answers come a whole number of pauses after the turn began."""

    pause: float
    """Seconds between two moments; none of them is waited for if this is 0."""
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    @property
    def seconds(self) -> float:
        """How long a thought may take."""
        return SHARE * self.pause

    async def answered(self, think: Callable[[], Awaitable[Timed]]) -> Timed:
        """What is thought, once its moment has come.

        It tells how long the thought itself took, wherever that was: so it is known when it began.
        """
        began = self.clock()
        answer = await think()
        if self.pause:
            now = self.clock()
            ready = max(now - answer.took + self.seconds, now)
            moment = began + self.pause * max(1, math.ceil((ready - began) / self.pause))
            await self.sleep(max(0.0, moment - now))
        return answer
