"""What a happening changed of what a seat is shown, so that a page need not be told the rest again.

Like `snapshot.py` it starts from the seat's View and from what everyone may know.
"""

from typing import NamedTuple, TypeVar

from msgspec import UNSET, UnsetType, structs

from volto.rules import View
from volto.server.wire.messages import (
    EndSeen,
    Guess,
    SealsSeen,
    Standing,
    TableChange,
    TableSnapshot,
    TurnSeen,
)
from volto.server.wire.snapshot import (
    PublicFacts,
    SeatFacts,
    lost_by,
    moves_of,
    standing_in,
    word,
)

Value = TypeVar("Value")
Numbered = TypeVar("Numbered", Standing, Guess)


class Sight(NamedTuple):
    """All that one seat may be shown at one moment: what `snapshot_of` takes."""

    facts: PublicFacts
    own: SeatFacts
    view: View | None


def change_of(before: Sight, after: Sight) -> TableChange:
    """What a page that shows `before` has to be told to show what comes next."""
    old, new = before.facts, after.facts
    was, view = before.view, after.view
    known = before.own.guesses
    seals, opened = _seals_changed(old.seals, new.seals)
    change = TableChange(
        phase=_if_new(old.phase, new.phase),
        people=_if_new(old.people, new.people),
        deployment=_if_new(before.own.deployment, after.own.deployment),
        seals=seals,
        opened=opened,
        draw_offer=_if_new(word(old.draw_offer), word(new.draw_offer)),
        rematch_wish=_if_new(word(old.rematch_wish), word(new.rematch_wish)),
        next_table=_if_new(before.own.next_table, after.own.next_table),
        shared=_if_new(old.shared, new.shared),
        guesses=tuple(guess for guess in after.own.guesses if guess not in known),
    )
    if view is None or (was is not None and view.scene is was.scene):
        return change
    return _with_play(change, was, view, new.turns[len(old.turns) :])


def _with_play(
    change: TableChange, was: View | None, view: View, turns: tuple[TurnSeen, ...]
) -> TableChange:
    """And what a turn changed on the mat, or the beginning or the end."""
    running = view.outcome is None
    had_moves = was is not None and was.outcome is None and was.to_move is view.seat
    if was is None or not running:
        masks = standing_in(view)
    else:
        masks = tuple(_moved(view, turn) for turn in turns if turn.captor is None)
    return structs.replace(
        change,
        to_move=word(view.to_move) if running else None,
        ply=_if_new(was.turns if was else 0, view.turns),
        quiet=_if_new(was.quiet if was else 0, view.quiet),
        moves=moves_of(view) if had_moves or view.to_move is view.seat else UNSET,
        end=EndSeen(word(view.outcome.winner), view.outcome.reason.value)
        if view.outcome
        else UNSET,
        turn=turns[0] if turns else None,
        lost=lost_by(turns),
        masks=masks,
    )


def _seals_changed(
    old: SealsSeen | None, new: SealsSeen | None
) -> tuple[SealsSeen | UnsetType, dict[str, str]]:
    """All of them, or the leaves that were opened."""
    if new is None or new is old:
        return UNSET, {}
    if old is None or (old.white, old.red) != (new.white, new.red):
        return new, {}
    return UNSET, {mask: salt for mask, salt in new.opened.items() if mask not in old.opened}


def _moved(view: View, turn: TurnSeen) -> Standing:
    role = view.role(turn.mask)
    return Standing(turn.mask, turn.family, turn.target, role.value if role else None)


def _if_new(old: Value, new: Value) -> Value | UnsetType:
    return UNSET if new is old or new == old else new


def applied(snapshot: TableSnapshot, change: TableChange) -> TableSnapshot:
    """The snapshot that a change makes of another, as a page does it."""
    gone = {lost.mask for lost in change.lost}
    seals = _told(change.seals, snapshot.seals)
    if seals and change.opened:
        seals = structs.replace(seals, opened={**seals.opened, **change.opened})
    return structs.replace(
        snapshot,
        phase=_told(change.phase, snapshot.phase),
        to_move=_told(change.to_move, snapshot.to_move),
        ply=_told(change.ply, snapshot.ply),
        quiet=_told(change.quiet, snapshot.quiet),
        people=_told(change.people, snapshot.people),
        deployment=_told(change.deployment, snapshot.deployment),
        moves=_told(change.moves, snapshot.moves),
        seals=seals,
        draw_offer=_told(change.draw_offer, snapshot.draw_offer),
        rematch_wish=_told(change.rematch_wish, snapshot.rematch_wish),
        next_table=_told(change.next_table, snapshot.next_table),
        shared=_told(change.shared, snapshot.shared),
        end=_told(change.end, snapshot.end),
        turns=(*snapshot.turns, change.turn) if change.turn else snapshot.turns,
        lost=(*snapshot.lost, *change.lost),
        masks=_merged(snapshot.masks, change.masks, gone),
        guesses=() if change.end else _merged(snapshot.guesses, change.guesses, gone),
    )


def _told(new: Value | UnsetType, old: Value) -> Value:
    return old if isinstance(new, UnsetType) else new


def _merged(
    old: tuple[Numbered, ...], new: tuple[Numbered, ...], gone: set[int]
) -> tuple[Numbered, ...]:
    """By the number of the mask, each where it was."""
    by_mask = {one.mask: one for one in old + new}
    return tuple([one for mask, one in by_mask.items() if mask not in gone])
