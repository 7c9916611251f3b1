"""The sentences of puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.plurals import counted

QUESTIONS: Final[Mapping[str, str]] = {
    "win in 2": "Win within two turns, whatever your opponent does.",
    "win in 3": "Win within three turns, whatever your opponent does.",
    "win in 4": "Win within four turns, whatever your opponent does.",
    "charge": "One of the squares next to your boat must hold a mine. Drop a depth charge on it.",
    "sail": (
        "Your reports prove where a mine is. Sail to a square from which you can drop a depth charge on it, "
        "and only cross water that’s certain to be clear."
    ),
    "gain": "One move is clearly better than all the others. Find it.",
    "win": "You can force a win from here. Find the move that starts it.",
    "loot": "Which die, which treasure, which space? Find the move that’s worth the most points on average.",
    "sink": "The curse wants its share. Sink the line that costs you the fewest points on average.",
    "drown": "You can win this turn. Find every step.",
    "survive": "The captain is about to win. Find the only move that stops him this turn.",
    "hold": "Find the move that lets the crew hold out the longest.",
    "press": "Find the move that leaves the crew the least time.",
}
"""What has to be done, by theme."""
PUZZLES_SOLVED: Final = "Puzzles solved"
ANY: Final = "Find the best move."
"""For a theme without a question of its own."""
RACES: Final = frozenset({"win in 2", "win in 3", "win in 4"})
"""Themes in which a move that costs something still wins, so many turns later."""
UNITS: Final[Mapping[str, tuple[str, str]]] = {
    "checkers": ("checker", "checkers"),
    "curse": ("point", "points"),
    "crackers": ("round", "rounds"),
}
"""What a wrong move costs, by game: one of them, several."""
RIGHT: Final = "**Right!** What’s next?"
SOLVED: Final = "**Solved!**"
SOLVED_AT_ONCE: Final = "**Solved on the first try!**"
NOT_IT: Final = "**Not quite.** There’s something better."
ANSWERED: Final = "**Not quite.** Here’s what would happen."
NOT_CERTAIN: Final = "**That’s a gamble.** Your reports don’t rule out that it ends like this."
WHICH: Final = "Which game would you like a puzzle from?"
TOO_LATE: Final = "That day is over, so this doesn’t count towards your streak."
PRIVATE: Final = "-# Only you can see your attempts."
NO_PUZZLES: Final = "There are no puzzles here yet."
NOT_YET: Final = "The solution comes out tomorrow. Until then, you can keep trying with `/puzzle daily`."
NOTHING_TO_SHARE: Final = "There’s nothing to share yet. Solve the puzzle first."


def puzzle_of(number: int, of: int, game: str) -> str:
    return f"{game} · Puzzle {number} of {of}"


def daily(day: str) -> str:
    return f"The daily puzzle · {day}"


def plays(seat: str) -> str:
    return f"You’re playing as **{seat}**."


def cost(game: str, amount: float) -> str:
    """By how much a move is worse; empty where that isn't measured."""
    units = UNITS.get(game)
    if units is None or not amount:
        return ""
    return f"That’s {amount:g} {units[amount != 1]} worse than the best move."


def wins_later(turns: int) -> str:
    return (
        f"**That wins, too,** but it takes {counted(turns, 'turn')} longer. "
        "Here’s how your opponent would hold out."
    )


def progress(game: str, solved: int, of: int) -> str:
    return f"- **{game}**: {solved} of {of} solved"


def tries(wrong: int) -> str:
    return "on the first try" if not wrong else f"on try {wrong + 1}"


def streak(days: int) -> str:
    return f"You’ve solved the daily puzzle **{days} days in a row**."


def next_one(at_s: int) -> str:
    return f"Start of the next one: <t:{at_s}:R>."


def solution_of(day: str) -> str:
    return f"The solution · {day}"


def share(day: str, person: str, game: str, wrong: int, days: int) -> str:
    row = f" · {days} days in a row" if days > 1 else ""
    return (
        f"🧩 **The daily puzzle, {day}** · {person}\n{game}, solved {tries(wrong)}{row}\n"
        "Use `/puzzle daily` to try it yourself."
    )


PUZZLE_GONE: Final = "That puzzle isn’t available any more. `/puzzle solve` has others."


def no_puzzles(game: str) -> str:
    return f"There are no puzzles for {game} yet."


def no_such_puzzle(game: str, last: int) -> str:
    return f"{game} has puzzles 1–{last}. Pick one of those."
