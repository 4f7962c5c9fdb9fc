"""A pair of games: the same deployments, the seats swapped, and whoever misbehaves loses."""

from random import Random

import pytest

from tests.arena.players import make
from volto.agents import Agent, Budget
from volto.agents import Random as RandomAgent
from volto.arena.conditions import Conditions, DeploymentSource
from volto.arena.match import Games, play_pair
from volto.arena.schedule import Pair
from volto.notation import Record, read_records, write_records
from volto.rules import Family, LadyRule, Move, Reason, Ruleset, View

PAIR = Pair("ada", "zoe", 3)


def said(record: Record) -> tuple[str | None, ...]:
    return tuple(record.tag(name) for name in ("Event", "White", "Red", "Round"))


@pytest.mark.parametrize("source", DeploymentSource)
def test_the_seats_are_swapped_in_the_second_game(source: DeploymentSource) -> None:
    first, second = play_pair(PAIR, Conditions(deployments=source), make)
    assert said(first) == ("Arena", "ada", "zoe", "3a")
    assert said(second) == ("Arena", "zoe", "ada", "3b")
    assert first.first is second.first is Family.WHITE
    assert first.outcome
    assert second.outcome


def test_agents_keep_their_own_deployments() -> None:
    first, second = play_pair(PAIR, Conditions(), make)
    assert (first.white, first.red) == (second.red, second.white)
    assert first.white != first.red


def test_random_deployments_stay_with_the_families() -> None:
    first, second = play_pair(PAIR, Conditions(deployments=DeploymentSource.RANDOM), make)
    assert (first.white, first.red) == (second.white, second.red)
    assert first.white != first.red


def test_a_pair_repeats_and_depends_on_seed_agents_and_number() -> None:
    pairs = [PAIR, Pair("ada", "zoe", 4), Pair("ada", "yan", 3)]
    played = [play_pair(pair, Conditions(), make) for pair in pairs]
    assert played == [play_pair(pair, Conditions(), make) for pair in pairs]
    played.append(play_pair(PAIR, Conditions(seed=2), make))
    assert len({(games[0].white, games[0].turns) for games in played}) == 4


def test_the_conditions_stand_in_the_record() -> None:
    conditions = Conditions(seed=5, nodes=400, ruleset=Ruleset(LadyRule.CAPTOR, quiet=40))
    for record in play_pair(PAIR, conditions, make):
        assert record.ruleset == conditions.ruleset
        tags = dict(record.tags)
        assert (tags["Seed"], tags["Deployments"], tags["Budget"]) == ("5", "own", "400 nodes")


def test_an_agent_sees_its_own_view_and_is_given_the_budget() -> None:
    seen: list[tuple[str, View, Budget]] = []

    class Spy(RandomAgent):
        def __init__(self, words: str, rng: Random) -> None:
            super().__init__(rng)
            self.words = words

        def choose(self, view: View, budget: Budget) -> Move:
            seen.append((self.words, view, budget))
            return super().choose(view, budget)

    games = play_pair(PAIR, Conditions(nodes=7, seconds=60), Spy)
    assert len(seen) == sum(len(record.turns) for record in games)
    for at, (words, view, budget) in enumerate(seen):
        second = at >= len(games[0].turns)
        family = Family.WHITE if (words == "ada") != second else Family.RED
        record = games[second]
        assert isinstance(view, View)
        assert view.seat is view.to_move is family
        assert view.roles == (record.white if family is Family.WHITE else record.red).roles
        assert (budget.seconds, budget.nodes) == (60, 7)


FAULTS = [
    ("crasher", "crasher failed in turn {turn}: ZeroDivisionError: one over nothing"),
    ("cheater", "cheater played an illegal move in turn {turn}: "),
    ("stranger", "stranger played an illegal move in turn {turn}: "),
    ("mumbler", "mumbler played an illegal move in turn {turn}: None is no move."),
    ("homeless", "homeless failed to deploy: No room."),
    ("crowd", "crowd deployed badly: "),
    ("absent", "absent did not start: Nobody is called so."),
]


def check_lost(games: Games, words: str, reason: Reason, sentence: str) -> None:
    for record in games:
        assert record.outcome is not None
        assert record.outcome.reason is reason
        winner = Family.RED if record.tag("White") == words else Family.WHITE
        assert record.outcome.winner is winner
        told = record.tag("Termination")
        assert told is not None
        assert told.startswith(sentence.format(turn=len(record.turns) + 1))
    assert read_records(write_records(games)) == list(games)


@pytest.mark.parametrize(("words", "sentence"), FAULTS)
def test_whoever_misbehaves_loses_both_games(words: str, sentence: str) -> None:
    games = play_pair(Pair(words, "zoe", 1), Conditions(), make)
    check_lost(games, words, Reason.ABANDONED, sentence)


def test_an_agent_that_does_not_answer_loses_by_time() -> None:
    conditions = Conditions(seconds=0.05, grace=1)
    games = play_pair(Pair("ada", "sleeper", 1), conditions, make)
    sentence = "sleeper did not answer in turn {turn} within 0.05 s and 1 s of grace."
    check_lost(games, "sleeper", Reason.TIME, sentence)


def test_a_program_that_stalls_loses_by_time() -> None:
    games = play_pair(Pair("ada", "staller", 1), Conditions(), make)
    sentence = "staller failed in turn {turn}: The engine Staller did not answer go within 3.0 s."
    check_lost(games, "staller", Reason.TIME, sentence)


def test_nobody_is_late_without_a_limit() -> None:
    class Halted(RandomAgent):
        def choose(self, view: View, budget: Budget) -> Move:
            assert budget.seconds is None
            return super().choose(view, budget)

    first, _ = play_pair(PAIR, Conditions(), lambda words, rng: Halted(rng))
    assert first.tag("Termination") is None


@pytest.mark.parametrize("rival", ["zoe", "crasher", "homeless"])
def test_agents_are_closed_whatever_happens(rival: str) -> None:
    open_agents: list[object] = []

    class Closable(RandomAgent):
        def close(self) -> None:
            open_agents.remove(self)
            raise RuntimeError("nobody needs to know")

    def make_closable(words: str, rng: Random) -> Agent:
        if words != "ada":
            return make(words, rng)
        agent = Closable(rng)
        open_agents.append(agent)
        return agent

    play_pair(Pair("ada", rival, 1), Conditions(), make_closable)
    assert open_agents == []
