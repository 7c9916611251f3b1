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
POST ``slash``         as, channel, command ("table resign"), options, wait
POST ``autocomplete``  as, channel, command, options, focused      (waits; ``choices``)
POST ``menu``          as, channel, command, person or message, wait
POST ``press``         as, message, custom_id, values, wait
POST ``submit``        interaction, fields, wait
POST ``read``          as, channel
POST ``dismiss``       as, message (an ephemeral one of theirs)
POST ``person``        person, and any of accepts_dms, member
POST ``channel``       channel, and any of denied (names of permissions), delete
POST ``thread``        thread, and any of archived, locked, delete, join (person), leave (person)
POST ``group``         as, people: a new group message with them
POST ``delete``        message
POST ``drop``          cut the bot's connection

With ``wait`` the answer comes once the bot has answered, or after three seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from aiohttp import web

from bot.local.api import channels, threads
from bot.local.api.gateway import Gateway
from bot.local.api.http_codec import answer, read_json
from bot.local.api.interactions import Interaction
from bot.local.errors import unknown
from bot.local.world.model import NO_PERMISSIONS, Permission
from bot.local.world.world import World

from . import views
from .actions import Play
from .events import PageEvents
from .game_card import GameCard

KEPT = {"Cache-Control": "private, max-age=3600"}


class PageRoutes:
    """The routes of the page's API."""

    def __init__(
        self,
        world: World,
        play: Play,
        page_events: PageEvents,
        gateway: Gateway,
        game_cards: Mapping[str, GameCard],
    ) -> None:
        self._world = world
        self._play = play
        self._page_events = page_events
        self._gateway = gateway
        self._game_cards = game_cards

    def routes(self) -> list[web.RouteDef]:
        """All routes, below the API's base."""
        reading = [self.state, self.messages, self.commands, self.games, self.picture, self.events]
        doing = [
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
        ]
        gets = [web.get(f"/{handler.__name__}", handler) for handler in reading]
        return gets + [web.post(f"/{handler.__name__}", handler) for handler in doing]

    async def state(self, request: web.Request) -> web.Response:
        """The server, people and places that a person sees."""
        person = self._world.person(request.query["as"])
        return answer(views.seen_by(self._world, person, online=self._gateway.online))

    async def messages(self, request: web.Request) -> web.Response:
        """The newest messages that a person sees in a channel, oldest first."""
        query = request.query
        person, place = self._world.person(query["as"]), self._world.channel(query["channel"])
        if not self._world.sees(person, place):
            raise unknown("Channel")
        before, limit = int(query.get("before") or self._world.next_id()), int(query.get("limit", 50))
        older = (post for post in self._world.history(place, person) if post.id < before)
        newest = list(islice(older, limit + 1))
        shown = [views.message(self._world, post) for post in reversed(newest[:limit])]
        return answer({"messages": shown, "more": len(newest) > limit})

    async def commands(self, request: web.Request) -> web.Response:
        """The commands that a person may call in a channel."""
        return answer(self._play.offered(request.query["as"], request.query["channel"]))

    async def games(self, _request: web.Request) -> web.Response:
        """The games on the first screen."""
        return answer(
            {
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
        )

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

    async def _report(self, interaction: Interaction, *, wait: bool) -> web.Response:
        if wait:
            await interaction.settled()
        return answer(interaction.state())

    async def say(self, request: web.Request) -> web.Response:
        """Post a plain message."""
        given = await read_json(request)
        post = self._play.say(given["as"], given["channel"], str(given["content"]))
        return answer({"message": str(post.id)})

    async def slash(self, request: web.Request) -> web.Response:
        """Call a slash command."""
        given = await read_json(request)
        opened = self._play.slash(given["as"], given["channel"], given["command"], given.get("options"))
        return await self._report(opened, wait=bool(given.get("wait")))

    async def autocomplete(self, request: web.Request) -> web.Response:
        """Type into an option."""
        given = await read_json(request)
        who, place, options = given["as"], given["channel"], given.get("options")
        opened = self._play.autocomplete(who, place, given["command"], given["focused"], options)
        return await self._report(opened, wait=True)

    async def menu(self, request: web.Request) -> web.Response:
        """Call a command in the menu of a person or message."""
        given = await read_json(request)
        person = self._world.person(given["person"]) if "person" in given else None
        target = person or self._world.message(given["message"])
        opened = self._play.menu(given["as"], given["channel"], given["command"], target)
        return await self._report(opened, wait=bool(given.get("wait")))

    async def press(self, request: web.Request) -> web.Response:
        """Press a button or choose from a select."""
        given = await read_json(request)
        opened = self._play.press(given["as"], given["message"], given["custom_id"], given.get("values"))
        return await self._report(opened, wait=bool(given.get("wait")))

    async def submit(self, request: web.Request) -> web.Response:
        """Send a form."""
        given = await read_json(request)
        opened = self._play.submit(given["interaction"], given.get("fields"))
        return await self._report(opened, wait=bool(given.get("wait")))

    async def read(self, request: web.Request) -> web.Response:
        """Mark a channel as read."""
        given = await read_json(request)
        self._world.mark_read(self._world.person(given["as"]), self._world.channel(given["channel"]))
        return answer({})

    async def dismiss(self, request: web.Request) -> web.Response:
        """Dismiss an ephemeral message."""
        given = await read_json(request)
        post = self._world.message(given["message"])
        if post.reader is not self._world.person(given["as"]):
            raise unknown("Message")
        self._world.delete(post)
        return answer({})

    async def person(self, request: web.Request) -> web.Response:
        """Open or close a person's direct messages, or make them leave or come back."""
        given = await read_json(request)
        who = self._world.person(given["person"])
        if "accepts_dms" in given:
            self._world.set_accepts_dms(who, accepts=bool(given["accepts_dms"]))
        if "member" in given:
            self._world.set_membership(who, member=bool(given["member"]))
        return answer({})

    async def channel(self, request: web.Request) -> web.Response:
        """Change the bot's permissions in a channel, or delete it."""
        given = await read_json(request)
        place = self._world.channel(given["channel"])
        if "denied" in given:
            denied = NO_PERMISSIONS
            for name in given["denied"]:
                denied |= Permission[name]
            channels.deny_bot(self._world, place, denied)
        if given.get("delete"):
            threads.delete(self._world, place)
        return answer({})

    async def thread(self, request: web.Request) -> web.Response:
        """Archive, lock or delete a thread, or change its members."""
        given = await read_json(request)
        thread = self._world.channel(given["thread"])
        archived, locked = given.get("archived"), given.get("locked")
        if (archived, locked) != (None, None):
            threads.change(self._world, thread, archived=archived, locked=locked)
        if "join" in given:
            threads.join(self._world, thread, self._world.person(given["join"]))
        if "leave" in given:
            threads.leave(self._world, thread, self._world.person(given["leave"]))
        if given.get("delete"):
            threads.delete(self._world, thread)
        return answer({})

    async def group(self, request: web.Request) -> web.Response:
        """Start a group message."""
        given = await read_json(request)
        others = [self._world.person(one) for one in given["people"]]
        place = self._world.open_group(self._world.person(given["as"]), others)
        return answer({"channel": str(place.id)})

    async def delete(self, request: web.Request) -> web.Response:
        """Delete anybody's message, as an administrator might."""
        given = await read_json(request)
        self._world.delete(self._world.message(given["message"]))
        return answer({})

    async def drop(self, _request: web.Request) -> web.Response:
        """Cut the bot's connection."""
        await self._gateway.drop()
        return answer({})
