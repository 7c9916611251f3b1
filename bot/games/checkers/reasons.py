"""Why a turn of Captain's Checkers is right or wrong: what it captures, and what can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.games.core import Line, Seat
from bot.languages import gettext, ngettext

from .actions import BOARD, CheckersAction, name_of
from .moving import turns
from .rules import controlled, other
from .text import ending, said
from .view import CheckersView, Stack, enemies, owner

LOST: Final = 20
"""A greater cost counts a game that is lost for certain."""


def explain(line: Line[CheckersAction, CheckersView]) -> str:
    """What a turn captures and saves, or what the answer takes."""
    before, after, last = line.views[0], line.views[1], line.views[-1]
    own = before.to_act[0]
    if after.outcome is not None:
        return ending(after)
    if line.right:
        forced = [gettext("From there, you can force a win.")] if line.theme == "win" else []
        return " ".join([*_right(before, after, own), *forced])
    if last.outcome is not None:
        return f"{_answered(last, own)} {ending(last)}"
    assert line.other is not None
    return " ".join(_wrong(line, line.other.views[1], own))


def _wrong(line: Line[CheckersAction, CheckersView], best: CheckersView, own: Seat) -> Iterator[str]:
    """What the answer costs, played or not, beside the position after the best turn."""
    after, last = line.views[1], line.views[-1]
    left, (most, where, freed) = controlled(last.stacks, own), greatest(after, other(own))
    if last is not after:
        yield _answered(last, own)
    elif most > 0:
        left -= most
        yield ngettext(
            "{side} can then capture {number} checker on {square}.",
            "{side} can then capture {number} checkers on {square}.",
            most + freed,
            side=name_of(other(own)),
            square=where,
        )
        yield from _given_back(freed)
    gain = left - controlled(line.views[0].stacks, own)
    yield _gained(gain) if gain else gettext("Overall, you’re no better off.")
    kept = controlled(best.stacks, own) - max(greatest(best, other(own))[0], 0)
    better, wins = kept - left, line.theme == "win"
    if best.outcome is not None:
        yield gettext("The best turn wins at once.")
    elif better > 0:
        yield ngettext(
            "The best turn leaves you at least {number} checker better off than that.",
            "The best turn leaves you at least {number} checkers better off than that.",
            better,
        )
        if wins:
            yield gettext("It forces a win, too.")
    elif wins:
        yield gettext("The best turn forces a win.")
    elif line.cost >= LOST:
        yield ngettext(
            "A few turns later, that costs you at least {number} checker, or the game.",
            "A few turns later, that costs you at least {number} checkers, or the game.",
            LOST,
        )
    elif line.cost:
        yield ngettext(
            "A few turns later, that costs you about {number} checker.",
            "A few turns later, that costs you about {number} checkers.",
            round(line.cost),
        )


def _right(before: CheckersView, after: CheckersView, own: Seat) -> Iterator[str]:
    rival, count = other(own), controlled(after.stacks, own)
    if gain := count - controlled(before.stacks, own):
        yield _gained(gain)
        yield gettext("You control {number} of the {goal} checkers you need.", number=count, goal=after.goal)
    (feared, where, lost), (most, back, _), (next_, there, given) = (
        greatest(before, rival), greatest(after, rival), greatest(after, own)
    )  # fmt: skip
    side = name_of(rival)
    if feared > max(most, 0):
        yield ngettext(
            "{side} could have captured {number} checker on {square}.",
            "{side} could have captured {number} checkers on {square}.",
            feared + lost,
            side=side,
            square=where,
        )
    if most > 0:
        yield ngettext(
            "{side} can now gain at most {number} checker, on {square}.",
            "{side} can now gain at most {number} checkers, on {square}.",
            most,
            side=side,
            square=back,
        )
    else:
        yield gettext("{side} can’t capture anything now.", side=side)
    if next_ > 0:
        yield ngettext(
            "You can capture {number} checker on {square} next if {side} doesn’t prevent it.",
            "You can capture {number} checkers on {square} next if {side} doesn’t prevent it.",
            next_ + given,
            square=there,
            side=said(rival),
        )


def _given_back(count: int) -> Iterator[str]:
    """What a capture by a split leaves to the other side."""
    if count:
        yield ngettext(
            "That would give back {number} checker.", "That would give back {number} checkers.", count
        )


def _gained(count: int) -> str:
    if count < 0:
        return ngettext("Overall, you lose {number} checker.", "Overall, you lose {number} checkers.", -count)
    return ngettext("Overall, you gain {number} checker.", "Overall, you gain {number} checkers.", count)


def _answered(last: CheckersView, own: Seat) -> str:
    """The answer to a wrong turn."""
    turn, rival = last.last, other(own)
    assert turn is not None
    if taken := enemies(rival, turn.covered):
        return ngettext(
            "{side} captures {number} checker on {square}.",
            "{side} captures {number} checkers on {square}.",
            taken,
            side=name_of(rival),
            square=turn.target,
        )
    answer = f"{turn.source}–{turn.target}"
    return gettext("{side} replies with {turn}.", side=name_of(rival), turn=answer)


def greatest(view: CheckersView, colour: Seat) -> tuple[int, str, int]:
    """How many checkers ``colour`` can gain at most in one turn, on which square, and how many it frees."""
    found = [
        (
            enemies(colour, view.stacks[action.target]) - (freed := _freed(colour, stack, action.count)),
            BOARD.names[action.target],
            freed,
        )
        for square, stack in enumerate(view.stacks)
        if owner(stack) == colour
        for action in turns(square, len(stack), view.split)
    ]
    return max(found, key=lambda each: each[0], default=(0, "", 0))


def _freed(colour: Seat, stack: Stack, count: int | None) -> int:
    """How many enemy checkers a split leaves on top of what stays behind; 0 for a move."""
    return enemies(colour, stack[count:]) if count else 0
