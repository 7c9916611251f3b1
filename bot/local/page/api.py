"""The page's JSON API, under the random token in its address: what people see, and what they do.

Tests in other processes use it too. POST takes a JSON object and needs its content type. Messages are given
by id; people and channels by id or name.

GET  ``state?as=``                       people, places with unread marks, whether the bot is connected
GET  ``messages?as=&channel=&before=&limit=``  the newest messages, oldest first
GET  ``commands?as=&channel=``           the commands that can be called there
GET  ``games``                           the games on the first screen
GET  ``picture?game=``                   a game's board, a PNG
GET  ``events?as=``                      a WebSocket with events: message, edit, delete, state
POST ``say``           as, channel, content
POST ``slash``         as, channel, command ("table resign"), options
POST ``autocomplete``  as, channel, command, options, focused: ``choices``
POST ``menu``          as, channel, command, target (a person or message)
POST ``press``         as, message, custom_id, values
POST ``submit``        interaction, fields
POST ``read``          as, channel
POST ``dismiss``       as, message (an ephemeral one of theirs)
POST ``person``        person, and any of accepts_dms, member
POST ``channel``       channel, and any of denied (names of permissions), delete
POST ``thread``        thread, and any of archived, locked, delete, join (person), leave (person)
POST ``group``         as, people: a new group message with them
POST ``delete``        message
POST ``drop``          cut the bot's connection

What is for the bot is answered once the bot has answered, or after three seconds.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass
from functools import reduce
from itertools import islice
from operator import or_

from aiohttp import web

from bot.local.api import channels
from bot.local.api.gateway import Gateway
from bot.local.api.http_codec import answer, read
from bot.local.api.interactions import Interaction
from bot.local.errors import Json, Refusal
from bot.local.world.model import NO_PERMISSIONS, Channel, Message, Permission
from bot.local.world.world import World

from . import views
from .actions import Play
from .events import PageEvents

KEPT = {"Cache-Control": "private, max-age=3600"}


@dataclass(eq=False, repr=False)
class PageRoutes:
    """The routes of the page's API."""

    _world: World
    _play: Play
    _page_events: PageEvents
    _gateway: Gateway
    _game_cards: Mapping[str, views.GameCard]

    def routes(self) -> list[web.RouteDef]:
        """All routes, below the API's base."""
        play = self._play
        reading = (self.state, self.messages, play.commands)
        people = (
            play.say,
            play.slash,
            play.autocomplete,
            play.menu,
            play.press,
            play.read,
            play.dismiss,
            play.group,
        )
        table = (play.submit, self.person, self.channel, self.thread, self.delete, self.drop)
        return [
            *(web.get(f"/{handler.__name__}", _answering(handler, by_whom=True)) for handler in reading),
            web.get("/games", _answering(self.games)),
            *(web.post(f"/{handler.__name__}", _answering(handler, by_whom=True)) for handler in people),
            *(web.post(f"/{handler.__name__}", _answering(handler)) for handler in table),
            web.get("/picture", self.picture),
            web.get("/events", self.events),
        ]

    def state(self, who: str) -> Json:
        """The server, people and places that a person sees."""
        return views.seen_by(self._world, self._world.person(who), online=self._gateway.online)

    def messages(self, who: str, channel: str, before: str = "", limit: str = "50") -> Json:
        """The newest messages that a person sees in a channel, oldest first."""
        person, place = self._world.person(who), self._world.channel(channel)
        if not self._world.sees(person, place):
            raise Refusal("Unknown Channel")
        end, count = int(before or self._world.next_id()), int(limit)
        older = (post for post in self._world.history(place, person) if post.id < end)
        newest = list(islice(older, count + 1))
        shown = [views.message(self._world, post) for post in reversed(newest[:count])]
        return {"messages": shown, "more": len(newest) > count}

    def games(self) -> Json:
        """The games on the first screen."""
        return {
            "games": [
                asdict(card) | {"key": key, "picture": f"api/picture?game={key}"}
                for key, card in self._game_cards.items()
            ]
        }

    async def picture(self, request: web.Request) -> web.Response:
        """A picture of a game's board."""
        card = self._game_cards.get(request.query["game"])
        if card is None or not card.picture:
            raise web.HTTPNotFound
        return web.Response(body=card.picture, content_type="image/png", headers=KEPT)

    async def events(self, request: web.Request) -> web.WebSocketResponse:
        """The event stream of a person's window."""
        person = self._world.person(request.query["as"])
        # A WebSocket: browsers keep no more than six connections of another kind to a server.
        socket = web.WebSocketResponse(timeout=1.0)
        feed = self._page_events.open(person)
        try:
            await socket.prepare(request)
            while (event := await feed.queue.get()) is not None:
                await socket.send_str(event)
        except ConnectionResetError:
            pass  # The window was closed.
        finally:
            self._page_events.close(feed)
        return socket

    def person(self, person: str, *, accepts_dms: bool | None = None, member: bool | None = None) -> None:
        """Open or close a person's direct messages, or make them leave or come back."""
        who = self._world.person(person)
        if accepts_dms is not None:
            self._world.set_accepts_dms(who, accepts=accepts_dms)
        if member is not None:
            self._world.set_membership(who, member=member)

    def channel(self, channel: str, *, denied: list[str] | None = None, delete: bool = False) -> None:
        """Change the bot's permissions in a channel, or delete it."""
        place = self._world.channel(channel)
        if denied is not None:
            may_not = (Permission[name] for name in denied)
            channels.deny_bot(self._world, place, reduce(or_, may_not, NO_PERMISSIONS))
        if delete:
            channels.delete(self._world, place)

    def thread(
        self,
        thread: str,
        *,
        archived: bool | None = None,
        locked: bool | None = None,
        join: str = "",
        leave: str = "",
        delete: bool = False,
    ) -> None:
        """Archive, lock or delete a thread, or change its members."""
        place = self._world.channel(thread)
        if (archived, locked) != (None, None):
            channels.change_thread(self._world, place, archived=archived, locked=locked)
        if join:
            channels.join(self._world, place, self._world.person(join))
        if leave:
            channels.leave(self._world, place, self._world.person(leave))
        if delete:
            channels.delete(self._world, place)

    def delete(self, message: str) -> None:
        """Delete anybody's message, as an administrator might."""
        self._world.delete(self._world.message(message))

    async def drop(self) -> None:
        """Cut the bot's connection."""
        await self._gateway.drop()


def _answering(
    handler: Callable[..., Json | Interaction | Message | Channel | Awaitable[None] | None],
    *,
    by_whom: bool = False,
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Passes what a request gives to ``handler``, first ``as`` if ``by_whom``; answers what it returns."""

    async def handle(request: web.Request) -> web.Response:
        call = await read(request)
        given = {**call.query, **call.payload}
        who = given.pop("as", None)
        match handler(who, **given) if by_whom else handler(**given):
            case Interaction() as opened:
                return answer((await opened.settled()).state())
            case Message() as post:
                return answer({"message": str(post.id)})
            case Channel() as place:
                return answer({"channel": str(place.id)})
            case Awaitable() as doing:
                await doing
                return answer({})
            case body:
                return answer(body or {})

    return handle
