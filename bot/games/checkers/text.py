"""Captain's Checkers in words: diagrams, descriptions, endings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.games.core import MAX_DESCRIPTION
from bot.games.plurals import counted

from .actions import BOARD, CHECKERS
from .moving import prey
from .narration import narrate, spoken
from .view import CheckersView, Stack, mixed, owner, runs


def brief(stack: Stack) -> str:
    """The stack from the top in letters: ``R2 B1``."""
    return " ".join(f"{seat[0].upper()}{count}" for seat, count in runs(stack))


def text(view: CheckersView) -> str:
    """The board as a diagram, then what is inside the mixed stacks and who controls how much.

    ``R3`` is a stack of 3 with red on top, ``+`` one that holds both colours; brackets mark the last turn.
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
    return "\n".join((*lines, "", summary(view)))


def describe(view: CheckersView) -> str:
    """The position in words: the last turn first, then where the game stands, then every stack.

    Stacks are spoken from the top; where that grows too long they come as letters.
    """
    parts = [narrate(view)] if view.last else ["Captain’s Checkers, a board of 8 by 8 squares."]
    if view.outcome:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(f"{view.to_act[0].capitalize()} is to act.")
    parts.append(f"Red controls {view.red}, Black {view.black} of {CHECKERS} checkers; {view.goal} win.")
    if quiet := _quiet(view):
        parts.append(f"{quiet.capitalize()}.")
    head = " ".join(parts)
    for name in (spoken, brief):
        full = f"{head} Stacks from the top: {'; '.join(_listed(view, name))}."
        if len(full) <= MAX_DESCRIPTION:
            return full
    return full[: MAX_DESCRIPTION - 1] + "…"


def _listed(view: CheckersView, name: Callable[[Stack], str]) -> Iterator[str]:
    """Each sort of stack with the squares where it stands: red’s, then Black’s, the highest first."""
    where: dict[Stack, list[str]] = {}
    for square, stack in enumerate(view.stacks):
        if stack:
            where.setdefault(stack, []).append(BOARD.names[square])
    for stack in sorted(where, key=lambda stack: (stack[0] != "r", -len(stack), stack)):
        yield f"{name(stack)} at {', '.join(where[stack])}"


def headline(view: CheckersView) -> str:
    """Where the game stands."""
    if view.outcome:
        return f"Over after {counted(view.turn, 'turn')}"
    return f"Turn {view.turn + 1}"


def summary(view: CheckersView) -> str:
    """Both sides' shares against the winning line, and how near a quiet draw is once it is half-way there."""
    shares = f"Red {view.red} · Black {view.black} · {view.goal} of {CHECKERS} win"
    quiet = _quiet(view)
    return f"{shares} · {quiet}" if quiet else shares


def _quiet(view: CheckersView) -> str:
    """How near a quiet draw is, once it is half-way there."""
    if not view.outcome and view.patience and view.quiet * 2 >= view.patience:
        return f"quiet for {view.quiet} of {view.patience} turns"
    return ""


def details(view: CheckersView) -> tuple[str, ...]:
    """Each side's stacks that can take something by their next turn, and how much; nothing after the end."""
    if view.outcome:
        return ()
    lines = []
    for seat in ("red", "black"):
        found = [
            f"{BOARD.names[square]} on {', '.join(_sized(view, target) for target in goals)}"
            for square, stack in enumerate(view.stacks)
            if owner(stack) == seat and (goals := prey(view, square))
        ]
        if found:
            lines.append(f"{seat.capitalize()} can take: {'; '.join(found)}.")
    return tuple(lines)


def _sized(view: CheckersView, square: int) -> str:
    return f"{BOARD.names[square]} ({len(view.stacks[square])})"


def ending(view: CheckersView) -> str:
    """Why the game ended (rulings 5 and 6)."""
    assert view.outcome is not None
    match view.outcome.reason:
        case "control":
            winner = view.outcome.winners[0]
            share = view.red if winner == "red" else view.black
            return f"{winner.capitalize()} wins with {share} of {CHECKERS} checkers; {view.goal} were needed."
        case "quiet":
            return f"A draw: control did not change for {view.quiet} turns in a row."
        case _:
            return "A draw: the same position stood for the third time."


def page_for(view: CheckersView) -> str:
    """The rule book's page for the present phase."""
    if view.outcome:
        return "quiet" if not view.outcome.winners else "winning"
    if view.turn == 0:
        return "plans"
    return "splitting" if any(mixed(stack) for stack in view.stacks) else "moving"
