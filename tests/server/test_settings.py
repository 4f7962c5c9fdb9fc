"""The first start makes a folder, a secret and a database that only their owner can read."""

import stat
from pathlib import Path

import pytest

from volto.rules import VoltoError
from volto.server.settings import ServerSettings


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_secret_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    settings = ServerSettings(tmp_path / "deep" / "folder")
    secret = settings.prepare()
    assert len(secret) == 32
    assert settings.prepare() == secret
    assert mode(settings.data) == 0o700
    assert mode(settings.data / "secret") == 0o600
    assert mode(settings.file) == 0o600
    assert {path.name for path in settings.data.iterdir()} == {"secret", "volto.db"}


def test_every_server_has_a_secret_of_its_own(tmp_path: Path) -> None:
    assert ServerSettings(tmp_path / "a").prepare() != ServerSettings(tmp_path / "b").prepare()


def test_a_damaged_secret_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"short")
    with pytest.raises(VoltoError, match="damaged"):
        ServerSettings(tmp_path).prepare()
    assert (tmp_path / "secret").read_bytes() == b"short"


def test_a_folder_that_cannot_be_made_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(VoltoError, match="cannot be used"):
        ServerSettings(tmp_path / "file" / "data").prepare()


def test_another_database_can_be_named(tmp_path: Path) -> None:
    settings = ServerSettings(tmp_path, database="postgresql+psycopg://host/volto")
    settings.prepare()
    assert settings.url == "postgresql+psycopg://host/volto"
    assert not settings.file.exists()
