"""Positions and turns of Captain's Checkers in words, and text diagrams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from bot.games.core import MAX_DESCRIPTION, normalize
from bot.games.plurals import counted, listed, some

from .actions import BOARD, CHECKERS, SIDES
from .moving import FARTHEST, goals, hunters, prey, sizes
from .view import CheckersView, LastTurn, Stack, enemies, mixed, owner, runs


def narrate(turn: LastTurn) -> str:
    """What everybody is told of a turn."""
    who, count = turn.seat.capitalize(), len(turn.lifted)
    holder = owner(turn.covered)
    whose = "its own" if holder == turn.seat else f"{holder}’s"
    covered = f"stack of {len(turn.covered)}" if len(turn.covered) > 1 else "single checker"
    goal = f"onto {whose} {covered} on {turn.target}" if holder else f"to {turn.target}"
    if not turn.left:
        stack = f"a stack of {count}" if count > 1 else "a single checker"
        return f"{who} moved {stack} from {turn.source} {goal}. {_gained(turn)}".strip()
    left = spoken(turn.left) if len(turn.left) < 8 else str(len(turn.left))
    top = "top checker" if count == 1 else f"top {count}"
    return f"{who} split the {top} off {turn.source} {goal}, leaving {left}. {_gained(turn)}".strip()


def _gained(turn: LastTurn) -> str:
    """How the turn changed control, as a sentence; empty if it didn't (ruling 2)."""
    who = turn.seat.capitalize()
    taken, free = enemies(turn.seat, turn.covered), enemies(turn.seat, turn.left)
    if taken and free:
        return f"{who} captured {counted(taken, 'checker')} and freed {free}."
    if taken:
        return f"{who} captured {counted(taken, 'checker')}."
    return f"That freed {counted(free, 'checker')}." if free else ""


def spoken(stack: Stack) -> str:
    """The stack from the top in words: ``2 red on 1 black``."""
    return " on ".join(f"{count} {seat}" for seat, count in runs(stack))


def inside(stack: Stack) -> str:
    """The stack from the top in words; at most six runs, then how many are below."""
    pairs = runs(stack)
    named = [f"{count} {seat}" for seat, count in pairs[:6]]
    rest = sum(count for _, count in pairs[6:])
    if rest:
        return f"{', '.join(named)} and {rest} more, from the top"
    return f"{listed(named)}, from the top" if len(named) > 1 else named[0]


def brief(stack: Stack) -> str:
    """The stack from the top in letters: ``R2 B1``."""
    return " ".join(f"{seat[0].upper()}{count}" for seat, count in runs(stack))


def text(view: CheckersView) -> str:
    """The board as a diagram, then what is inside the mixed stacks and who controls how much.

    ``R3`` is a stack of 3 with red on top, ``+`` a mixed one; brackets mark the last turn.
    """
    touched = (view.last.source, view.last.target) if view.last else ()

    def cell(square: int) -> str:
        stack = view.stacks[square]
        mark = f"{stack[0].upper()}{len(stack)}{'+' if mixed(stack) else ''}" if stack else "."
        return f"[{mark}]" if BOARD.names[square] in touched else mark

    lines = [BOARD.diagram(cell)]
    tall = [(name, stack) for name, stack in zip(BOARD.names, view.stacks, strict=True) if mixed(stack)]
    if tall:
        lines += ["", "Mixed stacks, from the top:", *(f"{name}  {brief(stack)}" for name, stack in tall)]
    shares = f"Red {view.red} · Black {view.black} · {view.goal} of {CHECKERS} to win"
    return "\n".join((*lines, "", shares, summary(view))).rstrip()


def describe(view: CheckersView) -> str:
    """The last turn, where the game stands, then every stack from the top (in letters if words don't fit)."""
    parts = [narrate(view.last)] if view.last else ["The board is 8 by 8 squares."]
    if view.outcome:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(f"It’s {view.to_act[0]}’s turn.")
    parts.append(f"Red controls {view.red} checkers and black controls {view.black}.")
    if view.to_act:
        parts.append(f"It takes {view.goal} to win.")
    if _near_draw(view):
        parts.append(f"Nothing has changed hands for {view.quiet} turns. After {view.patience}, it’s a draw.")
    head = " ".join(parts)
    for name in (spoken, brief):
        full = f"{head} Stacks from the top: {'; '.join(_kinds(view, name))}."
        if len(full) <= MAX_DESCRIPTION:
            return full
    return full[: MAX_DESCRIPTION - 1] + "…"


def _kinds(view: CheckersView, name: Callable[[Stack], str]) -> Iterator[str]:
    """Each kind of stack with its squares: red’s, then black’s, the highest first."""
    where: dict[Stack, list[str]] = {}
    for square, stack in enumerate(view.stacks):
        if stack:
            where.setdefault(stack, []).append(BOARD.names[square])
    for stack in sorted(where, key=lambda stack: (stack[0] != "r", -len(stack), stack)):
        yield f"{name(stack)} at {', '.join(where[stack])}"


def headline(view: CheckersView) -> str:
    """Where the game stands."""
    if view.outcome:
        return f"Finished after {counted(view.turn, 'turn')}"
    return f"Turn {view.turn + 1}"


def summary(view: CheckersView) -> str:
    """How near a quiet draw is, from half-way on."""
    return f"{view.quiet} of {view.patience} quiet turns" if _near_draw(view) else ""


def _near_draw(view: CheckersView) -> bool:
    """Whether the game is at least half-way to a quiet draw."""
    return bool(view.to_act) and view.patience > 0 and view.quiet * 2 >= view.patience


def details(view: CheckersView) -> tuple[str, ...]:
    """What each side can capture on its next turn, and with which stacks; nothing after the end."""
    if not view.to_act:
        return ()
    lines = []
    for seat in ("red", "black"):
        found = [
            f"{BOARD.names[square]} onto {_sized(view, found)}"
            for square, stack in enumerate(view.stacks)
            if owner(stack) == seat and (found := prey(view, square))
        ]
        if found:
            lines.append(f"{seat.capitalize()} can capture: {'; '.join(found)}.")
    return tuple(lines)


def _sized(view: CheckersView, squares: Sequence[int]) -> str:
    return ", ".join(f"{BOARD.names[square]} ({len(view.stacks[square])})" for square in squares)


def aim(view: CheckersView) -> str:
    """What to do and what for."""
    return (
        "Move a stack exactly as many squares as it has checkers, or split it. The top colour owns it all. "
        f"Own {view.goal} checkers to win."
    )


def ending(view: CheckersView) -> str:
    """Why the game ended (rulings 5 and 6)."""
    assert view.outcome is not None
    match view.outcome.reason:
        case "control":
            winner = view.outcome.winners[0]
            share = view.red if winner == "red" else view.black
            return f"{winner.capitalize()} wins with {share} of the {CHECKERS} checkers ({view.goal} needed)."
        case "quiet":
            return f"It’s a draw: nothing changed hands for {view.quiet} turns in a row."
        case _:
            return "It’s a draw: the same position came up for the third time."


# One square

MAX_SPLITS: Final = 8
"""Splits that are listed one by one."""


def describe_square(view: CheckersView, name: str) -> str:
    """The stack on a square, who controls it and where it can go; then the stacks that can land there.

    :raises NotationError: when ``name`` is no square of the board.
    """
    square = BOARD.read(normalize(name))
    stack, named = view.stacks[square], BOARD.names[square]
    parts = [f"{named} is empty."]
    if stack:
        parts = [f"{named} holds {inside(stack)}. {str(owner(stack)).capitalize()} controls it."]
        parts += _turns(view, square)
    for seat in SIDES:
        reached = [at for at in hunters(view, square) if owner(view.stacks[at]) == seat]
        if reached:
            parts.append(f"{seat.capitalize()} can land here from {_sized(view, reached)}.")
    return " ".join(parts)


def _turns(view: CheckersView, square: int) -> list[str]:
    height = len(view.stacks[square])
    whole, parts = goals(view, square)
    squares = counted(height, "square")
    if height > FARTHEST:
        told = [f"It’s {height} high, which is too high to move as a whole."]
    elif whole:
        told = [f"It moves exactly {squares}: to {_listed(view, whole)}."]
    else:
        told = [f"It would have to move exactly {squares}, and that’s off the board in every direction."]
    if parts:
        how = [str(size) for size in sizes(height, view.split)]
        count = f"{how[0]} to {how[-1]}" if view.split == "any" and len(how) > 2 else " or ".join(how)
        top = "checker" if how == ["1"] else count
        told.append(f"Its top {top} can be split off to {_listed(view, parts)}.")
        told += _freed(view, square)
    return told


def _freed(view: CheckersView, square: int) -> list[str]:
    """The splits after which the part left behind is the other side's (ruling 4)."""
    stack = view.stacks[square]
    splits = [
        f"the top {size} (frees {free})"
        for size in sizes(len(stack), view.split)
        if (free := enemies(owner(stack), stack[size:]))
    ]
    return [f"Splits that free enemy checkers: {listed(some(splits, MAX_SPLITS))}."] if splits else []


def _listed(view: CheckersView, squares: Sequence[int]) -> str:
    return ", ".join(f"{BOARD.names[square]} ({_held(view, square)})" for square in squares)


def _held(view: CheckersView, square: int) -> str:
    stack = view.stacks[square]
    return f"{owner(stack)} {len(stack)}" if stack else "empty"
