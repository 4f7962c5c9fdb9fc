"""What can be concluded about a family, against brute force over all its deployments."""

from collections import Counter
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from tests.belief.worlds import Worlds, numbers_of, worlds_of
from tests.strategies import BOX, MINI, random_game
from volto.belief import Belief, imagined
from volto.rules import (
    Deployment,
    Family,
    LadyRule,
    Move,
    Position,
    Role,
    Ruleset,
    Scene,
    View,
    VoltoError,
)
from volto.rules.masks import RED, WHITE
from volto.rules.moves import legal_moves

HISTORIES = 400
MINI_IDS = [f"{rules.mat} {rules.ladies}" for rules in MINI]


def assert_is(belief: Belief, possible: Worlds | set[Deployment]) -> None:
    """This belief is exactly that set: the members, their number, and every share of roles."""
    size = len(possible)
    assert belief.count == size
    assert belief.numbers.tolist() == sorted(one.number() for one in possible)
    tally = [Counter(roles) for roles in zip(*(one.roles for one in possible), strict=True)]
    assert belief.tally.tolist() == [[found[role] for role in Role] for found in tally]
    ids = belief.scene.ids(belief.family)
    exact = {
        number: {role: Fraction(found[role], size) for role in Role}
        for number, found in zip(ids, tally, strict=True)
    }
    assert belief.fractions() == exact
    assert belief.marginals() == {
        number: {role: pytest.approx(float(chance)) for role, chance in row.items()}
        for number, row in exact.items()
    }
    for number, found in zip(ids, tally, strict=True):
        assert belief.roles(number) == set(found)


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", MINI, ids=MINI_IDS)
def test_the_possible_deployments_are_those_that_explain_every_turn(ruleset: Ruleset) -> None:
    """H-3: all of them, and no other; so are their number and the chances of roles."""
    rng = Random(1)
    histories = 0
    while histories < HISTORIES:
        game = random_game(rng, ruleset, longest=40)
        for family in Family:
            for position, worlds in worlds_of(game, family):
                belief = Belief.about(position.scene, family)
                assert game.deployment(family) in worlds
                assert_is(belief, worlds)
                for other in sample_of(rng, ruleset):
                    assert (other in belief) == (other in worlds)
                histories += 1


def sample_of(rng: Random, ruleset: Ruleset) -> list[Deployment]:
    return [Deployment.random(rng, ruleset) for _ in range(5)]


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", BOX, ids=lambda rules: rules.ladies)
@pytest.mark.parametrize("seed", range(8))
def test_in_the_box_too_all_50400_deployments_are_judged_rightly(
    seed: int, ruleset: Ruleset
) -> None:
    """H-3, R-3"""
    game = random_game(Random(seed), ruleset, longest=60)
    for family in Family:
        true = game.deployment(family)
        for position, numbers in numbers_of(game, family):
            belief = Belief.about(position.scene, family)
            assert np.array_equal(belief.numbers, numbers)
            assert true in belief
            assert belief.count == len(numbers)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(4))
def test_in_the_box_too_the_shares_of_roles_are_counted_exactly(seed: int) -> None:
    game = random_game(Random(seed), BOX[seed % 2], longest=60)
    for family in Family:
        for position, numbers in list(numbers_of(game, family))[5::12]:
            if len(numbers) < 5000:
                possible = {Deployment.numbered(int(number)) for number in numbers}
                assert_is(Belief.about(position.scene, family), possible)


def test_before_the_first_turn_all_deployments_are_possible() -> None:
    """R-3"""
    view = View.start(RED, Deployment.parse("AASNL/LNNAC"))
    belief = Belief.of(view)
    assert belief.count == 50_400
    assert belief.fractions()[3] == {
        Role.NOBLE: Fraction(3, 10),
        Role.ADVISOR: Fraction(3, 10),
        Role.CANDIDATE: Fraction(1, 10),
        Role.SOLDIER: Fraction(1, 10),
        Role.LADY: Fraction(2, 10),
    }


@pytest.mark.parametrize("seat", Family)
def test_a_seat_knows_of_its_rival_what_the_scene_tells(seat: Family) -> None:
    for seed in range(6):
        position = running(seed)
        view = position.view(seat)
        mine, theirs = Belief.of(view), Belief.of_rival(view)
        assert mine.family is seat.rival
        assert theirs.family is seat
        assert same(mine, Belief.about(position.scene, seat.rival))
        assert same(theirs, Belief.of(position.view(seat.rival)))


def running(seed: int) -> Position:
    """The last running position of a random game."""
    game = random_game(Random(seed), BOX[seed % 2], longest=10 + 5 * seed)
    return [position for position in game.positions if position.outcome is None][-1]


def same(one: Belief, other: Belief) -> bool:
    return one.family is other.family and np.array_equal(one.alive, other.alive)


def test_a_spectator_has_no_rival_to_believe_things_of() -> None:
    view = running(3).view(None)
    for ask in (Belief.of, Belief.of_rival):
        with pytest.raises(VoltoError, match="spectator"):
            ask(view)
    with pytest.raises(VoltoError, match="spectator"):
        imagined(view, Deployment.parse("AASNL/LNNAC"))


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", MINI, ids=MINI_IDS)
def test_when_the_game_is_over_only_the_truth_is_left(ruleset: Ruleset) -> None:
    """H-4"""
    for seed in range(20):
        game = random_game(Random(seed), ruleset)
        for family in Family:
            assert_is(Belief.about(game.last.scene, family), {game.deployment(family)})


def test_samples_are_possible_and_cover_all_that_is() -> None:
    rng = Random(5)
    for ruleset in MINI:
        game = random_game(rng, ruleset, longest=6)
        for family in Family:
            for position, worlds in worlds_of(game, family):
                belief = Belief.about(position.scene, family)
                drawn = [belief.sample(rng) for _ in range(20)]
                assert all(one in worlds for one in drawn)
                if len(worlds) <= 6:
                    drawn += [belief.sample(rng) for _ in range(100)]
                    assert set(drawn) == set(worlds)


def test_there_is_an_example_of_every_role_that_a_mask_can_have() -> None:
    for position in random_game(Random(5), BOX[0], longest=60).positions[::7]:
        for family in Family:
            belief = Belief.about(position.scene, family)
            assert belief.first in belief
            for index, mask in enumerate(position.scene.ids(family)):
                for role in belief.roles(mask):
                    example = belief.example(mask, role)
                    assert example in belief
                    assert example.roles[index] is role


def test_samples_are_equally_likely() -> None:
    rng = Random(2)
    ruleset = MINI[0]
    belief = Belief.about(Scene.start(WHITE, ruleset), RED)
    found = Counter(belief.sample(rng) for _ in range(6000))
    assert len(found) == 6
    assert all(850 < times < 1150 for times in found.values())


@pytest.mark.parametrize("ruleset", [BOX[0], MINI[3]], ids=["box", "mini"])
def test_an_imagined_world_looks_like_the_view_it_comes_from(ruleset: Ruleset) -> None:
    rng = Random(8)
    for position in random_game(rng, ruleset, longest=30).positions:
        if position.outcome is None:
            view = position.view(position.to_move)
            belief = Belief.of(view)
            for _ in range(5):
                world = imagined(view, belief.sample(rng))
                assert world.view(view.seat) == view
                assert world.outcome is None
                assert world.legal_moves() == view.legal_moves()


def fillings(scene: Scene, family: Family) -> set[Deployment]:
    """The roles that the masks of a scene without a past can have while the game goes on."""
    ids, ruleset = scene.ids(family), scene.ruleset
    palace = ruleset.palace_row(family.rival)
    found = set()
    for other in Deployment.every(ruleset):
        shown = scene.unmasked[ids.start : ids.stop]
        if any(told not in (None, role) for told, role in zip(shown, other.roles, strict=True)):
            continue
        at = {
            cell: other.roles[number - ids.start] for cell, number in scene.standing[family].items()
        }
        candidates = [cell for cell, role in at.items() if role is Role.CANDIDATE]
        if not candidates or candidates[0].row == palace:
            continue
        if Role.LADY in ruleset.roster and Role.LADY not in at.values():
            continue
        rivals = scene.standing[family.rival]
        if scene.to_move is family and not legal_moves(family, at, rivals, ruleset.mat):  # H-1
            continue
        found.add(other)
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", MINI, ids=MINI_IDS)
def test_a_position_without_a_past_tells_where_masks_stand_and_which_are_lost(
    ruleset: Ruleset,
) -> None:
    for seed in range(6):
        for position in random_game(Random(seed), ruleset, longest=30).positions[::4]:
            if position.outcome is None:
                read = Position.parse(str(position), ruleset=ruleset)
                for family in Family:
                    belief = Belief.about(read.scene, family)
                    assert_is(belief, fillings(read.scene, family))
                    ids = read.scene.ids(family)
                    true = read.roles[ids.start : ids.stop]
                    assert Deployment(true, ruleset.mat.columns) in belief


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", MINI, ids=MINI_IDS)
def test_a_view_without_a_past_does_not_tell_which_rival_roles_are_lost(ruleset: Ruleset) -> None:
    """But a Candidate or the last Lady cannot be among them: the game goes on (R-12 to R-14)."""
    for seed in range(6):
        for position in random_game(Random(seed), ruleset, longest=30).positions[::4]:
            if position.outcome is None:
                for seat in Family:
                    view = View.parse(str(position.view(seat)), ruleset)
                    assert_is(Belief.of(view), fillings(view.scene, seat.rival))


@pytest.mark.parametrize("ladies", LadyRule)
def test_a_family_whose_turn_it_is_can_move(ladies: LadyRule) -> None:
    """H-1: a Candidate on a1 beside a Soldier on b1, behind two Ladies, would have lost."""
    position = Position.parse("l3c/5/5/5/naa2/CLn2/LSn2 w 0 40", ladies)
    belief = Belief.of(position.view(RED))
    stuck = Position.parse("l3c/5/5/5/naa2/LLn2/CSn2 w 0 40", ladies)
    assert stuck.outcome is not None
    assert belief.count == 4 * 3 - 1


def test_the_belief_narrows_turn_by_turn() -> None:
    position = Position.start(Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC"))
    counts = []
    for text in ("e2d3", "c6c2", "b2c2"):
        position = position.play(Move.parse(text))
        counts.append([Belief.about(position.scene, family).count for family in Family])
    aslant = 50_400 * 6 // 10  # an Advisor, the Candidate or a Lady
    assert counts[0] == [aslant, 50_400]
    assert counts[1][1] == 50_400 // 10  # a run: the Soldier
    assert counts[2][1] == 50_400 // 10
