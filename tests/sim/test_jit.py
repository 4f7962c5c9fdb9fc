"""A first compilation says so; a second start finds it done."""

import os
import subprocess
import sys
from pathlib import Path

import volto

DECLARED = """
import sys, types
package = types.ModuleType("volto.sim")  # without the simulator itself: only how it is compiled
package.__path__ = [sys.argv[1]]
sys.modules["volto.sim"] = package
from volto.sim.deployments import every_deployment
from volto.sim.jit import compile_declared
import numpy as np
ROLES = np.array([0, 2, 4]), np.array([0, 1, 2])
print(len(every_deployment(*ROLES)))
"""


def start(cache: Path, program: str = DECLARED) -> tuple[str, str]:
    package = Path(volto.__file__).parent / "sim"
    done = subprocess.run(
        [sys.executable, "-c", program, str(package)],
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


def test_to_import_the_simulator_compiles_nothing(tmp_path: Path) -> None:
    assert start(tmp_path, "import volto.sim, volto.mind.ismcts") == ("", "")
    assert not [*tmp_path.rglob("*.nbi")]


def test_what_is_declared_can_be_compiled_before_a_clock_runs(tmp_path: Path) -> None:
    declared = DECLARED.replace("print(", "compile_declared()  # print(")
    assert start(tmp_path, declared)[1].count("compiling the simulator") == 1
    assert start(tmp_path, DECLARED) == ("6\n", "")


def test_threads_that_call_first_together_compile_once(tmp_path: Path) -> None:
    together = """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as threads:
    print(*threads.map(lambda _: len(every_deployment(*ROLES)), range(4)))
"""
    assert start(tmp_path, DECLARED.replace("print(", "0 and (") + together)[0] == "6 6 6 6\n"


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "volto").write_text("a file where the folder should be")
    assert start(tmp_path)[0] == "6\n"
