"""What can go wrong with the book: each error is one sentence for the person who reads it."""


class VoltoError(ValueError):
    """Anything this package refuses, with the reason in words."""


class IllegalMove(VoltoError):
    """A move that the rules do not allow here."""


class BadRuleset(VoltoError):
    """Rules that do not fit together, such as a roster that does not fill its rows."""


class NotationError(VoltoError):
    """Text that cannot be read: `reason` in words, and where it stands (both count from 1)."""

    def __init__(self, reason: str, column: int = 1, line: int | None = None) -> None:
        where = f"column {column}" if line is None else f"line {line}, column {column}"
        super().__init__(f"{where}: {reason}")
        self.reason, self.column, self.line = reason, column, line

    def __reduce__(self) -> tuple[type["NotationError"], tuple[str, int, int | None]]:
        return NotationError, (self.reason, self.column, self.line)

    def moved(self, columns: int, line: int | None = None) -> "NotationError":
        """The same error as seen in a longer text, where this part begins `columns` further on."""
        return NotationError(self.reason, self.column + columns, line)
