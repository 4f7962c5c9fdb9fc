"""`volto dataset`, as a person would call it."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.notation.records import EXAMPLE


def volto(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "volto", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.volto"
    path.write_text(f"{EXAMPLE}\n{EXAMPLE}", encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["out.parquet", "out.npz"])
def test_it_writes_the_games_and_says_how_many(games: Path, name: str) -> None:
    out = games.parent / name
    done = volto("dataset", games, out)
    assert (done.stdout, done.stderr, done.returncode) == (
        f"{out}: 24 turns of 2 games\n",
        "",
        0,
    )
    assert out.stat().st_size > 1000
    if name.endswith(".npz"):
        with np.load(out) as table:
            assert table["game"].tolist() == [1] * 12 + [2] * 12


def test_bad_input_is_one_clear_line_and_leaves_nothing(games: Path) -> None:
    broken = games.parent / "broken.volto"
    broken.write_text(games.read_text().replace("6. a2a3", "6. a2a9"), encoding="utf-8")
    cases = [
        ((games, games.parent / "out.csv"), "a dataset ends in .parquet or .npz"),
        ((games, games.parent / "nowhere" / "out.npz"), "there is no folder"),
        ((games.parent / "none.volto", games.parent / "out.npz"), "No such file or directory"),
        ((broken, games.parent / "out.npz"), "broken.volto: line"),
        ((games,), "requires an argument"),
    ]
    for words, reason in cases:
        done = volto("dataset", *words)
        assert (done.stdout, done.returncode) == ("", 2)
        assert done.stderr.startswith("volto: ")
        assert done.stderr.count("\n") == 1
        assert reason in done.stderr
    assert sorted(path.name for path in games.parent.iterdir()) == ["broken.volto", "games.volto"]
