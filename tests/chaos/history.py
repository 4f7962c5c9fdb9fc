"""What clients asked and were answered, and when: the evidence that is checked afterwards."""

import contextlib
import math
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Operation:
    """A request, and its answer; None if nobody knows whether it had an effect.

    One with an answer took effect at one moment between `invoked` and `returned`. One without may
    still take effect at any time later, or never.
    """

    client: str
    request: object
    answer: object | None
    invoked: float
    returned: float = math.inf
    worker: str = ""

    def __str__(self) -> str:
        until = f"{self.returned:.3f}" if self.answer is not None else "?"
        answer = "unknown" if self.answer is None else self.answer
        who = f"{self.client} at {self.worker}" if self.worker else self.client
        return f"[{self.invoked:.3f}–{until}] {who}: {self.request} → {answer}"


@dataclass
class Asked:
    """A request on its way; whoever hears the answer sets it."""

    answer: object | None = None


@dataclass
class Histories:
    """Operations by what they are about: tables now, and whatever else must be linearisable."""

    clock: Callable[[], float] = time.monotonic
    operations: dict[str, list[Operation]] = field(default_factory=lambda: defaultdict(list))

    @contextlib.asynccontextmanager
    async def asking(
        self, about: str, client: str, request: object, worker: str
    ) -> AsyncIterator[Asked]:
        """Note what is asked in this block; unanswered when it is left, its fate is unknown."""
        asked, invoked = Asked(), self.clock()
        try:
            yield asked
        finally:
            returned = math.inf if asked.answer is None else self.clock()
            self.operations[about].append(
                Operation(client, request, asked.answer, invoked, returned, worker)
            )
