"""What the picker of Captain's Curse asks, and what its buttons say."""

from __future__ import annotations

from .actions import BLACK, DICE, TREASURES, WHITE
from .text import name
from .view import CurseView


def ask(view: CurseView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    if view.phase == "sink":
        return "The curse strikes. Which part of the island sinks?"
    match steps:
        case [taken, treasure]:
            return f"Which {treasure} do you loot with the {value_of(view, taken)}?"
        case [taken]:
            return f"In which column do you circle the {value_of(view, taken)}?"
        case _ if view.dice is not None and view.dice[0] == view.dice[1]:
            return f"Doubles of {view.dice[0]}s. Which die do you take?"
        case _:
            return "Which die do you take?"


def value_of(view: CurseView, taken: str) -> int:
    """The value of a die as it is taken, such as ``black-1``."""
    assert view.dice is not None
    die, change = DICE[taken]
    return (view.dice[die == BLACK] - 1 + change) % 6 + 1


def label(view: CurseView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button, with what the step costs."""
    if step == "pass":
        return "Pass (land sinks)"
    if step.startswith("sink "):
        takes = next((line.takes for line in view.lines if line.label == step[5:]), ())
        return f"{step[5:]}: {_land(view, takes)}"
    if not steps:
        return _die(view, step)
    if len(steps) == 1:
        return _treasure(view, value_of(view, steps[0]), step)
    return f"{step} {name(int(step))}"


def _land(view: CurseView, takes: tuple[int, ...]) -> str:
    """The land that a line takes, and how much of it is looted: what a pirate can spare."""
    looted = len(set(takes) & set(view.looted))
    if len(takes) == 1:
        return f"{name(takes[0])}{', looted' if looted else ''}"
    told = f"{len(takes)} spaces"
    return f"{told}, {'all' if looted == len(takes) else looted} looted" if looted else told


def _die(view: CurseView, taken: str) -> str:
    assert view.dice is not None
    die, change = DICE[taken]
    told = f"{'White' if die == WHITE else 'Black'} {view.dice[die == BLACK]}"
    cursed = "cursed: land sinks" if die == BLACK else ""
    if not change:
        return f"{told} ({cursed})" if cursed else told
    return ", ".join(filter(None, (f"{told} → {value_of(view, taken)}", "costs a charm", cursed)))


def _treasure(view: CurseView, value: int, treasure: str) -> str:
    column = view.columns[TREASURES.index(treasure)]
    row = column.values.index(value)
    crossed = sum(not mark for mark in column.marks[:row])
    return f"{treasure.capitalize()}{f' (crosses out {crossed})' if crossed else ''}"
