"""Ways to deploy, and where learned deployments put which role."""

from dataclasses import replace

import numpy as np
import pytest

from tests.mind.test_network import small
from volto.rules import STANDARD, Deployment, Role
from volto.train.deployment_baselines import measure, places, schemes


def test_schemes_divide_the_deployments() -> None:
    follows = schemes()
    count = Deployment.count()
    assert follows["any"].all()
    for one, other in (
        ("Candidate in front", "Candidate in the palace"),
        ("Soldier in front", "Soldier in the palace"),
    ):
        assert follows[one].sum() + follows[other].sum() == count
        assert not (follows[one] & follows[other]).any()
    for number in range(0, count, 4999):
        in_front = Deployment.numbered(number).roles[:5].count(Role.LADY)
        assert follows["both Ladies in front"][number] == (in_front == 2)


def test_every_place_has_a_role_and_every_role_its_places() -> None:
    even = np.full(Deployment.count(), 1 / Deployment.count(), np.float32)
    table = places(replace(small(), deployments=even))
    assert table.sum(axis=0) == pytest.approx(1.0)
    assert table.sum(axis=1) == pytest.approx([STANDARD.roster.count(role) for role in Role])


def test_schemes_are_measured_in_games() -> None:
    even = np.full(Deployment.count(), 1 / Deployment.count(), np.float32)
    found = measure(replace(small(), deployments=even), games=8, seed=1)
    assert [worth.scheme for worth in found] == list(schemes())
    assert all(0 <= worth.points <= 1 and worth.games == 8 for worth in found)
