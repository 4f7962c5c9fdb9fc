"""`volto perft` and `volto bench`, as a program or a person would call them."""

import json
import subprocess
import sys

import pytest

OPENING = "lnnac/aasnl/5/5/5/NNAAL/LSNAC w 0 0"


def volto(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "volto", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_perft_prints_one_number() -> None:
    done = volto("perft", OPENING, "5")
    assert (done.stdout, done.returncode) == ("145619\n", 0)


def test_perft_divides_by_first_moves_and_knows_the_start() -> None:
    done = volto("perft", "start", "3", "--divide")
    *moves, total = done.stdout.splitlines()
    assert (moves[0], len(moves), total) == ("a2a3 121", 8, "922")
    assert sum(int(line.split()[1]) for line in moves) == 922


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((OPENING,), '"perft" parameter --depth requires an argument'),
        ((OPENING, "x"), 'unable to convert "x" into int'),
        ((OPENING, "--", "-1"), "The depth is 0 to 64, not -1"),
        (("start", "0", "--divide"), "To divide by first moves takes a depth of 1 or more, not 0"),
        ((OPENING, "2", "--ladies", "both"), "The Lady rule is 'owner' or 'captor', not 'both'"),
        ((OPENING.replace("C", "Q"), "2"), "column 29: 'Q' is not one of"),
        ((OPENING, "2", "--fast"), "Unknown option"),
    ],
)
def test_bad_arguments_are_one_clear_line(words: tuple[str, ...], reason: str) -> None:
    done = volto("perft", *words)
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith("volto: ")
    assert done.stderr.count("\n") == 1
    assert reason in done.stderr


def test_bench_prints_its_figures_for_programs() -> None:
    figures = json.loads(volto("bench", "--json").stdout)
    names = ("playout_moves_per_s", "batch_steps_per_s", "rules_moves_per_s")
    assert all(figures[name] > 0 for name in names)
    assert figures["cores"] == 1


def test_bench_knows_how_many_cores_there_are() -> None:
    done = volto("bench", "--cores", "1000")
    assert done.returncode == 2
    assert "--cores 1000: this machine has" in done.stderr


def test_help_loads_nothing_heavy() -> None:
    program = "import sys, volto.cli; print('numba' in sys.modules or 'numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
