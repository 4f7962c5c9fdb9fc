"""Every message between a browser and the server, as types; what does not fit is refused.

Roles are letters (N A C S L), families words, cells and moves as the notation writes them. What a
page is shown of a game is a `TableSnapshot`: it is made from a View (see `snapshot.py`), so it has
no room for a role that the seat does not know.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from volto.server.errors import ErrorCode

FamilyWord = Literal["white", "red"]
RoleLetter = Literal["N", "A", "C", "S", "L"]
Aid = Literal["off", "notes", "logic", "chances"]
OccupantKind = Literal["person", "house"]
Phase = Literal["waiting", "deploying", "playing", "over"]
Ref = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
DeploymentText = Annotated[str, msgspec.Meta(max_length=32)]
MoveText = Annotated[str, msgspec.Meta(min_length=4, max_length=4)]
PersonName = Annotated[str, msgspec.Meta(max_length=40)]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """What goes over the socket; `t` says which."""


# What a browser says. `ref` comes back with the answer; `seat` is the family it speaks for.


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a connection: the number of the last happening it knows, if any."""

    last: Count | None = None


class Deploy(Message, frozen=True, tag="deploy"):
    """Ready, with this deployment; it can be sent again until the other side is ready too."""

    ref: Ref
    seat: FamilyWord
    deployment: DeploymentText


class Play(Message, frozen=True, tag="move"):
    """A move; `ply` is how many turns were played when it was chosen, so a stale one shows."""

    ref: Ref
    seat: FamilyWord
    ply: Count
    move: MoveText


class Resign(Message, frozen=True, tag="resign"):
    ref: Ref
    seat: FamilyWord


class OfferDraw(Message, frozen=True, tag="offer"):
    """Offers a draw, or accepts the rival's offer."""

    ref: Ref
    seat: FamilyWord


class DeclineDraw(Message, frozen=True, tag="decline"):
    ref: Ref
    seat: FamilyWord


class Rematch(Message, frozen=True, tag="rematch"):
    """After the end: asks for another game with seats swapped, or accepts the rival's wish."""

    ref: Ref
    seat: FamilyWord


class Share(Message, frozen=True, tag="share"):
    """After the end: lets anyone see the game, once everyone who played it has said so."""

    ref: Ref
    seat: FamilyWord


class AskHint(Message, frozen=True, tag="hint"):
    """Only against a bot: what would the strong agent play, and why?"""

    ref: Ref
    seat: FamilyWord


class Ping(Message, frozen=True, tag="ping"):
    ref: Ref


Request = (
    Hello | Deploy | Play | Resign | OfferDraw | DeclineDraw | Rematch | Share | AskHint | Ping
)  # fmt: skip


# What the server says about a game.


class Plain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """A part of a message."""


class Standing(Plain, frozen=True, gc=False):
    """A mask on the mat: its number for life, and its role if this seat knows it."""

    mask: int
    family: FamilyWord
    cell: str
    role: RoleLetter | None


class Lost(Plain, frozen=True, gc=False):
    """A captured mask, in the order of capture."""

    mask: int
    family: FamilyWord
    role: RoleLetter


class TurnSeen(Plain, frozen=True, gc=False):
    """A turn as everyone saw it."""

    ply: int
    family: FamilyWord
    mask: int
    origin: str
    target: str
    taken: int | None
    captured: RoleLetter | None
    captor: RoleLetter | None
    text: str


class EndSeen(Plain, frozen=True, gc=False):
    winner: FamilyWord | None
    reason: str


class Person(Plain, frozen=True, gc=False):
    """Who sits there. A bot has a level; `ready`: its deployment is sealed."""

    kind: OccupantKind
    name: str
    level: int | None
    joined: bool
    ready: bool


class Guess(Plain, frozen=True):
    """What a rival mask can still be; with chances, how likely (of 1) each role is."""

    mask: int
    roles: str
    chances: dict[RoleLetter, float] | None


class SealsSeen(Plain, frozen=True):
    """The commitment to each mask's role, in the order of mask numbers, and the leaves opened."""

    white: tuple[str, ...]
    red: tuple[str, ...]
    opened: dict[str, str]
    """By mask number: the salt, in hexadecimal; the role is the one unmasked."""
    fingerprint: str = ""
    """One digest of all seals, once both families are ready: `volto verify` shows it too."""


class TableSnapshot(Plain, frozen=True):
    """Everything a page shows of a table, as one seat (or a spectator) may see it."""

    table: str
    seat: FamilyWord | None
    phase: Phase
    columns: int
    rows: int
    roster: str
    ladies: Literal["owner", "captor"]
    quiet_limit: int
    aid: Aid
    first: FamilyWord | None
    to_move: FamilyWord | None
    ply: int
    quiet: int
    people: dict[FamilyWord, Person]
    deployment: str | None
    """The seat's own, once sent."""
    masks: tuple[Standing, ...]
    lost: tuple[Lost, ...]
    moves: dict[str, tuple[str, ...]]
    """From each own cell to where its mask may go: empty unless it is this seat's turn."""
    turns: tuple[TurnSeen, ...]
    guesses: tuple[Guess, ...]
    seals: SealsSeen | None
    draw_offer: FamilyWord | None
    rematch_wish: FamilyWord | None
    next_table: str | None
    """The path of the rematch for this seat, once both want it."""
    shared: tuple[FamilyWord, ...]
    """Whose people let anyone see the finished game; it is public once all of them do."""
    end: EndSeen | None


class TableChange(Plain, frozen=True, omit_defaults=True):
    """What a happening changed of a seat's snapshot; what it does not name is as before.

    `applied` in `snapshot.py` does this to a snapshot, and `applyChange` on the page.
    """

    phase: Phase | UnsetType = UNSET
    to_move: FamilyWord | UnsetType | None = UNSET
    ply: int | UnsetType = UNSET
    quiet: int | UnsetType = UNSET
    people: dict[FamilyWord, Person] | UnsetType = UNSET
    deployment: str | UnsetType | None = UNSET
    moves: dict[str, tuple[str, ...]] | UnsetType = UNSET
    seals: SealsSeen | UnsetType = UNSET
    draw_offer: FamilyWord | UnsetType | None = UNSET
    rematch_wish: FamilyWord | UnsetType | None = UNSET
    next_table: str | UnsetType | None = UNSET
    shared: tuple[FamilyWord, ...] | UnsetType = UNSET
    end: EndSeen | UnsetType = UNSET
    turn: TurnSeen | None = None
    """One more turn."""
    lost: tuple[Lost, ...] = ()
    """Masks that were captured now."""
    masks: tuple[Standing, ...] = ()
    """Masks that stand elsewhere now, or are known now."""
    guesses: tuple[Guess, ...] = ()
    """Guesses that are new or other than before; a captured mask has none."""
    opened: dict[str, str] = {}
    """Leaves of the seals that were opened now."""


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to hello: the seats that this key opens, and what follows."""

    table: str
    seats: tuple[FamilyWord, ...]
    number: int
    fresh: bool
    """True: a `view` for each seat follows; False: the page knows everything already."""


class Resync(Message, frozen=True, tag="view"):
    """The state after happening `number`, for a page that begins or was away."""

    seat: FamilyWord | None
    number: int
    snapshot: TableSnapshot


class Happened(Message, frozen=True, tag="happened"):
    """One happening: what it was, and what it changed."""

    seat: FamilyWord | None
    number: int
    what: Literal[
        "joined", "ready", "began", "turn", "resigned", "offered", "declined", "agreed",
        "rematch", "shared",
    ]  # fmt: skip
    family: FamilyWord | None
    """Whose doing it was."""
    change: TableChange


class Here(Message, frozen=True, tag="here"):
    """Whether somebody is connected on a person's seat; not numbered."""

    family: FamilyWord
    here: bool


class Thinking(Message, frozen=True, tag="thinking"):
    """The bot is thinking about its move; not numbered."""

    family: FamilyWord


class Done(Message, frozen=True, tag="done"):
    """The request was carried out and is kept; `number` is its happening, if it made one."""

    ref: int
    number: int | None = None


class Refused(Message, frozen=True, tag="refused"):
    """The request changed nothing. `code` is for the page to word, `text` is English."""

    ref: int | None
    code: ErrorCode
    text: str


class HintMove(Plain, frozen=True):
    """A move that was weighed: its chance to win, and an interval."""

    move: str
    value: float
    low: float
    high: float


class Hint(Message, frozen=True, tag="hint"):
    """The strong agent's choice with its computed reasons."""

    ref: int
    ply: int
    move: str
    sure: bool
    deployments: int
    """How many rival deployments fit all that was seen."""
    moves: tuple[HintMove, ...]
    reading: tuple[Guess, ...]
    """Rival masks, the rival's moves read as those of a player with a plan."""
    exposed: tuple[Guess, ...]
    """Own masks, as far as the rival can know."""


Answer = Welcome | Resync | Happened | Here | Thinking | Done | Refused | Hint


# Requests by HTTP.


class NewTable(Plain, frozen=True):
    """A wish for a table: POST /api/tables."""

    mode: Literal["house", "screen", "friend"]
    level: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3
    family: Literal["white", "red", "lots"] = "lots"
    first: Literal["white", "red", "me", "opponent", "lots"] = "lots"
    ladies: Literal["owner", "captor"] = "owner"
    quiet: Annotated[int, msgspec.Meta(ge=0, le=999)] = 100
    aid: Aid = "logic"
    name: PersonName = ""
    """Of whoever makes it, unless two sit at one screen."""
    names: dict[FamilyWord, PersonName] = {}
    """Of the two at one screen."""


class TableMade(Plain, frozen=True):
    """Where to play, and for a friend the path of the link to hand over."""

    path: str
    invite: str | None


class Join(Plain, frozen=True):
    """POST /api/tables/{table}/join with the key of the link."""

    key: Annotated[str, msgspec.Meta(max_length=64)]
    name: PersonName = ""
    token: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """Chosen by the page: who asks again with the same one gets the same seat again."""


class SeatKey(Plain, frozen=True):
    """A table, and the key of a seat at it."""

    table: Annotated[str, msgspec.Meta(max_length=64)]
    key: Annotated[str, msgspec.Meta(max_length=64)]


class AskStandings(Plain, frozen=True):
    """POST /api/tables/standings: how do these tables stand?"""

    tables: Annotated[tuple[SeatKey, ...], msgspec.Meta(max_length=24)]


class TableStanding(Plain, frozen=True):
    """How a table stands, from what everyone may know of it and whose seats were asked for."""

    mode: Literal["house", "screen", "friend"]
    seats: tuple[FamilyWord, ...]
    phase: Phase
    people: dict[FamilyWord, Person]
    ladies: Literal["owner", "captor"]
    aid: Aid
    to_move: FamilyWord | None
    ply: int
    end: EndSeen | None
    at: int
    """When something last happened there, in milliseconds since 1970."""


class Standings(Plain, frozen=True):
    """In the order of the question; null: there is no such table, or the key does not open it."""

    tables: tuple[TableStanding | None, ...]


class Suggest(Plain, frozen=True):
    """POST /api/suggest: a deployment for these rules, or for those of a table."""

    ladies: Literal["owner", "captor"] = "owner"
    table: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Suggestion(Plain, frozen=True):
    """A deployment that a bot might choose."""

    deployment: str


class Story(Plain, frozen=True):
    """GET /api/tables/{table}/story: a finished game in two sentences, in the reader's language."""

    text: str


class QrWish(Plain, frozen=True):
    """POST /api/qr: an invitation to be drawn."""

    link: Annotated[str, msgspec.Meta(max_length=300)]


class QrCode(Plain, frozen=True):
    """So many modules wide and high; the dark ones as the path of an SVG, a unit each."""

    size: int
    path: str


class ErrorBody(Plain, frozen=True):
    """Why a request by HTTP was not carried out; `code` as in a refusal."""

    code: ErrorCode
    text: str


_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)
_encoder = msgspec.json.Encoder()


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What reading a message may raise; the last for one that is nested too deeply."""


def read_request(frame: str | bytes) -> Request:
    """What a browser said; raises one of UNREADABLE, with the place."""
    return _requests.decode(frame)


def read_answer(frame: str | bytes) -> Answer:
    """What the server said, for clients in Python."""
    return _answers.decode(frame)


def write(message: msgspec.Struct) -> bytes:
    """A message as bytes."""
    return _encoder.encode(message)
