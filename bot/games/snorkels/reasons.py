"""Why a snorkel wins by force or doesn't: whose air it takes, and how the answer gets some."""

from __future__ import annotations

from bot.games.core import Line, Seat
from bot.languages import gettext, listed, parted

from .actions import BOARD, PIE, SnorkelsAction, name_of, said
from .text import air, ending, named, open_tubes
from .view import SnorkelsView, group, groups


def explain(line: Line[SnorkelsAction, SnorkelsView]) -> str:
    """What a snorkel threatens, or what it leaves to the other colour."""
    after, last = line.views[1], line.views[-1]
    own = line.views[0].to_act[0]
    if after.outcome is not None:
        return ending(after)
    if after is last:
        return _missed(line.views[0], PIE.other(own))
    square, answer = str(line.actions[0]), str(line.actions[1])
    if line.right:
        rescued = _rescued(line.views[0], after, own)
        return f"{rescued} {_threatened(after, last, own, square, answer)}".lstrip()
    other = PIE.other(own)
    told = gettext("{colour} replies on {answer}.", colour=name_of(other), answer=answer)
    if last.outcome is not None:
        return f"{told} {ending(last)}"
    if not _short(after, other):
        told = gettext(
            "{square} threatens nothing, so {colour} has time to go to {answer}.",
            square=square,
            colour=said(other),
            answer=answer,
        )
    return f"{told} {_saved(after, last, own, answer)}"


def _missed(view: SnorkelsView, other: Seat) -> str:
    """What of ``other`` could have been captured; empty for nothing."""
    lost = {square for members, _ in _short(view, other) for square in members}
    if not lost:
        return ""
    return gettext("You could have captured {squares} at once.", squares=named(BOARD.list(lost)))


def _short(view: SnorkelsView, colour: Seat) -> list[tuple[frozenset[int], int]]:
    """The groups of ``colour`` with a single open tube, and that tube."""
    return [(members, min(tubes)) for members, tubes in groups(view.cells, colour) if len(tubes) == 1]


def _rescued(before: SnorkelsView, after: SnorkelsView, own: Seat) -> str:
    """Which groups of ``own`` a square saves; empty for none."""
    saved = [each for each in _short(before, own) if len(group(after.cells, min(each[0]))[1]) > 1]
    return " ".join(
        gettext(
            "Your group on {squares} could only breathe through {tube}, and now it’s safe.",
            squares=named(BOARD.list(members)),
            tube=BOARD.names[tube],
        )
        for members, tube in saved
    )


def _threatened(after: SnorkelsView, last: SnorkelsView, own: Seat, square: str, answer: str) -> str:
    """What the right ``square`` threatens, and what the ``answer`` comes to."""
    other = PIE.other(own)
    side, colour = name_of(other), said(other)
    short = _short(after, other)
    if not short:
        return gettext(
            "{square} threatens nothing yet, but {colour} has no reply that helps. {side} tries {answer}.",
            square=square,
            colour=colour,
            side=side,
            answer=answer,
        )
    each = (
        gettext("only {tube} for {squares}", squares=named(BOARD.list(members)), tube=BOARD.names[tube])
        for members, tube in short
    )
    told = gettext("{square} leaves little air: {tubes}.", square=square, tubes=parted(each))
    if {BOARD.names[tube] for _, tube in short} != {answer}:
        unsaved = gettext("{side} can’t do enough about it and tries {answer}.", side=side, answer=answer)
        return f"{told} {unsaved}"
    _, found = group(last.cells, BOARD.read(answer))
    squares = listed(BOARD.list(found))
    left = gettext(
        "So {colour} has to go there, and can then only breathe through {squares}.",
        colour=colour,
        squares=squares,
    )
    return f"{told} {left}"


def _saved(after: SnorkelsView, last: SnorkelsView, own: Seat, answer: str) -> str:
    """How the ``answer`` spoils a try."""
    if short := _short(last, own):
        members, tube = short[0]
        return gettext(
            "Your group on {squares} can only breathe through {tube}: you have to save yourself first.",
            squares=named(BOARD.list(members)),
            tube=BOARD.names[tube],
        )
    members, tubes = group(last.cells, BOARD.read(answer))
    before = [(found, held) for held, found in groups(after.cells, PIE.other(own)) if held & members]
    had, held = min(before, key=lambda each: len(each[0]), default=(frozenset[int](), members))
    squares = named(BOARD.list(held))
    if 0 < len(had) < len(tubes):
        return gettext(
            "The group on {squares} then has {tubes} instead of {before}.",
            squares=squares,
            tubes=open_tubes(len(tubes)),
            before=len(had),
        )
    return gettext("The group on {squares} then has {air}.", squares=squares, air=air(BOARD.list(tubes)))
