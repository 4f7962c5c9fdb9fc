"""Sets of deployments as bits."""

import numpy as np
import pytest

from tests.strategies import MINI
from volto.belief import deployment_sets
from volto.rules import Deployment, Role, Ruleset

ROLES = list(Role)


@pytest.mark.parametrize("ruleset", [Ruleset(), *MINI[:5]], ids=lambda rules: str(rules.mat))
def test_the_table_lists_the_roles_of_every_deployment_in_order(ruleset: Ruleset) -> None:
    table = deployment_sets.role_table(ruleset)
    every = [[ROLES.index(role) for role in one.roles] for one in Deployment.every(ruleset)]
    assert table.tolist() == every


@pytest.mark.parametrize("ruleset", [Ruleset(), *MINI[:5]], ids=lambda rules: str(rules.mat))
def test_the_bits_say_the_same_as_the_table(ruleset: Ruleset) -> None:
    table, bits = deployment_sets.role_table(ruleset), deployment_sets.role_bits(ruleset)
    for mask in range(table.shape[1]):
        for role in range(len(ROLES)):
            having = np.flatnonzero(table[:, mask] == role)
            size = deployment_sets.count(bits[mask, role])
            assert size == len(having)
            assert np.array_equal(deployment_sets.members(bits[mask, role], size), having)


def test_the_set_of_all_deployments_is_a_fresh_one_each_time() -> None:
    ruleset = MINI[3]
    emptied = deployment_sets.everything(ruleset)
    deployment_sets.narrow(emptied, deployment_sets.role_bits(ruleset), 0, 0)
    assert deployment_sets.count(emptied) == 0
    assert (
        deployment_sets.count(deployment_sets.everything(ruleset))
        == Deployment.count(ruleset)
        == 360
    )


def test_weights_add_up_by_mask_and_role() -> None:
    table = deployment_sets.role_table(MINI[3])
    weights = np.random.default_rng(1).random(len(table))
    weights[::3] = 0.0
    found = deployment_sets.weigh(weights, table)
    for mask in range(table.shape[1]):
        for role in range(len(ROLES)):
            assert found[mask, role] == pytest.approx(weights[table[:, mask] == role].sum())
