"""Interactions: one use of the bot by one person, and the bot's answer."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from enum import IntEnum

from bot.local import payloads
from bot.local.errors import Json
from bot.local.world.model import Channel, Member, Message
from bot.local.world.world import World

ANSWER_TIMEOUT_S = 3.0
"""Seconds in which the bot must answer."""
TOKEN_LIFETIME_S = 15 * 60.0
"""Seconds for which the token is valid."""


class InteractionType(IntEnum):
    """The type of an interaction."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class ResponseType(IntEnum):
    """The type of the first answer."""

    MESSAGE = 4
    THINKING = 5
    LATER = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(eq=False, repr=False)
class Interaction:
    """One use of the bot by one person, and the bot's answer."""

    world: World
    type: InteractionType
    person: Member
    place: Channel
    data: Json
    message: Message | None = None
    """The message whose control was used."""
    command: str | None = None
    """The command as typed."""
    answer: ResponseType | None = None
    failed: bool = False
    """Whether the bot let the three seconds pass."""
    original: Message | None = None
    """The first answer's message."""
    followups: list[Message] = field(default_factory=list)
    follow_up_count: int = 0
    """Number of messages after the first answer, including the one that completes "thinking…"."""
    reply_count: int = 0
    """Number of new messages and edits by its token."""
    modal: Json | None = None
    choices: list[Json] | None = None

    def __post_init__(self) -> None:
        self.id = self.world.next_id()
        self.token = secrets.token_urlsafe(24)
        self._created = self.world.now()
        loop = asyncio.get_running_loop()
        self._settled = loop.create_future()
        self._timer = loop.call_later(ANSWER_TIMEOUT_S, self._expire)

    async def settled(self) -> Interaction:
        """Wait for the first answer, or for the three seconds to pass (then ``failed`` is True)."""
        await asyncio.shield(self._settled)
        return self

    @property
    def expired(self) -> bool:
        """Whether the token has expired."""
        return self.world.now() - self._created > TOKEN_LIFETIME_S

    def stop(self) -> None:
        """Stop waiting for an answer."""
        self._timer.cancel()
        if not self._settled.done():
            self._settled.set_result(None)

    def _expire(self) -> None:
        self.failed = True
        self.stop()
        self.world.changed("answer")

    def metadata(self) -> Json:
        """What a message says about the interaction that it answers."""
        body: Json = {
            "id": str(self.id),
            "type": self.type,
            "user": payloads.user(self.person),
            "authorizing_integration_owners": self._owners(),
        }
        if self.type is InteractionType.COMPONENT and self.message:
            body["interacted_message_id"] = str(self.message.id)
        elif self.type is InteractionType.COMMAND:
            body |= {"name": self.data["name"], "command_type": self.data["type"]}
        elif self.type is InteractionType.MODAL:
            source: Interaction = self.data["_source"]
            body["triggering_interaction_metadata"] = source.metadata()
        return body

    def _owners(self) -> Json:
        """Whose installation of the bot is used: the server's, or in a group message its first user's."""
        if not self.place.is_group:
            return {"0": str(self.world.guild_id if self.place.on_server else 0)}
        metadata = self.message.metadata if self.message is not None else None
        return dict(metadata["authorizing_integration_owners"]) if metadata else {"1": str(self.person.id)}

    def _data(self) -> Json:
        """The event's data; people are resolved as members only on the server."""
        data = {key: value for key, value in self.data.items() if not key.startswith("_")}
        if not self.place.on_server and "resolved" in data:
            data["resolved"] = {kind: each for kind, each in data["resolved"].items() if kind != "members"}
        return data

    def state(self) -> Json:
        """Its state, for the page."""
        return {
            "id": str(self.id),
            "failed": self.failed,
            "answer": self.answer,
            "message": str(self.original.id) if self.original else None,
            "modal": self.modal,
            "choices": self.choices,
        }

    def event(self) -> Json:
        """The data of INTERACTION_CREATE."""
        world, guild = self.world, self.place.on_server
        person_may = str(world.may(self.person, self.place))
        body = payloads.ALWAYS["interaction"] | {
            "id": str(self.id),
            "application_id": str(world.application_id),
            "type": self.type,
            "locale": world.locale,
            "token": self.token,
            "data": self._data(),
            "channel_id": str(self.place.id),
            "channel": payloads.channel(world, self.place) | {"permissions": person_may},
            "app_permissions": str(world.may(world.bot, self.place)),
            "authorizing_integration_owners": self._owners(),
            "context": 0 if guild else 2 if self.place.is_group else 1,
        }
        if guild:
            body["guild_id"] = str(world.guild_id)
            own = {"id": str(world.guild_id), "locale": world.locale}
            body["guild"] = payloads.ALWAYS["interaction's guild"] | own
            body["guild_locale"] = world.locale
            body["member"] = payloads.member(self.person) | {"permissions": person_may}
        else:
            body["user"] = payloads.user(self.person)
        if self.message is not None:
            body["message"] = payloads.message(world, self.message)
        return body
