"""What the picker of Captain's Curse asks, and what its buttons say."""

from __future__ import annotations

from typing import Final

from bot.languages import gettext, gettext_noop, labelled, ngettext

from .actions import BLACK, DICE, CurseAction, Loot, Sink
from .text import name, name_of, place, skipped, value_of
from .view import CurseView

SIGNS: Final = {"coin": "🪙", "chest": "🧰", "barrel": "🛢️", "bottle": "🍾", "gem": "💎", "skull": "💀"}
ROLLED: Final = gettext_noop({"white": "White {rolled}", "black": "Black {rolled}"})


def ask(view: CurseView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    if view.phase == "sink":
        return gettext("The curse strikes! Which part of the island sinks?")
    match " ".join(steps).split():
        case [taken, treasure]:
            return gettext(
                "{treasure}: which space will you loot with the {value}?",
                treasure=name_of(treasure),
                value=value_of(view, taken),
            )
        case [taken]:
            return gettext("Which column gets the {value}?", value=value_of(view, taken))
        case _ if view.dice is not None and view.fresh:
            return gettext(
                "Your first double {value}s! Which treasure will you loot with the black die?",
                value=view.dice[0],
            )
        case _ if view.dice is not None and view.dice[0] == view.dice[1]:
            return gettext("Double {value}s! Which die will you take?", value=view.dice[0])
        case _:
            return gettext("Which die will you take?")


def label(view: CurseView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button; what a choice costs, the preview says."""
    if step == "pass":
        return gettext("Pass (Land Sinks)")
    if step.startswith("sink "):
        return labelled(step[5:], _land(view, view.takes(step[5:])))
    if not steps and " " in step:
        taken, treasure = step.split()
        return labelled(_die(view, taken), _named(treasure))
    if not steps:
        return _die(view, step)
    if len(steps) == 1 and not step.isdigit():
        return _named(step)
    return place(view, int(step))


def _land(view: CurseView, takes: tuple[int, ...]) -> str:
    """The land that a line takes, and how much of it is looted already."""
    looted = len(set(takes) & set(view.looted))
    spaces = ngettext("{number} Space", "{number} Spaces", len(takes))
    if len(takes) == 1:
        spaces = name(view, takes[0])
    if looted == len(takes):
        return gettext("{spaces} (Looted)", spaces=spaces)
    return gettext("{spaces} ({looted} Looted)", spaces=spaces, looted=looted) if looted else spaces


def _die(view: CurseView, taken: str) -> str:
    assert view.dice is not None
    die, change = DICE[taken]
    told = gettext(ROLLED[die], rolled=view.dice[die == BLACK])
    return gettext("{die} as {value}", die=told, value=value_of(view, taken)) if change else told


def _named(treasure: str) -> str:
    return f"{SIGNS[treasure]} {name_of(treasure)}"


def choice(view: CurseView, action: CurseAction) -> str:
    """The remark beside a typed action: what it costs, and where it leads."""
    match action:
        case Loot():
            return ", ".join([*costs(view, action), name(view, action.space)])
        case Sink(line):
            return _land(view, view.takes(line))
        case _:
            return ""


def costs(view: CurseView, action: CurseAction) -> tuple[str, ...]:
    """What a turn costs, such as “skips 4 values” and “costs land”."""
    if not isinstance(action, Loot):
        return ()
    count = skipped(view, value_of(view, action.taken), action.treasure)
    told = (
        ngettext("skips {number} value", "skips {number} values", count) if count else "",
        gettext("costs a charm") if action.change else "",
        gettext("costs land") if action.die == BLACK else "",
    )
    return tuple(filter(None, told))
