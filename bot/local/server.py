"""The local table's server: the local Discord's API and gateway, and the page, on this machine only.

In the same process::

    local = LocalDiscord()
    await local.start()
    with pointed_at(local.api_url, local.gateway_url):
        await bot.start(local.token)

People act through ``local.play`` or, from another process, through the page's API (``bot.local.page.api``).
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import yarl
from aiohttp import web
from aiohttp.typedefs import Middleware
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.languages import closest, gettext, speaking
from bot.local import text
from bot.local.api.gateway import Gateway
from bot.local.api.http_codec import MAX_REQUEST_BYTES, answer
from bot.local.api.interaction_broker import InteractionBroker
from bot.local.api.rest import RestRoutes
from bot.local.errors import InvalidInput, Refusal
from bot.local.page.actions import Play
from bot.local.page.api import PageRoutes
from bot.local.page.events import PageEvents
from bot.local.page.views import GameCard
from bot.local.validate.commands import Commands
from bot.local.world.world import World

API = "/api/v10"
PAGE = Path(__file__).parent / "page"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
STOP_S = 2.0
"""Seconds that requests get to finish when the server stops: more than the second that a socket waits for the
other side's goodbye, since aiohttp logs an error where both end at once."""
OPEN_TO_TOKENS = (f"{API}/interactions/", f"{API}/webhooks/")
"""Routes where the token in the address is the credential."""

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    # For some browsers, 'self' has no WebSockets.
    "connect-src 'self' ws://127.0.0.1:* ws://localhost:*; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
"""Sent with everything that a browser may show."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@contextlib.contextmanager
def pointed_at(api_url: str, gateway_url: str) -> Iterator[None]:
    """Within the context every discord.py client made in this process uses these addresses."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api_url, yarl.URL(gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


class LocalDiscord:
    """A local Discord: one server, a few people, one bot, one page."""

    def __init__(self, world: World | None = None, *, shards: int = 1) -> None:
        self.world = world or World()
        self.token = secrets.token_urlsafe(24)
        """The bot's token."""
        self.page_token = secrets.token_urlsafe(18)
        self.commands = Commands(self.world)
        self.broker = InteractionBroker(self.world)
        self.play = Play(self.world, self.commands, self.broker)
        """The actions of all people."""
        self.gateway = Gateway(self.world, self.token)
        self.page_events = PageEvents(self.world)
        self.game_cards: dict[str, GameCard] = {}
        """The games on the first screen, by key."""
        self.middlewares: list[Middleware] = []
        """What requests pass before they are answered."""
        self.rest = RestRoutes(self.world, self.commands, self.broker, shards)
        self._port = 0
        self._runner: web.AppRunner | None = None
        self.world.tell_bot = self.gateway.dispatch
        self.world.tell_page = self.page_events.publish

    @property
    def api_url(self) -> str:
        """The base of the REST API, for ``discord.http.Route.BASE``."""
        return self.world.base_url + API

    @property
    def gateway_url(self) -> str:
        """The gateway's address, for ``DiscordWebSocket.DEFAULT_GATEWAY``."""
        return self.world.gateway_url

    @property
    def page_url(self) -> str:
        """The page's address, with its secret token."""
        return f"{self.world.base_url}/{self.page_token}/"

    async def start(self, port: int = 0) -> None:
        """Serve on ``port`` of 127.0.0.1; 0 is any free one.

        :raises OSError: if the port is taken.
        """
        middlewares = [self._gatekeeper, *self.middlewares]
        app = web.Application(middlewares=middlewares, client_max_size=MAX_REQUEST_BYTES)
        page = PageRoutes(self.world, self.play, self.page_events, self.gateway, self.game_cards)
        for prefix, routes in ((API, self.rest.routes()), (f"/{self.page_token}/api", page.routes())):
            for route in routes:
                app.router.add_route(route.method, prefix + route.path, route.handler)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get("/attachments/{file}/{key}/{name}", self._attachment)
        app.router.add_get(f"/{self.page_token}/", self._page)
        app.router.add_get(f"/{self.page_token}/{{name}}", self._page)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=STOP_S)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self._port = self._runner.addresses[0][1]
        self.world.base_url = f"http://127.0.0.1:{self._port}"

    async def stop(self) -> None:
        """Close every connection and the port."""
        self.page_events.end()
        self.broker.close()
        await self.gateway.drop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @web.middleware
    async def _gatekeeper(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Check host, token and origin, and turn refusals into answers."""
        # Another site's name may have been made to resolve to this machine. Browsers leave out port 80.
        host = request.headers.get("Host", "").removesuffix(f":{self._port}")
        if host not in ("127.0.0.1", "localhost"):
            return web.Response(status=421, text="The local table is only available at 127.0.0.1.")
        path = request.path
        try:
            if path.startswith(API):
                authorized = request.headers.get("Authorization") == f"Bot {self.token}"
                if not authorized and not path.startswith(OPEN_TO_TOKENS):
                    raise Refusal("401: Unauthorized")
                return await handler(request)
            return await self._from_browser(request, handler)
        except Refusal as refusal:
            return answer(refusal.body, refusal.status)
        except ConnectionResetError:
            return web.Response(status=499)  # The client has gone.
        except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as absent:
            # One of Discord's routes that the local Discord doesn't have.
            return answer({"message": f"{absent.status}: {absent.reason}", "code": 0}, absent.status)

    async def _from_browser(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        # Browsers name the origin of what they post.
        if request.headers.get("Origin") not in (None, f"http://{request.headers.get('Host')}"):
            return answer({"error": "That request came from another site, so it was refused."}, 403)
        if request.method == "POST" and request.content_type != "application/json":
            return answer({"error": "Send that request as application/json."}, 415)
        with speaking(closest(self.world.locale)):
            try:
                return await handler(request)
            except Refusal as refusal:
                message = gettext(text.GONE.get(refusal.code, refusal.message))
                return answer({"error": message, "code": refusal.code}, refusal.status)
            except InvalidInput as invalid:
                return answer({"error": str(invalid)}, 400)
            except (KeyError, TypeError, ValueError) as fault:
                return answer({"error": f"That request isn’t valid: {fault!r}."}, 400)

    async def _page(self, request: web.Request) -> web.Response:
        """One of the page's files."""
        name = request.match_info.get("name") or "index.html"
        file = PAGE / name
        if file.parent != PAGE or file.suffix not in TYPES or not file.is_file():
            raise web.HTTPNotFound
        said = text.of_page(name, file.read_text("utf-8"))
        return web.Response(text=said, content_type=TYPES[file.suffix], charset="utf-8", headers=HEADERS)

    async def _attachment(self, request: web.Request) -> web.Response:
        """A file of a message; its address can't be guessed."""
        file = self.world.files.get(request.path)
        if file is None:
            raise web.HTTPNotFound
        # No file may run as one of our pages, whatever its type says.
        safe = file.content_type if file.content_type.startswith("image/") else "application/octet-stream"
        headers = HEADERS | {"Cache-Control": "private, max-age=3600"}
        return web.Response(body=file.data, content_type=safe, headers=headers)
