"""What anyone at the table can work out by logic from a View (H-3)."""

from volto.rules import Cell, Role, View


def never_ladies(view: View) -> set[Cell]:
    """The cells of rival masks that cannot be Ladies.

    All of them, once every Lady of the family has been unmasked. Otherwise those that have
    captured (R-10) or have run further than one step (R-9), followed from cell to cell.
    """
    rival = view.to_move.rival
    unmasked = [view.scene.unmasked[number] for number in view.scene.ids(rival)]
    if unmasked.count(Role.LADY) == view.ruleset.roster.count(Role.LADY):
        return set(view.scene.standing[rival])
    proven: set[Cell] = set()
    for turn in view.history:
        origin, target = turn.move
        ran = abs(target.row - origin.row) > 1
        known = ran or turn.captured is not None or origin in proven
        proven -= {origin, target}
        if known and turn.captured is not Role.LADY:  # her captor is gone
            proven.add(target)
    return proven.intersection(view.scene.standing[rival])
