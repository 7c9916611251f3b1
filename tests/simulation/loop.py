"""An event loop in virtual time, whose network is memory: what waits for nothing takes no time at all."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import math
import signal
from collections.abc import Callable, Iterator
from contextvars import Context, copy_context
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

import aiohttp
from aiohttp.client_proto import ResponseHandler

T = TypeVar("T")
START = 1000.0
"""Where virtual time begins, in seconds."""


MOST_STEPS = 3_000_000
MOST_STEPS_AT_ONCE = 10_000
"""Steps without any time between them; usually there are 30 at most."""
STUCK_S = 20.0
"""Processor seconds that no step takes."""


class Deadlock(SystemExit):
    """Everything waits, and nothing will ever happen again; or something turns in circles.

    The bot would catch an ``Exception``, and asyncio keeps all others for whoever asks for the result.
    """


class _Jump:
    """Takes the place of a selector: instead of sleeping, it moves the clock."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        """Let ``timeout`` seconds pass."""
        loop = self._loop
        if timeout != 0 and loop.calm(math.inf if timeout is None else loop.seconds + timeout):
            return []
        loop.steps += 1
        loop.steps_at_once = 0 if timeout else loop.steps_at_once + 1
        if timeout is None or loop.steps > MOST_STEPS or loop.steps_at_once > MOST_STEPS_AT_ONCE:
            raise Deadlock
        loop.seconds += timeout
        return []


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs everything in one thread; its clock moves only while all tasks wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = self.began = START
        self.steps = self.steps_at_once = 0
        self._selector = _Jump(self)
        self._patient: list[tuple[float, asyncio.Future[None]]] = []
        """Who waits for quiet, and until when everything counts."""
        self.listening: dict[int, Callable[[], asyncio.Protocol]] = {}
        """Makes the server's half of a connection, by port."""
        self.outside = copy_context()
        """The context of everything that isn't the bot's: servers run in it, whoever calls them."""

    def time(self) -> float:
        """Now, in virtual seconds."""
        return self.seconds

    async def quiet(self, seconds: float) -> None:
        """Wait for all that happens, and for what waits less than ``seconds``."""
        done = self.create_future()
        self._patient.append((self.seconds + seconds, done))
        await done

    def calm(self, next_at: float) -> bool:
        """Nothing happens before ``next_at``: tell those who wait for that, and whether somebody did."""
        told = [done for until, done in self._patient if until < next_at]
        self._patient = [each for each in self._patient if each[1] not in told]
        for done in told:
            if not done.done():
                done.set_result(None)
        return bool(told)

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Within, a step that never ends is a :class:`Deadlock`, too."""
        seen = -1

        def look(_signal: int, _frame: object) -> None:
            nonlocal seen
            if seen == self.steps:
                raise Deadlock
            seen = self.steps

        before = signal.signal(signal.SIGVTALRM, look)
        signal.setitimer(signal.ITIMER_VIRTUAL, STUCK_S, STUCK_S)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass

    def run_in_executor(  # type: ignore[override]
        self, _executor: Any, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """Run ``func`` at once, in this thread."""
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 (raised where the result is awaited)
            done.set_exception(error)
        return done

    async def create_server(self, protocol_factory: Any, *_args: Any, **_options: Any) -> Any:
        """Listen on the next port in memory."""
        port = 40_000 + len(self.listening)
        self.listening[port] = protocol_factory
        socket = SimpleNamespace(getsockname=lambda: ("127.0.0.1", port), family=0)

        async def wait_closed() -> None:
            pass

        return SimpleNamespace(sockets=[socket], close=lambda: None, wait_closed=wait_closed)


class Pipe(asyncio.Transport):
    """One end of a connection in memory. What is written arrives at the other, in order, a little later."""

    def __init__(self, loop: VirtualLoop, context: Context, latency: Callable[[], float]) -> None:
        super().__init__()
        self._loop = loop
        self.context = context
        """In which its own protocol runs."""
        self._latency = latency
        self.protocol: Any = None
        self.other: Pipe
        self._closing = self._lost = False
        self._reading = True
        self._held: collections.deque[bytes] = collections.deque()
        self._arrives = 0.0

    def _later(self, call: Callable[..., None], *args: Any) -> None:
        """Call after the way to the other end, never before what was sent earlier."""
        self._arrives = max(self._arrives + 1e-6, self._loop.time() + self._latency())
        self._loop.call_at(self._arrives, call, *args, context=self.other.context)

    def write(self, data: Any) -> None:
        """Send."""
        if not self._closing:
            self._later(self.other.receive, bytes(data))

    def receive(self, data: bytes) -> None:
        """Take what has arrived."""
        if self._lost:
            return
        if self._reading:
            self.protocol.data_received(data)
        else:
            self._held.append(data)

    def pause_reading(self) -> None:
        """Keep what arrives."""
        self._reading = False

    def resume_reading(self) -> None:
        """Go on, first with what was kept."""
        self._reading = True
        while self._held and self._reading:
            self.receive(self._held.popleft())

    def is_reading(self) -> bool:
        """Whether what arrives is passed on."""
        return self._reading

    def is_closing(self) -> bool:
        """Whether it is closed, or about to be."""
        return self._closing

    def close(self) -> None:
        """Close both ends, after what was sent."""
        if not self._closing:
            self._closing = True
            self._later(self.other.lose)
            self._loop.call_soon(self.lose, context=self.context)

    abort = close

    def lose(self) -> None:
        """The connection is gone."""
        self._closing = True
        if not self._lost:
            self._lost = True
            self.protocol.connection_lost(None)
            if not self.other.is_closing():
                self.other.close()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Its addresses; nothing else."""
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def get_write_buffer_size(self) -> int:
        """Nothing waits here."""
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """No limits."""


class Connector(aiohttp.BaseConnector):
    """Connects aiohttp's client to the servers of a :class:`VirtualLoop`. One for each life of the bot."""

    def __init__(self, rng: Random) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        super().__init__(limit=0)
        self._virtual = loop
        self._rng = rng
        self.pipes: list[Pipe] = []
        self.dead = False

    def _pause(self) -> float:
        return self._rng.uniform(0.002, 0.06)

    async def _create_connection(self, req: Any, *_given: Any) -> ResponseHandler:
        loop = self._virtual
        await asyncio.sleep(self._pause())
        if self.dead or req.url.port not in loop.listening:
            raise aiohttp.ClientConnectionError("nobody listens there")
        ours = Pipe(loop, copy_context(), self._pause)
        theirs = Pipe(loop, loop.outside.copy(), self._pause)
        ours.other, theirs.other = theirs, ours
        ours.protocol = self._factory()
        theirs.protocol = theirs.context.run(loop.listening[req.url.port])
        theirs.context.run(theirs.protocol.connection_made, theirs)
        ours.protocol.connection_made(ours)
        self.pipes = [*(each for each in self.pipes if not each.is_closing()), ours]
        protocol: ResponseHandler = ours.protocol
        return protocol

    def cut(self) -> None:
        """End all connections, as when the program is gone."""
        self.dead = True
        for pipe in self.pipes:
            pipe.close()
