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
POST ``menu``          as, channel, command, person or message
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
from itertools import islice

from aiohttp import web

from bot.local.api import channels
from bot.local.api.gateway import Gateway
from bot.local.api.http_codec import answer, read
from bot.local.api.interactions import Interaction
from bot.local.errors import Json, unknown
from bot.local.world.model import NO_PERMISSIONS, Permission
from bot.local.world.world import World

from . import views
from .actions import Play
from .events import PageEvents

KEPT = {"Cache-Control": "private, max-age=3600"}


class PageRoutes:
    """The routes of the page's API."""

    def __init__(
        self,
        world: World,
        play: Play,
        page_events: PageEvents,
        gateway: Gateway,
        game_cards: Mapping[str, views.GameCard],
    ) -> None:
        self._world = world
        self._play = play
        self._page_events = page_events
        self._gateway = gateway
        self._game_cards = game_cards

    def routes(self) -> list[web.RouteDef]:
        """All routes, below the API's base."""
        reading = (self.state, self.messages, self.commands, self.games)
        doing = (
            self.say,
            self.slash,
            self.autocomplete,
            self.menu,
            self.press,
            self.submit,
            self.read,
            self.dismiss,
            self.person,
            self.channel,
            self.thread,
            self.group,
            self.delete,
            self.drop,
        )
        return [
            *(web.get(f"/{handler.__name__}", _answering(handler)) for handler in reading),
            *(web.post(f"/{handler.__name__}", _answering(handler)) for handler in doing),
            web.get("/picture", self.picture),
            web.get("/events", self.events),
        ]

    def state(self, given: Json) -> Json:
        """The server, people and places that a person sees."""
        person = self._world.person(given["as"])
        return views.seen_by(self._world, person, online=self._gateway.online)

    def messages(self, given: Json) -> Json:
        """The newest messages that a person sees in a channel, oldest first."""
        person, place = self._world.person(given["as"]), self._world.channel(given["channel"])
        if not self._world.sees(person, place):
            raise unknown("Channel")
        before, limit = int(given.get("before") or self._world.next_id()), int(given.get("limit", 50))
        older = (post for post in self._world.history(place, person) if post.id < before)
        newest = list(islice(older, limit + 1))
        shown = [views.message(self._world, post) for post in reversed(newest[:limit])]
        return {"messages": shown, "more": len(newest) > limit}

    def commands(self, given: Json) -> Json:
        """The commands that a person may call in a channel."""
        return self._play.offered(given["as"], given["channel"])

    def games(self, _given: Json) -> Json:
        """The games on the first screen."""
        return {
            "games": [
                {
                    "command": card.command,
                    "title": card.title,
                    "tagline": card.tagline,
                    "facts": card.facts,
                    "picture": f"api/picture?game={key}",
                }
                for key, card in self._game_cards.items()
            ]
        }

    async def picture(self, request: web.Request) -> web.Response:
        """A picture of a game's board."""
        try:
            data = await self._game_cards[request.query["game"]].paint()
        except LookupError:
            raise web.HTTPNotFound from None
        return web.Response(body=data, content_type="image/png", headers=KEPT)

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

    def say(self, given: Json) -> Json:
        """Post a plain message."""
        post = self._play.say(given["as"], given["channel"], str(given["content"]))
        return {"message": str(post.id)}

    def slash(self, given: Json) -> Interaction:
        """Call a slash command."""
        return self._play.slash(given["as"], given["channel"], given["command"], given.get("options"))

    def autocomplete(self, given: Json) -> Interaction:
        """Type into an option."""
        who, place, options = given["as"], given["channel"], given.get("options")
        return self._play.autocomplete(who, place, given["command"], given["focused"], options)

    def menu(self, given: Json) -> Interaction:
        """Call a command in the menu of a person or message."""
        person = self._world.person(given["person"]) if "person" in given else None
        target = person or self._world.message(given["message"])
        return self._play.menu(given["as"], given["channel"], given["command"], target)

    def press(self, given: Json) -> Interaction:
        """Press a button or choose from a select."""
        return self._play.press(given["as"], given["message"], given["custom_id"], given.get("values"))

    def submit(self, given: Json) -> Interaction:
        """Send a form."""
        return self._play.submit(given["interaction"], given.get("fields"))

    def read(self, given: Json) -> None:
        """Mark a channel as read."""
        self._world.mark_read(self._world.person(given["as"]), self._world.channel(given["channel"]))

    def dismiss(self, given: Json) -> None:
        """Dismiss an ephemeral message."""
        post = self._world.message(given["message"])
        if post.reader is not self._world.person(given["as"]):
            raise unknown("Message")
        self._world.delete(post)

    def person(self, given: Json) -> None:
        """Open or close a person's direct messages, or make them leave or come back."""
        who = self._world.person(given["person"])
        if "accepts_dms" in given:
            self._world.set_accepts_dms(who, accepts=bool(given["accepts_dms"]))
        if "member" in given:
            self._world.set_membership(who, member=bool(given["member"]))

    def channel(self, given: Json) -> None:
        """Change the bot's permissions in a channel, or delete it."""
        place = self._world.channel(given["channel"])
        if "denied" in given:
            denied = NO_PERMISSIONS
            for name in given["denied"]:
                denied |= Permission[name]
            channels.deny_bot(self._world, place, denied)
        if given.get("delete"):
            channels.delete(self._world, place)

    def thread(self, given: Json) -> None:
        """Archive, lock or delete a thread, or change its members."""
        thread = self._world.channel(given["thread"])
        archived, locked = given.get("archived"), given.get("locked")
        if (archived, locked) != (None, None):
            channels.change_thread(self._world, thread, archived=archived, locked=locked)
        if "join" in given:
            channels.join(self._world, thread, self._world.person(given["join"]))
        if "leave" in given:
            channels.leave(self._world, thread, self._world.person(given["leave"]))
        if given.get("delete"):
            channels.delete(self._world, thread)

    def group(self, given: Json) -> Json:
        """Start a group message."""
        others = [self._world.person(one) for one in given["people"]]
        place = self._world.open_group(self._world.person(given["as"]), others)
        return {"channel": str(place.id)}

    def delete(self, given: Json) -> None:
        """Delete anybody's message, as an administrator might."""
        self._world.delete(self._world.message(given["message"]))

    async def drop(self, _given: Json) -> None:
        """Cut the bot's connection."""
        await self._gateway.drop()


def _answering(
    handler: Callable[[Json], Json | Interaction | Awaitable[None] | None],
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """A handler of requests that answers with what ``handler`` returns of what they give."""

    async def handle(request: web.Request) -> web.Response:
        call = await read(request)
        match handler({**call.query, **call.payload}):
            case Interaction() as opened:
                return answer((await opened.settled()).state())
            case Awaitable() as doing:
                await doing
                return answer({})
            case body:
                return answer(body or {})

    return handle
