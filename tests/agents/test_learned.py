"""The learned player at the table: lawful, repeatable, and no wiser than its View."""

import random
from dataclasses import replace
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from tests.agents.choosing import seen
from tests.mind.minds import some_game
from tests.mind.test_network import small, small_tensors, write_tensors
from volto.agents import make_agent, play_game
from volto.agents.agent import Budget, Thought
from volto.agents.learned import Learned, LearnedSettings, policy
from volto.belief import Belief, imagined
from volto.mind.network import Network, fingerprint
from volto.rules import Deployment, Family, Mat, Position, Role, Ruleset, VoltoError


@pytest.fixture(scope="module")
def network() -> Network:
    return small(3)


@pytest.mark.parametrize("iterations", [0, 40])
def test_it_plays_a_game_to_its_end(network: Network, iterations: int) -> None:
    one, other = (
        Learned(random.Random(1), LearnedSettings(iterations), network=network) for _ in Family
    )
    assert play_game(one, other, turns=30).turns > 3


def test_the_same_seed_thinks_the_same(network: Network) -> None:
    position = some_game(1, turns=12)
    view = position.view(position.to_move)
    thoughts = [
        Learned(random.Random(5), LearnedSettings(60), network=network).think(view, Budget())
        for _ in range(2)
    ]
    assert thoughts[0] == thoughts[1]
    assert sum(choice.weight for choice in thoughts[0].choices) == pytest.approx(1.0)
    assert thoughts[0].nodes == 60


def test_a_budget_of_nodes_is_kept(network: Network) -> None:
    position = some_game(2, turns=12)
    view = position.view(position.to_move)
    player = Learned(random.Random(5), network=network)
    assert player.think(view, Budget(nodes=300)).nodes == 300
    assert player.think(view, Budget()).nodes == 0


def test_one_look_is_enough_for_a_choice(network: Network) -> None:
    position = some_game(2, turns=12)
    view = position.view(position.to_move)
    player = Learned(random.Random(5), network=network)
    assert player.choose(view, Budget(nodes=1)) in view.legal_moves()


def test_it_answers_when_it_is_halted(network: Network) -> None:
    position = some_game(2, turns=12)
    view = position.view(position.to_move)
    halt = Event()
    halt.set()
    thought = Learned(random.Random(5), network=network).think(view, Budget(10**6, halt=halt))
    assert 0 < thought.nodes < 1000


def test_it_tells_how_thinking_goes(network: Network) -> None:
    position = some_game(2, turns=12)
    view = position.view(position.to_move)
    told: list[Thought] = []
    player = Learned(random.Random(5), network=network)
    last = player.think(view, Budget(seconds=0.7, report=told.append))
    assert told
    assert told[0].nodes < last.nodes
    assert {choice.move for choice in told[0].choices} == set(view.legal_moves())


def test_the_mirrored_view_has_the_mirrored_policy(network: Network) -> None:
    rng = random.Random(4)
    white, red = Deployment.random(rng), Deployment.random(rng)
    one = Position.start(white, red).view(Family.WHITE)
    other = Position.start(white.mirrored(), red.mirrored()).view(Family.WHITE)
    logs = np.sort(policy(one, network, one.legal_moves()))
    np.testing.assert_allclose(
        logs, np.sort(policy(other, network, other.legal_moves(), mirrored=True)), atol=1e-5
    )


def test_it_looks_at_a_game_from_one_side_of_the_mirror_as_in_training(network: Network) -> None:
    looked = set()
    for seed in range(8):
        player = Learned(
            random.Random(seed), LearnedSettings(temperature=1.0, least=0.0), network=network
        )
        sides = []
        for turns in (2, 9, 16):
            position = some_game(7, turns=turns)
            view = position.view(position.to_move)
            moves = view.legal_moves()
            found = {choice.move: choice.weight for choice in player.think(view, Budget()).choices}
            weights = np.array([found[move] for move in moves])
            chances = [np.exp(policy(view, network, moves, side)) for side in (False, True)]
            sides.append([bool(np.allclose(weights, chance, atol=1e-5)) for chance in chances])
        assert sides in ([[True, False]] * 3, [[False, True]] * 3)
        looked.add(sides[0][0])
    assert looked == {False, True}


def test_it_thinks_the_same_whatever_the_rival_hides(network: Network) -> None:
    position = some_game(7, turns=16)
    view = position.view(position.to_move)
    belief, rng = Belief.of(view), random.Random(2)
    found = {
        Learned(random.Random(3), LearnedSettings(40), network=network).think(
            imagined(view, belief.sample(rng)).view(position.to_move), Budget()
        )
        for _ in range(4)
    }
    assert len(found) == 1


def test_a_sure_win_is_taken(network: Network) -> None:
    """R-15"""
    view = seen("l3c/2C2/5/5/5/5/4L w 0 30")
    for seed in range(5):
        player = Learned(random.Random(seed), network=network)
        assert str(player.choose(view, Budget())) in {"c6b7", "c6c7", "c6d7"}


def test_it_plays_with_weights_of_ones_own(tmp_path: Path) -> None:
    path = write_tensors(tmp_path / "own@home.safetensors", small_tensors(3))
    view = some_game(1, turns=12).view(Family.WHITE)
    player = make_agent(f"learned:20@{path}", random.Random(5))
    assert player.name == f"Learned 20 ({fingerprint(path)})"
    wanted = Learned(random.Random(5), LearnedSettings(20), network=small(3))
    assert player.choose(view, Budget()) == wanted.choose(view, Budget())


def test_weights_for_another_game_are_refused(tmp_path: Path) -> None:
    tensors = small_tensors()
    tensors["player/layer0/w"] = tensors["player/layer0/w"][1:]
    path = write_tensors(tmp_path / "other.safetensors", tensors)
    with pytest.raises(VoltoError, match="a player of another game"):
        make_agent(f"learned@{path}", random.Random(1))


def test_other_mats_are_refused(network: Network) -> None:
    rules = Ruleset(mat=Mat(4, 6), roster=(Role.CANDIDATE, Role.LADY, *(Role.NOBLE,) * 6))
    with pytest.raises(VoltoError, match="only the mat"):
        Learned(random.Random(1), network=network).deploy(Family.WHITE, rules)


def test_it_answers_however_little_time_there_is(network: Network) -> None:
    position = some_game(3, turns=14)
    view = position.view(position.to_move)
    knowing = replace(network, deployments=np.full(50_400, 1 / 50_400, np.float32))
    thought = Learned(random.Random(5), network=knowing).think(view, Budget(seconds=1e-4))
    assert thought.nodes
