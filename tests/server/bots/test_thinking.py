"""A job is all that a thinker needs: whoever takes up a game goes on as the last one would have."""

import threading
from random import Random

import pytest

from volto.agents import Budget
from volto.agents.levels import LEVELS
from volto.rules import STANDARD, Family, Position, View
from volto.server.bots.agent_cache import AgentCache, array_bytes
from volto.server.bots.jobs import DeployJob, HintJob, MoveJob, ViewWords
from volto.server.bots.thinking import Thinking, seated
from volto.server.settings import ServerSettings
from volto.server.wire.messages import Hint

MUCH = 10**9


def move_job(view: View, seed: int = 7, level: int = 4) -> MoveJob:
    return MoveJob(seed, level, ViewWords.of(view), 30.0)


def after(turns: int, seed: int = 1) -> Position:
    position = Position.start("NNAAL/LSNAC", "AASNL/LNNAC")
    rng = Random(seed)
    while position.turns < turns:
        position = position.play(rng.choice(position.legal_moves()))
    return position


@pytest.mark.parametrize("level", [1, 3, 4, 6, 7])
def test_another_thinker_answers_the_same_job_alike(level: int) -> None:
    view = after(6).view(Family.WHITE)
    one, other = (Thinking(AgentCache(MUCH)) for _ in range(2))
    assert (
        one.answer(move_job(view, level=level)).said
        == other.answer(move_job(view, level=level)).said
    )


def test_how_a_network_looks_at_a_game_is_settled_by_its_seed() -> None:
    """The mean of both sides would dither."""
    looks = {
        seed: {seated(LEVELS[5], seed, True)[0]._mirrored for _ in range(3)}  # type: ignore[attr-defined]
        for seed in range(20)
    }
    assert all(len(look) == 1 for look in looks.values())
    assert len(set.union(*looks.values())) == 2


def test_deployments_differ_from_seed_to_seed_and_not_for_one() -> None:
    thinking = Thinking(AgentCache(MUCH))
    said = [thinking.answer(DeployJob(n, 5, Family.RED, str(STANDARD))).said for n in (1, 1, 2, 3)]
    assert said[0] == said[1]
    assert len(set(said)) == 3


def test_until_networks_are_ready_somebody_stands_in_and_is_not_taken_for_the_real_one() -> None:
    ready = threading.Event()
    agents = AgentCache(MUCH)
    thinking = Thinking(agents, ready.is_set)
    view = after(2).view(Family.WHITE)
    thinking.answer(move_job(view, level=7))
    ready.set()
    thinking.answer(move_job(view, level=7))
    assert len(agents) == 2


def test_a_hint_is_a_job_like_any_other() -> None:
    view = after(4).view(Family.WHITE)
    found = Thinking(AgentCache(MUCH)).answer(HintJob(7, None, ViewWords.of(view), 0.1)).said
    assert isinstance(found, Hint)
    assert found.move in map(str, view.legal_moves())


def test_agents_stay_within_their_budget_and_the_least_recent_go_first() -> None:
    view = after(6).view(Family.WHITE)
    agents = AgentCache(10_000_000)
    thinking = Thinking(agents)
    for seed in range(12):
        thinking.answer(move_job(view, seed))
        thinking.answer(move_job(view, 0))  # a game that goes on
    assert 2 <= len(agents) <= 4
    assert sum(array_bytes(agent) for agent, _, _ in agents._kept.values()) <= agents.held
    assert agents.held <= 10_000_000
    assert {0, 11} <= {key[0] for key in agents._kept if isinstance(key, tuple)}


def test_what_an_agent_holds_is_measured() -> None:
    """Beliefs about 50,400 deployments for each manner of play, and a tree."""
    agents = AgentCache(MUCH)
    Thinking(agents).answer(move_job(after(6).view(Family.WHITE)))
    assert 8 * 50_400 < agents.held < 6_000_000


def test_350_idle_tables_stay_below_the_budget_of_a_server() -> None:
    """Each agent holds what one at level 4 does after a few turns."""
    agent = seated(LEVELS[3], 1, True)
    agent[0].choose(after(6).view(Family.WHITE), Budget(nodes=1))
    budget = ServerSettings().agent_bytes
    agents = AgentCache(budget)
    for table in range(350):
        with agents.lent(table, lambda: agent):
            pass
    assert 350 * array_bytes(agent[0]) > budget >= agents.held
    assert agents.held > budget // 2


def test_two_threads_never_have_the_same_agent() -> None:
    """Two servers may ask about the same game at once."""
    agents = AgentCache(MUCH)
    make = lambda: seated(LEVELS[0], 1, True)  # noqa: E731
    with agents.lent("game", make) as (one, _), agents.lent("game", make) as (other, _):
        assert one is not other
    with agents.lent("game", make) as (kept, _):
        assert kept is one
    assert len(agents) == 1
