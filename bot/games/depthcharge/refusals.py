"""Why an action of Depth Charge is refused: what is wrong, and what to do instead."""

from __future__ import annotations

from collections.abc import Collection

from bot.games.core import Seat
from bot.games.plurals import counted, listed

from .actions import BOARD, SEATS, SOUTH
from .view import Phase
from .waters import HALVES, HARBOURS, INLAND, WAYS, enemy, step


def waiting(phase: Phase, seat: Seat) -> str:
    """Why ``seat`` cannot act now."""
    if seat not in SEATS:
        return "The seats of this game are south and north."
    if phase == "play":
        return f"It is {enemy(seat).capitalize()}’s turn."
    done = "placed your islands" if phase == "islands" else "laid your mines"
    return f"You have {done} already, and that stands: wait for {enemy(seat).capitalize()}."


def expected(phase: Phase, count: int) -> str:
    """What is to be done instead of an action of another phase."""
    if phase == "play":
        return "Islands and mines are placed: move, sound or throw a depth charge."
    done = "Place your islands" if phase == "islands" else "Lay your mines"
    verb = phase
    what = counted(count, "square")
    return f"{done} first: “{verb}” and {what} of your side, such as “{verb} c3 …”."


def placing(
    seat: Seat,
    phase: Phase,
    count: int,
    squares: Collection[int],
    room: Collection[int],
    islands: Collection[int],
) -> str:
    """Why ``squares`` cannot be chosen; empty when they can (rulings 1 and 2)."""
    thing = phase.removesuffix("s")
    if len(set(squares)) != len(squares):
        return f"Each {thing} needs a square of its own: you named one twice."
    for square in sorted(squares):
        if square in room:
            continue
        name = BOARD.names[square]
        ranks = "1 to 6" if seat == SOUTH else "7 to 12"
        if square not in HALVES[seat]:
            return f"{name} is not on your side: choose squares in ranks {ranks}."
        if phase == "islands" and square not in INLAND:
            return f"{name} is on the shore: islands go on squares off the lake’s edge."
        if square in islands:
            return f"{name} is an island: choose open water."
        if square == HARBOURS[seat]:
            return f"{name} is your boat’s harbour: no mine may lie there."
        return f"{name} can’t be chosen."
    if len(squares) != count:
        return f"Choose exactly {counted(count, 'square')} for your {phase}; you named {len(squares)}."
    return ""


def moving(boat: int, steps: str, islands: Collection[int], rival: int, mines: Collection[int]) -> str:
    """Why a boat cannot take ``steps``; empty when it can (ruling 3). ``mines`` are its own, live."""
    if not 1 <= len(steps) <= 3 or not set(steps) <= set(WAYS):
        return "A move is one to three steps, each n, e, s or w."
    seen = [boat]
    for letter in steps:
        here, after = BOARD.names[seen[-1]], step(seen[-1], letter)
        if after is None:
            return f"There is no water {WAYS[letter]} of {here}: the boat would leave the lake."
        name = BOARD.names[after]
        if after in islands:
            return f"{name} is an island: steer round it."
        if after == rival:
            return f"The enemy’s boat is on {name}: steer round it."
        if after in seen:
            return f"This path comes back to {name}: a boat enters no square twice in a move."
        seen.append(after)
    if seen[-1] in mines:
        return f"{BOARD.names[seen[-1]]} holds a mine of your own: you may cross it, but not stop on it."
    return ""


def aiming(boat: int, square: int, islands: Collection[int], rival: int) -> str:
    """Why a boat cannot sound or charge ``square``; empty when it can (ruling 3)."""
    if not 0 <= square < len(BOARD.names):
        return "That square is not on the lake."
    name = BOARD.names[square]
    if square not in BOARD.around[boat]:
        near = [BOARD.names[near] for near in BOARD.around[boat] if near not in islands and near != rival]
        return f"{name} is not next to your boat on {BOARD.names[boat]}: choose {listed(sorted(near), 'or')}."
    if square in islands:
        return f"{name} is an island: choose open water next to your boat."
    if square == rival:
        return f"The enemy’s boat is on {name}: choose another square next to yours."
    return ""
