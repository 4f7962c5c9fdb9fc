"""The requests of a page: hello first, then one by one; whatever happens is told at once."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from urllib.parse import urlsplit

import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocket

from volto.rules import Family
from volto.server import metrics
from volto.server.bots.bots import Bots
from volto.server.errors import RequestError, described
from volto.server.tables import commands
from volto.server.tables.table import Seats
from volto.server.tables.tables import Access, Tables
from volto.server.wire.failures import SERVER_ERROR
from volto.server.wire.gate import Gate
from volto.server.wire.limits import PORTION, Bucket, network
from volto.server.wire.messages import (
    UNREADABLE,
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
    Resign,
    Share,
    read_request,
    write,
)
from volto.server.wire.socket_protocol import HANDSHAKE, Handshake, SocketProtocol

Act = Deploy | Play | Resign | OfferDraw | DeclineDraw | Rematch | Share
Work = tuple[Coroutine[None, None, None], int | None]
"""A request that takes time, and its `ref`."""

PATIENCE = 200
"""Requests beyond the limits that are refused before the connection is closed."""
INBOX = 16
"""Requests that may wait for the one before them; then nothing more is read."""

PROTOCOL_ERROR, POLICY, TOO_LARGE, TRY_LATER = 1002, 1008, 1009, 1013
TOO_MANY = 429
WRONG_KEY = 4404
"""The code that closes a socket whose address or key leads nowhere."""
PROTOCOL, KEY = "volto", "key."
"""What a page offers to speak, and what stands before its key there."""

_log = logging.getLogger(__name__)


class Connection:
    """One page at one table, on the seats that its key opens."""

    __slots__ = (
        "_bots", "_buckets", "_hint", "_inbox", "_patience", "_seats", "_socket", "_table",
        "_tables", "_task", "_working", "greeted", "person",
    )  # fmt: skip

    def __init__(
        self, access: Access, tables: Tables, bots: Bots, gate: Gate, buckets: Sequence[Bucket],
        person: str,
    ) -> None:  # fmt: skip
        """`buckets` limit what it sends, the strictest first; `person` is whom it is counted as."""
        self._table, self._seats = access.table, access.seats
        self._tables, self._bots = tables, bots
        self._buckets, self._working = buckets, gate.working
        self._socket: SocketProtocol | None = None
        self._inbox: list[bytes] = []
        self._task: asyncio.Task[None] | None = None
        self._hint: asyncio.Task[None] | None = None
        self._patience = PATIENCE
        self.greeted, self.person = False, person

    @property
    def seats(self) -> Seats:
        return self._seats

    def tell(self, frame: bytes) -> None:
        """Send when the page is ready for it; a page that is too slow is let go."""
        if self._socket is not None:
            self._socket.tell(frame)

    # What the socket says.

    def attached(self, socket: SocketProtocol) -> None:
        self._socket = socket

    @property
    def full(self) -> bool:
        return len(self._inbox) >= INBOX

    def lost(self) -> None:
        """A request that was begun is finished; what waited behind it is dropped."""
        self._socket = None
        self._inbox.clear()
        if self in self._table.listeners:
            self._table.leave(self)
        if self._hint is not None:
            self._hint.cancel()

    def violated(self, code: int) -> None:
        if code == TOO_LARGE:
            self._refuse(None, RequestError("too-large", "That message is too large."))

    def allows(self, size: int) -> bool:
        """Whether so much more is within the limits; who asks too often is let go."""
        portions = 1 + size // PORTION
        for bucket in self._buckets:
            if not bucket.take(portions):
                break
        else:
            return True
        self._patience -= 1
        if self._patience < 0:
            self._close(POLICY)
        return False

    def received(self, message: bytes) -> None:
        """Requests are carried out one by one, in the order in which they came."""
        if self._task is not None:
            self._inbox.append(message)
            return
        work = self._begun(message)
        if work is not None:
            self._task = asyncio.create_task(self._carry_out(work))
            self._working.add(self._task)
            self._task.add_done_callback(self._working.discard)

    async def _carry_out(self, work: Work) -> None:
        """This request, and what came in the meantime."""
        following: Work | None = work
        try:
            while following is not None:
                await self._guarded(*following)
                following = None
                while self._inbox and following is None:
                    following = self._begun(self._inbox.pop(0))
        finally:
            self._task = None
        if self._socket is not None:
            self._socket.go_on()

    def _begun(self, message: bytes) -> Work | None:
        """What is left to do for a message, if it could not be answered at once."""
        if not self.allows(len(message)):
            sentence = "Too many messages. Wait a moment and try again."
            self._refuse(_ref(message), RequestError("too-fast", sentence))
            return None
        try:
            request = read_request(message)
        except UNREADABLE as error:
            sentence = f"The message is not valid: {error}."
            self._refuse(_ref(message), RequestError("bad-message", sentence))
            return None
        if not self.greeted:
            if not isinstance(request, Hello):
                sentence = "The first message must be hello."
                self._refuse(None, RequestError("bad-message", sentence))
                self._close(PROTOCOL_ERROR)
                return None
            self.greeted = True
            return self._greet(request), None
        if isinstance(request, Hello):
            self._refuse(None, RequestError("bad-message", "Hello can be sent only once."))
            return None
        if isinstance(request, Ping):
            self.tell(write(Done(request.ref)))
            return None
        return self._obey(request), request.ref

    async def _guarded(self, work: Coroutine[None, None, None], ref: int | None) -> None:
        """Whatever fails, the page is told, and the talk goes on."""
        try:
            await work
        except RequestError as refusal:
            self._refuse(ref, refusal)
        except Exception as error:
            _log.error("A request failed: %s", described(error))
            if ref is None:
                self._close(SERVER_ERROR)
            else:
                self._refuse(ref, RequestError("busy", "Something went wrong on the server."))

    def _close(self, code: int) -> None:
        if self._socket is not None:
            self._socket.close(code)

    async def _greet(self, hello: Hello) -> None:
        try:
            await self._table.greet(self, hello.last)
        except RequestError as refusal:
            self._refuse(None, refusal)
            self._close(TRY_LATER)
            return
        if self._socket is None:  # it has gone in the meantime
            self._table.leave(self)
            return
        self._tables.attend(self._table)

    async def _obey(self, request: Act | AskHint) -> None:
        seat = Family(request.seat)
        if seat not in self._seats:
            raise RequestError("not-your-seat", "Only your opponent can decide that.")
        if isinstance(request, AskHint):
            self._ask_hint(seat, request.ref)
        else:
            await self._act(seat, request, self._acknowledge(request.ref))

    async def _act(
        self,
        seat: Family,
        request: Act,
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
            case Share():
                await table.act(lambda state: commands.share(state, seat), acknowledge)

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
        metrics.refusals.labels(refusal.code).inc()
        self.tell(write(Refused(ref, refusal.code, str(refusal))))


class _Loose(msgspec.Struct):
    ref: int | None = None


def _ref(frame: bytes) -> int | None:
    """The `ref` of a message that is otherwise not understood, if it has one."""
    try:
        return msgspec.json.decode(frame, type=_Loose).ref
    except UNREADABLE:
        return None


def same_host(origin: str | None, host: str | None) -> bool:
    """Whether a browser's page comes from this server; programs do not say where they come from."""
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False


async def serve_socket(socket: WebSocket) -> None:
    """`/socket/{table}`, for a seat with its key among the protocols that the page offers.

    There it stands in no address, and no log keeps it.
    """
    state = socket.app.state
    tables: Tables = state.tables
    gate: Gate = state.gate
    if not same_host(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(POLICY)
        return
    person = network(socket.client.host if socket.client else "")
    address = gate.limits.addresses[person]
    if not (address.take("handshakes") and gate.limits.all.take("handshakes")):
        await _turn_away(socket)
        return
    name = socket.path_params["table"]
    offered = socket.scope["subprotocols"]
    key = next((word.removeprefix(KEY) for word in offered if word.startswith(KEY)), None)
    protocol = PROTOCOL if PROTOCOL in offered else None
    try:
        access = await tables.welcome(name, key)
    except RequestError as refusal:
        await socket.accept(protocol)
        await socket.close(WRONG_KEY if refusal.code == "not-found" else TRY_LATER)
        return
    seat = gate.limits.seat(name, access.seats)
    handshake: Handshake = socket.scope["extensions"][HANDSHAKE]
    if not (seat.take("handshakes") and handshake.seated(address, seat)):
        await _turn_away(socket)
        return
    await socket.accept(protocol)
    buckets = [meter.buckets["messages"] for meter in (seat, address, gate.limits.all)]
    handshake.attach(Connection(access, tables, state.bots, gate, buckets, person))


async def _turn_away(socket: WebSocket) -> None:
    """Too many: the page tries again later."""
    await socket.send_denial_response(Response(status_code=TOO_MANY, headers={"retry-after": "5"}))
