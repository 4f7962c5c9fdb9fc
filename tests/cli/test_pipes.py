"""`-` is standard input or output for every command, and a closed pipe ends them quietly."""

import subprocess
import sys
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from tests.notation.records import EXAMPLE
from volto.notation import read_records


def volto(
    *words: str | Path, say: str | bytes = "", code: int = 0
) -> "subprocess.CompletedProcess[bytes]":
    done = subprocess.run(
        [sys.executable, "-m", "volto", *map(str, words)],
        input=say.encode() if isinstance(say, str) else say,
        capture_output=True,
        check=False,
    )
    assert done.returncode == code, done.stderr.decode()
    return done


MATCH = ("arena", "random", "greedy", "--pairs", "1", "--workers", "1")


def test_replay_reads_a_pipe() -> None:
    assert b"Start" in volto("replay", "-", say=EXAMPLE).stdout
    assert volto("replay", "--list", "-", say=EXAMPLE).stdout.startswith(b"1. ")


def test_verify_reads_a_pipe() -> None:
    done = volto("verify", "-", say=EXAMPLE, code=2)
    assert done.stderr.startswith(b"volto: standard input: ")


@pytest.mark.parametrize("command", [("replay",), ("verify",), ("arena", "--report")])
def test_what_cannot_be_read_from_a_pipe_is_told(command: tuple[str, ...]) -> None:
    for noise in ("precious", b"\xff\xfe"):
        done = volto(*command, "-", say=noise, code=2)
        assert done.stderr.startswith(b"volto: standard input: line 1")


def test_a_dataset_goes_through_pipes() -> None:
    done = volto("dataset", "-", "-", "--format", "npz", say=EXAMPLE)
    with np.load(BytesIO(done.stdout)) as table:
        assert set(table["game"].tolist()) == {1}
    assert b"turns of 1 game" in done.stderr
    assert volto("dataset", "-", "-", say=EXAMPLE).stdout.startswith(b"PAR1")


@pytest.mark.parametrize(
    ("option", "begin"),
    [
        ("--json", b"{"),
        ("--markdown", b"|  | agent"),
        ("--plot", b"<?xml"),
        ("--record", b"[Event"),
    ],
)
def test_a_match_writes_one_thing_to_a_pipe_and_the_rest_beside_it(
    option: str, begin: bytes
) -> None:
    done = volto(*MATCH, option, "-")
    assert done.stdout.startswith(begin)
    assert b"2 games in 1 pair;" in done.stderr
    if option == "--record":
        assert len(read_records(done.stdout.decode())) == 2
        again = volto("arena", "--report", "-", say=done.stdout)
        assert b"2 games in 1 pair;" in again.stdout


def test_two_things_cannot_go_to_one_pipe() -> None:
    done = volto(*MATCH, "--json", "-", "--markdown", "-", code=2)
    assert done.stderr == b"volto: Only one thing can be written to standard output.\n"
    assert done.stdout == b""


def test_a_game_is_recorded_to_a_pipe_and_talked_about_beside_it() -> None:
    words = ("--record", "-", "--setup", "NNAAL/LSNAC", "--first", "me", "--seed", "1")
    done = volto("play", *words, say="a2a3\nresign\n")
    (record,) = read_records(done.stdout.decode())
    assert str(record.turns[0]) == "a2a3"
    assert b"Your move" in done.stderr


@pytest.mark.parametrize(
    "words", [("replay", "--lsit"), ("verify", "-x"), ("dataset", "--bad", "o")]
)
def test_a_wrong_option_is_not_taken_for_a_file(words: tuple[str, ...]) -> None:
    done = volto(*words, code=2)
    assert f"There is no option {words[1]}".encode() in done.stderr


@pytest.mark.parametrize("words", [("replay", "--list", "GAMES"), ("exact",)])
def test_a_closed_pipe_ends_a_command_quietly(words: tuple[str, ...], tmp_path: Path) -> None:
    games = tmp_path / "games.volto"
    games.write_text("\n".join([EXAMPLE] * 200))
    command = [sys.executable, "-m", "volto", *words]
    with subprocess.Popen(
        [str(games) if word == "GAMES" else word for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1
