"""WebSocket frames (RFC 6455) as a server reads and writes them: no extensions, short messages."""

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # compiled where possible

PROTOCOL_ERROR, TOO_LARGE = 1002, 1009
MOST_FRAGMENTS = 64
"""Frames that one message may come in."""
LONGEST_CONTROL = 125


CONTINUATION, TEXT, BINARY = 0, 1, 2
CLOSE, PING, PONG = 8, 9, 10
OPCODES = frozenset((CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG))

Arrived = tuple[int, bytes]
"""The opcode and payload of a whole message, or of a control frame."""


class Violation(Exception):
    """A client that does not keep to the protocol or its bounds: closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class FrameReader:
    """Turns bytes into messages; keeps at most one message and what came after it."""

    __slots__ = ("_at", "_data", "_fragments", "_longest", "_message", "_opcode")

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._data, self._at = b"", 0
        self._message = b""
        self._opcode = self._fragments = 0
        """Of the message that has begun; 0 if none has."""

    def feed(self, data: bytes) -> None:
        self._data, self._at = self._data[self._at :] + data, 0

    def next(self) -> Arrived | None:
        """The next message, if it is there; raises Violation."""
        while (frame := self._frame()) is not None:
            final, opcode, payload = frame
            if final and opcode:
                return opcode, payload
            self._fragments += 1
            if self._fragments > MOST_FRAGMENTS:
                raise Violation(TOO_LARGE)
            self._opcode = opcode or self._opcode
            self._message += payload
            if final:
                whole = self._opcode, self._message
                self._opcode, self._message, self._fragments = 0, b"", 0
                return whole
        self._data, self._at = self._data[self._at :], 0  # what was read is not kept
        return None

    def _frame(self) -> tuple[bool, int, bytes] | None:
        data, at = self._data, self._at
        there = len(data) - at
        if there < 2:
            return None
        first, length = data[at], data[at + 1] - 128
        final, opcode = first >= 128, first & 15
        if first & 0x70 or length < 0 or opcode not in OPCODES:
            raise Violation(PROTOCOL_ERROR)
        if opcode >= CLOSE:
            if length > LONGEST_CONTROL or not final:
                raise Violation(PROTOCOL_ERROR)
        elif (opcode == CONTINUATION) != bool(self._opcode):
            raise Violation(PROTOCOL_ERROR)
        start = 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if there < start:
                return None
            length = int.from_bytes(data[at + 2 : at + start])
        if len(self._message) + length > self._longest and opcode < CLOSE:
            raise Violation(TOO_LARGE)
        end = start + 4 + length
        if there < end:
            return None
        mask = data[at + start : at + start + 4]
        self._at = at + end
        return final, opcode, apply_mask(data[at + start + 4 : at + end], mask)


def framed(payload: bytes, opcode: int = TEXT) -> bytes:
    """A message as one frame."""
    length = len(payload)
    if length < 126:
        return bytes((128 | opcode, length)) + payload
    if length < 65536:
        return b"%c\x7e%b%b" % (128 | opcode, length.to_bytes(2), payload)
    return b"%c\x7f%b%b" % (128 | opcode, length.to_bytes(8), payload)


def close_frame(code: int) -> bytes:
    return framed(code.to_bytes(2), CLOSE)
