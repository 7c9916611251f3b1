"""One space, column or line of the sheet in words, and the whole map in lines."""

from __future__ import annotations

from typing import Final

from bot.games.core import NotationError, normalize
from bot.games.plurals import counted, listed

from .actions import TREASURES
from .island import Space, numbers
from .text import free_spaces, gates, place, values_marked
from .view import Column, CurseView, Mark

SHORTEST: Final = 3
"""Letters that a name may be cut down to."""
TOLD: Final[tuple[tuple[Mark, str], ...]] = (
    ("circled", "Circled"),
    ("crossed", "Crossed out"),
    ("", "Still open"),
)


def describe_square(view: CurseView, name: str) -> str:
    """A space (by number or name), a treasure's column, or a line (by letter): its state and its dangers.

    :raises NotationError: when ``name`` is none of them.
    """
    wanted = normalize(name[:80]).replace("'", "’")
    if wanted in TREASURES:
        return _column(view, view.columns[TREASURES.index(wanted)])
    label = wanted.removeprefix("line ").upper()
    if label in view.sheet.by_label:
        return _line(view, label)
    return _space(view, _named(view, wanted))


def _named(view: CurseView, wanted: str) -> Space:
    """The space of this number or name.

    :raises NotationError: when there is none, or several begin so.
    """
    spaces = view.sheet.spaces
    number = wanted.removeprefix("space ")
    for space in spaces:
        if number == str(space.number) or wanted == space.name.lower():
            return space
    found = [space for space in spaces if len(wanted) >= SHORTEST and space.name.lower().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        choices = listed([place(view, space.number) for space in found[:5]], "or")
        raise NotationError(f"Several names begin with “{wanted}”. Choose {choices}.")
    raise NotationError(
        f"There’s no “{wanted[:30]}” on this sheet. Name a space (by name, or by number from 1 to "
        f"{len(spaces)}), a treasure such as barrel, or a line such as K."
    )


def _space(view: CurseView, space: Space) -> str:
    number = space.number
    parts = [f"{place(view, number)} holds a {space.treasure}."]
    if number in view.abandoned:
        parts.append("It was abandoned.")
    elif number in view.looted:
        parts.append("It has been looted.")
    else:
        parts.append("It sank before it was looted." if number in view.sunk else "It can still be looted.")
    if number in view.sunk:
        if number in view.looted:
            parts.append("It has sunk since.")
        return " ".join(parts)
    sinking = [line for line in view.lines if number in line.takes]
    if sinking:
        told = [f"{line.label} ({counted(len(line.takes), 'space')})" for line in sinking]
        parts.append(f"It would sink with line {listed(told, 'or')}.")
    else:
        parts.append("No open line would sink it.")
    later = [
        line.label
        for line in view.sheet.lines
        if line.extent >> number - 1 & 1 and not any(line.label == each.label for each in sinking)
    ]
    if later:
        parts.append(
            f"It’s also beyond {'line' if len(later) == 1 else 'lines'} {listed(later)}, which "
            f"{'isn’t' if len(later) == 1 else 'aren’t'} open yet."
        )
    return " ".join(parts)


def _line(view: CurseView, label: str) -> str:
    left = view.takes(label)
    if left:
        return f"Line {label} is open. It would sink {_spaces(view, left)}."
    if not (first := gates(view, label)):
        return f"All the land beyond line {label} has already sunk."
    extent = numbers(view.sheet.by_label[label].extent)
    later = tuple(number for number in extent if number not in view.sunk)
    return f"Line {label} isn’t open: {first} to sink first. Then it will sink {_spaces(view, later)}."


def _spaces(view: CurseView, which: tuple[int, ...]) -> str:
    spaces = [view.sheet.spaces[number - 1] for number in which]
    told = (
        f"{each.name} ({each.number}, {each.treasure}{', looted' if each.number in view.looted else ''})"
        for each in spaces
    )
    return f"{counted(len(spaces), 'space')}: {listed(told)}"


def _column(view: CurseView, column: Column) -> str:
    order = listed([str(value) for value in column.values])
    parts = [f"The {column.treasure} column, from the top: {order}."]
    for kind, told in TOLD:
        if values := values_marked(column, kind):
            parts.append(f"{told}: {listed(values)}.")
    if column.complete:
        parts.append("The column is complete.")
    worth = view.now.columns[TREASURES.index(column.treasure)]
    parts.append(f"So far it’s worth {counted(worth, 'point')}.")
    free = [place(view, space.number) for space in free_spaces(view, column.treasure)]
    parts.append(
        f"Still to loot: {listed(free)}." if free else f"There are no {column.treasure}s left to loot."
    )
    return " ".join(parts)


def details(view: CurseView) -> tuple[str, ...]:
    """The free spaces by name; what is crossed out, looted and sunk; the doubles."""
    over = view.outcome is not None
    lines = [
        f"{column.treasure.capitalize()}: {', '.join(f'{space.number} {space.name}' for space in free)}."
        for column in view.columns
        if not over and (free := free_spaces(view, column.treasure))
    ]
    crossed = [
        f"{column.treasure} {listed(values)}"
        for column in view.columns
        if (values := values_marked(column, "crossed"))
    ]
    if crossed:
        lines.append(f"Crossed out: {'; '.join(crossed)}.")
    spaces = {"Looted": view.looted, "Abandoned treasure": view.abandoned, "Sunk": view.sunk}
    lines += [f"{title}: {', '.join(map(str, found))}." for title, found in spaces.items() if found]
    doubles = [
        f"{value} ({'charm left' if mark == 'charm' else 'charm spent'})"
        for value, mark in enumerate(view.doubles, 1)
        if mark
    ]
    if doubles:
        lines.append(f"Doubles rolled: {', '.join(doubles)}.")
    return tuple(lines)
