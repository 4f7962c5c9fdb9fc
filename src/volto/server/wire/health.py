"""`/health`: this process answers. `/ready`: it can do its work; and what is missing, in words.

For load balancers and supervisors: they ask by address, so the list of allowed hosts and the limits
do not hold here, and an answer costs next to nothing: the database is asked at most once a second.
"""

import asyncio
import time
from collections.abc import Callable

from starlette.datastructures import State
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from volto.server.store import Store

PATIENCE = 2.0
"""Seconds in which the database answers."""
FRESH = 1.0
"""Seconds for which its answer counts."""
NOT_READY = 503
NO_STORE = {"cache-control": "no-store"}


class Database:
    """Whether the database answers; asked by one question at a time, and not too often."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._asking: asyncio.Task[bool] | None = None
        self._asked = 0.0

    async def answers(self) -> bool:
        if self._asking is None or (self._asking.done() and self._clock() - self._asked >= FRESH):
            self._asking, self._asked = asyncio.create_task(self._store.answers()), self._clock()
        await asyncio.wait((self._asking,), timeout=PATIENCE)
        return self._asking.done() and self._asking.result()

    async def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)


async def faults(state: State) -> list[str]:
    """What keeps this process from doing its work."""
    found = []
    if state.gate.ending:
        found.append("This server is stopping.")
    if not await state.database.answers():
        found.append("The database does not answer.")
    return found


def makeshifts(state: State) -> list[str]:
    """What it does without: a balancer must not lose every worker when Redis restarts."""
    if not state.bus.connected:
        return ["The bus does not answer, so other workers' turns are heard of a second later."]
    return [] if state.thinkers.ready else ["No thinker answers, so this server thinks itself."]


class Health:
    """Answers the two questions before anything else looks at them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] not in ("/health", "/ready"):
            await self._app(scope, receive, send)
            return
        told, status = [], 200
        if scope["path"] == "/ready":
            state = scope["app"].state
            told = await faults(state)
            status = NOT_READY if told else 200
            told += makeshifts(state)
        text = "".join(f"{sentence}\n" for sentence in told) or "ok\n"
        answer = PlainTextResponse(text, status, NO_STORE)
        await answer(scope, receive, send)
