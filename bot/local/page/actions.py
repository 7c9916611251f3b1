"""What people do: talk, call commands, press buttons, choose, fill in forms.

People, channels and messages are given themselves, by id, or (people and channels) by name. Methods that open
an interaction return it at once; ``await interaction.settled()`` waits for the first answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.languages import gettext
from bot.local.api import posting
from bot.local.api.interaction_broker import InteractionBroker
from bot.local.api.interactions import Interaction, InteractionType
from bot.local.errors import InvalidInput, Json, Refusal
from bot.local.validate import components
from bot.local.validate.commands import MESSAGE_MENU, SLASH, USER_MENU, Commands
from bot.local.world.model import Channel, Member, Message
from bot.local.world.world import World

PersonRef = Member | int | str
ChannelRef = Channel | int | str
MessageRef = Message | int | str


@dataclass(eq=False, repr=False)
class Play:
    """The actions of all people."""

    _world: World
    _commands: Commands
    _broker: InteractionBroker

    def say(self, who: PersonRef, channel: ChannelRef, content: str) -> Message:
        """Post a plain message."""
        person, place = self._at(who, channel)
        return posting.post(self._world, place, person, {"content": content})

    def slash(
        self,
        who: PersonRef,
        channel: ChannelRef,
        command: str,
        options: dict[str, Any] | None = None,
        *,
        focused: str | None = None,
    ) -> Interaction:
        """Call a slash command by its path: ``slash("Finn", "games", "table resign", {"table": "3"})``.

        With ``focused`` its user is only typing into that option.

        :raises InvalidInput: if an option is missing or wrong.
        """
        person, place = self._awake(who, channel)
        leaf = self._commands.called(person, place, command)
        data = self._commands.slash_data(leaf, options or {}, focused)
        kind = InteractionType.COMMAND if focused is None else InteractionType.AUTOCOMPLETE
        return self._broker.open(Interaction(self._world, kind, person, place, data, command="/" + command))

    def autocomplete(
        self,
        who: PersonRef,
        channel: ChannelRef,
        command: str,
        focused: str,
        options: dict[str, Any] | None = None,
    ) -> Interaction:
        """Type into the option ``focused``. Returns the answer, which has the bot's ``choices``."""
        return self.slash(who, channel, command, options, focused=focused)

    def menu(self, who: PersonRef, channel: ChannelRef, command: str, target: int | str) -> Interaction:
        """Call a command in the menu of a person or message, by their id."""
        person, place = self._awake(who, channel)
        found = self._world.people.get(int(target)) or self._world.message(target)
        kind = USER_MENU if isinstance(found, Member) else MESSAGE_MENU
        leaf = self._commands.called(person, place, command, kind)
        data = self._commands.menu_data(leaf, found)
        return self._broker.open(
            Interaction(self._world, InteractionType.COMMAND, person, place, data, command=command)
        )

    def press(
        self, who: PersonRef, message: MessageRef, custom_id: str, values: list[str] | None = None
    ) -> Interaction:
        """Press a button, or choose ``values`` from a select.

        :raises InvalidInput: if there's no such control, it's disabled, or the values don't fit it.
        """
        person, post = self._world.person(who), self._world.message(message)
        if not self._world.reads(person, post):
            raise Refusal("Unknown Message")
        self._awake(person, post.channel)
        control = components.find(post.components, custom_id)
        if control is None:
            raise InvalidInput(gettext("That button isn’t there any more. Try the newest card."))
        _check_use(control, values)
        kind = control["type"]
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": control.get("id", 0)}
        if kind == components.SELECT:
            data["values"] = values or []
        pressed = Interaction(self._world, InteractionType.COMPONENT, person, post.channel, data, post)
        return self._broker.open(pressed)

    def read(self, who: PersonRef, channel: ChannelRef) -> None:
        """Mark a channel as read."""
        self._world.mark_read(self._world.person(who), self._world.channel(channel))

    def dismiss(self, who: PersonRef, message: MessageRef) -> None:
        """Dismiss an ephemeral message."""
        post = self._world.message(message)
        if post.reader is not self._world.person(who):
            raise Refusal("Unknown Message")
        self._world.delete(post)

    def group(self, who: PersonRef, people: list[PersonRef]) -> Channel:
        """Start a group message."""
        return self._world.open_group(self._world.person(who), [self._world.person(one) for one in people])

    def submit(
        self, interaction: Interaction | int | str, fields: dict[str, Any] | None = None
    ) -> Interaction:
        """Send a modal with ``fields`` by custom_id; those left out keep their values.

        :raises InvalidInput: if a field is unknown, missing, or too long.
        """
        source = (
            interaction if isinstance(interaction, Interaction) else self._broker.by_id.get(int(interaction))
        )
        if source is None or source.modal is None:
            raise Refusal("Unknown interaction")
        left = dict(fields or {})
        labels = [part for part in source.modal["components"] if part["type"] == components.LABEL]
        parts = [
            {"type": components.LABEL, "component": _filled(part["component"], str(part["label"]), left)}
            for part in labels
        ]
        if left:
            raise InvalidInput(f"The form has no field called {', '.join(sorted(left))}.")
        data: Json = {"custom_id": source.modal["custom_id"], "components": parts, "_source": source}
        return self._broker.open(
            Interaction(self._world, InteractionType.MODAL, source.person, source.place, data, source.message)
        )

    def _at(self, who: PersonRef, channel: ChannelRef) -> tuple[Member, Channel]:
        person, place = self._world.person(who), self._world.channel(channel)
        if not self._world.sees(person, place):
            raise Refusal("Missing Access")
        return person, place

    def _awake(self, who: PersonRef, channel: ChannelRef) -> tuple[Member, Channel]:
        person, place = self._at(who, channel)
        if place.archived:
            raise InvalidInput(gettext("This thread is archived. Write a message in it to reopen it."))
        return person, place

    def commands(self, who: PersonRef, channel: ChannelRef) -> dict[str, list[Json]]:
        """The commands that a person may call in a channel: slash, and in menus of people and messages."""
        person, place = self._at(who, channel)
        kinds = {"slash": SLASH, "person": USER_MENU, "message": MESSAGE_MENU}
        return {
            name: [
                {"name": " ".join(leaf.path), "description": leaf.description, "options": leaf.options}
                for leaf in self._commands.offered(person, place, kind)
            ]
            for name, kind in kinds.items()
        }


def _check_use(control: Json, values: list[str] | None) -> None:
    if control.get("disabled"):
        raise InvalidInput(gettext("You can’t use that button right now."))
    if control["type"] in (components.BUTTON, components.INPUT):
        return
    given = values or []
    low, high = control.get("min_values", 1), control.get("max_values") or 1
    if not low <= len(given) <= high:
        number = low if low == high else f"{low}–{high}"
        raise InvalidInput(gettext("Choose {number}.", number=number))
    known = {option["value"] for option in control.get("options") or []} or set(given)
    if unknown_values := set(given) - known:
        raise InvalidInput(f"That isn’t on the menu: {', '.join(sorted(unknown_values))}.")


def _filled(control: Json, label: str, fields: dict[str, Any]) -> Json:
    """A modal's field with its value from ``fields``, which loses it."""
    custom_id = control["custom_id"]
    body: Json = {"type": control["type"], "custom_id": custom_id, "id": control.get("id", 0)}
    given = fields.pop(custom_id, None)
    required = control.get("required", True)
    if control["type"] != components.INPUT:
        options = control.get("options") or control.get("default_values") or []
        chosen = [str(one.get("value") or one["id"]) for one in options if one.get("default", "id" in one)]
        values = chosen if given is None else [str(one) for one in given]
        if values or required:
            _check_use(control, values)
        if control["type"] == components.RADIO:
            return body | {"value": next(iter(values), None)}
        return body | {"values": values}
    value = str(control.get("value") or "") if given is None else str(given)
    if required and not value:
        raise InvalidInput(gettext("Please fill in {field}.", field=label))
    low, high = control.get("min_length") or 0, control.get("max_length") or 4000
    if value and not low <= len(value) <= high:
        bounds = {"least": low, "most": high}
        raise InvalidInput(gettext("{field} must be {least}–{most} characters long.", field=label, **bounds))
    return body | {"value": value}
