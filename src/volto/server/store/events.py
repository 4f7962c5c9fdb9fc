"""What a table remembers: how it was made, and everything that was done at it, in order."""

from typing import Literal

import msgspec

from volto.rules import Family, Ruleset
from volto.server.wire.messages import Aid, OccupantKind

Mode = Literal["house", "screen", "friend"]


class Occupant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits on a seat: a person, or a bot of some level."""

    kind: OccupantKind
    name: str
    level: int | None = None


class TableSetup(msgspec.Struct, frozen=True):
    """What was agreed when the table was made; it never changes."""

    table: str
    created: int
    """Milliseconds since 1970, like every time here."""
    mode: Mode
    ruleset: Ruleset
    aid: Aid
    first: Family
    occupants: dict[Family, Occupant]
    open_seat: Family | None = None
    """The seat that waits for somebody with the invitation."""
    rematch_of: str | None = None

    def seats_together(self, seat: Family) -> tuple[Family, ...]:
        """The seats that the key of this one opens: both, for two at one screen."""
        return tuple(Family) if self.mode == "screen" else (seat,)

    @property
    def house_seat(self) -> Family | None:
        return next((seat for seat in Family if self.occupants[seat].kind == "house"), None)


class TableEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something done at a table. The tag is also the word that pages get for it."""


class Joined(TableEvent, frozen=True, tag="joined", omit_defaults=True):
    name: str
    token: str = ""
    """A digest of what the page called itself, so that it can ask again."""


class Ready(TableEvent, frozen=True, tag="ready"):
    """A secret: the deployment, and the salts of its seals in hexadecimal."""

    deployment: str
    salts: tuple[str, ...]


class Began(TableEvent, frozen=True, tag="began"):
    """Both are ready."""


class Played(TableEvent, frozen=True, tag="turn"):
    ply: int
    """How many turns were played before."""
    move: str


class Resigned(TableEvent, frozen=True, tag="resigned"):
    pass


class Offered(TableEvent, frozen=True, tag="offered"):
    pass


class Declined(TableEvent, frozen=True, tag="declined"):
    pass


class Agreed(TableEvent, frozen=True, tag="agreed"):
    pass


class Wished(TableEvent, frozen=True, tag="rematch"):
    """Wants a rematch; once both do, the table where it is played."""

    next_table: str | None = None


class Shared(TableEvent, frozen=True, tag="shared"):
    """Lets anyone see the finished game; it is public once everyone who played it has said so."""


AnyTableEvent = (
    Joined | Ready | Began | Played | Resigned | Offered | Declined | Agreed | Wished | Shared
)  # fmt: skip


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log, numbered from 1."""

    number: int
    at: int
    family: Family | None
    """Whose doing it was."""
    event: AnyTableEvent

    @property
    def ply(self) -> int | None:
        return self.event.ply if isinstance(self.event, Played) else None

    @property
    def kind(self) -> str:
        return str(self.event.__struct_config__.tag)


_events: msgspec.json.Decoder[AnyTableEvent] = msgspec.json.Decoder(AnyTableEvent)


def read_event(body: str) -> AnyTableEvent:
    return _events.decode(body)


def write_event(event: TableEvent) -> str:
    return msgspec.json.encode(event).decode()
