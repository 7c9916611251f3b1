"""Why an action of Drown, Captain Crackers! is refused; every answer is empty when it may be done."""

from __future__ import annotations

from collections.abc import Mapping

from .actions import CAPTAIN, CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk
from .narration import name
from .state import CrackersPosition
from .station import HIGHEST, Station
from .turns import Part, left_in_words, open_parts
from .walking import DROWNING


def whose_turn(position: CrackersPosition) -> str:
    """Who is to act, for somebody who is not."""
    if position.settling:
        return "Water is running: wait until the captain has chosen where."
    return f"It is {name(position.mover)}’s turn."


def kind(position: CrackersPosition, action: CrackersAction) -> str:
    """Why ``action`` is not the kind that is due now; the square is another question."""
    if position.settling:
        return "" if isinstance(action, Flow) else "Water is running: choose where first, by “flow c4 d4”."
    if isinstance(action, Flow):
        return "The water has settled: nothing has to run now."
    if position.mover != CAPTAIN:
        return "" if isinstance(action, Walk) else "Only the captain does that. Name a square, such as e4+."
    if isinstance(action, Walk):
        return "The captain stays in the control room: pump, bag or unbag."
    part: Part = {Pump: "pump", Bag: "bag", Unbag: "unbag"}[type(action)]  # type: ignore[assignment]
    if part not in open_parts(position.done):
        return f"That does not fit into this turn any more. Left: {left_in_words(position.done)}."
    return ""


def walking(station: Station, who: int, square: int) -> str:
    """Why ``who`` cannot go to ``square`` (ruling 3)."""
    if square in station.reach(who):
        return ""
    names, start = station.layout.grid.names, station.pawns[who]
    seat = CREW[who].capitalize()
    if station.water[square] >= DROWNING:
        return f"{names[square]} is {station.water[square]} deep: nobody walks into depth 2 or more."
    if station.water[start]:
        return (
            f"{seat} stands in water on {names[start]} and can go one square at most, "
            "onto a dry one or into depth 1."
        )
    return (
        f"{seat} can't get from {names[start]} to {names[square]}: walk over dry squares, "
        "and stop on entering water."
    )


def placing(station: Station, square: int) -> str:
    """Why no sandbag can be placed on ``square`` (rulings 3 and 4)."""
    name = station.layout.grid.names[square]
    if barred := _barred(station, square):
        return barred
    if station.water[square]:
        return f"{name} is under water: sandbags go on dry squares only."
    if station.sand[square] >= HIGHEST:
        return f"{name} has {HIGHEST} sandbags already, and a stack goes no higher: choose another square."
    return ""


def taking(station: Station, square: int) -> str:
    """Why no sandbag can be taken from ``square`` (rulings 3 and 4)."""
    name = station.layout.grid.names[square]
    if barred := _barred(station, square):
        return barred
    if station.water[square]:
        return f"{name} is under water: sandbags are taken from dry squares only."
    if not station.sand[square]:
        return f"There is no sandbag on {name}: choose a square that has one."
    return ""


def _barred(station: Station, square: int) -> str:
    name = station.layout.grid.names[square]
    if square == station.layout.pod:
        return f"{name} is the escape pod: no sandbags there."
    if square == station.layout.control:
        return f"{name} is the control room: no sandbags there."
    return ""


def pumping(station: Station, leak: int, to: int | None) -> str:
    """Why no unit pumped in at ``leak`` can come to rest on ``to``, None being the leak (ruling 5)."""
    names = station.layout.grid.names
    if leak not in station.layout.leaks:
        points = " or ".join(names[point] for point in station.layout.leaks)
        return f"{names[leak]} is no leak point: pump at {points}."
    rests = station.rests(leak)
    if (to in rests) if rests else to is None:
        return ""
    if not rests:
        return f"Water pumped in at {names[leak]} stays there now: play “pump {names[leak]}”."
    where = "can't stay there" if to is None else f"can't come to rest on {names[to]}"
    return f"Water pumped in at {names[leak]} {where}: choose {_list(station, rests)}."


def flowing(station: Station, square: int, to: int) -> str:
    """Why the top unit of ``square`` cannot come to rest on ``to`` (ruling 7)."""
    names, loose = station.layout.grid.names, station.loose()
    if square not in loose:
        return f"No water on {names[square]} has to run: choose from {_list(station, loose)}."
    if to not in loose[square]:
        return (
            f"The water of {names[square]} can't come to rest on {names[to]}: "
            f"choose {_list(station, loose[square])}."
        )
    return ""


def _list(station: Station, squares: Mapping[int, object]) -> str:
    names = [station.layout.grid.names[square] for square in squares]
    return ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
