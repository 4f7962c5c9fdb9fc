"""What Hypothesis draws: rules, deployments, and whole games played at random."""

from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from volto.rules import Cell, Deployment, Family, LadyRule, Mat, Move, Position, Role, Ruleset

BOX = tuple(Ruleset(ladies) for ladies in LadyRule)
MINI = tuple(
    Ruleset(ladies, quiet, turn_cap, Mat(columns, rows), tuple(map(Role, roster)))
    for ladies in LadyRule
    for quiet, turn_cap, columns, rows, roster in (
        (20, 0, 3, 4, "NCL"),
        (0, 60, 3, 5, "ACL"),
        (20, 50, 4, 5, "NCSL"),
        (30, 0, 3, 6, "NACSLL"),
        (20, 0, 2, 4, "NC"),
    )
)


@dataclass(frozen=True, slots=True)
class Game:
    """A game played at random: both deployments and every position, the first included."""

    white: Deployment
    red: Deployment
    positions: tuple[Position, ...]

    @property
    def last(self) -> Position:
        return self.positions[-1]

    def deployment(self, family: Family) -> Deployment:
        return self.white if family is Family.WHITE else self.red


def random_game(rng: Random, ruleset: Ruleset, longest: int = 400) -> Game:
    """Any deployments and any legal moves, to the end or for `longest` turns."""
    white, red = (Deployment.random(rng, ruleset) for _ in Family)
    position = Position.start(white, red, rng.choice(tuple(Family)), ruleset=ruleset)
    positions = [position]
    while position.outcome is None and position.turns < longest:
        position = position.play(rng.choice(position.legal_moves()))
        positions.append(position)
    return Game(white, red, tuple(positions))


rulesets = st.sampled_from(BOX * 5 + MINI)


@st.composite
def games(draw: st.DrawFn, among: st.SearchStrategy[Ruleset] = rulesets) -> Game:
    """Games of all kinds; a failing one shrinks to a shorter one."""
    ruleset = draw(among)
    longest = draw(st.integers(0, 60) | st.just(400))
    return random_game(Random(draw(st.integers(0, 2**32 - 1))), ruleset, longest)


@st.composite
def deployments(draw: st.DrawFn, ruleset: Ruleset) -> Deployment:
    return Deployment(tuple(draw(st.permutations(ruleset.roster))), ruleset.mat.columns)


def cells(mat: Mat) -> st.SearchStrategy[Cell]:
    return st.sampled_from(list(mat))


def moves(mat: Mat) -> st.SearchStrategy[Move]:
    """Any two cells, mostly not a legal move."""
    return st.builds(Move, cells(mat), cells(mat))
