"""What Discord tells the bot, as JSON: its servers, presses and commands, and answers to what it posts."""

from __future__ import annotations

from typing import Any, Final

from bot.components.interactions.card import Control

from .numbers import BOT, COMMANDS, ROLE, Numbers
from .sample_tables import CHANNELS, Turn

Json = dict[str, Any]
EVERYTHING: Final = str(2**50 - 1)
LONG_AGO: Final = "2026-01-01T00:00:00+00:00"
WORDS: Final = "So much has happened that a card says in two lines what it was, who sits where, who is next."


def user(number: int, name: str, *, bot: bool = False) -> Json:
    """A user object."""
    return {
        "id": str(number),
        "username": name.lower().replace(" ", "_"),
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
    }


def application() -> Json:
    """The bot's application, as its owner sees it."""
    return {
        "id": str(BOT),
        "name": "Captain's Table",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0",
        "owner": user(BOT + 2, "Host"),
        "team": None,
        "flags": 0,
    }


def _member(number: int, name: str, *, bot: bool = False) -> Json:
    return {
        "user": user(number, name, bot=bot),
        "avatar": None,
        "nick": None,
        "flags": 0,
        "joined_at": LONG_AGO,
        "pending": False,
        "premium_since": None,
        "roles": [],
        "mute": False,
        "deaf": False,
        "communication_disabled_until": None,
        "permissions": EVERYTHING,
    }


def ready(servers: int) -> Json:
    """READY: the servers are still to come."""
    numbers = Numbers(0)
    return {
        "v": 10,
        "user": user(BOT, "Captain's Table", bot=True) | {"flags": 0, "mfa_enabled": False, "verified": True},
        "guilds": [{"id": str(numbers.server(place)), "unavailable": True} for place in range(servers)],
        "session_id": "load",
        "shard": [0, 1],
        "resume_gateway_url": "wss://localhost",
        "application": {"id": str(BOT), "flags": 0},
    }


def server(place: int, turns: list[Turn]) -> Json:
    """GUILD_CREATE: a server with its channels, and a thread for each table."""
    numbers = Numbers(0)
    number = numbers.server(place)
    return {
        "id": str(number),
        "name": f"Harbour {place}",
        "icon": None,
        "splash": None,
        "banner": None,
        "description": None,
        "features": [],
        "owner_id": str(numbers.person(place, 0)),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "roles": [_role(number, "@everyone"), _role(ROLE, "Captain's Table")],
        "emojis": [],
        "stickers": [],
        "joined_at": LONG_AGO,
        "large": False,
        "unavailable": False,
        "member_count": 60,
        "members": [_member(BOT, "Captain's Table", bot=True) | {"roles": [str(ROLE)]}],
        "channels": [
            _channel(number, numbers.channel(place, at), 0) | {"position": at, "permission_overwrites": []}
            for at in range(CHANNELS)
        ],
        "threads": [thread(turn) for turn in turns],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def _role(number: int, name: str) -> Json:
    return {
        "id": str(number),
        "name": name,
        "permissions": EVERYTHING,
        "position": int(number == ROLE),
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def _channel(server: int, number: int, kind: int) -> Json:
    return {
        "id": str(number),
        "type": kind,
        "guild_id": str(server),
        "name": "harbour",
        "topic": None,
        "nsfw": False,
        "flags": 0,
        "last_message_id": None,
        "parent_id": None,
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


def message(number: int, channel: int, components: list[Json] | None = None) -> Json:
    """A message of the bot's."""
    return {
        "id": str(number),
        "channel_id": str(channel),
        "type": 0,
        "author": user(BOT, "Captain's Table", bot=True),
        "content": "",
        "timestamp": LONG_AGO,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": card([]) if components is None else components,
        "pinned": False,
        "flags": 1 << 15,
    }


def card(controls: list[Control]) -> list[Json]:
    """The components of a card with a picture and these buttons."""
    picture = {"url": "https://cdn.localhost/board.png", "width": 1000, "height": 1000, "content_type": None}
    buttons = [
        {"type": 2, "id": 6 + at, "style": 2, "label": each.label, "custom_id": each.custom_id}
        for at, each in enumerate(controls)
    ]
    parts: list[Json] = [
        {"type": 10, "id": 2, "content": "### A game\n-# Table 1"},
        {"type": 12, "id": 3, "items": [{"media": picture, "description": WORDS * 2, "spoiler": False}]},
        {"type": 10, "id": 4, "content": WORDS},
        *([{"type": 1, "id": 5, "components": buttons}] if buttons else []),
    ]
    return [{"type": 17, "id": 1, "accent_color": 0, "spoiler": False, "components": parts}]


def _interaction(turn: Turn, number: int, kind: int) -> Json:
    return {
        "id": str(number),
        "application_id": str(BOT),
        "type": kind,
        "token": f"token-{number}",
        "version": 1,
        "guild_id": str(turn.server),
        "guild": {"id": str(turn.server), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "channel_id": str(turn.thread),
        "channel": thread(turn) | {"permissions": EVERYTHING},
        "member": _member(turn.person, turn.name),
        "app_permissions": EVERYTHING,
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(turn.server)},
        "context": 0,
        "attachment_size_limit": 10 * 1024 * 1024,
    }


def confirmation(turn: Turn, number: int) -> Json:
    """A press on the button that confirms the turn, on the picker's private card."""
    play = Control("play", f"Play {turn.text}", turn.table, turn.version, "|".join(turn.steps))
    back, close = (Control(verb, verb.title(), turn.table, turn.version) for verb in ("pick", "dismiss"))
    private = message(number - 1, turn.thread, card([play, back, close])) | {"flags": 1 << 15 | 1 << 6}
    data = {"component_type": 2, "custom_id": play.custom_id, "id": 6}
    return _interaction(turn, number, 3) | {"data": data, "message": private}


def typed(turn: Turn, number: int) -> Json:
    """The turn as ``/move``."""
    option = {"name": "action", "type": 3, "value": turn.text}
    data = {"id": str(COMMANDS), "name": "move", "type": 1, "options": [option]}
    return _interaction(turn, number, 2) | {"data": data}


def command(turn: Turn, number: int, name: str, *inner: str) -> Json:
    """A command without options, such as ``/league standings``, by whoever's turn it is."""
    options = [{"name": each, "type": 1, "options": []} for each in inner]
    data = {"id": str(COMMANDS), "name": name, "type": 1, "options": options}
    return _interaction(turn, number, 2) | {"data": data}


def echo(turn: Turn, number: int) -> Json:
    """The bare command ``/echo``."""
    option = {"name": "text", "type": 3, "value": turn.text}
    data = {"id": str(COMMANDS + 1), "name": "echo", "type": 1, "options": [option]}
    return _interaction(turn, number, 2) | {"data": data}
