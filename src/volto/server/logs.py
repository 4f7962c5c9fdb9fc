"""What a server writes to standard error: plain lines, or one JSON object a line.

An exception is told by its kind and place only: what it says may hold a role or a row. The same
complaint over and over is counted, not repeated.
"""

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Literal, TextIO

from volto.server.errors import described

LogFormat = Literal["plain", "json"]
BURST = 10
"""Lines of one kind that are written within a second; what is beyond is counted."""


def set_up_logs(log_format: LogFormat, handler: logging.Handler | None = None) -> None:
    """From here on warnings and errors of this process go to standard error in this format."""
    handler = handler or StandardError()
    handler.setFormatter(JsonLines() if log_format == "json" else PlainLines())
    handler.addFilter(Flood())
    root = logging.getLogger()
    root.handlers = [one for one in root.handlers if not isinstance(one, StandardError)]
    root.addHandler(handler)
    root.setLevel(logging.WARNING)


class StandardError(logging.StreamHandler[TextIO]):
    """Whatever standard error is at that moment."""

    @property
    def stream(self) -> TextIO:
        return sys.stderr

    @stream.setter
    def stream(self, _: TextIO) -> None:
        pass


class PlainLines(logging.Formatter):
    """For people: when, how bad, where, what."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return " ".join(f"{super().format(_told(record))}{_more(record)}".split("\n"))


class JsonLines(logging.Formatter):
    """For programs."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": _told(record).getMessage() + _more(record),
        }
        return json.dumps(line, ensure_ascii=False)


def _told(record: logging.LogRecord) -> logging.LogRecord:
    """The same without the words of an exception, and without its traceback."""
    if not (record.exc_info or record.exc_text or record.stack_info):
        return record
    error = record.exc_info[1] if record.exc_info else None
    kind = f": {described(error)}" if isinstance(error, Exception) else ""
    told = logging.makeLogRecord(record.__dict__)
    told.msg, told.args = f"{_first_line(record)}{kind}", ()
    told.exc_info = told.exc_text = told.stack_info = None
    return told


def _first_line(record: logging.LogRecord) -> str:
    return record.getMessage().split("\n", 1)[0]


def _more(record: logging.LogRecord) -> str:
    held_back = getattr(record, "held_back", 0)
    return f" ({held_back} more like it were not written)" if held_back else ""


class Flood(logging.Filter):
    """Lets the first lines of a kind through each second, and says how many it held back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[tuple[str, str], tuple[int, int]] = {}
        """The second, and how many lines it has seen."""

    def filter(self, record: logging.LogRecord) -> bool:
        kind, second = (record.name, str(record.msg)[:80]), int(self._clock())
        then, count = self._kinds.get(kind, (second, 0))
        if then != second:
            record.held_back, count = max(0, count - BURST), 0
        if len(self._kinds) > 1000:
            self._kinds.clear()
        self._kinds[kind] = (second, count + 1)
        return count < BURST
