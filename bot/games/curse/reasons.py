"""Why a turn of Captain's Curse is right or wrong: the points it brings, and what can't be had after it."""

from __future__ import annotations

from bot.games.core import Line
from bot.games.plurals import counted, listed, plural

from .actions import TREASURES, CurseAction, Loot, Sink
from .text import free_spaces, place, value_of, values_marked
from .view import CurseView


def explain(line: Line[CurseAction, CurseView]) -> str:
    """What a turn brings and gives up, beside the best or the next best."""
    told = f"{_effect(line)} {_left(line)}".strip()
    if not line.cost:
        return told
    points = _points(line.cost)
    if not line.right:
        return f"{told} The best choice is worth {points} more on average."
    if line.other is None:
        return told
    return f"{told} The next best choice is worth {points} less on average: {_named(line.other)}."


def _points(amount: float) -> str:
    number = f"{amount:.1f}".removesuffix(".0")
    return f"about {number} {plural(int(number == '1'), 'point', 'points')}"


def _named(line: Line[CurseAction, CurseView]) -> str:
    """A choice inside a sentence: “the white 2 for the barrel at Bearded Bluff (16)”, “line K”."""
    view, action = line.views[0], line.actions[0]
    match action:
        case Sink(label):
            return f"line {label}"
        case Loot():
            value = value_of(view, action.taken)
            die = f"{action.die} {value_of(view, action.die)}{f' as a {value}' if action.change else ''}"
            return f"the {die} for the {action.treasure} at {place(view, action.space)}"
        case _:
            return "to pass"


def _effect(line: Line[CurseAction, CurseView]) -> str:
    """What a choice does at once."""
    before, after, action = line.views[0], line.views[1], line.actions[0]
    if isinstance(action, Sink):
        takes = before.takes(action.line)
        lost = [place(before, number) for number in takes if number not in before.looted]
        if after.end.unsunk == 0:
            return f"Line {action.line} sinks the last of the land, and all the loot with it."
        if not lost:
            return f"Line {action.line} sinks nothing that you can still loot."
        return f"Line {action.line} sinks {listed(lost)}, which you could still loot."
    parts = [_brought(after.now.total - before.now.total)]
    if after.charms < before.charms:
        parts.append("spends a charm")
    if after.phase == "sink":
        least = min(len(_lootable(after, line.takes)) for line in after.lines)
        parts.append(f"sinks land, with {counted(least, 'space')} at least that you could still loot" if least
                     else "sinks land, but you can choose a line that takes nothing you could still loot")
    return f"{'That' if isinstance(action, Loot) else 'Passing'} {listed(parts)}."


def _brought(points: int) -> str:
    if points < 0:
        return f"costs {counted(-points, 'point')}"
    return f"brings {counted(points, 'point')}" if points else "brings no points"


def _lootable(view: CurseView, spaces: tuple[int, ...]) -> list[int]:
    return [number for number in spaces if number not in view.looted]


def _left(line: Line[CurseAction, CurseView]) -> str:
    """What can’t be had any more after a choice, and what it keeps that the next best gives up."""
    before, after, action = line.views[0], line.views[1], line.actions[0]
    if isinstance(action, Sink):
        spared = sum(not _lootable(after, each.takes) for each in after.lines)
        if not after.lines or not any(free_spaces(after, treasure) for treasure in TREASURES):
            return ""
        lines = counted(len(after.lines), "open line")
        return f"After it, {spared or 'none'} of the {lines} would spare all that’s left to loot."
    used = {(action.treasure, value_of(before, action.taken))} if isinstance(action, Loot) else set()
    told = []
    if closed := _open(before) - _open(after) - used:
        told.append(f"After that, you can’t circle {_values(closed)} any more.")
    if line.right and line.other is not None and (kept := _open(after) - _open(line.other.views[1])):
        told.append(f"You can still circle {_values(kept)}, which the next best choice gives up.")
    return " ".join(told)


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
        (treasure, [f"the {value}" for each, value in sorted(values) if each == treasure])
        for treasure in TREASURES
    )
    return listed(f"{listed(found)} in the {treasure} column" for treasure, found in columns if found)
