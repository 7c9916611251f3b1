"""A table for readers of text: alt texts, the board in words, one square in words."""

from __future__ import annotations

from typing import Any, Final

from bot.components.interactions.card import ALT_LIMIT, TEXT_LIMIT, Card
from bot.games.core import Seat
from bot.games.plurals import listed
from bot.tables import notes
from bot.tables.model.table import Table

from . import table_text

FENCE_LENGTH: Final = len("\n```\n\n```")
MIN_DIAGRAM_LINES: Final = 10
"""Lines of a diagram that are worth showing when the rest has no room."""


def described(table: Table, view: Any) -> str:
    """``view`` in words; before the last position an end that the people agreed on."""
    told: str = table.game.describe(view)
    return told if table.agreed is None or view.to_act else f"{table_text.ending(table)} {told}"


def alt_text(table: Table, view: Any) -> str:
    """``view`` in words, cut between two words where an agreed end leaves no room for all of them."""
    told = described(table, view)
    return told if len(told) <= ALT_LIMIT else told[: ALT_LIMIT - 1].rpartition(" ")[0] + " …"


def text_board_card(table: Table, person: int) -> Card:
    """The board in words: what happened, the position, all that the picture says, then a diagram."""
    heading = f"### {table_text.title(table)} in words"
    if table.state is None:
        return Card(heading, lines=("The game has not started.",))
    viewer = table.viewer(person)
    view = table.view_for(viewer)
    lines = [
        table_text.safe(table_text.missed(table, person, viewer)),
        table_text.safe(described(table, view)),
        table_text.awaiting(table),
        _seat(table, person),
        table_text.own_marks(table, viewer) if viewer is not None else "",
        *(table_text.safe(line) for line in table.game.details(view)),
    ]
    lines = [line for line in lines if line]
    diagram = _fitted(table.game.text(view), TEXT_LIMIT - len("\n".join(lines)) - FENCE_LENGTH)
    return Card(heading, lines=(*lines, *((f"```\n{diagram}\n```",) if diagram else ())))


def _seat(table: Table, person: int) -> str:
    """What the reader plays, and how when it is their turn."""
    mine = listed([seat.capitalize() for seat in table.seats_of(person)])
    if not mine:
        return "You are watching."
    how = " Type `/move`; `/look` tells of one place." if table.acting_seat(person) is not None else ""
    return f"You play {mine}.{how}"


def _fitted(diagram: str, room: int) -> str:
    """As many whole lines of ``diagram`` as ``room`` holds; none where they are too few to be of use."""
    every = diagram.replace("```", "'''").split("\n")
    shown: list[str] = []
    for line in every:
        room -= len(line) + 1
        if room < 0:
            break
        shown.append(line)
    return "\n".join(shown) if len(shown) >= min(MIN_DIAGRAM_LINES, len(every)) else ""


def square_card(table: Table, person: int, name: str) -> Card:
    """One square, space or other part of the board in words, as ``person`` may know it.

    :raises NotationError: when the game knows nothing of that name.
    """
    if table.state is None:
        return Card(f"### {table_text.title(table)}", lines=("The game has not started.",))
    viewer = table.viewer(person)
    told = table.game.describe_square(table.view_for(viewer), name)
    return Card(f"### {table_text.title(table)}", lines=(table_text.safe(told), _mark(table, viewer, name)))


def _mark(table: Table, viewer: Seat | None, name: str) -> str:
    """The viewer's own mark on a square, for them alone."""
    kind = dict(notes.kept(table, viewer)).get(name.strip().lower())
    return f"You marked it: {kind}." if kind else ""
