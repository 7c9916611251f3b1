"""What the computer player of Crackers says as a teacher: reasons in reviews, and hints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.plurals import counted, listed

FLOODS_POD: Final = "This lets the captain win in a single turn."
LOSES: Final = "This loses right away."
MISSES_ATTACK: Final = "This misses an attack that could win with the captain’s next turn."
MISSES_END: Final = "This misses a way to win before the captain’s next turn is over."
MISSES_WIN: Final = "This misses a turn that wins right away."
LETS_CREW_WIN: Final = "This lets the crew win right away."

LOOK_AT_WAY_HOME: Final = "Look at the way home: the captain’s next turn could cut it off."
LOOK_AT_WALLS: Final = "Look at the walls around the pod: where are they lowest?"
LOOK_AT_CONTROL: Final = "Look at the control room: every sandbag near it counts."
LOOK_AT_HOME: Final = "Look at the way back to the pod before you do anything else."
LOOK_AT_BAGS: Final = "Look at the sandbags: you’re better off without one of them."
LOOK_AT_PLACES: Final = "Think about where a sandbag would do you the most good."
LOOK_AT_STEPS: Final = "Leave the sandbags alone. Look for a square that will be useful next round."
LOOK_AT_WATER: Final = "Think about where the next unit of water should end up."
LOOK_AT_FORT: Final = "Look at the crew’s walls: which sandbag holds back the most water?"
LOOK_AT_ROOM: Final = "Look at the control room: how long will it stay dry?"


def cuts_off(who: str) -> str:
    return f"The captain’s next turn can cut {who} off from the pod."


def walls_short(bags: int) -> str:
    return f"This leaves the walls around the pod {counted(bags, 'sandbag')} short."


def costs_rounds(rounds: int) -> str:
    return f"This costs the crew {_about(rounds)}."


def gives_rounds(rounds: int) -> str:
    return f"This buys the crew {_about(rounds)}."


def _about(rounds: int) -> str:
    return f"about {counted(rounds, 'round')}" if rounds else "part of a round"


def in_column(square: str) -> str:
    return f"Look at column {square[0]}."


def at_leak(leak: str) -> str:
    return f"Look at the leak on {leak}."


def walk(who: str, square: str, *, stays: bool) -> str:
    return f"{who}: stay on {square}." if stays else f"{who}: go to {square}."


def walk_and_drop(who: str, square: str, *, stays: bool) -> str:
    return f"{who}: {'stay on' if stays else 'go to'} {square} and drop a sandbag."


def walk_and_take(who: str, square: str, *, stays: bool) -> str:
    return f"{who}: {'stay on' if stays else 'go to'} {square} and pick up a sandbag."


def pump(leak: str, square: str) -> str:
    return f"Pump at {leak}, and let the water end up on {square}."


def drop(square: str) -> str:
    return f"Drop a sandbag on {square}."


def take(square: str) -> str:
    return f"Remove a sandbag from {square}."


def flow(square: str, to: str) -> str:
    return f"Let the water on {square} run to {to}."


def even_rounds(board: str, even: Mapping[str, int]) -> str:
    """``even``: numbers of rounds by who plays."""
    numbers = listed([f"{rounds} rounds between {who}" for who, rounds in even.items()])
    return f"For an even game on the {board}: {numbers}. Set `rounds` when you open a table."
