"""The book: the rules of the game as frozen values. Standard library only.

Read `moves`, `position` and `view`, in that order; the clauses cited are those of docs/rules.md.
"""

from volto.rules.cells import STANDARD_MAT, Cell, Mat
from volto.rules.deployment import Deployment
from volto.rules.errors import BadRuleset, IllegalMove, NotationError, VoltoError
from volto.rules.events import Captured, Ended, Event, Moved, Unmasked
from volto.rules.masks import Family, Mask, Role
from volto.rules.moves import Move
from volto.rules.outcome import Outcome, Reason
from volto.rules.position import Position
from volto.rules.ruleset import STANDARD, LadyRule, Ruleset
from volto.rules.scene import Scene, Step
from volto.rules.turn import Turn
from volto.rules.view import View

__all__ = [
    "STANDARD",
    "STANDARD_MAT",
    "BadRuleset",
    "Captured",
    "Cell",
    "Deployment",
    "Ended",
    "Event",
    "Family",
    "IllegalMove",
    "LadyRule",
    "Mask",
    "Mat",
    "Move",
    "Moved",
    "NotationError",
    "Outcome",
    "Position",
    "Reason",
    "Role",
    "Ruleset",
    "Scene",
    "Step",
    "Turn",
    "Unmasked",
    "View",
    "VoltoError",
]
