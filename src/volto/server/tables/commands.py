"""What a seat may ask of its table, and what comes of it: deeds to be written, or a refusal.

Each function looks at the state and changes nothing.
"""

from volto.notation.tags import is_writable
from volto.rules import Deployment, Family, IllegalMove, Move, NotationError, Position
from volto.server.errors import Refusal
from volto.server.tables.events import (
    Agreed,
    AnyDeed,
    Began,
    Declined,
    Joined,
    Offered,
    Played,
    Ready,
    Resigned,
    Wished,
)
from volto.server.tables.table_state import State

Done = list[tuple[Family | None, AnyDeed]]
"""Deeds and whose they are."""

LONGEST_NAME = 40
OFFER_AGAIN = 2
"""Turns that must pass before the same family may offer a draw again."""


def join(state: State, name: str) -> Done:
    """Somebody with the invitation takes the open seat, once."""
    seat = state.plan.open_seat
    if seat is None or seat in state.joined:
        raise Refusal("taken", "Somebody has taken this seat already.")
    return [(seat, Joined(clean_name(name)))]


def deploy(state: State, seat: Family, text: str, salts: tuple[str, ...]) -> Done:
    """Ready with this deployment; the game begins when both are."""
    if state.position is not None:
        raise Refusal("already-ready", "The game has begun with the deployments sent before.")
    try:
        deployment = Deployment.parse(text, state.plan.ruleset)
    except NotationError as error:
        raise Refusal("bad-deployment", f"This is no deployment: {error.reason}.") from None
    done: Done = [(seat, Ready(str(deployment), salts))]
    if seat.rival in state.sealed:
        done.append((None, Began()))
    return done


def play(state: State, seat: Family, ply: int, text: str) -> Done:
    """A move, chosen when `ply` turns had been played."""
    position = _running(state)
    if ply != state.ply:
        raise Refusal("stale", f"This move was for turn {ply + 1}: it is turn {state.ply + 1} now.")
    if position.to_move is not seat:
        raise Refusal("not-your-turn", f"It is {position.to_move.title()}'s turn.")
    try:
        move = Move.parse(text, position.ruleset.mat)
    except NotationError as error:
        raise Refusal("illegal", f"This is no move: {error.reason}.") from None
    if move not in position.moves:
        try:
            position.play(move)
        except IllegalMove as error:
            raise Refusal("illegal", str(error)) from None
    return [(seat, Played(ply, str(move)))]


def resign(state: State, seat: Family) -> Done:
    _running(state)
    return [(seat, Resigned())]


def offer_draw(state: State, seat: Family) -> Done:
    """An offer; or, when the rival's offer stands, the agreement."""
    _running(state)
    if state.offer is seat.rival:
        return [(seat, Agreed())]
    last = state.offered_at.get(seat)
    if state.offer is seat or (last is not None and state.ply < last + OFFER_AGAIN):
        raise Refusal("too-many", "You have offered a draw already: play on before you do again.")
    return [(seat, Offered())]


def decline_draw(state: State, seat: Family) -> Done:
    _running(state)
    if state.offer is not seat.rival:
        raise Refusal("no-offer", "Your rival has not offered a draw.")
    return [(seat, Declined())]


def rematch(state: State, seat: Family, next_table: str) -> Done:
    """A wish; once both have it (or one person sits on both seats), the table for it."""
    if state.outcome is None:
        raise Refusal("no-rematch", "A rematch comes after the game.")
    if state.next_table is not None:
        raise Refusal("no-rematch", "The rematch has been agreed already.")
    if state.wish is seat:
        raise Refusal("no-rematch", "You have asked for a rematch already.")
    agreed = state.wish is not None or state.plan.mode == "screen"
    return [(seat, Wished(next_table if agreed else None))]


def _running(state: State) -> Position:
    if state.position is None:
        raise Refusal("not-ready", "The game has not begun: both families deploy first.")
    if state.outcome is not None:
        raise Refusal("over", f"The game is over: {state.outcome.reason}.")
    return state.position


def clean_name(name: str) -> str:
    """A name on one line, without what cannot be written in a record."""
    words = "".join(letter if is_writable(letter) else " " for letter in name).split()
    return " ".join(words)[:LONGEST_NAME].strip()
