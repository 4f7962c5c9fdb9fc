"""Reading a rival with a network: the deployments that explain its moves are the likelier ones."""

import random
from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.mind.minds import some_game
from tests.mind.test_network import small
from volto.agents.learned import policy
from volto.belief import Belief, imagined
from volto.belief.deployment_sets import role_table
from volto.mind.knowledge import Knowledge
from volto.mind.network import Network
from volto.mind.network_posterior import FLOOR, TEMPERATURE, NetworkPosterior, likely
from volto.rules import Deployment, Family, Position, View, VoltoError


@pytest.fixture(scope="module")
def network() -> Network:
    return small(5)


def by_hand(view: View, rival: Deployment, network: Network) -> float:
    """The same, view by view, as the rules tell the game."""
    assert view.seat is not None
    sides = {view.seat: Deployment(view.roles), view.seat.rival: rival}
    position = Position.start(sides[Family.WHITE], sides[Family.RED], first=view.scene.first)
    found = 0.0
    for turn in view.history:
        if position.to_move is not view.seat:
            seen, moves = position.view(position.to_move), position.legal_moves()
            liking = policy(seen, network, moves, mirrored=False) / TEMPERATURE
            chances = np.exp(liking) / np.exp(liking).sum()
            chance = chances[moves.index(turn.move)]
            found += float(np.log((1 - FLOOR) * chance + FLOOR / len(moves)))
        position = position.play(turn.move)
    return found


def played(
    view: View, network: Network, numbers: NDArray[np.int32], halt: Event | None = None
) -> NDArray[np.float64] | None:
    """How likely each deployment made all of the rival's moves, as a logarithm."""
    known = Knowledge.of(view)
    return likely(network, known, numbers, known.rival_turns(), halt)


def test_each_move_counts_by_how_likely_the_network_makes_it(network: Network) -> None:
    position = some_game(1, turns=9)
    view = position.view(position.to_move)
    numbers = Belief.of(view).numbers[::997]
    found = played(view, network, numbers)
    assert found is not None
    for number, chance in zip(numbers, found, strict=True):
        deployment = Deployment.numbered(int(number))
        assert chance == pytest.approx(by_hand(view, deployment, network), abs=1e-3)


def test_worlds_are_weighed_as_if_all_had_been_read(network: Network) -> None:
    """Importance sampling changes the effort, not the answer."""
    position = some_game(2, turns=7)
    view = position.view(position.to_move)
    numbers = Belief.of(view).numbers
    prior = np.random.default_rng(1).random(len(role_table()))
    every = np.zeros(len(prior))
    every[numbers] = 1.0
    logs = played(view, network, numbers)
    assert logs is not None
    exact = prior[numbers] * np.exp(logs)
    sample = NetworkPosterior(view, network).sample(
        Knowledge.of(view), every, prior, 20_000, 20_000, 0.5
    )
    assert sample is not None
    assert sample.weights.sum() == pytest.approx(1.0)
    assert np.exp(sample.evidence) == pytest.approx(exact.sum(), rel=0.02)
    first = role_table()[:, 0]
    ladies = (sample.weights * (first[sample.numbers] == 4)).sum()
    assert ladies == pytest.approx((exact * (first[numbers] == 4)).sum() / exact.sum(), abs=0.02)


def test_reading_on_is_as_good_as_reading_from_the_beginning(network: Network) -> None:
    """Moves of both families, captures among them, one after the other."""
    position = some_game(4, turns=24)
    seat = position.to_move
    even = np.ones(len(role_table()))
    posterior = NetworkPosterior(some_game(4, turns=2).view(seat), network)
    for turns in range(2, 25, 2):
        view = some_game(4, turns=turns).view(seat)
        assert posterior.leads_to(view)
        sample = posterior.sample(Knowledge.of(view), even, even, 300, 300, turns / 25)
        assert sample is not None
        assert np.isin(sample.numbers, Belief.of(view).numbers).all()
        assert len(np.unique(sample.numbers)) == len(sample.numbers)
        logs = played(view, network, sample.numbers)
        assert posterior._likely == pytest.approx(logs, abs=1e-6)
    assert any(turn.captured for turn in view.history)


def test_when_few_deployments_are_left_each_is_read(network: Network) -> None:
    position = some_game(4, turns=24)
    view = position.view(position.to_move)
    numbers, even = Belief.of(view).numbers, np.ones(len(role_table()))
    many = len(numbers)
    sample = NetworkPosterior(view, network).sample(Knowledge.of(view), even, even, many, many, 0.3)
    logs = played(view, network, numbers)
    assert sample is not None
    assert logs is not None
    assert np.array_equal(np.sort(sample.numbers), numbers)
    assert np.exp(sample.evidence) == pytest.approx(np.exp(logs).sum())


def test_another_game_is_not_read_on(network: Network) -> None:
    view = some_game(1, turns=6).view(Family.WHITE)
    posterior = NetworkPosterior(view, network)
    assert posterior.leads_to(some_game(1, turns=8).view(Family.WHITE))
    assert not posterior.leads_to(some_game(1, turns=8).view(Family.RED))
    assert not posterior.leads_to(some_game(1, turns=4).view(Family.WHITE))
    assert not posterior.leads_to(some_game(2, turns=8).view(Family.WHITE))


def test_what_the_rival_hides_changes_nothing(network: Network) -> None:
    position = some_game(3, turns=9)
    view = position.view(position.to_move)
    belief, rng = Belief.of(view), random.Random(1)
    numbers = belief.numbers[:5]
    found = [
        played(imagined(view, belief.sample(rng)).view(view.seat), network, numbers)
        for _ in range(3)
    ]
    assert all(np.array_equal(found[0], other) for other in found)  # type: ignore[arg-type]


def test_a_halt_ends_it(network: Network) -> None:
    halt = Event()
    halt.set()
    position = some_game(3, turns=9)
    view = position.view(position.to_move)
    assert played(view, network, Belief.of(view).numbers[:5], halt) is None


def test_a_game_joined_in_the_middle_cannot_be_read(network: Network) -> None:
    view = View.parse("x3x/2C2/5/5/5/5/4L w 0 30")
    with pytest.raises(VoltoError, match="from its beginning"):
        NetworkPosterior(view, network)
