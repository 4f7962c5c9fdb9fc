"""Work in parts covers everything once."""

import pytest

from volto.rules import VoltoError
from volto.sim.threads import all_cores, in_parts


@pytest.mark.parametrize("threads", [0, 1, 2, 7])
@pytest.mark.parametrize("size", [0, 1, 5, 100])
def test_every_piece_is_worked_on_once(size: int, threads: int) -> None:
    parts = in_parts(lambda begin, end: list(range(begin, end)), size, threads)
    assert [piece for part in parts for piece in part] == list(range(size))


def test_there_is_a_core() -> None:
    assert all_cores() >= 1


def test_negative_threads_are_refused() -> None:
    with pytest.raises(VoltoError, match="0 or more"):
        in_parts(lambda begin, end: None, 1, -1)
