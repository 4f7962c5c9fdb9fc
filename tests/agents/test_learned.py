"""The learned player at the table: lawful, repeatable, and no wiser than its View."""

import random

import numpy as np
import pytest

from tests.agents.choosing import seen
from tests.mind.test_network import small
from volto.agents.agent import Budget
from volto.agents.learned import Learned, Manner, Seen, Tried, policy
from volto.belief import Belief
from volto.belief.counting import role_table
from volto.mind.network import Network
from volto.rules import STANDARD, Deployment, Family, Mat, Position, Role, Ruleset, VoltoError


@pytest.fixture(scope="module")
def network() -> Network:
    return small(3)


def middle(seed: int, turns: int = 12) -> Position:
    rng = random.Random(seed)
    while True:
        position = Position.start(Deployment.random(rng), Deployment.random(rng))
        while position.outcome is None and position.turns < turns:
            position = position.play(rng.choice(position.legal_moves()))
        if position.outcome is None:
            return position


@pytest.mark.parametrize("looks", [0, 40])
def test_it_plays_a_game_to_its_end(network: Network, looks: int) -> None:
    players = {
        family: Learned(random.Random(1), Manner(looks=looks, depth=2), network=network)
        for family in Family
    }
    set_ups = {family: player.deploy(family, STANDARD) for family, player in players.items()}
    position = Position.start(set_ups[Family.WHITE], set_ups[Family.RED])
    while position.outcome is None and position.turns < 30:
        view = position.view(position.to_move)
        position = position.play(players[position.to_move].choose(view, Budget()))
    assert position.turns > 3


def test_the_same_seed_thinks_the_same(network: Network) -> None:
    view = middle(1).view(middle(1).to_move)
    thoughts = [
        Learned(random.Random(5), Manner(looks=60, depth=3), network=network).think(view, Budget())
        for _ in range(2)
    ]
    assert thoughts[0] == thoughts[1]
    assert sum(choice.weight for choice in thoughts[0].choices) == pytest.approx(1.0)
    assert thoughts[0].nodes >= 60


def test_a_budget_of_nodes_is_kept(network: Network) -> None:
    view = middle(2).view(middle(2).to_move)
    player = Learned(random.Random(5), Manner(depth=1), network=network)
    assert 100 <= player.think(view, Budget(nodes=100)).nodes <= 140
    assert player.think(view, Budget()).nodes == 0


def test_an_advised_search_thinks_as_long_as_it_may(network: Network) -> None:
    view = middle(3).view(middle(3).to_move)
    player = Learned(random.Random(5), Manner(ponder=50), network=network)
    assert player.think(view, Budget()).nodes == 50
    thought = player.think(view, Budget(nodes=80))
    assert thought.nodes == 80
    assert sum(choice.weight for choice in thought.choices) == pytest.approx(1.0)


def test_moves_that_looking_ahead_finds_better_gain() -> None:
    seen_so_far = Tried(3)
    kept = seen_so_far.add(np.array([0, 1]), np.array([[1.0] * 16, [-1.0] * 16]))
    assert kept.tolist() == [0]
    gain = seen_so_far.gain(np.array([0.2, 0.7, 0.1]), Manner())
    assert gain[0] > 0 > gain[1] > gain[2]


def test_the_mirrored_view_has_the_mirrored_policy(network: Network) -> None:
    rng = random.Random(4)
    white, red = Deployment.random(rng), Deployment.random(rng)
    one = Position.start(white, red).view(Family.WHITE)
    other = Position.start(white.mirrored(), red.mirrored()).view(Family.WHITE)
    logs = np.sort(policy(one, network, one.legal_moves()))
    np.testing.assert_allclose(
        logs, np.sort(policy(other, network, other.legal_moves())), atol=1e-5
    )


def test_it_looks_only_into_worlds_that_may_be(network: Network) -> None:
    position = middle(6, turns=30)
    view = position.view(position.to_move)
    belief = Belief.of(view)
    chances = np.zeros(len(role_table()))
    chances[belief.numbers] = 1.0 / belief.count
    worlds = Seen.of(view, chances)
    state, _ = worlds.drawn(50, random.Random(1))
    base = 4 * worlds.root.rival
    lost = [view.scene.unmasked[mask] for mask in view.scene.ids(belief.family)]
    for row in state:
        ladies = int(row[base + 2]).bit_count()
        assert ladies == STANDARD.roster.count(Role.LADY) - lost.count(Role.LADY)
        taken = int(np.bitwise_or.reduce(row[base : base + 4])).bit_count()
        assert taken == len(view.scene.standing[belief.family])


def test_a_sure_win_is_taken(network: Network) -> None:
    """R-15"""
    view = seen("l3c/2C2/5/5/5/5/4L w 0 30")
    for seed in range(5):
        player = Learned(random.Random(seed), network=network)
        assert str(player.choose(view, Budget())) in {"c6b7", "c6c7", "c6d7"}


def test_other_mats_are_refused(network: Network) -> None:
    rules = Ruleset(mat=Mat(4, 6), roster=(Role.CANDIDATE, Role.LADY, *(Role.NOBLE,) * 6))
    with pytest.raises(VoltoError, match="only the mat"):
        Learned(random.Random(1), network=network).deploy(Family.WHITE, rules)
