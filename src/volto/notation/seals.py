"""Seals: a promise about every mask before the first move, which anyone can check afterwards.

A seal is a salted digest of a mask's role. It tells nothing until its salt is known; then no other
role fits it. A record carries seals and salts as tags, so that `volto verify` needs nothing else.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from volto.notation.record import Record, Tags
from volto.rules import Family, Role, VoltoError

SALT_BYTES = 16
SHORT = 32
"""Digits of a fingerprint as tables showed it before they showed all 64."""
_DOMAIN = "volto seal 1"
_ALL_DOMAIN = "volto seals 1"
_SEAL = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(r"[0-9a-f]{32}")


class BadSeals(VoltoError):
    """A record whose seals are missing or cannot be read: nothing can be said about it."""


def seal(table: str, mask: int, role: Role, salt: bytes) -> str:
    """The seal of one mask: SHA-256 over five lines, in hexadecimal."""
    lines = (_DOMAIN, table, str(mask), role.value, salt.hex())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def fingerprint(seals: Sequence[str]) -> str:
    """One digest for all seals, in the order of mask numbers: SHA-256, in hexadecimal."""
    return hashlib.sha256("\n".join((_ALL_DOMAIN, *seals)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Seals:
    """The seals of a game, and the salts that open them, both in the order of mask numbers."""

    table: str
    seals: tuple[str, ...]
    salts: tuple[bytes, ...]

    @classmethod
    def of(cls, record: Record) -> "Seals":
        """Those that a record carries; raises BadSeals if it does not carry all of them."""
        size = len(record.ruleset.roster)
        seals, salts = [], []
        for family in Family:
            seals += _read(record, f"{family.title()}Seals", _SEAL, size)
            salts += _read(record, f"{family.title()}Salts", _SALT, size)
        table = _tag(record, "Table")
        return cls(table, tuple(seals), tuple(map(bytes.fromhex, salts)))

    def tags(self) -> Tags:
        """The tags by which a record carries them."""
        half = len(self.seals) // 2
        parts = {Family.WHITE: slice(half), Family.RED: slice(half, None)}
        return (
            ("Table", self.table),
            *((f"{family.title()}Seals", " ".join(self.seals[parts[family]])) for family in Family),
            *(
                (
                    f"{family.title()}Salts",
                    " ".join(salt.hex() for salt in self.salts[parts[family]]),
                )
                for family in Family
            ),
        )

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.seals)

    def shown_as(self, noted: str) -> bool:
        """Whether a table showed this fingerprint for them, whole or as short as it once was."""
        noted = noted.strip().lower()
        return noted in (self.fingerprint, self.fingerprint[:SHORT])

    def broken(self, roles: Sequence[Role]) -> Iterator[int]:
        """The masks whose role is not the one that was sealed."""
        for mask, (role, sealed, salt) in enumerate(
            zip(roles, self.seals, self.salts, strict=True)
        ):
            if seal(self.table, mask, role, salt) != sealed:
                yield mask


def _tag(record: Record, name: str) -> str:
    value = record.tag(name)
    if value is None:
        raise BadSeals(f"The record has no {name} tag, so there is nothing to verify.")
    return value


def _read(record: Record, name: str, form: re.Pattern[str], size: int) -> list[str]:
    words = _tag(record, name).split(" ")
    if len(words) != size or not all(map(form.fullmatch, words)):
        digits = "64" if form is _SEAL else "32"
        raise BadSeals(
            f"The tag {name} does not hold {size} numbers of {digits} digits (0-9, a-f)."
        )
    return words
