"""Why an action of Drown, Captain Crackers! is refused, and what to do instead; None when it is legal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.core import IllegalAction, Seat
from bot.languages import gettext, gettext_noop, listed

from .actions import CAPTAIN, CREW, BagWork, CrackersAction, Flow, Walk, name_of
from .board import HIGHEST, Station
from .turns import PART_OF, Part, open_parts
from .walking import DROWNING

IN_WORDS: Final[Mapping[Part, str]] = gettext_noop(
    {"pump": "pump", "bag": "drop a sandbag", "unbag": "remove a sandbag"}
)
"""Parts of the captain's turn, after “can still”."""


def kind(
    action: CrackersAction, mover: Seat, done: tuple[Part, ...], *, settling: bool
) -> IllegalAction | None:
    """Why no action of this kind is due now, whatever its square."""
    if isinstance(action, Flow):
        return None if settling else IllegalAction("The water has settled, so none of it has to run now.")
    if settling:
        return IllegalAction("Water is running. First choose where it goes: type “flow” and two squares.")
    if mover != CAPTAIN:
        if isinstance(action, Walk):
            return None
        return IllegalAction(
            "Only the captain can do that. Type the square you’re going to, with + to drop a sandbag there."
        )
    if isinstance(action, Walk):
        return IllegalAction("The captain never leaves the control room. Use “pump”, “bag” or “unbag”.")
    if PART_OF[type(action)] not in open_parts(done):
        still = listed([gettext(IN_WORDS[part]) for part in open_parts(done)], "or")
        return IllegalAction("You can’t do that any more this turn. You can still {do}.", do=still)
    return None


def walking(station: Station, who: int, square: int) -> IllegalAction | None:
    """Why ``who`` can't go to ``square`` (ruling 3)."""
    if square in station.reach(who):
        return None
    names, start = station.layout.grid.names, station.pawns[who]
    if station.water[square] >= DROWNING:
        return IllegalAction(
            "{square} is {depth} deep. Nobody can walk into water more than 1 deep.",
            square=names[square],
            depth=station.water[square],
        )
    if station.water[start]:
        return IllegalAction(
            "{who} is in water on {square} and can only go one square, to a dry square or into water 1 deep.",
            who=name_of(CREW[who]),
            square=names[start],
        )
    return IllegalAction(
        "{who} can’t get from {start} to {end}. Walk over dry squares, and stop as soon as you step into "
        "water.",
        who=name_of(CREW[who]),
        start=names[start],
        end=names[square],
    )


def bagging(station: Station, square: int, work: BagWork) -> IllegalAction | None:
    """Why no sandbag can be dropped on ``square``, or taken from it (rulings 3 and 4)."""
    if work in station.works()[square]:
        return None
    if square == station.layout.pod:
        told = gettext_noop("{square} is the escape pod. Sandbags can’t go there.")
    elif square == station.layout.control:
        told = gettext_noop("{square} is the control room. Sandbags can’t go there.")
    elif station.water[square] and work == "+":
        told = gettext_noop("{square} is under water. Sandbags only go on dry squares.")
    elif station.water[square]:
        told = gettext_noop("{square} is under water. Sandbags can only be removed from dry squares.")
    elif work == "+":
        told = gettext_noop(
            "{square} already has {most} sandbags, which is the maximum. Choose another square."
        )
    else:
        told = gettext_noop("There’s no sandbag on {square}. Choose a square that has one.")
    return IllegalAction(told, square=station.layout.grid.names[square], most=HIGHEST)


def pumping(station: Station, leak: int, to: int | None) -> IllegalAction | None:
    """Why no unit pumped in at ``leak`` can come to rest on ``to``, or stay there for None (ruling 5)."""
    names = station.layout.grid.names
    named = names[leak]
    if leak not in station.layout.leaks:
        leaks = listed([names[point] for point in station.layout.leaks], "or")
        return IllegalAction("{square} isn’t a leak. Pump at {leaks}.", square=named, leaks=leaks)
    rests = station.rests(leak)
    if (to in rests) if rests else to is None:
        return None
    if not rests:
        return IllegalAction(
            "Water pumped in at {leak} has to stay there now. Type “pump {leak}”.", leak=named
        )
    return IllegalAction(
        "Water pumped in at {leak} can’t come to rest on {square}. Choose {squares}.",
        leak=named,
        square=named if to is None else names[to],
        squares=_list(station, rests),
    )


def flowing(station: Station, square: int, to: int) -> IllegalAction | None:
    """Why the top unit of ``square`` can't come to rest on ``to`` (ruling 7)."""
    names, loose = station.layout.grid.names, station.loose()
    if square not in loose:
        return IllegalAction(
            "The water on {square} doesn’t have to run. Choose {squares}.",
            square=names[square],
            squares=_list(station, loose),
        )
    if to not in loose[square]:
        return IllegalAction(
            "The water on {square} can’t come to rest on {end}. Choose {squares}.",
            square=names[square],
            end=names[to],
            squares=_list(station, loose[square]),
        )
    return None


def _list(station: Station, squares: Mapping[int, object]) -> str:
    names = [station.layout.grid.names[square] for square in squares]
    return listed(names, "or") if len(names) <= 12 else ", ".join(names[:12]) + " …"
