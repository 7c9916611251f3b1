"""Hex in words, the picker's included."""

from __future__ import annotations

from typing import Final

from bot.games.core import ask_square
from bot.languages import gettext, gettext_noop

from .actions import BOARD, COLOURS, PIE
from .view import HexView

NAMES: Final = {
    "red": gettext_noop("Red"),
    "blue": gettext_noop("Blue"),
    "host": gettext_noop("Host"),
    "guest": gettext_noop("Guest"),
    "on": gettext_noop("On"),
    "off": gettext_noop("Off"),
}


def name_of(key: str) -> str:
    """What people call a colour, a slot or a value of the option."""
    return gettext(NAMES[key])


def text(view: HexView) -> str:
    """The board as a diagram: R and B stones."""
    return BOARD.diagram(lambda square: (view.cells[square] or ".")[0].upper())


def describe(view: HexView) -> str:
    """The last stone, what happens next, then all stones by colour."""
    parts = [gettext("Last placed: {square}.", square=view.last)] if view.last else []
    if view.outcome:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(PIE.waiting(view.phase) or gettext("{name} is next.", name=name_of(view.to_act[0])))
    for colour in COLOURS:
        stones = [name for name, cell in zip(BOARD.names, view.cells, strict=True) if cell == colour]
        squares = ", ".join(stones) or gettext("none")
        parts.append(gettext("{name}: {squares}.", name=name_of(colour), squares=squares))
    return " ".join(parts)


def headline(view: HexView) -> str:
    """Whose turn it is."""
    return gettext("Game over") if view.outcome else gettext("Next: {name}", name=name_of(view.to_act[0]))


def aim(_view: HexView) -> str:
    """What to do and what for."""
    return gettext("Place a stone. Join your two sides with a chain to win.")


def ending(view: HexView) -> str:
    """Who won."""
    assert view.outcome is not None
    return gettext("{name} wins the game.", name=name_of(view.outcome.winners[0]))


def page_for(_view: HexView) -> str:
    """The book's only page."""
    return "in-a-minute"


def ask(view: HexView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    if view.phase == "choice":
        return PIE.ask(view.last or "")
    return ask_square(steps, gettext("Pick a column for your stone."))


def label(view: HexView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    if view.phase == "choice":
        return gettext("Take {name}", name=name_of(step.removeprefix("take ")))
    return "".join((*steps, step))
