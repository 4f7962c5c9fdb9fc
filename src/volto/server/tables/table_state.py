"""A table at one moment, as a value: `after` an entry of its log comes the next one.

It holds both families' secrets, so it never leaves; `facts` and `view` are its ways out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from volto.notation import seals as sealing
from volto.rules import Deployment, Family, Move, Outcome, Position, Role, View, VoltoError
from volto.server.errors import DamagedTable
from volto.server.store.events import (
    Agreed,
    Began,
    Declined,
    Entry,
    Joined,
    Occupant,
    Offered,
    Played,
    Ready,
    Resigned,
    Shared,
    TableSetup,
    Wished,
)
from volto.server.wire.messages import (
    EndSeen,
    FamilyWord,
    Person,
    Phase,
    SealsSeen,
    TableStanding,
    TurnSeen,
)
from volto.server.wire.snapshot import WORDS, PublicFacts, turn_seen, word


@dataclass(frozen=True, slots=True)
class SealedDeployment:
    """A deployment that was sent in, the salts drawn for it, and the seals they make."""

    deployment: Deployment
    text: str
    """The deployment, as it is written."""
    salts: tuple[bytes, ...]
    seals: tuple[str, ...]


class TableState(msgspec.Struct, frozen=True):
    """Everything about a table after entry `number` of its log."""

    setup: TableSetup
    occupants: Mapping[Family, Occupant]
    joined: frozenset[Family]
    people: dict[FamilyWord, Person]
    """The same for everyone to see."""
    number: int = 0
    at: int = 0
    """When that entry was written, or the table made."""
    sealed: Mapping[Family, SealedDeployment] = msgspec.field(default_factory=dict)
    deployed: Mapping[Family, int] = msgspec.field(default_factory=dict)
    """How often each family has sent a deployment in."""
    seals: SealsSeen | None = None
    """The promises as soon as they are made, and the leaf of a mask once it is unmasked."""
    position: Position | None = None
    turns: tuple[TurnSeen, ...] = ()
    offer: Family | None = None
    offered_at: Mapping[Family, int] = msgspec.field(default_factory=dict)
    """The ply of each family's last offer of a draw."""
    wish: Family | None = None
    next_table: str | None = None
    shared: frozenset[Family] = frozenset()
    """The families whose people let anyone see the game."""
    join_token: str = ""
    """A digest of what the page that took the open seat called itself."""

    @classmethod
    def start(cls, setup: TableSetup) -> "TableState":
        """A table that was just made."""
        joined = frozenset(Family) - {setup.open_seat}
        return cls(setup, setup.occupants, joined, {}, at=setup.created)._seen()

    @classmethod
    def replayed(cls, setup: TableSetup, entries: Iterable[Entry]) -> "TableState":
        """The table as its log tells it."""
        state = cls.start(setup)
        for entry in entries:
            state = state.replaying(entry)
        return state

    def replaying(self, entry: Entry) -> "TableState":
        """As `after`, for an entry that was written once: one that cannot be is damaged."""
        try:
            return self.after(entry)
        except Exception:  # not told: it may name a role
            where = f"Entry {entry.number} of the log of table {self.setup.table}"
            raise DamagedTable(f"{where} cannot be replayed.") from None

    @property
    def ply(self) -> int:
        """How many turns were played."""
        return self.position.turns if self.position else 0

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome if self.position else None

    @property
    def is_public(self) -> bool:
        """Whether the game is over and everyone who played it lets others see it."""
        people = {family for family in Family if self.occupants[family].kind == "person"}
        return self.outcome is not None and people <= self.shared

    @property
    def phase(self) -> Phase:
        if self.position is not None:
            return "playing" if self.position.outcome is None else "over"
        return "deploying" if len(self.joined) == len(Family) else "waiting"

    def after(self, entry: Entry, position: Position | None = None) -> "TableState":
        """The table once this was done; raises IllegalMove if the rules do not allow it.

        `position` is the one that a turn leads to, if it is at hand.
        """
        if entry.number != self.number + 1:
            raise VoltoError(f"Entry {entry.number} of a log cannot follow entry {self.number}.")
        state = replace(self, number=entry.number, at=entry.at, **self._changes(entry, position))
        return state if isinstance(entry.event, Played | Offered | Declined) else state._seen()

    def _seen(self) -> "TableState":
        """What everyone sees of it, worked out anew."""
        return replace(
            self,
            people={WORDS[family]: self._person(family) for family in Family},
            seals=self._all_seals(),
        )

    def _changes(self, entry: Entry, position: Position | None) -> dict[str, Any]:
        family, event = entry.family, entry.event
        match event:
            case Began():
                return self._began()
            case Agreed():
                return {"position": self._running().agree_draw(), "offer": None}
        if family is None:
            raise VoltoError(f"Entry {entry.number} of a log does not say whose doing it was.")
        match event:
            case Joined():
                occupant = Occupant("person", event.name)
                return {
                    "joined": self.joined | {family},
                    "occupants": {**self.occupants, family: occupant},
                    "join_token": event.token,
                }
            case Ready():
                return {
                    "sealed": {**self.sealed, family: self._sealed(family, event)},
                    "deployed": {**self.deployed, family: self.deployed.get(family, 0) + 1},
                }
            case Played():
                return self._played(family, event, position)
            case Resigned():
                return {"position": self._running().resign(family), "offer": None}
            case Offered():
                told = {**self.offered_at, family: self.ply}
                return {"offer": family, "offered_at": told}
            case Declined():
                return {"offer": None}
            case Wished():
                return {"wish": self.wish or family, "next_table": event.next_table}
            case Shared():
                return {"shared": self.shared.union(self.setup.seats_together(family))}

    def _began(self) -> dict[str, Any]:
        white, red = (self.sealed[family].deployment for family in Family)
        setup = self.setup
        return {"position": Position.start(white, red, setup.first, ruleset=setup.ruleset)}

    def _played(self, family: Family, event: Played, after: Position | None) -> dict[str, Any]:
        before = self._running()
        if (event.ply, family) != (before.turns, before.to_move):
            raise VoltoError(f"Turn {event.ply} of {family} does not follow in this log.")
        position = after or before.play(Move.parse(event.move, before.ruleset.mat))
        turn = turn_seen(position.scene)
        changes: dict[str, Any] = {"position": position, "turns": (*self.turns, turn)}
        if position.outcome or self.offer is family.rival:  # playing on declines it
            changes["offer"] = None
        if turn.taken is not None or position.outcome:
            changes["seals"] = self._opened(position)
        return changes

    def _running(self) -> Position:
        if self.position is None:
            raise VoltoError("The game has not begun.")
        return self.position

    def _sealed(self, family: Family, event: Ready) -> SealedDeployment:
        deployment = Deployment.parse(event.deployment, self.setup.ruleset)
        salts = tuple(map(bytes.fromhex, event.salts))
        base = 0 if family is Family.WHITE else len(deployment.roles)
        seals = tuple(
            sealing.seal(self.setup.table, base + index, role, salt)
            for index, (role, salt) in enumerate(zip(deployment.roles, salts, strict=True))
        )
        return SealedDeployment(deployment, str(deployment), salts, seals)

    # The ways out.

    def view(self, seat: Family | None) -> View | None:
        """What a seat or a spectator knows of the game; None before it begins."""
        return self.position.view(seat) if self.position else None

    def deployment(self, seat: Family | None) -> str | None:
        """What this seat itself has sent in."""
        sealed = self.sealed.get(seat) if seat else None
        return sealed.text if sealed else None

    def facts(self) -> PublicFacts:
        """What everyone may know."""
        setup = self.setup
        return PublicFacts(
            table=setup.table,
            phase=self.phase,
            ruleset=setup.ruleset,
            aid=setup.aid,
            first=setup.first,
            people=self.people,
            turns=self.turns,
            seals=self.seals,
            draw_offer=self.offer,
            rematch_wish=self.wish,
            shared=tuple(WORDS[family] for family in Family if family in self.shared),
        )

    def standing(self, seats: tuple[Family, ...]) -> TableStanding:
        """What everyone may know, in a few words, for the list of whoever has these seats."""
        facts, view = self.facts(), self.view(None)
        outcome = view.outcome if view else None
        return TableStanding(
            mode=self.setup.mode,
            seats=tuple(WORDS[seat] for seat in seats),
            phase=facts.phase,
            people=facts.people,
            ladies=facts.ruleset.ladies.value,
            aid=facts.aid,
            to_move=WORDS[view.to_move] if view and outcome is None else None,
            ply=len(facts.turns),
            end=EndSeen(word(outcome.winner), outcome.reason.value) if outcome else None,
            at=self.at,
        )

    def _person(self, family: Family) -> Person:
        occupant = self.occupants[family]
        return Person(
            kind=occupant.kind,
            name=occupant.name,
            level=occupant.level,
            joined=family in self.joined,
            ready=family in self.sealed,
        )

    def _all_seals(self) -> SealsSeen | None:
        if not self.sealed:
            return None
        white, red = (self._seals_of(family) for family in Family)
        both = sealing.fingerprint((*white, *red)) if white and red else ""
        made = SealsSeen(white, red, {}, both)
        return made if self.position is None else self._opened(self.position, made)

    def _opened(self, position: Position, seals: SealsSeen | None = None) -> SealsSeen:
        """With the leaves of the masks that are unmasked."""
        salts = self.salts()
        opened = {
            str(mask): salts[mask].hex()
            for mask, role in enumerate(position.scene.unmasked)
            if role is not None
        }
        seals = seals or self.seals
        assert seals is not None
        return SealsSeen(seals.white, seals.red, opened, seals.fingerprint)

    def _seals_of(self, family: Family) -> tuple[str, ...]:
        return self.sealed[family].seals if family in self.sealed else ()

    def salts(self) -> tuple[bytes, ...]:
        """All salts by mask number: secrets until the masks are unmasked."""
        return tuple(salt for family in Family for salt in self.sealed[family].salts)

    def roles(self) -> tuple[Role, ...]:
        return self._running().roles
