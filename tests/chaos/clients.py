"""Scripted people: they play on whatever worker answers, come back by themselves, and note all."""

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.chaos.cluster import Cluster
from tests.chaos.history import Histories, Operation
from tests.chaos.linearisability import Fault, Model, find_fault
from tests.chaos.table_model import Seen, TableModel, other
from tests.server.serving import RED_SETUP, WHITE_SETUP, Page, Server, parts
from volto.server.settings import ServerSettings
from volto.server.wire.messages import (
    DeclineDraw,
    Deploy,
    Done,
    ErrorBody,
    FamilyWord,
    Hello,
    Join,
    Message,
    NewTable,
    OfferDraw,
    Play,
    Refused,
    Rematch,
    Resign,
    Resync,
    TableMade,
    TableSnapshot,
    Welcome,
    write,
)

WISH = NewTable(mode="friend", family="white", first="white", aid="off")
HOUSE_WISH = NewTable(mode="house", level=2, family="white", first="white", aid="off")
SETUPS = (WHITE_SETUP, RED_SETUP)
GONE = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)
JSON = {"content-type": "application/json"}
RETURN = 90.0
"""Seconds within which everyone must play again once all is well."""
HOUSE_DEPLOYS = 6
"""How often the house may deploy at a table when its workers do not know of each other."""


@dataclass
class Crowd:
    """Everyone who plays, where they may connect, and what they have noted."""

    ports: Sequence[int]
    """Of the workers; any of them is as good as another."""
    rng: Random
    pace: float = 0.0
    """Seconds that a client thinks about a turn, about."""
    graceful: bool = False
    """Whether a request without an answer must have had no effect."""
    patience: float = 15.0
    """Seconds after which a client gives a request up and connects anew."""
    histories: Histories = field(default_factory=Histories)
    starts: dict[str, Model] = field(default_factory=dict)
    """Every table as it was made."""
    house_seats: dict[str, FamilyWord] = field(default_factory=dict)
    """Where the house sits at its tables."""
    closing: bool = False
    """Nobody asks for anything new."""
    clients: list["Client"] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)
    """What was counted at the tables that have been checked."""
    _left_with: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _faults: dict[str, Fault] = field(default_factory=dict)
    _addresses: "itertools.count[int]" = field(default_factory=lambda: itertools.count(256))

    def address(self) -> str:
        """A loopback address of its own for each client: limits are per address."""
        number = next(self._addresses)
        return f"127.1.{number >> 8}.{number & 255}"

    async def seat(self, pairs: int, at_house: int = 0) -> None:
        """Make tables, and clients for them; a lost answer is asked for again."""
        for number in range(pairs):
            made = await self._insist("/api/tables", WISH)
            assert made.invite is not None
            table, key = parts(made.invite)[2:]
            self.starts[table] = TableModel()
            white = Client(self, f"white {number}", "white", made.path)
            red = Client(self, f"red {number}", "red", "")
            await red.join(table, key)
            self.clients += (white, red)
        for number in range(at_house):
            made = await self._insist("/api/tables", HOUSE_WISH)
            guest = Client(self, f"guest {number}", "white", made.path)
            self.starts[guest.table] = TableModel(joined=True)
            self.house_seats[guest.table] = "red"
            self.clients.append(guest)

    async def _insist(self, path: str, wish: msgspec.Struct) -> TableMade:
        while True:
            with contextlib.suppress(*GONE):
                answer = await self.post(self.rng.choice(self.ports), self.address(), path, wish)
                if isinstance(answer, TableMade):
                    return answer
            await asyncio.sleep(0.05)

    async def post(
        self, port: int, address: str, path: str, wish: msgspec.Struct
    ) -> TableMade | ErrorBody:
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=address)
        async with httpx.AsyncClient(transport=transport, timeout=self.patience) as client:
            answer = await client.post(
                f"http://127.0.0.1:{port}{path}", content=write(wish), headers=JSON
            )
        if answer.is_success:
            return msgspec.json.decode(answer.content, type=TableMade)
        return msgspec.json.decode(answer.content, type=ErrorBody)

    @contextlib.asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """All clients live as long as this block; one that meets a fault of its own ends it."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(client.live()) for client in self.clients]
            try:
                yield
                self.closing = True
                while any(client.asking for client in self.clients):
                    await asyncio.sleep(0.01)
            finally:
                for task in tasks:
                    task.cancel()

    async def through(self, cluster: Cluster, strikes: Iterable[str], calm: float) -> None:
        """Play while all this befalls the cluster, with some calm seconds in between, about."""
        async with self.playing():
            await self.going_on()
            for strike in strikes:
                await self.going_on(len(self.clients) // 2)
                await asyncio.sleep(self.rng.uniform(0, 2 * calm))
                await cluster.strike(strike)
            await cluster.back()
            await self.going_on()
        await self.look_at_all()

    async def going_on(self, most: int | None = None) -> None:
        """Wait until so many clients (or all) have had another request carried out."""
        before = [(client, client.answered) for client in self.clients]
        wanted = len(before) if most is None else most
        async with asyncio.timeout(RETURN):
            while sum(client.answered > answered for client, answered in before) < wanted:
                await asyncio.sleep(0.02)

    async def look_at_all(self) -> None:
        """Every seat of every running table looks once more, at every worker."""
        for client in self.clients:
            for port in self.ports:
                await client.look(port)

    def faults(self) -> dict[str, Fault]:
        """The tables whose histories cannot be explained."""
        for table in tuple(self.histories.operations):
            self._check(table)
        return self._faults

    def leave(self, table: str, turns: tuple[str, ...]) -> None:
        """A client goes to another table; once all have, its history is checked and forgotten."""
        self._left_with[table] = turns
        if not any(client.table == table for client in self.clients):
            self._check(table)

    def _check(self, table: str) -> None:
        history = self.histories.operations.pop(table)
        answered = [one for one in history if one.answer is not None]
        lost = [one for one in history if one.answer is None and not isinstance(one.request, Hello)]
        self.tally.update(
            {
                "tables": 1,
                "answers": len(answered),
                "refusals": sum(isinstance(one.answer, Refused) for one in answered),
                "turns": sum(
                    isinstance(one.request, Play) and isinstance(one.answer, Done)
                    for one in answered
                ),
                "unknown": len(lost),
            }
        )
        if self.graceful:
            lost = []
        fault = find_fault([*answered, *lost, *self._of_house(table, answered)], self.starts[table])
        if fault is not None:
            self._faults[table] = fault

    def _of_house(self, table: str, answered: list[Operation]) -> list[Operation]:
        """What the house did there asked nobody: it may have, as far as pages have seen it."""
        if table not in self.house_seats:
            return []
        house = self.house_seats[table]
        seen = [one.answer.turns for one in answered if isinstance(one.answer, Seen)]
        longest = max([*seen, self._left_with.get(table, ())], key=len)
        requests: list[Message] = [
            *(Deploy(0, house, "?"),) * HOUSE_DEPLOYS,
            *(Play(0, house, ply, move) for ply, move in enumerate(longest)),
            Rematch(0, house),
        ]
        return [Operation("the house", request, None, 0.0) for request in requests]


@dataclass
class Client:
    """One person, from table to table: after the end there is always a rematch."""

    crowd: Crowd
    name: str
    seat: FamilyWord
    path: str
    answered: int = 0
    """Requests that were carried out."""
    asking: bool = False
    returns: int = 0
    goodbyes: list[int | None] = field(default_factory=list)
    """The codes that its connections were closed with."""
    last: int | None = None
    snapshot: TableSnapshot | None = None

    def __post_init__(self) -> None:
        self.address = self.crowd.address()
        self.rng = Random(f"{self.name} {self.crowd.rng.random()}")

    @property
    def table(self) -> str:
        return parts(self.path)[2]

    async def join(self, table: str, key: str) -> None:
        """Take the seat of an invitation, however often it takes."""
        wish = Join(key, self.name, self.name)
        while not self.path:
            port = self.rng.choice(self.crowd.ports)
            with contextlib.suppress(*GONE):
                async with self._asking(table, wish, port) as note:
                    answer = await self.crowd.post(
                        port, self.address, f"/api/tables/{table}/join", wish
                    )
                    if isinstance(answer, TableMade):
                        self.path = answer.path
                        note(answer)
                    elif answer.code != "unknown":
                        note(Refused(None, answer.code, answer.text))
            await asyncio.sleep(0.02)

    async def live(self) -> None:
        """Play until cancelled."""
        while True:
            with contextlib.suppress(*GONE), self._goodbye():
                async with self._seated(self.rng.choice(self.crowd.ports)) as (page, port):
                    self.returns += 1
                    await self._play(page, port)
            await asyncio.sleep(0.02 + self.rng.random() * 0.1)

    @contextlib.contextmanager
    def _goodbye(self) -> Iterator[None]:
        try:
            yield
        except ConnectionClosed as goodbye:
            self.goodbyes.append(goodbye.rcvd.code if goodbye.rcvd else None)

    async def look(self, port: int) -> None:
        """See the table as somebody who comes for the first time."""
        self.last = self.snapshot = None
        async with self._seated(port):
            pass

    @contextlib.asynccontextmanager
    async def _seated(self, port: int) -> AsyncIterator[tuple[Page, int]]:
        """A connection that has heard all that had happened when it said hello."""
        server = Server(port, ServerSettings())
        async with contextlib.AsyncExitStack() as stack:
            async with self._asking(self.table, Hello(self.last), port) as note:
                async with asyncio.timeout(self.crowd.patience):
                    page = await stack.enter_async_context(self._sit(server))
                    assert page.welcome is not None
                    assert page.welcome.fresh or self.last is not None
                    if page.welcome.fresh:
                        await page.until(Resync)
                    while page.number < page.welcome.number:
                        await page.hear()
                self._remember(page)
                note(Seen.of(page.number, page.snapshots[self.seat]))
            try:
                yield page, port
            finally:
                self._remember(page)

    @contextlib.asynccontextmanager
    async def _sit(self, server: Server) -> AsyncIterator[Page]:
        connecting = server.socket(self.path, local_addr=(self.address, 0), close_timeout=1)
        async with connecting as connection:
            page = Page(connection, number=self.last or 0)
            if self.snapshot is not None:
                page.snapshots[self.seat] = self.snapshot
            await page.say(Hello(self.last))
            page.welcome = await page.until(Welcome)
            yield page

    def _remember(self, page: Page) -> None:
        """What this page knows; the happenings it heard of came one by one."""
        assert page.happened == [*range(page.number - len(page.happened) + 1, page.number + 1)]
        if self.seat in page.snapshots:
            self.last, self.snapshot = page.number, page.snapshots[self.seat]

    @contextlib.asynccontextmanager
    async def _asking(
        self, table: str, request: object, port: int
    ) -> AsyncIterator[Callable[[object], None]]:
        async with self.crowd.histories.asking(table, self.name, request, str(port)) as asked:

            def note(answer: object) -> None:
                asked.answer = answer

            self.asking = True
            try:
                yield note
            finally:
                self.asking = False

    async def _play(self, page: Page, port: int) -> None:
        while True:
            request = self._wish(page)
            if request is None:
                if self._follow_rematch(page):
                    return
                await self._hear(page)
                continue
            if self.crowd.pace:
                await asyncio.sleep(self.rng.expovariate(1 / self.crowd.pace))
                if self.crowd.closing:
                    continue
            async with self._asking(self.table, request, port) as note:
                async with asyncio.timeout(self.crowd.patience):
                    answer = await page.ask(
                        lambda ref, ask=request: msgspec.structs.replace(ask, ref=ref)  # type: ignore[misc]
                    )
                if not (isinstance(answer, Refused) and answer.code == "unknown"):
                    note(answer)
            if isinstance(answer, Done):
                self.answered += 1
                assert answer.number is not None
                while page.number < answer.number:
                    await self._hear(page)
            else:  # something new may be on its way
                with contextlib.suppress(TimeoutError):
                    await self._hear(page, 0.2)

    async def _hear(self, page: Page, patience: float | None = None) -> None:
        async with asyncio.timeout(patience or self.crowd.patience):
            await page.hear()

    def _wish(self, page: Page) -> Message | None:
        """What this client would do now; None: wait."""
        now, seat, rng = page.snapshots[self.seat], self.seat, self.rng
        if now.phase == "waiting" or self.crowd.closing:
            return None
        if now.phase == "deploying":
            again = now.people[seat].ready
            if again and rng.random() < 0.7:
                return None
            return Deploy(0, seat, rng.choice(SETUPS))
        if now.phase == "over":
            asked = now.next_table is not None or now.rematch_wish == seat
            return None if asked else Rematch(0, seat)
        with_person = now.people[other(seat)].kind == "person"
        chance = rng.random()
        if now.draw_offer == other(seat):
            if chance < 0.6:
                return DeclineDraw(0, seat)
            if chance < 0.7:
                return OfferDraw(0, seat)
        if with_person and chance > 0.995:
            return Resign(0, seat)
        if with_person and chance > 0.97 and now.draw_offer is None:
            return OfferDraw(0, seat)
        if not now.moves:
            return None
        origin, targets = rng.choice(sorted(now.moves.items()))
        return Play(0, seat, now.ply, origin + rng.choice(targets))

    def _follow_rematch(self, page: Page) -> bool:
        """Go to the next table, if it is agreed."""
        now = page.snapshots[self.seat]
        if now.next_table is None:
            return False
        self._remember(page)
        left, house = self.table, self.crowd.house_seats.get(self.table)
        self.path, self.seat = now.next_table, other(self.seat)
        self.crowd.starts.setdefault(self.table, TableModel(joined=True))
        if house:
            self.crowd.house_seats[self.table] = other(house)
        self.last = self.snapshot = None
        self.crowd.leave(left, Seen.of(0, now).turns)
        return True
