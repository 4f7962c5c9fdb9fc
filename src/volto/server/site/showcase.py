"""The recorded game that plays by itself on the home page: short, and with something to see.

White's Lady steps forward and takes the Soldier who captures her with her. White's own Soldier
falls in the rival palace, and its captor leaves the gap through which the Candidate enters: the one
mask that could stop it is Red's Candidate, who does not dare to capture what may be a Lady.
"""

from functools import cache
from itertools import pairwise

import msgspec
from msgspec import UNSET

from volto.rules import Deployment, Move, Position
from volto.rules.masks import WHITE
from volto.server.site.lessons import sights_of
from volto.server.wire.change import change_of
from volto.server.wire.messages import Plain, TableChange, TableSnapshot
from volto.server.wire.snapshot import snapshot_of

WHITE_SETUP, RED_SETUP = Deployment.parse("NALCN/ANSLA"), Deployment.parse("ANSNL/LAANC")
MOVES = "c2c3 d6d5 d2d3 c6c3 c1c7 d7c7 d3c4 d5d4 c4c5 d4d3 c5d6 d3d2 d6d7"
STILL = 7
"""The ply of the picture where nothing moves."""


class RecordedGame(Plain, frozen=True):
    """What White saw of a finished game, for others to look at: the start, and what each turn
    changed."""

    start: TableSnapshot
    changes: tuple[TableChange, ...]
    still: int


@cache
def showcase() -> list[Position]:
    """Every position of the game."""
    positions = [Position.start(WHITE_SETUP, RED_SETUP)]
    for move in MOVES.split():
        positions.append(positions[-1].play(Move.parse(move)))
    return positions


def recorded() -> RecordedGame:
    """The game, for a mat that nobody plays on."""
    sights = sights_of(showcase(), WHITE)
    start = msgspec.structs.replace(snapshot_of(*sights[0]), seat=None, moves={})
    changes = (change_of(*pair) for pair in pairwise(sights))
    told = tuple(msgspec.structs.replace(change, moves=UNSET) for change in changes)
    return RecordedGame(start, told, STILL)
