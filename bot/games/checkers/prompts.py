"""The questions and buttons of the picker: which stack, whole or split, and where to."""

from __future__ import annotations

from collections.abc import Sequence

from bot.languages import gettext, ngettext

from .actions import BOARD, CheckersAction, name_of
from .moving import goals, sizes
from .text import halved, inside, layers, retaken, wins
from .view import CheckersView, Stack, enemies, mixed, owner


def ask(view: CheckersView, steps: tuple[str, ...]) -> str:
    """The question after ``steps`` of a path."""
    name = "".join(steps[:2])
    match steps:
        case ():
            return f"{gettext('Pick a column.')} {halved(view)}".rstrip()
        case (column,):
            return gettext("Pick a stack in column {column}.", column=column)
        case (_, _):
            return _move_or_split(view, name)
        case (_, _, *how) if how == ["split"] or "-" in how[-1]:
            asked = gettext("How many checkers will you split off from {square}?", square=name)
            return f"{asked} {_layers(_stack(view, name))}".rstrip()
        case _:
            return ngettext(
                "Move the top checker of {square} one square up, down or sideways, never diagonally.",
                "Move the top {number} of {square} one square up, down or sideways, never diagonally.",
                int(steps[-1].removeprefix("top ")),
                square=name,
            )


def label(view: CheckersView, steps: tuple[str, ...], step: str) -> str:
    """The button for ``step`` after ``steps``."""
    match steps:
        case ():
            return step
        case (column,):
            stack = _stack(view, column + step)
            if mixed(stack):
                return gettext("{square} ({height} High, Mixed)", square=column + step, height=len(stack))
            return gettext("{square} ({height} High)", square=column + step, height=len(stack))
        case (_, _) if step == "split":
            if taken := _split_off_onto(view, "".join(steps)):
                return gettext("Split… · Takes {number}", number=taken)
            return gettext("Split…")
        case (column, row, *_) if step.startswith("top "):
            return _split(_stack(view, column + row), step.removeprefix("top "))
        case (column, row, *how):
            return _landing(view, column + row, step, how)
    return step


def _landing(view: CheckersView, source: str, target: str, how: Sequence[str]) -> str:
    """What is where a stack or its top goes: what that wins, and what can be taken there at once."""
    stack, lost = _stack(view, target), _risked(view, source, target, how)
    values = {"square": target, "number": len(stack), "lost": lost}
    if not stack:
        if lost:
            return gettext("{square} · Empty, Risks {lost}", **values)
        return gettext("{square} · Empty", **values)
    if not enemies(owner(_stack(view, source)), stack):
        if lost:
            return gettext("{square} · Joins Your {number}, Risks {lost}", **values)
        return gettext("{square} · Joins Your {number}", **values)
    if wins(view, BOARD.read(source), BOARD.read(target), _lifted(how)):
        return gettext("{square} · Takes {number}, Wins", **values)
    if lost:
        return gettext("{square} · Takes {number}, Risks {lost}", **values)
    return gettext("{square} · Takes {number}", **values)


def rank(view: CheckersView, steps: tuple[str, ...], step: str) -> int:
    """Captures come first, safe ones before all, and what needs another step last."""
    if step == "split":
        name = "".join(steps)
        return (2 if _splits_at_risk(view, name) else 3) if _split_off_onto(view, name) else 1
    if len(steps) < 2 or step.startswith("top "):
        return 0
    name = "".join(steps[:2])
    if not enemies(owner(_stack(view, name)), _stack(view, step)):
        return 0
    return -1 if _risked(view, name, step, steps[2:]) else -2


def _risked(view: CheckersView, source: str, target: str, how: Sequence[str]) -> int:
    """How high the stack would be on ``target``, if it can be taken there at once; else 0."""
    lifted = _lifted(how)
    if not retaken(view, BOARD.read(source), BOARD.read(target), lifted):
        return 0
    return len(_stack(view, target)) + (lifted or len(_stack(view, source)))


def _lifted(how: Sequence[str]) -> int | None:
    """How many checkers are split off after these steps; None for a move."""
    return int(how[-1].removeprefix("top ")) if how else None


def _split_off_onto(view: CheckersView, name: str) -> int:
    """How many checkers a split of a stack could capture; 0 for none."""
    _, beside = goals(view, BOARD.read(name))
    return max((enemies(owner(_stack(view, name)), view.stacks[each]) for each in beside), default=0)


def _splits_at_risk(view: CheckersView, name: str) -> bool:
    """Whether each split of a stack that captures the most could be answered on its square."""
    stack, most = _stack(view, name), _split_off_onto(view, name)
    _, beside = goals(view, BOARD.read(name))
    return all(
        _risked(view, name, BOARD.names[each], (f"top {size}",))
        for each in beside
        for size in sizes(len(stack), view.split)
        if enemies(owner(stack), view.stacks[each]) == most
    )


def _move_or_split(view: CheckersView, name: str) -> str:
    """The question about a stack: where it goes, or how it is split."""
    stack = _stack(view, name)
    height, (targets, _) = len(stack), goals(view, BOARD.read(name))
    if height == 1:
        return gettext("Where will the checker on {square} go?", square=name)
    if not targets:
        return ngettext(
            "{square} holds {stack}. It can’t move {number} square, so how many will you split off?",
            "{square} holds {stack}. It can’t move {number} squares, so how many will you split off?",
            height,
            square=name,
            stack=inside(stack),
        )
    return ngettext(
        "{square} holds {stack}. Move the whole stack exactly {number} square, or split it?",
        "{square} holds {stack}. Move the whole stack exactly {number} squares, or split it?",
        height,
        square=name,
        stack=inside(stack),
    )


def _split(stack: Stack, size: str) -> str:
    if "-" in size:
        low, high = size.split("-")
        return gettext("Top {least} to {most}", least=low, most=min(int(high), len(stack) - 1))
    free = enemies(owner(stack), stack[int(size) :])
    if free:
        return gettext("Top {size} · Gives Away {number}", size=size, number=free)
    return gettext("Top {size}", size=size)


def _layers(stack: Stack) -> str:
    """What is inside a mixed stack, in a sentence; of others all is said."""
    return gettext("From the top: {stack}.", stack=layers(stack)) if mixed(stack) else ""


def _stack(view: CheckersView, name: str) -> Stack:
    return view.stacks[BOARD.read(name)]


def choice(view: CheckersView, action: CheckersAction) -> str:
    """The remark beside a typed action: what it takes or lands on, what is split off, and what that frees."""
    stack, covered = view.stacks[action.source], view.stacks[action.target]
    holder = owner(covered)
    lands = gettext("empty square")
    if taken := enemies(owner(stack), covered):
        lands = gettext("takes {number}", number=taken)
    elif holder:
        lands = gettext("onto {side}, {height} high", side=name_of(holder), height=len(covered))
    if action.count:
        lands = gettext("top {number}: {lands}", number=action.count, lands=lands)
    if action.count and (free := enemies(owner(stack), stack[action.count :])):
        return gettext("{lands}; gives away {number}", lands=lands, number=free)
    return lands
