"""A log line is one line, tells no secret, and is not repeated without end."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from volto.rules import IllegalMove
from volto.server.logs import BURST, Flood, LogFormat, set_up_logs

SECRET = "the Doge is on c1"


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers, root.level = handlers, level


def written(log_format: LogFormat) -> tuple[logging.Logger, io.StringIO]:
    out = io.StringIO()
    set_up_logs(log_format, logging.StreamHandler(out))
    return logging.getLogger("volto.server.app"), out


def fail(logger: logging.Logger) -> None:
    try:
        raise IllegalMove(SECRET)
    except IllegalMove:
        logger.exception("A move\nfailed: %s", "why")


def test_a_plain_line_says_when_how_bad_where_and_what() -> None:
    logger, out = written("plain")
    logger.info("not told")
    logger.warning("The bus is %s.", "gone")
    [line] = out.getvalue().splitlines()
    assert line.endswith(" WARNING volto.server.app: The bus is gone.")


def test_a_json_line_is_one_object() -> None:
    logger, out = written("json")
    logger.error("The bus is %s.\n“Twice”", "gone")
    [line] = out.getvalue().splitlines()
    found = json.loads(line)
    assert {*found} == {"time", "level", "logger", "process", "message"}
    assert found["level"] == "error"
    assert found["message"] == "The bus is gone.\n“Twice”"


@pytest.mark.parametrize("log_format", ["plain", "json"])
def test_an_exception_is_told_by_kind_and_place(log_format: LogFormat) -> None:
    logger, out = written(log_format)
    fail(logger)
    [line] = out.getvalue().splitlines()
    assert "IllegalMove at test_logs.py:" in line
    assert SECRET not in line
    assert "Traceback" not in line


def test_a_flood_is_counted_not_written() -> None:
    now = 0.0
    flood = Flood(lambda: now)
    handler = logging.StreamHandler(out := io.StringIO())
    handler.addFilter(flood)
    logger = logging.Logger("volto.flood")
    set_up_logs("plain", handler)
    logger.addHandler(handler)
    handler.filters = [flood]
    for number in range(100 * BURST):
        logger.error("The database failed: %s", number)
    logger.error("Something else")
    assert len(out.getvalue().splitlines()) == BURST + 1
    now = 1.5
    logger.error("The database failed: %s", 1)
    assert f"({99 * BURST} more like it were not written)" in out.getvalue().splitlines()[-1]
