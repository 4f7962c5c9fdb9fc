"""Who is at a table, as pages are told: an arrival at once, a departure only when it lasts."""

from collections.abc import Callable
from dataclasses import dataclass, field

from volto.rules import Family
from volto.server.tables.presence import LINGER, Presence

WHITE, RED = Family


@dataclass
class Timer:
    what: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class Room:
    """A presence, what it tells, and a clock that is moved by hand."""

    told: list[tuple[Family, bool]] = field(default_factory=list)
    timers: list[Timer] = field(default_factory=list)
    empties: list[bool] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.presence = Presence(
            lambda seat, here: self.told.append((seat, here)), self.change, self.later
        )

    def change(self) -> None:
        self.empties.append(self.presence.empty)

    def later(self, seconds: float, what: Callable[[], None]) -> Timer:
        assert seconds == LINGER
        self.timers.append(Timer(what))
        return self.timers[-1]

    def wait(self) -> None:
        """Until every seat that was left stays left."""
        due, self.timers = self.timers, []
        for timer in due:
            if not timer.cancelled:
                timer.what()


def test_an_arrival_is_told_at_once_and_a_departure_only_when_it_lasts() -> None:
    room = Room()
    room.presence.arrive((RED,))
    assert room.told == [(RED, True)]
    room.presence.depart((RED,))
    assert room.told == [(RED, True)]
    room.wait()
    assert room.told == [(RED, True), (RED, False)]
    assert room.presence.seats == frozenset()


def test_whoever_comes_and_goes_a_thousand_times_is_told_once() -> None:
    room = Room()
    for _ in range(1000):
        room.presence.arrive((RED,))
        room.presence.depart((RED,))
    room.wait()
    assert room.told == [(RED, True), (RED, False)]


def test_a_seat_is_left_when_its_last_connection_is() -> None:
    room = Room()
    room.presence.arrive((WHITE,))
    room.presence.arrive((WHITE,))
    room.presence.depart((WHITE,))
    room.wait()
    assert room.presence.own == {WHITE}
    room.presence.depart((WHITE,))
    room.wait()
    assert room.told == [(WHITE, True), (WHITE, False)]


def test_two_at_one_screen_come_and_go_together() -> None:
    room = Room()
    room.presence.arrive((WHITE, RED))
    room.presence.depart((WHITE, RED))
    room.wait()
    assert room.told == [(WHITE, True), (RED, True), (WHITE, False), (RED, False)]


def test_spectators_take_no_seat() -> None:
    room = Room()
    room.presence.arrive(())
    room.presence.depart(())
    assert room.empties == [False, True]
    assert not room.told
    assert not room.presence.seats


def test_a_room_is_empty_once_everybody_stays_away() -> None:
    room = Room()
    room.presence.arrive((RED,))
    room.presence.depart((RED,))
    room.wait()
    assert room.empties == [False, False, True]


def test_a_seat_taken_through_another_worker_is_taken() -> None:
    room = Room()
    room.presence.seated("b", (RED,))
    room.presence.seated("b", (RED,))
    assert room.told == [(RED, True)]
    assert room.presence.seats == {RED}
    assert room.presence.own == frozenset()
    room.presence.seated("b", ())
    assert room.told == [(RED, True), (RED, False)]


def test_whoever_moves_to_another_worker_never_left() -> None:
    room = Room()
    room.presence.arrive((RED,))
    room.presence.depart((RED,))
    room.presence.seated("b", (RED,))
    room.wait()
    room.presence.arrive((RED,))
    room.presence.seated("b", ())
    assert room.told == [(RED, True)]


def test_nothing_is_known_of_others_once_they_are_not_heard() -> None:
    room = Room()
    room.presence.seated("b", (RED,))
    room.presence.forget_others()
    assert room.presence.seats == frozenset()


def test_a_seat_is_left_when_no_worker_has_it() -> None:
    room = Room()
    room.presence.seated("b", (RED,))
    room.presence.seated("c", (RED, WHITE))
    room.presence.seated("b", ())
    assert room.told == [(RED, True), (WHITE, True)]
    room.presence.seated("c", (WHITE,))
    assert room.told == [(RED, True), (WHITE, True), (RED, False)]
