"""The pie rule: the host opens for the first colour, then the guest picks either colour.

Host and guest are slots; the colours are the seats that they play once the guest has picked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.languages import gettext, listed

from .basics import Seat, quoted
from .game import Options
from .states import AtOnce

HOST: Final = Seat("host")
GUEST: Final = Seat("guest")


@dataclass(frozen=True, slots=True)
class Take(AtOnce):
    """The guest's choice of a colour."""

    colour: Seat

    def __str__(self) -> str:
        return f"take {self.colour}"


class PieRule(NamedTuple):
    """The pie rule of a game between two colours, which the game's option ``pie`` turns on and off."""

    colours: tuple[Seat, Seat]
    """The colour that opens, and the other one."""
    opening: str
    """What happens first, as a sentence: ``The first purple snorkel is placed next.``"""
    said: Callable[[str], str]
    """A colour inside a sentence."""

    def sides(self, options: Options) -> tuple[tuple[Seat, ...], ...]:
        """Host and guest with the pie rule on, else the two colours."""
        return tuple((slot,) for slot in ((HOST, GUEST) if options["pie"] == "on" else self.colours))

    @property
    def takes(self) -> tuple[Take, ...]:
        """The guest's two choices."""
        return tuple(Take(colour) for colour in self.colours)

    def read(self, words: Sequence[str]) -> Take | None:
        """The choice written as ``words``, such as ``take green`` or ``green``; None for anything else."""
        return next((take for take in self.takes if " ".join(words) in (str(take), take.colour)), None)

    def slots(self, colour: Seat) -> tuple[tuple[Seat, Seat], ...]:
        """The (colour, slot) pairs after the guest has taken ``colour``, in the colours' order."""
        return tuple((each, GUEST if each == colour else HOST) for each in self.colours)

    def other(self, colour: Seat) -> Seat:
        """The opponent of ``colour``."""
        return self.colours[1 - self.colours.index(colour)]

    # In words

    def waiting(self, phase: str) -> str:
        """What happens next in the phases ``opening`` and ``choice``; empty in any other."""
        if phase == "choice":
            return gettext("Next, a player picks a colour.")
        return gettext(self.opening) if phase == "opening" else ""

    @property
    def choose(self) -> str:
        """The refusal for a guest who does something else than pick a colour."""
        takes = listed([quoted(str(take)) for take in self.takes], "or")
        return gettext("Pick your colour now: {takes}.", takes=takes)

    def told(self, colour: Seat) -> str:
        """What everybody is told of the guest's choice."""
        return gettext("Picked: {colour}.", colour=self.said(colour))

    def ask(self, square: str) -> str:
        """The question that the guest is asked once the host has opened on ``square``."""
        first, other = map(self.said, self.colours)
        return gettext(
            "Which colour would you like? If you take {colour}, {square} is yours, and {other} moves next.",
            colour=first,
            square=square,
            other=other,
        )
