"""Where a server keeps things."""

from pathlib import Path

from volto.server.settings import ServerSettings


def test_another_database_can_be_named(tmp_path: Path) -> None:
    settings = ServerSettings(tmp_path, database="postgresql+psycopg://host/volto")
    assert settings.url == "postgresql+psycopg://host/volto"


def test_the_secret_is_in_the_folder_unless_it_is_elsewhere(tmp_path: Path) -> None:
    assert ServerSettings(tmp_path).secret_file == tmp_path / "secret"
    assert ServerSettings(tmp_path, secret=Path("/etc/volto")).secret_file == Path("/etc/volto")
