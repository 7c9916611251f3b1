"""Answers discord.py's requests in the same program: what it hands to aiohttp ends here.

discord.py works as it does against Discord, with its rate limits, its repetitions and its reading of answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from discord.http import HTTPClient, Route

Responder: TypeAlias = Callable[[str, str, Any, Mapping[str, Any]], tuple[int, str]]
"""From the method, the path, the body and the query of a request to the status and the answer: JSON or
nothing."""


class Answer:
    """What aiohttp gives for a request, as far as discord.py looks at it."""

    reason: Final = ""

    def __init__(self, respond: Callable[[], tuple[int, str]]) -> None:
        self._respond = respond

    async def __aenter__(self) -> Answer:
        self.status, self._body = self._respond()
        self.headers = {"content-type": "application/json"} if self._body else {}
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Nothing is open."""

    async def text(self, encoding: str = "utf-8") -> str:
        """The body."""
        return self._body


class Session:
    """In the place of aiohttp's."""

    def __init__(self, respond: Responder) -> None:
        self._respond = respond

    def request(
        self, method: str, url: str, *, data: Any = None, params: Any = None, **_about: Any
    ) -> Answer:
        """A request, which is answered when it's awaited."""
        path = url.removeprefix(Route.BASE)
        return Answer(lambda: self._respond(method, path, data, params or {}))

    async def close(self) -> None:
        """Nothing is open."""


def answer_directly(http: HTTPClient, respond: Responder, user: dict[str, Any]) -> None:
    """Let ``respond`` answer a client that logs in later, as ``user``."""

    async def static_login(token: str) -> Any:
        http.token = token
        http._HTTPClient__session = Session(respond)  # type: ignore[attr-defined]  # noqa: SLF001
        http._global_over = asyncio.Event()  # noqa: SLF001
        http._global_over.set()  # noqa: SLF001
        return user

    http.static_login = static_login  # type: ignore[method-assign]
