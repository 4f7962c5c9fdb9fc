"""Where a server keeps things, where it listens, and what it allows."""

import os
import random
import secrets
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from volto.rules import VoltoError

SECRET_BYTES = 32
PORT = 8642


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
    host: str = "127.0.0.1"
    port: int = PORT
    pause: float = 0.5
    """Bots answer a whole number of these seconds after their turn began."""
    patience: float = 1.0
    """A hint is thought about for at most about this many seconds."""
    thinkers: int = 2
    """How many bots and hints are thought about at once."""
    longest_frame: int = 4096
    """Bytes of one message of a browser."""
    rate: float = 30.0
    """Messages a second that one connection may send for long."""
    burst: int = 90
    """Messages that it may send at once."""
    tables_rate: float = 2.0
    """Tables a second that one address may make for long."""
    tables_burst: int = 120
    rng: random.Random = field(default_factory=_system_random)
    clock: Callable[[], float] = time.time

    @property
    def url(self) -> str:
        """The address of the database."""
        return self.database or f"sqlite+aiosqlite:///{self.file}"

    @property
    def file(self) -> Path:
        """The database, unless another one is named."""
        return self.data / "volto.db"

    def prepare(self) -> bytes:
        """Make the folder if need be, and return the server's secret, made on the first start."""
        try:
            self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
            if self.database is None:
                self.file.touch(mode=0o600)  # running games are secrets too
            return _secret(self.data / "secret")
        except OSError as error:
            raise VoltoError(f"The folder {self.data} cannot be used: {error.strerror}.") from None


def _secret(path: Path) -> bytes:
    """Read it; or write it whole under another name and link it, so that no crash leaves half."""
    if not path.exists():
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".secret-")  # mode 0600
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
        draft = Path(name)
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass  # another server was faster: its secret counts
        finally:
            draft.unlink()
    secret = path.read_bytes()
    if len(secret) < SECRET_BYTES:
        raise VoltoError(f"The file {path} is damaged: it must hold {SECRET_BYTES} random bytes.")
    return secret
