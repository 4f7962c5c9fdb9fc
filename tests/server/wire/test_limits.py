"""How fast somebody may ask."""

import pytest

from volto.server.wire import limits
from volto.server.wire.limits import Allowance, Bucket, Limits, Meter, Meters, Rate, network


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    clock = Clock()
    bucket = Bucket(Rate(2, 3), clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_every_address_has_its_own_meter() -> None:
    meters = Meters(Allowance(requests=Rate(1, 1)), Clock())
    assert meters["a"].take("requests")
    assert meters["b"].take("requests")
    assert not meters["a"].take("requests")


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
        ("x" * 10_000, "x" * 64),
    ],
)
def test_an_ipv6_address_counts_with_its_network(host: str, counted: str) -> None:
    assert network(host) == counted


def test_a_meter_is_full_at_its_number_of_connections_those_elsewhere_included() -> None:
    meter = Meter(Allowance(connections=3), Clock())
    meter.connections = 2
    full = [meter.full]
    meter.absorb("other", (1, 0, 0, 0))
    full.append(meter.full)
    assert full == [False, True]


def test_workers_share_what_an_address_may_have() -> None:
    allowed = Allowance(connections=3, messages=Rate(1, 10))
    here, there = (Limits(allowed, Allowance(), Allowance(), Clock()) for _ in range(2))
    there.addresses["a"].connections = 2
    assert all(there.addresses["a"].take("messages") for _ in range(7))
    here.absorb("there", there.report())
    here.addresses["a"].connections += 1
    assert here.addresses["a"].full
    assert [here.addresses["a"].take("messages") for _ in range(4)] == [True] * 3 + [False]
    assert not here.addresses["b"].full

    for connections, full in ((2, True), (0, False), (3, True)):
        there.addresses["a"].connections = connections
        here.absorb("there", there.report())
        assert here.addresses["a"].full == full
    here.absorb("there", {})  # that worker has gone
    assert not here.addresses["a"].full


def test_what_is_remembered_is_bounded_but_whoever_is_connected_is_not_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "REMEMBERED", 10)
    meters = Meters(Allowance(requests=Rate(0, 1)), Clock())
    meters["here"].connections = 1
    assert meters["here"].take("requests")
    for number in range(100):
        meters[str(number)].take("requests")
    assert len(meters._meters) <= 11
    assert not meters["here"].take("requests")
    assert len(meters.report()) <= 11


def test_a_report_names_those_who_use_much_and_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REPORTED", 3)
    meters = Meters(Allowance(connections=16, messages=Rate(1, 100)), Clock())
    meters["one page"].connections = 1
    meters["many pages"].connections = 8
    assert list(meters.report()) == ["many pages"]
    for _ in range(5):
        assert meters["one page"].take("messages")
    assert list(meters.report()) == ["many pages"]
    for _ in range(5):
        assert meters["one page"].take("messages")
    assert meters.report()["one page"] == (1, 0, 0, 10), "what was left out before is told now"
    for number in range(10):
        meters[str(number)].connections = 2 + number
    assert {*meters.report()} == {"9", "8", "7"}


def test_limits_grow_together() -> None:
    allowed = Allowance(200, Rate(20, 400), Rate(100, 3000), Rate(200, 1000))
    assert allowed.times(2) == Allowance(400, Rate(40, 800), Rate(200, 6000), Rate(400, 2000))
