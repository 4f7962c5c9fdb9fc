"""Volto as a game of OpenSpiel: importing this registers `python_volto`."""

from volto.adapters import MissingExtra
from volto.adapters.openspiel.state import FAMILIES, GameTerms

try:
    import pyspiel  # noqa: F401
except ImportError as error:
    raise MissingExtra(error) from None

from volto.adapters.openspiel.game import VoltoGame, VoltoState, game_string
from volto.adapters.openspiel.observer import (
    information_state_string,
    information_state_tensor,
    observation_tensor,
)

__all__ = [
    "FAMILIES",
    "GameTerms",
    "VoltoGame",
    "VoltoState",
    "game_string",
    "information_state_string",
    "information_state_tensor",
    "observation_tensor",
]
