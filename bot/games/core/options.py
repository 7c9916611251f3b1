"""The options that a host sets when opening a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.games.plurals import listed

from . import text
from .basics import OptionError

OptionValue: TypeAlias = int | str | None
Options: TypeAlias = Mapping[str, Any]
"""An :data:`OptionValue` each, of the kind that the game's option reads."""


@dataclass(frozen=True, slots=True)
class IntOption:
    """A whole number."""

    help: str
    """What it does; with the bounds after it, at most 100 characters (Discord's limit)."""
    low: int
    high: int
    default: int | None

    def read(self, given: str) -> OptionValue:
        """The number written as ``given``.

        :raises OptionError: when it is no number from ``low`` to ``high``; the message follows the name.
        """
        if given == "none" and self.default is None:
            return None
        whole = given.isascii() and given.isdigit() and (len(given) == 1 or given[0] != "0")
        if not whole or not self.low <= int(given[:20]) <= self.high:
            raise OptionError(text.out_of_bounds(self.bounds, given))
        return int(given)

    @property
    def bounds(self) -> str:
        """The least and the greatest number, such as ``0–3``."""
        return f"{self.low}–{self.high}"


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """One word of several."""

    help: str
    choices: tuple[str, ...]
    default: str

    def read(self, given: str) -> OptionValue:
        """The choice called ``given``.

        :raises OptionError: when it is none of ``choices``; the message follows the option's name.
        """
        if given not in self.choices:
            raise OptionError(text.out_of_bounds(listed(self.choices, "or"), given))
        return given


Option: TypeAlias = IntOption | ChoiceOption
