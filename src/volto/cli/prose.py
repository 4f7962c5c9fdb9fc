"""The game told in words to one seat: how to play, what just happened, what it may do now."""

from rich.table import Table
from rich.text import Text

from volto.rules import Cell, Family, LadyRule, Role, Ruleset, Turn, View

WAYS = {
    Role.NOBLE: "one step forward, back or sideways",
    Role.ADVISOR: "one step diagonally",
    Role.CANDIDATE: "one step in any direction",
    Role.SOLDIER: "straight ahead, any number of empty cells; never back",
    Role.LADY: "one step in any direction, but she never captures",
}
COMMANDS = "? (your moves), rules, board, resign, quit"
LAST_LADY = {
    LadyRule.OWNER: "your opponent captures your last Lady: she is bait",
    LadyRule.CAPTOR: "you capture the last rival Lady",
}


def how_to(ruleset: Ruleset) -> Text:
    """The game on one screen of 80 columns, by the rules in force."""
    text = Text()
    text.append("VOLTO", style="bold")
    text.append(": two families want to rule Venice, each behind ten masks.\n")
    text.append("You know who is behind your own; of the others you only see where they go.\n\n")
    for role in Role:
        count = ruleset.roster.count(role)
        text.append(f"  {role}", style="bold")
        text.append(f"  {count} {plural(role, count):<10} {WAYS[role]}\n")
    text.append("A mask whose role you do not know is shown as a diamond or an x.\n\n")
    text.append("Step onto a rival mask to capture it: it leaves, and both players see its role.\n")
    text.append("A captured Lady takes her captor with her; a Candidate that captures her loses.\n")
    text.append("You win", style="bold")
    text.append(" when you capture the rival Candidate,\n")
    text.append("     or when your Candidate reaches the rival palace, the row furthest away,\n")
    text.append(f"     or when {LAST_LADY[ruleset.ladies]}.\n")
    text.append(f"House rules: {_house_rulings(ruleset)}.\n\n")
    text.append("Type a move as two cells, from and to, like ")
    text.append("b2b3", style="bold")
    text.append(f". Other words:\n{COMMANDS}.")
    return text


def _house_rulings(ruleset: Ruleset) -> str:
    blocked = "whoever cannot move loses"
    if not ruleset.quiet:
        return blocked
    return f"{blocked}; {ruleset.quiet} turns without a capture are a draw"


def plural(role: Role, count: int) -> str:
    """`Noble` or `Nobles`, `Lady` or `Ladies`."""
    if count == 1:
        return role.name.title()
    return "Ladies" if role is Role.LADY else f"{role.name.title()}s"


def what_happened(view: View) -> str:
    """The last turn in one sentence, as the seat of this view saw it."""
    if view.to_move is view.seat:
        return _rival_turn(view.history[-1], view.to_move.rival)
    return _own_turn(view)


def _own_turn(view: View) -> str:
    turn, mask = view.history[-1], view.scene.moved
    role = None if mask is None else view.role(mask)
    who = f"Your {role.name.title() if role else 'mask'}"
    if turn.captured is None:
        return f"{who} moved from {turn.move.origin} to {turn.move.target}."
    rival = view.to_move.title()
    told = f"{who} captured {rival}'s {turn.captured.name.title()} on {turn.move.target}"
    return f"{told}, and both leave the mat." if turn.captor else f"{told}."


def _rival_turn(turn: Turn, rival: Family) -> str:
    origin, target = turn.move
    if turn.captured is None:
        return f"{rival.title()} moved {origin} to {target}."
    told = f"{rival.title()}'s {origin} captured your {turn.captured.name.title()} on {target}"
    if turn.captor is None:
        return f"{told}."
    return f"{told}: it was {_a(turn.captor)}, and both leave the mat."


def _a(role: Role) -> str:
    name = role.name.title()
    return f"an {name}" if name[0] in "AEIOU" else f"a {name}"


def moves_by_mask(view: View) -> Table:
    """The seat's legal moves, one line per mask."""
    table = Table.grid(padding=(0, 1))
    for origin, role in view.own.items():
        if cells := _targets(view, origin):
            table.add_row(f"  {origin}", role.name.title(), cells)
    return table


def where_to(view: View, cell: Cell) -> str:
    """One sentence about the mask on a cell: where it may go."""
    role = view.own.get(cell)
    if role is None:
        return f"You have no mask on {cell}."
    who = f"The {role.name.title()} on {cell}"
    cells = _targets(view, cell)
    return f"{who} can go to {cells}." if cells else f"{who} cannot move now."


def _targets(view: View, origin: Cell) -> str:
    """Where the mask on a cell may go: `b3, c2, captures a2`."""
    cells = [move.target for move in view.legal_moves() if move.origin == origin]
    rivals = view.scene.standing[view.to_move.rival]
    free = [str(cell) for cell in cells if cell not in rivals]
    taken = [str(cell) for cell in cells if cell in rivals]
    return ", ".join([*free, *(f"capture on {cell}" for cell in taken)])
