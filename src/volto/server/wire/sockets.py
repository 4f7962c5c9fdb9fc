"""The socket of a page: hello first, then requests one by one; whatever happens is told at once."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from volto.rules import Family
from volto.server.bots.bots import Bots
from volto.server.errors import RequestError, described
from volto.server.settings import ServerSettings
from volto.server.tables import commands
from volto.server.tables.table import Seats, Table
from volto.server.tables.tables import Tables
from volto.server.wire.messages import (
    AskHint,
    DeclineDraw,
    Deploy,
    Done,
    Hello,
    OfferDraw,
    Ping,
    Play,
    Refused,
    Rematch,
    Request,
    Resign,
    read_request,
    write,
)
from volto.server.wire.rate_limit import Bucket

GREETING = 10.0
"""Seconds in which a page says hello."""
UNSENT = 400
"""Frames that may wait for a slow page; then it is let go, and comes back for what it missed."""
PATIENCE = 200
"""Requests beyond the rate that are refused before the connection is closed."""

PROTOCOL_ERROR, POLICY, TOO_LARGE, FAILED, TRY_LATER = 1002, 1008, 1009, 1011, 1013

_log = logging.getLogger(__name__)


class Closing(Exception):
    """The connection is to be closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    """One page at one table, on the seats that its key opens."""

    def __init__(
        self, socket: WebSocket, table: Table, seats: Seats, tables: Tables, bots: Bots,
        settings: ServerSettings,
    ) -> None:  # fmt: skip
        self._socket, self._table, self._seats = socket, table, seats
        self._tables, self._bots, self._settings = tables, bots, settings
        self._unsent: asyncio.Queue[bytes | None] = asyncio.Queue(UNSENT)
        self._bucket = Bucket(settings.rate, settings.burst)
        self._patience = PATIENCE
        self._code = 1000
        self._hint: asyncio.Task[None] | None = None

    @property
    def seats(self) -> Seats:
        return self._seats

    def tell(self, frame: bytes) -> None:
        """Send when the page is ready for it; a page that is too slow is let go."""
        try:
            self._unsent.put_nowait(frame)
        except asyncio.QueueFull:
            self._code = TRY_LATER
            while not self._unsent.empty():
                self._unsent.get_nowait()
            self._unsent.put_nowait(None)

    async def run(self) -> None:
        """Until the page goes, or is asked to."""
        sender = asyncio.create_task(self._send())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((sender, reader), return_when=asyncio.FIRST_COMPLETED)
            if not sender.done():
                self.tell_end()
                await asyncio.wait((sender,), timeout=GREETING)
        finally:
            if self in self._table.listeners:
                self._table.leave(self)
            for task in (sender, reader, self._hint):
                if task is not None:
                    task.cancel()
            for outcome in await asyncio.gather(sender, reader, return_exceptions=True):
                if isinstance(outcome, Exception):
                    _log.error("A connection failed: %s", described(outcome))
                    self._code = FAILED
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self._socket.close(self._code)

    def tell_end(self) -> None:
        """What was said before still goes out."""
        with contextlib.suppress(asyncio.QueueFull):
            self._unsent.put_nowait(None)

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while (frame := await self._unsent.get()) is not None:
                await self._socket.send_text(frame.decode())

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(GREETING):
                first = await self._next()
            if not isinstance(first, Hello):
                self._refuse(None, RequestError("bad-message", "The first message must be hello."))
                raise Closing(PROTOCOL_ERROR)
            await self._greet(first)
            while True:
                request = await self._next()
                if request is not None:
                    await self._obey(request)
        except Closing as closing:
            self._code = closing.code
        except TimeoutError:
            self._code = POLICY
        except WebSocketDisconnect:
            pass

    async def _next(self) -> Request | None:
        """The next message; None if it could not be read, which has been answered."""
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1005))
        frame: str | bytes = event.get("text") or event.get("bytes") or b""
        if _size(frame) > self._settings.longest_frame:
            most = self._settings.longest_frame
            self._refuse(
                None, RequestError("too-large", f"A message may have at most {most} bytes.")
            )
            raise Closing(TOO_LARGE)
        if not self._bucket.take():
            self._patience -= 1
            if self._patience < 0:
                raise Closing(POLICY)
            self._refuse(
                _ref(frame),
                RequestError("too-fast", "Too many messages. Wait a moment and try again."),
            )
            return None
        try:
            return read_request(frame)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._refuse(
                _ref(frame), RequestError("bad-message", f"The message is not valid: {error}.")
            )
            return None

    async def _greet(self, hello: Hello) -> None:
        try:
            await self._table.greet(self, hello.last)
        except RequestError as refusal:
            self._refuse(None, refusal)
            raise Closing(TRY_LATER) from None
        self._bots.attend(self._tables, self._table)

    async def _obey(self, request: Request) -> None:
        try:
            if isinstance(request, Hello):
                raise RequestError("bad-message", "Hello can be sent only once.")
            if isinstance(request, Ping):
                self.tell(write(Done(request.ref)))
                return
            seat = Family(request.seat)
            if seat not in self._seats:
                raise RequestError("not-your-seat", "Only your opponent can decide that.")
            if isinstance(request, AskHint):
                self._ask_hint(seat, request.ref)
                return
            await self._act(seat, request, self._acknowledge(request.ref))
        except RequestError as refusal:
            self._refuse(None if isinstance(request, Hello) else request.ref, refusal)

    async def _act(
        self,
        seat: Family,
        request: Deploy | Play | Resign | OfferDraw | DeclineDraw | Rematch,
        acknowledge: Callable[[int], None],
    ) -> None:
        table = self._table
        match request:
            case Deploy():
                await self._tables.deploy(table, seat, request.deployment, acknowledge)
            case Play():
                ply, move = request.ply, request.move
                await table.act(lambda state: commands.play(state, seat, ply, move), acknowledge)
            case Resign():
                await table.act(lambda state: commands.resign(state, seat), acknowledge)
            case OfferDraw():
                await table.act(lambda state: commands.offer_draw(state, seat), acknowledge)
            case DeclineDraw():
                await table.act(lambda state: commands.decline_draw(state, seat), acknowledge)
            case Rematch():
                await self._tables.rematch(table, seat, acknowledge)

    def _acknowledge(self, ref: int) -> Callable[[int], None]:
        return lambda number: self.tell(write(Done(ref, number)))

    def _ask_hint(self, seat: Family, ref: int) -> None:
        """Thought about on the side, so that the page can still resign."""
        if self._hint is not None and not self._hint.done():
            raise RequestError("busy", "Your hint is already being worked out.")

        async def think() -> None:
            try:
                self.tell(write(await self._bots.hint(self._table, seat, ref)))
            except RequestError as refusal:
                self._refuse(ref, refusal)

        self._hint = asyncio.create_task(think())

    def _refuse(self, ref: int | None, refusal: RequestError) -> None:
        self.tell(write(Refused(ref, refusal.code, str(refusal))))


class _Loose(msgspec.Struct):
    ref: int | None = None


def _ref(frame: str | bytes) -> int | None:
    """The `ref` of a message that is otherwise not understood, if it has one."""
    try:
        return msgspec.json.decode(frame, type=_Loose).ref
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _size(frame: str | bytes) -> int:
    return len(frame.encode(errors="surrogatepass") if isinstance(frame, str) else frame)


def same_host(origin: str | None, host: str | None) -> bool:
    """Whether a browser's page comes from this server; programs do not say where they come from."""
    return origin is None or urlsplit(origin).netloc == host


async def serve_socket(socket: WebSocket) -> None:
    """`/socket/{table}/{key}` for seats, `/socket/{table}` for spectators."""
    state = socket.app.state
    tables: Tables = state.tables
    if not same_host(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(POLICY)
        return
    params = socket.path_params
    try:
        welcomed = await tables.welcome(params["table"], params.get("key"))
    except RequestError:
        await socket.close(POLICY)
        return
    await socket.accept()
    connection = Connection(
        socket, welcomed.table, welcomed.seats, tables, state.bots, state.settings
    )
    with contextlib.suppress(asyncio.CancelledError):  # the server ends and waits no longer
        await connection.run()
