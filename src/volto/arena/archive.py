"""The file of a match: every pair that has been played, so that the match can be taken up again."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from volto.arena.conditions import EVENT, Conditions
from volto.arena.match import Games
from volto.arena.schedule import GAMES, Pair
from volto.notation import Record, iter_records, write_records
from volto.notation.tags import write_tag
from volto.rules import NotationError, VoltoError

_BEGINNING = write_tag("Event", EVENT)
_ROUND = re.compile(f"([1-9][0-9]*)([{''.join(GAMES)}])")


@dataclass(slots=True)
class Archive:
    """The pairs that a `.volto` file holds; `open` and `add` append more to it."""

    path: Path
    played: list[tuple[Pair, Games]]
    size: int
    """How many bytes of the file hold these pairs."""
    torn: int = 0
    """How many bytes follow them: a pair that a killed process did not write to its end."""

    @classmethod
    def read(cls, path: Path, content: bytes | None = None) -> "Archive":
        """Read a file, strictly, if there is one; only its end may be torn.

        With `content`, that is read instead, and the path is only its name.
        """
        if content is None:
            content = path.read_bytes() if path.exists() else b""
        text = content.decode(errors="surrogateescape")  # which no record can hold
        records, fault = _read(text)
        kept = records[: len(records) - len(records) % 2]
        whole = write_records(kept)
        if fault or len(kept) < len(records):
            lines = text.removesuffix("\n").count("\n") + 1
            early = fault is not None and fault.line is not None and fault.line < lines
            if early or not text.startswith(whole) or not _is_ours(text[len(whole) :]):
                raise VoltoError(f"{path}: {fault or 'the last game has no partner'}")
            size = len(whole.encode())
            return cls(path, list(_pairs(path, kept)), size, len(content) - size)
        return cls(path, list(_pairs(path, kept)), len(content))

    def check(self, agents: Collection[str], conditions: Conditions) -> None:
        """Raise an error unless all of this belongs to a match of these agents."""
        seen = set()
        for pair, games in self.played:
            one, other, number = pair
            for words in pair.pairing:
                if words not in agents:
                    raise self._refusal(f"it holds games of {words!r}, who is not in this match")
            if pair in seen or one > other:
                raise self._refusal(f"pair {number} of {one} and {other} stands there twice")
            seen.add(pair)
            for record in games:
                for name, value in conditions.tags().items():
                    if record.tag(name) != value:
                        said = record.tag(name) or "missing"
                        raise self._refusal(f"its {name} is {said}, and this match's is {value}")
                if record.ruleset != conditions.ruleset:
                    raise self._refusal("it was played by other rules")

    def _refusal(self, why: str) -> VoltoError:
        return VoltoError(f"{self.path} is from another match: {why}.")

    def open(self) -> None:
        """Make the file ready for more, or fail now; a torn end is cut off."""
        with self.path.open("a+b") as file:
            file.truncate(self.size)
            file.seek(max(self.size - 1, 0))
            if file.read(1) not in (b"", b"\n"):
                self.size += file.write(b"\n")
        self.torn = 0

    def add(self, games: Games) -> None:
        """Append a pair, both games in one stroke."""
        text = write_records(games).encode()
        with self.path.open("ab", buffering=0) as file:
            self.size += file.write(b"\n" + text if self.size else text)


def _read(text: str) -> tuple[list[Record], NotationError | None]:
    """The games before the first fault, and the fault."""
    records: list[Record] = []
    if not text.strip():
        return records, None
    try:
        for record in iter_records(StringIO(text, newline="\n")):
            records.append(record)  # noqa: PERF402  (a fault must not lose what came before it)
    except NotationError as error:
        return records, error
    return records, None


def _is_ours(end: str) -> bool:
    """Has the arena begun to write this?"""
    end = end.lstrip("\n")
    return end.startswith(_BEGINNING) or _BEGINNING.startswith(end)


def _pairs(path: Path, records: Sequence[Record]) -> Iterator[tuple[Pair, Games]]:
    for at in range(0, len(records), 2):
        first, second = records[at], records[at + 1]
        rounds = [_ROUND.fullmatch(record.tag("Round") or "") for record in (first, second)]
        numbers = {found[1] for found in rounds if found}
        letters = tuple(found[2] for found in rounds if found)
        pair = Pair(first.tag("White") or "", first.tag("Red") or "", int(min(numbers, default=0)))
        swapped = Pair(second.tag("Red") or "", second.tag("White") or "", pair.number)
        if letters != GAMES or len(numbers) > 1 or pair != swapped or not all(pair):
            raise VoltoError(f"{path}: games {at + 1} and {at + 2} are no pair of the arena")
        if not (first.outcome and second.outcome):
            raise VoltoError(f"{path}: games {at + 1} and {at + 2} are not both finished")
        yield pair, (first, second)
