"""Calibration measured: of the masks called 70 % Lady, about 70 % are."""

from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest

from research.calibration.claims import BINS, Claims, Forecasts, Reals, forecasts
from research.calibration.plot import calibration_svg
from research.calibration.report import calibration_markdown
from tests.strategies import MINI
from volto.arena import Conditions, Pair, play_pair
from volto.arena.results import wilson
from volto.notation import Record
from volto.rules import Role
from volto.sim.layout import ROLES

PAIRS = (("greedy", "runner"), ("baiter", "random"), ("hunter", "turtle"))


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [
        record
        for one, other in PAIRS
        for record in play_pair(Pair(one, other, 1), Conditions(seed=5))
    ]


def claims(chances: list[float], so: list[bool], groups: list[int] | None = None) -> Claims:
    return Claims(np.array(chances), np.array(so), np.array(groups or range(len(so))))


def fake(told: Reals, real: Reals, seed: int = 1) -> Forecasts:
    """Masks that have each role with the chance `real`, and are thought to with `told`."""
    rng = np.random.default_rng(seed)
    truth = np.array([rng.choice(len(ROLES), p=row) for row in real], np.int64)
    names = np.array(["ada", "bob"])[np.arange(len(told)) % 2]
    even = np.full_like(told, 1 / len(ROLES))
    return Forecasts(told, even, truth, np.arange(len(told)), names)


def some_chances(count: int, seed: int = 2) -> Reals:
    return np.random.default_rng(seed).dirichlet(np.full(len(ROLES), 0.4), count)


def test_known_claims_fall_into_known_bins() -> None:
    told = claims([0.0, 0.05, 0.1, 0.72, 0.78, 0.75, 0.71, 1.0], [False] * 4 + [True] * 4)
    found = told.bins
    assert [one.claims if one else 0 for one in found] == [2, 1, 0, 0, 0, 0, 0, 4, 0, 1]
    seventy = found[7]
    assert seventy is not None
    assert seventy.mean == pytest.approx(0.74)
    assert seventy.share == 0.75
    assert 0 < seventy.low < 0.75 < seventy.high < 1
    assert told.error == pytest.approx((0.05 + 0.1 + 4 * 0.01 + 0.0) / 8)
    assert claims([0.5, 0.9], [True, False]).brier == pytest.approx((0.25 + 0.81) / 2)
    assert claims([0.5, 0.9], [True, False]).log_loss == pytest.approx(-np.log([0.5, 0.1]).mean())


def test_claims_that_hang_together_are_less_certain() -> None:
    so = [True, True, True, True, False, False, False, False] * 5
    apart = claims([0.5] * 40, so).bins[5]
    together = claims([0.5] * 40, so, [at // 4 for at in range(40)]).bins[5]
    assert apart is not None
    assert together is not None
    assert together.independent < 11 < 35 < apart.independent <= 40
    assert together.low < apart.low < apart.high < together.high
    same = claims([0.95] * 40, [True] * 40, [0] * 40).bins[9]
    assert same is not None
    assert (same.low, same.high) == wilson(1.0, 1)


def test_chances_that_are_right_have_an_error_of_about_the_noise() -> None:
    chances = some_chances(4000)
    right = fake(chances, chances)
    for role in (None, *ROLES):
        told = right.claims(role)
        assert told.error < 0.02
        assert told.error < 3 * told.noise
        assert right.gain(role)[1] > 0
        inside = [found.low <= found.mean <= found.high for found in told.bins if found]
        assert sum(inside) >= BINS - 2


def test_chances_that_are_too_bold_are_found_out() -> None:
    chances = some_chances(4000)
    bold = chances**2 / (chances**2).sum(axis=1, keepdims=True)
    told = fake(bold, chances).claims()
    assert told.error > 4 * told.noise
    assert told.brier > fake(chances, chances).claims().brier


def test_what_is_certain_by_deduction_is_no_claim() -> None:
    chances = np.array([[0.3, 0.7, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0]])
    found = Forecasts(
        chances, chances, np.array([1, 4]), np.array([0, 0]), np.array(["ada", "bob"])
    )
    assert len(found.claims()) == 2
    assert len(found.claims(Role.LADY)) == 0
    assert found.ruled_out == 0
    assert len(found.about("ada")) == 1


def test_the_truth_always_has_a_chance(records: list[Record]) -> None:
    found = forecasts(records, 4, Random(1))
    assert len(found) > 100
    assert found.ruled_out == 0
    for table in (found.suspected, found.even):
        assert np.allclose(table.sum(axis=1), 1.0)
    assert ((found.suspected > 0) == (found.even > 0)).all()
    assert set(found.rivals.tolist()) <= {words for pair in PAIRS for words in pair}
    assert len(set(found.groups.tolist())) == len(PAIRS)  # both games of a pair deploy alike


def test_the_same_seed_looks_at_the_same_moments(records: list[Record]) -> None:
    one, same, other = (forecasts(records[:2], 2, Random(seed)) for seed in (1, 1, 2))
    assert np.array_equal(one.suspected, same.suspected)
    assert not np.array_equal(one.suspected, other.suspected)


def test_a_short_game_is_looked_at_whole() -> None:
    games = play_pair(Pair("greedy", "random", 1), Conditions(ruleset=MINI[0]))
    found = forecasts(games, 10_000, Random(1))
    running = [
        position for game in games for position in game.positions() if position.outcome is None
    ]
    assert len(found) == sum(len(at.scene.standing[at.to_move.rival]) for at in running)
    assert found.ruled_out == 0


def test_the_tables_tell_every_bin_role_and_rival() -> None:
    chances = some_chances(400)
    told = calibration_markdown(fake(chances, chances))
    lines = told.splitlines()
    for bound in range(0, 100, 10):
        assert sum(line.startswith(f"| {bound}–{bound + 10} % |") for line in lines) == 2
    for name in ("every role", *(role.name.title() for role in Role), "ada", "bob"):
        assert sum(line.startswith(f"| {name} |") for line in lines) == 1
    assert "no chance 0 times" in lines[0]


def test_the_plot_is_a_picture_of_both_kinds_of_claims() -> None:
    chances = some_chances(400)
    found = fake(chances, chances)
    root = ElementTree.fromstring(calibration_svg(found, "A & B"))
    svg = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{svg}svg"
    texts = [text.text or "" for text in root.iter(f"{svg}text")]
    assert "A & B" in texts
    assert [words.split(":")[0] for words in texts if words.startswith("Called")] == [
        "Called Lady",
        "Called any role",
    ]
    groups = [group for group in root.iter(f"{svg}g") if group.get("id") == "suspicion"]
    dots = [dot for group in groups for dot in group.iter(f"{svg}use")]
    assert len(dots) == sum(
        1 for role in (Role.LADY, None) for one in found.claims(role).bins if one
    )


def test_nothing_seen_is_still_a_picture() -> None:
    found = forecasts([], 3, Random(1))
    assert ElementTree.fromstring(calibration_svg(found)) is not None
    assert calibration_markdown(found)
