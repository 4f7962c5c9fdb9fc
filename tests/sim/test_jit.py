"""A first compilation says so; a second start finds it done."""

import os
import subprocess
import sys
from pathlib import Path

import volto

PROGRAM = """
import sys, types
package = types.ModuleType("volto.sim")  # without the simulator itself: only how it is compiled
package.__path__ = [sys.argv[1]]
sys.modules["volto.sim"] = package
from volto.sim.deployments import every_deployment
import numpy as np
print(len(every_deployment(np.array([0, 2, 4]), np.array([0, 1, 2]))))
"""


def start(cache: Path) -> tuple[str, str]:
    package = Path(volto.__file__).parent / "sim"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(package)],
        env={**os.environ, "XDG_CACHE_HOME": str(cache), "HOME": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr


def test_only_the_first_start_compiles(tmp_path: Path) -> None:
    first, second = start(tmp_path), start(tmp_path)
    assert first[0] == second[0] == "6\n"
    assert first[1].count("compiling the simulator") == 1
    assert second[1] == ""


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "volto").write_text("a file where the folder should be")
    assert start(tmp_path)[0] == "6\n"
