"""What the picker of Captain's Curse asks, and what its buttons say."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import counted

from .actions import BLACK, DICE, CurseAction, Loot, Sink
from .text import name, place, skipped, value_of
from .view import CurseView

SIGNS: Final = {"coin": "🪙", "chest": "🧰", "barrel": "🛢️", "bottle": "🍾", "gem": "💎", "skull": "💀"}


def ask(view: CurseView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    if view.phase == "sink":
        return "The curse strikes! Which part of the island sinks?"
    match " ".join(steps).split():
        case [taken, treasure]:
            return f"Which {treasure} will you loot with the {value_of(view, taken)}?"
        case [taken]:
            return f"Which column gets the {value_of(view, taken)}?"
        case _ if view.dice is not None and view.fresh:
            return f"Your first double {view.dice[0]}s! Which treasure will you loot with the black die?"
        case _ if view.dice is not None and view.dice[0] == view.dice[1]:
            return f"Double {view.dice[0]}s! Which die will you take?"
        case _:
            return "Which die will you take?"


def label(view: CurseView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button; what a choice costs, the preview says."""
    if step == "pass":
        return "Pass (Land Sinks)"
    if step.startswith("sink "):
        return f"{step[5:]}: {_land(view, view.takes(step[5:]))}"
    if not steps and " " in step:
        taken, treasure = step.split()
        return f"{_die(view, taken)}: {_named(treasure)}"
    if not steps:
        return _die(view, step)
    if len(steps) == 1 and not step.isdigit():
        return _named(step)
    return place(view, int(step))


def _land(view: CurseView, takes: tuple[int, ...]) -> str:
    """The land that a line takes, and how much of it is looted already."""
    looted = len(set(takes) & set(view.looted))
    if len(takes) == 1:
        return f"{name(view, takes[0])}{' (Looted)' if looted else ''}"
    spaces = f"{len(takes)} Spaces"
    return f"{spaces} ({'All' if looted == len(takes) else looted} Looted)" if looted else spaces


def _die(view: CurseView, taken: str) -> str:
    assert view.dice is not None
    die, change = DICE[taken]
    rolled = f"{die.capitalize()} {view.dice[die == BLACK]}"
    return f"{rolled} as {value_of(view, taken)}" if change else rolled


def _named(treasure: str) -> str:
    return f"{SIGNS[treasure]} {treasure.capitalize()}"


def choice(view: CurseView, action: CurseAction) -> str:
    """The remark beside a typed action: what it costs, and where it leads."""
    match action:
        case Loot():
            return ", ".join([*costs(view, action), name(view, action.space)])
        case Sink(line):
            return label(view, (), f"sink {line}").partition(": ")[2]
        case _:
            return ""


def costs(view: CurseView, action: CurseAction) -> tuple[str, ...]:
    """What a turn costs, such as “skips 4 values” and “costs land”."""
    if not isinstance(action, Loot):
        return ()
    count = skipped(view, value_of(view, action.taken), action.treasure)
    told = (
        f"skips {counted(count, 'value')}" if count else "",
        "costs a charm" if action.change else "",
        "costs land" if action.die == BLACK else "",
    )
    return tuple(filter(None, told))
