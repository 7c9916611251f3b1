"""The actions of Drown, Captain Crackers! and their notation (rulings, Notation).

Actions name squares, since the same text is read whatever the layout's size; a state knows its own board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bot.games.core import NotationError, Seat, UsageError, WordByWord, grid, squares_apart
from bot.languages import gettext, gettext_noop, letter_for

RED: Final = Seat("red")
YELLOW: Final = Seat("yellow")
BLUE: Final = Seat("blue")
CAPTAIN: Final = Seat("captain")
CREW: Final = (RED, YELLOW, BLUE)
"""In the order in which they move, every round."""
SEATS: Final = (*CREW, CAPTAIN)
NAMES: Final[dict[str, str]] = gettext_noop(
    {
        RED: "Red",
        YELLOW: "Yellow",
        BLUE: "Blue",
        CAPTAIN: "Captain",
        "station": "Station",
        "outpost": "Outpost",
        "bell": "Bell",
        "wade": "Wade",
        "dry": "Dry",
    }
)
WAYS: Final = gettext_noop(
    "Crew: type a square (your own to stay), then + to drop a sandbag or - to pick one up, such as “e4+”. "
    "Captain: type “pump a4 c4”, “bag c3” to drop a sandbag, “unbag c3” to remove one, or “flow c4 d4” to "
    "let water run."
)
"""Every form of an action, for refusals."""
WIDEST: Final = grid(8, 8)
"""The largest board: every square that notation can name."""

FEW: Final = 16
"""So many squares are asked for in one step, more by column and row."""

BagWork: TypeAlias = Literal["", "+", "-"]
"""What a crew member does on its square: nothing, drop a sandbag, take one."""
BAG_WORKS: Final[tuple[BagWork, ...]] = ("", "+", "-")
STEPS: Final[dict[BagWork, str]] = {"+": "+", "": "=", "-": "-"}
"""The step of a path that says what a crew member does, the usual first."""


def name_of(key: str) -> str:
    """What people call a seat, a slot or a value of an option."""
    return gettext(NAMES[key])


def letter_of(seat: str) -> str:
    """The letter of a seat on boards and in diagrams."""
    return letter_for(NAMES[seat])


@dataclass(frozen=True, slots=True)
class Walk:
    """A crew member's turn: where it goes or stays, and what it does there (ruling 3)."""

    to: str
    bag: BagWork = ""

    @property
    def path(self) -> tuple[str, ...]:
        return self.to[0], STEPS[self.bag], self.to[1:]

    def __str__(self) -> str:
        return f"{self.to}{self.bag}"


@dataclass(frozen=True, slots=True)
class Pump:
    """One unit pumped in at a leak point, and where it comes to rest (ruling 5)."""

    leak: str
    to: str | None = None
    """None: on the leak point itself."""

    def __str__(self) -> str:
        return f"pump {self.leak}" + (f" {self.to}" if self.to else "")

    @property
    def path(self) -> tuple[str, ...]:
        return (f"pump {self.leak}", self.to) if self.to else (f"pump {self.leak}",)


@dataclass(frozen=True, slots=True)
class _Bagging:
    square: str

    @property
    def path(self) -> tuple[str, ...]:
        return type(self).__name__.lower(), self.square[0], self.square[1:]

    def __str__(self) -> str:
        return f"{self.path[0]} {self.square}"


class Bag(_Bagging):
    """A sandbag that the captain places (ruling 4)."""

    __slots__ = ()


class Unbag(_Bagging):
    """A sandbag that the captain takes (ruling 4)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Flow(WordByWord):
    """A unit of water that a sandbag has set free, and where it comes to rest (ruling 7)."""

    square: str
    to: str

    def __str__(self) -> str:
        return f"flow {self.square} {self.to}"


CrackersAction: TypeAlias = Walk | Pump | Bag | Unbag | Flow


def parse(text: str) -> CrackersAction:
    """The action that ``text`` writes.

    :raises NotationError: when it writes none.
    """
    if len(text) > 80:
        raise NotationError("That’s too long.")
    match squares_apart(text).split():
        case ["pump", leak]:
            return Pump(_square(leak))
        case ["pump", leak, to]:
            return Pump(_square(leak), _square(to))
        case ["bag", square]:
            return Bag(_square(square))
        case ["unbag", square]:
            return Unbag(_square(square))
        case ["flow", square, to]:
            return Flow(_square(square), _square(to))
        case [word]:
            return _walk(word)
        case [word, ("+" | "-") as sign]:
            return _walk(word + sign)
        case _:
            raise UsageError(WAYS)


def _square(text: str) -> str:
    try:
        return WIDEST.names[WIDEST.read(text)]
    except NotationError as fault:
        # The core's refusal names the bounds of the largest board; this one may be smaller.
        raise NotationError("“{text}” isn’t a square.", text=text[:20]) from fault


def _walk(word: str) -> Walk:
    if not any(letter.isdigit() for letter in word):
        raise UsageError(WAYS)
    bag = next((work for work in BAG_WORKS[1:] if word.endswith(work)), BAG_WORKS[0])
    return Walk(_square(word.removesuffix(bag)), bag)
