"""The book and the machine play the same games, move for move."""

from functools import cache
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.strategies import MINI
from volto.rules import (
    Deployment,
    Family,
    LadyRule,
    Move,
    Position,
    Role,
    Ruleset,
)
from volto.sim import REASONS, Batch, action_of
from volto.sim.layout import FAMILIES, pack

pytestmark = pytest.mark.no_cover  # others count these lines; here is much to be compared
GAMES = 1000
CASES = [
    *((Ruleset(ladies), seed) for ladies in LadyRule for seed in range(10)),
    *((Ruleset(ladies, quiet=8, turn_cap=45), 1) for ladies in LadyRule),
    *((ruleset, 1) for ruleset in MINI if ruleset.mat.columns > 2),
]


@cache
def actions(family: Family, ruleset: Ruleset) -> dict[Move, int]:
    """Every step and run of a family on this mat, with its action."""
    found = {}
    for origin in ruleset.mat:
        for target in ruleset.mat:
            try:
                found[Move(origin, target)] = action_of(Move(origin, target), family, ruleset)
            except ValueError:
                continue
    return found


class TwoTellings:
    """Many games told twice: in a batch, and as positions."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        rng = Random(seed)
        self.ruleset = ruleset
        self.batch = Batch(GAMES, seed, ruleset=ruleset, auto_reset=False)
        deployments = [[Deployment.random(rng, ruleset) for _ in range(GAMES)] for _ in FAMILIES]
        white, red = (np.array([one.number() for one in side]) for side in deployments)
        self.batch.reset(white=white, red=red)
        self.positions = [
            Position.start(ours, theirs, ruleset=ruleset)
            for ours, theirs in zip(*deployments, strict=True)
        ]

    def play_on(self) -> bool:
        """One random move in every game that goes on; False once there is none."""
        going = np.flatnonzero(self.batch.reason == 0)
        played, legal = self.batch.sample_legal(), self.batch.legal()
        assert (np.delete(played, going) == -1).all()
        assert not np.delete(legal, going, 0).any()
        for game in going:
            position = self.positions[game]
            table = actions(position.to_move, self.ruleset)
            named = {table[move]: move for move in position.legal_moves()}
            assert np.flatnonzero(legal[game]).tolist() == sorted(named)
            self.positions[game] = position.play(named[int(played[game])])
        self.batch.step(played)
        self.compare(going)
        return bool(len(going))

    def compare(self, games: NDArray[np.intp]) -> None:
        """Positions, counters and outcomes are the same."""
        for game in games:
            position = self.positions[game]
            assert (self.batch.state[game, :8] == pack(position)).all()
            assert self.batch.turns[game] == position.turns
            assert self.batch.quiet[game] == position.quiet
            assert FAMILIES[self.batch.to_move[game]] is position.to_move
            outcome = position.outcome
            winner = FAMILIES.index(outcome.winner) if outcome and outcome.winner else 2
            assert REASONS[self.batch.reason[game]] is (outcome.reason if outcome else None)
            assert self.batch.winner[game] == winner


@pytest.mark.parametrize(("ruleset", "seed"), CASES)
def test_the_same_moves_lead_to_the_same_positions_and_outcomes(
    ruleset: Ruleset, seed: int
) -> None:
    told = TwoTellings(ruleset, seed)
    while told.play_on():
        pass
    assert all(position.outcome is not None for position in told.positions)


def lost(position: Position, family: Family) -> list[int]:
    """How many of each role a family has lost."""
    standing = [position.roles[number] for number in position.scene.standing[family].values()]
    return [position.ruleset.roster.count(role) - standing.count(role) for role in Role]


def plane(position: Position, seat: Family, numbers: list[int]) -> NDArray[np.uint8]:
    """A plane with a 1 where these masks stand, seen from the seat's palace."""
    mat = position.ruleset.mat
    found = np.zeros((mat.rows, mat.columns), np.uint8)
    for number in numbers:
        cell = position.scene.masks[number].cell
        if cell is not None:
            found[cell.row, cell.column] = 1
    return found if seat is Family.WHITE else found[::-1, ::-1]


@pytest.mark.parametrize("seed", range(3))
def test_an_observation_shows_what_the_seat_sees(seed: int) -> None:
    """H-3"""
    told = TwoTellings(Ruleset(), seed)
    for _ in range(25):
        told.play_on()
        for seat in FAMILIES:
            seen = told.batch.observe(seat)
            for game, position in enumerate(told.positions[:4]):
                own, rival = position.scene.ids(seat), position.scene.ids(seat.rival)
                for number, role in enumerate(Role):
                    masks = [mask for mask in own if position.roles[mask] is role]
                    assert (seen[game, number] == plane(position, seat, masks)).all()
                assert (seen[game, 5] == plane(position, seat, list(rival))).all()
                tallies = seen[game, 18].ravel().tolist()
                assert tallies[:5] == lost(position, seat)
                assert tallies[5:10] == lost(position, seat.rival)
                assert tallies[10:12] == [position.quiet, position.to_move is seat]
                assert not any(tallies[12:])
