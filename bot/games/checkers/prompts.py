"""The picker's words: from which stack, whole or split, and where to."""

from __future__ import annotations

from bot.games.plurals import counted

from .actions import BOARD, CheckersAction, Split
from .narration import left_to
from .view import CheckersView, Stack, mixed, owner, runs


def ask(view: CheckersView, steps: tuple[str, ...]) -> str:
    """The question after ``steps`` of a path."""
    match steps:
        case ():
            return "Which stack do you move or split? Choose its file first."
        case (file,):
            return f"Which stack of file {file}?"
        case (file, rank):
            stack = _stack(view, file + rank)
            return f"{file}{rank} holds {inside(stack)}. Move it or split it?"
        case (file, rank, "whole"):
            return (
                f"Where does {file}{rank} move? It goes {counted(len(_stack(view, file + rank)), 'square')}."
            )
        case (file, rank, how) if "-" in how:
            return f"How many checkers does the top of {file}{rank} lose?"
        case _:
            return f"Where do the {steps[-1]} of {steps[0]}{steps[1]} go? Any square beside it will do."


def label(view: CheckersView, steps: tuple[str, ...], step: str) -> str:
    """The button for ``step`` after ``steps``."""
    match steps:
        case ():
            return f"File {step}"
        case (file,):
            stack = _stack(view, file + step)
            return f"{file}{step}: {len(stack)} high{', mixed' if mixed(stack) else ''}"
        case (file, rank) if step == "whole":
            height = len(_stack(view, file + rank))
            return f"Move {'It' if height == 1 else f'All {height}'} ({counted(height, 'square')})"
        case (file, rank, *_) if step.startswith("top "):
            return _split(_stack(view, file + rank), step.removeprefix("top "))
        case _:
            return _target(view, step)


def inside(stack: Stack) -> str:
    """The stack from the top in words, its lower runs left out where there are more than six."""
    pairs = runs(stack)
    named = ", ".join(f"{count} {seat}" for seat, count in pairs[:6])
    rest = sum(count for _, count in pairs[6:])
    return f"{named} and {rest} more below" if rest else named


def _split(stack: Stack, size: str) -> str:
    if "-" in size:
        low, high = size.split("-")
        return f"Split Off {low} to {min(int(high), len(stack) - 1)}"
    holder = owner(stack)
    assert holder is not None
    given = left_to(holder, stack[int(size) :])
    return f"Split Off the Top {size}{f' (leaves {given})' if given else ''}"


def _target(view: CheckersView, name: str) -> str:
    stack = _stack(view, name)
    holder = owner(stack)
    return f"{name}: onto {holder.capitalize()}’s {len(stack)}" if holder else f"{name}: empty"


def _stack(view: CheckersView, name: str) -> Stack:
    return view.stacks[BOARD.read(name)]


def choice(view: CheckersView, action: CheckersAction) -> str:
    """What a list of typed turns says beside one: what it lands on, what a split leaves the others."""
    told = _target(view, BOARD.names[action.target]).partition(": ")[2]
    stack = view.stacks[action.source]
    holder = owner(stack)
    if isinstance(action, Split) and holder and (given := left_to(holder, stack[action.count :])):
        return f"{told}, leaves {given}"
    return told
