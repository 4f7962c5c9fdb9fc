"""Search with a network: lawful, repeatable, and drawn to what wins."""

import pytest

from tests.agents.choosing import seen
from tests.mind.minds import some_game
from tests.mind.test_network import small
from volto.belief import Belief
from volto.mind.instinct import blank
from volto.mind.network import Network
from volto.mind.network_search import NetworkSearch
from volto.mind.worlds import Worlds
from volto.rules import Family, View
from volto.sim import move_of


@pytest.fixture(scope="module")
def network() -> Network:
    return small(5)


def pondered(view: View, network: Network, iterations: int, size: int = 50_000) -> NetworkSearch:
    tree = NetworkSearch(
        view, network, Worlds.alike(Belief.of(view).numbers, blank()), size, seed=3
    )
    tree.grow(iterations, temperature=0.7, explore=1.0, caution=0.4)
    return tree


@pytest.mark.parametrize("turns", [0, 9, 20])
def test_only_legal_moves_are_tried(network: Network, turns: int) -> None:
    position = some_game(turns + 1, turns)
    view = position.view(position.to_move)
    tried = pondered(view, network, 500).tried()
    assert {move_of(action, position.to_move) for action in tried} <= set(view.legal_moves())
    assert sum(found.visits for found in tried.values()) == 500


def test_growing_in_parts_is_growing_at_once(network: Network) -> None:
    position = some_game(4, 8)
    view = position.view(position.to_move)
    parts = pondered(view, network, 100)
    parts.grow(150, temperature=0.7, explore=1.0, caution=0.4)
    assert parts.tried() == pondered(view, network, 250).tried()


def test_a_win_at_hand_is_tried_most(network: Network) -> None:
    """R-15"""
    view = seen("l3c/2C2/5/5/5/5/4L w 0 30")
    tried = pondered(view, network, 400).tried()
    best = max(tried, key=lambda action: tried[action].visits)
    assert str(move_of(best, Family.WHITE)) in {"c6b7", "c6c7", "c6d7"}
    assert tried[best].value == 1.0


def test_a_full_tree_goes_on_counting(network: Network) -> None:
    position = some_game(5, 6)
    view = position.view(position.to_move)
    tree = pondered(view, network, 600, size=60)
    assert tree.visits == 600
    assert sum(found.visits for found in tree.tried().values()) == 600
