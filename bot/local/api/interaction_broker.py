"""Passes interactions to the bot and takes its answers."""

from __future__ import annotations

from collections import OrderedDict

from bot.local.api import posting
from bot.local.errors import Json, Refusal, invalid_form
from bot.local.validate import components
from bot.local.validate.messages import Upload
from bot.local.world.model import Flag, Message
from bot.local.world.world import World

from .interactions import Interaction, InteractionType, ResponseType

MAX_FOLLOW_UPS = 5
"""Messages that may follow one interaction where the bot isn't a member."""


class InteractionBroker:
    """All interactions whose tokens are valid."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_token: OrderedDict[str, Interaction] = OrderedDict()
        self.by_id: dict[int, Interaction] = {}

    def open(self, interaction: Interaction) -> Interaction:
        """Send an interaction to the bot, and drop expired ones."""
        while self._by_token and next(iter(self._by_token.values())).expired:
            _, old = self._by_token.popitem(last=False)
            del self.by_id[old.id]
        self._by_token[interaction.token] = self.by_id[interaction.id] = interaction
        self._world.tell_bot("INTERACTION_CREATE", interaction.event())
        return interaction

    def close(self) -> None:
        """Stop waiting for answers."""
        for interaction in self._by_token.values():
            interaction.stop()

    def callback(self, interaction_id: int, token: str, payload: Json, uploads: list[Upload]) -> Interaction:
        """Take the first answer.

        :raises Refusal: 10062 if too late or unknown, 40060 if there was one before.
        """
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != interaction_id or interaction.failed:
            raise Refusal("Unknown interaction")
        if interaction.answer is not None:
            raise Refusal("Interaction has already been acknowledged.")
        try:
            answer = ResponseType(int(payload["type"]))
        except (KeyError, ValueError):
            raise invalid_form({"type": "Value must be one of [4, 5, 6, 7, 8, 9]."}) from None
        data: Json = payload.get("data") or {}
        if (answer is ResponseType.CHOICES) is not (interaction.type is InteractionType.AUTOCOMPLETE):
            raise invalid_form({"type": "This type of response isn't allowed for this interaction."})
        if answer is ResponseType.MODAL and interaction.type is InteractionType.MODAL:
            raise invalid_form({"type": "A modal cannot be the response to a modal."})
        if answer in (ResponseType.LATER, ResponseType.UPDATE) and interaction.message is None:
            raise invalid_form({"type": "There is no message to update."})
        self._take(interaction, answer, data, uploads)
        interaction.answer = answer
        interaction.stop()
        self._world.changed("answer")
        return interaction

    def _take(
        self, interaction: Interaction, answer: ResponseType, data: Json, uploads: list[Upload]
    ) -> None:
        world = self._world
        if answer is ResponseType.MESSAGE:
            interaction.original = self._say(interaction, data, uploads)
        elif answer is ResponseType.THINKING:
            flags = int(data.get("flags") or 0) & Flag.EPHEMERAL
            interaction.original = self._say(interaction, {"flags": flags}, [], thinking=True)
        elif answer is ResponseType.LATER:
            interaction.original = interaction.message
        elif answer is ResponseType.UPDATE:
            interaction.original = interaction.message and world.message(interaction.message)
            if interaction.original is not None:
                posting.edit(world, interaction.original, data, uploads)
        elif answer is ResponseType.CHOICES:
            choices = data.get("choices") or []
            if len(choices) > 25 or any(not 1 <= len(str(one["name"])) <= 100 for one in choices):
                raise invalid_form(
                    {"data.choices": "Send at most 25 choices, each with a name of 1 to 100 characters."}
                )
            interaction.choices = choices
        elif answer is ResponseType.MODAL:
            if errors := components.check_modal(data):
                raise invalid_form(errors)
            interaction.modal = data

    def _say(
        self, interaction: Interaction, data: Json, uploads: list[Upload], *, thinking: bool = False
    ) -> Message:
        flags = int(data.get("flags") or 0) & (Flag.EPHEMERAL | Flag.SUPPRESS_NOTIFICATIONS)
        return posting.post(
            self._world,
            interaction.place,
            self._world.bot,
            data,
            uploads,
            reader=interaction.person if flags & Flag.EPHEMERAL else None,
            metadata=interaction.metadata(),
            command=interaction.command,
            flags=flags | (Flag.LOADING if thinking else 0),
        )

    def by_token(self, application_id: int, token: str) -> Interaction:
        """The interaction with that token; :raises Refusal: 10015 or 50027."""
        interaction = self._by_token.get(token)
        if interaction is None or application_id != self._world.application_id or interaction.answer is None:
            raise Refusal("Unknown Webhook")
        if interaction.expired:
            raise Refusal("Invalid Webhook Token")
        return interaction

    def follow_up(self, interaction: Interaction, data: Json, uploads: list[Upload]) -> Message:
        """Another message; the first one after "thinking…" completes that.

        :raises Refusal: 40094 where the bot isn't a member and has sent all it may.
        """
        if interaction.place.is_group and interaction.follow_up_count >= MAX_FOLLOW_UPS:
            raise Refusal("This interaction has reached its maximum number of follow up messages")
        interaction.follow_up_count += 1
        original = interaction.original
        if original is not None and original.flags & Flag.LOADING and original.id in self._world.messages:
            return self.edit(original, data, uploads)
        post = self._say(interaction, data, uploads)
        interaction.followups.append(post)
        return post

    def find(self, interaction: Interaction, which: str) -> Message:
        """A message that the interaction's token can change; :raises Refusal: 10008."""
        if which == "@original":
            if interaction.original is None:
                raise Refusal("Unknown Message")
            return self._world.message(interaction.original)
        for post in (interaction.original, *interaction.followups, interaction.message):
            if post is not None and str(post.id) == which:
                return self._world.message(post)
        raise Refusal("Unknown Message")

    def edit(self, post: Message, data: Json, uploads: list[Upload]) -> Message:
        """Edit by the token. Completing "thinking…" is an edit too, so it pings nobody."""
        thinking = post.flags & Flag.LOADING
        post.flags &= ~Flag.LOADING
        try:
            posting.edit(self._world, post, data, uploads, completing=bool(thinking))
        except Refusal:
            post.flags |= thinking
            raise
        return post
