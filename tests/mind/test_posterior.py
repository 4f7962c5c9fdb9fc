"""What a family's moves tell of its deployment, against the same sums done world by world."""

from itertools import pairwise
from math import log
from random import Random

import numpy as np
import pytest

from tests.mind.minds import Policy, Reals, any_move, by_instinct, floored, some_instinct, weighed
from tests.rules.playing import played
from tests.strategies import BOX, MINI, random_game
from volto.belief import Belief, imagined
from volto.mind.instinct import blank
from volto.mind.knowledge import Knowledge
from volto.mind.posterior import FLOOR, Posterior
from volto.rules import Deployment, Family, Position, Role, Ruleset, View
from volto.rules.masks import RED, WHITE

MINI_IDS = [f"{rules.mat} {rules.ladies}" for rules in MINI]
GAMES = {"3x6": 2}


def of(position: Position, family: Family) -> Knowledge:
    """What the rival of a family knows."""
    return Knowledge.of(position.view(family.rival))


def assert_weighs(
    ruleset: Ruleset, seed: int, policy: Policy, instinct: Reals, floor: float
) -> None:
    """Every weight, and the evidence, are what brute force says, in games of every length."""
    rng = Random(seed)
    count = Deployment.count(ruleset)
    for _ in range(GAMES.get(str(ruleset.mat), 8)):
        game = random_game(rng, ruleset, longest=16)
        for family in Family:
            for position, chances in weighed(game, family, policy):
                found = Posterior.about(of(position, family), instinct, floor=floor)
                total = sum(chances.values())
                expected = np.zeros(count)
                for other, chance in chances.items():
                    expected[other.number()] = chance / total
                assert np.allclose(found.weights, expected, rtol=1e-9, atol=0.0)
                assert found.evidence == pytest.approx(log(total / count), abs=1e-9)


@pytest.mark.parametrize("ruleset", MINI, ids=MINI_IDS)
def test_when_all_moves_are_alike_a_deployment_counts_by_how_few_it_allowed(
    ruleset: Ruleset,
) -> None:
    assert_weighs(ruleset, 1, any_move, blank(), 0.0)


@pytest.mark.parametrize("ruleset", MINI, ids=MINI_IDS)
def test_a_deployment_counts_by_how_likely_instinct_was_to_play_so(ruleset: Ruleset) -> None:
    """One table of masks and roles says the same as asking instinct in every world."""
    weights = some_instinct(3)
    assert_weighs(ruleset, 2, by_instinct(weights), weights, 0.0)


@pytest.mark.parametrize("ruleset", MINI, ids=MINI_IDS)
def test_the_floor_is_the_chance_of_a_move_without_any_thought(ruleset: Ruleset) -> None:
    weights = some_instinct(4, scale=2.0)
    assert_weighs(ruleset, 3, floored(by_instinct(weights), 0.25), weights, 0.25)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("preferences", [False, True])
def test_in_the_box_too_the_weights_are_those_of_each_world(seed: int, preferences: bool) -> None:
    rng = Random(seed)
    game = random_game(rng, BOX[seed % 2], longest=30)
    at = [position for position in game.positions if position.outcome is None][-1]
    weights = some_instinct(seed) if preferences else blank()
    policy = floored(by_instinct(weights) if preferences else any_move, FLOOR)
    for family in Family:
        found = Posterior.about(of(at, family), weights)
        belief = Belief.about(at.scene, family)
        others = [game.deployment(family), *(belief.sample(rng) for _ in range(11))]
        chances = [likelihood(game.positions, at, other, family, policy) for other in others]
        scale = found.weights[others[0].number()] / chances[0]
        for other, chance in zip(others, chances, strict=True):
            assert found.weights[other.number()] == pytest.approx(chance * scale, rel=1e-9)


def likelihood(
    positions: tuple[Position, ...], at: Position, other: Deployment, family: Family, policy: Policy
) -> float:
    """How likely a family was to make its moves up to `at`, had it deployed so."""
    chance = 1.0
    for before, after in pairwise(positions):
        if before is at:
            break
        if before.to_move is family:
            world = imagined(before.view(family.rival), other)
            chance *= policy(world)[after.history[-1].move]
    return chance


@pytest.mark.parametrize("ruleset", [*BOX, MINI[3]], ids=["owner", "captor", "mini"])
def test_going_on_from_an_earlier_turn_is_the_same_as_beginning_anew(ruleset: Ruleset) -> None:
    weights = some_instinct(5)
    rng = Random(4)
    game = random_game(rng, ruleset, longest=40)
    for family in Family:
        before = None
        for position in game.positions:
            if position.outcome is None and rng.random() < 0.4:
                anew = Posterior.about(of(position, family), weights)
                before = Posterior.about(of(position, family), weights, before=before)
                assert np.allclose(before.weights, anew.weights, rtol=1e-9, atol=1e-300)
                assert before.evidence == pytest.approx(anew.evidence, rel=1e-9, abs=1e-9)


def test_what_was_seen_in_another_game_does_not_count() -> None:
    weights = some_instinct(5)
    one, other = (random_game(Random(seed), BOX[0], longest=12).last for seed in (1, 2))
    before = Posterior.about(of(one, RED), weights)
    anew = Posterior.about(of(other, RED), weights)
    assert np.array_equal(
        Posterior.about(of(other, RED), weights, before=before).weights,
        anew.weights,
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_floor_leaves_every_possible_deployment_a_chance(seed: int) -> None:
    """However odd the moves, and however sure instinct is of others: in long games too."""
    game = random_game(Random(seed), BOX[seed % 2], longest=200)
    at = [position for position in game.positions if position.outcome is None][-1]
    for family in Family:
        found = Posterior.about(of(at, family), some_instinct(seed, scale=4.0))
        belief = Belief.about(at.scene, family)
        assert np.array_equal(np.flatnonzero(found.weights), belief.numbers)
        assert found.weights[game.deployment(family).number()] > 0


@pytest.mark.parametrize("seed", range(4))
def test_weights_and_chances_add_up_to_one(seed: int) -> None:
    for position in random_game(Random(seed), BOX[seed % 2], longest=40).positions[::9]:
        for family in Family:
            found = Posterior.about(of(position, family), some_instinct(seed))
            assert found.weights.sum() == pytest.approx(1.0)
            for chances in found.marginals().values():
                assert sum(chances.values()) == pytest.approx(1.0)
            for number, role in enumerate(position.scene.unmasked):
                if role is not None and number in position.scene.ids(family):
                    assert found.marginals()[number][role] == pytest.approx(1.0)


def test_a_prior_counts_before_anything_is_seen() -> None:
    ruleset = MINI[0]
    view = View.start(WHITE, Deployment.numbered(0, ruleset), ruleset=ruleset)
    prior = np.array([0.3, 0.0, 0.1, 0.2, 0.4, 0.0])
    found = Posterior.about(Knowledge.of(view), blank(), prior)
    assert np.allclose(found.weights, prior)
    assert found.evidence == pytest.approx(0.0)
    assert prior.tolist() == [0.3, 0.0, 0.1, 0.2, 0.4, 0.0]


def test_if_nothing_in_the_prior_fits_all_that_is_possible_is_alike() -> None:
    ruleset = MINI[0]
    rng = Random(3)
    position = random_game(rng, ruleset, longest=3).last
    belief = Belief.about(position.scene, WHITE)
    assert 0 < belief.count < 6
    prior = np.ones(6)
    prior[belief.numbers] = 0.0
    found = Posterior.about(of(position, WHITE), blank(), prior)
    assert np.allclose(found.weights[belief.numbers], 1.0 / belief.count)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("l2nc/5/1a3/5/1NN2/5/CA2L w 0 30", ["b3b4", "b5c4"]),  # a Lady lost on either side
        ("l1Nnc/5/1a3/5/1N3/3l1/CA2L w 0 30", ["c7c6", "d7d6", "c6d6", "b5c4", "d6d7", "c4b3"]),
    ],
)
def test_a_game_that_begins_in_the_middle_is_weighed_by_the_same_instinct(
    text: str, moves: list[str]
) -> None:
    """Ladies lost, and masks that stood in the rival palace, before the story begins."""
    weights = some_instinct(6)
    policy = by_instinct(weights)
    positions = [played(text, *moves[:number]) for number in range(len(moves) + 1)]
    at = positions[-1]
    for family in Family:
        found = Posterior.about(of(at, family), weights, floor=0.0)
        belief = Belief.about(at.scene, family)
        others = [Deployment.numbered(int(number)) for number in belief.numbers]
        chances = np.array(
            [likelihood(tuple(positions), at, other, family, policy) for other in others]
        )
        expected = chances / chances.sum()
        assert np.allclose(found.weights[belief.numbers], expected, rtol=1e-9)


def test_a_mask_that_flees_is_likelier_to_be_what_instinct_lets_flee() -> None:
    """A preference for moving Candidates makes the mask that moved a likelier Candidate."""
    weights = blank()
    weights[2] += 1.0
    position = Position.start(Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC"))
    position = position.play(position.legal_moves()[0])
    moved = position.scene.moved
    assert moved is not None
    even = Posterior.about(of(position, WHITE), blank()).marginals()
    eager = Posterior.about(of(position, WHITE), weights).marginals()
    assert eager[moved][Role.CANDIDATE] > 1.3 * even[moved][Role.CANDIDATE]
