"""Greedy: grabs whatever it can reach, and marches on when it can reach nothing."""

import random
from collections.abc import Callable

from volto.agents.agent import Budget
from volto.agents.inference import never_ladies
from volto.rules import Cell, Deployment, Family, Move, Role, Ruleset, View

Wish = Callable[[Move], bool]


class Greedy:
    """Wins by the palace when its Candidate stands before it; else captures; else steps forward.

    Its Candidate stays behind, and captures only a mask that cannot be a Lady (R-13). Every other
    capture is as good as the next: it never wonders what it is grabbing.
    """

    name = "Greedy"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def deploy(self, family: Family, ruleset: Ruleset) -> Deployment:
        """Any deployment with the Candidate in the palace row, each as likely as the others."""
        roles = list(Deployment.random(self._rng, ruleset).roles)
        candidate = roles.index(Role.CANDIDATE)
        palace = range(len(roles) - ruleset.mat.columns, len(roles))
        if candidate not in palace:
            behind = self._rng.choice(palace)
            roles[candidate], roles[behind] = roles[behind], roles[candidate]
        return Deployment(tuple(roles), ruleset.mat.columns)

    def choose(self, view: View, budget: Budget) -> Move:
        """Any of the moves that fulfil the first wish that can be fulfilled."""
        moves = view.legal_moves()
        for wish in wishes(view):
            if wished := [move for move in moves if wish(move)]:
                return self._rng.choice(wished)
        return self._rng.choice(moves)


def wishes(view: View) -> tuple[Wish, ...]:
    """What Greedy wants, most of all first."""
    seat = view.to_move
    own, rivals = view.own, view.scene.standing[seat.rival]
    rival_palace = view.ruleset.palace_row(seat.rival)
    harmless = never_ladies(view)

    def by_candidate(move: Move) -> bool:
        return own[move.origin] is Role.CANDIDATE

    def captures(move: Move) -> bool:
        return move.target in rivals

    def is_safe(move: Move) -> bool:
        return not (by_candidate(move) and captures(move)) or move.target in harmless

    def takes_the_palace(move: Move) -> bool:
        return by_candidate(move) and move.target.row == rival_palace and is_safe(move)

    def captures_safely(move: Move) -> bool:
        return captures(move) and is_safe(move)

    def steps_forward(move: Move) -> bool:
        nearer = _rows_to(rival_palace, move.target) < _rows_to(rival_palace, move.origin)
        return nearer and not by_candidate(move)

    def keeps_the_candidate(move: Move) -> bool:
        return not by_candidate(move)

    return takes_the_palace, captures_safely, steps_forward, keeps_the_candidate, is_safe


def _rows_to(palace: int, cell: Cell) -> int:
    return abs(palace - cell.row)
