"""What the computer player of Snorkels says as a teacher: reasons in reviews, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.plurals import listed, plural

OWN_AIR: Final = "This is self-capture: it cuts off its own group’s air."
FORCED: Final = "After this, the opponent can force a win."
LESS_ROOM: Final = "This gives up room to breathe."
UNEVEN: Final = "This favours one colour, and the guest gets to pick."
WRONG_COLOUR: Final = "The other colour is in a better position."

LOOK_AT_COLOURS: Final = "Count the open tubes and the room around the first snorkel. Green moves next."
LOOK_AT_OPENING: Final = "Your opponent picks a colour next, so look for a square that suits both equally."
LOOK_AT_WIN: Final = "Look at your opponent’s snorkels: one group has a single open tube left."
LOOK_AT_ATTACK: Final = "Look at your opponent’s groups: you can force one of them to run out of air."
LOOK_AT_DANGER: Final = "Look at your own snorkels: one of your groups has a single open tube left."
LOOK_AT_OWN: Final = "Look at your own groups: which one is shortest of air?"
LOOK_AT_THEIRS: Final = "Look at your opponent’s groups: which one is shortest of air?"
LOOK_AT_ROOM: Final = "Nobody is short of air yet. Look where there’s still room to breathe."


def misses_win(square: str) -> str:
    return f"This misses the win on {square}."


def leaves_one_tube(squares: Sequence[str], tube: str) -> str:
    return plural(
        len(squares),
        f"This leaves {listed(squares)} with one open tube, at {tube}.",
        f"This leaves {listed(squares)} with one open tube between them, at {tube}.",
    )


def loses_by_force(turns: int) -> str:
    return f"This lets the opponent force a win within {turns} turns."


def misses_force(square: str, turns: int) -> str:
    return f"This misses a forced win that starts on {square} and takes at most {turns} turns."


def leaves_two_tubes(squares: Sequence[str]) -> str:
    return f"This leaves {listed(squares)} with only two open tubes."


def look_by(squares: Sequence[str]) -> str:
    return f"Look at the squares around {listed(squares)}."


def in_column(square: str) -> str:
    return f"Look at column {square[0]}."


def place(square: str) -> str:
    return f"Put your snorkel on {square}."


def take(colour: str) -> str:
    return f"Play as {colour}."


def chances(colour: str, share: float) -> str:
    return f"The computer puts {colour}’s chances at about {round(100 * share)}%."
