"""Copies of agents: what is watched is lawful, and the copy learns to guess it."""

import numpy as np

from volto.mind.network import Network
from volto.rules import Deployment
from volto.train.copying import copy, watch


def test_a_copy_guesses_better_than_chance_what_it_watched() -> None:
    watched = watch("greedy", games=30, seed=1)
    assert len(watched.actions) == len(watched.state) == len(watched.traces)
    _, none = copy(watched, (16, 16), rounds=0, seed=1)
    tensors, some = copy(watched, (16, 16), rounds=60, seed=1)
    assert some < none
    network = Network.of(tensors)
    assert len(network.deployments) == Deployment.count()
    assert np.flatnonzero(network.deployments).tolist() == sorted(set(watched.deployments))
