"""The words of VEI, the protocol between a table and an engine: every line as a value.

`str` of a value is its line; `read_command` reads what an engine is told, `read_answer` what it
says. docs/engine.md tells how the two talk.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from volto.rules import STANDARD, Family, NotationError, Ruleset, VoltoError
from volto.rules.ruleset import TERMS

_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_SHOWN = 40


class VeiError(VoltoError):
    """A line that is not VEI, with the reason in a sentence."""


class Signal(StrEnum):
    """The lines of one word: four for an engine, two from it."""

    VEI = "vei"
    ISREADY = "isready"
    STOP = "stop"
    QUIT = "quit"
    VEIOK = "veiok"
    READYOK = "readyok"


@dataclass(frozen=True, slots=True)
class SetOption:
    """`setoption name Level value 10`"""

    name: str
    value: str

    def __str__(self) -> str:
        return f"setoption name {self.name} value {self.value}"


@dataclass(frozen=True, slots=True)
class NewGame:
    """`newgame family red first white ladies owner quiet 100`: the engine's family and the rules.

    `mat 3x4`, `roster NCL` and `cap 60` follow where they differ from the game in the box.
    """

    family: Family
    first: Family = Family.WHITE
    ruleset: Ruleset = STANDARD

    def __str__(self) -> str:
        return f"newgame family {self.family} first {self.first} {self.ruleset}"


@dataclass(frozen=True, slots=True)
class Setup:
    """`setup` asks for a deployment; `setup AASNL/LNNAC` tells one, or answers with one."""

    deployment: str | None = None

    def __str__(self) -> str:
        return f"setup {self.deployment}" if self.deployment else "setup"


@dataclass(frozen=True, slots=True)
class PositionMoves:
    """`position moves e2d3 c6xc2=A`: the whole game so far, as words."""

    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(("position moves", *self.moves))


@dataclass(frozen=True, slots=True)
class Go:
    """`go movetime 1000` in milliseconds, `go nodes 4000`; without either, as the engine likes."""

    movetime: int | None = None
    nodes: int | None = None

    def __str__(self) -> str:
        time = "" if self.movetime is None else f" movetime {self.movetime}"
        nodes = "" if self.nodes is None else f" nodes {self.nodes}"
        return f"go{time}{nodes}"


Command = Signal | SetOption | NewGame | Setup | PositionMoves | Go


@dataclass(frozen=True, slots=True)
class Id:
    """`id name Volto 1.0`"""

    key: str
    value: str

    def __str__(self) -> str:
        return f"id {self.key} {self.value}"


@dataclass(frozen=True, slots=True)
class Option:
    """`option name Level type spin default 10 min 1 max 10`"""

    name: str
    kind: str
    """Everything after `type`."""

    def __str__(self) -> str:
        return f"option name {self.name} type {self.kind}"


@dataclass(frozen=True, slots=True)
class Info:
    """`info nodes 4000 score 62 pv c6c2`: how the thinking goes.

    The score is the expected result for the engine in percent: 100 is a sure win, 50 a draw.
    """

    nodes: int | None = None
    score: int | None = None
    pv: tuple[str, ...] = ()

    def __str__(self) -> str:
        nodes = "" if self.nodes is None else f" nodes {self.nodes}"
        score = "" if self.score is None else f" score {self.score}"
        pv = " ".join((" pv", *self.pv)) if self.pv else ""
        return f"info{nodes}{score}{pv}"


@dataclass(frozen=True, slots=True)
class BestMove:
    """`bestmove c6c2`: the plain four letters."""

    move: str

    def __str__(self) -> str:
        return f"bestmove {self.move}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """`error …`: what was wrong with the last line, in one sentence on one line."""

    sentence: str

    def __str__(self) -> str:
        return " ".join(("error", *self.sentence.split()))


Answer = Signal | Id | Option | Setup | Info | BestMove | Refusal


def read_command(line: str) -> Command | None:
    """What an engine is told by a line; None by an empty one."""
    match line.split():
        case []:
            return None
        case ["vei" | "isready" | "stop" | "quit" as word, *rest]:
            if rest:
                raise VeiError(f"{word} stands alone, without {quoted(rest[0])}.")
            return Signal(word)
        case ["setoption", *rest]:
            return _read_option_setting(rest)
        case ["newgame", *rest]:
            return _read_new_game(rest)
        case ["setup", *rest]:
            if len(rest) > 1:
                raise VeiError(f"A deployment is one word, without {quoted(rest[1])}.")
            return Setup(*rest)
        case ["position", "moves", *rest]:
            return PositionMoves(tuple(rest))
        case ["position", *_]:
            raise VeiError("A position is told by its moves: position moves e2d3 …")
        case ["go", *rest]:
            pairs = _pairs("go", rest, ("movetime", "nodes"))
            return Go(**{word: _number(word, value, 1) for word, value in pairs})
        case [word, *_]:
            raise VeiError(f"There is no command {quoted(word)}.")
    return None


def read_answer(line: str) -> Answer | None:
    """What an engine says by a line; None by an empty one.

    Words that this side does not know inside `id`, `option` and `info` are let pass.
    """
    match line.split():
        case []:
            return None
        case ["veiok" | "readyok" as word]:
            return Signal(word)
        case ["id", key, *rest]:
            return Id(key, " ".join(rest))
        case ["option", "name", *rest] if "type" in rest:
            at = rest.index("type")
            return Option(" ".join(rest[:at]), " ".join(rest[at + 1 :]))
        case ["setup", deployment]:
            return Setup(deployment)
        case ["info", *rest]:
            return _read_info(rest)
        case ["bestmove", move]:
            return BestMove(move)
        case ["error", *rest]:
            return Refusal(" ".join(rest))
    raise VeiError(f"{quoted(line.strip())} is no answer in VEI.")


def quoted(text: str) -> str:
    """A stranger's text inside a sentence: on one line, and not too much of it."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _read_option_setting(words: list[str]) -> SetOption:
    if words[:1] != ["name"] or "value" not in words:
        raise VeiError("An option is set so: setoption name Level value 10.")
    at = words.index("value")
    name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
    if not name or not value:
        raise VeiError("An option is set so: setoption name Level value 10.")
    return SetOption(name, value)


def _read_new_game(words: list[str]) -> NewGame:
    told = dict(_pairs("newgame", words, ("family", "first", *TERMS)))
    family, first = told.pop("family", None), told.pop("first", "white")
    if family is None:
        raise VeiError("newgame tells the engine its family: newgame family white …")
    try:
        ruleset = Ruleset.of(told)
    except NotationError as error:
        raise VeiError(f"{error.reason[0].upper()}{error.reason[1:]}.") from None
    return NewGame(_family(family), _family(first), ruleset)


def _pairs(command: str, words: list[str], known: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Words with their values, each known and at most once."""
    seen = set()
    for at in range(0, len(words), 2):
        word = words[at]
        if word not in known:
            raise VeiError(f"{command} does not take {quoted(word)}: {', '.join(known)}.")
        if word in seen:
            raise VeiError(f"{command} says {word} twice.")
        if at + 1 == len(words):
            raise VeiError(f"{command} says {word} without a value.")
        seen.add(word)
        yield word, words[at + 1]


def _number(word: str, text: str, least: int) -> int:
    if not _NUMBER.fullmatch(text) or int(text) < least:
        raise VeiError(
            f"{word} takes a plain number from {least}, of at most nine digits, not {quoted(text)}."
        )
    return int(text)


def _family(text: str) -> Family:
    if text not in tuple(Family):
        raise VeiError(f"{quoted(text)} is not a family (white or red).")
    return Family(text)


def _read_info(words: list[str]) -> Info:
    """What is understood of it: strangers may say more."""
    pv: tuple[str, ...] = ()
    if "pv" in words:
        at = words.index("pv")
        words, pv = words[:at], tuple(words[at + 1 :])
    found = {
        word: int(value)
        for word, value in pairwise(words)
        if word in ("nodes", "score") and _NUMBER.fullmatch(value)
    }
    return Info(found.get("nodes"), found.get("score"), pv)
