"""A table as one client after the other finds it: what each request does, or why it is refused.

It knows the log's numbers, seats, plies, offers and wishes, but not how masks move: clients choose
only what they are offered, and any turn may end the game.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from sys import intern

from tests.chaos.history import Operation
from volto.server.errors import ErrorCode
from volto.server.wire.messages import (
    DeclineDraw,
    Deploy,
    Done,
    FamilyWord,
    Hello,
    Join,
    OfferDraw,
    Phase,
    Play,
    Refused,
    Rematch,
    Resign,
    TableSnapshot,
)

ANY_TIME: set[ErrorCode] = {"busy", "too-fast"}
"""Refusals that say nothing about the table."""
OFFER_AGAIN = 2
MOST_DEPLOYMENTS = 20


def other(seat: FamilyWord) -> FamilyWord:
    return "red" if seat == "white" else "white"


@dataclass(frozen=True)
class Seen:
    """What a page was shown when it said hello."""

    number: int
    turns: tuple[str, ...]
    phase: Phase
    over: bool
    joined: bool
    ready: frozenset[FamilyWord]
    seat: FamilyWord | None
    deployment: str | None
    offer: FamilyWord | None
    wish: FamilyWord | None
    agreed: bool

    @classmethod
    def of(cls, number: int, shown: TableSnapshot) -> "Seen":
        people = shown.people.items()
        return cls(
            number=number,
            turns=tuple(intern(turn.origin + turn.target) for turn in shown.turns),
            phase=shown.phase,
            over=shown.end is not None,
            joined=all(who.joined for _, who in people),
            ready=frozenset(seat for seat, who in people if who.ready),
            seat=shown.seat,
            deployment=shown.deployment,
            offer=shown.draw_offer,
            wish=shown.rematch_wish,
            agreed=shown.next_table is not None,
        )


@dataclass(frozen=True)
class TableModel:
    """The state after `number` entries of the log, and what requests make of it."""

    number: int = 0
    first: FamilyWord = "white"
    joined: bool = False
    """Whether the seat of the invitation is taken; from the start if there is none."""
    token: str = ""
    """Of whoever took it: they may ask again, should the answer be lost."""
    deployments: tuple[tuple[FamilyWord, str], ...] = ()
    deployed: tuple[FamilyWord, ...] = ()
    """Who has sent one in, each time."""
    began: bool = False
    turns: tuple[str, ...] = ()
    offer: FamilyWord | None = None
    offered_at: tuple[tuple[FamilyWord, int], ...] = ()
    over: bool = False
    wish: FamilyWord | None = None
    agreed: bool = False
    """Whether there is a table for the rematch."""

    def step(self, operation: Operation) -> Collection["TableModel"]:
        """See `Model`."""
        answer = operation.answer
        match operation.request:
            case Hello():
                return [self] if isinstance(answer, Seen) and self.shows(answer) else []
        if isinstance(answer, Refused) and answer.code in ANY_TIME:
            return [self]
        outcome = self.asked(operation.request)
        if isinstance(answer, Refused):
            return [self] if outcome == answer.code else []
        if isinstance(outcome, str):
            return []
        if isinstance(answer, Done) and answer.number != self.number + 1:
            return []
        return outcome

    def asked(self, request: object) -> "list[TableModel] | ErrorCode":
        """What this request would lead to now, or the word for why not."""
        match request:
            case Join():
                if not self.joined:
                    return [self.then(joined=True, token=request.token)]
                asked_again = self.token and self.token == request.token
                return [self] if asked_again else "taken"
            case Deploy():
                return self._deploy(request)
            case Rematch():
                return self._rematch(request.seat)
        if not self.began:
            return "not-ready"
        if self.over:
            return "over"
        match request:
            case Play():
                return self._play(request)
            case Resign():
                return [self.then(over=True, offer=None)]
            case OfferDraw():
                return self._offer(request.seat)
            case DeclineDraw():
                gone = [self.then(offer=None)]
                return gone if self.offer == other(request.seat) else "no-offer"
        raise TypeError(f"the model does not know {request}")

    def _deploy(self, request: Deploy) -> "list[TableModel] | ErrorCode":
        if self.began or self.deployed.count(request.seat) >= MOST_DEPLOYMENTS:
            return "already-ready"
        deployments = {**dict(self.deployments), request.seat: request.deployment}
        ready = self.then(
            deployments=tuple(sorted(deployments.items())),
            deployed=(*self.deployed, request.seat),
        )
        return [ready.then(began=True) if len(deployments) > 1 else ready]

    def _play(self, request: Play) -> "list[TableModel] | ErrorCode":
        ply = len(self.turns)
        if request.ply != ply:
            return "stale"
        if request.seat != (self.first if ply % 2 == 0 else other(self.first)):
            return "not-your-turn"
        offer = None if self.offer == other(request.seat) else self.offer
        goes_on = self.then(turns=(*self.turns, request.move), offer=offer)
        return [replace(goes_on, over=True, offer=None), goes_on]

    def _offer(self, seat: FamilyWord) -> "list[TableModel] | ErrorCode":
        if self.offer == other(seat):
            return [self.then(over=True, offer=None)]
        ply, last = len(self.turns), dict(self.offered_at).get(seat)
        if self.offer == seat or (last is not None and ply < last + OFFER_AGAIN):
            return "asked-already"
        told = {**dict(self.offered_at), seat: ply}
        return [self.then(offer=seat, offered_at=tuple(sorted(told.items())))]

    def _rematch(self, seat: FamilyWord) -> "list[TableModel] | ErrorCode":
        if not self.over or self.agreed or self.wish == seat:
            return "no-rematch"
        return [self.then(wish=self.wish or seat, agreed=self.wish is not None)]

    def then(self, **changes: object) -> "TableModel":
        """One entry of the log later."""
        return replace(self, number=self.number + 1, **changes)  # type: ignore[arg-type]

    def shows(self, seen: Seen) -> bool:
        """Whether a page that says hello now is shown this."""
        deployments = dict(self.deployments)
        return (
            (self.number, self.turns) == (seen.number, seen.turns)
            and (self.joined, frozenset(deployments)) == (seen.joined, seen.ready)
            and (seen.seat is None or deployments.get(seen.seat) == seen.deployment)
            and self.began == (seen.phase in ("playing", "over"))
            and (self.offer, self.over) == (seen.offer, seen.over)
            and (self.wish, self.agreed) == (seen.wish, seen.agreed)
        )
