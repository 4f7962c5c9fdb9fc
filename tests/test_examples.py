"""Every example runs as its first lines say, with short settings."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(name: str, *words: str) -> str:
    command = [sys.executable, str(ROOT / "examples" / name), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("exact_mini.py", ("calle", "--draws", "2"), "value for White +0.333"),
        ("openspiel_cfr.py", ("--iterations", "3"), "value for White by volto.exact +0.333"),
        ("openspiel_ismcts.py", ("--games", "1", "--simulations", "6"), "search as White"),
        ("policy_in_the_arena.py", ("--pairs", "1", "--against", "random"), "2 games, "),
    ],
)
def test_an_example_runs(name: str, words: tuple[str, ...], said: str) -> None:
    assert said in run(name, *words)
