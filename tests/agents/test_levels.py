"""Ten levels, and the words that ask for an agent."""

import subprocess
import sys
from random import Random

import pytest

from tests.strategies import BOX
from volto.agents import Budget, Choice, Thought, make_agent, play_game
from volto.agents.levels import LEVELS, Mind, TwoMinds
from volto.agents.thinker import Thinker
from volto.rules import (
    Cell,
    Deployment,
    Family,
    LadyRule,
    Move,
    Ruleset,
    View,
    VoltoError,
)


def test_there_are_ten_levels_with_names_of_their_own() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert len({level.name for level in LEVELS}) == 10


@pytest.mark.parametrize("mind", Mind)
def test_a_higher_level_of_one_mind_thinks_more_or_is_less_careless(mind: Mind) -> None:
    levels = [level for level in LEVELS if level.mind is mind]
    effort = [(level.iterations, -level.temperature) for level in levels]
    assert effort == sorted(effort)
    assert len(set(effort)) == len(levels)


@pytest.mark.parametrize("ruleset", BOX)
@pytest.mark.parametrize("number", range(1, 9))
def test_every_level_plays_by_the_rules(number: int, ruleset: Ruleset) -> None:
    level, other = make_agent(f"level:{number}", Random(1)), make_agent("level:1", Random(2))
    assert play_game(level, other, ruleset=ruleset, turns=30).turns > 0


@pytest.mark.parametrize("words", ["level:1", "level:3", "level:5"])
def test_a_level_repeats_from_its_seed_and_varies_without(words: str) -> None:
    def deployments(seed: int) -> list[str]:
        agent = make_agent(words, Random(seed))
        return [str(agent.deploy(Family.WHITE, Ruleset())) for _ in range(5)]

    assert deployments(1) == deployments(1)
    assert deployments(1) != deployments(2)
    assert len(set(deployments(1))) == 5


def test_a_level_without_the_network_does_not_load_it() -> None:
    script = (
        "import sys, random; from volto.agents.levels import LEVELS;"
        "[level.agent(random.Random(1)) for level in LEVELS if not level.by_network];"
        "sys.exit('volto.agents.learned' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_the_highest_level_has_a_mind_for_each_lady_rule() -> None:
    class Steady:
        name = "Steady"

        def __init__(self, move: str) -> None:
            self.move = Move.parse(move)

        def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
            return Deployment.numbered(int(self.move.origin == Cell.parse("a2")))

        def choose(self, view: View, budget: Budget) -> Move:
            return self.move

        def think(self, view: View, budget: Budget) -> Thought:
            return Thought(7, (Choice(self.move, 1.0, 0.5, 0.0, 1.0),))

    both = TwoMinds("Both", {LadyRule.OWNER: Steady("a2a3"), LadyRule.CAPTOR: Steady("b2b3")})
    for ladies, move in ((LadyRule.OWNER, "a2a3"), (LadyRule.CAPTOR, "b2b3")):
        ruleset = Ruleset(ladies=ladies)
        view = View.start(Family.WHITE, Deployment.numbered(5), ruleset=ruleset)
        assert both.deploy(Family.WHITE, ruleset).number() == int(move == "a2a3")
        assert str(both.choose(view, Budget())) == move
        assert str(both.think(view, Budget()).choices[0].move) == move
    assert isinstance(LEVELS[-1].thinker(Random(1)), TwoMinds)


def test_an_agent_is_named_for_its_words() -> None:
    assert make_agent("level:10", Random(1)).name == "Doge 10"
    assert make_agent("greedy", Random(1)).name == "Greedy"
    assert make_agent("ismcts:400", Random(1)).name == "ISMCTS 400"
    assert isinstance(make_agent("thinker:30", Random(1)), Thinker)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("doge", "There is no agent 'doge'"),
        ("greedy:3", "There is no agent 'greedy:3'"),
        ("level", "There is no agent 'level'"),
        ("level:11", "A level is a number from 1 to 10, not '11'"),
        ("level:x", "A level is a number from 1 to 10, not 'x'"),
        ("ismcts:0", "The number of iterations is a number from 1"),
        ("learned:", "There is no agent 'learned:'"),
        ("learned:x", "The number of iterations is a number from 0"),
        ("learned@", "There is no agent 'learned@'"),
        ("learned:5@nobody.safetensors", "There are no weights nobody.safetensors"),
    ],
)
def test_an_agent_that_there_is_not_is_refused(words: str, reason: str) -> None:
    with pytest.raises(VoltoError, match=reason):
        make_agent(words, Random(1))
