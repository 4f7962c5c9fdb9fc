"""What workers say to one another: nothing secret, and nothing that must be heard."""

from collections.abc import Mapping

import msgspec

from volto.rules import Family

WORKERS = "workers"
"""The channel that every worker listens to."""


Used = Mapping[str, Mapping[str, tuple[float, ...]]]
"""How limits are used: for each kind of user, by name, counts whose meaning is the limits' own."""


def table_channel(table: str) -> str:
    """What is said about one table."""
    return f"table:{table}"


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True, tag=True):
    """Says which worker speaks."""

    worker: str


class Advanced(Word, frozen=True, tag="advanced"):
    """This table's log has reached this number: it is committed."""

    number: int


class Asking(Word, frozen=True, tag="asking"):
    """Who is at this table?"""


class Seated(Word, frozen=True, tag="seated"):
    """The seats that somebody is connected on through this worker."""

    seats: tuple[Family, ...]


class Beat(Word, frozen=True, tag="beat"):
    """I am alive; and this is how limits are used here."""

    used: Used


TableWord = Advanced | Asking | Seated

_table_words: msgspec.json.Decoder[TableWord] = msgspec.json.Decoder(TableWord)
_beats = msgspec.json.Decoder(Beat)
_encoder = msgspec.json.Encoder()


def write_word(word: Word) -> bytes:
    return _encoder.encode(word)


def read_table_word(message: bytes) -> TableWord | None:
    """None if it is none, such as one of another version."""
    try:
        return _table_words.decode(message)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def read_beat(message: bytes) -> Beat | None:
    try:
        return _beats.decode(message)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
