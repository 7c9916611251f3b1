"""Consoles: the private card on which a person plays a table, one each.

Discord lets a private card be edited or deleted for 15 minutes after the latest press on it. After that, and
after a restart, a console is forgotten, and the public card's buttons open a new one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias

import discord
from cachetools import TTLCache

MAX_TABLES: Final = 1024
"""Tables whose consoles are known; those least recently played are forgotten."""
TOKEN_SECONDS: Final = 15 * 60
"""How long an interaction's token lives."""
PrivateMessage: TypeAlias = discord.InteractionMessage | discord.WebhookMessage


@dataclass(frozen=True, slots=True)
class Console:
    """One person's private card of one table."""

    message: PrivateMessage
    """As the interaction sees it whose token still allows to edit it."""
    expires: datetime
    version: int
    """The version of the table that it shows."""
    asks: bool
    """Whether it asks the person for a move."""
    plays: bool
    """Whether it becomes the next turn's; **Board in Words** and the like stay what they are to the end."""
    held: bool = False
    """Whether a press on it is being answered: nobody else edits it."""

    @property
    def alive(self) -> bool:
        """Whether Discord still lets the bot edit or delete it."""
        return discord.utils.utcnow() < self.expires


class Consoles:
    """The consoles that can still be edited."""

    def __init__(self) -> None:
        self._tables: TTLCache[int, dict[int, Console]] = TTLCache(MAX_TABLES, TOKEN_SECONDS)

    def of(self, table_id: int, person: int) -> Console | None:
        """A person's console of a table; None when it can't be edited any more."""
        console = self._tables.get(table_id, {}).get(person)
        return console if console is not None and console.alive else None

    def idle(self, table_id: int) -> dict[int, Console]:
        """The consoles of a table that nobody is pressing on, by person."""
        found = self._tables.get(table_id, {})
        return {who: each for who, each in found.items() if each.alive and not each.held}

    def hold(self, table_id: int, person: int) -> None:
        """A press is being answered: until ``keep``, nobody else edits the console."""
        if (console := self.of(table_id, person)) is not None:
            self._tables[table_id][person] = replace(console, held=True)

    def keep(self, table_id: int, person: int, console: Console) -> Console | None:
        """Note the console of a person; another one that it takes the place of."""
        before = self.of(table_id, person)
        alive = {who: each for who, each in self._tables.get(table_id, {}).items() if each.alive}
        self._tables[table_id] = alive | {person: console}
        return before if before is not None and before.message.id != console.message.id else None

    def forget_person(self, person: int) -> None:
        """Somebody is forgotten, and so are their consoles."""
        for consoles in self._tables.values():
            consoles.pop(person, None)

    def forget(self, table_id: int, person: int, message: int) -> None:
        """A message is no console any more."""
        consoles = self._tables.get(table_id, {})
        if person in consoles and consoles[person].message.id == message:
            del consoles[person]
