"""Why an action of Depth Charge is refused: what is wrong, and what to do instead."""

from __future__ import annotations

from collections.abc import Collection

from bot.games.core import IllegalAction, Seat
from bot.languages import listed, ngettext

from .actions import BOARD, LONGEST_PATH, SOUTH
from .view import Phase
from .waters import HALVES, INLAND, WAYS, step


def expected(phase: Phase, seat: Seat, count: int) -> IllegalAction:
    """What ``seat`` is to do instead of an action of another phase; ``count`` squares are to be placed."""
    example = "c3" if seat == SOUTH else "c10"
    if phase in ("islands", "mines"):
        return IllegalAction(
            ngettext(
                "Type “{phase}” and then {number} square on your side, such as “{phase} {example} …”.",
                "Type “{phase}” and then {number} squares on your side, such as “{phase} {example} …”.",
                count,
                phase=phase,
                example=example,
            )
        )
    return IllegalAction("All islands and mines are in place. Move, sound, or drop a depth charge.")


def placing(
    seat: Seat,
    phase: Phase,
    count: int,
    squares: Collection[int],
    room: Collection[int],
    islands: Collection[int],
) -> IllegalAction | None:
    """Why ``squares`` can't be chosen; None when they can (rulings 1 and 2)."""
    for square in squares:
        if square in room:
            continue
        name = BOARD.names[square]
        if square not in HALVES[seat]:
            return IllegalAction(
                "{square} isn’t on your side. Choose squares in rows {rows}.",
                square=name,
                rows="1–6" if seat == SOUTH else "7–12",
            )
        if phase == "islands" and square not in INLAND:
            return IllegalAction(
                "{square} is on the shore. Keep islands off the edge of the lake.", square=name
            )
        if square in islands:
            return IllegalAction("{square} is an island. Choose open water.", square=name)
        return IllegalAction("{square} is where your boat starts. Choose another square.", square=name)
    if len(set(squares)) == count:
        return None
    return IllegalAction(
        ngettext(
            "Choose exactly {number} square. You named {named}.",
            "Choose exactly {number} squares. You named {named}.",
            count,
            named=len(squares),
        )
    )


def moving(
    boat: int, steps: str, islands: Collection[int], rival: int, mines: Collection[int]
) -> IllegalAction | None:
    """Why a boat can't take ``steps``; None when it can (ruling 3). ``mines`` are its own live ones."""
    if not 1 <= len(steps) <= LONGEST_PATH or not set(steps) <= set(WAYS):
        return IllegalAction("A move takes 1–3 steps, each n, e, s or w.")
    seen = [boat]
    for letter in steps:
        here, after = BOARD.names[seen[-1]], step(seen[-1], letter)
        if after is None:
            return IllegalAction("The lake ends at {square}. Stay on the water.", square=here)
        name = BOARD.names[after]
        if after in islands:
            return IllegalAction("{square} is an island. Steer around it.", square=name)
        if after == rival:
            return IllegalAction("The enemy boat is on {square}. Steer around it.", square=name)
        if after in seen:
            return IllegalAction(
                "That path comes back to {square}. A boat can’t enter the same square twice in one move.",
                square=name,
            )
        seen.append(after)
    if seen[-1] in mines:
        return IllegalAction(
            "Your own mine is on {square}. You can cross it, but you can’t stop there.",
            square=BOARD.names[seen[-1]],
        )
    return None


def aiming(boat: int, square: int, islands: Collection[int], rival: int) -> IllegalAction | None:
    """Why a boat can't sound or charge ``square``; None when it can (ruling 3)."""
    near = [BOARD.names[near] for near in BOARD.around[boat] if near not in islands and near != rival]
    name = BOARD.names[square]
    if name in near:
        return None
    allowed = listed(sorted(near), "or")
    if square in islands:
        return IllegalAction("{square} is an island. Choose {allowed}.", square=name, allowed=allowed)
    if square == rival:
        return IllegalAction(
            "{square} is where the enemy boat is. Choose {allowed}.", square=name, allowed=allowed
        )
    return IllegalAction(
        "{square} isn’t next to your boat on {boat}. Choose {allowed}.",
        square=name,
        boat=BOARD.names[boat],
        allowed=allowed,
    )
