"""The most points found for a game whose dice are known to the end, as those of a day are once it's over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest
from operator import itemgetter
from typing import Final

from bot.games.curse.actions import CurseAction, Roll
from bot.games.curse.island import NEWEST

from .board import CurseBoard
from .outlook import Outlook, learnt
from .tides import tide

KEPT: Final = 40
"""Positions that are gone on with after each roll."""
TRIED: Final = 8
"""The turns of each that seem best."""


def best_known(rolls: Sequence[CurseAction]) -> int | None:
    """The points of the best game found with these dice, on the newest map.

    None if no game ends with them, or the learnt file can't be read.
    """
    if learnt() is None:
        return None
    most, kept = None, [CurseBoard(tide(NEWEST, 0))]
    for roll in rolls:
        assert isinstance(roll, Roll)
        found: dict[tuple[object, ...], tuple[int, CurseBoard]] = {}
        for board in kept:
            for points, after in turns(board, roll):
                if not after.over:
                    found[_sheet(after)] = points, after
                elif after.tide.land:
                    most = max(most or 0, after.final()[0])
        kept = [board for _, board in nlargest(KEPT, found.values(), key=itemgetter(0))]
        if not kept:
            break
    return most


def turns(board: CurseBoard, roll: Roll) -> Iterator[tuple[int, CurseBoard]]:
    """The turns that are worth most points, and the board after each."""
    rolled = board.copy()
    dice = roll.white, roll.black
    fresh = rolled.roll(*dice)
    every = Outlook(rolled).turns(*dice, fresh)
    for _, points, way, play in nlargest(TRIED, every, key=itemgetter(1)):
        after = rolled.copy()
        after.loot(way, play.column, play.space)
        if play.fall is not None:
            after.sink(play.fall)
        after.settle()
        yield points, after
    if rolled.must_pass(*dice):
        for fall in rolled.tide.falls or (None,):
            after = rolled.copy()
            if fall is not None:
                after.sink(fall)
            after.settle()
            yield Outlook(after).value()[1], after


def _sheet(board: CurseBoard) -> tuple[object, ...]:
    return (*board.depths, board.free, board.tide.sunk, board.doubles, board.charms, board.total)
