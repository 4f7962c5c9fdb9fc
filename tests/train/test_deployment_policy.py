"""Learned deployments: what is worth more grows likelier, in both seats."""

from random import Random

import numpy as np

from tests.mind.test_network import small_tensors
from volto.belief.deployment_sets import role_table
from volto.exact import mini
from volto.mind.encoding import inputs_of
from volto.mind.network import Network
from volto.rules import STANDARD, Deployment, Role
from volto.sim import actions_of
from volto.train.deployment_policy import DeploymentPolicy, mirrored_places

SMALL = mini(3, 5, "NNACLS", 40).ruleset
ROLES = role_table(SMALL)
FRONT = (ROLES[:, :3] == tuple(Role).index(Role.CANDIDATE)).any(axis=1)


def network(scale: float) -> Network:
    """A network of chance for the small mat; 0 is one that has no opinion."""
    rng = np.random.default_rng(1)
    shapes = {name: list(tensor.shape) for name, tensor in small_tensors().items()}
    shapes["player/layer0/w"][0] = inputs_of(SMALL)
    shapes["player/policy/w"][1] = shapes["player/policy/b"][0] = actions_of(SMALL)
    return Network.of(
        {name: rng.normal(0, scale, shape).astype(np.float32) for name, shape in shapes.items()}
    )


def uniform() -> DeploymentPolicy:
    return DeploymentPolicy(SMALL, np.full(len(ROLES), 1 / len(ROLES)))


def test_deployments_that_are_worth_more_grow_likelier() -> None:
    policy, player = uniform(), network(0.2)
    mirror = policy.mirror
    assert (mirror[mirror] == np.arange(len(ROLES))).all()
    worth = policy.judge(player)
    assert (np.abs(worth) <= 1.0).all()
    np.testing.assert_array_equal(worth, uniform().judge(player))
    used = policy.learn(player)
    chances = policy.chances()
    assert chances[worth.argmax()] > chances[worth.argmin()]
    np.testing.assert_allclose(chances, chances[mirror], rtol=1e-6)
    assert 1 < used < len(ROLES)


def test_a_deployment_that_can_be_lost_at_once_is_judged_so() -> None:
    """Some rivals capture with their first move: then a Candidate in front is lost."""
    policy, calm = uniform(), network(0.0)
    worth = np.mean([policy.judge(calm) for _ in range(4)], axis=0)
    assert worth[FRONT].mean() < worth[~FRONT].mean() - 0.002
    assert worth[~FRONT].min() >= 0.0


def test_more_entropy_keeps_more_deployments_in_use() -> None:
    used = []
    for entropy in (0.01, 0.1):
        policy = DeploymentPolicy(SMALL, np.full(len(ROLES), 1 / len(ROLES)), entropy=entropy)
        used.append([policy.learn(network(0.2)) for _ in range(5)][-1])
    assert used[1] > used[0]


def test_a_mirrored_place_is_that_of_the_mirrored_deployment() -> None:
    deployment = Deployment.random(Random(1))
    mirror = mirrored_places(STANDARD)
    assert tuple(deployment.roles[place] for place in mirror) == deployment.mirrored().roles
