"""Agents by the words that arena, engine and play take, such as `level:7` or `mybot:Bot`."""

import importlib
import inspect
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from volto.agents.agent import Agent
from volto.agents.styles.baiter import Baiter
from volto.agents.styles.greedy import Greedy
from volto.agents.styles.hunter import Hunter
from volto.agents.styles.personality import Personality
from volto.agents.styles.random_agent import Random
from volto.agents.styles.runner import Runner
from volto.agents.styles.turtle import Turtle
from volto.rules import VoltoError

PERSONALITIES: Mapping[str, type[Personality]] = {
    "random": Random,
    "greedy": Greedy,
    "runner": Runner,
    "baiter": Baiter,
    "hunter": Hunter,
    "turtle": Turtle,
}
"""The players with a style, by the word that asks for one."""
STRONGEST = "level:10"
ENGINE = "engine:"
"""Before the command of an outside program that speaks VEI."""
_LEARNED = re.compile("learned(:(?P<iterations>[^@]+))?(@(?P<weights>.+))?")
_OWN = re.compile(r"(?P<module>[A-Za-z_][\w.]*):(?P<name>[A-Za-z_]\w*)")

Asked = str | Agent | Callable[[random.Random], Agent]
"""Words, an agent, or what makes one (such as a class) with a random generator or nothing."""


def make_agent(asked: Asked, rng: random.Random) -> Agent:
    """The agent that is asked for; raises VoltoError for one that there is not."""
    if not isinstance(asked, str):
        return _own(asked, getattr(asked, "__name__", type(asked).__name__), rng)
    words = asked
    name, _, setting = words.partition(":")
    if name in PERSONALITIES and not setting:
        return PERSONALITIES[name](rng)
    if found := _LEARNED.fullmatch(words):
        return _learned(found["iterations"] or "0", found["weights"], rng)
    if name in _WITH_SETTING and setting:
        return _WITH_SETTING[name](setting, rng)
    if found := _OWN.fullmatch(words):
        return _own(_imported(words, found["module"], found["name"]), words, rng)
    known = (
        *PERSONALITIES,
        "level:1 to level:10",
        "ismcts:N",
        "thinker:N",
        "learned",
        "learned:N",
        "learned@WEIGHTS",
        "learned:N@WEIGHTS",
        "engine:COMMAND",
        "MODULE:CLASS",
    )
    raise VoltoError(f"There is no agent {words!r}: there are {', '.join(known)}.")


def _imported(words: str, module: str, name: str) -> object:
    try:
        return getattr(importlib.import_module(module), name)
    except Exception as error:
        failed = f"{type(error).__name__}: {error}"
        raise VoltoError(f"There is no agent {words!r}: {failed}") from None


def _own(found: object, words: str, rng: random.Random) -> Agent:
    """An agent as it is, or made anew."""
    if callable(found) and (isinstance(found, type) or not hasattr(found, "choose")):
        try:
            takes_rng = bool(inspect.signature(found).parameters)
            found = found(rng) if takes_rng else found()
        except Exception as error:
            raise VoltoError(f"{words} cannot be made: {type(error).__name__}: {error}") from error
    for part in ("name", "deploy", "choose"):
        if not hasattr(found, part):
            raise VoltoError(f"{words} is not an agent: it has no {part!r}.")
    return found  # type: ignore[return-value]


def _level(setting: str, rng: random.Random) -> Agent:
    from volto.agents.levels import LEVELS  # search and its compiled code, only when asked for

    return LEVELS[_number(setting, "a level", 1, len(LEVELS)) - 1].agent(rng)


def _ismcts(setting: str, rng: random.Random) -> Agent:
    from volto.agents.thinker import plain_search

    return plain_search(rng, _number(setting, "the number of iterations", 1, 10**7))


def _thinker(setting: str, rng: random.Random) -> Agent:
    from volto.agents.thinker import SearchSettings, Thinker

    iterations = _number(setting, "the number of iterations", 1, 10**7)
    return Thinker(rng, SearchSettings(iterations), f"Thinker {iterations}")


def _learned(setting: str, weights: str | None, rng: random.Random) -> Agent:
    from volto.agents.learned import learned

    iterations = _number(setting, "the number of iterations", 0, 10**7)
    return learned(rng, iterations, None if weights is None else Path(weights))


def _engine(setting: str, rng: random.Random) -> Agent:
    from volto.agents.external_engine import EngineAgent

    return EngineAgent(setting)


_WITH_SETTING: Mapping[str, Callable[[str, random.Random], Agent]] = {
    "level": _level,
    "ismcts": _ismcts,
    "thinker": _thinker,
    "engine": _engine,
}


def _number(text: str, what: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise VoltoError(f"{what.capitalize()} is a number from {least} to {most}, not {text!r}.")
    return int(text)
