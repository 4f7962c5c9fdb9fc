"""What a seat may ask of its table, and what comes of it: events to be written, or a refusal.

Each function looks at the state and changes nothing.
"""

import hashlib
import hmac
from typing import NamedTuple

from volto.notation.tags import is_writable
from volto.rules import Deployment, Family, IllegalMove, Move, NotationError, Position
from volto.server.errors import RequestError
from volto.server.store.events import (
    Agreed,
    AnyTableEvent,
    Began,
    Declined,
    Joined,
    Offered,
    Played,
    Ready,
    Resigned,
    Shared,
    Wished,
)
from volto.server.tables.table_state import TableState


class Decided(NamedTuple):
    """An event, whose it is, and for a turn the position that it leads to."""

    family: Family | None
    event: AnyTableEvent
    position: Position | None = None


Decision = list[Decided]
"""What is to be written."""

LONGEST_NAME = 40
MOST_DEPLOYMENTS = 20
"""How often a family may send in a deployment; the last one counts."""
OFFER_AGAIN = 2
"""Turns that must pass before the same family may offer a draw again."""


def join(state: TableState, name: str, token: str = "") -> Decision:
    """Somebody with the invitation takes the open seat, once.

    A page whose answer was lost asks again with the same token; nothing is left to be written.
    """
    seat = state.setup.open_seat
    digest = hashlib.sha256(token.encode()).hexdigest() if token else ""
    if seat is None or seat in state.joined:
        if digest and hmac.compare_digest(digest, state.join_token):
            return []
        raise RequestError("taken", "Somebody has already taken this seat.")
    return [Decided(seat, Joined(clean_name(name), digest))]


def deploy(state: TableState, seat: Family, text: str, salts: tuple[str, ...]) -> Decision:
    """Ready with this deployment; the game begins when both are."""
    if state.position is not None:
        raise RequestError("already-ready", "The game has begun: the deployments can't be changed.")
    if state.deployed.get(seat, 0) >= MOST_DEPLOYMENTS:
        raise RequestError("already-ready", "You have changed your deployment too often.")
    try:
        deployment = Deployment.parse(text, state.setup.ruleset)
    except NotationError as error:
        raise RequestError("bad-deployment", f"This is not a deployment: {error.reason}.") from None
    done: Decision = [Decided(seat, Ready(str(deployment), salts))]
    if seat.rival in state.sealed:
        done.append(Decided(None, Began()))
    return done


def play(state: TableState, seat: Family, ply: int, text: str) -> Decision:
    """A move, chosen when `ply` turns had been played."""
    position = _running(state)
    if ply != state.ply:
        raise RequestError(
            "stale", f"This move was for turn {ply + 1}, but it is turn {state.ply + 1} now."
        )
    if position.to_move is not seat:
        raise RequestError("not-your-turn", f"It is {position.to_move.title()}'s turn.")
    try:
        move = Move.parse(text, position.ruleset.mat)
        after = position.play(move)
    except NotationError as error:
        raise RequestError("illegal", f"This is not a move: {error.reason}.") from None
    except IllegalMove as error:
        raise RequestError("illegal", str(error)) from None
    return [Decided(seat, Played(ply, str(move)), after)]


def resign(state: TableState, seat: Family) -> Decision:
    _running(state)
    return [Decided(seat, Resigned())]


def offer_draw(state: TableState, seat: Family) -> Decision:
    """An offer; or, when the rival's offer stands, the agreement."""
    _running(state)
    if state.offer is seat.rival:
        return [Decided(seat, Agreed())]
    last = state.offered_at.get(seat)
    if state.offer is seat or (last is not None and state.ply < last + OFFER_AGAIN):
        raise RequestError(
            "asked-already", "You have already offered a draw. Play on before you offer again."
        )
    return [Decided(seat, Offered())]


def decline_draw(state: TableState, seat: Family) -> Decision:
    _running(state)
    if state.offer is not seat.rival:
        raise RequestError("no-offer", "Your opponent has not offered a draw.")
    return [Decided(seat, Declined())]


def rematch(state: TableState, seat: Family, next_table: str) -> Decision:
    """A wish; once both have it (or one person sits on both seats), the table for it."""
    if state.outcome is None:
        raise RequestError("no-rematch", "You can ask for a rematch once the game is over.")
    if state.next_table is not None:
        raise RequestError("no-rematch", "The rematch has already been agreed.")
    if state.wish is seat:
        raise RequestError("no-rematch", "You have already asked for a rematch.")
    agreed = state.wish is not None or state.setup.mode == "screen"
    return [Decided(seat, Wished(next_table if agreed else None))]


def share(state: TableState, seat: Family) -> Decision:
    """Lets anyone see the finished game, as far as it depends on this seat: said once, for good."""
    if state.outcome is None:
        raise RequestError("not-over", "You can share a game once it is over.")
    return [] if seat in state.shared else [Decided(seat, Shared())]


def _running(state: TableState) -> Position:
    if state.position is None:
        raise RequestError("not-ready", "The game has not begun: both sides must deploy first.")
    if state.outcome is not None:
        raise RequestError("over", f"The game is over: {state.outcome.reason}.")
    return state.position


def clean_name(name: str) -> str:
    """A name on one line, without what cannot be written in a record."""
    words = "".join(letter if is_writable(letter) else " " for letter in name).split()
    return " ".join(words)[:LONGEST_NAME].strip()
