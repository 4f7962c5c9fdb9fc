"""How fast somebody may ask."""

from volto.server.wire.limits import Allowance, Bucket, Meters, Rate


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
