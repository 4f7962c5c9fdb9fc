"""Who meets whom."""

from collections import Counter

import pytest

from volto.arena.schedule import Pair, check_entry, schedule
from volto.rules import Family, VoltoError


def test_each_meets_each_as_often() -> None:
    pairs = list(schedule(["c", "a", "b"], 4))
    assert len(set(pairs)) == 12
    assert Counter(pair.pairing for pair in pairs) == {("a", "b"): 4, ("a", "c"): 4, ("b", "c"): 4}


def test_the_rounds_come_one_after_the_other() -> None:
    assert [pair.number for pair in schedule(["a", "b", "c"], 2)] == [1, 1, 1, 2, 2, 2]


def test_the_order_of_the_names_changes_nothing() -> None:
    assert list(schedule(["a", "b", "c"], 2)) == list(schedule(["b", "c", "a"], 2))


def test_the_first_agent_is_white_in_game_a_only() -> None:
    pair = Pair("a", "b", 1)
    assert pair.seats("a") == {Family.WHITE: "a", Family.RED: "b"}
    assert pair.seats("b") == {Family.WHITE: "b", Family.RED: "a"}


@pytest.mark.parametrize("agents", [[], ["a"], ["a", "b", "a"]])
def test_nobody_plays_alone_or_against_itself(agents: list[str]) -> None:
    with pytest.raises(VoltoError, match=r"two agents or more|named twice"):
        check_entry(agents)
