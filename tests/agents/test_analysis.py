"""What agents tell of their thoughts: at the end of each one, and to whoever asks."""

from random import Random

import pytest

from tests.agents.choosing import seen
from tests.agents.own import Quiet
from volto.agents import Budget, Thought, analyse, make_agent
from volto.agents.registry import Asked
from volto.rules import Deployment, Family, View, VoltoError

START = View.start(Family.WHITE, Deployment.numbered(7))
WINNING = "l3c/2C2/5/5/5/5/4L w 0 30"
WORDS = ("level:1", "level:4", "level:6", "thinker:30", "ismcts:30", "learned", "learned:30")


@pytest.mark.parametrize("words", WORDS)
def test_every_thought_ends_with_a_report(words: str) -> None:
    told: list[Thought] = []
    agent = make_agent(words, Random(1))
    move = agent.choose(START, Budget(report=told.append))
    assert move in {choice.move for choice in told[-1].choices}
    thought = analyse(START, Budget(report=told.append), words, Random(1))
    assert told[-1] is thought


def test_the_last_report_is_the_whole_thought() -> None:
    told: list[Thought] = []
    make_agent("thinker:30", Random(1)).choose(START, Budget(nodes=500, report=told.append))
    assert told[-1].nodes == 500
    assert [thought.nodes for thought in told].count(500) == 1


def test_a_sure_win_is_reported_as_one() -> None:
    told: list[Thought] = []
    move = make_agent("thinker:30", Random(1)).choose(seen(WINNING), Budget(report=told.append))
    ((best,),) = [thought.choices for thought in told]
    assert (best.move, best.value) == (move, 1.0)


def test_a_view_can_be_analysed_without_a_game() -> None:
    thought = analyse(START, Budget(nodes=200))
    assert thought.nodes == 200
    assert {choice.move for choice in thought.choices} == set(START.legal_moves())
    weights = [choice.weight for choice in thought.choices]
    assert weights == sorted(weights, reverse=True)


@pytest.mark.parametrize(
    ("view", "agent", "reason"),
    [
        (START, "greedy", "Greedy plays without telling what it thinks."),
        (START, Quiet, "Quiet plays without telling what it thinks."),
        (START, "doge", "There is no agent 'doge'"),
        (View.start(None, None), "level:4", "no move to make"),
        (View.start(Family.RED, Deployment.numbered(7)), "level:4", "no move to make"),
    ],
)
def test_what_cannot_be_analysed_is_refused(view: View, agent: Asked, reason: str) -> None:
    with pytest.raises(VoltoError, match=reason):
        analyse(view, Budget(nodes=10), agent)
