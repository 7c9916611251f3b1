"""The gateway: the WebSocket that tells the bot what happens.

A subset of Discord's: HELLO, IDENTIFY, READY, GUILD_CREATE, heartbeats, RESUME with replay, questions which
people are members, and what a bot hears with the guilds intent, the only one that is allowed here. Frames are
plain text, which the client accepts though it offers compression.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from typing import Final

from aiohttp import web

from bot.local import payloads
from bot.local.errors import Json, Refusal
from bot.local.world.world import World

from .http_codec import dumps, parsed

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, REQUEST_MEMBERS = 0, 1, 2, 6, 8
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
RESUMABLE, UNKNOWN_OPCODE, DECODE_ERROR = 4000, 4001, 4002
AUTHENTICATION_FAILED, DISALLOWED_INTENTS = 4004, 4014
"""Close codes."""
GUILDS = 1 << 0
"""The one intent that a bot may have."""
ACK_DELAY_S: Final = 0.02
"""Seconds. After an immediate acknowledgement the client reports a lag that isn't there."""
MAX_MEMBERS: Final = 100
"""People about whom the bot may ask at once without the members intent."""
MAX_EVENTS: Final = 2000
"""Events that a session keeps for a replay."""


class Session:
    """One shard's connection, with the events sent to it, so that it can resume."""

    def __init__(self, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        """Its number, and how many shards there are."""
        self.began = time.monotonic()
        """When it identified, in seconds."""
        self.sequence = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=MAX_EVENTS)
        self.outbox: asyncio.Queue[str | None] | None = None
        """Frames to send; None while the bot is disconnected."""

    def dispatch(self, name: str, body: str) -> None:
        """Number an event, keep it for a replay, and send it."""
        self.sequence += 1
        frame = f'{{"op":{DISPATCH},"s":{self.sequence},"t":"{name}","d":{body}}}'
        self.sent.append((self.sequence, frame))
        if self.outbox is not None:
            self.outbox.put_nowait(frame)

    def missed(self, since: int) -> list[str] | None:
        """The frames after number ``since``; None if they aren't all kept any more."""
        if since > self.sequence or (self.sent and since < self.sent[0][0] - 1):
            return None
        return [frame for number, frame in self.sent if number > since]


class Gateway:
    """All sessions of the bot, and their sockets."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self.sessions: dict[str, Session] = {}
        self._sockets: set[web.WebSocketResponse] = set()
        self.identified = 0
        """How often a bot has identified; a resume doesn't count."""
        self.resumed = 0

    @property
    def online(self) -> bool:
        """Whether the bot is connected."""
        return any(session.outbox is not None for session in self.sessions.values())

    def dispatch(self, name: str, data: Json) -> None:
        """Send an event to the server's shard; what has no server goes to shard 0."""
        server = int(data.get("guild_id", 0))
        body = dumps(data)
        for session in self.sessions.values():
            number, count = session.shard
            if number == (server >> 22) % count:
                session.dispatch(name, body)

    async def drop(self) -> None:
        """Cut every connection of the bot, which can resume its sessions."""
        await asyncio.gather(*[socket.close(code=RESUMABLE) for socket in self._sockets])

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """One connection of the bot."""
        socket = web.WebSocketResponse(max_msg_size=0, timeout=1.0)
        await socket.prepare(request)
        outbox: asyncio.Queue[str | None] = asyncio.Queue()
        outbox.put_nowait(dumps({"op": HELLO, "d": {"heartbeat_interval": 41_250}}))
        writer = asyncio.create_task(_write(socket, outbox))
        self._sockets.add(socket)
        try:
            async for frame in socket:
                try:
                    message = parsed(frame.data)
                    refused = self._receive(message["op"], message.get("d"), outbox)
                except (AttributeError, KeyError, TypeError, ValueError, Refusal):
                    refused = DECODE_ERROR
                if refused:
                    await socket.close(code=refused)
        finally:
            self._sockets.discard(socket)
            for session in self.sessions.values():
                if session.outbox is outbox:
                    session.outbox = None
            self._world.changed()
            outbox.put_nowait(None)
            await writer
        return socket

    def _receive(self, op: int, data: Json | None, outbox: asyncio.Queue[str | None]) -> int | None:
        """Handle one frame of the client. Returns the close code if it's refused."""
        if op == HEARTBEAT:
            acknowledgement = dumps({"op": HEARTBEAT_ACK})
            asyncio.get_running_loop().call_later(ACK_DELAY_S, outbox.put_nowait, acknowledgement)
        elif op in (IDENTIFY, RESUME):
            if data is None or str(data["token"]).removeprefix("Bot ") != self._token:
                return AUTHENTICATION_FAILED
            if op == IDENTIFY and int(data["intents"]) & ~GUILDS:
                return DISALLOWED_INTENTS
            (self._identify if op == IDENTIFY else self._resume)(data, outbox)
        elif op == REQUEST_MEMBERS:
            self._tell_members(data or {}, outbox)
        else:
            return UNKNOWN_OPCODE
        return None

    def _identify(self, data: Json, outbox: asyncio.Queue[str | None]) -> None:
        number, count = data.get("shard") or (0, 1)
        session = Session((int(number), int(count)))
        # A bot that identifies again never resumes its session from before.
        for old in list(self.sessions.values()):
            if old.outbox is None and old.shard == session.shard:
                del self.sessions[old.id]
        self.sessions[session.id] = session
        session.outbox = outbox
        self.identified += 1
        world = self._world
        at_home = (world.guild_id >> 22) % session.shard[1] == session.shard[0]
        ready = payloads.ALWAYS["ready"] | {
            "user": payloads.own_user(world.bot),
            "guilds": [{"id": str(world.guild_id), "unavailable": True}] if at_home else [],
            "session_id": session.id,
            "resume_gateway_url": world.gateway_url,
            "shard": list(session.shard),
            "application": {"id": str(world.application_id), "flags": 0},
        }
        session.dispatch("READY", dumps(ready))
        if at_home:
            session.dispatch("GUILD_CREATE", dumps(payloads.guild(world)))
        world.changed()

    def _tell_members(self, data: Json, outbox: asyncio.Queue[str | None]) -> None:
        """Answer which of the people asked about are members of the server.

        :raises ValueError: when it's about another server, about nobody, or about more than that.
        """
        asked = [int(each) for each in data["user_ids"]]
        if int(data["guild_id"]) != self._world.guild_id or not 0 < len(asked) <= MAX_MEMBERS:
            raise ValueError
        chunk = payloads.members_chunk(self._world, asked, data.get("nonce"))
        for session in self.sessions.values():
            if session.outbox is outbox:
                session.dispatch("GUILD_MEMBERS_CHUNK", dumps(chunk))

    def _resume(self, data: Json, outbox: asyncio.Queue[str | None]) -> None:
        session = self.sessions.get(str(data["session_id"]))
        missed = session.missed(int(data["seq"] or 0)) if session else None
        if session is None or missed is None:
            outbox.put_nowait(dumps({"op": INVALID_SESSION, "d": False}))
            return
        for frame in missed:
            outbox.put_nowait(frame)
        session.outbox = outbox
        self.resumed += 1
        session.dispatch("RESUMED", "{}")
        self._world.changed()


async def _write(socket: web.WebSocketResponse, outbox: asyncio.Queue[str | None]) -> None:
    """Send the outbox's frames in order, until None or until the connection is cut."""
    while (frame := await outbox.get()) is not None:
        if socket.closed:
            return
        try:
            await socket.send_str(frame)
        except ConnectionResetError:
            return
