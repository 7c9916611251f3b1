"""What the computer player of Captain's Checkers says as a teacher: reasons in reviews, and hints."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import counted, plural

NOTHING_GAINED: Final = "The checkers this wins cost more than they’re worth."
FALLS_BEHIND: Final = "Over the next few turns, this loses more checkers than it wins."

LOOK_AT_WIN: Final = "Look closely: you can win the game this turn."
LOOK_AT_CAPTURES: Final = "Look for an enemy stack that one of yours can land on."
LOOK_AT_DANGER: Final = "Look at what your opponent could land on next turn."
NOTHING_TO_CAPTURE: Final = "There’s nothing to capture."
LOOK_AT_STACKS: Final = "Look for a stack that would be better placed elsewhere."


def misses_win(source: str, target: str) -> str:
    return f"This misses the winning move from {source} to {target}."


def loses_stack(height: int, square: str, source: str) -> str:
    return plural(
        height,
        f"This lets {source} capture the checker on {square}.",
        f"This lets {source} capture the stack of {height} on {square}.",
    )


def misses_capture(height: int, square: str, source: str) -> str:
    return plural(
        height,
        f"This misses the checker on {square}, which {source} could have captured.",
        f"This misses the stack of {height} on {square}, which {source} could have captured.",
    )


def gives_away(count: int) -> str:
    return f"This frees {counted(count, 'checker')} for the opponent."


def from_square(source: str, height: int) -> str:
    return plural(height, f"Use the checker on {source}.", f"Use the stack of {height} on {source}.")


def move(source: str, target: str) -> str:
    return f"Move {source} to {target}."


def split(source: str, count: int, target: str) -> str:
    return (
        f"Split the top {count} off {source} and put them on {target}."
        if count > 1
        else (f"Split the top checker off {source} and put it on {target}.")
    )
