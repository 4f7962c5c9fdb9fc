"""From what was seen to what a family may be hiding: exact, counted and compiled."""

from volto.belief.belief import Belief, chances, imagined
from volto.belief.evidence import possible_roles

__all__ = ["Belief", "chances", "imagined", "possible_roles"]
