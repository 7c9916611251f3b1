"""What people do: talk, call commands, press buttons, choose, fill in forms.

Every verb takes people, channels and messages themselves, their ids, or (people and channels) their names.
What opens an interaction returns it at once; ``await interaction.settled()`` waits for the first answer.
"""

from __future__ import annotations

from typing import Any

from bot.local.api.errors import Json, missing_access, unknown
from bot.local.api.interaction_broker import InteractionBroker
from bot.local.api.interactions import Asked, Interaction
from bot.local.validate import components
from bot.local.validate.commands import MESSAGE_MENU, SLASH, USER_MENU, Commands, InvalidInput
from bot.local.validate.messages import MENTION
from bot.local.world import threads
from bot.local.world.model import Channel, Message, Person
from bot.local.world.world import World

PersonRef = Person | int | str
ChannelRef = Channel | int | str
MessageRef = Message | int | str


class Play:
    """The hands of everybody at the table."""

    def __init__(self, world: World, commands: Commands, broker: InteractionBroker) -> None:
        self._world = world
        self._commands = commands
        self._broker = broker

    def say(self, person: PersonRef, channel: ChannelRef, content: str) -> Message:
        """Post a plain message."""
        who, place = self._at(person, channel)
        named = [self._world.people[int(i)] for i in MENTION.findall(content) if int(i) in self._world.people]
        post = self._world.post(place, who, {"content": content})
        threads.welcome(self._world, post, named)
        return post

    def slash(
        self, person: PersonRef, channel: ChannelRef, command: str, options: dict[str, Any] | None = None
    ) -> Interaction:
        """Call a slash command by its path: ``slash("Finn", "games", "table resign", {"table": "3"})``.

        :raises InvalidInput: when an option is missing or does not fit.
        """
        who, place = self._awake(person, channel)
        leaf = self._commands.called(who, place, command)
        data = self._commands.slash_data(leaf, options or {})
        interaction = Interaction(self._world, Asked.COMMAND, who, place, data)
        interaction.command = "/" + command
        return self._broker.open(interaction)

    def autocomplete(
        self,
        person: PersonRef,
        channel: ChannelRef,
        command: str,
        focused: str,
        options: dict[str, Any] | None = None,
    ) -> Interaction:
        """Type into the option ``focused``; the answer's ``choices`` are what the bot offers."""
        who, place = self._awake(person, channel)
        leaf = self._commands.called(who, place, command)
        data = self._commands.slash_data(leaf, options or {}, focused)
        return self._broker.open(Interaction(self._world, Asked.AUTOCOMPLETE, who, place, data))

    def menu(
        self, person: PersonRef, channel: ChannelRef, command: str, target: Person | Message
    ) -> Interaction:
        """Call a context menu on a person or a message."""
        who, place = self._awake(person, channel)
        kind = USER_MENU if isinstance(target, Person) else MESSAGE_MENU
        leaf = self._commands.called(who, place, command, kind)
        data = self._commands.menu_data(leaf, target)
        interaction = Interaction(self._world, Asked.COMMAND, who, place, data)
        interaction.command = command
        return self._broker.open(interaction)

    def press(
        self,
        person: PersonRef,
        message: MessageRef,
        custom_id: str,
        values: list[str] | None = None,
        *,
        strict: bool = True,
    ) -> Interaction:
        """Press a button, or choose ``values`` from a menu.

        Unless ``strict`` a control may be used that the message showed before its last edits: somebody whose
        screen lags behind does just that.

        :raises InvalidInput: when there is no such control, it is disabled, or the values do not fit it.
        """
        who, post = self._world.person(person), self._world.message(message)
        if not self._world.reads(who, post):
            raise unknown("Message")
        self._awake(who, post.channel)
        versions = [post.components] if strict else [post.components, *reversed(post.past)]
        seen = next((one for one in versions if components.find(one, custom_id)), None)
        control = components.find(seen or [], custom_id)
        if control is None:
            raise InvalidInput(f"the message has no control {custom_id!r}")
        _check_use(control, values)
        kind = control["type"]
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": control.get("id", 0)}
        if kind in components.SELECTS:
            data["values"] = values or []
            if kind != components.STRINGS:
                data["resolved"] = self._resolved(kind, data["values"])
        interaction = Interaction(self._world, Asked.COMPONENT, who, post.channel, data)
        interaction.message = post
        interaction.as_seen = None if seen is post.components else seen
        return self._broker.open(interaction)

    def submit(self, opened: Interaction | int | str, fields: dict[str, Any] | None = None) -> Interaction:
        """Send a modal off; ``fields`` by custom_id, what is not given keeps the value it came with.

        :raises InvalidInput: when a field is unknown, missing, or too long.
        """
        source = opened if isinstance(opened, Interaction) else self._broker.by_id.get(int(opened))
        if source is None or source.modal is None:
            raise unknown("interaction")
        left = dict(fields or {})
        resolved: Json = {}
        parts = [self._filled(part, left, resolved) for part in source.modal["components"]]
        if left:
            raise InvalidInput(f"the form has no field {', '.join(sorted(left))}")
        data: Json = {"custom_id": source.modal["custom_id"], "components": parts, "_source": source}
        if resolved:
            data["resolved"] = resolved
        interaction = Interaction(self._world, Asked.MODAL, source.person, source.place, data)
        interaction.message = source.message
        return self._broker.open(interaction)

    def _filled(self, part: Json, fields: dict[str, Any], resolved: Json) -> Json:
        """A part of a modal with what was filled in."""
        kind = part["type"]
        if kind == components.ROW:
            inner = [self._filled(one, fields, resolved) for one in part["components"]]
            return {"type": kind, "components": inner}
        if kind == components.LABEL:
            return {"type": kind, "component": self._filled(part["component"], fields, resolved)}
        if kind == components.TEXT:
            return {"type": kind, "id": 0}
        custom_id = part["custom_id"]
        body: Json = {"type": kind, "custom_id": custom_id, "id": part.get("id", 0)}
        given = fields.pop(custom_id, None)
        if kind in components.SELECTS | {components.BOXES, components.UPLOAD}:
            chosen = [str(one["value"]) for one in part.get("options") or [] if one.get("default")]
            values = chosen if given is None else [str(one) for one in given]
            if kind in components.SELECTS and (values or part.get("required", True)):
                _check_use(part, values)
            for key, entries in self._resolved(kind, values).items():
                resolved.setdefault(key, {}).update(entries)
            return body | {"values": values}
        if kind == components.BOX:
            return body | {"value": bool(part.get("default") if given is None else given)}
        if kind == components.RADIO:
            chosen = [one["value"] for one in part["options"] if one.get("default")]
            return body | {"value": given if given is not None else next(iter(chosen), None)}
        text = str(part.get("value") or "") if given is None else str(given)
        if part.get("required", True) and not text:
            raise InvalidInput(f"the field {part.get('label') or custom_id} is required")
        if text and not (part.get("min_length") or 0) <= len(text) <= (part.get("max_length") or 4000):
            raise InvalidInput(f"the field {part.get('label') or custom_id} is too short or too long")
        return body | {"value": text}

    def _resolved(self, kind: int, values: list[str]) -> Json:
        option = {
            components.USERS: 6,
            components.ROLES: 8,
            components.MENTIONABLES: 9,
            components.CHANNELS: 7,
        }.get(kind)
        return self._commands.resolve(option, values) if option else {}

    def _at(self, person: PersonRef, channel: ChannelRef) -> tuple[Person, Channel]:
        who, place = self._world.person(person), self._world.channel(channel)
        if not self._world.sees(who, place):
            raise missing_access()
        return who, place

    def _awake(self, person: PersonRef, channel: ChannelRef) -> tuple[Person, Channel]:
        who, place = self._at(person, channel)
        if place.archived:
            raise InvalidInput("the thread is archived: nothing can be used in it until somebody reopens it")
        return who, place

    def offered(self, person: PersonRef, channel: ChannelRef) -> dict[str, list[Json]]:
        """The commands to choose from: slash commands, and menus on people and messages."""
        who, place = self._at(person, channel)
        kinds = {"slash": SLASH, "person": USER_MENU, "message": MESSAGE_MENU}
        return {
            name: [
                {"name": " ".join(leaf.path), "description": leaf.description, "options": leaf.options}
                for leaf in self._commands.offered(who, place, kind)
            ]
            for name, kind in kinds.items()
        }


def _check_use(control: Json, values: list[str] | None) -> None:
    """Whether a control can be used so."""
    if control.get("disabled"):
        raise InvalidInput("this control is disabled")
    if control["type"] not in components.SELECTS:
        return
    given = values or []
    if not control.get("min_values", 1) <= len(given) <= control.get("max_values", 1):
        raise InvalidInput(f"choose {control.get('min_values', 1)} to {control.get('max_values', 1)}")
    if control["type"] == components.STRINGS:
        offered = {option["value"] for option in control["options"]}
        if not set(given) <= offered:
            raise InvalidInput(f"not on offer: {', '.join(sorted(set(given) - offered))}")
