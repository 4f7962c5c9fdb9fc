"""Learned deployments: what is worth more grows likelier, in both seats."""

from random import Random

import numpy as np

from tests.mind.test_network import small, small_tensors
from volto.belief.deployment_sets import role_table
from volto.mind.network import Network
from volto.rules import STANDARD, Deployment, Role
from volto.train.deployment_policy import DeploymentPolicy, mirrored_places

COUNT = Deployment.count()
FRONT = (role_table()[:, :5] == tuple(Role).index(Role.CANDIDATE)).any(axis=1)


def uniform() -> DeploymentPolicy:
    return DeploymentPolicy(STANDARD, np.full(COUNT, 1 / COUNT))


def test_deployments_that_are_worth_more_grow_likelier() -> None:
    policy, network = uniform(), small()
    mirror = policy.mirror
    assert (mirror[mirror] == np.arange(COUNT)).all()
    worth = policy.judge(network)
    assert (np.abs(worth) <= 1.0).all()
    np.testing.assert_array_equal(worth, uniform().judge(network))
    used = policy.learn(network)
    chances = policy.chances()
    assert chances[worth.argmax()] > chances[worth.argmin()]
    np.testing.assert_allclose(chances, chances[mirror], rtol=1e-6)
    assert 1 < used < COUNT


def test_a_deployment_that_can_be_lost_at_once_is_judged_so() -> None:
    """Some rivals capture with their first move: then a Candidate in front is lost."""
    calm = Network.of({name: 0 * value for name, value in small_tensors().items()})
    policy = uniform()
    worth = np.mean([policy.judge(calm) for _ in range(4)], axis=0)
    assert worth[FRONT].mean() < worth[~FRONT].mean() - 0.002
    assert worth[~FRONT].min() >= 0.0


def test_a_mirrored_place_is_that_of_the_mirrored_deployment() -> None:
    deployment = Deployment.random(Random(1))
    mirror = mirrored_places(STANDARD)
    assert tuple(deployment.roles[place] for place in mirror) == deployment.mirrored().roles
