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
    """The picker's button, with what the choice costs."""
    if step == "pass":
        return "Pass (Land Sinks)"
    if step.startswith("sink "):
        return f"{step[5:]}: {_land(view, view.takes(step[5:]))}"
    if not steps and " " in step:
        return _pair(view, *step.split())
    if not steps:
        return _die(view, step)
    if len(steps) == 1 and not step.isdigit():
        count = skipped(view, value_of(view, steps[0]), step)
        return f"{_named(step)} (Skips {counted(count, 'Value')})" if count else _named(step)
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
    told = f"Take {rolled} as {value_of(view, taken)}" if change else f"Take {rolled}"
    return f"{told} ({price})" if (price := _price(taken)) else told


def _price(taken: str) -> str:
    """What it costs to take a die, besides what is skipped; empty for nothing."""
    die, change = DICE[taken]
    paid = (["a Charm"] if change else []) + (["Land"] if die == BLACK else [])
    return f"Costs {' and '.join(paid)}" if paid else ""


def _pair(view: CurseView, taken: str, treasure: str) -> str:
    """A die and the treasure that it is taken for, in few words: up to twelve stand side by side."""
    assert view.dice is not None
    die, change = DICE[taken]
    value, rolled = value_of(view, taken), view.dice[die == BLACK]
    as_taken = f"{rolled} as {value}" if change else str(rolled)
    count = skipped(view, value, treasure)
    costs = [cost for cost in (f"Skips {count}" if count else "", _price(taken)) if cost]
    told = f"{die.capitalize()} {as_taken}: {_named(treasure)}"
    return f"{told} ({', '.join(costs)})" if costs else told


def _named(treasure: str) -> str:
    return f"{SIGNS[treasure]} {treasure.capitalize()}"


def choice(view: CurseView, action: CurseAction) -> str:
    """The remark beside a typed action: what it costs, and where it leads."""
    match action:
        case Loot():
            count = skipped(view, value_of(view, action.taken), action.treasure)
            remarks = [f"skips {counted(count, 'value')}"] if count else []
            remarks += ["costs a charm"] if action.change else []
            remarks += ["costs land"] if action.die == BLACK else []
            return ", ".join([*remarks, name(view, action.space)])
        case Sink(line):
            return label(view, (), f"sink {line}").partition(": ")[2]
        case _:
            return ""
