"""How much memory the program takes: the local table in its first game, and the bot with a file.

``python -m tests.benchmarks.memory ../older .`` compares checkouts, by turns in one run, on Linux. Somebody
plays each game against a computer, resigns and watches the film, each time at a local table that has just
been started. The bot with a file has two such games, and their films at once; Discord isn't part of it there.

What is printed are megabytes in the machine's memory (proportional set size: what processes share is shared
out), of all processes together when that is most, and the most of the bot and of one worker. The files that
are only read are in it, so a group with a limit can do with less.

To see what happens within a limit, name what starts a program within one and becomes that program::

    --within 'systemd-run --user --scope -qp MemoryMax={limit}M -p MemorySwapMax=0' --limits 256 192
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shlex
import signal
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

import aiohttp

from bot.games import GAMES
from bot.local import LocalDiscord
from bot.local.errors import Json
from tests.discord.limits import parts

T = TypeVar("T")
LOOK_S: Final = 0.01
"""Seconds between two looks at the memory."""
PATIENCE_S: Final = 60.0
TWO: Final = (("Finn", "checkers"), ("Pearl", "snorkels"))
"""Who plays what with the bot that has a file: long films, of many pictures and of large ones."""
STEPS: Final = ("play", "lay", "pick", "scatter", "first", "move", "start")
"""What the buttons do, and the entries of lists, that lead to a turn."""
OVER: Final = "rematch"
"""What a button does that is only there when a game is over."""
ENDED: Final = "a worker process has ended"
"""What the bot's log says of a worker that was ended."""


class Lost(Exception):
    """What didn't come."""


@dataclass(slots=True)
class Watch:
    """The memory of a program and of all that it has started, in megabytes."""

    program: int
    most: float = 0.0
    """Of all together."""
    bot: float = 0.0
    """Of the program itself."""
    worker: float = 0.0
    """Of one that it has started."""

    def watch(self) -> None:
        """Look until the program has ended."""
        while (own := _megabytes(self.program)) is not None:
            others = [_megabytes(process) or 0.0 for process in _started_by(self.program)]
            self.most = max(self.most, own + sum(others))
            self.bot, self.worker = max(self.bot, own), max([self.worker, *others])
            time.sleep(LOOK_S)


def _megabytes(process: int) -> float | None:
    """What a process has in memory; None when it has ended."""
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()
        return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) / 1024
    return None


def _started_by(program: int) -> list[int]:
    """The processes that a program has started, and those that they have."""
    found, own = [program], _command(program)
    for process in found:
        with suppress(OSError):
            for task in Path(f"/proc/{process}/task").iterdir():
                children = map(int, (task / "children").read_text("ascii").split())
                # One that is only just being started has nothing yet but the memory of whoever starts it.
                found += [child for child in children if _command(child) != own]
    return found[1:]


def _command(process: int) -> bytes:
    """The words with which a process was started; none if it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


class _Button(NamedTuple):
    """A button of a message, or an entry of a list."""

    message: str
    custom_id: str
    values: tuple[str, ...]
    """What is chosen from a list."""
    does: str
    table: int
    version: int


@dataclass(slots=True)
class Player:
    """Somebody at the local Discord's page."""

    session: aiohttp.ClientSession
    url: str
    name: str
    level: int
    """The computer's, from 0."""
    rng: Random
    pressed: set[_Button] = field(default_factory=set)

    async def _get(self, what: str, **query: Any) -> Json:
        async with self.session.get(f"{self.url}api/{what}", params={"as": self.name, **query}) as reply:
            return dict(await reply.json())

    async def _post(self, what: str, **body: Any) -> Json:
        async with self.session.post(f"{self.url}api/{what}", json={"as": self.name, **body}) as reply:
            return dict(await reply.json())

    async def _seen(self) -> list[Json]:
        """The messages in all places, the newest first."""
        places = (await self._get("state"))["places"]
        seen = [await self._get("messages", channel=place["id"]) for place in places]
        messages = [message for each in seen for message in each["messages"]]
        return sorted(messages, key=lambda message: int(message["id"]), reverse=True)

    async def _until(self, look: Callable[[list[Json]], T | None], missing: str) -> T:
        """What is found in all messages; :raises Lost: with ``missing``."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if (found := look(await self._seen())) is not None:
                return found
            await asyncio.sleep(0.05)
        raise Lost(missing)

    async def connected(self) -> None:
        """Wait until the bot is there."""
        async with asyncio.timeout(PATIENCE_S):
            while not (await self._get("state"))["bot"]["online"]:  # noqa: ASYNC110 (another program)
                await asyncio.sleep(0.05)

    async def _command(self, command: str, **options: Any) -> None:
        called = await self._post("slash", channel="games", command=command, options=options)
        if called.get("failed", True):
            raise Lost(f"an answer to /{command}")

    async def press(self, table: int, *verbs: str, at: int | None = None) -> _Button:
        """Press a button that does one of these things, any or the one ``at`` this place.

        Where nobody plays any more, none is pressed: it offers a rematch.
        """

        def offered(messages: list[Json]) -> _Button | None:
            found = [button for message in messages for button in _buttons(message) if button.table == table]
            newest = max((button.version for button in found), default=0)
            found = [button for button in found if button.version == newest and button not in self.pressed]
            for verb in (*verbs, OVER):
                if those := [button for button in found if button.does == verb]:
                    those = [button for button in those if button.message == those[0].message]
                    return self.rng.choice(those) if at is None else those[at]
            return None

        button = await self._until(offered, f"a button for {' or '.join(verbs)}")
        if button.does != OVER:
            self.pressed.add(button)
            chosen = {"values": button.values} if button.values else {}
            await self._post("press", message=button.message, custom_id=button.custom_id, **chosen)
        return button

    async def play(self, key: str, table: int, turns: int) -> None:
        """Open ``table``, play until about so many turns are played there, and resign, unless it's over."""
        await self._command(f"{key} start")
        if GAMES[key].people[1] > 1:
            await self.press(table, "levels")
            await self.press(table, "addcomputer", at=self.level)
        while (pressed := await self.press(table, *STEPS)).version < turns:
            if pressed.does == OVER:
                return
        await self._command("table resign", table=str(table))
        await self.press(table, "resign")

    async def watch(self, table: int) -> None:
        """Watch the film of the game that is over."""
        await self.press(table, "replay")
        name = f"table-{table}.gif"

        await self._until(lambda messages: name in json.dumps(messages) or None, "a film")


def _buttons(message: Json) -> Iterator[_Button]:
    """The buttons that can be pressed, and the entries of lists."""
    for part in parts(message["components"]):
        pressable = part["type"] == 2 and not part.get("disabled")
        match = re.fullmatch(r"ct:([a-z]+):(\d+):(\d+):.*", part.get("list", part.get("custom_id", "")))
        if pressable and match:
            values = tuple(part.get("values", ()))
            yield _Button(message["id"], match[0], values, match[1], int(match[2]), int(match[3]))


@asynccontextmanager
async def _program(
    given: argparse.Namespace, checkout: Path, limit: int, log: Path, *command: str, **settings: str
) -> AsyncIterator[tuple[asyncio.subprocess.Process, Watch]]:
    """A program of ``checkout`` within ``limit``, which is ended with all it has started."""
    within = [part.format(limit=limit) for part in shlex.split(given.within)] if limit else []
    with log.open("wb") as said:
        program = await asyncio.create_subprocess_exec(
            *(*within, sys.executable, "-m", "bot", *command),
            cwd=checkout,
            env=os.environ | {"PYTHONIOENCODING": "utf-8"} | settings,
            stdout=said,
            stderr=said,
        )
    watch = Watch(program.pid)
    thread = threading.Thread(target=watch.watch, daemon=True)
    thread.start()
    try:
        yield program, watch
    finally:
        with suppress(ProcessLookupError):
            program.send_signal(signal.SIGINT)
        await program.wait()
        await asyncio.to_thread(thread.join)


async def _page(program: asyncio.subprocess.Process, log: Path) -> str:
    """The address of the local table's page."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and program.returncode is None:
        said = await asyncio.to_thread(log.read_text, "utf-8", "replace")
        if found := re.search(r"http\S+", said):
            return found[0]
        await asyncio.sleep(0.05)
    raise Lost("the local table")


async def _measured(
    given: argparse.Namespace, checkout: Path, limit: int, folder: Path, game: str | None
) -> str:
    """A line with what was measured, and lost: at a local table with ``game``, or None: with a file."""
    log, local, watch, missing = folder / "log", LocalDiscord(), Watch(0), ""
    await local.start()
    settings = {"CAPTAINS_TABLE_DB": str(folder / "tables"), "DISCORD_TOKEN": local.token}
    settings |= {"DISCORD_API_URL": local.api_url}
    command = () if game is None else ("local", "--no-browser")
    try:
        async with (
            aiohttp.ClientSession() as session,
            _program(given, checkout, limit, log, *command, **settings) as (program, watch),
        ):
            url = local.page_url if game is None else await _page(program, log)
            people = TWO if game is None else (("Finn", game),)
            players = [Player(session, url, name, given.level, Random(1)) for name, _ in people]
            await players[0].connected()
            tables = [
                (player, key, table)
                for table, (player, (_, key)) in enumerate(zip(players, people, strict=True), 1)
            ]
            # One after another are opened, so that their numbers are known.
            for player, key, table in tables:
                await player.play(key, table, given.turns)
            await asyncio.gather(*[player.watch(table) for player, _, table in tables])
            await asyncio.sleep(1)
    except (Lost, aiohttp.ClientError, TimeoutError) as error:
        missing = f"; lost: {str(error) or 'the connection'}"
    finally:
        await local.stop()
    if program.returncode not in (0, 130):
        missing += f"; the bot has ended ({program.returncode})"
    if workers := log.read_text("utf-8", "replace").count(ENDED):
        missing += f"; workers ended: {workers}"
    return f"{watch.most:.0f} MB, the bot {watch.bot:.0f}, one worker {watch.worker:.0f}{missing}"


async def compare(given: argparse.Namespace) -> None:
    """Print a line for each program."""
    games = [None if each == "file" else each for each in given.what]
    for limit in given.limits:
        for game in games:
            for checkout in given.checkouts:
                with tempfile.TemporaryDirectory(prefix="memory-") as folder:
                    found = await _measured(given, checkout, limit, Path(folder), game)
                what = f"local table, {game}" if game else "bot with a file, two games and films"
                print(f"{f'within {limit} MB, ' if limit else ''}{checkout}, {what}: {found}", flush=True)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("checkouts", type=Path, nargs="+")
    parser.add_argument("--what", nargs="+", choices=[*GAMES, "file"], default=[*GAMES, "file"])
    parser.add_argument("--turns", type=int, default=60, help="about how many turns are played in each game")
    parser.add_argument("--level", type=int, default=0, help="the computer's level, from 0")
    parser.add_argument("--within", default="", help="what starts a program within {limit} megabytes")
    parser.add_argument("--limits", type=int, nargs="+", default=[0], help="megabytes; 0: none")
    asyncio.run(compare(parser.parse_args()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
