"""Why a turn of Crackers is right or wrong: how the others answer, and how many rounds that costs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.games.core import Line, Seat
from bot.languages import gettext, gettext_noop, listed, ngettext

from .actions import CAPTAIN, CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk
from .text import ending, name
from .view import CrackersView

MOST: Final = 20
"""Costs are counted up to so many rounds."""
WORK: Final = gettext_noop({"+": "drop a sandbag there", "-": "pick up a sandbag there"})
"""A crew member's work, on its square."""
BESIDE: Final = gettext_noop(("next to the pod on {room}", "next to the control room on {room}"))


def explain(line: Line[CrackersAction, CrackersView]) -> str:
    """How the game ends, or how a wrong turn is answered and what that costs."""
    before, last = line.views[0], line.views[-1]
    if line.right:
        if last.outcome is not None:
            return ending(last)
        told = [_wall(before, line.views[1])]
        if (other := line.other) is not None:
            told.append(_flooded(line, other))
            deed = deeds(other.views[0], other.actions[:1])
            told.append(gettext("The next best is to {deed}.", deed=deed))
            told.append(_answered(other, before.to_act[0]))
        return " ".join(filter(None, told))
    if not line.cost:
        return gettext("After that, you can’t win this turn any more.") if line.theme == "drown" else ""
    return _answered(line, before.to_act[0])


def _answered(line: Line[CrackersAction, CrackersView], seat: Seat) -> str:
    """What follows the first action, and what it costs the side of ``seat``."""
    last, captain = line.views[-1], seat == CAPTAIN
    acted = [(view.to_act[0], view, action) for view, action in zip(line.views, line.actions, strict=False)]
    answers = []
    for who, group in groupby(acted[1:], key=lambda each: each[0]):
        turn = [*group]
        # The captain answers the crew, and the crew answers him; the rest leads there.
        if (who == CAPTAIN) != captain:
            deed = deeds(turn[0][1], [action for _, _, action in turn])
            answers.append(gettext("{who} can {deed}", who=name(who), deed=deed))
    told = gettext("Then {answers}.", answers="; ".join(answers)) if answers else ""
    rounds = round(line.cost)
    if last.outcome is not None:
        cost = ending(last)
    elif line.cost >= MOST:
        cost = gettext("That all but decides the game.")
    elif captain:
        cost = ngettext(
            "That gives the crew about {number} round more.",
            "That gives the crew about {number} rounds more.",
            rounds,
        )
    else:
        cost = ngettext(
            "That costs the crew about {number} round.", "That costs the crew about {number} rounds.", rounds
        )
    return f"{told} {cost}".strip()


def _wall(before: CrackersView, after: CrackersView) -> str:
    """What a sandbag does to the walls around the pod and the control room."""
    grid = after.grid
    for square, (was, height) in enumerate(zip(before.sand, after.sand, strict=True)):
        if was != height:
            told = ngettext(
                "That leaves {number} sandbag on {square}",
                "That leaves {number} sandbags on {square}",
                height,
                square=grid.names[square],
            )
            near = [
                gettext(beside, room=room)
                for room, beside in zip((after.pod, after.control), BESIDE, strict=True)
                if square in grid.orthogonal[grid.numbers[room]]
            ]
            return f"{', '.join((told, *near))}."
    return ""


def _flooded(line: Line[CrackersAction, CrackersView], other: Line[CrackersAction, CrackersView]) -> str:
    """Where the crew would have dropped sandbags, had the captain not flooded it."""
    before, last = line.views[0], line.views[-1]
    for action in other.actions:
        if isinstance(action, Walk) and action.bag == "+" and before.mover == CAPTAIN:
            square = last.grid.numbers[action.to]
            if last.water[square] and not before.water[square]:
                return gettext(
                    "{square} is under water now, so nobody can drop a sandbag there.", square=action.to
                )
    return ""


def deeds(view: CrackersView, actions: Sequence[CrackersAction]) -> str:
    """Actions of one turn, after “to” or “can”: “go to c6 and drop a sandbag there”."""
    told: list[str] = []
    pumped: dict[str, list[str]] = {}
    for action in actions:
        match action:
            case Walk(to, bag):
                stays = to == view.pawns[CREW.index(view.mover)]
                told.append(gettext("stay on {square}" if stays else "go to {square}", square=to))
                if bag:
                    told.append(gettext(WORK[bag]))
            case Bag(square):
                told.append(gettext("drop a sandbag on {square}", square=square))
            case Unbag(square):
                told.append(gettext("remove a sandbag from {square}", square=square))
            case Flow(square, to):
                told.append(gettext("let the water on {square} run to {end}", square=square, end=to))
            case Pump(leak, None):
                told.append(gettext("pump a unit that stays on {leak}", leak=leak))
            case Pump(leak, str(to)):
                pumped.setdefault(leak, []).append(to)
    told += [
        gettext("pump from {leak} to {squares}", leak=leak, squares=listed(ends))
        for leak, ends in pumped.items()
    ]
    return listed(told)
