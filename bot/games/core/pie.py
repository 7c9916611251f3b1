"""The pie rule: the host opens for the first colour, then the guest takes whichever colour it prefers.

Host and guest are slots; the colours are the seats that they play once the guest has chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .basics import Seat
from .options import ChoiceOption, Options

HOST: Final = Seat("host")
GUEST: Final = Seat("guest")


@dataclass(frozen=True, slots=True)
class Take:
    """The guest's choice of a colour."""

    colour: Seat

    def __str__(self) -> str:
        return f"take {self.colour}"

    @property
    def path(self) -> tuple[str, ...]:
        return (str(self),)


@dataclass(frozen=True, slots=True)
class PieRule:
    """The pie rule of a game between two colours; an option ``pie`` of the game turns it on and off."""

    colours: tuple[Seat, Seat]
    """The colour that opens, and the other one."""
    opening: str
    """What the host does, such as ``places the first purple snorkel``."""

    @property
    def option(self) -> ChoiceOption:
        """The game's option, on unless the host of a table turns it off."""
        first = self.colours[0]
        told = f"on: the host opens for {first}, the guest then takes a colour. off: {first} simply begins"
        return ChoiceOption(told, ("on", "off"), "on")

    def sides(self, options: Options) -> tuple[tuple[Seat, ...], ...]:
        """Host and guest with the pie rule on, else the two colours."""
        return ((HOST,), (GUEST,)) if options["pie"] == "on" else tuple((seat,) for seat in self.colours)

    @property
    def takes(self) -> tuple[Take, ...]:
        """The guest's two choices."""
        return tuple(Take(colour) for colour in self.colours)

    def read(self, words: Sequence[str]) -> Take | None:
        """The choice that ``words`` write, such as ``take green``; None when they write none."""
        return next((take for take in self.takes if str(take) == " ".join(words)), None)

    def slots(self, colour: Seat) -> tuple[tuple[Seat, Seat], ...]:
        """The (colour, slot) pairs after the guest has taken ``colour``, in the colours' order."""
        return tuple((each, GUEST if each == colour else HOST) for each in self.colours)

    def other(self, colour: Seat) -> Seat:
        """The colour that ``colour`` plays against."""
        return self.colours[1 - self.colours.index(colour)]

    # In words

    @property
    def waiting(self) -> dict[str, str]:
        """What is to happen, by phase."""
        choices = " or ".join(map(str, self.takes))
        return {
            "opening": f"The host {self.opening}.",
            "choice": f"The guest chooses a colour: {choices}.",
        }

    def whose_turn(self, phase: str, mover: Seat) -> str:
        """Who is to act, for somebody who is not."""
        if phase == "choice":
            return "The guest takes a colour first."
        return self.waiting.get(phase, f"It is {mover}’s turn.")

    @property
    def choose(self) -> str:
        """What the guest is told who does something else."""
        return f"Choose a colour now: {' or '.join(f'“{take}”' for take in self.takes)}."

    def told(self, colour: Seat) -> str:
        """What everybody is told of the guest's choice."""
        return f"The guest took {colour}; the host plays {self.other(colour)}."
