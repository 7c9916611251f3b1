"""What the computer player of Snorkels says as a teacher: reasons in reviews, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.plurals import listed, plural

OWN_AIR: Final = "It cuts off its own air."
FORCED: Final = "After it, your opponent can force a win."
LESS_ROOM: Final = "It gives away room to breathe."
UNEVEN: Final = "It makes the colours uneven, and your opponent picks first."
WRONG_COLOUR: Final = "The other colour stands better."

LOOK_AT_COLOURS: Final = "Count the open tubes and the room around the first snorkel. It’s green’s turn next."
LOOK_AT_OPENING: Final = "Your opponent picks a colour next, so look for a square that suits both equally."
LOOK_AT_WIN: Final = "Look at your opponent’s snorkels: one group has a single open tube left."
LOOK_AT_ATTACK: Final = "Look at your opponent’s groups: one of them can be run out of air by force."
LOOK_AT_DANGER: Final = "Look at your own snorkels: one of your groups has a single open tube left."
LOOK_AT_OWN: Final = "Look at your own groups: which one is shortest of air?"
LOOK_AT_THEIRS: Final = "Look at your opponent’s groups: which one is shortest of air?"
LOOK_AT_ROOM: Final = "Nobody is short of air yet. Look for where there’s still room to breathe."


def misses_win(square: str) -> str:
    return f"It misses the win on {square}."


def leaves_one_tube(squares: Sequence[str], tube: str) -> str:
    return plural(
        len(squares),
        f"It leaves {listed(squares)} with one open tube, {tube}.",
        f"It leaves {listed(squares)} with one open tube between them, {tube}.",
    )


def loses_by_force(turns: int) -> str:
    return f"It lets your opponent win by force within {turns} turns."


def misses_force(square: str, turns: int) -> str:
    return f"It misses a forced win that starts on {square} and takes {turns} turns at most."


def leaves_two_tubes(squares: Sequence[str]) -> str:
    return f"It leaves {listed(squares)} with only two open tubes."


def look_by(squares: Sequence[str]) -> str:
    return f"It’s about the squares around {listed(squares)}."


def around(square: str) -> str:
    return f"Look at the squares around {square}."


def in_column(square: str) -> str:
    return f"Look at column {square[0]}."


def place(square: str) -> str:
    return f"Put your snorkel on {square}."


def take(colour: str) -> str:
    return f"Play as {colour}."


def chances(colour: str, share: float) -> str:
    return f"The computer gives {colour} about {round(100 * share)} chances in 100."
