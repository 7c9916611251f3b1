"""Why a turn of Crackers is right or wrong: how the others answer, and how many rounds that costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.games.core import Line, Seat
from bot.languages import gettext, gettext_noop, listed, ngettext, parted

from .actions import CAPTAIN, CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk
from .text import ending, name
from .view import CrackersView
from .walking import turns_home, within_reach

MOST: Final = 20
"""Costs are counted up to so many rounds."""
WORK: Final = gettext_noop({"+": "drop a sandbag there", "-": "pick up a sandbag there"})
"""A crew member's work, on its square."""
BESIDE: Final = gettext_noop(("next to the pod on {room}", "next to the control room on {room}"))


def explain(line: Line[CrackersAction, CrackersView]) -> str:
    """How the game ends, what a right turn changes, or how a wrong one is answered and what that costs."""
    before, last = line.views[0], line.views[-1]
    seat = before.to_act[0]
    if line.right:
        if last.outcome is not None:
            return ending(last)
        wall = _wall(before, line.views[1])
        if (other := line.other) is None:
            return wall
        deed = deeds(other.views[0], other.actions[:1])
        if (outcome := other.views[-1].outcome) is not None and seat not in outcome.winners:
            loses = gettext("The next best thing is to {deed}, but that loses.", deed=deed)
            return " ".join(filter(None, (wall, loses, _answered(other), ending(other.views[-1]))))
        if seat == CAPTAIN:
            stopped, then = _stopped(line, other)
        else:
            wall, stopped, then = wall or _wall(other.views[1], line.views[1]), "", _placed(line, other)
            if not wall and not then:
                return ""
        best = gettext("The next best thing is to {deed}.", deed=deed)
        return " ".join(filter(None, (wall, stopped, best, then, _cost(other, seat))))
    if not line.cost and last.outcome is not None:
        return ending(last)
    if not line.cost:
        return gettext("After this move, you can’t win this turn any more.") if line.theme == "drown" else ""
    return f"{_answered(line)} {_cost(line, seat)}".strip()


def _answered(line: Line[CrackersAction, CrackersView]) -> str:
    """How the others answer the first action; empty if they don't."""
    answers = [
        gettext("{who} can {deed}", who=name(who), deed=deeds(view, actions))
        for who, view, actions in _answers(line)
    ]
    return gettext("Then {answers}.", answers=parted(answers)) if answers else ""


def _answers(
    line: Line[CrackersAction, CrackersView],
) -> Iterator[tuple[Seat, CrackersView, list[CrackersAction]]]:
    """The turns that answer the first action, the captain’s or the crew’s, each with the view before it."""
    captain = line.views[0].to_act[0] == CAPTAIN
    acted = [(view.to_act[0], view, action) for view, action in zip(line.views, line.actions, strict=False)]
    for who, group in groupby(acted[1:], key=lambda each: each[0]):
        turn = [*group]
        if (who == CAPTAIN) != captain:
            yield who, turn[0][1], [action for _, _, action in turn]


def _cost(line: Line[CrackersAction, CrackersView], seat: Seat) -> str:
    """What a turn costs the side of ``seat``, or how it ends."""
    rounds = round(line.cost)
    if line.views[-1].outcome is not None:
        return ending(line.views[-1])
    if line.cost >= MOST:
        return gettext("That all but decides the game.")
    if seat == CAPTAIN:
        return ngettext(
            "That gives the crew about {number} more round.",
            "That gives the crew about {number} more rounds.",
            rounds,
        )
    return ngettext(
        "That costs the crew about {number} round.", "That costs the crew about {number} rounds.", rounds
    )


def _placed(line: Line[CrackersAction, CrackersView], other: Line[CrackersAction, CrackersView]) -> str:
    """What the right square has over the ``other`` one after the same answer, if only the square differs."""
    last, who = other.views[-1], CREW.index(line.views[0].mover)
    square, instead = (each.views[1].pawns[who] for each in (line, other))
    if line.views[1].sand != other.views[1].sand or last.outcome is not None:
        return ""
    near, far = (turns_home(last, each) for each in (square, instead))
    dry, wet = (not last.water[last.grid.numbers[each]] for each in (square, instead))
    if 0 <= near < far or far < 0 <= near:
        places = [_away(near), _away(far)]
    elif near == far and dry > wet:
        places = [gettext("dry"), gettext("under water")]
    else:
        return ""
    return gettext(
        "Either way, the captain can {deed}. After that, {square} is {place}, but {other} is {worse}.",
        deed=parted(deeds(view, turn) for _, view, turn in _answers(other)),
        square=square,
        place=places[0],
        other=instead,
        worse=places[1],
    )


def _away(turns: int) -> str:
    """How far a square is from the pod."""
    if not turns:
        return gettext("where the pod is")
    if turns < 0:
        return gettext("cut off from the pod")
    return ngettext("{number} turn from the pod", "{number} turns from the pod", turns)


def _stopped(
    line: Line[CrackersAction, CrackersView], other: Line[CrackersAction, CrackersView]
) -> tuple[str, str]:
    """What the crew can't do after the right turn of the captain, but after the ``other``."""
    last, answers = line.views[-1], []
    why = ""
    for who, view, (action,) in _answers(other):
        assert isinstance(action, Walk)
        square = last.grid.numbers[action.to]
        start = last.grid.numbers[last.pawns[CREW.index(who)]]
        if square not in within_reach(last.grid.orthogonal, last.water, start):
            told = gettext("{who} can’t get to {square} now.", who=name(who), square=action.to)
        elif action.bag and last.water[square]:
            told = gettext(
                "{square} is under water now, so nobody can drop a sandbag there.", square=action.to
            )
        else:
            continue
        why = why or told
        answers.append(gettext("{who} can {deed}", who=name(who), deed=deeds(view, [action])))
    return why, gettext("Then {answers}.", answers=parted(answers)) if answers else ""


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
