"""Sure moves: what wins whatever the rival may be hiding, and what cannot lose to any reply.

A proof, not a guess: it looks at every role that a mask can still have. The rules decide what a
turn leads to; belief says which turns can happen.
"""

from collections.abc import Iterator, Sequence

from volto.belief import Belief
from volto.rules import Family, LadyRule, Move, Role, Turn, View
from volto.rules.moves import legal_moves


def sure_win(view: View, deep: bool = True) -> Move | None:
    """A move that wins at once or, if `deep`, next turn against any reply; None without one."""
    belief = Belief.of(view)
    moves = view.legal_moves()
    for move in moves:
        if all(wins(turn, view) for turn in outcomes(move, view, belief)):
            return move
    if deep:
        for move in moves:
            if all(_wins_next(turn, view) for turn in outcomes(move, view, belief)):
                return move
    return None


def safe_moves(view: View, among: Sequence[Move] | None = None) -> list[Move]:
    """The moves after which no possible reply, by any mask in any role, ends the game in defeat."""
    belief = Belief.of(view)
    return [
        move
        for move in (view.legal_moves() if among is None else among)
        if all(_is_safe(turn, view) for turn in outcomes(move, view, belief))
    ]


def outcomes(move: Move, view: View, belief: Belief) -> Iterator[Turn]:
    """Every turn that a move of the seat can turn out to be."""
    taken = view.scene.standing[view.to_move.rival].get(move.target)
    if taken is None:
        yield Turn(move)
        return
    for role in Role:
        if role in belief.roles(taken):
            captor = view.own[move.origin] if role is Role.LADY else None
            yield Turn(move, role, captor)


def wins(turn: Turn, view: View) -> bool:
    """Does this turn of the seat end the game in its favour (R-12 to R-15)?"""
    return _winner(turn, view, view.own[turn.move.origin]) is view.to_move


def _winner(turn: Turn, view: View, role: Role) -> Family | None:
    """Who wins by a turn that a mask of `role` makes; None if the game goes on."""
    mover, ruleset = view.to_move, view.ruleset
    if turn.captured is Role.CANDIDATE:
        return mover
    if turn.captured is Role.LADY:
        if role is Role.CANDIDATE:
            return mover.rival
        unmasked = [view.scene.unmasked[number] for number in view.scene.ids(mover.rival)]
        if unmasked.count(Role.LADY) + 1 == ruleset.roster.count(Role.LADY):
            return mover.rival if ruleset.ladies is LadyRule.OWNER else mover
        return None
    if role is Role.CANDIDATE and turn.move.target.row == ruleset.palace_row(mover.rival):
        return mover
    return None


def replies(view: View) -> Iterator[tuple[Turn, Role]]:
    """Every turn that the rival, who is to move, can make in some world, and the role behind it."""
    rival = view.to_move
    seat = rival.rival
    belief = Belief.about(view.scene, rival)
    masks = view.scene.standing[rival]
    for cell, number in masks.items():
        for role in belief.roles(number):
            others = dict.fromkeys(masks, Role.NOBLE) | {cell: role}
            for move in legal_moves(rival, others, view.scene.standing[seat], view.ruleset.mat):
                if move.origin == cell:
                    captured = view.own.get(move.target)
                    captor = role if captured is Role.LADY else None
                    yield Turn(move, captured, captor), role


def _is_safe(turn: Turn, view: View) -> bool:
    seat = view.to_move
    winner = _winner(turn, view, view.own[turn.move.origin])
    if winner is not None:
        return winner is seat
    after = view.after(turn)
    if _drawn(after):
        return True
    for reply, role in replies(after):
        winner = _winner(reply, after, role)
        if winner is seat.rival:
            return False
        if winner is None and not after.after(reply).legal_moves():  # H-1
            return False
    return True


def _wins_next(turn: Turn, view: View) -> bool:
    """Is there a sure win after this turn, whatever the rival replies?"""
    seat = view.to_move
    winner = _winner(turn, view, view.own[turn.move.origin])
    if winner is not None:
        return winner is seat
    after = view.after(turn)
    if _drawn(after) or not _threatens(after):
        return False
    answered = set()
    for reply, role in replies(after):
        winner = _winner(reply, after, role)
        if winner is seat.rival:
            return False
        if winner is None and reply not in answered:
            then = after.after(reply)
            if _drawn(then) or sure_win(then, deep=False) is None:
                return False
            answered.add(reply)
    return True


def _drawn(view: View) -> bool:
    """Has the last turn drawn the game, if it has not decided it (H-2)?"""
    ruleset = view.ruleset
    quiet = bool(ruleset.quiet) and view.quiet >= ruleset.quiet
    return quiet or (bool(ruleset.turn_cap) and view.turns >= ruleset.turn_cap)


def _threatens(view: View) -> bool:
    """Would the Candidate step into the palace next turn, if the rival passed?

    A quick test that spares most proofs: other sure wins of the second turn are rare.
    """
    seat = view.to_move.rival
    own, rivals = view.own, view.scene.standing[view.to_move]
    palace = view.ruleset.palace_row(view.to_move)
    return any(
        own[move.origin] is Role.CANDIDATE and move.target.row == palace
        for move in legal_moves(seat, own, rivals, view.ruleset.mat)
    )
