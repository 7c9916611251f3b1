"""What the picker of Captain's Curse asks, and what its buttons say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.core import LEADS_TO, Offer, in_rows
from bot.languages import gettext, ngettext

from .actions import BLACK, DICE, SPACES, TREASURES, WHITE, CurseAction, Loot, Sink
from .island import Space
from .text import (
    DROWNS,
    already,
    charmed,
    die_named,
    die_of,
    drowning,
    drowns_goal,
    fitting,
    free_spaces,
    land_of,
    lost_with,
    name,
    name_of,
    skipped,
    skips,
    smallest,
    spaces_named,
    value_of,
)
from .view import LEAST_UNSUNK, CurseView, OpenLine

SIGNS: Final = {"coin": "🪙", "chest": "🧰", "barrel": "🛢️", "bottle": "🍾", "gem": "💎", "skull": "💀"}
ACROSS: Final = 4
"""The lines in a row, as many as a phone has room for."""
ROOM: Final = 16
"""The letters of three treasures that a phone has room for in a row."""


def ask(view: CurseView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    if view.phase == "sink":
        told = gettext(
            "No die fits, so you pass, and land sinks. Which line?"
            if view.last.die == "pass"
            else "The curse strikes! Which line sinks?"
        )
        return f"{told} {drowning(view)}".rstrip()
    match " ".join(steps).split():
        case [taken, treasure]:
            value = value_of(view, taken)
            asked = gettext(
                "{treasure}: which space will you loot with the {value}?",
                treasure=name_of(treasure),
                value=value,
            )
            count = skipped(view, value, treasure)
            cost = ngettext("This skips {number} number.", "This skips {number} numbers.", count)
            return f"{asked} {cost}" if count else asked
        case _ if view.dice is not None and view.fresh:
            return gettext("Which treasure will you loot with the black die?")
        case words:
            (taken,) = words or [_first(_ways(view))]
            return gettext("Which column gets {die}?", die=die_of(taken, value_of(view, taken)))


def label(view: CurseView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button; what a choice costs, the preview says."""
    if step == "pass":
        return gettext("Pass (Land Sinks)")
    if step.startswith("sink "):
        return gettext("Line {line}", line=step[5:])
    if not steps:
        return die_named(view, step)
    return gettext("Loot {space}", space=step) if step.isdigit() else _named(step)


def rows(view: CurseView, steps: tuple[str, ...]) -> tuple[tuple[Offer, ...], ...]:
    """The lines, the cheapest first; the dice as a switch, with the six treasures below; or the spaces."""
    if view.phase == "sink":
        return _lines(view)
    if view.phase != "loot" or len(steps) > len(("die", "treasure")):
        return ()
    if len(steps) > 1:
        return _spaces(view, steps)
    ways = _ways(view)
    taken = steps[0] if steps else _first(ways)

    def dice(*these: str) -> tuple[Offer, ...]:
        return tuple(
            Offer(
                _switch(view, each, on=each == taken),
                (each,),
                off=each != taken and not ways.get(each),
                rank=1,
                # Then a column follows without being asked for.
                suggests=len(ways.get(each, ())) == 1,
                on=each == taken,
            )
            for each in these
        )

    fits = ways.get(taken, ())
    loots = [Offer(_named(each), (taken, each), each not in fits, suggests=True) for each in TREASURES]
    widest = max(len("".join(map(name_of, each))) for each in (TREASURES[:3], TREASURES[3:]))
    found = [dice(WHITE, BLACK), *in_rows(loots, 3 if widest <= ROOM else 2)]
    if len(ways) > len((WHITE, BLACK)):
        # A row for each die: as it was rolled, and as a charm changes it.
        found[:1] = [dice(each, f"{each}-1", f"{each}+1") for each in (WHITE, BLACK)]
    if not (ways.get(WHITE) or ways.get(BLACK)):
        found.append((Offer(label(view, (), "pass"), ("pass",)),))
    return tuple(found)


def back(view: CurseView, steps: tuple[str, ...]) -> str:
    """The button that leads back to the line, to the space, or to the die and the treasure."""
    if view.phase == "sink":
        return gettext("Another Line")
    if view.phase != "loot":
        return ""
    return gettext("Another Space") if len(steps) > 1 else gettext("Another Treasure")


def suggest(view: CurseView, steps: tuple[str, ...]) -> str:
    """Where there's a choice, the space that the smallest open line takes; and the cheapest line to sink.

    With the black die, a space with which a line then costs the fewest treasures.
    """
    match steps:
        case (taken, treasure) if len(free := free_spaces(view, treasure)) > 1:
            cursed = DICE[taken][0] == BLACK
            worth = {space: (_lost(view, space) if cursed else 0, _least(view, space)) for space in free}
            return str(min(free, key=worth.__getitem__).number)
        case () if view.phase == "sink" and view.lines:
            return f"sink {_cheapest(view)[0].label}"
        case _:
            return ""


def _least(view: CurseView, space: Space) -> int:
    """How much land goes with ``space`` when it sinks, if an open line takes it now."""
    line = smallest(view, space.number)
    return len(line.takes) if line else SPACES


def _lost(view: CurseView, space: Space) -> int:
    """How many treasures the cheapest line costs once ``space`` is looted."""
    marked = {*view.looted, space.number}
    return min((len({*line.takes} - marked) for line in view.lines), default=0)


def _cheapest(view: CurseView) -> list[OpenLine]:
    """The open lines, the cheapest first: by the land that isn't looted, then by all the land."""
    looted = set(view.looted)
    return sorted(view.lines, key=lambda line: (len({*line.takes} - looted), len(line.takes)))


def _ways(view: CurseView) -> dict[str, list[str]]:
    """Each way to take a die now, with the treasures in whose columns its value fits."""
    assert view.dice is not None
    ways = [BLACK] if view.fresh else [*DICE] if charmed(view) else [WHITE, BLACK]
    return {taken: fitting(view, value_of(view, taken)) for taken in ways}


def _first(ways: Mapping[str, list[str]]) -> str:
    """Of the ``ways`` to take a die, the one that is switched on at first: white, if it fits anywhere."""
    return next((taken for taken in sorted(ways, key=len) if ways[taken]), BLACK)


def _switch(view: CurseView, taken: str, *, on: bool) -> str:
    """The button that switches to a die."""
    die, change = DICE[taken]
    if change:
        return f"→{value_of(view, taken)}"
    told = die_named(view, taken)
    return gettext("{die} · Sinks Land", die=told) if die == BLACK and not on else told


def _lines(view: CurseView) -> tuple[tuple[Offer, ...], ...]:
    """The open lines, the cheapest first, each with what it costs."""
    told = []
    for line in _cheapest(view):
        land = ", ".join(land_of(view, line.takes))
        sign = f" {DROWNS}" if drowns_goal(view, line.takes) else ""
        step = f"sink {line.label}"
        told.append(Offer(f"{label(view, (), step)}{LEADS_TO}{land}{sign}", (step,)))
    return (tuple(told),)


def _spaces(view: CurseView, steps: tuple[str, ...]) -> tuple[tuple[Offer, ...], ...]:
    """The spaces with a treasure, each with the cheapest line if the black die is taken."""
    free = [str(space.number) for space in free_spaces(view, steps[1])]
    told = [Offer(label(view, steps, each), (*steps, each), suggests=True) for each in free]
    return in_rows(told, ACROSS if len(told) <= ACROSS else -(-len(told) // 2))


def _named(treasure: str) -> str:
    return f"{SIGNS[treasure]} {name_of(treasure)}"


def choice(view: CurseView, action: CurseAction) -> str:
    """The remark beside a typed action: what it costs, and where it leads."""
    match action:
        case Loot():
            land = [gettext("sinks land")] if action.die == BLACK else []
            return ", ".join([*costs(view, action), *land, name(view, action.space)])
        case Sink(line):
            return ", ".join(land_of(view, view.takes(line)))
        case _:
            return ""


def costs(view: CurseView, action: CurseAction) -> tuple[str, ...]:
    """What an action costs, such as “skips 4 numbers”, or “sinks spaces 22‑23, losing 🪙🍾”."""
    match action:
        case Loot():
            count = skipped(view, value_of(view, action.taken), action.treasure)
            return tuple(filter(None, (skips(count), _charm(view, action))))
        case Sink(line):
            spaces = spaces_named(view.takes(line))
            signs = "".join(SIGNS[treasure] for treasure in lost_with(view, line))
            told = gettext("sinks {spaces}, losing {treasures}", spaces=spaces, treasures=signs)
            if not signs:
                why = already(view, view.takes(line))
                told = gettext("sinks {spaces}, {already}", spaces=spaces, already=why)
            less = gettext("leaves fewer than {least} spaces above water", least=LEAST_UNSUNK)
            return (told, less) if drowns_goal(view, view.takes(line)) else (told,)
        case _:
            return ()


def _charm(view: CurseView, loot: Loot) -> str:
    """That a loot costs a charm, and how a 6 becomes a 1, or a 1 a 6; empty for one without a charm."""
    if not loot.change:
        return ""
    match value_of(view, loot.taken), loot.change:
        case (1, 1):
            return gettext("costs a charm to turn 6 into 1")
        case (6, -1):
            return gettext("costs a charm to turn 1 into 6")
        case _:
            return gettext("costs a charm")
