"""Frames: what clients send in any pieces is read whole; what breaks the protocol is told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.frames import Opcode as TheirOpcode
from websockets.protocol import State
from websockets.uri import parse_uri

from tests.server.wire.attacks import masked
from volto.server.wire import frames
from volto.server.wire.frames import (
    MOST_FRAGMENTS,
    PROTOCOL_ERROR,
    TOO_LARGE,
    Arrived,
    FrameReader,
    Violation,
    close_frame,
    framed,
)

LONGEST = 70_000


def read(reader: FrameReader, data: bytes) -> list[Arrived]:
    reader.feed(data)
    return list(iter(reader.next, None))


@given(st.lists(st.binary(max_size=300), max_size=6), st.lists(st.integers(0, 2000), max_size=5))
def test_messages_arrive_however_the_bytes_are_cut(messages: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(masked(message) for message in messages)
    ends = [*sorted(cut % (len(stream) + 1) for cut in cuts), len(stream)]
    reader, got, start = FrameReader(LONGEST), [], 0
    for end in ends:
        got += read(reader, stream[start:end])
        start = end
    assert got == [(frames.TEXT, message) for message in messages]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_both_sides_understand_another_implementation(size: int) -> None:
    payload = bytes(at % 251 for at in range(size))
    theirs = Frame(TheirOpcode.TEXT, payload).serialize(mask=True)
    assert read(FrameReader(LONGEST), theirs) == [(frames.TEXT, payload)]
    client = ClientProtocol(parse_uri("ws://here/"), state=State.OPEN)
    client.receive_data(framed(payload) + close_frame(1012))
    text, close = client.events_received()
    assert isinstance(text, Frame)
    assert isinstance(close, Frame)
    assert (text.opcode, text.data) == (TheirOpcode.TEXT, payload)
    assert client.close_rcvd is not None
    assert client.close_rcvd.code == 1012


def test_a_message_in_fragments_is_put_together_and_pings_may_come_between() -> None:
    stream = (
        masked(b"one ", final=False)
        + masked(b"?", frames.PING)
        + masked(b"two ", frames.CONTINUATION, final=False)
        + masked(b"three", frames.CONTINUATION)
        + masked(b"", frames.BINARY)
    )
    assert read(FrameReader(LONGEST), stream) == [
        (frames.PING, b"?"),
        (frames.TEXT, b"one two three"),
        (frames.BINARY, b""),
    ]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x81\x01x", PROTOCOL_ERROR),  # not masked
        (b"\xc1\x80", PROTOCOL_ERROR),  # a reserved bit
        (b"\x83\x80", PROTOCOL_ERROR),  # no such opcode
        (b"\x8b\x80", PROTOCOL_ERROR),
        (b"\x09\x80", PROTOCOL_ERROR),  # a ping in fragments
        (b"\x89\xfe\x00\x80", PROTOCOL_ERROR),  # a long ping
        (masked(b"", frames.CONTINUATION), PROTOCOL_ERROR),  # of nothing
        (masked(b"a", final=False) + masked(b"b"), PROTOCOL_ERROR),  # another message within
        (b"\x81\xfe\x10\x01", TOO_LARGE),  # before its payload has come
        (b"\x81\xff" + b"\xff" * 8, TOO_LARGE),
        (masked(b"x" * 4000, final=False) + b"\x80\xe1", TOO_LARGE),  # in fragments
        (
            masked(b"", final=False)
            + masked(b"", frames.CONTINUATION, final=False) * MOST_FRAGMENTS,
            TOO_LARGE,
        ),
    ],
)
def test_what_breaks_the_protocol_or_its_bounds_is_a_violation(data: bytes, code: int) -> None:
    with pytest.raises(Violation) as raised:
        read(FrameReader(4096), data)
    assert raised.value.code == code


def test_what_was_read_is_not_kept() -> None:
    reader = FrameReader(4096)
    assert len(read(reader, masked(b"x" * 100) * 1000 + b"\x81")) == 1000
    assert reader._data == b"\x81"
