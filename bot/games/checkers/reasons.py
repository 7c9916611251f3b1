"""Why a turn of Captain's Checkers is right or wrong: what it captures, and what can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.games.core import Line, Seat
from bot.games.plurals import counted

from .actions import BOARD, CheckersAction
from .moving import turns
from .text import ending, freed
from .view import CheckersView, owner

LOST: Final = 20
"""A greater cost counts a game that is lost for certain."""


def explain(line: Line[CheckersAction, CheckersView]) -> str:
    """What a turn captures and saves, or what the answer takes."""
    before, after, last = line.views[0], line.views[1], line.views[-1]
    own = before.to_act[0]
    if after.outcome is not None:
        return ending(after)
    if line.right:
        forced = ["From there, you can force a win."] if line.theme == "win" else []
        return " ".join([*_right(before, after, own), *forced])
    if last.outcome is not None:
        return f"{_answered(last, own)} {ending(last)}"
    assert line.other is not None
    return " ".join(_wrong(line, line.other.views[1], own))


def _wrong(line: Line[CheckersAction, CheckersView], best: CheckersView, own: Seat) -> Iterator[str]:
    """What the answer costs, played or not, beside the position after the best turn."""
    after, last = line.views[1], line.views[-1]
    left, (most, where) = control(last, own), greatest(after, _other(own))
    if last is not after:
        yield _answered(last, own)
    elif most > 0:
        left -= most
        yield f"{_other(own).capitalize()} can then capture {counted(most, 'checker')} on {where}."
    gain = left - control(line.views[0], own)
    yield f"In all, {_balance(gain) if gain else 'you’re no better off'}."
    better, wins = _kept(best, own) - left, line.theme == "win"
    if best.outcome is not None:
        yield "The best turn wins at once."
    elif better > 0:
        forced = ", and forces a win" if wins else ""
        yield f"The best turn leaves you at least {counted(better, 'checker')} better off than that{forced}."
    elif wins:
        yield "The best turn forces a win."
    elif line.cost:
        yield f"A few turns later, that costs you {_behind(line.cost)}."


def _right(before: CheckersView, after: CheckersView, own: Seat) -> Iterator[str]:
    rival = _other(own)
    gain = control(after, own) - control(before, own)
    if gain:
        count = control(after, own)
        yield f"{_balance(gain).capitalize()}. You control {count} of the {after.goal} checkers you need."
    (feared, where), (most, back), (next_, there) = (
        greatest(before, rival), greatest(after, rival), greatest(after, own)
    )  # fmt: skip
    name = rival.capitalize()
    if feared > max(most, 0):
        rest = f"at most {counted(most, 'checker')}, on {back}" if most > 0 else "none"
        yield f"{name} could have captured {counted(feared, 'checker')} on {where}."
        yield f"Now it can capture {rest}."
    elif most > 0:
        yield f"{name} can capture at most {counted(most, 'checker')} in return, on {back}."
    else:
        yield f"{name} can’t capture anything in return."
    if next_ > 0:
        yield f"You can capture {counted(next_, 'checker')} on {there} next if {rival} doesn’t prevent it."


def _answered(last: CheckersView, own: Seat) -> str:
    """The answer to a wrong turn."""
    turn, rival = last.last, _other(own)
    assert turn is not None
    taken = len(turn.covered) if owner(turn.covered) == own else 0
    if taken:
        return f"{rival.capitalize()} captures {counted(taken, 'checker')} on {turn.target}."
    return f"{rival.capitalize()} answers with {turn.source}–{turn.target}."


def _balance(gain: int) -> str:
    return f"you {'gain' if gain > 0 else 'lose'} {counted(abs(gain), 'checker')}"


def _behind(cost: float) -> str:
    if cost < LOST:
        return f"about {counted(round(cost), 'checker')}"
    return f"at least {LOST} checkers, or the game"


def _kept(after: CheckersView, own: Seat) -> int:
    """The checkers that ``own`` still controls after the answer that takes most."""
    return control(after, own) - max(greatest(after, _other(own))[0], 0)


def _other(colour: Seat) -> Seat:
    return Seat("black") if colour == "red" else Seat("red")


def control(view: CheckersView, colour: Seat) -> int:
    """How many checkers ``colour`` controls."""
    return view.red if colour == "red" else view.black


def greatest(view: CheckersView, colour: Seat) -> tuple[int, str]:
    """How many checkers ``colour`` can gain at most in one turn, and on which square."""
    found = [
        (_gain(view, action, colour), BOARD.names[action.target])
        for square, stack in enumerate(view.stacks)
        if owner(stack) == colour
        for action in turns(square, len(stack), view.split)
    ]
    return max(found, key=lambda each: each[0], default=(0, ""))


def _gain(view: CheckersView, action: CheckersAction, colour: Seat) -> int:
    covered, stack = view.stacks[action.target], view.stacks[action.source]
    taken = len(covered) if owner(covered) not in (None, colour) else 0
    return taken - freed(colour, stack[action.count :] if action.count else "")
