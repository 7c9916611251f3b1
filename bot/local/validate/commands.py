"""The bot's application commands: Discord's limits on them, and the data of interactions that call them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.local import payloads
from bot.local.errors import InvalidInput, Json, Refusal, invalid_form
from bot.local.world.model import Channel, Member, Message
from bot.local.world.world import World

from .components import LIMITS, Errors, wrong_lengths

SLASH, USER_MENU, MESSAGE_MENU, ENTRY_POINT = 1, 2, 3, 4
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE = range(1, 9)
"""The option types that the bot uses; others are refused."""
BY_USER = 1
"""The type of installation that works in group messages."""
NAME = re.compile(r"^[-_'\w]{1,32}$")
MAX_COMMANDS = {SLASH: 100, USER_MENU: 15, MESSAGE_MENU: 15, ENTRY_POINT: 1}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A command that can be called: its full path and its options."""

    command: Json
    path: tuple[str, ...]
    description: str
    options: list[Json]


class Commands:
    """The bot's commands."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.listed: list[Json] = []

    def sync(self, commands: list[Json]) -> list[Json]:
        """Replace all commands.

        :raises Refusal: 50035 if one breaks a limit of Discord's; 50240 if Discord's own is left out.
        """
        errors: Errors = {}
        for kind, most in MAX_COMMANDS.items():
            if sum(command.get("type", SLASH) == kind for command in commands) > most:
                errors["commands"] = (
                    f"Maximum number of application commands of type {kind} reached ({most})."
                )
        for index, command in enumerate(commands):
            errors |= _faults(command, str(index), slash=command.get("type", SLASH) == SLASH)
            if _weight(command) > 8000:
                errors[str(index)] = (
                    "A command's names, descriptions and choices can have at most 8000 characters in all."
                )
        if errors:
            raise invalid_form(errors)
        if _has_entry_point(self.listed) and not _has_entry_point(commands):
            raise Refusal("You cannot remove this app's Entry Point command in a bulk update operation")
        before = {(old["type"], old["name"]): old["id"] for old in self.listed}
        fresh = []
        for command in commands:
            kind, needed = command.get("type", SLASH), command.get("default_member_permissions")
            fresh.append(
                {"nsfw": False, "description": "", "options": [], "integration_types": [0]}
                | {key: value for key, value in command.items() if value is not None}
                | {
                    "id": before.get((kind, command["name"])) or str(self._world.next_id()),
                    "application_id": str(self._world.application_id),
                    "default_member_permissions": None if needed is None else str(needed),
                    "version": str(self._world.next_id()),
                    "type": kind,
                }
            )
        self.listed = fresh
        return fresh

    def offered(self, person: Member, place: Channel, kind: int = SLASH) -> list[Leaf]:
        """The commands that ``person`` may call in ``place``, one for each path."""
        return [leaf for command in self._offered(person, place, kind) for leaf in self._leaves(command)]

    def _offered(self, person: Member, place: Channel, kind: int) -> Iterator[Json]:
        context = 0 if place.on_server else 1 if place.is_dm else 2
        for command in self.listed:
            needed = int(command.get("default_member_permissions") or 0)
            contexts = command.get("contexts")
            if command["type"] != kind or (contexts is not None and context not in contexts):
                continue
            if place.is_group and BY_USER not in command["integration_types"]:
                continue
            if place.on_server and needed & ~self._world.may(person, place):
                continue
            yield command

    def _leaves(self, command: Json) -> list[Leaf]:
        return _leaves(command, (command["name"],), _spoken(command, self._world.locale))

    def called(self, person: Member, place: Channel, name: str, kind: int = SLASH) -> Leaf:
        """The command with that path ("table resign"); :raises Refusal: 10063."""
        for command in self._offered(person, place, kind):
            for leaf in self._leaves(command) if f"{name} ".startswith(f"{command['name']} ") else ():
                if " ".join(leaf.path) == name:
                    return leaf
        raise Refusal("Unknown application command")

    def slash_data(self, leaf: Leaf, given: dict[str, Any], focused: str | None) -> Json:
        """The data of a slash command's interaction; :raises InvalidInput: if an option is wrong."""
        resolved: Json = {}
        known = {option["name"]: option for option in leaf.options}
        if strange := set(given) - set(known):
            raise InvalidInput(f"/{' '.join(leaf.path)} has no option called {', '.join(sorted(strange))}.")
        options: list[Json] = []
        for name, option in known.items():
            if name == focused:
                value = str(given.get(name, ""))
                options.append({"name": name, "type": option["type"], "value": value, "focused": True})
            elif name in given:
                try:
                    value = self._value(option, given[name], resolved)
                except (InvalidInput, Refusal):
                    if focused is None:
                        raise
                    continue  # While somebody types, values that don't fit yet are left out.
                options.append({"name": name, "type": option["type"], "value": value})
            elif option.get("required") and focused is None:
                raise InvalidInput(f"{name} is required.")
        for depth, step in reversed(list(enumerate(leaf.path[1:]))):
            kind = SUBCOMMAND if depth == len(leaf.path) - 2 else GROUP
            options = [{"name": step, "type": kind, "options": options}]
        data = self._head(leaf.command) | {"options": options}
        return data | ({"resolved": resolved} if resolved else {})

    def menu_data(self, leaf: Leaf, target: Member | Message) -> Json:
        """The data of a context menu's interaction."""
        resolved: Json = {}
        if isinstance(target, Member):
            self._resolve_person(target, resolved)
        else:
            resolved["messages"] = {str(target.id): payloads.message(self._world, target)}
        return self._head(leaf.command) | {"target_id": str(target.id), "resolved": resolved}

    @staticmethod
    def _head(command: Json) -> Json:
        return {"id": command["id"], "name": command["name"], "type": command["type"]}

    def _resolve_person(self, person: Member, resolved: Json) -> None:
        resolved.setdefault("users", {})[str(person.id)] = payloads.user(person)
        if person.member:
            member = payloads.member(person, with_user=False)
            member["permissions"] = str(self._world.may(person))
            resolved.setdefault("members", {})[str(person.id)] = member

    def _value(self, option: Json, given: Any, resolved: Json) -> Any:
        if option["type"] == USER:
            person = self._world.person(given)
            self._resolve_person(person, resolved)
            return str(person.id)
        if option["type"] == CHANNEL:
            place = self._world.channel(given)
            may = str(self._world.may(self._world.owner, place))
            body = payloads.channel(self._world, place) | {"permissions": may}
            resolved.setdefault("channels", {})[str(place.id)] = body
            return str(place.id)
        if option["type"] == ROLE:
            number = self._world.role(given)
            resolved.setdefault("roles", {})[str(number)] = payloads.role(self._world, number)
            return str(number)
        return _plain_value(option, given)


def _has_entry_point(commands: list[Json]) -> bool:
    return any(command.get("type") == ENTRY_POINT for command in commands)


def _plain_value(option: Json, given: Any) -> Any:
    """A text, integer or boolean within the option's bounds and choices."""
    kind, name, choices = option["type"], option["name"], option.get("choices") or []
    unit, things = ("_length", " characters") if kind == STRING else ("_value", "")
    low, high = option.get(f"min{unit}"), option.get(f"max{unit}")
    try:
        if kind == BOOLEAN:
            return {"true": True, "false": False}[str(given).lower()]
        value = int(given) if kind == INTEGER else str(given)
        size = len(value) if isinstance(value, str) else value
        if (low is not None and size < low) or (high is not None and size > high):
            raise ValueError
    except (KeyError, TypeError, ValueError):
        expected = {BOOLEAN: "true or false", INTEGER: "a whole number"}.get(kind, "text")
        if low is not None:
            expected = f"{low}{things} or more" if high is None else f"{low}–{high}{things}"
        elif high is not None:
            expected = f"at most {high}{things}"
        raise InvalidInput(f"{name} must be {expected}, not “{given}”.") from None
    if choices and value not in [choice["value"] for choice in choices]:
        raise InvalidInput(
            f"{name} must be one of: {', '.join([str(choice['name']) for choice in choices])}."
        )
    return value


def _spoken(node: Json, locale: str) -> Json:
    """A command, option or choice in people’s language, with all that is in it. Only choices are renamed."""
    fields = ("name",) if "value" in node else ("description",)
    words = {field: (node.get(f"{field}_localizations") or {}).get(locale) for field in fields}
    inside = {
        field: [_spoken(each, locale) for each in node.get(field) or []] for field in ("options", "choices")
    }
    return node | {field: said for field, said in (words | inside).items() if said}


def _leaves(command: Json, path: tuple[str, ...], node: Json) -> list[Leaf]:
    inner = [one for one in node.get("options") or [] if one["type"] in (SUBCOMMAND, GROUP)]
    if not inner:
        return [Leaf(command, path, node.get("description", ""), node.get("options") or [])]
    return [leaf for one in inner for leaf in _leaves(command, (*path, one["name"]), one)]


def _weight(node: Json) -> int:
    """The characters that count towards a command's limit of 8000."""
    size = len(node.get("name", "")) + len(node.get("description", ""))
    size += sum(len(choice["name"]) + len(str(choice["value"])) for choice in node.get("choices") or [])
    return size + sum(map(_weight, node.get("options") or []))


def _faults(node: Json, path: str, *, slash: bool) -> Errors:
    """The faults of a command or an option, and of the options inside it."""
    errors = wrong_lengths(node, f"{path}.", LIMITS["slash" if slash else "menu"])
    name, options, choices = str(node.get("name", "")), node.get("options") or [], node.get("choices") or []
    if slash and (not NAME.match(name) or name != name.lower()):
        errors[f"{path}.name"] = "Application command name is invalid"
    if len({option["name"] for option in options}) < len(options):
        errors[f"{path}.options"] = "Option names must be unique."
    needed = [bool(option.get("required")) for option in options]
    if needed != sorted(needed, reverse=True):
        errors[f"{path}.options"] = "Required options must be placed before non-required options"
    for n, choice in enumerate(choices):
        text = {"name": choice["name"], "value": str(choice["value"])}
        errors |= wrong_lengths(text, f"{path}.choices.{n}.", LIMITS["choice"])
    if choices and node.get("autocomplete"):
        errors[f"{path}.autocomplete"] = "An option can't have both choices and autocomplete."
    for n, option in enumerate(options):
        if option.get("type") not in range(SUBCOMMAND, ROLE + 1):
            errors[f"{path}.options.{n}.type"] = "Value must be one of [1, 2, 3, 4, 5, 6, 7, 8]."
        errors |= _faults(option, f"{path}.options.{n}", slash=True)
    return errors
