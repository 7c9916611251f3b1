"""A layout of the enemy's mines that fits what a seat knows, for games that two programs play."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from bot.games.core import Seat
from bot.games.core.grid import bits
from bot.games.depthcharge.actions import BOARD, Charge, DepthChargeAction, Mines, Move, Sound
from bot.games.depthcharge.view import DepthChargeView, Report, Side
from bot.games.depthcharge.waters import enemy, squares_of

from .board import enemy_water
from .choosing import evidence
from .posterior import infer

LIMIT: Final = 2000
"""Half-explained layouts that are kept at once."""


def layout(view: DepthChargeView, actor: Seat, action: DepthChargeAction, heard: str) -> Mines | None:
    """Mines of the enemy of ``view.viewer`` that fit its view and what is ``heard`` of ``action``.

    None if there are no such mines.
    """
    seat = view.viewer
    assert seat is not None
    for then in _afterwards(view, seat, actor, action, heard.split()):
        known = evidence(then, seat, len(then.reports))
        if known.wrecks & ~enemy_water(seat, known.islands):
            continue
        if found := infer(known, LIMIT, Random(0)).layouts:
            mines = found[0] | known.wrecks
            return Mines(tuple(square.bit_length() - 1 for square in bits(mines)))
    return None


def _afterwards(
    view: DepthChargeView, seat: Seat, actor: Seat, action: DepthChargeAction, heard: list[str]
) -> list[DepthChargeView]:
    """What ``seat`` may know after ``action``: several things if that doesn't say where a mine was struck."""
    rival = view.side(enemy(seat))
    way = _way(view.side(actor), action.steps) if isinstance(action, Move) else ()
    match action, heard:
        case Move(), _ if actor != seat:
            # It can't stop on a mine of its own.
            return [_with(view, replace(rival, swept=(*rival.swept, *way[-1:])))]
        case _ if actor != seat:
            return [view]
        case Move(), []:
            return [_with(view, replace(rival, swept=(*rival.swept, *way)))]
        case Move(), ["mine"]:
            return [
                _with(view, replace(_lost(rival, square), swept=(*rival.swept, *way[:order])))
                for order, square in enumerate(way)
            ]
        case Sound(square), ["ping", *times] if all(each.isdecimal() and len(each) < 3 for each in times):
            report = Report(seat, BOARD.names[square], tuple(map(int, times)), rival.destroyed)
            return [replace(view, reports=(*view.reports, report))]
        case Charge(square), ["hit"]:
            return [_with(view, _lost(rival, BOARD.names[square]))]
        case Charge(square), ["miss"]:
            mine = view.side(seat)
            return [_with(view, replace(mine, missed=(*mine.missed, BOARD.names[square])))]
        case _:
            return []


def _way(side: Side, steps: str) -> tuple[str, ...]:
    """The squares of a move of its boat; none if that leaves the lake."""
    try:
        return tuple(BOARD.names[square] for square in squares_of(BOARD.read(side.boat), steps))
    except KeyError:
        return ()


def _lost(side: Side, square: str) -> Side:
    return replace(side, destroyed=(*side.destroyed, square), left=side.left - 1)


def _with(view: DepthChargeView, side: Side) -> DepthChargeView:
    south, north = (side if each.seat == side.seat else each for each in view.sides)
    return replace(view, sides=(south, north))
