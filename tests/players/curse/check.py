"""The player's board against the rules: the same legal actions, and the same position after each."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from bot.games.core import CHANCE
from bot.games.curse.actions import PIRATE, TREASURES, CurseAction, Loot, Pass, Roll, Sink
from bot.games.curse.rules import CurseState
from bot.players.curse.board import CurseBoard, read

from .beginner import beginner

EDITIONS: Final = (1, 2)
TITLES: Final = ("", "Cabin Boy", "Quartermaster", "First Mate", "Captain")


def actions(board: CurseBoard, state: CurseState) -> set[str]:
    """What ``board`` holds to be legal in ``state``, in notation."""
    if state.phase == "sink":
        return {f"sink {fall.label}" for fall in board.tide.falls}
    found = {
        str(Loot(way.die, way.change, TREASURES[column], bit + 1))
        for way in board.ways(state.white, state.black, state.fresh)
        for column in board.columns_for(way.value)
        for bit in range(36)
        if board.free & board.tide.treasures[column] & 1 << bit
    }
    return found | {"pass"} if board.must_pass(state.white, state.black) else found


def played(board: CurseBoard, action: CurseAction, dice: tuple[int, int], fresh: bool) -> CurseBoard:
    """``board`` after an action."""
    after = board.copy()
    match action:
        case Roll(white, black):
            after.roll(white, black)
        case Loot():
            ways = after.ways(*dice, fresh)
            way = next(way for way in ways if (way.die, way.change) == (action.die, action.change))
            after.loot(way, TREASURES.index(action.treasure), 1 << action.space - 1)
        case Sink():
            after.sink(next(fall for fall in after.tide.falls if fall.label == action.line))
        case Pass():
            pass
    return after


def check(state: CurseState, rng: Random, tries: int = 2) -> None:
    """Compares board and rules in ``state``, which is the pirate's turn, and after a few of its actions."""
    board = read(state.view_for(PIRATE))
    legal = state.legal(PIRATE)
    assert actions(board, state) == {str(action) for action in legal}, state
    for action in rng.sample(list(legal), min(tries, len(legal))):
        after = played(board, action, (state.white, state.black), state.fresh)
        same(after, state.play(PIRATE, action))


def same(board: CurseBoard, state: CurseState) -> None:
    """Both hold the same position, and the same result if the game is over."""
    if state.outcome is None:
        assert board == read(state.view_for(PIRATE)), state
    if state.phase != "sink":
        assert board.over == (state.outcome is not None), state
    points, title = board.final()
    end = state.score(final=True)
    assert (points, TITLES[title]) == (end.total, end.title), state


@cache
def positions(seed: int) -> tuple[CurseState, ...]:
    """The pirate's turns in a game that is played partly at random, on one of the maps."""
    rng = Random(seed)
    state = CurseState(edition=EDITIONS[seed % 2])
    wild, found = rng.random(), []
    while state.outcome is None:
        if CHANCE in state.to_act:
            roll = state.sample_chance(rng)
            before = read(state.view_for(PIRATE))
            state = state.play(CHANCE, roll)
            same(played(before, roll, (0, 0), fresh=False), state)
            continue
        found.append(state)
        legal = state.legal(PIRATE)
        wildly = rng.random() < wild
        action = rng.choice(legal) if wildly else beginner(state.view_for(PIRATE), legal, rng)
        state = state.play(PIRATE, action)
    return tuple(found)
