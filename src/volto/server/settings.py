"""Where a server keeps things, where it listens, and what it allows."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from volto.server.logs import LogFormat
from volto.server.wire.limits import (
    ASKING,
    IN_ALL,
    MAKING,
    PER_ADDRESS,
    PER_SEAT,
    TIMEOUTS,
    Allowance,
    Rate,
    Timeouts,
)

PORT = 8642
LOCAL_PROXIES = ("127.0.0.1", "::1")


def default_data() -> Path:
    """The user's own folder for what this program keeps."""
    return user_data_path("volto")


def _system_random() -> random.Random:
    return random.SystemRandom()


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How one server is run. Chance and time are here too, so that tests repeat."""

    data: Path = field(default_factory=default_data)
    """The folder for the database and the secret."""
    database: str | None = None
    """The address of another database, such as postgresql+psycopg://…"""
    secret: Path | None = None
    """The file of the secret, which all servers of one database share."""
    bus: str | None = None
    """The address of a Redis that tells the servers of one database of each other."""
    follow: float = 1.0
    """Every so many seconds it is looked what others have written to the tables that are open."""
    log_format: LogFormat = "plain"
    host: str = "127.0.0.1"
    port: int = PORT
    pause: float = 0.5
    """Bots answer a whole number of these seconds after their turn began."""
    patience: float = 1.0
    """A hint is thought about for at most about this many seconds."""
    thinkers: int = 2
    """How many bots and hints are thought about at once."""
    agent_bytes: int = 128 * 2**20
    """What bots may keep in memory from one turn to the next."""
    longest_frame: int = 4096
    """Bytes of one message of a browser."""
    per_address: Allowance = PER_ADDRESS
    per_seat: Allowance = PER_SEAT
    in_all: Allowance = IN_ALL
    timeouts: Timeouts = TIMEOUTS
    round: float = 1.0
    """Every so many seconds the time-outs are looked at."""
    unread: int = 1_000_000
    """Bytes that may wait for one client to read them; then it is let go, and comes back."""
    unread_in_all: int = 64_000_000
    """Bytes that may wait for all of them; then those who owe most are let go."""
    allowed_hosts: tuple[str, ...] = ("*",)
    """Names that this server answers to; `*.volto.example` stands for all below it."""
    proxies: tuple[str, ...] = LOCAL_PROXIES
    """Addresses or networks of proxies, whose word on a client's address is taken."""
    making: Rate = MAKING
    """Tables that one address may make."""
    asking: Rate = ASKING
    """Suggestions, attempts at lessons and looks at tables that one address may ask for."""
    rng: random.Random = field(default_factory=_system_random)
    clock: Callable[[], float] = time.time

    @property
    def url(self) -> str:
        """The address of the database."""
        return self.database or f"sqlite+aiosqlite:///{self.file}"

    @property
    def on_sqlite(self) -> bool:
        return self.url.startswith("sqlite")

    @property
    def shared(self) -> bool:
        """Whether other servers may write to the same tables."""
        return self.bus is not None or not self.on_sqlite

    def changed(self) -> dict[str, Any]:
        """What differs from the defaults, but for chance and time: enough for another process."""
        default = ServerSettings()
        names = (one.name for one in fields(self) if one.name not in ("rng", "clock"))
        given = {name: getattr(self, name) for name in names}
        return {name: value for name, value in given.items() if value != getattr(default, name)}

    @property
    def secret_file(self) -> Path:
        """The secret, unless it is kept elsewhere."""
        return self.secret or self.data / "secret"

    @property
    def file(self) -> Path:
        """The database, unless another one is named."""
        return self.data / "volto.db"
