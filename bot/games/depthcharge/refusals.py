"""Why an action of Depth Charge is refused: what is wrong, and what to do instead."""

from __future__ import annotations

from collections.abc import Collection

from bot.games.core import Seat
from bot.games.plurals import counted, listed

from .actions import BOARD, LONGEST_PATH, SOUTH
from .view import Phase
from .waters import HALVES, INLAND, WAYS, step


def expected(phase: Phase, seat: Seat, count: int) -> str:
    """What ``seat`` is to do instead of an action of another phase; ``count`` squares are to be placed."""
    if phase == "play":
        return "All islands and mines are in place. Move, sound, or drop a depth charge."
    first = "Place your islands first" if phase == "islands" else "Lay your mines first"
    squares, example = counted(count, "square"), "c3" if seat == SOUTH else "c10"
    return f"{first}: type “{phase}” followed by {squares} on your side, such as “{phase} {example} …”."


def placing(
    seat: Seat,
    phase: Phase,
    count: int,
    squares: Collection[int],
    room: Collection[int],
    islands: Collection[int],
) -> str:
    """Why ``squares`` can't be chosen; empty when they can (rulings 1 and 2)."""
    for square in squares:
        if square in room:
            continue
        name = BOARD.names[square]
        if square not in HALVES[seat]:
            return f"{name} isn’t on your side. Choose squares in rows {'1–6' if seat == SOUTH else '7–12'}."
        if phase == "islands" and square not in INLAND:
            return f"{name} is on the shore. Keep islands off the edge of the lake."
        if square in islands:
            return f"{name} is an island. Choose open water."
        return f"{name} is where your boat starts. Choose another square."
    if len(set(squares)) != count:
        return f"Choose exactly {counted(count, 'square')} for your {phase}. You named {len(squares)}."
    return ""


def moving(boat: int, steps: str, islands: Collection[int], rival: int, mines: Collection[int]) -> str:
    """Why a boat can't take ``steps``; empty when it can (ruling 3). ``mines`` are its own live ones."""
    if not 1 <= len(steps) <= LONGEST_PATH or not set(steps) <= set(WAYS):
        return "A move takes 1–3 steps, each n, e, s or w, such as “move nne”."
    seen = [boat]
    for letter in steps:
        here, after = BOARD.names[seen[-1]], step(seen[-1], letter)
        if after is None:
            return f"There’s no water {WAYS[letter]} of {here}. Stay on the lake."
        name = BOARD.names[after]
        if after in islands:
            return f"{name} is an island. Steer around it."
        if after == rival:
            return f"The enemy boat is on {name}. Steer around it."
        if after in seen:
            return f"That path comes back to {name}. A boat can’t enter the same square twice in one move."
        seen.append(after)
    if seen[-1] in mines:
        return f"Your own mine is on {BOARD.names[seen[-1]]}. You can cross it, but you can’t stop there."
    return ""


def aiming(boat: int, square: int, islands: Collection[int], rival: int) -> str:
    """Why a boat can't sound or charge ``square``; empty when it can (ruling 3)."""
    near = [BOARD.names[near] for near in BOARD.around[boat] if near not in islands and near != rival]
    if BOARD.names[square] in near:
        return ""
    if square in islands:
        why = "is an island"
    elif square == rival:
        why = "is where the enemy boat is"
    else:
        why = f"isn’t next to your boat on {BOARD.names[boat]}"
    return f"{BOARD.names[square]} {why}. Choose {listed(sorted(near), 'or')}."
