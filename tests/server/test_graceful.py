"""How a server's process begins."""

import asyncio
import gc
from types import SimpleNamespace

import pytest
import uvicorn

from volto.server.bots.warm_up import WarmUp
from volto.server.graceful import GracefulServer

pytestmark = pytest.mark.anyio


async def test_what_is_loaded_once_warm_is_never_looked_through_again() -> None:
    warm_up = WarmUp()
    app = SimpleNamespace(state=SimpleNamespace(warm_up=warm_up))
    server = GracefulServer(uvicorn.Config(app, log_config=None))  # type: ignore[arg-type]
    settling = asyncio.create_task(server._settle())
    await asyncio.sleep(0)
    assert gc.get_freeze_count() == 0
    warm_up.network.set()
    await settling
    try:
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
