"""Volto as a game of OpenSpiel: importing this registers `python_volto`."""

from volto.adapters.openspiel.game import VoltoGame, VoltoState, game_string
from volto.adapters.openspiel.state import FAMILIES, Terms

__all__ = ["FAMILIES", "Terms", "VoltoGame", "VoltoState", "game_string"]
