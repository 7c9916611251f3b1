"""Why a turn of Captain's Curse is right or wrong: the points it brings, and what can't be had after it."""

from __future__ import annotations

from bot.games.core import Line
from bot.languages import gettext, gettext_noop, listed, ngettext, pgettext

from .actions import TREASURES, CurseAction, Loot, Sink
from .text import column_named, free_spaces, gains, spaces_named, turn_of, value_of, values_marked
from .view import CurseView


def explain(line: Line[CurseAction, CurseView]) -> str:
    """What a turn brings and gives up, beside the best or the next best."""
    told, other = [*_effects(line), _closed(line)], line.other
    if line.cost and line.right and other is not None:
        told.append(_kept(line, other))
        told.append(gettext("The next best choice is {choice}.", choice=_named(other)))
        told += _effects(other)
        points = _counted(line.cost)
        told.append(gettext("On average, that’s worth about {number} points less.", number=points))
    elif line.cost:
        points = _counted(line.cost)
        told.append(gettext("The best choice is worth about {number} points more on average.", number=points))
    return " ".join(filter(None, told))


def _counted(amount: float) -> str:
    """Points as they are written: “3.0”, “0.7”."""
    return f"{amount:.1f}".replace(".", pgettext("decimal sign", "."))


def _named(line: Line[CurseAction, CurseView]) -> str:
    """A choice inside a sentence: “the white 2 for the barrel in space 16”, “line K”."""
    view, action = line.views[0], line.actions[0]
    match action:
        case Sink(label):
            return gettext("line {line}", line=label)
        case Loot():
            return turn_of(view, action)
        case _:
            return gettext("passing")


def _effects(line: Line[CurseAction, CurseView]) -> list[str]:
    """What a choice does at once, in sentences."""
    before, after, action = line.views[0], line.views[1], line.actions[0]
    if isinstance(action, Sink):
        lost = _lootable(before, before.takes(action.line))
        told = gettext_noop(
            "Line {line} sinks the last of the land, and all the loot with it."
            if not after.end.unsunk
            else "Line {line} sinks {spaces}, which you could still loot."
            if lost
            else "Line {line} sinks nothing you could still loot."
        )
        return [gettext(told, line=action.line, spaces=spaces_named(lost))]
    parts = []
    if isinstance(action, Loot):
        parts.append(gains(before, value_of(before, action.taken), action.treasure))
    if after.charms < before.charms:
        parts.append(gettext("It spends a charm."))
    if after.phase == "sink":
        least = min(len(_lootable(after, each.takes)) for each in after.lines)
        spaces = ngettext(
            "It sinks land, including at least {number} space you could still loot.",
            "It sinks land, including at least {number} spaces you could still loot.",
            least,
        )
        none = gettext("It sinks land, but nothing you could still loot.")
        parts.append(spaces if least else none)
    return parts


def _lootable(view: CurseView, spaces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(number for number in spaces if number not in view.looted)


def _closed(line: Line[CurseAction, CurseView]) -> str:
    """What can’t be circled any more, besides what was."""
    before, after = line.views[0], line.views[1]
    closed = _open(before) - _open(after) - _used(line)
    if not closed or after.outcome is not None:
        return ""
    return gettext("After that, you can’t circle {values} any more.", values=_values(closed))


def _kept(line: Line[CurseAction, CurseView], other: Line[CurseAction, CurseView]) -> str:
    """What the right choice keeps that the next best gives up."""
    if kept := _open(line.views[1]) - _open(other.views[1]) - _used(other):
        values = _values(kept)
        return gettext("You can still circle {values}, which the next best choice gives up.", values=values)
    spared, less = _sparing(line), _sparing(other)
    if not isinstance(line.actions[0], Sink) or spared <= less:
        return ""
    return ngettext(
        "It leaves {number} line that would sink nothing you could still loot, {more} more than the next "
        "best choice.",
        "It leaves {number} lines that would sink nothing you could still loot, {more} more than the next "
        "best choice.",
        spared,
        more=spared - less,
    )


def _sparing(line: Line[CurseAction, CurseView]) -> int:
    """How many open lines then sink nothing that can still be looted."""
    return sum(not _lootable(line.views[1], each.takes) for each in line.views[1].lines)


def _used(line: Line[CurseAction, CurseView]) -> set[tuple[str, int]]:
    """The value that a choice circles, and its column."""
    action = line.actions[0]
    return {(action.treasure, value_of(line.views[0], action.taken))} if isinstance(action, Loot) else set()


def _open(view: CurseView) -> set[tuple[str, int]]:
    """The values that can still be circled: open ones in columns with something left to loot."""
    return {
        (column.treasure, int(value))
        for column in view.columns
        if free_spaces(view, column.treasure)
        for value in values_marked(column, "")
    }


def _values(values: set[tuple[str, int]]) -> str:
    """Such as “the 2 and the 1 in the barrel column”."""
    columns = (
        (
            treasure,
            [gettext("the {value}", value=value) for each, value in sorted(values) if each == treasure],
        )
        for treasure in TREASURES
    )
    return listed(
        gettext("{values} in the {column}", values=listed(found), column=column_named(treasure))
        for treasure, found in columns
        if found
    )
