"""One space, column or line of the sheet in words; and all that the map shows, in lines."""

from __future__ import annotations

from typing import Final

from bot.games.core import NotationError, normalize
from bot.games.plurals import counted, listed

from .actions import TREASURES
from .island import Space, island, numbers
from .refusals import an
from .view import Column, CurseView, Mark

SHORTEST: Final = 3
"""Letters of the beginning of a name that stand for the whole of it."""
TOLD: Final[tuple[tuple[Mark, str], ...]] = (
    ("circled", "Circled"),
    ("crossed", "Crossed out"),
    ("", "Still to come"),
)


def describe_square(view: CurseView, name: str) -> str:
    """A space by number or name, a treasure’s column, or a line by letter: its state and what threatens it.

    :raises NotationError: when ``name`` is none of them.
    """
    wanted = normalize(name[:80]).replace("'", "’")
    if wanted in TREASURES:
        return _column(view, view.columns[TREASURES.index(wanted)])
    label = wanted.removeprefix("line ").upper()
    if label in island().by_label:
        return _line(view, label)
    return _space(view, _named(wanted))


def _named(wanted: str) -> Space:
    """The space of this number or name.

    :raises NotationError: when there is none, or several begin so.
    """
    spaces = island().spaces
    number = wanted.removeprefix("space ")
    for space in spaces:
        if number == str(space.number) or wanted == space.name.lower():
            return space
    found = [space for space in spaces if len(wanted) >= SHORTEST and space.name.lower().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        choices = listed([f"{space.name} ({space.number})" for space in found[:5]], "or")
        raise NotationError(f"Several spaces begin with “{wanted}”: {choices}.")
    raise NotationError(
        f"“{wanted[:30]}” is nothing on this sheet: name a space by number (1 to {len(spaces)}) or name, a "
        f"treasure such as barrel, or a line such as K."
    )


def _space(view: CurseView, space: Space) -> str:
    number = space.number
    parts = [f"Space {number}, {space.name}, holds {an(space.treasure)}."]
    if number in view.abandoned:
        parts.append("It is looted, as abandoned treasure.")
    elif number in view.looted:
        parts.append("It is looted.")
    else:
        parts.append("It has sunk and is lost." if number in view.sunk else "It is free to loot.")
    if number in view.sunk:
        if number in view.looted:
            parts.append("The land has sunk since.")
        return " ".join(parts)
    sinking = [line for line in view.lines if number in line.takes]
    if sinking:
        told = [f"{line.label} ({counted(len(line.takes), 'space')})" for line in sinking]
        parts.append(f"Open lines that would sink it: {listed(told)}.")
    else:
        parts.append("No open line would sink it now.")
    sheet = island()
    later = [
        line.label
        for index, line in enumerate(sheet.lines)
        if sheet.beyond[index] >> number - 1 & 1 and not any(line.label == each.label for each in sinking)
    ]
    if later:
        parts.append(f"It also lies beyond {listed(later)}, not open yet.")
    return " ".join(parts)


def _line(view: CurseView, label: str) -> str:
    sheet = island()
    beyond = numbers(sheet.beyond[sheet.by_label[label]])
    left = tuple(number for number in beyond if number not in view.sunk)
    if not left:
        return f"All land beyond line {label} has sunk already."
    opened = any(line.label == label for line in view.lines)
    state = "is open" if opened else "is not open: it does not connect water at both ends yet"
    spaces = [_brief(view, sheet.spaces[number - 1]) for number in left]
    count = counted(len(left), "space")
    return (
        f"Line {label} {state}. It {'would sink' if opened else 'would then sink'} {count}: {listed(spaces)}."
    )


def _brief(view: CurseView, space: Space) -> str:
    looted = ", looted" if space.number in view.looted else ""
    return f"{space.number} {space.name} ({space.treasure}{looted})"


def _column(view: CurseView, column: Column) -> str:
    order = listed([str(value) for value in column.values])
    parts = [f"The {column.treasure} column, from the top: {order}."]
    for kind, told in TOLD:
        if values := _values(column, kind):
            parts.append(f"{told}: {listed(values)}.")
    if column.complete:
        parts.append("The column is complete.")
    worth = view.now.columns[TREASURES.index(column.treasure)]
    parts.append(f"It is worth {worth} so far.")
    free = _free(view, column.treasure)
    parts.append(f"Free to loot: {listed(free)}." if free else f"No {column.treasure} is left to loot.")
    return " ".join(parts)


def _values(column: Column, kind: Mark) -> list[str]:
    return [str(value) for value, mark in zip(column.values, column.marks, strict=True) if mark == kind]


def _free(view: CurseView, treasure: str) -> list[str]:
    gone = {*view.looted, *view.sunk}
    return [
        f"{space.number} {space.name}"
        for space in island().spaces
        if space.treasure == treasure and space.number not in gone
    ]


def details(view: CurseView) -> tuple[str, ...]:
    """The free spaces by name, what is crossed out, looted and sunk, and the doubles."""
    over = view.outcome is not None
    lines = [
        f"{column.treasure.capitalize()}, free: {', '.join(free)}."
        for column in view.columns
        if not over and (free := _free(view, column.treasure))
    ]
    crossed = [
        f"{column.treasure} {listed(values)}"
        for column in view.columns
        if (values := _values(column, "crossed"))
    ]
    if crossed:
        lines.append(f"Crossed out: {'; '.join(crossed)}.")
    spaces = {"Looted": view.looted, "Abandoned treasure": view.abandoned, "Sunk": view.sunk}
    lines += [f"{title}: {', '.join(map(str, found))}." for title, found in spaces.items() if found]
    doubles = [
        f"{value} ({'charm to use' if mark == 'charm' else 'charm spent'})"
        for value, mark in enumerate(view.doubles, 1)
        if mark
    ]
    if doubles:
        lines.append(f"Doubles rolled: {', '.join(doubles)}.")
    return tuple(lines)
