"""Who sits where at a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.games.core import Seat
from bot.languages import gettext, listed
from bot.people.computers import is_computer
from bot.people.crowds import is_crowd
from bot.people.display_names import escape_markdown
from bot.people.kinds import own_name


class Person(NamedTuple):
    """A player: Discord's id, a computer's or a crowd's, and the name they had at the time."""

    id: int
    name: str

    @property
    def called(self) -> str:
        """``name``; a computer's or a crowd's in the language that is spoken."""
        return own_name(self.id, gettext) or self.name


def names_of(people: Iterable[Person]) -> str:
    """The names of ``people`` as a list in a sentence."""
    return listed([escape_markdown(person.called) for person in people])


class Seated(NamedTuple):
    """A slot and the person in it."""

    slot: Seat
    person: Person
    version: int = 0
    """The version of the computer player; 0: a person."""


class Away(NamedTuple):
    """Somebody who is away, and whose side's clock stands still."""

    person: int
    until: int
    """When they are back at the latest, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The slots of a table, and the people in them."""

    sides: tuple[tuple[Seat, ...], ...]
    """The slots, grouped by side."""
    seated: tuple[Seated, ...] = ()
    leaving: frozenset[int] = frozenset()
    """People who are looking for somebody to take over."""
    left: frozenset[tuple[int, int]] = frozenset()
    """People who were replaced during the game, each with the number of the side that they played."""
    taken_over: bool = False
    """Whether somebody took over a seat during the game."""
    away: tuple[Away, ...] = ()
    """The people who are away, in the order in which they left; challenged people count, too."""
    people: tuple[Person, ...] = field(init=False, repr=False, compare=False)
    """All players, once each, in the order of their slots."""
    humans: tuple[Person, ...] = field(init=False, repr=False, compare=False)
    """The players who are one person each: not computers, nor crowds."""
    computers: tuple[Person, ...] = field(init=False, repr=False, compare=False)
    """The computer players."""
    crowds: tuple[Person, ...] = field(init=False, repr=False, compare=False)
    """Those who decide by votes what they do."""
    deciding: tuple[Person, ...] = field(init=False, repr=False, compare=False)
    """The people and crowds, who are asked what others want; a computer just plays."""

    def __post_init__(self) -> None:
        people = tuple({sitter.person.id: sitter.person for sitter in self.seated}.values())
        computers = tuple(person for person in people if is_computer(person.id))
        crowds = tuple(person for person in people if is_crowd(person.id))
        deciding = tuple(person for person in people if person not in computers) if computers else people
        humans = tuple(person for person in deciding if person not in crowds) if crowds else deciding
        found = {"people": people, "humans": humans, "computers": computers, "crowds": crowds}
        for name, those in {**found, "deciding": deciding}.items():
            object.__setattr__(self, name, those)

    @property
    def timed_sides(self) -> frozenset[int]:
        """The numbers of the sides whose time runs: those without a person never run out of it."""
        return frozenset(
            number
            for number, side in enumerate(self.sides)
            if any(person in self.humans for person in self.side_people(side))
        )

    @property
    def away_sides(self) -> frozenset[int]:
        """The numbers of the sides with somebody who is away."""
        found = (self.side_number(each.person) for each in self.away)
        return frozenset(side for side in found if side is not None)

    def side_people(self, side: tuple[Seat, ...]) -> tuple[Person, ...]:
        """The people on ``side``, once each."""
        found = {sitter.person.id: sitter.person for sitter in self.seated if sitter.slot in side}
        return tuple(found.values())

    def __contains__(self, person: int) -> bool:
        """Whether ``person`` sits here."""
        return bool(self.slots_of(person))

    def slots_of(self, person: int) -> list[Seat]:
        """The slots of ``person``."""
        return [sitter.slot for sitter in self.seated if sitter.person.id == person]

    def free(self, side: tuple[Seat, ...]) -> list[Seat]:
        """The open slots of ``side``."""
        return [slot for slot in side if self.person_at(slot) is None]

    def side_of(self, person: int) -> tuple[Seat, ...] | None:
        """The side of ``person``; None if they don't sit here."""
        slots = {*self.slots_of(person)}
        return next((side for side in self.sides if slots & {*side}), None)

    def side_number(self, person: int) -> int | None:
        """The number of ``person``'s side; None if they don't sit here."""
        side = self.side_of(person)
        return None if side is None else self.sides.index(side)

    def sides_of(self, slots: Iterable[Seat]) -> frozenset[int]:
        """The numbers of the sides that ``slots`` belong to."""
        found = set(slots)
        return frozenset(number for number, side in enumerate(self.sides) if found & set(side))

    def person_at(self, slot: str) -> Person | None:
        """The person in ``slot``."""
        for sitter in self.seated:
            if sitter.slot == slot:
                return sitter.person
        return None
