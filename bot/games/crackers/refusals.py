"""Why an action of Drown, Captain Crackers! is refused, and what to do instead; empty when it is legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.core import Seat
from bot.games.plurals import listed

from .actions import CAPTAIN, CREW, BagWork, CrackersAction, Flow, Walk
from .station import HIGHEST, Station
from .turns import PART_OF, Part, left_in_words, open_parts
from .walking import DROWNING

CAPTAIN_ONLY: Final = (
    "Only the captain can do that. Type where you’re going, such as “e4”, or “e4+” to drop a sandbag there."
)


def kind(action: CrackersAction, mover: Seat, done: tuple[Part, ...], *, settling: bool) -> str:
    """Why no action of this kind is due now, whatever its square."""
    if isinstance(action, Flow):
        return "" if settling else "The water has settled, so none of it has to run now."
    if settling:
        return "Water is running. First choose where it goes, for example with “flow c4 d4”."
    if mover != CAPTAIN:
        return "" if isinstance(action, Walk) else CAPTAIN_ONLY
    if isinstance(action, Walk):
        return "The captain never leaves the control room. Use “pump”, “bag” or “unbag”."
    if PART_OF[type(action)] not in open_parts(done):
        return f"You can’t do that any more this turn. What’s left: {left_in_words(done)}."
    return ""


def walking(station: Station, who: int, square: int) -> str:
    """Why ``who`` can't go to ``square`` (ruling 3)."""
    if square in station.reach(who):
        return ""
    names, start = station.layout.grid.names, station.pawns[who]
    seat = CREW[who].capitalize()
    if station.water[square] >= DROWNING:
        return (
            f"{names[square]} is {station.water[square]} deep. Nobody can walk into water more than 1 deep."
        )
    if station.water[start]:
        return (
            f"{seat} is in water on {names[start]} and can only go one square, to a dry square or into "
            "water 1 deep."
        )
    return (
        f"{seat} can’t get from {names[start]} to {names[square]}. Walk over dry squares, and stop as soon "
        "as you step into water."
    )


def bagging(station: Station, square: int, work: BagWork) -> str:
    """Why no sandbag can be dropped on ``square``, or taken from it (rulings 3 and 4)."""
    if not work:
        return ""
    name = station.layout.grid.names[square]
    if square == station.layout.pod:
        return f"{name} is the escape pod. Sandbags can’t go there."
    if square == station.layout.control:
        return f"{name} is the control room. Sandbags can’t go there."
    if station.water[square]:
        dry = "only go on" if work == "+" else "can only be removed from"
        return f"{name} is under water. Sandbags {dry} dry squares."
    if work == "+" and station.sand[square] >= HIGHEST:
        return f"{name} already has {HIGHEST} sandbags, which is the maximum. Choose another square."
    if work == "-" and not station.sand[square]:
        return f"There’s no sandbag on {name}. Choose a square that has one."
    return ""


def pumping(station: Station, leak: int, to: int | None) -> str:
    """Why no unit pumped in at ``leak`` can come to rest on ``to``, or stay there for None (ruling 5)."""
    names = station.layout.grid.names
    if leak not in station.layout.leaks:
        points = " or ".join(names[point] for point in station.layout.leaks)
        return f"{names[leak]} isn’t a leak. Pump at {points}."
    rests = station.rests(leak)
    if (to in rests) if rests else to is None:
        return ""
    if not rests:
        return f"Water pumped in at {names[leak]} has to stay there now. Type “pump {names[leak]}”."
    where = "can’t stay there" if to is None else f"can’t come to rest on {names[to]}"
    return f"Water pumped in at {names[leak]} {where}. Choose {_list(station, rests)}."


def flowing(station: Station, square: int, to: int) -> str:
    """Why the top unit of ``square`` can't come to rest on ``to`` (ruling 7)."""
    names, loose = station.layout.grid.names, station.loose()
    if square not in loose:
        return f"The water on {names[square]} doesn’t have to run. Choose {_list(station, loose)}."
    if to not in loose[square]:
        return (
            f"The water on {names[square]} can’t come to rest on {names[to]}. "
            f"Choose {_list(station, loose[square])}."
        )
    return ""


def _list(station: Station, squares: Mapping[int, object]) -> str:
    names = [station.layout.grid.names[square] for square in squares]
    return listed(names, "or") if len(names) <= 12 else ", ".join(names[:12]) + " …"
