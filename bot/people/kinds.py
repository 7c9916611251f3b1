"""Who a number stands for, wherever people are stored by number, and the names that the bot gives."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from . import computers, crowds


class Role(int):
    """A role of a server by Discord's id: everybody who has it, where people are notified."""


class Kind(Enum):
    """The kinds of people."""

    PERSON = "person"
    """Somebody on Discord, by Discord's id."""
    COMPUTER = "computer"
    CROWD = "crowd"
    """Many people, who decide by votes what it does."""
    ROLE = "role"
    """Everybody in a server who has a role; never stored as a person."""
    ERASED = "erased"
    """A seat whose owner was erased; each has another number."""
    NOBODY = "nobody"
    """Nobody at all, such as the opponent of somebody who sits out a round."""


def kind_of(person: int) -> Kind:
    """Who ``person`` stands for."""
    if isinstance(person, Role):
        return Kind.ROLE
    if person < 0:
        return Kind.ERASED
    if person == 0:
        return Kind.NOBODY
    if person in computers.IDS:
        return Kind.COMPUTER
    return Kind.CROWD if person in crowds.IDS else Kind.PERSON


def own_name(person: int, said: Callable[[str], str] = str) -> str | None:
    """The name that the bot gave ``person``, a computer or a crowd; None for all others.

    ``said`` translates it; what is stored is English.
    """
    match kind_of(person):
        case Kind.COMPUTER:
            return computers.name_of(person, said)
        case Kind.CROWD:
            return crowds.name_of(person, said)
        case _:
            return None
