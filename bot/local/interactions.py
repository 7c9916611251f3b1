"""Interactions: opened when somebody uses the bot, answered in three seconds, alive for fifteen minutes."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from enum import IntEnum
from typing import TYPE_CHECKING

from bot.local import components, payloads
from bot.local.composing import Upload
from bot.local.model import EVERYONE, Change, Channel, Flag, Message, Person
from bot.local.refusals import (
    Json,
    Refusal,
    already_acknowledged,
    invalid_form,
    invalid_webhook_token,
    unknown,
)

if TYPE_CHECKING:
    from bot.local.world import World

PATIENCE = 3.0
"""Seconds within which the first answer must come."""
LIFETIME = 15 * 60.0
"""Seconds for which the token serves."""


class Asked(IntEnum):
    """What kind of interaction it is."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """What kind of first answer it got."""

    PONG = 1
    MESSAGE = 4
    THINKING = 5
    LATER = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class Interaction:
    """One use of the bot by one person, and how the bot answered."""

    def __init__(self, world: World, asked: Asked, person: Person, place: Channel, data: Json) -> None:
        self.id = world.next_id()
        self.token = secrets.token_urlsafe(24)
        self.asked = asked
        self.person = person
        self.place = place
        self.data = data
        self.message: Message | None = None
        """The message whose control was used."""
        self.as_seen: list[Json] | None = None
        """The components as its user still saw them, when the message has changed since."""
        self.command: str | None = None
        """The command as its caller typed it."""
        self.born = time.monotonic()
        self.answered_after: float | None = None
        """Seconds until the first answer."""
        self.answer: Answer | None = None
        self.failed = False
        """True once the bot has let the three seconds pass."""
        self.original: Message | None = None
        """The message that is the first answer."""
        self.followups: list[Message] = []
        self.modal: Json | None = None
        self.choices: list[Json] | None = None
        self._settled = asyncio.get_running_loop().create_future()
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._expire, world)

    async def settled(self) -> Interaction:
        """Wait for the first answer, or for the three seconds to pass (then ``failed`` is true)."""
        await asyncio.shield(self._settled)
        return self

    @property
    def old(self) -> bool:
        """Whether the token has run out."""
        return time.monotonic() - self.born > LIFETIME

    def acknowledge(self, answer: Answer) -> None:
        """Take the first answer."""
        self.answer = answer
        self.answered_after = time.monotonic() - self.born
        self.stop()

    def stop(self) -> None:
        """No longer wait for an answer."""
        self._timer.cancel()
        if not self._settled.done():
            self._settled.set_result(None)

    def _expire(self, world: World) -> None:
        self.failed = True
        self.stop()
        world.changed(Change("interaction", self.place, detail=self.state(world), only=self.person))

    def metadata(self) -> Json:
        """What a message says of the interaction that it answers."""
        body: Json = {
            "id": str(self.id),
            "type": int(self.asked),
            "user": payloads.user(self.person),
            "authorizing_integration_owners": {
                "0": str(self.place.recipient.id if self.place.recipient else 0)
            },
        }
        if self.asked is Asked.COMPONENT and self.message:
            body["interacted_message_id"] = str(self.message.id)
        elif self.asked is Asked.COMMAND:
            body |= {"name": self.data["name"], "command_type": self.data["type"]}
        elif self.asked is Asked.MODAL:
            source: Interaction = self.data["_source"]
            body["triggering_interaction_metadata"] = source.metadata()
        return body

    def state(self, world: World) -> Json:
        """How it stands, for the page."""
        return {
            "id": str(self.id),
            "failed": self.failed,
            "answer": None if self.answer is None else int(self.answer),
            "answered_after": self.answered_after,
            "message": str(self.original.id) if self.original else None,
            "modal": self.modal,
            "choices": self.choices,
        }

    def event(self, world: World) -> Json:
        """INTERACTION_CREATE's data."""
        guild = not self.place.is_dm
        person_may = str(int(world.person_may(self.person)))
        body: Json = {
            "id": str(self.id),
            "application_id": str(world.application_id),
            "type": int(self.asked),
            "token": self.token,
            "version": 1,
            "data": {key: value for key, value in self.data.items() if not key.startswith("_")},
            "channel_id": str(self.place.id),
            "channel": payloads.channel(world, self.place) | {"permissions": person_may},
            "app_permissions": str(int(world.bot_may(self.place) if guild else EVERYONE)),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(world.guild_id) if guild else "0"},
            "context": 0 if guild else 1,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if guild:
            body["guild_id"] = str(world.guild_id)
            body["guild"] = {"id": str(world.guild_id), "locale": "en-US", "features": []}
            body["guild_locale"] = "en-US"
            body["member"] = payloads.member(world, self.person) | {"permissions": person_may}
        else:
            body["user"] = payloads.user(self.person)
        if self.message is not None:
            body["message"] = payloads.message(world, self.message)
            if self.as_seen is not None:
                body["message"]["components"] = self.as_seen
        return body


class Desk:
    """Where interactions are handed in, and the bot's answers taken."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_token: OrderedDict[str, Interaction] = OrderedDict()
        self.by_id: dict[int, Interaction] = {}

    def open(self, interaction: Interaction) -> Interaction:
        """Hand an interaction to the bot."""
        while self._by_token and next(iter(self._by_token.values())).old:
            _, old = self._by_token.popitem(last=False)
            del self.by_id[old.id]
        self._by_token[interaction.token] = self.by_id[interaction.id] = interaction
        event = interaction.event(self._world)
        self._world.tell_bot("INTERACTION_CREATE", event, 0)
        return interaction

    def close(self) -> None:
        """Wait for no answer any more."""
        for interaction in self._by_token.values():
            interaction.stop()

    def callback(self, interaction_id: int, token: str, payload: Json, uploads: list[Upload]) -> Interaction:
        """Take the first answer.

        :raises Refusal: 10062 when too late or unknown, 40060 when there was one before.
        """
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id or interaction.failed:
            raise unknown("interaction")
        if interaction.answer is not None:
            raise already_acknowledged()
        try:
            answer = Answer(int(payload["type"]))
        except (KeyError, ValueError):
            raise invalid_form({"type": "Value must be one of [1, 4, 5, 6, 7, 8, 9]."}) from None
        data: Json = payload.get("data") or {}
        if (answer is Answer.CHOICES) is not (interaction.asked is Asked.AUTOCOMPLETE):
            raise invalid_form({"type": "This interaction takes another type of response."})
        if answer in (Answer.LATER, Answer.UPDATE) and interaction.message is None:
            raise invalid_form({"type": "There is no message to update."})
        self._take(interaction, answer, data, uploads)
        interaction.acknowledge(answer)
        state = interaction.state(self._world)
        self._world.changed(Change("interaction", interaction.place, detail=state, only=interaction.person))
        return interaction

    def _take(self, interaction: Interaction, answer: Answer, data: Json, uploads: list[Upload]) -> None:
        world = self._world
        if answer is Answer.MESSAGE:
            interaction.original = self._say(interaction, data, uploads)
        elif answer is Answer.THINKING:
            flags = int(data.get("flags") or 0) & Flag.EPHEMERAL
            interaction.original = self._say(interaction, {"flags": flags}, [], thinking=True)
        elif answer is Answer.LATER:
            interaction.original = interaction.message
        elif answer is Answer.UPDATE:
            interaction.original = interaction.message and world.message(interaction.message)
            if interaction.original is not None:
                world.edit(interaction.original, data, uploads)
        elif answer is Answer.CHOICES:
            choices = data.get("choices") or []
            if len(choices) > 25 or any(not 1 <= len(str(one["name"])) <= 100 for one in choices):
                raise invalid_form({"data.choices": "At most 25, each with a name of 1 to 100 characters."})
            interaction.choices = choices
        elif answer is Answer.MODAL:
            if errors := components.check_modal(data):
                raise invalid_form(errors)
            interaction.modal = data

    def _say(
        self, interaction: Interaction, data: Json, uploads: list[Upload], *, thinking: bool = False
    ) -> Message:
        flags = int(data.get("flags") or 0) & (Flag.EPHEMERAL | Flag.SUPPRESS_NOTIFICATIONS)
        return self._world.post(
            interaction.place,
            self._world.bot,
            data,
            uploads,
            reader=interaction.person if flags & Flag.EPHEMERAL else None,
            metadata=interaction.metadata(),
            command=interaction.command,
            flags=flags | (Flag.LOADING if thinking else 0),
        )

    def reach(self, application_id: int, token: str) -> Interaction:
        """The interaction whose token this is; :raises Refusal: 10015 or 50027."""
        interaction = self._by_token.get(token)
        if interaction is None or application_id != self._world.application_id or interaction.answer is None:
            raise unknown("Webhook")
        if interaction.old:
            raise invalid_webhook_token()
        return interaction

    def follow_up(self, interaction: Interaction, data: Json, uploads: list[Upload]) -> Message:
        """One more message; the first after "thinking…" takes that one's place."""
        original = interaction.original
        if original is not None and original.flags & Flag.LOADING and original.id in self._world.messages:
            return self.edit(original, data, uploads)
        post = self._say(interaction, data, uploads)
        interaction.followups.append(post)
        return post

    def find(self, interaction: Interaction, which: str) -> Message:
        """A message that this token may touch; :raises Refusal: 10008."""
        if which == "@original":
            if interaction.original is None:
                raise unknown("Message")
            return self._world.message(interaction.original)
        for post in (interaction.original, *interaction.followups, interaction.message):
            if post is not None and str(post.id) == which:
                return self._world.message(post)
        raise unknown("Message")

    def edit(self, post: Message, data: Json, uploads: list[Upload]) -> Message:
        """Edit through the token. Completing "thinking…" is an edit too, so it calls nobody."""
        thinking = post.flags & Flag.LOADING
        post.flags &= ~Flag.LOADING
        try:
            self._world.edit(post, data, uploads, completing=bool(thinking))
        except Refusal:
            post.flags |= thinking
            raise
        return post
