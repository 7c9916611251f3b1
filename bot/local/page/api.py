"""The page's own API, under the random token of its address: what people see, and what they do.

Other processes (tests of restarts, faults and load) use it too. All answers are JSON; POST takes a JSON
object and demands its content type. Messages are named by id; people and channels by id or by name.

GET  ``state?as=``                       people, places with unread marks, whether the bot is connected
GET  ``messages?as=&channel=&before=&limit=``  the newest messages, oldest first
GET  ``commands?as=&channel=``           what may be called there
GET  ``events?as=``                      server-sent events: message, edit, delete, interaction, typing, state
GET  ``interaction?id=&wait=1``          how an interaction stands; with ``wait`` once the bot has answered
GET  ``stats``                           how often the bot identified, resumed and synced; faults that struck
POST ``say``           as, channel, content
POST ``slash``         as, channel, command ("table resign"), options, wait
POST ``autocomplete``  as, channel, command, options, focused      (waits; ``choices``)
POST ``menu``          as, channel, command, person or message, wait
POST ``press``         as, message, custom_id, values, stale, wait
POST ``submit``        interaction, fields, wait
POST ``read``          as, channel
POST ``dismiss``       as, message (one's own ephemeral one)
POST ``person``        person, and any of accepts_dms, member; or name alone: somebody new
POST ``channel``       channel, and any of denied (names of permissions), delete; or name alone: a new one
POST ``thread``        thread, and any of archived, locked, delete, join (person), leave (person)
POST ``group``         as, people: a new group message with them
POST ``delete``        message
POST ``gateway``       drop: true, resumable
POST ``faults``        the fields of ``bot.local.api.fault_injection.Fault``; or clear: true
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from aiohttp import web

from bot.local.api.errors import Json, unknown
from bot.local.api.fault_injection import Fault, Faults
from bot.local.api.gateway import Gateway
from bot.local.api.http_codec import answer, read_json
from bot.local.api.interaction_broker import InteractionBroker
from bot.local.api.interactions import Interaction
from bot.local.validate.commands import Commands
from bot.local.world import threads
from bot.local.world.model import NO_PERMISSIONS, Permission
from bot.local.world.world import World

from . import views
from .actions import Play
from .events import PageEvents


class PageRoutes:
    """What the page asks and does."""

    def __init__(
        self,
        world: World,
        commands: Commands,
        broker: InteractionBroker,
        play: Play,
        page_events: PageEvents,
        gateway: Gateway,
        faults: Faults,
    ) -> None:
        self._world, self._commands, self._broker = world, commands, broker
        self._play, self._page_events, self._gateway, self._faults = play, page_events, gateway, faults

    def routes(self) -> list[web.RouteDef]:
        """All routes of the page's API."""
        reading = [self.state, self.messages, self.commands, self.events, self.interaction, self.stats]
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
            self.gateway,
            self.faults,
        ]
        gets = [web.get(f"/{handler.__name__}", handler) for handler in reading]
        return gets + [web.post(f"/{handler.__name__}", handler) for handler in doing]

    async def state(self, request: web.Request) -> web.Response:
        """All that somebody has around."""
        person = self._world.person(request.query["as"])
        return answer(views.seen_by(self._world, person, online=self._gateway.online))

    async def messages(self, request: web.Request) -> web.Response:
        """The newest messages that somebody sees in a channel, oldest first."""
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
        """What somebody may call in a channel."""
        return answer(self._play.offered(request.query["as"], request.query["channel"]))

    async def events(self, request: web.Request) -> web.StreamResponse:
        """The live stream of somebody's window."""
        person = self._world.person(request.query["as"])
        stream = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        await stream.prepare(request)
        feed = self._page_events.open(person)
        try:
            await stream.write(b"retry: 500\n\n")
            while (event := await feed.queue.get()) is not None:
                await stream.write(event.encode())
        except ConnectionResetError:
            pass  # The window was closed.
        finally:
            self._page_events.close(feed)
        return stream

    async def interaction(self, request: web.Request) -> web.Response:
        """How an interaction stands."""
        found = self._broker.by_id.get(int(request.query["id"]))
        if found is None:
            raise unknown("interaction")
        return await self._report(found, wait="wait" in request.query)

    async def stats(self, _request: web.Request) -> web.Response:
        """What the bot has been through."""
        gateway = self._gateway
        return answer(
            {
                "online": gateway.online,
                "identified": gateway.identified,
                "resumed": gateway.resumed,
                "synced": self._commands.syncs,
                "faults_struck": self._faults.struck,
                "messages": len(self._world.messages),
            }
        )

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
        """Call a context menu."""
        given = await read_json(request)
        target = self._world.person(given["person"]) if "person" in given else None
        on = target or self._world.message(given["message"])
        opened = self._play.menu(given["as"], given["channel"], given["command"], on)
        return await self._report(opened, wait=bool(given.get("wait")))

    async def press(self, request: web.Request) -> web.Response:
        """Press a button or choose from a menu."""
        given = await read_json(request)
        strict = not given.get("stale")
        values = given.get("values")
        opened = self._play.press(given["as"], given["message"], given["custom_id"], values, strict=strict)
        return await self._report(opened, wait=bool(given.get("wait")))

    async def submit(self, request: web.Request) -> web.Response:
        """Send a form off."""
        given = await read_json(request)
        opened = self._play.submit(given["interaction"], given.get("fields"))
        return await self._report(opened, wait=bool(given.get("wait")))

    async def read(self, request: web.Request) -> web.Response:
        """Somebody has seen a channel."""
        given = await read_json(request)
        self._world.mark_read(self._world.person(given["as"]), self._world.channel(given["channel"]))
        return answer({})

    async def dismiss(self, request: web.Request) -> web.Response:
        """Somebody puts an ephemeral message away."""
        given = await read_json(request)
        post = self._world.message(given["message"])
        if post.reader is not self._world.person(given["as"]):
            raise unknown("Message")
        self._world.delete(post)
        return answer({})

    async def person(self, request: web.Request) -> web.Response:
        """Change somebody, or let somebody new in."""
        given = await read_json(request)
        who = (
            self._world.person(given["person"])
            if "person" in given
            else self._world.add_person(given["name"])
        )
        if "accepts_dms" in given:
            self._world.set_accepts_dms(who, accepts=bool(given["accepts_dms"]))
        if "member" in given:
            self._world.set_membership(who, member=bool(given["member"]))
        return answer({"person": str(who.id)})

    async def channel(self, request: web.Request) -> web.Response:
        """Change a channel, delete it, or make a new one."""
        given = await read_json(request)
        if "channel" not in given:
            return answer({"channel": str(self._world.add_channel(given["name"], given.get("topic")).id)})
        place = self._world.channel(given["channel"])
        if "denied" in given:
            denied = NO_PERMISSIONS
            for name in given["denied"]:
                denied |= Permission[name]
            self._world.deny_bot(place, denied)
        if given.get("delete"):
            threads.delete(self._world, place)
        return answer({"channel": str(place.id)})

    async def thread(self, request: web.Request) -> web.Response:
        """Archive, lock or delete a thread, or change who is in it."""
        given: dict[str, Any] = await read_json(request)
        thread = self._world.channel(given["thread"])
        changes: Json = {key: given[key] for key in ("archived", "locked") if key in given}
        if changes:
            threads.change(self._world, thread, changes)
        if "join" in given:
            threads.join(self._world, thread, self._world.person(given["join"]))
        if "leave" in given:
            threads.leave(self._world, thread, self._world.person(given["leave"]))
        if given.get("delete"):
            threads.delete(self._world, thread)
        return answer({"thread": str(thread.id)})

    async def group(self, request: web.Request) -> web.Response:
        """Begin a group message."""
        given = await read_json(request)
        others = [self._world.person(one) for one in given["people"]]
        place = self._world.open_group(self._world.person(given["as"]), others)
        return answer({"channel": str(place.id)})

    async def delete(self, request: web.Request) -> web.Response:
        """Delete anybody's message, as an administrator might."""
        given = await read_json(request)
        self._world.delete(self._world.message(given["message"]))
        return answer({})

    async def gateway(self, request: web.Request) -> web.Response:
        """Cut the bot's connection."""
        given = await read_json(request)
        if given.get("drop"):
            await self._gateway.drop(resumable=bool(given.get("resumable", True)))
        return answer({})

    async def faults(self, request: web.Request) -> web.Response:
        """Order faults, or have none any more."""
        given = await read_json(request)
        if given.pop("clear", False):
            self._faults.clear()
        else:
            self._faults.add(Fault(**given))
        return answer({})
