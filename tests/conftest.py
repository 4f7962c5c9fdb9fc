"""Tests repeat: Hypothesis draws the same examples every time."""

from hypothesis import settings

settings.register_profile("volto", derandomize=True, deadline=None)
settings.load_profile("volto")
