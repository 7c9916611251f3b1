"""What somebody sees of a message at the local table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bot.local.errors import Json
from bot.local.world.model import Flag, Message
from tests.discord.limits import parts

CUSTOM_ID = re.compile(r"ct:(?P<verb>[a-z]+):(?P<session>\d+):(?P<version>\d+):(?P<rest>.*)")


@dataclass(frozen=True, slots=True)
class Button:
    """A button that can be pressed."""

    label: str
    custom_id: str
    verb: str
    table_id: int
    version: int
    rest: str


def buttons(post: Message) -> list[Button]:
    """The bot's buttons on a message, those that are disabled left out."""
    return buttons_in(post.components)


def buttons_in(components: list[Json]) -> list[Button]:
    """The bot's buttons in what a message showed at some time."""
    found = []
    for one in parts(components):
        if one["type"] == 2 and not one.get("disabled") and (match := CUSTOM_ID.fullmatch(one["custom_id"])):
            verb, table_id, version, rest = match.groups()
            found.append(Button(one["label"], one["custom_id"], verb, int(table_id), int(version), rest))
    return found


BEGINS: Final = ("first", "move")
"""What the buttons do that begin a turn on a table's card."""
ON_CARD: Final = (*BEGINS, "pick", "play")
"""Those and what goes on with it where somebody plays alone; private cards have these, too."""


def find(post: Message, *verbs: str) -> Button | None:
    """The first button that does one of these things."""
    return next((one for one in buttons(post) if one.verb in verbs), None)


def begins(post: Message) -> Button | None:
    """The first button that begins a turn, or goes on with it, on the card of a table, which has **More**."""
    return find(post, *((*ON_CARD, "vote") if find(post, "more") else BEGINS))


def must_find(post: Message | None, *verbs: str) -> Button:
    """The same of a message that has such a button."""
    found = find(post, *verbs) if post is not None else None
    assert found is not None, verbs
    return found


def lines(post: Message) -> list[str]:
    """All texts of a message, line by line."""
    shown: list[Json] = [one for one in parts(post.components) if one["type"] == 10]
    return "\n".join([post.content, *(str(one["content"]) for one in shown)]).splitlines()


def refused(post: Message) -> bool:
    """Whether a private card says that something could not be done: a line in italics."""
    return any(re.fullmatch(r"\*[^*].*\*", line) for line in lines(post)[2:])


def awaited(post: Message) -> list[int]:
    """Whom a table's card waits for."""
    told = next((line for line in reversed(lines(post)) if "it’s your turn" in line), "")
    return [int(number) for number in re.findall(r"<@(\d+)>", told)]


def thinking(post: Message) -> bool:
    """Whether the answer is still to come."""
    return bool(post.flags & Flag.LOADING)
