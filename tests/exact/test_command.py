"""`volto exact`, as a person would call it."""

import subprocess
import sys

import pytest


def volto(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "volto", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_without_a_name_it_lists_the_games() -> None:
    lines = volto("exact").stdout.splitlines()
    assert lines[0] == "calle: CL on a mat of 2x3, a draw after 3 turns"
    assert len(lines) == 5


def test_it_solves_a_game_and_says_how_well() -> None:
    done = volto("exact", "calle", "--nash-conv", "0.001", "--every", "50")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[1] == "2 deployments per family, 13 public histories, 26 information sets"
    looks = [line.split() for line in lines[3:-2]]
    assert [int(look[0]) for look in looks] == [50 * n for n in range(1, len(looks) + 1)]
    assert float(looks[-1][1]) == pytest.approx(1 / 3, abs=0.001)
    assert float(looks[-1][2]) <= 0.001
    assert lines[-2].startswith("White deploys ")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("lagoon",), "There is no small game 'lagoon'"),
        (("calle", "--every", "0"), 'Invalid value "0" for --every. Must be > 0.'),
        (("calle", "--iterations", "x"), 'unable to convert "x" into int'),
    ],
)
def test_bad_arguments_are_one_clear_line(words: tuple[str, ...], reason: str) -> None:
    done = volto("exact", *words)
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith("volto: ")
    assert done.stderr.count("\n") == 1
    assert reason in done.stderr
