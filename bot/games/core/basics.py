"""What everything else speaks in: seats, refusals, and how notation is read."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", str)
"""A colour or role of a game, such as ``purple``; never a user."""

CHANCE = Seat("chance")
"""The seat of dice and other random events; no user holds it."""


class RulesError(ValueError):
    """What a player did wrong. The message is one sentence or two, fit to be shown to them."""


class NotationError(RulesError):
    """A text that is no action of this game at all."""


class IllegalAction(RulesError):
    """An action of this game, but not now or not for this seat."""


class OptionError(RulesError):
    """An unknown option of a game, or a value that it cannot take."""


def normalize(text: str) -> str:
    """``text`` as notation is read: lower case, single blanks, none at the ends (rulings: forgiven input).

    What cannot be printed becomes �, which no notation holds, so that a refusal may repeat it.
    """
    return _printable(" ".join(text.lower().split()))


def quoted(text: str, longest: int = 40) -> str:
    """What somebody wrote, fit to be repeated in a refusal: in quotation marks, printable, not too long."""
    return f"“{_printable(text[:longest])}{'…' if len(text) > longest else ''}”"


def _printable(text: str) -> str:
    return text if text.isprintable() else "".join(sign if sign.isprintable() else "�" for sign in text)
