"""The last turns of Captain's Curse: what every choice is worth on average, counted to the end of the game.

Every roll, every die taken, every space and every line is followed, so the averages are exact. An island that
sinks for good is lost, and counts as no points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from bot.features.puzzles.puzzle import Branch, PuzzleStep, Refutation
from bot.games.core import Seat, State
from bot.games.core.grid import bits
from bot.games.curse.actions import BLACK, PIRATE, TREASURES, Loot, Pass, Sink
from bot.games.curse.score import ROWS
from bot.games.curse.view import CurseView
from bot.games.record import Entry
from bot.players.curse.board import COLUMNS, NEIGHBOURS, read
from bot.players.curse.prospects import ROW
from bot.players.curse.tides import Tide

from .maker import Maker, Proved

FREE: Final = 5
"""The most spaces to loot in a position that is tried."""
POSITIONS: Final = 3_000
"""Different positions after which a puzzle is left."""
EQUAL: Final = 0.1
"""Choices that differ by fewer points on average are about as good."""
MARGIN: Final = 0.5
"""By how many points, on average, every other choice is worse."""
LINES: Final = 4
"""The fewest open lines that are a question."""
NEARLY: Final = 6
"""The most spaces in which land is nearly the same."""
ALIKE: Final = 3
"""The most lines that may answer it."""

Sheet: TypeAlias = tuple[tuple[int, ...], int, Tide, int, int, int]
"""Between two turns: the depths of the columns, free spaces, the land, charms, circled doubles, points."""


class Unclear(Exception):
    """There are too many positions."""


class Endgame:
    """The points at the end that positions are worth on average, as far as they have been asked for."""

    def __init__(self, positions: int) -> None:
        self.left = positions
        self._known: dict[tuple[object, ...], float] = {}

    def worth(self, sheet: Sheet) -> float:
        """The points at the end on average with the best play.

        :raises Unclear: when it takes too many positions.
        """
        depths, free, tide, charms, doubles, total = sheet
        if not free:
            return float(total + sum(depths) - ROWS * len(COLUMNS)) if tide.land else 0.0
        charms = min(charms, free.bit_count())
        key = depths, free, tide.sunk, charms, doubles, total
        known = self._known.get(key)
        if known is None:
            self.left -= 1
            if self.left < 0:
                raise Unclear
            known = self._known[key] = self._average((depths, free, tide, charms, doubles, total))
        return known

    def _average(self, sheet: Sheet) -> float:
        depths, free, tide, charms, doubles, points = sheet

        def bests(sheet: Sheet, *, cursed: bool) -> list[float | None]:
            return [None, *(self._best(sheet, value, cursed=cursed) for value in range(1, 7))]

        white, black = bests(sheet, cursed=False), bests(sheet, cursed=True)
        spent = (depths, free, tide, charms - 1, doubles, points)
        changed, cursed = (bests(spent, cursed=dark) if charms else [] for dark in (False, True))
        passed = self.sunk(sheet)
        total = 0.0
        for first in range(1, 7):
            for second in range(1, 7):
                if first == second and not doubles >> first - 1 & 1:
                    fresh = (depths, free, tide, charms + 1, doubles | 1 << first - 1, points)
                    found = self._best(fresh, first, cursed=True)
                    total += self.sunk(fresh) if found is None else found
                    continue
                ways = [white[first], black[second]]
                if ways == [None, None]:
                    ways.append(passed)
                if charms and first != second:
                    ways += [changed[value] for value in NEIGHBOURS[first]]
                    ways += [cursed[value] for value in NEIGHBOURS[second]]
                total += max(way for way in ways if way is not None)
        return total / 36

    def _best(self, sheet: Sheet, value: int, *, cursed: bool = False) -> float | None:
        """The best that comes of taking ``value``; None where it fits nowhere."""
        found = [
            self.looted(sheet, value, column, space, cursed=cursed)
            for column in COLUMNS
            if ROW[value][column] >= sheet[0][column]
            for space in bits(sheet[1] & sheet[2].treasures[column])
        ]
        return max(found, default=None)

    def looted(self, sheet: Sheet, value: int, column: int, space: int, *, cursed: bool) -> float:
        """What comes of marking ``value`` in ``column`` and looting ``space``; ``cursed``: and of sinking."""
        after = marked(sheet, value, column, space)
        return self.sunk(after) if cursed and after[2].falls else self.worth(after)

    def sunk(self, sheet: Sheet) -> float:
        """What comes of sinking the best line."""
        return max(self.worth(after) for after in sinkings(sheet).values())


def marked(sheet: Sheet, value: int, column: int, space: int) -> Sheet:
    """The sheet after a mark."""
    depths, free, tide, charms, doubles, total = sheet
    row = ROW[value][column]
    total += value - (row - depths[column])
    depths = (*depths[:column], row + 1, *depths[column + 1 :])
    free &= ~(tide.treasures[column] if row == ROWS - 1 else space)
    return depths, free, tide, charms, doubles, total


def sinkings(sheet: Sheet) -> dict[str, Sheet]:
    """The sheet after each open line has sunk."""
    depths, free, tide, charms, doubles, total = sheet
    return {
        fall.label: (depths, free & ~fall.takes, fall.after, charms, doubles, total) for fall in tide.falls
    }


class Curse(Maker):
    """Finds them by counting every way in which the game can end."""

    game = "curse"
    levels = (("first-mate",), ("deckhand",))
    most_in_a_game = 4
    nearest = 1

    def prove(self, state: State[Any, Any], seat: Seat, entries: Sequence[Entry]) -> Proved | None:
        view: CurseView = state.view_for(seat)
        board = read(view)
        free = board.free.bit_count()
        if free > FREE or view.phase not in ("loot", "sink"):
            return None
        if view.phase == "sink" and (free < 2 or len(view.lines) < LINES):
            return None
        sheet: Sheet = (
            tuple(board.depths),
            board.free,
            board.tide,
            board.charms,
            board.doubles,
            board.total,
        )
        endgame = Endgame(POSITIONS)
        try:
            if view.phase == "sink":
                step = self._sinking(sheet, endgame)
                if step is None or len(step.best) > ALIKE:
                    return None
            else:
                step = self._turn(state, sheet, endgame)
        except Unclear:
            return None
        if step is None:
            return None
        solved = POSITIONS - endgame.left
        theme = "sink" if view.phase == "sink" else "loot"
        return Proved(theme, step, "every roll and choice to the end", solved, min(solved / 80, 20.0))

    def _turn(self, state: State[Any, Any], sheet: Sheet, endgame: Endgame) -> PuzzleStep | None:
        """The choice of a die, a treasure and a space, and of the line if that is cursed."""
        worths: dict[str, float] = {}
        after: dict[str, Sheet] = {}
        pairs: dict[str, tuple[str, str]] = {}
        legal = state.legal(PIRATE)
        assert isinstance(legal, Sequence)
        for action in legal:
            text = str(action)
            if isinstance(action, Pass):
                worths[text], after[text], pairs[text] = endgame.sunk(sheet), sheet, ("pass", "")
            elif isinstance(action, Loot):
                depths, free, tide, charms, doubles, total = sheet
                spent = (depths, free, tide, charms - abs(action.change), doubles, total)
                value = dict(state.takings())[action.taken]  # type: ignore[attr-defined]
                column, space = TREASURES.index(action.treasure), 1 << action.space - 1
                rest = after[text] = marked(spent, value, column, space)
                cursed = action.die == BLACK and bool(rest[2].falls)
                worths[text] = endgame.sunk(rest) if cursed else endgame.worth(rest)
                pairs[text] = action.taken, action.treasure
        found = _clearly_best(worths)
        if len({pairs[action] for action in found}) != 1 or len(set(pairs.values())) < 3:
            return None
        best: dict[str, Branch] = {}
        for action in found:
            cursed = action.startswith(("black", "pass")) and bool(after[action][2].falls)
            best[action] = Branch((), self._sinking(after[action], endgame) if cursed else None)
        return PuzzleStep(best, _costs(worths, found))

    def _sinking(self, sheet: Sheet, endgame: Endgame) -> PuzzleStep | None:
        """The choice of a line; None if it is a close one."""
        worths = {str(Sink(line)): endgame.worth(after) for line, after in sinkings(sheet).items()}
        found = _clearly_best(worths)
        if not found:
            return None
        return PuzzleStep({action: Branch() for action in found}, _costs(worths, found))

    def key(self, state: State[Any, Any], seat: Seat, proved: PuzzleStep) -> tuple[Any, ...]:
        """The columns, those of one direction in any order, with what is left to loot; dice, land, answer."""
        view: CurseView = state.view_for(seat)
        board = read(view)
        columns = tuple(
            sorted(
                (column & 1, board.depths[column], (board.free & held).bit_count())
                for column, held in enumerate(board.tide.treasures)
                if board.free & held
            )
        )
        return (
            view.phase,
            columns,
            view.dice,
            min(board.charms, 1),
            board.tide.sunk,
            tuple(sorted(proved.best)),
        )

    def distance(self, one: Any, other: Any) -> int:
        """0 for the same question, and for the same line to sink on nearly the same land."""
        if one[:2] == other[:2] and (one[0] == "sink" or one[2:4] == other[2:4]):
            return 0
        same = one[0] == other[0] == "sink" and one[5] == other[5]
        return 0 if same and (one[4] ^ other[4]).bit_count() <= NEARLY else 1


def _clearly_best(worths: dict[str, float]) -> list[str]:
    """The choices that are about as good as the best; none if others come close."""
    top = max(worths.values())
    near = [action for action, worth in worths.items() if top - worth < MARGIN]
    return near if all(top - worths[action] < EQUAL for action in near) else []


def _costs(worths: dict[str, float], best: list[str]) -> dict[str, Refutation]:
    top = max(worths.values())
    return {
        action: Refutation(cost=round(top - worth, 2))
        for action, worth in worths.items()
        if action not in best
    }
