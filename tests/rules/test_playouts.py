"""What holds in every position of every game."""

from collections import Counter
from itertools import pairwise

from hypothesis import given

from tests.strategies import Game, games
from volto.rules import Family, Position, Reason, Role


def on_mat(position: Position, family: Family) -> Counter[Role]:
    return Counter(position.roles[number] for number in position.scene.standing[family].values())


@given(games())
def test_masks_are_those_of_the_roster_less_those_captured(game: Game) -> None:
    """R-2, R-11, R-13"""
    for position in game.positions:
        lost: dict[Family, list[Role]] = {family: [] for family in Family}
        for number, turn in enumerate(position.history):
            mover = position.scene.first if number % 2 == 0 else position.scene.first.rival
            lost[mover.rival] += [turn.captured] if turn.captured else []
            lost[mover] += [turn.captor] if turn.captor else []
        for family in Family:
            whole = on_mat(position, family) + Counter(lost[family])
            assert whole == Counter(position.ruleset.roster)


@given(games())
def test_one_mask_a_cell_and_every_trail_ends_where_its_mask_stands(game: Game) -> None:
    """R-5, H-3"""
    for position in game.positions:
        taken = [cell for cells in position.scene.standing.values() for cell in cells]
        assert len(set(taken)) == len(taken)
        assert all(cell in position.ruleset.mat for cell in taken)
        stands = {mask.id: mask.cell for mask in position.scene.masks if mask.on_mat}
        assert stands == {
            number: cell
            for cells in position.scene.standing.values()
            for cell, number in cells.items()
        }


@given(games())
def test_a_mask_keeps_its_number_and_its_role_and_trails_only_grow(game: Game) -> None:
    """R-4, H-3"""
    for before, after in pairwise(game.positions):
        assert after.roles == before.roles
        move = after.history[-1].move
        for old, new in zip(before.scene.masks, after.scene.masks, strict=True):
            assert (new.id, new.family) == (old.id, old.family)
            stepped = (move.target,) if old.cell == move.origin else ()
            assert new.trail == old.trail + stepped
            assert new.on_mat <= old.on_mat


@given(games())
def test_the_counters_count(game: Game) -> None:
    """R-4, H-2"""
    for played, position in enumerate(game.positions):
        assert position.turns == len(position.history) == played
        captures = [n for n, turn in enumerate(position.history, 1) if turn.captured]
        assert position.quiet == played - max(captures, default=0)
        assert position.to_move is (
            position.scene.first.rival if played % 2 else position.scene.first
        )


@given(games())
def test_a_game_goes_on_exactly_as_long_as_there_is_no_outcome(game: Game) -> None:
    """R-12 to R-15, H-1, H-2"""
    for position in game.positions[:-1]:
        assert position.outcome is None
        assert position.legal_moves()
        for family in Family:
            assert on_mat(position, family)[Role.CANDIDATE] == 1
            if Role.LADY in position.ruleset.roster:
                assert on_mat(position, family)[Role.LADY] >= 1


@given(games())
def test_the_outcome_is_what_the_last_turn_shows(game: Game) -> None:
    """R-12 to R-15, H-1, H-2"""
    outcome = game.last.outcome
    if outcome is None:
        return
    before, last = game.positions[-2], game.last.history[-1]
    moved, waiting = before.to_move, before.to_move.rival
    owner = waiting if game.last.ruleset.ladies == "owner" else moved
    mover = before.role_at(last.move.origin)
    winners = {
        Reason.CANDIDATE_CAPTURED: moved if last.captured is Role.CANDIDATE else "nobody",
        Reason.CANDIDATE_TOOK_LADY: waiting if last.captor is Role.CANDIDATE else "nobody",
        Reason.LADIES: owner if last.captured is Role.LADY else "nobody",
        Reason.PALACE: moved if mover == (moved, Role.CANDIDATE) else "nobody",
        Reason.BLOCKED: moved,
        Reason.QUIET: None,
        Reason.TURN_CAP: None,
    }
    assert outcome.winner == winners[outcome.reason]
