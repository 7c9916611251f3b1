"""Sentences that games share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.plurals import counted, listed

from .basics import quoted

GAME_OVER: Final = "This game is over."


def designed_by(whom: str) -> str:
    """Who invented a game."""
    return f"Designed by {whom}."


# Turns


def whose_turn(seats: Sequence[str]) -> str:
    """The refusal for somebody who acts when it is the turn of ``seats``."""
    return f"It’s {listed(seats)}’s turn."


# Squares


def no_such_square(name: str, last: str) -> str:
    """``last`` is the board's last square, such as ``g7``."""
    return (
        f"There’s no square {quoted(name, 20)} here. Use a letter from a to {last[0]} and a number from 1 "
        f"to {last[1:]}."
    )


def named_twice(thing: str) -> str:
    """``thing`` is what is being placed, such as ``stone``."""
    return f"Each {thing} needs its own square, but you named one twice."


def not_for(square: str, verb: str) -> str:
    """``verb`` is what the squares are chosen for, such as ``mines``."""
    return f"{quoted(square, 12)} can’t be chosen for {verb}."


def wrong_count(needed: int, verb: str, named: int) -> str:
    """``verb`` is what the squares are chosen for, such as ``mines``."""
    return f"Choose {counted(needed, 'different square')} for {verb}. You named {named}."


def occupied(square: str, what: str) -> str:
    """``what`` is on the square, such as ``a stone``."""
    return f"There’s already {what} on {square}. Choose an empty square."


def place_now(thing: str) -> str:
    """The refusal for somebody who should place ``thing``, such as ``a stone``."""
    return f"Place {thing} now. Name an empty square, such as d4."


def ask_square(steps: tuple[str, ...], first: str) -> str:
    """The question of a menu that asks ``first`` for a column, then for a square in it."""
    return f"Pick a square in column {steps[0]}." if steps else first


# Options


def out_of_bounds(bounds: str, given: str) -> str:
    """Follows the option's name."""
    return f"must be {bounds}, not {quoted(given)}."


def unknown_option(title: str, name: str, options: Sequence[str]) -> str:
    """``options`` are the names that the game ``title`` has."""
    if not options:
        return f"{title} has no options, so {quoted(name)} can’t be set."
    return f"{title} has no option called {quoted(name)}. You can set {listed(options)}."


# The pie rule


def pie_option(first: str) -> str:
    """``first`` is the colour that opens."""
    return f"On: the host opens and the guest picks a colour. Off: {first} simply goes first"


GUEST_PICKS: Final = "The guest picks a colour."
GUEST_FIRST: Final = "The guest has to pick a colour first."


def pick_a_colour(takes: Sequence[str]) -> str:
    """``takes`` are the two choices in notation."""
    return f"Pick your colour now: {listed([f'“{take}”' for take in takes], 'or')}."


def ask_colour(first: str, square: str, other: str) -> str:
    """The question that the guest is asked once the host has placed the ``first`` colour on ``square``."""
    return f"Which colour would you like? If you take {first}, {square} is yours, and {other} moves next."


def taken(colour: str, other: str) -> str:
    """What everybody is told of the guest's choice."""
    return f"The guest took {colour}, so the host plays {other}."
