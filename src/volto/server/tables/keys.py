"""Keys: the words behind the # of a path that open a seat. They are derived, so none is stored."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable

from volto.rules import Family

KEY_BYTES = 16
INVITE = "invite"


class Keys:
    """What a server's secret makes of a table and its seats."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def key(self, table: str, opens: str) -> str:
        """128 bits that nobody can guess who does not have the secret."""
        digest = hmac.digest(self._secret, f"{table} {opens}".encode(), hashlib.sha256)
        return urlsafe_b64encode(digest[:KEY_BYTES]).rstrip(b"=").decode()

    def seats_key(self, table: str, seats: Iterable[Family]) -> str:
        return self.key(table, "+".join(seats))

    def seed(self, words: str) -> int:
        """A number that is always the same, for chance that nobody else can foretell."""
        digest = hmac.digest(self._secret, f"seed {words}".encode(), hashlib.sha256)
        return int.from_bytes(digest[:7])

    def fits(self, key: str, table: str, opens: str) -> bool:
        """Compared in constant time."""
        return hmac.compare_digest(self.key(table, opens).encode(), key.encode())

    def path(self, table: str, seats: Iterable[Family]) -> str:
        """The page of these seats."""
        return f"/t/{table}#{self.seats_key(table, seats)}"

    def invite_path(self, table: str) -> str:
        """The page that opens the second seat, once."""
        return f"/join/{table}#{self.key(table, INVITE)}"
