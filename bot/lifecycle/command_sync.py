"""Sends Discord the bot's commands in every language, when they have changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any, Final

import discord
import structlog

from bot.components.hooks import BotClient
from bot.components.interactions.discord_errors import summary
from bot.errors import StartError
from bot.languages import ENGLISH, catalogues, closest, gettext, speaking
from data.store.store import Store

log: Final = structlog.get_logger(__name__)
ENTRY_POINT: Final = 4
"""The type of the command that Discord makes for applications with Activities; unknown to discord.py."""
LIMITS: Final = {"name": 100, "description": 100}
"""Characters of a choice's name and of a description (Discord's limits)."""
MAX_COMMAND: Final = 8000
"""Characters of a command with all that is in it, each in its longest language (Discord's limit)."""
KEPT_FIELDS: Final = (
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "integration_types",
    "contexts",
    "handler",
)
"""What an update says of that command; the rest is Discord's to set."""


def payloads(bot: BotClient) -> list[dict[str, Any]]:
    """The commands as Discord gets them: descriptions and choices in the languages that there are."""
    return _translated(_in_english(bot))


def _in_english(bot: BotClient) -> list[dict[str, Any]]:
    return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


def _translated(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add what commands are in the other languages.

    A translation that is too long for Discord is left out, which the log tells; English is shown then.
    (discord.py's translator is asked for each text in each of Discord's languages, which takes thirty times
    as long.)
    """
    entries = [entry for command in found for _, entry in _entries(command, "")]
    for locale in map(str, discord.Locale):
        if (language := closest(locale)) != ENGLISH:
            with speaking(language):
                for entry in entries:
                    field = "name" if "value" in entry else "description"
                    english = entry.get(field) or ""
                    if (said := gettext(english)) != english:
                        entry.setdefault(f"{field}_localizations", {})[locale] = said
    for command in found:
        for fault in too_long(command):
            log.error("a command's translation is left out", fault=fault)
    return found


def too_long(command: dict[str, Any]) -> list[str]:
    """What was too long for Discord in a command, and is taken out of it: its language, place and length."""
    faults: list[str] = []
    entries = [*_entries(command, "")]
    for path, entry in entries:
        for field, limit in LIMITS.items():
            said: dict[str, str] = entry.get(f"{field}_localizations") or {}
            longer = [locale for locale, text in said.items() if len(text) > limit]
            faults += [f"{each}: {field} of {path}: {len(said.pop(each))} characters" for each in longer]
    length = sum(
        max(map(len, [text, *(entry.get(f"{field}_localizations") or {}).values()]))
        for _, entry in entries
        for field in (*LIMITS, "value")
        if isinstance(text := entry.get(field), str)
    )
    if length > MAX_COMMAND:
        faults.append(f"all languages: {command['name']} as a whole: {length} characters")
        for _, entry in entries:
            entry.pop("description_localizations", None)
            if "value" in entry:
                entry.pop("name_localizations", None)
    return faults


def _entries(entry: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """``entry``, and every group, option and choice below it, with the words that lead there."""
    path = f"{path} {entry['name']}".strip()
    yield path, entry
    for each in (*entry.get("options", ()), *entry.get("choices", ())):
        yield from _entries(each, path)


async def sync_commands(bot: BotClient, store: Store) -> None:
    """Send Discord the commands if they, or the languages, have changed; it accepts 200 new ones a day.

    The languages are read for it: a start without a change reads none.

    :raises StartError: when Discord refuses them.
    """
    assert bot.application_id is not None
    try:
        listed: list[Any] = await bot.http.get_global_commands(bot.application_id)
        # An update without Discord's own command is refused.
        kept = [
            {field: command[field] for field in KEPT_FIELDS if field in command}
            for command in listed
            if command.get("type") == ENTRY_POINT
        ]
        english, spoken = _in_english(bot), {str(each): closest(str(each)) for each in discord.Locale}
        digest = hashlib.sha256(json.dumps([english, kept, spoken], sort_keys=True).encode())
        digest.update(catalogues.as_written())
        key = f"commands of {bot.application_id}"
        if await store.value(key) == digest.hexdigest():
            return
        update = [*_translated(english), *kept]
        await bot.http.bulk_upsert_global_commands(bot.application_id, payload=update)
    except discord.HTTPException as error:
        raise StartError(
            f"Discord wouldn’t take the bot’s commands: {summary(error)}. Start the bot "
            "again in a minute. If that doesn’t help, please report this."
        ) from error
    await store.set_value(key, digest.hexdigest())
    log.info("commands synced", commands=len(update))
