"""The model of a table: it decides as the server does, and faults every kind of lie."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from tests.chaos.history import Operation
from tests.chaos.linearisability import find_fault
from tests.chaos.table_model import Seen, TableModel
from tests.server.states import OTHER_SALTS, RED, RED_SETUP, SALTS, WHITE_SETUP, done, setup
from volto.rules import Family
from volto.server.errors import RequestError
from volto.server.tables import commands
from volto.server.tables.commands import Decision
from volto.server.tables.table_state import TableState
from volto.server.wire.messages import (
    DeclineDraw,
    Deploy,
    Done,
    FamilyWord,
    Hello,
    Join,
    OfferDraw,
    Play,
    Refused,
    Rematch,
    Resign,
    TableMade,
)
from volto.server.wire.snapshot import WORDS, SeatFacts, snapshot_of

SETUPS = {"white": WHITE_SETUP, "red": RED_SETUP}


def decided(state: TableState, request: object) -> Decision:
    """What the server's own rules say."""
    match request:
        case Join():
            return commands.join(state, request.name, request.token)
        case Deploy():
            salts = SALTS if request.seat == "white" else OTHER_SALTS
            return commands.deploy(state, Family(request.seat), request.deployment, salts)
        case Play():
            return commands.play(state, Family(request.seat), request.ply, request.move)
        case Resign():
            return commands.resign(state, Family(request.seat))
        case OfferDraw():
            return commands.offer_draw(state, Family(request.seat))
        case DeclineDraw():
            return commands.decline_draw(state, Family(request.seat))
        case Rematch():
            return commands.rematch(state, Family(request.seat), "next")
    raise TypeError(request)


@dataclass
class House:
    """A table behind a single lock, as a source of histories: each operation takes no time."""

    state: TableState = field(default_factory=lambda: TableState.start(setup(open_seat=RED)))
    history: list[Operation] = field(default_factory=list)

    def ask(self, request: object) -> object:
        answer: object
        try:
            decision = decided(self.state, request)
        except RequestError as refusal:
            answer = Refused(1, refusal.code, "")
        else:
            made = isinstance(request, Join)
            answer = TableMade("", None) if made else Done(1, self.state.number + 1)
            self.state = done(self.state, decision)
        self.note(request, answer)
        return answer

    def look(self, seat: FamilyWord | None = None) -> None:
        self.note(Hello(), self.seen(seat))

    def seen(self, seat: FamilyWord | None = None) -> Seen:
        family = Family(seat) if seat else None
        agreed = "/t/next#key" if self.state.next_table else None
        own = SeatFacts(family, self.state.deployment(family), agreed, ())
        shown = snapshot_of(self.state.facts(), own, self.state.view(family))
        return Seen.of(self.state.number, shown)

    def note(self, request: object, answer: object | None) -> None:
        at = float(len(self.history))
        until = at + 0.5 if answer is not None else math.inf
        self.history.append(Operation("client", request, answer, at, until))

    @property
    def faulty(self) -> bool:
        return find_fault(self.history, TableModel()) is not None

    def moves(self) -> list[str]:
        position = self.state.position
        return [*map(str, position.legal_moves())] if position else ["a2a3"]

    def play(self, move: str | None = None) -> Play:
        """The next turn, by whoever is to move; returns the request."""
        assert self.state.position is not None
        seat = WORDS[self.state.position.to_move]
        request = Play(1, seat, self.state.ply, move or self.moves()[0])
        assert isinstance(self.ask(request), Done)
        return request


def begun() -> House:
    house = House()
    house.ask(Join("key"))
    for seat, deployment in SETUPS.items():
        house.ask(Deploy(1, seat, deployment))  # type: ignore[arg-type]
    house.play()
    return house


def test_the_model_answers_as_the_server_does() -> None:
    codes, plies = set(), 0
    for seed in range(16):
        house = House()
        house.ask(Join("key"))
        for request in anything(house, Random(seed)):
            answer = house.ask(request)
            codes.add(answer.code if isinstance(answer, Refused) else "done")
        fault = find_fault(house.history, TableModel())
        assert fault is None, fault
        plies += house.state.ply
    assert plies > 200
    assert codes == {
        *("done", "stale", "not-your-turn", "over", "not-ready", "already-ready"),
        *("asked-already", "no-offer", "no-rematch"),
    }


def anything(house: House, rng: Random) -> Iterator[object]:
    """Requests, mostly sensible ones, with looks in between."""
    for _ in range(150):
        seat: FamilyWord = rng.choice(("white", "red"))
        ply = max(0, house.state.ply - (rng.random() < 0.1))
        accepted = house.state.offer is not Family(seat).rival or rng.random() < 0.1
        yield rng.choice(
            (
                *[Play(1, seat, ply, rng.choice(house.moves() or ["a1a2"]))] * 12,
                *(DeclineDraw(1, seat), Rematch(1, seat)),
                *[OfferDraw(1, seat)] * accepted,
                *[Deploy(1, seat, SETUPS[seat])] * (1 + 3 * (house.state.position is None)),
                *[Resign(1, seat)] * (rng.random() < 0.02 or house.state.ply > 100),
            )
        )
        house.look(rng.choice((None, "white", "red")))


def test_a_turn_that_was_acknowledged_and_is_gone_is_a_fault() -> None:
    house = begun()
    before = house.state
    house.play()
    assert not house.faulty
    house.state = before
    house.look()
    assert house.faulty


def test_a_turn_that_was_acknowledged_twice_is_a_fault() -> None:
    house = begun()
    request = house.play()
    house.note(request, Done(1, house.state.number))
    assert house.faulty


def test_a_turn_that_is_there_twice_is_a_fault() -> None:
    house = begun()
    house.play()
    seen = house.seen()
    house.note(Hello(), replace(seen, turns=(*seen.turns, seen.turns[-1])))
    assert house.faulty


def test_two_turns_of_one_ply_are_a_fault() -> None:
    house = begun()
    before = house.state
    house.play()
    house.state = before
    house.play(house.moves()[1])
    assert house.faulty


def test_an_old_table_shown_after_an_acknowledgement_is_a_fault() -> None:
    house = begun()
    old = house.seen("white")
    house.play()
    house.note(Hello(), old)
    house.look()
    assert house.faulty


def test_an_effect_of_a_refused_request_is_a_fault() -> None:
    house = begun()
    before = len(house.history)
    house.play()
    refused = house.history.pop(before)
    house.note(refused.request, Refused(1, "busy", ""))
    assert not house.faulty
    house.look()
    assert house.faulty


def test_a_refusal_that_the_table_gave_no_reason_for_is_a_fault() -> None:
    house = begun()
    assert house.state.position is not None
    seat = WORDS[house.state.position.to_move]
    house.note(Play(1, seat, house.state.ply, house.moves()[0]), Refused(1, "not-your-turn", ""))
    assert house.faulty


def test_a_request_of_unknown_fate_may_have_had_its_effect_or_not() -> None:
    house = begun()
    house.look()
    request = Play(1, "red", house.state.ply, house.moves()[0])
    house.note(request, None)
    house.look()
    assert not house.faulty
    house.state = done(house.state, decided(house.state, request))
    house.look()
    assert not house.faulty
    house.state = done(house.state, decided(house.state, Resign(1, "white")))
    house.look()
    assert house.faulty, "nobody resigned"


def test_an_offer_that_was_not_made_is_a_fault() -> None:
    house = begun()
    house.state = done(house.state, decided(house.state, OfferDraw(1, "red")))
    house.look()
    assert house.faulty


def test_a_deployment_that_was_replaced_does_not_come_back() -> None:
    house = House()
    house.ask(Join("key"))
    house.ask(Deploy(1, "white", RED_SETUP))
    before = house.state
    house.ask(Deploy(1, "white", WHITE_SETUP))
    house.look("white")
    assert not house.faulty
    house.state = before
    house.look("white")
    assert house.faulty


def test_a_rematch_is_agreed_once() -> None:
    house = begun()
    house.ask(Resign(1, "white"))
    for seat in ("white", "red", "red"):
        house.ask(Rematch(1, seat))
        house.look(seat)
    assert not house.faulty
    house.note(Rematch(1, "white"), Done(1, house.state.number + 1))
    assert house.faulty


def test_a_lost_answer_to_a_join_is_given_again() -> None:
    house = House()
    lost = Join("key", token="mine")
    house.note(lost, None)
    house.state = done(house.state, decided(house.state, lost))
    house.ask(lost)
    house.look("red")
    house.ask(Join("key", token="another's"))
    house.look("red")
    assert not house.faulty
    house.note(Join("key", token="another's"), TableMade("", None))
    assert house.faulty


def test_a_deployment_is_sent_in_so_often_and_no_more() -> None:
    house = House()
    house.ask(Join("key"))
    answers = [house.ask(Deploy(1, "white", WHITE_SETUP)) for _ in range(22)]
    assert [isinstance(answer, Done) for answer in answers] == [True] * 20 + [False] * 2
    assert not house.faulty
