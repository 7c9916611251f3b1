"""The gateway: the WebSocket over which the bot hears what happens.

A subset of Discord's: HELLO, IDENTIFY, READY, GUILD_CREATE, heartbeats, RESUME with replay, member chunks,
and every dispatch of the world. Frames are plain text: the client accepts them though it offers compression.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Any

from aiohttp import WSMsgType, web

from bot.local.world.model import DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, MEMBERS, Change, Person
from bot.local.world.world import World

from . import payloads
from .errors import Json

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, REQUEST_MEMBERS = 0, 1, 2, 6, 8
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
MESSAGE_CONTENT = 1 << 15
ACK_DELAY = 0.02
"""Seconds: an immediate acknowledgement makes the client report a lag that is none."""
KEPT_EVENTS, KEPT_SESSIONS = 2000, 32
MAX_DEPTH = 64
"""Levels of nesting in JSON from outside; what walks through it later is recursive."""


class TooDeep(ValueError):
    """JSON with more than ``MAX_DEPTH`` levels of nesting."""


def dumps(data: object) -> str:
    """JSON without needless spaces."""
    return json.dumps(data, separators=(",", ":"))


def loads(text: str | bytes) -> Any:
    """The value that JSON from outside stands for.

    :raises TooDeep: when it is nested too deeply.
    :raises ValueError: when it is no JSON.
    """
    try:
        value = json.loads(text)
    except RecursionError:
        raise TooDeep from None
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return value
    raise TooDeep


class Session:
    """What one shard of a bot has been told, so that it may come back and resume."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.began = time.monotonic()
        """When it identified, in seconds."""
        self.sequence = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=KEPT_EVENTS)
        self.outbox: asyncio.Queue[str | None] | None = None
        """Frames on their way; None while the bot is away."""

    def dispatch(self, name: str, body: str) -> None:
        """Number an event, keep it for a replay and send it."""
        self.sequence += 1
        frame = f'{{"op":{DISPATCH},"s":{self.sequence},"t":"{name}","d":{body}}}'
        self.sent.append((self.sequence, frame))
        if self.outbox is not None:
            self.outbox.put_nowait(frame)

    def missed(self, since: int) -> list[str] | None:
        """The frames after ``since``; None when too many are gone."""
        if since > self.sequence or (self.sent and since < self.sent[0][0] - 1):
            return None
        return [frame for number, frame in self.sent if number > since]


class Gateway:
    """All sessions of the bot, and the sockets behind them."""

    def __init__(self, world: World, token: str) -> None:
        self._world = world
        self._token = token
        self.sessions: OrderedDict[str, Session] = OrderedDict()
        self._sockets: set[web.WebSocketResponse] = set()
        self._session_of: dict[web.WebSocketResponse, Session] = {}
        self.identified = 0
        """How often a bot has identified anew: a restart counts, a resume does not."""
        self.resumed = 0

    @property
    def online(self) -> bool:
        """Whether the bot is connected."""
        return any(session.outbox is not None for session in self.sessions.values())

    def dispatch(self, name: str, data: Json, intent: int = 0, *, guild: bool = True) -> None:
        """Tell the bot of an event: the shard of the server, or shard 0 for direct conversations."""
        body = blanked = ""
        asked_directly = name == "INTERACTION_CREATE" and "guild_id" not in data
        direct = not guild or intent == DIRECT_MESSAGES or asked_directly
        for session in self.sessions.values():
            number, count = session.shard
            at_home = 0 if direct else (self._world.guild_id >> 22) % count
            if number != at_home or (intent and not session.intents & intent):
                continue
            if intent == GUILD_MESSAGES and self._hidden(session, data):
                blanked = blanked or dumps(data | {"content": "", "embeds": [], "components": []})
                session.dispatch(name, blanked)
            else:
                body = body or dumps(data)
                session.dispatch(name, body)

    def _hidden(self, session: Session, data: Json) -> bool:
        """Whether a message's content is kept from a bot without that privilege."""
        if session.intents & MESSAGE_CONTENT or "author" not in data:
            return False
        own = str(self._world.bot.id)
        return data["author"]["id"] != own and all(user["id"] != own for user in data["mentions"])

    async def drop(self, *, resumable: bool = True) -> None:
        """Cut every connection of the bot; unless ``resumable`` it has to identify anew."""
        if not resumable:
            self.sessions.clear()
        await asyncio.gather(*[socket.close(code=4000) for socket in self._sockets])

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
                if frame.type is not WSMsgType.TEXT:
                    continue
                try:
                    message = loads(frame.data)
                    welcome = self._hear(message["op"], message.get("d"), socket, outbox)
                except (AttributeError, KeyError, TypeError, ValueError):
                    await socket.close(code=4002, message=b"Error while decoding payload.")
                    continue
                if not welcome:
                    await socket.close(code=4004, message=b"Authentication failed.")
        finally:
            self._sockets.discard(socket)
            session = self._session_of.pop(socket, None)
            if session is not None and session.outbox is outbox:
                session.outbox = None
                self._world.changed(Change("state"))
            outbox.put_nowait(None)
            await writer
        return socket

    def _hear(
        self, op: int, data: Json | None, socket: web.WebSocketResponse, outbox: asyncio.Queue[str | None]
    ) -> bool:
        """React to one frame of the client; False when it may not be here."""
        if op == HEARTBEAT:
            acknowledgement = dumps({"op": HEARTBEAT_ACK})
            asyncio.get_running_loop().call_later(ACK_DELAY, outbox.put_nowait, acknowledgement)
        elif op in (IDENTIFY, RESUME):
            if data is None:
                return False
            if str(data["token"]).removeprefix("Bot ") != self._token:
                return False
            (self._identify if op == IDENTIFY else self._resume)(data, socket, outbox)
        elif op == REQUEST_MEMBERS and data is not None:
            self._send_members(self._session_of[socket], data)
        return True

    def _identify(self, data: Json, socket: web.WebSocketResponse, outbox: asyncio.Queue[str | None]) -> None:
        shard = data.get("shard") or (0, 1)
        session = Session(int(data["intents"]), (int(shard[0]), int(shard[1])))
        while len(self.sessions) >= KEPT_SESSIONS:
            self.sessions.popitem(last=False)
        # A bot that identifies anew never resumes the session it had before.
        for stale in [
            old for old in self.sessions.values() if old.outbox is None and old.shard == session.shard
        ]:
            del self.sessions[stale.id]
        self.sessions[session.id] = session
        self._session_of[socket] = session
        session.outbox = outbox
        self.identified += 1
        world = self._world
        at_home = (world.guild_id >> 22) % session.shard[1] == session.shard[0]
        ready: Json = {
            "v": 10,
            "user": payloads.own_user(world.bot),
            "guilds": [{"id": str(world.guild_id), "unavailable": True}] if at_home else [],
            "session_id": session.id,
            "resume_gateway_url": world.base_url.replace("http", "ws", 1) + "/gateway/",
            "shard": list(session.shard),
            "application": {"id": str(world.application_id), "flags": 0},
            "private_channels": [],
        }
        session.dispatch("READY", dumps(ready))
        if at_home and session.intents & GUILDS:
            guild = payloads.guild_event(world, everybody=bool(session.intents & MEMBERS))
            session.dispatch("GUILD_CREATE", dumps(guild))
        world.changed(Change("state"))

    def _resume(self, data: Json, socket: web.WebSocketResponse, outbox: asyncio.Queue[str | None]) -> None:
        session = self.sessions.get(str(data["session_id"]))
        missed = session.missed(int(data["seq"] or 0)) if session else None
        if session is None or missed is None:
            outbox.put_nowait(dumps({"op": INVALID_SESSION, "d": False}))
            return
        for frame in missed:
            outbox.put_nowait(frame)
        self._session_of[socket] = session
        session.outbox = outbox
        self.resumed += 1
        session.dispatch("RESUMED", "{}")
        self._world.changed(Change("state"))

    def _send_members(self, session: Session, data: Json) -> None:
        """Answer a request for members: by ids, by the beginning of a name, or all."""
        members: Iterable[Person] = [one for one in self._world.people.values() if one.member]
        body: Json = {"guild_id": str(self._world.guild_id), "chunk_index": 0, "chunk_count": 1}
        if ids := data.get("user_ids"):
            wanted = {int(one) for one in (ids if isinstance(ids, list) else [ids])}
            members = [one for one in members if one.id in wanted]
            body["not_found"] = [str(one) for one in wanted - {one.id for one in members}]
        elif query := str(data.get("query") or "").lower():
            members = [one for one in members if one.name.lower().startswith(query)]
        if limit := int(data.get("limit") or 0):
            members = list(members)[:limit]
        body["members"] = [payloads.member(self._world, one) for one in members]
        if data.get("nonce"):
            body["nonce"] = data["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", dumps(body))


async def _write(socket: web.WebSocketResponse, outbox: asyncio.Queue[str | None]) -> None:
    """Send what is in the outbox, in order, until None or until the line is cut."""
    while (frame := await outbox.get()) is not None:
        if socket.closed:
            return
        try:
            await socket.send_str(frame)
        except ConnectionResetError:
            return
