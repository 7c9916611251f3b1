"""Why a snorkel wins by force or doesn't: whose air it takes, and how the answer gets some."""

from __future__ import annotations

from typing import Final

from bot.games.core import Line, Seat
from bot.games.plurals import listed, plural

from .actions import BOARD, PIE, SnorkelsAction
from .text import ending, open_tubes
from .view import SnorkelsView, group, groups

FEW: Final = 3
"""The snorkels of a group that are named one by one."""


def explain(line: Line[SnorkelsAction, SnorkelsView]) -> str:
    """What a snorkel threatens, or what it leaves to the other colour."""
    after, last = line.views[1], line.views[-1]
    own = line.views[0].to_act[0]
    if after.outcome is not None:
        return ending(after)
    if after is last:
        short = _short(line.views[0], PIE.other(own))
        missed = listed(f"the {_named(members, tube)}" for members, tube in short)
        return f"You could have captured {missed} at once." if missed else ""
    square, answer = str(line.actions[0]), str(line.actions[1])
    if line.right:
        return _threatened(after, last, own, square, answer)
    other = PIE.other(own)
    told = f"{other.capitalize()} answers on {answer}"
    if last.outcome is not None:
        return f"{told}. {ending(last)}"
    if not _short(after, other):
        told = f"{square} threatens nothing, so {other} has time to go to {answer}"
    return told + _saved(after, last, own, answer)


def _short(view: SnorkelsView, colour: Seat) -> list[tuple[frozenset[int], int]]:
    """The groups of ``colour`` with a single open tube, and that tube."""
    return [(members, min(tubes)) for members, tubes in groups(view.cells, colour) if len(tubes) == 1]


def _named(members: frozenset[int], near: int) -> str:
    """A group: “snorkels on c3 and c4”, or a larger one by a square beside ``near``."""
    if len(members) > FEW:
        beside = min(members.intersection(BOARD.orthogonal[near]) or members)
        return f"group of {len(members)} snorkels with {BOARD.names[beside]}"
    return f"{plural(len(members), 'snorkel', 'snorkels')} on {listed(BOARD.list(members))}"


def _threatened(after: SnorkelsView, last: SnorkelsView, own: Seat, square: str, answer: str) -> str:
    """What the right ``square`` threatens, and what the ``answer`` comes to."""
    other = PIE.other(own)
    tries = f"{other.capitalize()} tries {answer}"
    short = _short(after, other)
    if not short:
        return f"{square} threatens nothing yet, but {other} has no answer that helps. {tries}."
    tubes = BOARD.list({tube for _, tube in short})
    each = listed(f"{other}’s {_named(members, tube)} only {BOARD.names[tube]}" for members, tube in short)
    told = f"{square} leaves {each} to breathe through"
    if tubes != (answer,):
        return f"{told}, and {other} can’t do enough about it. {tries}."
    _, found = group(last.cells, BOARD.read(answer))
    left = listed(BOARD.list(found))
    only = plural(len(found), f"{left} is", f"{left} are")
    return f"{told}, so {other} has to go there. After that, {only} all the air that’s left."


def _saved(after: SnorkelsView, last: SnorkelsView, own: Seat, answer: str) -> str:
    """How the ``answer`` spoils a try."""
    if short := _short(last, own):
        members, tube = short[0]
        return (
            f", and your {_named(members, tube)} can only breathe through {BOARD.names[tube]}: "
            "you have to save yourself first."
        )
    square = BOARD.read(answer)
    members, tubes = group(last.cells, square)
    before = [(found, held) for held, found in groups(after.cells, PIE.other(own)) if held & members]
    had, held = min(before, key=lambda each: len(each[0]), default=(frozenset[int](), members))
    has = "has" if len(held) > FEW or len(held) == 1 else "have"
    rest = f" instead of {len(had)}" if 0 < len(had) < len(tubes) else f": {listed(BOARD.list(tubes))}"
    return f". Its {_named(held, square)} then {has} {open_tubes(len(tubes))}{rest}."
