"""Captain's Curse's actions and their notation (rulings, Notation)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bot.games.core import DASHES, AtOnce, NotationError, Seat, UsageError, WordByWord, normalize
from bot.languages import gettext_noop, listed

PIRATE: Final = Seat("pirate")
TREASURES: Final = gettext_noop(("coin", "chest", "barrel", "bottle", "gem", "skull"))
"""In the order of the columns (ruling, Columns)."""
SPACES: Final = 36
WHITE: Final = "white"
BLACK: Final = "black"
Die: TypeAlias = Literal["white", "black"]
Change: TypeAlias = Literal[-1, 0, 1]

CHARM: Final = re.compile(r" ?([+-]) ?(?=1\b)")
"""What changes a die, with the blanks around it."""
LONGEST: Final = 100
"""Characters of the longest text that is read."""


@dataclass(frozen=True, slots=True)
class Roll(AtOnce):
    """What chance rolled (ruling 1)."""

    white: int
    black: int

    def __str__(self) -> str:
        return f"roll {self.white} {self.black}"


@dataclass(frozen=True, slots=True)
class Loot(WordByWord):
    """A die taken, changed by a charm or not, and the space looted with it (rulings 2 to 5)."""

    die: Die
    change: Change
    treasure: str
    space: int
    """The space's number, 1 to 36."""

    def __str__(self) -> str:
        return f"{self.taken} {self.treasure} {self.space}"

    @property
    def taken(self) -> str:
        """The die with its change: ``white``, ``black-1``."""
        return f"{self.die}{self.change:+d}" if self.change else self.die


@dataclass(frozen=True, slots=True)
class Pass(WordByWord):
    """A turn without loot (ruling 6)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Sink(AtOnce):
    """The line beyond which all land sinks (ruling 8)."""

    line: str
    """The line's letter, such as ``K``."""

    def __str__(self) -> str:
        return f"sink {self.line}"


CurseAction: TypeAlias = Roll | Loot | Pass | Sink

DICE: Final[dict[str, tuple[Die, Change]]] = {
    "white": (WHITE, 0),
    "white+1": (WHITE, 1),
    "white-1": (WHITE, -1),
    "black": (BLACK, 0),
    "black+1": (BLACK, 1),
    "black-1": (BLACK, -1),
}
"""Each way to take a die, in the order in which they are offered."""


def parse(text: str) -> CurseAction:
    """The action that ``text`` writes.

    :raises NotationError: when it writes none.
    """
    known = len(text) <= LONGEST and text.translate(DASHES).isascii()
    words = CHARM.sub(r"\1", normalize(text)).split() if known else []
    if len(words) == 3 and {*words} & {*DICE}:
        # In any order, each is known by what it is: die, treasure, space.
        words.sort(key=lambda word: (word not in DICE, word.isdigit()))
    match words:
        case ["roll", white, black]:
            told = gettext_noop("“{text}” isn’t on a die. Dice show 1 to {most}.")
            return Roll(*(_number(each, 6, told) for each in (white, black)))
        case ["pass"]:
            return Pass()
        case ["sink", line]:
            if not line.isalpha() or len(line) > 2:
                raise NotationError("“{text}” isn’t a line. Lines have letters.", text=line[:20])
            return Sink(line.upper())
        case [line] if len(line) == 1 and line.isalpha():
            return Sink(line.upper())
        case [taken, treasure, space] if taken in DICE:
            if treasure not in TREASURES:
                raise NotationError(
                    "“{text}” isn’t a treasure. Choose {treasures}.",
                    text=treasure[:20],
                    treasures=listed(TREASURES, "or"),
                )
            told = gettext_noop("“{text}” isn’t a space. Spaces are numbered from 1 to {most}.")
            return Loot(*DICE[taken], treasure, _number(space, SPACES, told))
        case _:
            raise UsageError(
                "Type a die, a treasure and a space, such as “white barrel 14”. You can also type “pass” or "
                "“sink k”."
            )


def _number(text: str, most: int, refusal: str) -> int:
    if text not in map(str, range(1, most + 1)):
        raise NotationError(refusal, text=text[:20], most=most)
    return int(text)
