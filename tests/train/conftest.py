"""What the tests of training share: a finished run, and what JAX compiled before."""

import os
from pathlib import Path
from typing import Any

import jax
import pytest

from tests.train.configs import SMALL, quiet
from volto.train.run import Run


def pytest_configure(config: pytest.Config) -> None:
    """JAX keeps what it compiles in pytest's cache; every worker has one of its own."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    settings: Any = jax.config
    settings.update(
        "jax_compilation_cache_dir", str(config.rootpath / ".pytest_cache" / "jax" / worker)
    )
    settings.update("jax_persistent_cache_min_compile_time_secs", 0.0)
    settings.update("jax_persistent_cache_min_entry_size_bytes", -1)


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run, from imitating instinct to games against its own past; only to be read."""
    folder = tmp_path_factory.mktemp("finished")
    Run(folder, SMALL).go(quiet)
    return folder
