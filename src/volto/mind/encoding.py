"""How a game is laid out for a network: planes of cells, seen from the mover's palace."""

from volto.rules import STANDARD, Ruleset
from volto.sim.jit import Array, Number, compiled

# The planes, one number a cell.
OWN, SHOWN, RIVAL, SUSPECT, LAST, OWN_PAST, RIVAL_PAST, PLANES = 0, 5, 10, 11, 16, 18, 21, 24
"""Own roles; what the rival can know of them; rival masks; their chances; the last move's origin
and target; and the past of own and rival masks: moves made, how recently, how often exposed."""
TALLIES = 18
"""Then single numbers: masks lost by role, own and rival, Ladies left, the clocks."""


def inputs_of(ruleset: Ruleset = STANDARD) -> int:
    """How many numbers describe a game."""
    return PLANES * ruleset.mat.columns * ruleset.mat.rows + TALLIES


@compiled("void(uint8[:, ::1], uint8[::1], int32[::1], int64, int64)")
def flip_actions(legal: Array, flips: Array, mirrored: Array, begin: Number, end: Number) -> None:
    """Mirror the legal actions of the games that are shown mirrored."""
    for game in range(begin, end):
        if flips[game]:
            for action in range(legal.shape[1]):
                other = mirrored[action]
                if other > action:
                    here = legal[game, action]
                    legal[game, action] = legal[game, other]
                    legal[game, other] = here
