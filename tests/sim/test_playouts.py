"""Random play-outs: fair, repeatable, and each of them a game by the book."""

import numpy as np
import pytest

from tests.strategies import MINI
from volto.rules import Deployment, Family, LadyRule, Move, Position, Role, Ruleset, VoltoError
from volto.sim import REASONS, playouts
from volto.sim.layout import FAMILIES, bit

LIMIT = 2**64
WAYS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


class Generator:
    """The machine's generator, written again in plain Python."""

    def __init__(self, seed: int, game: int) -> None:
        z = (seed + (game + 1) * 0x9E3779B97F4A7C15) % LIMIT
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % LIMIT
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % LIMIT
        self.state = z ^ (z >> 31)

    def below(self, limit: int) -> int:
        self.state ^= (self.state << 13) % LIMIT
        self.state ^= self.state >> 7
        self.state ^= (self.state << 17) % LIMIT
        return ((self.state >> 32) * limit) >> 32


def machine_order(position: Position, move: Move) -> tuple[int, int]:
    """Where a move stands in the machine's list: steps clockwise, then the Soldier's moves."""
    found = position.role_at(move.origin)
    assert found is not None
    step = (move.target.column - move.origin.column, move.target.row - move.origin.row)
    way = 8 if found[1] is Role.SOLDIER else WAYS.index(step)
    return way, bit(move.target)


def by_the_book(start: Position | None, ruleset: Ruleset, seed: int, game: int) -> Position:
    generator = Generator(seed, game)
    if start is None:
        white, red = (
            Deployment.numbered(generator.below(Deployment.count(ruleset)), ruleset)
            for _ in FAMILIES
        )
        start = Position.start(white, red, ruleset=ruleset)
    position = start
    while position.outcome is None:
        here = position
        moves = sorted(here.legal_moves(), key=lambda move: machine_order(here, move))
        position = position.play(moves[generator.below(len(moves))])
    return position


@pytest.mark.parametrize(
    "ruleset",
    [
        *(Ruleset(ladies) for ladies in LadyRule),
        Ruleset(quiet=6),
        Ruleset(quiet=0, turn_cap=41),
        *MINI,
    ],
)
def test_every_playout_is_a_game_by_the_book(ruleset: Ruleset) -> None:
    games = 300
    told = playouts(games, 7, ruleset=ruleset)
    for game in range(games):
        last = by_the_book(None, ruleset, 7, game)
        assert last.outcome is not None
        winner = FAMILIES.index(last.outcome.winner) if last.outcome.winner else 2
        assert told.turns[game] == last.turns
        assert REASONS[told.reason[game]] is last.outcome.reason
        assert told.winner[game] == winner


@pytest.mark.parametrize(
    "text",
    [
        "1n1c1/a1l2/2N1s/1A1n1/L2a1/1C1S1/2L1N r 2 31",
        "1n1c1/a1l2/2N1s/1A1n1/L2a1/1C1S1/2L1N w 90 131",
    ],
)
def test_playouts_may_begin_anywhere(text: str) -> None:
    start = Position.parse(text)
    told = playouts(200, 3, position=start)
    for game in range(200):
        last = by_the_book(start, start.ruleset, 3, game)
        assert last.outcome is not None
        assert (told.turns[game], REASONS[told.reason[game]]) == (last.turns, last.outcome.reason)
    assert told.moves == (told.turns - start.turns).sum()


def test_random_games_last_57_turns_and_favour_nobody() -> None:
    told = playouts(200_000, 1, ruleset=Ruleset(quiet=0))
    assert told.turns.mean() == pytest.approx(56.7, abs=0.3)
    assert (told.winner == 0).mean() == pytest.approx(0.5, abs=0.005)
    assert told.moves == told.turns.sum()


@pytest.mark.parametrize("threads", [0, 2, 3])
def test_the_number_of_threads_changes_nothing(threads: int) -> None:
    one, many = playouts(1001, 5), playouts(1001, 5, threads=threads)
    assert (one.turns == many.turns).all()
    assert (one.winner == many.winner).all()
    assert one.moves == many.moves


def test_another_seed_gives_other_games() -> None:
    assert (playouts(100, 1).turns != playouts(100, 2).turns).any()


def test_red_may_begin() -> None:
    told = playouts(50_000, 1, first=Family.RED, ruleset=Ruleset(quiet=0))
    assert (told.winner == 1).mean() == pytest.approx(0.5, abs=0.01)
    assert not (told.turns[np.isin(told.reason, (1, 4)) & (told.winner == 1)] % 2 == 0).any()


def test_no_games_are_no_work() -> None:
    assert playouts(0).moves == 0


def test_a_finished_game_cannot_be_played_out() -> None:
    over = Position.parse("1n1c1/a1l2/2N1s/1A1n1/L2a1/1C1S1/2L1N r 2 31").agree_draw()
    with pytest.raises(VoltoError, match="is over"):
        playouts(1, position=over)


def test_a_negative_number_of_games_is_refused() -> None:
    with pytest.raises(VoltoError, match="0 or more"):
        playouts(-1)
