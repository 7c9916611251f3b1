"""What others can get of a secret game through the whole bot: requests to Discord, log lines, statements."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
import structlog

from bot.components.interactions import replies
from tests.databases import hear_statements

from .server import Env, Request
from .simulation import Simulation, simulated

SEALS: Final = re.compile(r"\b[0-9a-f]{16}(?:[0-9a-f]{48})?\b")
"""Digests differ with the secret, and tell nothing of it as long as the salt is unknown."""
TOKEN: Final = re.compile(r"/(webhooks/\d+|interactions/\d+)/[^/]+")
READ: Final = re.compile(r"\b(?:FROM|JOIN) (\w+)")
"""What a statement reads."""


class Eavesdropper:
    """Notes all that leaves the bot, but the words and pictures for ``owner`` alone."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.actor = ""
        """Whose interaction is answered now."""
        self.private: set[int] = set()
        """The owner's channels of direct messages."""
        self.heard: dict[str, list[object]] = {}
        """In order, by where it went: what goes to several places at once has no order of its own."""

    def note(self, lane: str, *what: object) -> None:
        """Keep something that others can get."""
        self.heard.setdefault(lane, []).append(what)

    @property
    def count(self) -> int:
        """How much was heard."""
        return sum(map(len, self.heard.values()))

    def request(self, sent: Request) -> None:
        """Keep a request: of the owner's private ones only that there was one, and where."""
        method, path = sent.method, sent.path
        where = TOKEN.sub(r"/\1/*", path)
        lane = where.rsplit("/messages", 1)[0]
        mine = self.actor == self.owner and path.startswith(("/webhooks/", "/interactions/"))
        if mine or any(path.startswith(f"/channels/{number}/") for number in self.private):
            self.note(lane, method, where)
            return
        prints = []
        for each in sent.files:
            data = each.data
            if each.filename.endswith(".txt"):
                data = SEALS.sub("#", data.decode()).encode()
            prints.append((each.filename, hashlib.sha256(data).hexdigest()[:12]))
        self.note(lane, method, where, SEALS.sub("#", repr(sent.json)), prints)


class _Handler(logging.Handler):
    def __init__(self, ear: Eavesdropper) -> None:
        super().__init__(logging.INFO)
        self._ear = ear

    def emit(self, record: logging.LogRecord) -> None:
        self._ear.note("log", record.name, record.getMessage(), str(record.exc_info))


@asynccontextmanager
async def eavesdropped(
    ear: Eavesdropper, database: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Simulation]:
    """A simulation of its own, always with the same chance."""
    answer = Env.answer

    def answered(env: Env, *given: Any) -> Any:
        told = answer(env, *given)
        ear.request(env.http_requests[-1])
        return told

    def line(_logger: Any, method: str, event: Any) -> Any:
        if method != "debug":
            ear.note("log", method, sorted((key, str(value)) for key, value in event.items()))
        raise structlog.DropEvent

    handler = _Handler(ear)
    with monkeypatch.context() as patch:
        # On a busy machine some replies would be too late to be the first.
        patch.setattr(replies, "REPLY_WITHIN_S", 600.0)
        patch.setattr(Env, "answer", answered)
        async with simulated(database) as sim:
            old = structlog.get_config()["processors"]
            structlog.configure(processors=[line])
            logging.getLogger().addHandler(handler)

            def statement(connection: Any, _cursor: Any, text: str, *_rest: Any) -> None:
                # Reads and writes have a thread each, whose order among themselves means nothing. A table's
                # cards and its follow-ups have a task each: which of them reads first means nothing either.
                writes = text.startswith("BEGIN") or connection.connection.driver_connection.in_transaction
                ear.note("sql, writing" if writes else f"sql, reading {READ.findall(text)}", text)

            await hear_statements(sim.store, statement)
            try:
                yield sim
            finally:
                logging.getLogger().removeHandler(handler)
                structlog.configure(processors=old)
