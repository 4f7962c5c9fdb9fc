"""Agents by name, such as `greedy` or `level:7`: the words that arena, engine and play take."""

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
_LEARNED = re.compile("learned(:(?P<iterations>[^@]+))?(@(?P<weights>.+))?")


def make_agent(words: str, rng: random.Random) -> Agent:
    """The agent that `words` asks for; raises VoltoError for one that there is not."""
    name, _, setting = words.partition(":")
    if name in PERSONALITIES and not setting:
        return PERSONALITIES[name](rng)
    if asked := _LEARNED.fullmatch(words):
        return _learned(asked["iterations"] or "0", asked["weights"], rng)
    if name in _WITH_SETTING and setting:
        return _WITH_SETTING[name](setting, rng)
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
    )
    raise VoltoError(f"There is no agent {words!r}: there are {', '.join(known)}.")


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
