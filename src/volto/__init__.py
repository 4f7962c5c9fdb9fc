"""VOLTO, the two-player game of hidden masks."""

from volto.notation import Record
from volto.rules import (
    STANDARD,
    Cell,
    Deployment,
    Family,
    IllegalMove,
    Move,
    NotationError,
    Outcome,
    Position,
    Reason,
    Role,
    Ruleset,
    Turn,
    View,
    VoltoError,
)

__version__ = "0.1.0"

__all__ = [
    "STANDARD",
    "Cell",
    "Deployment",
    "Family",
    "IllegalMove",
    "Move",
    "NotationError",
    "Outcome",
    "Position",
    "Reason",
    "Record",
    "Role",
    "Ruleset",
    "Turn",
    "View",
    "VoltoError",
    "__version__",
]
