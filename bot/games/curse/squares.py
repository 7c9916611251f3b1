"""One space, column or line of the sheet in words, and the whole map in lines."""

from __future__ import annotations

from typing import Final

from bot.games.core import NotationError, normalize
from bot.languages import gettext, gettext_noop, listed, ngettext, parted

from .actions import TREASURES
from .island import Space, numbers
from .text import closed, column_named, free_spaces, inside, name_of, place, values_marked
from .view import Column, CurseView, Mark

SHORTEST: Final = 3
"""Letters that a name may be cut down to."""
TOLD: Final[dict[Mark, str]] = gettext_noop(
    {
        "circled": "Circled: {values}.",
        "crossed": "Crossed out: {values}.",
        "": "Still open: {values}.",
    }
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
        raise NotationError(
            "Several names begin with “{text}”. Choose {spaces}.", text=wanted, spaces=choices
        )
    raise NotationError(
        "There’s no “{text}” on this sheet. Name a space (by name, or by number from 1 to {most}), a "
        "treasure such as barrel, or a line such as K.",
        text=wanted[:30],
        most=len(spaces),
    )


def _space(view: CurseView, space: Space) -> str:
    number = space.number
    parts = [gettext("{label}: {text}.", label=place(view, number), text=inside(space.treasure))]
    if number in view.abandoned:
        parts.append(gettext("It was abandoned."))
    elif number in view.looted:
        parts.append(gettext("It has been looted."))
    elif number in view.sunk:
        parts.append(gettext("It sank before it was looted."))
    else:
        parts.append(gettext("It can still be looted."))
    if number in view.sunk:
        if number in view.looted:
            parts.append(gettext("It has sunk since."))
        return " ".join(parts)
    sinking = [line for line in view.lines if number in line.takes]
    if sinking:
        told = [
            ngettext("{line} ({number} space)", "{line} ({number} spaces)", len(each.takes), line=each.label)
            for each in sinking
        ]
        parts.append(gettext("It would sink with line {lines}.", lines=listed(told, "or")))
    else:
        parts.append(gettext("No open line would sink it."))
    later = [
        line.label
        for line in view.sheet.lines
        if line.extent >> number - 1 & 1 and not any(line.label == each.label for each in sinking)
    ]
    if later:
        parts.append(
            ngettext(
                "It’s also beyond line {lines}, which isn’t open yet.",
                "It’s also beyond lines {lines}, which aren’t open yet.",
                len(later),
                lines=listed(later),
            )
        )
    return " ".join(parts)


def _line(view: CurseView, label: str) -> str:
    left = view.takes(label)
    if left:
        spaces = _spaces(view, left)
        return gettext("Line {line} is open. It would sink {spaces}.", line=label, spaces=spaces)
    extent = numbers(view.sheet.by_label[label].extent)
    later = tuple(number for number in extent if number not in view.sunk)
    told = closed(view, label)
    if not later:
        return told
    then = gettext("Then it will sink {spaces}.", spaces=_spaces(view, later))
    return f"{told} {then}"


def _spaces(view: CurseView, which: tuple[int, ...]) -> str:
    told = []
    for number in which:
        space = view.sheet.spaces[number - 1]
        treasure = inside(space.treasure)
        if number in view.abandoned:
            treasure = gettext("{treasure}, abandoned", treasure=treasure)
        elif number in view.looted:
            treasure = gettext("{treasure}, looted", treasure=treasure)
        told.append(f"{number} ({space.name}, {treasure})")
    return listed(told)


def _column(view: CurseView, column: Column) -> str:
    order = listed([str(value) for value in column.values])
    named = column_named(column.treasure)
    parts = [gettext("The {column}, from the top: {values}.", column=named, values=order)]
    for kind, told in TOLD.items():
        if values := values_marked(column, kind):
            parts.append(gettext(told, values=listed(values)))
    if column.complete:
        parts.append(gettext("The column is complete."))
    worth = view.now.columns[TREASURES.index(column.treasure)]
    parts.append(ngettext("So far it’s worth {number} point.", "So far it’s worth {number} points.", worth))
    free = [place(view, space.number) for space in free_spaces(view, column.treasure)]
    parts.append(
        gettext("Still to loot: {spaces}.", spaces=listed(free))
        if free
        else gettext("Nothing is left to loot in it.")
    )
    return " ".join(parts)


def details(view: CurseView) -> tuple[str, ...]:
    """The free spaces by name; what is crossed out, looted and sunk; the doubles."""
    over = view.outcome is not None
    lines = [
        gettext(
            "{label}: {text}.",
            label=name_of(column.treasure),
            text=", ".join(f"{space.number} {space.name}" for space in free),
        )
        for column in view.columns
        if not over and (free := free_spaces(view, column.treasure))
    ]
    crossed = [
        f"{inside(column.treasure)} {listed(values)}"
        for column in view.columns
        if (values := values_marked(column, "crossed"))
    ]
    if crossed:
        lines.append(gettext("Crossed out: {values}.", values=parted(crossed)))
    told = gettext_noop(("Looted: {spaces}.", "Abandoned treasure: {spaces}.", "Sunk: {spaces}."))
    found = (view.looted, view.abandoned, view.sunk)
    lines += [
        gettext(each, spaces=", ".join(map(str, spaces)))
        for each, spaces in zip(told, found, strict=True)
        if spaces
    ]
    doubles = [
        gettext("{value} (charm left)" if mark == "charm" else "{value} (charm spent)", value=value)
        for value, mark in enumerate(view.doubles, 1)
        if mark
    ]
    if doubles:
        lines.append(gettext("Doubles rolled: {doubles}.", doubles=", ".join(doubles)))
    return tuple(lines)
