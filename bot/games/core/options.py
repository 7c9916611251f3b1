"""What the host of a table chooses when it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from bot.games.plurals import listed

from .basics import OptionError, quoted

OptionValue: TypeAlias = int | str | None
Options: TypeAlias = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class IntOption:
    """A whole number that the host chooses when the table is opened."""

    help: str
    """What it does; with the bounds behind it, in at most 100 characters (Discord's limit)."""
    low: int
    high: int
    default: int | None

    def read(self, text: str) -> OptionValue:
        """The number that ``text`` writes.

        :raises OptionError: when it is none from ``low`` to ``high``; the message follows the option's name.
        """
        if text == "none" and self.default is None:
            return None
        whole = text.isascii() and text.isdigit() and (len(text) == 1 or text[0] != "0")
        if not whole or not self.low <= int(text[:20]) <= self.high:
            raise OptionError(f"must be {self.bounds}, not {quoted(text)}.")
        return int(text)

    @property
    def bounds(self) -> str:
        """The least and the greatest number."""
        return f"{self.low}–{self.high}"


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """One word of several that the host chooses when the table is opened."""

    help: str
    choices: tuple[str, ...]
    default: str

    def read(self, text: str) -> OptionValue:
        """The choice that ``text`` names.

        :raises OptionError: when it is none of ``choices``; the message follows the option's name.
        """
        if text not in self.choices:
            raise OptionError(f"must be {listed(self.choices, 'or')}, not {quoted(text)}.")
        return text


Option: TypeAlias = IntOption | ChoiceOption
