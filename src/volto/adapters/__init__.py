"""Volto in the words of other frameworks (extra: `volto[research]`). Each module needs its own."""

from volto.rules import VoltoError


class MissingExtra(VoltoError, ImportError):
    """A framework is not installed; says what to install."""

    def __init__(self, error: ImportError) -> None:
        name = (error.name or str(error)).partition(".")[0]
        super().__init__(f"This adapter needs {name}: pip install 'volto[research]'.")
