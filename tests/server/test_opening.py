"""A start that goes wrong is one sentence, and leaves everything as it was."""

import asyncio
import os
import re
import resource
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.states import setup
from tests.services import Postgres
from volto.rules import VoltoError
from volto.server.opening import open_house
from volto.server.settings import ServerSettings
from volto.server.store import Transaction
from volto.server.store.database import connect
from volto.server.tables.keys import Keys

pytestmark = pytest.mark.anyio


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def start(settings: ServerSettings) -> Keys:
    """Open the house and close it again."""
    store, keys = await open_house(settings)
    await store.close()
    return keys


async def refused(settings: ServerSettings) -> str:
    with pytest.raises(VoltoError) as error:
        await start(settings)
    return str(error.value)


async def play(settings: ServerSettings) -> None:
    """A table is made there."""
    store, _ = await open_house(settings)
    await store.append(Transaction((setup(),)))
    await store.close()


async def test_the_first_start_makes_a_folder_a_secret_and_a_database_for_their_owner_only(
    tmp_path: Path,
) -> None:
    settings = ServerSettings(tmp_path / "deep" / "folder")
    keys = await start(settings)
    assert (await start(settings)).key("table", "white") == keys.key("table", "white")
    assert len(settings.secret_file.read_bytes()) == 32
    assert mode(settings.data) == 0o700
    assert mode(settings.secret_file) == 0o600
    assert mode(settings.file) == 0o600
    assert names(settings.data) == {"secret", "volto.db"}


async def test_every_house_has_a_secret_of_its_own(tmp_path: Path) -> None:
    one, two = ServerSettings(tmp_path / "a"), ServerSettings(tmp_path / "b")
    await start(one)
    await start(two)
    assert one.secret_file.read_bytes() != two.secret_file.read_bytes()


async def test_the_secret_may_be_kept_elsewhere(tmp_path: Path) -> None:
    settings = ServerSettings(tmp_path / "data", secret=tmp_path / "keys" / "house")
    await start(settings)
    assert len((tmp_path / "keys" / "house").read_bytes()) == 32
    assert names(settings.data) == {"volto.db"}


async def test_a_damaged_secret_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"short")
    assert "damaged" in await refused(ServerSettings(tmp_path))
    assert (tmp_path / "secret").read_bytes() == b"short"
    assert names(tmp_path) == {"secret"}


async def test_a_folder_that_cannot_be_made_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be used" in await refused(ServerSettings(tmp_path / "file" / "data"))


async def test_a_secret_that_is_missing_beside_its_database_is_not_made_anew(
    tmp_path: Path,
) -> None:
    settings = ServerSettings(tmp_path)
    await start(settings)
    settings.secret_file.unlink()
    words = await refused(settings)
    assert str(settings.secret_file) in words
    assert "missing" in words
    assert names(tmp_path) == {"volto.db"}


async def test_a_database_from_before_secrets_were_noted_takes_the_secret_beside_it(
    tmp_path: Path,
) -> None:
    settings = ServerSettings(tmp_path)
    await play(settings)
    forget_the_secret(settings)
    secret = settings.secret_file.read_bytes()
    settings.secret_file.unlink()
    assert "missing" in await refused(settings)
    settings.secret_file.write_bytes(secret)
    await start(settings)
    settings.secret_file.write_bytes(bytes(32))
    assert "another" in await refused(settings)


async def test_a_replaced_secret_is_refused(tmp_path: Path) -> None:
    settings = ServerSettings(tmp_path)
    await start(settings)
    settings.secret_file.write_bytes(bytes(range(32)))
    words = await refused(settings)
    assert str(settings.secret_file) in words
    assert "another" in words
    assert settings.secret_file.read_bytes() == bytes(range(32))


async def test_the_database_does_not_hold_the_secret(tmp_path: Path) -> None:
    settings = ServerSettings(tmp_path)
    await play(settings)
    secret = settings.secret_file.read_bytes()
    kept = settings.file.read_bytes()
    assert secret not in kept
    assert secret.hex().encode() not in kept


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    settings = ServerSettings(tmp_path)
    await start(settings)
    change(settings, "UPDATE alembic_version SET version_num = '9999'")
    before = settings.file.read_bytes()
    words = await refused(settings)
    assert "newer" in words
    assert "9999" in words
    assert settings.file.read_bytes() == before
    assert names(tmp_path) == {"secret", "volto.db"}


async def test_a_first_start_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """The secret is already made when the database turns out to be of no use."""
    data = tmp_path / "data"
    settings = ServerSettings(data, database="sqlite+aiosqlite:////dev/null/volto.db")
    assert "cannot be opened" in await refused(settings)
    assert names(tmp_path) == set()


async def test_an_address_of_a_database_that_is_none_is_an_error_in_words(tmp_path: Path) -> None:
    for address in ("nonsense", "mysql://host/volto", "postgresql+psycopg://host:x/volto"):
        words = await refused(ServerSettings(tmp_path / "data", database=address))
        assert words.startswith("The database cannot be ")
    assert names(tmp_path) == set()


async def test_first_starts_at_once_agree(tmp_path: Path) -> None:
    found = await asyncio.gather(*(start(ServerSettings(tmp_path)) for _ in range(8)))
    assert len({keys.key("table", "white") for keys in found}) == 1
    assert names(tmp_path) == {"secret", "volto.db"}


START = """
import asyncio, sys
from pathlib import Path
from volto.server.opening import open_house
from volto.server.settings import ServerSettings
async def start():
    store, keys = await open_house(ServerSettings(Path(sys.argv[1])))
    await store.close()
    print(keys.key("table", "white"))
sys.stdin.readline()
asyncio.run(start())
"""


def test_first_starts_of_many_processes_at_once_agree(tmp_path: Path) -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", START, str(tmp_path / "data")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(3)
    ]  # fmt: skip
    for one in running:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    told = [one.communicate(timeout=60) for one in running]
    assert [errors for _, errors in told] == [""] * 3
    assert len({output for output, _ in told}) == 1


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file may grow beyond so many bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("size", [0, 16, 4096, 5000, 12_000, 20_000])
async def test_a_first_start_on_a_full_disk_leaves_nothing(tmp_path: Path, size: int) -> None:
    with room_for(size):
        words = await refused(ServerSettings(tmp_path / "deep" / "data"))
    assert re.fullmatch(r"The (folder|database) .*\.", words)
    assert names(tmp_path) == set()


@pytest.mark.parametrize("size", [0, 16])
async def test_a_secret_that_cannot_be_written_is_not_left_half(
    tmp_path: Path, postgres_url: str, size: int
) -> None:
    settings = ServerSettings(tmp_path / "data", database=postgres_url)
    with room_for(size):
        assert "cannot be used" in await refused(settings)
    assert names(tmp_path) == set()
    await start(settings)


def unmeasured() -> dict[str, str]:
    """Coverage would complain of the full disk too."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COV")}


def test_a_start_that_is_refused_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 10; exec "$@"', "sh",
         sys.executable, "-m", "volto", "serve", "--no-browser", "--port", "0"],
        capture_output=True, text=True, timeout=60, check=False,
        env={**unmeasured(), "VOLTO_DATA": str(tmp_path / "deep" / "data")},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"volto: The (folder|database) .*\.\n", done.stderr), done.stderr
    assert names(tmp_path) == set()


def change(settings: ServerSettings, statement: str) -> None:
    database = sqlite3.connect(settings.file)
    with database:
        database.execute(statement)
    database.close()


def forget_the_secret(settings: ServerSettings) -> None:
    """As a version that noted no secret has left it."""
    change(settings, "DROP TABLE house")
    change(settings, "UPDATE alembic_version SET version_num = '0001'")


async def test_a_server_without_the_secret_of_a_shared_database_is_refused(
    tmp_path: Path, postgres_url: str
) -> None:
    """On another machine, say. What it made for itself goes again."""
    first = ServerSettings(tmp_path / "one", database=postgres_url)
    await start(first)
    assert names(first.data) == {"secret"}
    second = ServerSettings(tmp_path / "two", database=postgres_url)
    assert "missing" in await refused(second)
    assert names(tmp_path) == {"one"}
    second.data.mkdir()
    second.secret_file.write_bytes(bytes(32))
    assert "another secret" in await refused(second)
    shared = ServerSettings(tmp_path / "two", database=postgres_url, secret=first.secret_file)
    await start(shared)


async def test_of_first_starts_at_once_on_many_machines_one_makes_the_secret(
    tmp_path: Path, postgres_url: str
) -> None:
    machines = [ServerSettings(tmp_path / str(n), database=postgres_url) for n in range(4)]
    found = await asyncio.gather(*map(start, machines), return_exceptions=True)
    assert sum(isinstance(one, Keys) for one in found) == 1
    assert all("missing" in str(one) for one in found if not isinstance(one, Keys))
    assert len(names(tmp_path)) == 1


async def test_a_newer_schema_is_refused_on_postgresql_too(
    tmp_path: Path, postgres_url: str
) -> None:
    settings = ServerSettings(tmp_path, database=postgres_url)
    await start(settings)
    engine = connect(postgres_url)
    async with engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await engine.dispose()
    assert "newer" in await refused(settings)


async def test_a_database_that_is_not_there_is_an_error_in_words(
    tmp_path: Path, postgres: Postgres
) -> None:
    settings = ServerSettings(tmp_path / "data", database=postgres.url("nobody_made_it"))
    assert "does not exist" in await refused(settings)
    assert names(tmp_path) == set()
