"""What players are told of an action of Depth Charge."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.core import Seat
from bot.games.plurals import counted, listed

from .actions import BOARD, Islands, Mines
from .view import Deed
from .waters import WAYS, enemy


def heading(steps: str) -> str:
    """``steps`` in words: “north, north, east”."""
    return ", ".join(WAYS[letter] for letter in steps)


def pings(times: Sequence[int]) -> str:
    """A report in words, without a full stop."""
    if not times:
        return "no echo"
    return f"{'ping' if len(times) == 1 else 'pings'} at {listed(map(str, times))}"


def placed(seat: Seat, action: Islands | Mines, theirs: tuple[int, ...] | None, viewer: Seat | None) -> str:
    """A placement by ``seat`` as ``viewer`` may hear it; ``theirs`` are the enemy's islands once placed."""
    name = seat.capitalize()
    where = f" on {listed(BOARD.list(action.squares))}"
    if isinstance(action, Mines):
        return f"{name} laid {counted(len(action.squares), 'mine')}{where if viewer == seat else ''}."
    if theirs is None:
        islands = counted(len(action.squares), "island")
        return f"{name} placed {islands}{where if viewer == seat else ''}."
    others = listed(BOARD.list(theirs))
    return f"{name} placed islands{where}. {enemy(seat).capitalize()}’s are on {others}."


def turn(deed: Deed, misses: int, allowed: int) -> str:
    """A turn that was taken, in a sentence or two; ``misses`` are its taker's so far."""
    name, goal = deed.seat.capitalize(), deed.squares[-1]
    match deed.kind, deed.heard:
        case "sound", "ping":
            return f"{name} sounded {goal}: {pings(deed.times)}."
        case "charge", "hit":
            return f"{name} dropped a depth charge on {goal} and destroyed a mine."
        case "charge", "miss":
            missed = f"{name} dropped a depth charge on {goal} and missed."
            if misses >= allowed:
                return f"{missed} That loses the game."
            more = "One more loses the game." if allowed - misses == 1 else "Two more and the game is lost."
            return f"{missed} {counted(misses, 'miss')} so far. {more}"
        case "move", "mine":
            return f"{name}’s boat hit a mine on {goal} and sank."
        case "move", _:
            via = deed.squares[1:-1]
            return f"{name} moved to {goal}{f' via {listed(via)}' if via else ''}."
        case "sound", _:
            return f"{name} sounds {goal}."
        case _:
            return f"{name} drops a depth charge on {goal}."
