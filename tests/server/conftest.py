"""Async tests run on asyncio; what is compiled is compiled before the first server starts."""

from collections.abc import AsyncIterator

import pytest

import volto.agents.learned
import volto.agents.levels  # noqa: F401
from tests.server.serving import Server, serving
from volto.sim.jit import compile_declared


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    compile_declared()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def server(
    tmp_path_factory: pytest.TempPathFactory, anyio_backend: str
) -> AsyncIterator[Server]:
    """A real server with a real database, for the tests of a module: each makes its own tables."""
    async with serving(tmp_path_factory.mktemp("data")) as running:
        yield running
