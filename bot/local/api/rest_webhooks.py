"""REST, part three: answers to interactions, and what follows them."""

from __future__ import annotations

from aiohttp import web

from bot.local.world.model import Flag
from bot.local.world.world import World

from . import payloads
from .errors import Json
from .http_codec import answer, nothing, number, read
from .interaction_broker import InteractionBroker
from .interactions import Answer, Interaction


class InteractionRoutes:
    """How the bot answers. The token in the address is the credential."""

    def __init__(self, world: World, broker: InteractionBroker) -> None:
        self._world = world
        self._broker = broker

    def routes(self) -> list[web.RouteDef]:
        """All routes of this part, below the API's base."""
        message = "/webhooks/{application}/{token}/messages/{message}"
        return [
            web.post("/interactions/{interaction}/{token}/callback", self.callback),
            web.post("/webhooks/{application}/{token}", self.follow_up),
            web.get(message, self.get),
            web.patch(message, self.edit),
            web.delete(message, self.delete),
        ]

    async def callback(self, request: web.Request) -> web.Response:
        """The first answer."""
        payload, uploads = await read(request)
        token = request.match_info["token"]
        interaction = self._broker.callback(number(request, "interaction"), token, payload, uploads)
        if request.query.get("with_response", "").lower() not in ("1", "true"):
            return nothing()
        return answer(self._report(interaction))

    def _report(self, interaction: Interaction) -> Json:
        """What ``with_response`` asks for."""
        about: Json = {"id": str(interaction.id), "type": int(interaction.asked)}
        report: Json = {"interaction": about}
        kind, post = interaction.answer, interaction.original
        if post is not None:
            about |= {
                "response_message_id": str(post.id),
                "response_message_loading": bool(post.flags & Flag.LOADING),
                "response_message_ephemeral": post.reader is not None,
            }
            if kind in (Answer.MESSAGE, Answer.UPDATE):
                report["resource"] = {"type": int(kind), "message": payloads.message(self._world, post)}
        return report

    def _interaction(self, request: web.Request) -> Interaction:
        return self._broker.by_token(number(request, "application"), request.match_info["token"])

    async def follow_up(self, request: web.Request) -> web.Response:
        """One more message."""
        payload, uploads = await read(request)
        interaction = self._interaction(request)
        post = self._broker.follow_up(interaction, payload, uploads)
        self._more(interaction)
        return answer(payloads.message(self._world, post))

    def _more(self, interaction: Interaction) -> None:
        interaction.said += 1
        self._world.changed(interaction.change())

    async def get(self, request: web.Request) -> web.Response:
        """The first answer's message, or a follow-up."""
        post = self._broker.find(self._interaction(request), request.match_info["message"])
        return answer(payloads.message(self._world, post))

    async def edit(self, request: web.Request) -> web.Response:
        """Edit the first answer's message, or a follow-up."""
        payload, uploads = await read(request)
        interaction = self._interaction(request)
        post = self._broker.find(interaction, request.match_info["message"])
        self._broker.edit(post, payload, uploads)
        self._more(interaction)
        return answer(payloads.message(self._world, post))

    async def delete(self, request: web.Request) -> web.Response:
        """Delete the first answer's message, or a follow-up."""
        self._world.delete(self._broker.find(self._interaction(request), request.match_info["message"]))
        return nothing()
