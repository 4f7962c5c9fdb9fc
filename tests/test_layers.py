"""Imports point one way, and the book needs no library."""

from importlinter.cli import lint_imports


def test_the_layers_hold() -> None:
    assert lint_imports() == 0
