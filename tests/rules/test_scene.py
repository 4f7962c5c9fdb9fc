"""What everyone at the table can see (H-3)."""

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import Game, games
from volto.rules import Deployment, Family, Mask, Move, Position, Role, Scene
from volto.rules.masks import RED, WHITE

from .playing import played


def line(*moves: str) -> Position:
    position = Position.start(Deployment.parse("NNAAL/LSNAC"), Deployment.parse("AASNL/LNNAC"))
    for move in moves:
        position = position.play(Move.parse(move))
    return position


def trail(mask: Mask) -> str:
    return " ".join(map(str, mask.trail))


def test_masks_have_numbers_for_life_in_the_order_of_their_deployment() -> None:
    """H-3"""
    masks = line().scene.masks
    assert [mask.id for mask in masks] == [*range(20)]
    assert [mask.family for mask in masks] == [WHITE] * 10 + [RED] * 10
    assert "".join(map(trail, masks[:10])) == "a2b2c2d2e2a1b1c1d1e1"
    assert "".join(map(trail, masks[10:])) == "a6b6c6d6e6a7b7c7d7e7"
    assert [line().scene.ids(family) for family in Family] == [range(10), range(10, 20)]


def test_a_mask_can_be_followed_with_the_eye() -> None:
    """H-3"""
    scene = line("e2d3", "c6c2", "b2c2").scene
    assert trail(scene.masks[4]) == "e2 d3"
    assert trail(scene.masks[1]) == "b2 c2"
    assert (scene.moved, scene.taken) == (1, 12)


def test_a_captured_mask_keeps_its_trail_and_shows_its_role() -> None:
    """R-11, H-3"""
    soldier = line("e2d3", "c6c2", "b2c2").scene.masks[12]
    assert soldier == Mask(12, RED, soldier.trail, False, Role.SOLDIER)
    assert (trail(soldier), soldier.cell) == ("c6 c2", None)


def test_the_captor_of_a_lady_leaves_the_mat_where_she_stood() -> None:
    """R-13, H-3"""
    scene = played("l3c/5/2l2/2N2/5/5/L3C w 0 0", "c4c5").scene
    assert scene.moved is not None
    captor = scene.masks[scene.moved]
    assert (trail(captor), captor.on_mat, captor.unmasked) == ("c4 c5", False, Role.NOBLE)
    assert all(str(cell) != "c5" for cells in scene.standing.values() for cell in cells)


def test_masks_set_up_from_text_are_numbered_front_row_first() -> None:
    """H-3: as in a deployment, those on the mat before those lost."""
    masks = played("1n1c1/a1l2/2N1s/1A1n1/L2a1/1C1S1/2L1N r 2 31").scene.masks
    assert "".join(map(trail, masks[:10])) == "c5b4a3b2d2c1e1"
    assert "".join(map(trail, masks[10:])) == "d3d4e5a6c6b7d7"
    assert [mask.on_mat for mask in masks] == ([True] * 7 + [False] * 3) * 2


def test_equal_scenes_are_one_in_a_set() -> None:
    one, other = line("e2d3", "c6c2").scene, line("e2d3", "c6c2").scene
    assert one is not other
    assert len({one, other}) == 1
    assert len({one, line("e2d3").scene, line("e2e3", "c6c2").scene}) == 3


def test_a_scene_without_a_past_knows_what_is_lost() -> None:
    """H-3: what is missing from the roster has been unmasked."""
    lost = [mask for mask in played("l3c/5/5/5/5/5/L3C w 0 0").scene.masks if not mask.on_mat]
    assert "".join(mask.unmasked or "?" for mask in lost) == "NNNAAASL" * 2
    assert {mask.trail for mask in lost} == {()}


def test_nothing_is_worked_out_for_the_players() -> None:
    """H-3: a mask that stepped diagonally is no Noble, and anyone may see that for themselves."""
    assert set(line("c2d3", "a6b5").scene.unmasked) == {None}


@given(games(), st.integers(0, 400))
def test_a_replay_tells_every_turn_as_it_was_seen(game: Game, begin: int) -> None:
    """H-3: also of a game that was set up in the middle, of which the first turns are not known."""
    start = game.positions[min(begin, len(game.positions) - 1)]
    if start.outcome is None:
        again = [Position.parse(str(start), ruleset=start.ruleset)]
        for turn in game.last.history[start.turns :]:
            again.append(again[-1].play(turn.move))
        check_replay([position.scene for position in again])
    check_replay([position.scene for position in game.positions])


def check_replay(scenes: list[Scene]) -> None:
    steps = list(scenes[-1].replay())
    for step, before, after in zip(steps, scenes, scenes[1:], strict=False):
        assert (step.number, step.family) == (after.turns, before.to_move)
        assert (step.mask, step.taken, step.turn) == (after.moved, after.taken, after.history[-1])
        assert step.before == {**before.standing[WHITE], **before.standing[RED]}
        assert step.after == {**after.standing[WHITE], **after.standing[RED]}
    assert len(steps) == len(scenes) - 1
