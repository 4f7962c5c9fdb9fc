"""A table at one moment, as a value: `after` an entry of its log comes the next one.

It holds both families' secrets, so it never leaves; `facts` and `view` are its ways out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

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
    TableSetup,
    Wished,
)
from volto.server.wire.messages import Person, Phase, SealsSeen, TurnSeen
from volto.server.wire.snapshot import WORDS, PublicFacts, turn_seen


@dataclass(frozen=True, slots=True)
class SealedDeployment:
    """A deployment that was sent in, the salts drawn for it, and the seals they make."""

    deployment: Deployment
    salts: tuple[bytes, ...]
    seals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything about a table after entry `number` of its log."""

    setup: TableSetup
    occupants: Mapping[Family, Occupant]
    joined: frozenset[Family]
    number: int = 0
    sealed: Mapping[Family, SealedDeployment] = field(default_factory=dict)
    position: Position | None = None
    turns: tuple[TurnSeen, ...] = ()
    offer: Family | None = None
    offered_at: Mapping[Family, int] = field(default_factory=dict)
    """The ply of each family's last offer of a draw."""
    wish: Family | None = None
    next_table: str | None = None

    @classmethod
    def start(cls, setup: TableSetup) -> "TableState":
        """A table that was just made."""
        return cls(setup, setup.occupants, frozenset(Family) - {setup.open_seat})

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
        return replace(self._done(entry, position), number=entry.number)

    def _done(self, entry: Entry, position: Position | None) -> "TableState":
        family, event = entry.family, entry.event
        match event:
            case Began():
                return self._began()
            case Agreed():
                return replace(self, position=self._running().agree_draw(), offer=None)
        if family is None:
            raise VoltoError(f"Entry {entry.number} of a log does not say whose doing it was.")
        match event:
            case Joined():
                occupant = Occupant("person", event.name)
                return replace(
                    self,
                    joined=self.joined | {family},
                    occupants={**self.occupants, family: occupant},
                )
            case Ready():
                return replace(self, sealed={**self.sealed, family: self._sealed(family, event)})
            case Played():
                return self._played(family, event, position)
            case Resigned():
                return replace(self, position=self._running().resign(family), offer=None)
            case Offered():
                told = {**self.offered_at, family: self.ply}
                return replace(self, offer=family, offered_at=told)
            case Declined():
                return replace(self, offer=None)
            case Wished():
                return replace(self, wish=self.wish or family, next_table=event.next_table)

    def _began(self) -> "TableState":
        white, red = (self.sealed[family].deployment for family in Family)
        setup = self.setup
        return replace(
            self, position=Position.start(white, red, setup.first, ruleset=setup.ruleset)
        )

    def _played(self, family: Family, event: Played, after: Position | None) -> "TableState":
        before = self._running()
        if (event.ply, family) != (before.turns, before.to_move):
            raise VoltoError(f"Turn {event.ply} of {family} does not follow in this log.")
        position = after or before.play(Move.parse(event.move, before.ruleset.mat))
        offer = None if self.offer is family.rival else self.offer  # playing on declines it
        return replace(
            self,
            position=position,
            turns=(*self.turns, turn_seen(position.scene)),
            offer=None if position.outcome else offer,
        )

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
        return SealedDeployment(deployment, salts, seals)

    # The ways out.

    def view(self, seat: Family | None) -> View | None:
        """What a seat or a spectator knows of the game; None before it begins."""
        return self.position.view(seat) if self.position else None

    def deployment(self, seat: Family | None) -> str | None:
        """What this seat itself has sent in."""
        sealed = self.sealed.get(seat) if seat else None
        return str(sealed.deployment) if sealed else None

    def facts(self) -> PublicFacts:
        """What everyone may know."""
        setup = self.setup
        return PublicFacts(
            table=setup.table,
            phase=self.phase,
            ruleset=setup.ruleset,
            aid=setup.aid,
            first=setup.first,
            people={WORDS[family]: self._person(family) for family in Family},
            turns=self.turns,
            seals=self._seals(),
            draw_offer=self.offer,
            rematch_wish=self.wish,
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

    def _seals(self) -> SealsSeen | None:
        """The promises as soon as they are made; the leaf of a mask once it is unmasked."""
        if not self.sealed:
            return None
        white, red = (self._seals_of(family) for family in Family)
        opened = {}
        if self.position is not None:
            salts = self.salts()
            for mask, role in enumerate(self.position.scene.unmasked):
                if role is not None:
                    opened[str(mask)] = salts[mask].hex()
        both = sealing.fingerprint((*white, *red)) if white and red else ""
        return SealsSeen(white, red, opened, both)

    def _seals_of(self, family: Family) -> tuple[str, ...]:
        return self.sealed[family].seals if family in self.sealed else ()

    def salts(self) -> tuple[bytes, ...]:
        """All salts by mask number: secrets until the masks are unmasked."""
        return tuple(salt for family in Family for salt in self.sealed[family].salts)

    def roles(self) -> tuple[Role, ...]:
        return self._running().roles
