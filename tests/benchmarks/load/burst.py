"""A thousand presses at once while the bot has a share of a processor: how many are acknowledged too late.

``python -m tests.benchmarks.load.burst FOLDER FOLDER`` compares checkouts, by turns in one run. Each bot is a
program of its own that talks to a stand-in for Discord over HTTP, and it and what it starts are stopped in
each tenth of a second as soon as they have had their share.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import math
import os
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, Final

from aiohttp import WSMsgType, web

from bot.local.api.http_codec import answer

from . import payloads
from .numbers import Numbers
from .sample_turns import SERVERS, Turn, read_turns
from .standin import CALLBACK, MESSAGES, StandIn

API: Final = "/api/v10"
WARM: Final = 60
"""Turns that are played before the burst, by a bot that has the whole machine."""
IN_TIME_S: Final = 3.0
"""Seconds that Discord waits for an acknowledgement."""
ANSWER_S: Final = 0.1
"""Seconds that Discord takes to answer a request."""
RESTING: Final = 0.02
"""The share of a processor below which a bot has nothing left to do, for ``REST_S`` seconds."""
REST_S: Final = 2.0
WATCHED_S: Final = 8.0
"""Seconds in which late ones are counted, too."""
PERIOD_S: Final = 0.1
"""Seconds after which the bot gets its share of a processor again, as with a control group."""
CERTIFY: Final = (
    *("openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
    *("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
)
WRITE_TABLES: Final = """
import asyncio, json, sys, time
from pathlib import Path
from dataclasses import asdict
from data.store.engines import sqlite_url
from tests.benchmarks.load import sample_tables as tables
written = tables.write_tables(sqlite_url(Path(sys.argv[1])), int(sys.argv[2]), time.time_ns() // 10**6)
Path(sys.argv[1] + ".turns").write_text(json.dumps([asdict(each) for each in asyncio.run(written)]))
"""
"""Run in a checkout: its own tables, as its own release stores them."""


class Discord:
    """Discord's gateway and REST API for one bot: the servers and channels of ``turns``."""

    def __init__(self, turns: list[Turn], certificate: Path) -> None:
        self._turns = turns
        self._certificate = certificate
        self._standin = StandIn()
        self._numbers = Numbers(time.time_ns() // 1_000_000)
        self._frames: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        self._pressed: dict[int, float] = {}
        self._address = ""
        self.waits: dict[int, float] = {}
        """Seconds from each press to its acknowledgement."""

    def press(self, turns: Iterable[Turn]) -> None:
        """Confirm ``turns``, all of them now."""
        pressed = [payloads.confirmation(turn, self._numbers.of_press()) for turn in turns]
        self._pressed |= dict.fromkeys((int(each["id"]) for each in pressed), time.perf_counter())
        for each in pressed:
            self._frames.put_nowait(("INTERACTION_CREATE", each))

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        """The address of the REST API."""
        app = web.Application(client_max_size=10**8)
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_route("*", API + "{path:/.*}", self._rest)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self._certificate)
        await web.TCPSite(runner, "127.0.0.1", 0, backlog=4096, ssl_context=context).start()
        self._address = f"127.0.0.1:{runner.addresses[0][1]}"
        yield f"https://{self._address}{API}"
        await runner.cleanup()

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(timeout=0.1)
        await socket.prepare(request)
        compressor = zlib.compressobj()

        async def send(op: int, data: Any = None, **about: Any) -> None:
            frame = json.dumps({"op": op, "d": data, **about}).encode()
            await socket.send_bytes(compressor.compress(frame) + compressor.flush(zlib.Z_SYNC_FLUSH))

        async def dispatch() -> None:
            sequence = 0
            while True:
                name, data = await self._frames.get()
                await send(0, data, t=name, s=(sequence := sequence + 1))

        await send(10, {"heartbeat_interval": 41_250})
        dispatching = None
        async for frame in socket:
            if frame.type is WSMsgType.TEXT and (op := frame.json()["op"]) == 1:
                await send(11)
            elif frame.type is WSMsgType.TEXT and op == 2:
                self._introduce()
                dispatching = asyncio.create_task(dispatch())
        if dispatching is not None:
            dispatching.cancel()
        return socket

    def _introduce(self) -> None:
        ready = payloads.ready(SERVERS) | {"resume_gateway_url": f"wss://{self._address}/gateway"}
        self._frames.put_nowait(("READY", ready))
        homes: dict[int, list[Turn]] = {Numbers(0).server(place): [] for place in range(SERVERS)}
        for turn in self._turns:
            homes[turn.server].append(turn)
        for place, at_home in enumerate(homes.values()):
            self._frames.put_nowait(("GUILD_CREATE", payloads.server(place, at_home)))

    async def _rest(self, request: web.Request) -> web.Response:
        path, now = request.match_info["path"], time.perf_counter()
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            found: Any = {"url": f"wss://{self._address}/gateway/", "shards": 1, "session_start_limit": limit}
            return answer(found)
        if path == "/users/@me":
            return answer(payloads.ITSELF | payloads.ALWAYS["own user"])
        if (match := CALLBACK.fullmatch(path)) is not None:
            wait = self.waits.setdefault(int(match[1]), now - self._pressed[int(match[1])])
            if wait > IN_TIME_S:
                return answer({"message": "Unknown interaction", "code": 10062}, 404)
        await asyncio.sleep(ANSWER_S)
        if request.method == "GET" and MESSAGES.fullmatch(path) is not None:
            return answer([])
        if request.content_type.startswith("multipart/"):
            body = str((await request.post())["payload_json"])
        else:
            body = await request.text()
        found = self._standin.answer(request.method, path, body)
        return web.Response(status=204) if found is None else answer(found)


class Held:
    """A program, and those it has started, held to a share of a processor."""

    def __init__(self, program: int) -> None:
        self._program = program
        self._processes = [program]
        self.share = math.inf
        """Of one processor."""

    def spent(self) -> float:
        """Seconds of processor that they have had."""
        # The number of a process's own clock, as clock_getcpuclockid gives it.
        return sum(time.clock_gettime(~process << 3 | 2) for process in self._processes)

    async def rest(self) -> None:
        """Wait until they have nothing left to do."""
        spent = -math.inf
        while (now := self.spent()) > spent + RESTING * REST_S:
            spent = now
            await asyncio.sleep(REST_S)

    def _look(self) -> None:
        found = [self._program]
        for process in found:
            for task in Path(f"/proc/{process}/task").iterdir():
                found += map(int, (task / "children").read_text("ascii").split())
        self._processes = found

    def hold(self) -> None:
        """Hold them until the program ends. What they got too much in one period is missing in the next."""
        allowed, stopped = 0.0, False
        with suppress(OSError):
            while True:
                self._look()
                allowed = min(allowed, self.spent()) + self.share * PERIOD_S
                end = time.perf_counter() + PERIOD_S
                while time.perf_counter() < end:
                    if stopped is not (stop := self.spent() > allowed):
                        stopped = stop
                        os.killpg(self._program, signal.SIGSTOP if stop else signal.SIGCONT)
                    time.sleep(0.001)


async def lost(checkout: Path, folder: Path, share: float, log: Path | None) -> dict[str, float]:
    """A bot of ``checkout``, and a burst at the tables that are in ``folder``; gives what came of it."""
    turns = read_turns(folder / "tables.turns")
    certificate = folder.parent / "certificate.pem"
    discord, database = Discord(turns, certificate), folder / f"{time.time_ns()}"
    shutil.copy(folder / "tables", database)
    async with discord.serving() as address:
        own = {"DISCORD_TOKEN": "token", "DISCORD_API_URL": address, "CAPTAINS_TABLE_DB": str(database)}
        own |= {"CAPTAINS_TABLE_BACKUPS_KEPT": "0", "CAPTAINS_TABLE_LOG_LEVEL": "WARNING"}
        own |= {"SSL_CERT_FILE": str(certificate)}
        with (log or Path(os.devnull)).open("ab") as said:
            program = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot"),
                cwd=checkout,
                env=os.environ | own,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        held = Held(program.pid)
        threading.Thread(target=held.hold, daemon=True).start()
        try:
            for place in range(WARM):
                discord.press(turns[place : place + 1])
                await asyncio.sleep(0.05)
            async with asyncio.timeout(60):
                await held.rest()
            discord.waits.clear()
            held.share = share
            await asyncio.sleep(3 * PERIOD_S)
            discord.press(turns[WARM:])
            before = held.spent()
            await asyncio.sleep(IN_TIME_S)
            used = (held.spent() - before) / IN_TIME_S
            await asyncio.sleep(WATCHED_S - IN_TIME_S)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            await program.wait()
    waits = [*discord.waits.values(), *[WATCHED_S] * (len(turns) - WARM - len(discord.waits))]
    return {
        "late": sum(wait > IN_TIME_S for wait in waits),
        "first": min(waits),
        "half": median(waits),
        "last": max(waits),
        "used": used,
    }


def prepare(given: argparse.Namespace, folder: Path) -> None:
    """Make the tables of each checkout, and Discord's certificate."""
    certificate = folder / "certificate.pem"
    program: list[str | Path] = [*CERTIFY, "-keyout", certificate, "-out", certificate]
    subprocess.run(program, check=True, capture_output=True)
    for number, checkout in enumerate(given.checkouts):
        (folder / str(number)).mkdir()
        tables = folder / str(number) / "tables"
        program = [sys.executable, "-c", WRITE_TABLES, tables, str(given.presses + WARM)]
        subprocess.run(program, cwd=checkout, check=True)


async def compare(given: argparse.Namespace, folder: Path) -> None:
    """Print what came of each burst, and all counts."""
    # Each bot ends in the middle of its requests.
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
    late: dict[tuple[float, int], list[float]] = {}
    for _ in range(given.pairs):
        for share in given.shares:
            for number, checkout in enumerate(given.checkouts):
                found = await lost(checkout, folder / str(number), share, given.log)
                late.setdefault((share, number), []).append(found["late"])
                figures = ", ".join(f"{name} {value:.3g}" for name, value in found.items())
                print(f"{share:.2f} of a processor, {checkout}: {figures}", flush=True)
    for (share, number), each in sorted(late.items(), reverse=True):
        print(f"{share:.2f} of a processor, {given.checkouts[number]}: late {sorted(map(int, each))}")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", type=Path, nargs="+")
    parser.add_argument("--presses", type=int, default=1000)
    parser.add_argument("--shares", type=float, nargs="+", default=[0.5, 0.33, 0.2])
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--log", type=Path, help="where the bots' logs go")
    with tempfile.TemporaryDirectory(prefix="burst-") as folder:
        given = parser.parse_args()
        prepare(given, Path(folder))
        asyncio.run(compare(given, Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
