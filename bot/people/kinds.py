"""Who a number stands for, wherever people are stored by number."""

from __future__ import annotations

from enum import Enum

from .computers import IDS


class Kind(Enum):
    """The kinds of people."""

    PERSON = "person"
    """Somebody on Discord, by Discord's id."""
    COMPUTER = "computer"
    ERASED = "erased"
    """A seat whose owner was erased; each has another number."""
    NOBODY = "nobody"
    """Nobody at all, such as the opponent of somebody who sits out a round."""


def kind_of(person: int) -> Kind:
    """Who ``person`` stands for."""
    if person < 0:
        return Kind.ERASED
    if person == 0:
        return Kind.NOBODY
    return Kind.COMPUTER if person in IDS else Kind.PERSON
