"""What follows by logic from what everyone saw (H-3)."""

from hypothesis import given

from tests.strategies import Game, games
from volto.agents.inference import never_ladies
from volto.rules import Captured, Moved, Position, Role


@given(games())
def test_never_ladies_are_those_that_captured_or_ran(game: Game) -> None:
    """R-9, R-10; where no family has Ladies, that is everybody."""
    proven: set[int] = set()
    for position in game.positions:
        proven |= shown_by_last_turn(position)
        if position.outcome is not None:
            break
        rivals = position.scene.standing[position.to_move.rival]
        cells = never_ladies(position.view(position.to_move))
        if Role.LADY in position.ruleset.roster:
            assert cells == {cell for cell, mask in rivals.items() if mask in proven}
        else:
            assert cells == set(rivals)
        assert all(position.roles[rivals[cell]] is not Role.LADY for cell in cells)


def shown_by_last_turn(position: Position) -> set[int]:
    """The mask of the last turn, if it did what no Lady does."""
    match position.events():
        case (Moved(mask), Captured(), *_):
            return {mask}
        case (Moved(mask, origin, target), *_) if abs(origin.row - target.row) > 1:
            return {mask}
    return set()
