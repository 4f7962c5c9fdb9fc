"""The one loop that lets two agents play."""

from random import Random

import pytest

from tests.agents.own import Quiet, Seeded
from volto.agents import Budget, play_game, play_on
from volto.rules import STANDARD, Deployment, Family, IllegalMove, Move, Position, Ruleset, View


class Spy(Seeded):
    """Notes what it is shown."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.seen: list[tuple[View, Budget]] = []

    def choose(self, view: View, budget: Budget) -> Move:
        self.seen.append((view, budget))
        return super().choose(view, budget)


class Cheat(Quiet):
    def choose(self, view: View, budget: Budget) -> Move:
        return Move.parse("a1a7")


@pytest.mark.parametrize("first", Family)
def test_each_agent_sees_its_own_view_and_the_budget(first: Family) -> None:
    budget = Budget(nodes=7)
    spies = {family: Spy(Random(number)) for number, family in enumerate(Family)}
    end = play_game(spies[Family.WHITE], spies[Family.RED], first, budget=budget)
    assert end.outcome is not None
    assert end.turns == sum(len(spy.seen) for spy in spies.values())
    for family, spy in spies.items():
        assert spy.seen[0][0].turns == int(family is not first)
        assert all(view.seat is view.to_move is family for view, _ in spy.seen)
        assert all(given is budget for _, given in spy.seen)


def test_a_game_can_be_cut_short_and_goes_on_from_any_position() -> None:
    ruleset = Ruleset(quiet=0)
    agents = {family: Seeded(Random(1)) for family in Family}
    middle = play_game(agents[Family.WHITE], agents[Family.RED], ruleset=ruleset, turns=5)
    assert (middle.turns, middle.outcome, middle.ruleset) == (5, None, ruleset)
    *_, end = positions = list(play_on(middle, agents))
    assert [position.turns for position in positions] == list(range(6, end.turns + 1))
    assert end.outcome is not None
    assert list(play_on(end, agents)) == []


def test_an_illegal_move_is_not_played() -> None:
    with pytest.raises(IllegalMove):
        play_game(Cheat(), Quiet())
    start = Position.start(Deployment.numbered(0), Deployment.numbered(0), ruleset=STANDARD)
    with pytest.raises(IllegalMove):
        list(play_on(start, {Family.WHITE: Cheat(), Family.RED: Quiet()}))


def test_a_game_of_no_turns_stands_where_it_began() -> None:
    white, red = (Seeded(Random(seed)) for seed in (1, 2))
    assert play_game(white, red, turns=0).turns == 0
