"""What Discord tells the bot, as JSON: its servers, presses and commands, and answers to what it posts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, TypeAlias

import bot
from bot.components.interactions.card import Control
from bot.games import GAMES

from .numbers import BOT, COMMANDS, ROLE, Numbers
from .sample_turns import CHANNELS, Turn

Json: TypeAlias = dict[str, Any]
ALWAYS: Final[dict[str, Json]] = json.loads(
    (Path(bot.__file__).parent / "local" / "payloads.json").read_text("utf-8")
)
"""What the local table says, too; its code would add to the memory that is measured."""
EVERYTHING: Final = str(2**50 - 1)
EPHEMERAL: Final = 1 << 6
"""The flag of a message that only one person sees."""
LONG_AGO: Final = "2026-01-01T00:00:00+00:00"
WORDS: Final = "So much has happened that a card says in two lines what it was, who sits where, who is next."


def user(number: int, name: str, *, is_bot: bool = False) -> Json:
    """A user object."""
    who = {"id": str(number), "username": name, "global_name": name, "discriminator": "0", "bot": is_bot}
    return ALWAYS["user"] | who


ITSELF: Final = user(BOT, "Captain's Table", is_bot=True)


def application() -> Json:
    """The bot's application, as its owner sees it."""
    own = {"id": str(BOT), "name": "Captain's Table", "verify_key": "0", "owner": user(BOT + 2, "Host")}
    return ALWAYS["application"] | own


def _member(person: Json, *roles: str) -> Json:
    own = {"user": person, "joined_at": LONG_AGO, "roles": [*roles], "permissions": EVERYTHING}
    return ALWAYS["member"] | own


def ready(servers: int) -> Json:
    """READY: the servers are still to come."""
    numbers = Numbers(0)
    return {
        "v": 10,
        "user": ITSELF | ALWAYS["own user"],
        "guilds": [{"id": str(numbers.server(place)), "unavailable": True} for place in range(servers)],
        "session_id": "load",
        "shard": [0, 1],
        "resume_gateway_url": "wss://localhost",
        "application": {"id": str(BOT), "flags": 0},
    }


def server(place: int, turns: Iterable[Turn]) -> Json:
    """GUILD_CREATE: a server with its channels, and a thread for each table."""
    numbers = Numbers(0)
    number = numbers.server(place)
    return ALWAYS["guild"] | {
        "id": str(number),
        "name": f"Harbour {place}",
        "owner_id": str(numbers.person(place, 0)),
        "roles": [_role(number, "@everyone"), _role(ROLE, "Captain's Table")],
        "joined_at": LONG_AGO,
        "member_count": 60,
        "members": [_member(ITSELF, str(ROLE))],
        "channels": [_channel(number, numbers.channel(place, at), 0) for at in range(CHANNELS)],
        "threads": [thread(turn) for turn in turns],
    }


def _role(number: int, name: str) -> Json:
    own = {"id": str(number), "name": name, "permissions": EVERYTHING, "managed": False}
    return ALWAYS["role"] | own | {"position": int(number == ROLE)}


def _channel(server: int, number: int, kind: int) -> Json:
    return ALWAYS["text channel"] | {
        "id": str(number),
        "type": kind,
        "guild_id": str(server),
        "name": "harbour",
        "topic": None,
        "position": 0,
        "permission_overwrites": [],
        "flags": 0,
        "last_message_id": None,
        "rate_limit_per_user": 0,
    }


def thread(turn: Turn) -> Json:
    """The thread of a table."""
    return _channel(turn.server, turn.thread, 11) | {
        "parent_id": str(turn.home),
        "name": f"{turn.game} (table {turn.table})",
        "owner_id": str(BOT),
        "message_count": turn.version,
        "member_count": 3,
        "thread_metadata": {
            "archived": False,
            "locked": False,
            "auto_archive_duration": 10080,
            "archive_timestamp": LONG_AGO,
            "create_timestamp": LONG_AGO,
        },
    }


def message(number: int, channel: int, *buttons: str, flags: int = 1 << 15) -> Json:
    """A card of the bot's, with a picture and buttons with these custom ids."""
    picture = {"url": "https://cdn.localhost/board.png", "width": 1000, "height": 1000, "content_type": None}
    row = [
        {"type": 2, "id": 6 + at, "style": 2, "label": "A Button", "custom_id": custom_id}
        for at, custom_id in enumerate(buttons)
    ]
    parts: list[Json] = [
        {"type": 10, "id": 2, "content": "### A game\n-# Table 1"},
        {"type": 12, "id": 3, "items": [{"media": picture, "description": WORDS * 2, "spoiler": False}]},
        {"type": 10, "id": 4, "content": WORDS},
        *([{"type": 1, "id": 5, "components": row}] if row else []),
    ]
    card = {"type": 17, "id": 1, "accent_color": 0, "spoiler": False, "components": parts}
    return ALWAYS["message"] | {
        "id": str(number),
        "channel_id": str(channel),
        "author": ITSELF,
        "content": "",
        "timestamp": LONG_AGO,
        "edited_timestamp": None,
        "mention_everyone": False,
        "mentions": [],
        "attachments": [],
        "components": [card],
        "flags": flags,
    }


def _interaction(turn: Turn, number: int, kind: int, **own: Json) -> Json:
    server = {"id": str(turn.server)}
    return ALWAYS["interaction"] | {
        "id": str(number),
        "application_id": str(BOT),
        "type": kind,
        "token": f"token-{number}",
        "guild_id": str(turn.server),
        "guild": server | ALWAYS["interaction's guild"],
        "guild_locale": "en-US",
        "channel_id": str(turn.thread),
        "channel": thread(turn) | {"permissions": EVERYTHING},
        "member": _member(user(turn.person, turn.name)),
        "app_permissions": EVERYTHING,
        "authorizing_integration_owners": {"0": str(turn.server)},
        "context": 0,
        **own,
    }


def confirmation(turn: Turn, number: int) -> Json:
    """A press on the button that confirms the turn, on the picker's private card.

    A game for one is played on the card that everybody sees.
    """
    play, back, close = (
        Control(verb, "", turn.table, turn.version, rest).custom_id
        for verb, rest in (("play", "|".join(turn.steps)), ("pick", ""), ("dismiss", ""))
    )
    if GAMES[turn.game].people[1] == 1:
        card = message(turn.card, turn.thread, play, back)
    else:
        card = message(number - 1, turn.thread, play, back, close, flags=1 << 15 | EPHEMERAL)
    return _interaction(turn, number, 3, data={"component_type": 2, "custom_id": play, "id": 6}, message=card)


def command(turn: Turn, number: int, name: str, *inner: str, **given: str) -> Json:
    """A command, such as ``/league standings``, by whoever's turn it is."""
    options: list[Json] = [{"name": each, "type": 1, "options": []} for each in inner]
    options += [{"name": each, "type": 3, "value": value} for each, value in given.items()]
    data = {"id": str(COMMANDS), "name": name, "type": 1, "options": options}
    return _interaction(turn, number, 2, data=data)
