"""Sure moves: what wins whatever the rival may be hiding, and what cannot lose to any reply.

A proof, not a guess: it looks at every role that a mask can still have, and asks the rules how the
turn ends the game if it has. One world for each such role is enough: how a turn ends the game hangs
on the roles of the two masks that meet, on what everyone can see, and on whether the rival can move
at all, which is taken for granted (if it cannot, it has lost: H-1).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from volto.belief import Belief
from volto.mind.knowledge import Knowledge
from volto.rules import Move, Outcome, Role, Turn, View
from volto.rules.moves import legal_moves
from volto.rules.position import judge

Roles = tuple[Role, ...]


class Seen(NamedTuple):
    """A turn that can be: what the mask that made it is, what the seat knows then, and the end."""

    turn: Turn
    role: Role
    view: View
    outcome: Outcome | None


def sure_win(view: View, deep: bool = True) -> Move | None:
    """A move that wins at once or, if `deep`, next turn against any reply; None without one."""
    return _sure_win(view, Knowledge.of(view).belief, deep)


def _sure_win(view: View, belief: Belief, deep: bool) -> Move | None:
    moves, own, rivals = view.legal_moves(), view.own, view.scene.standing[view.to_move.rival]
    for move in moves:
        decides = move.target in rivals or own[move.origin] is Role.CANDIDATE  # no other can
        if decides and all(_won(seen, view) for seen in outcomes(move, view, belief)):
            return move
    if deep:
        for move in moves:
            if all(_wins_next(seen, view) for seen in outcomes(move, view, belief)):
                return move
    return None


def safe_moves(view: View, among: Sequence[Move] | None = None) -> list[Move]:
    """The moves after which no possible reply, by any mask in any role, ends the game in defeat."""
    belief = Knowledge.of(view).belief
    return [
        move
        for move in (view.legal_moves() if among is None else among)
        if all(_is_safe(seen, view) for seen in outcomes(move, view, belief))
    ]


def outcomes(move: Move, view: View, belief: Belief) -> Iterator[Seen]:
    """Every turn that a move of the seat can turn out to be."""
    role, rival = view.own[move.origin], view.to_move.rival
    taken = view.scene.standing[rival].get(move.target)
    if taken is None:
        yield _seen(Turn(move), role, view, belief.first.roles)
        return
    for hidden in Role:
        if hidden in belief.roles(taken):
            turn = Turn(move, hidden, role if hidden is Role.LADY else None)
            yield _seen(turn, role, view, belief.example(taken, hidden).roles)


def replies(view: View) -> Iterator[Seen]:
    """Every turn that the rival, who is to move, can make in some world."""
    rival, own = view.to_move, view.own
    belief = Belief.about(view.scene, rival)
    masks, base = view.scene.standing[rival], view.scene.ids(rival).start
    for cell, number in masks.items():
        for role in belief.roles(number):
            world = belief.example(number, role).roles
            theirs = {at: world[mask - base] for at, mask in masks.items()}
            for move in legal_moves(rival, theirs, own, view.ruleset.mat):
                if move.origin == cell:
                    captured = own.get(move.target)
                    turn = Turn(move, captured, role if captured is Role.LADY else None)
                    yield _seen(turn, role, view, world)


def _seen(turn: Turn, role: Role, view: View, world: Roles) -> Seen:
    """A turn of either family in the world where the rival has these roles."""
    after = View(view.scene.after(turn), view.seat, view.roles)
    scene, own, next_up = after.scene, after.own, after.to_move
    rival = next_up.rival if next_up is view.seat else next_up
    base = scene.ids(rival).start
    theirs = {cell: world[mask - base] for cell, mask in scene.standing[rival].items()}
    if next_up is rival:
        return Seen(turn, role, after, judge(scene, theirs, own, (turn.move,)))
    return Seen(turn, role, after, judge(scene, own, theirs, after.legal_moves()))


def _won(seen: Seen, view: View) -> bool:
    return seen.outcome is not None and seen.outcome.winner is view.seat


def _is_safe(seen: Seen, view: View) -> bool:
    def lost(then: Seen) -> bool:
        return then.outcome is not None and then.outcome.winner not in (None, view.seat)

    if seen.outcome is not None:
        return not lost(seen)
    return not any(lost(reply) for reply in replies(seen.view))


def _wins_next(seen: Seen, view: View) -> bool:
    """Is there a sure win after this turn, whatever the rival replies?"""
    if seen.outcome is not None:
        return _won(seen, view)
    if not _threatens(seen.view):
        return False
    answered = set()
    for reply in replies(seen.view):
        if reply.outcome is not None:
            if not _won(reply, view):
                return False
        elif reply.turn not in answered:
            if _sure_win(reply.view, Belief.of(reply.view), deep=False) is None:
                return False
            answered.add(reply.turn)
    return True


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
