"""Why a turn of Captain's Checkers is right or wrong: what it captures, and what can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.games.core import Line, Seat
from bot.games.plurals import counted

from .actions import BOARD, CheckersAction
from .moving import turns
from .rules import controlled, other
from .text import ending
from .view import CheckersView, enemies, owner

LOST: Final = 20
"""A greater cost counts a game that is lost for certain."""
GAME: Final = f"at least {LOST} checkers, or the game"


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
    left, (most, where) = controlled(last.stacks, own), greatest(after, other(own))
    if last is not after:
        yield _answered(last, own)
    elif most > 0:
        left -= most
        yield f"{other(own).capitalize()} can then capture {counted(most, 'checker')} on {where}."
    gain = left - controlled(line.views[0].stacks, own)
    yield f"In all, {_balance(gain) if gain else 'you’re no better off'}."
    kept = controlled(best.stacks, own) - max(greatest(best, other(own))[0], 0)
    better, wins = kept - left, line.theme == "win"
    if best.outcome is not None:
        yield "The best turn wins at once."
    elif better > 0:
        forced = ", and forces a win" if wins else ""
        yield f"The best turn leaves you at least {counted(better, 'checker')} better off than that{forced}."
    elif wins:
        yield "The best turn forces a win."
    elif line.cost:
        costs = f"about {counted(round(line.cost), 'checker')}"
        yield f"A few turns later, that costs you {costs if line.cost < LOST else GAME}."


def _right(before: CheckersView, after: CheckersView, own: Seat) -> Iterator[str]:
    rival, count = other(own), controlled(after.stacks, own)
    if gain := count - controlled(before.stacks, own):
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
    turn, rival = last.last, other(own)
    assert turn is not None
    if taken := enemies(rival, turn.covered):
        return f"{rival.capitalize()} captures {counted(taken, 'checker')} on {turn.target}."
    return f"{rival.capitalize()} answers with {turn.source}–{turn.target}."


def _balance(gain: int) -> str:
    return f"you {'gain' if gain > 0 else 'lose'} {counted(abs(gain), 'checker')}"


def greatest(view: CheckersView, colour: Seat) -> tuple[int, str]:
    """How many checkers ``colour`` can gain at most in one turn, and on which square."""
    found = [
        (
            enemies(colour, view.stacks[action.target])
            - (enemies(colour, stack[action.count :]) if action.count else 0),
            BOARD.names[action.target],
        )
        for square, stack in enumerate(view.stacks)
        if owner(stack) == colour
        for action in turns(square, len(stack), view.split)
    ]
    return max(found, key=lambda each: each[0], default=(0, ""))
