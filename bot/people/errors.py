"""What can be wrong with a setting."""

from __future__ import annotations

from bot.games.core import RulesError


class InvalidSetting(RulesError):
    """A value that a setting can't have; the message says what it can be."""
