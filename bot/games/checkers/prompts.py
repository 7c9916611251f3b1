"""The questions and buttons of the picker: which stack, whole or split, and where to."""

from __future__ import annotations

from .actions import BOARD, CheckersAction
from .moving import goals
from .text import inside
from .view import CheckersView, Stack, enemies, mixed, owner


def ask(view: CheckersView, steps: tuple[str, ...]) -> str:
    """The question after ``steps`` of a path."""
    name = "".join(steps[:2])
    match steps:
        case ():
            return "Pick a column."
        case (column,):
            return f"Pick a stack in column {column}."
        case (_, _):
            return _move_or_split(view, name)
        case (_, _, how) if "-" in how:
            return f"How many checkers will you split off {name}?"
        case _:
            top = "top checker" if steps[-1] == "top 1" else steps[-1]
            return f"Pick a square next to {name} for its {top}."


def label(view: CheckersView, steps: tuple[str, ...], step: str) -> str:
    """The button for ``step`` after ``steps``."""
    match steps:
        case ():
            return step
        case (column,):
            stack = _stack(view, column + step)
            return f"{column}{step} ({len(stack)} High{', Mixed' if mixed(stack) else ''})"
        case (column, row, *_) if step.startswith("top "):
            return _split(_stack(view, column + row), step.removeprefix("top "))
        case _:
            held = _held(view, step)
            return f"Onto {step} ({held})" if held else f"To {step} (Empty)"


def _move_or_split(view: CheckersView, name: str) -> str:
    """The question about a stack: where it goes, or how it is split."""
    stack = _stack(view, name)
    height, (targets, _) = len(stack), goals(view, BOARD.read(name))
    if height == 1:
        return f"Where will the checker on {name} go?"
    if not targets:
        return (
            f"{name} holds {inside(stack)}. It can’t move {height} squares, so how many will you split off?"
        )
    return f"{name} holds {inside(stack)}. Move the whole stack exactly {height} squares, or split it?"


def _split(stack: Stack, size: str) -> str:
    if "-" in size:
        low, high = size.split("-")
        return f"Split Off {low} to {min(int(high), len(stack) - 1)}"
    free = enemies(owner(stack), stack[int(size) :])
    return f"Split Off the Top {size} (Frees {free})" if free else f"Split Off the Top {size}"


def _held(view: CheckersView, name: str) -> str:
    """What is on a square, such as ``Black’s 2``; empty for nothing."""
    stack = _stack(view, name)
    holder = owner(stack)
    return f"{holder.capitalize()}’s {len(stack)}" if holder else ""


def _stack(view: CheckersView, name: str) -> Stack:
    return view.stacks[BOARD.read(name)]


def choice(view: CheckersView, action: CheckersAction) -> str:
    """The remark beside a typed action: what it lands on, and what a split frees."""
    held = _held(view, BOARD.names[action.target])
    lands = f"onto {held}" if held else "empty square"
    stack = view.stacks[action.source]
    if action.count and (free := enemies(owner(stack), stack[action.count :])):
        return f"{lands}, frees {free}"
    return lands
