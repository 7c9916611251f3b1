"""What the Discord side shares: the sessions and the studio; put together in ``bot.app``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import discord

from bot.sessions.service import Sessions
from bot.sessions.snapshot import Person
from rendering.studio import Studio


@dataclass(frozen=True, slots=True)
class House:
    """The parts of the running bot that cogs and components work with."""

    sessions: Sessions
    studio: Studio


def house_of(interaction: discord.Interaction[Any]) -> House:
    """The house of the bot that received ``interaction``."""
    return cast("House", interaction.client.house)


def person_of(user: discord.abc.User) -> Person:
    """Somebody on Discord as the sessions know them, their name fit for a line of text."""
    shown = "".join(letter for letter in user.display_name if letter.isprintable()).strip()
    return Person(user.id, shown[:40] or f"Sailor {user.id % 10_000}")


def key_of(interaction: discord.Interaction[Any]) -> str:
    """The key under which what ``interaction`` causes happens once."""
    return f"i{interaction.id}"
