"""What the Discord side shares: the sessions and the studio; put together in ``bot.app``."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Final, cast

import discord

from bot.sessions.names import harmless
from bot.sessions.service import Sessions
from bot.sessions.snapshot import Person
from rendering.studio import Studio

REMEMBERED: Final = 4096
"""Interactions that are known again; they come twice within seconds if at all."""


class Heard:
    """The latest interactions: Discord may deliver one twice, and it wants one answer."""

    def __init__(self) -> None:
        self._numbers: OrderedDict[int, None] = OrderedDict()

    def first(self, number: int) -> bool:
        """Whether the interaction of this number is new; it is not the next time."""
        if number in self._numbers:
            return False
        self._numbers[number] = None
        if len(self._numbers) > REMEMBERED:
            self._numbers.popitem(last=False)
        return True


@dataclass(frozen=True, slots=True)
class House:
    """The parts of the running bot that cogs and components work with."""

    sessions: Sessions
    studio: Studio
    heard: Heard = field(default_factory=Heard)


def house_of(interaction: discord.Interaction[Any]) -> House:
    """The house of the bot that received ``interaction``."""
    return cast("House", interaction.client.house)


def person_of(user: discord.abc.User) -> Person:
    """Somebody on Discord as the sessions know them, their name harmless."""
    return Person(user.id, harmless(user.display_name) or f"Sailor {user.id % 10_000}")


def key_of(interaction: discord.Interaction[Any]) -> str:
    """The key under which what ``interaction`` causes happens once."""
    return f"i{interaction.id}"
