"""VOLTO, the two-player game of hidden masks."""

from volto.rules import (
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
)

__version__ = "0.1.0"

__all__ = [
    "Deployment",
    "Family",
    "IllegalMove",
    "Move",
    "NotationError",
    "Outcome",
    "Position",
    "Reason",
    "Role",
    "Ruleset",
    "Turn",
    "View",
    "__version__",
]
