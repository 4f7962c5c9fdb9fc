"""`volto play`: a game in the terminal against the computer."""

import contextlib
import os
import random
import sys
from collections.abc import Mapping
from datetime import date
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console, RenderableType

from volto.agents import make_agent
from volto.cli.files import STDIO, File
from volto.cli.session import Ask, Say, Session
from volto.notation import Record
from volto.rules import STANDARD, Deployment, Family, NotationError, Position, Ruleset, VoltoError
from volto.rules.ruleset import LARGEST_COUNT

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  (line editing and history at the prompt, where there is one)

Seat = Literal["white", "red"]
First = Literal["me", "rival", "white", "red", "lots"]


def play(
    *,
    as_: Annotated[Seat, Parameter(name="--as")] = "white",
    first: First = "lots",
    ladies: Literal["owner", "captor"] = "owner",
    quiet: Annotated[int, Parameter(validator=Number(gte=0, lte=LARGEST_COUNT))] = 100,
    opponent: str = "level:2",
    setup: str | None = None,
    seed: int | None = None,
    record: File | None = None,
) -> None:
    """Play a game in the terminal against the computer.

    Parameters
    ----------
    as_
        Your family.
    first
        Who begins; lots is a random draw.
    ladies
        Who wins when a family's last Lady is captured: her owner or her captor.
    quiet
        The game is a draw after this many turns without a capture; 0 for no limit.
    opponent
        Your opponent: level:1 to level:10, a style such as greedy, or your own as module:Class.
    setup
        Your deployment, front row/palace row, like NNAAL/LSNAC; by default you are asked for it.
    seed
        Random seed, for repeatable games.
    record
        Save the game in this file, which must not exist yet; - for standard output.
    """
    seat = Family(as_)
    ruleset = STANDARD.but(ladies, quiet)
    deployment = None if setup is None else _read_setup(setup, ruleset)
    if record is not None and record != STDIO:
        _check_free(record)
    rng = random.Random(seed)
    rival = make_agent(opponent, random.Random(rng.getrandbits(64)))
    begins = _who_begins(first, seat, rng)
    console = Console(highlight=False, stderr=record == STDIO)  # beside a record that is piped
    session = Session(seat, rival, begins, ruleset, rng, ask_on(console), say_on(console))
    _forgive_odd_letters()
    try:
        session.run(deployment)
    finally:
        if record is not None and session.position is not None:
            _save(session.position, {seat: "You", seat.rival: rival.name}, record)


def _read_setup(text: str, ruleset: Ruleset) -> Deployment:
    try:
        return Deployment.parse(text, ruleset)
    except NotationError as error:
        raise VoltoError(f"--setup {text}: {error.reason}.") from None


def _who_begins(first: First, seat: Family, rng: random.Random) -> Family:
    lots = rng.choice(list(Family))
    named = {"me": seat, "rival": seat.rival, "lots": lots}
    return named[first] if first in named else Family(first)


def _check_free(path: Path) -> None:
    """Refuse before the game what would lose its record afterwards."""
    if path.exists():
        raise VoltoError(f"--record {path}: this file exists, and nothing is overwritten.")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise VoltoError(f"--record {path}: cannot create a file in {path.parent}.")


def _save(position: Position, players: Mapping[Family, str], path: Path) -> None:
    tags = {"Event": "Casual", "Date": f"{date.today():%Y.%m.%d}"}
    names = {family.title(): name for family, name in players.items()}
    record = str(Record.of(position, tags | names))
    if path == STDIO:
        sys.stdout.write(record)
        return
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(record)
    print(f"The game is saved in {path}.")


def _forgive_odd_letters() -> None:
    """A byte that is no letter here, typed or drawn, becomes a question mark instead of a crash."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def ask_on(console: Console) -> Ask:
    """Lines from standard input. What comes from a pipe is repeated, so that the output reads."""

    def ask(prompt: str) -> str:
        try:
            if console.stderr:
                console.print(prompt, end="", markup=False)
            line = input("" if console.stderr else prompt)
        except (EOFError, KeyboardInterrupt):
            console.print()  # the prompt's line is not finished yet
            raise
        if not sys.stdin.isatty():
            console.print(line, markup=False, soft_wrap=True)
        return line

    return ask


def say_on(console: Console) -> Say:
    """Words and drawings on a console."""

    def say(what: RenderableType) -> None:
        console.print(what, markup=False)

    return say
