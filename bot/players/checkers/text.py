"""What the computer player of Captain's Checkers says as a teacher: reasons in reviews, and hints."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import counted, plural

NOTHING_GAINED: Final = "The checkers it wins cost more than they bring."
FALLS_BEHIND: Final = "It lets your opponent take more over the next turns than you do."

LOOK_AT_WIN: Final = "Look closely: this turn can win the game."
LOOK_AT_CAPTURES: Final = "Look for an enemy stack that one of yours can land on."
LOOK_AT_DANGER: Final = "Look at what your opponent could land on next turn."
LOOK_AT_STACKS: Final = "Nothing can be captured for free. Look for a stack that’s better placed elsewhere."


def misses_win(source: str, target: str) -> str:
    return f"It misses the winning turn from {source} to {target}."


def loses_stack(height: int, square: str, source: str) -> str:
    return plural(
        height,
        f"It leaves the checker on {square} to a capture from {source}.",
        f"It leaves the stack of {height} on {square} to a capture from {source}.",
    )


def misses_capture(height: int, square: str, source: str) -> str:
    return plural(
        height,
        f"It misses the checker on {square}, which {source} could have captured.",
        f"It misses the stack of {height} on {square}, which {source} could have captured.",
    )


def gives_away(count: int) -> str:
    return f"It sets {counted(count, 'checker')} of your opponent’s free."


def from_square(source: str, height: int) -> str:
    return plural(height, f"It’s the checker on {source}.", f"It’s the stack of {height} on {source}.")


def move(source: str, target: str) -> str:
    return f"Move {source} to {target}."


def split(source: str, count: int, target: str) -> str:
    return (
        f"Split the top {count} off {source} and put them on {target}."
        if count > 1
        else (f"Split the top checker off {source} and put it on {target}.")
    )
