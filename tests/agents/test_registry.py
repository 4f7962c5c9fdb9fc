"""Agents of one's own: by module and class, as a class, a function or an object."""

import sys
from pathlib import Path
from random import Random

import pytest

from tests.agents.own import Quiet, Seeded, factory
from volto.agents import Agent, make_agent
from volto.agents.registry import Asked
from volto.rules import VoltoError


@pytest.mark.parametrize(
    "asked",
    [
        "tests.agents.own:Seeded",
        "tests.agents.own:Quiet",
        "tests.agents.own:factory",
        "tests.agents.own:QUIET",
        Seeded,
        Quiet,
        factory,
        Quiet(),
    ],
)
def test_an_own_agent_is_made_or_is_there(asked: Asked) -> None:
    agent = make_agent(asked, Random(1))
    assert isinstance(agent, Seeded | Quiet)


def test_a_class_is_given_the_generator() -> None:
    rng = Random(1)
    made = make_agent(Seeded, rng)
    assert isinstance(made, Seeded)
    assert made.rng is rng


def test_an_agent_that_is_there_plays_as_it_is() -> None:
    agent: Agent = Quiet()
    assert make_agent(agent, Random(1)) is agent


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("nosuch.module:Bot", "There is no agent 'nosuch.module:Bot': ModuleNotFoundError"),
        ("tests.agents.own:Nobody", "There is no agent 'tests.agents.own:Nobody': AttributeError"),
        ("tests.agents.own:NUMBER", "tests.agents.own:NUMBER is not an agent: it has no 'name'."),
        ("tests.agents.own:Hollow", "tests.agents.own:Hollow is not an agent: it has no 'choose'."),
        ("tests.agents.own:Stubborn", "Stubborn cannot be made: ValueError: not today"),
    ],
)
def test_what_is_no_agent_is_refused_in_a_sentence(words: str, reason: str) -> None:
    with pytest.raises(VoltoError) as refused:
        make_agent(words, Random(1))
    assert reason in str(refused.value)


def test_a_module_that_cannot_be_imported_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "brokenbot.py").write_text("1 / 0")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(VoltoError, match="'brokenbot:Bot': ZeroDivisionError: division by zero"):
        make_agent("brokenbot:Bot", Random(1))
