"""What leaves for a thinker, on any machine, says nothing that its seat does not know."""

from random import Random

import pytest

from tests.leaks.replays import reassigned, replayed
from tests.strategies import BOX, random_game
from volto.rules import Family, Position
from volto.server.bots.jobs import HintJob, MoveJob, ViewWords, read_job, write_job


def jobs(position: Position, seat: Family) -> bytes:
    words = ViewWords.of(position.view(seat))
    return write_job(MoveJob(7, 10, words, 0.4)) + write_job(HintJob(8, None, words, 1.0))


@pytest.mark.parametrize("seat", Family)
@pytest.mark.parametrize("seed", range(8))
def test_a_job_is_the_same_byte_for_byte_whatever_the_rival_hides(seed: int, seat: Family) -> None:
    """R-2, H-3"""
    rng = Random(seed)
    game = random_game(rng, BOX[seed % 2], rng.randrange(5, 130))
    at = [position for position in game.positions if position.outcome is None][-1]
    for other in reassigned(game, at, seat.rival, rng):
        white, red = (other, game.red) if seat is Family.RED else (game.white, other)
        for true, changed in list(replayed(game, white, red))[-1:]:
            assert jobs(true, seat) == jobs(changed, seat)


@pytest.mark.parametrize("seat", Family)
def test_a_thinker_reads_the_very_view_out_of_a_job(seat: Family) -> None:
    game = random_game(Random(3), BOX[1], 60)
    for position in game.positions:
        if position.outcome is None:
            view = position.view(seat)
            read = read_job(write_job(MoveJob(7, 10, ViewWords.of(view), 0.4)))
            assert isinstance(read, MoveJob)
            assert read.view.view() == view
