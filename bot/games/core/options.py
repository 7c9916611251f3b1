"""What the host of a table chooses when it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from .basics import OptionError, quoted

OptionValue: TypeAlias = int | str | None
Options: TypeAlias = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class IntOption:
    """A whole number that the host chooses when the table is opened."""

    help: str
    """What it does, in at most 100 characters (Discord's limit for an option's description)."""
    low: int
    high: int
    default: int | None

    def read(self, text: str) -> OptionValue:
        """:raises OptionError: when ``text`` is no whole number from ``low`` to ``high``."""
        if text == "none" and self.default is None:
            return None
        if not text.isascii() or not text.isdigit() or (len(text) > 1 and text[0] == "0"):
            raise OptionError(f"{quoted(text)} is no whole number from {self.low} to {self.high}.")
        value = int(text[:20])
        if not self.low <= value <= self.high:
            raise OptionError(f"{text[:20]} is not between {self.low} and {self.high}.")
        return value


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """One word of several that the host chooses when the table is opened."""

    help: str
    choices: tuple[str, ...]
    default: str

    def read(self, text: str) -> OptionValue:
        """:raises OptionError: when ``text`` is none of ``choices``."""
        if text not in self.choices:
            raise OptionError(f"{quoted(text)} is none of {', '.join(self.choices)}.")
        return text


Option: TypeAlias = IntOption | ChoiceOption
