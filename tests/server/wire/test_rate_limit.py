"""How fast somebody may ask."""

from volto.server.wire.rate_limit import Bucket, Buckets


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    clock = Clock()
    bucket = Bucket(2.0, 3, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_every_address_has_its_own_bucket() -> None:
    buckets = Buckets(1.0, 1, Clock())
    assert buckets.take("a")
    assert buckets.take("b")
    assert not buckets.take("a")
