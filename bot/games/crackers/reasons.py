"""Why a turn of Crackers is right or wrong: how the others answer, and how many rounds that costs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.games.core import Line, Seat
from bot.games.plurals import counted, listed

from .actions import CAPTAIN, CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk
from .text import ending, name
from .view import CrackersView

MOST: Final = 20
"""Costs are counted up to so many rounds."""


def explain(line: Line[CrackersAction, CrackersView]) -> str:
    """How the game ends, or how a wrong turn is answered and what that costs."""
    before, last = line.views[0], line.views[-1]
    if line.right:
        if last.outcome is not None:
            return ending(last)
        told = [_wall(before, line.views[1])]
        if (other := line.other) is not None:
            told.append(_flooded(line, other))
            told.append(f"The next best is to {deeds(other.views[0], other.actions[:1], plain=True)}.")
            told.append(_answered(other, before.to_act[0]))
        return " ".join(filter(None, told))
    if not line.cost:
        return "After that, you can’t win this turn any more." if line.theme == "drown" else ""
    answer = _answered(line, before.to_act[0]).removeprefix("Then ")
    return f"{answer[:1].upper()}{answer[1:]}"


def _answered(line: Line[CrackersAction, CrackersView], seat: Seat) -> str:
    """What follows the first action, and what it costs the side of ``seat``."""
    last, captain = line.views[-1], seat == CAPTAIN
    acted = [(view.to_act[0], view, action) for view, action in zip(line.views, line.actions, strict=False)]
    answers = []
    for who, group in groupby(acted[1:], key=lambda each: each[0]):
        turn = [*group]
        # The captain answers the crew, and the crew answers him; the rest leads there.
        if (who == CAPTAIN) != captain:
            answers.append(f"{name(who)} {deeds(turn[0][1], [action for _, _, action in turn])}")
    told = f"Then {'; '.join(answers)}." if answers else ""
    rounds = counted(round(line.cost), "round")
    if last.outcome is not None:
        cost = ending(last)
    elif line.cost >= MOST:
        cost = f"That all but decides the game for the {'crew' if captain else 'captain'}."
    else:
        effect = f"gives the crew about {rounds} more" if captain else f"costs the crew about {rounds}"
        cost = f"That {effect}."
    return f"{told} {cost}".strip()


def _wall(before: CrackersView, after: CrackersView) -> str:
    """What a sandbag does to the walls around the pod and the control room."""
    grid = after.grid
    for square, (was, height) in enumerate(zip(before.sand, after.sand, strict=True)):
        if was != height:
            near = [
                f"{what} on {place}"
                for what, place in (("the pod", after.pod), ("the control room", after.control))
                if square in grid.orthogonal[grid.numbers[place]]
            ]
            bags = counted(height, "sandbag") if height else "no sandbag"
            beside = f", next to {listed(near)}" if near else ""
            return f"That leaves {bags} on {grid.names[square]}{beside}."
    return ""


def _flooded(line: Line[CrackersAction, CrackersView], other: Line[CrackersAction, CrackersView]) -> str:
    """Where the crew would have dropped sandbags, had the captain not flooded it."""
    before, last = line.views[0], line.views[-1]
    for action in other.actions:
        if isinstance(action, Walk) and action.bag == "+" and before.mover == CAPTAIN:
            square = last.grid.numbers[action.to]
            if last.water[square] and not before.water[square]:
                return f"{action.to} is under water now, so nobody can drop a sandbag there."
    return ""


def deeds(view: CrackersView, actions: Sequence[CrackersAction], *, plain: bool = False) -> str:
    """Actions of one turn: “goes to c6 and drops a sandbag there”; ``plain``: “go to c6 …”."""
    s, es = ("", "") if plain else ("s", "es")
    told: list[str] = []
    pumped: dict[str, list[str]] = {}
    for action in actions:
        match action:
            case Walk(to, bag):
                stays = to == view.pawns[CREW.index(view.mover)]
                told.append(f"stay{s} on {to}" if stays else f"go{es} to {to}")
                told += {"": [], "+": [f"drop{s} a sandbag there"], "-": [f"pick{s} up a sandbag there"]}[bag]
            case Bag(square):
                told.append(f"drop{s} a sandbag on {square}")
            case Unbag(square):
                told.append(f"remove{s} a sandbag from {square}")
            case Flow(square, to):
                told.append(f"let{s} the water on {square} run to {to}")
            case Pump(leak, None):
                told.append(f"pump{s} a unit that stays on {leak}")
            case Pump(leak, str(to)):
                pumped.setdefault(leak, []).append(to)
    told += [f"pump{s} from {leak} to {listed(ends)}" for leak, ends in pumped.items()]
    return listed(told)
