"""What a page is shown of a table: made from one seat's View, and from nothing else that is secret.

This module knows no Position. Whoever calls it brings the facts that everyone may know, what the
seat itself has said, and its View; so there is nothing here that could be shown by mistake.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from volto.rules import Cell, Family, Ruleset, Scene, View
from volto.server.wire.messages import (
    Aid,
    EndSeen,
    FamilyWord,
    Guess,
    Lost,
    Person,
    Phase,
    RoleLetter,
    SealsSeen,
    Standing,
    TableSnapshot,
    TurnSeen,
)

WORDS: Mapping[Family, FamilyWord] = {Family.WHITE: "white", Family.RED: "red"}
RIVAL_WORDS: Mapping[FamilyWord, FamilyWord] = {"white": "red", "red": "white"}


class PublicFacts(NamedTuple):
    """What everyone at the table knows, spectators included."""

    table: str
    phase: Phase
    ruleset: Ruleset
    aid: Aid
    first: Family
    people: dict[FamilyWord, Person]
    turns: tuple[TurnSeen, ...]
    seals: SealsSeen | None
    draw_offer: Family | None
    rematch_wish: Family | None
    shared: tuple[FamilyWord, ...]


class SeatFacts(NamedTuple):
    """What is said to this seat alone, besides its View."""

    seat: Family | None
    deployment: str | None = None
    next_table: str | None = None
    guesses: tuple[Guess, ...] = ()


def snapshot_of(facts: PublicFacts, own: SeatFacts, view: View | None) -> TableSnapshot:
    """What the seat sees; before the game begins there is no view."""
    if view is not None and view.seat is not own.seat:
        raise ValueError("this view belongs to another seat")
    rules = facts.ruleset
    outcome = view.outcome if view else None
    running = view is not None and outcome is None
    return TableSnapshot(
        table=facts.table,
        seat=word(own.seat),
        phase=facts.phase,
        columns=rules.mat.columns,
        rows=rules.mat.rows,
        roster="".join(rules.roster),
        ladies=rules.ladies.value,
        quiet_limit=rules.quiet,
        aid=facts.aid,
        first=word(facts.first),
        to_move=word(view.to_move) if view and running else None,
        ply=view.turns if view else 0,
        quiet=view.quiet if view else 0,
        people=facts.people,
        deployment=own.deployment,
        masks=standing_in(view) if view else (),
        lost=lost_by(facts.turns),
        moves=moves_of(view) if view else {},
        turns=facts.turns,
        guesses=own.guesses,
        seals=facts.seals,
        draw_offer=word(facts.draw_offer),
        rematch_wish=word(facts.rematch_wish),
        next_table=own.next_table,
        shared=facts.shared,
        end=EndSeen(word(outcome.winner), outcome.reason.value) if outcome else None,
    )


def word(family: Family | None) -> FamilyWord | None:
    """A family as messages write it."""
    return None if family is None else WORDS.get(family) or WORDS[Family(family)]


def turn_seen(scene: Scene) -> TurnSeen:
    """The last turn of a scene, as everyone saw it."""
    turn, moved = scene.history[-1], scene.moved
    if moved is None:
        raise ValueError("this scene does not end with a turn")
    return TurnSeen(
        ply=scene.turns,
        family=WORDS[scene.to_move.rival],
        mask=moved,
        origin=_name(turn.move.origin),
        target=_name(turn.move.target),
        taken=scene.taken,
        captured=turn.captured.value if turn.captured else None,
        captor=turn.captor.value if turn.captor else None,
        text=str(turn),
    )


def standing_in(view: View) -> tuple[Standing, ...]:
    scene = view.scene
    known: list[RoleLetter | None] = [role.value if role else None for role in scene.unmasked]
    if view.seat is not None:
        own = scene.ids(view.seat)
        known[own.start : own.stop] = [role.value for role in view.roles]
    found = []
    for family in Family:
        numbered = sorted((number, cell) for cell, number in scene.standing[family].items())
        for number, cell in numbered:
            found.append(Standing(number, WORDS[family], _name(cell), known[number]))
    return tuple(found)


def lost_by(turns: tuple[TurnSeen, ...]) -> tuple[Lost, ...]:
    """Captured masks in the order of capture; a Lady goes before her captor (R-13)."""
    found = []
    for turn in turns:
        if turn.taken is not None and turn.captured is not None:
            found.append(Lost(turn.taken, RIVAL_WORDS[turn.family], turn.captured))
        if turn.captor is not None:
            found.append(Lost(turn.mask, turn.family, turn.captor))
    return tuple(found)


def moves_of(view: View) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for origin, target in view.legal_moves():
        found.setdefault(_name(origin), []).append(_name(target))
    return {origin: tuple(targets) for origin, targets in found.items()}


@cache
def _name(cell: Cell) -> str:
    return str(cell)
