"""Reviews: what the turns of a finished game were worth, and the numbers that follow from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import exp
from typing import Any, Final

from bot.games.core import CHANCE, AnyGame, AnyState
from bot.players.judgement import CHANCE_TO_WIN, MARKS, MISTAKE, WORTH_SAYING, Judgement, Scale
from bot.tables.model.table import Table
from data.store.queries import reviews
from data.store.store import Store

MOST_POINTS: Final = 3
"""Turning points of a review."""
NOISE: Final = 0.03
"""The loss up to which a turn is about as good as the best, within what a judgement is worth."""
SHARPNESS: Final = 4.0
"""How fast accuracy falls: a turn that loses a tenth of a winning chance is 67 % accurate."""
DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Judged:
    """One turn that was judged."""

    place: int
    """How many turns came before it."""
    before: float
    """What could be expected with the best action; before chance, on average."""
    after: float
    """What could be expected after what was played, or what chance brought."""
    best: str = ""
    """The best action; empty for chance."""
    reason: str = ""
    """Why the turn was worse than that; empty if it was about as good."""
    proven: bool = False
    """Whether its seat had lost for certain, whatever it played."""
    beside: float = 0.0
    """What else was lost, on the same scale, such as a title."""

    @property
    def loss(self) -> float:
        """By how much the turn was worse than the best."""
        return max(self.before - self.after + self.beside, 0.0)


@dataclass(frozen=True, slots=True)
class Review:
    """What was judged of one finished game."""

    turns: tuple[Judged, ...]
    scale: Scale

    def turning_points(self) -> list[Judged]:
        """The turns that lost the most, in the order in which they were played."""
        marked = [each for each in self.turns if each.best and self.mark(each)]
        worst = sorted(marked, key=lambda each: -each.loss)[:MOST_POINTS]
        return sorted(worst, key=lambda each: each.place)

    def points_for(self, table: Table, reader: int) -> list[Judged]:
        """The turning points, first those of ``reader``; if none is, the turn of theirs that lost the most.

        That is left out if it lost no more than noise.
        """
        points, own = self.turning_points(), {each.place for each in self.own(table, reader)}
        mine = [each for each in points if each.place in own]
        worst = self.worst(table, reader)
        if not mine and worst is not None and worst.loss > NOISE * self.scale.whole:
            mine = [worst]
        others = sorted((each for each in points if each.place not in own), key=lambda each: -each.loss)
        kept = sorted(others[: MOST_POINTS - len(mine)], key=lambda each: each.place)
        return [*mine, *kept]

    def lost(self, table: Table) -> Judged | None:
        """The turn from which on the seat that lost had lost for certain; None if that isn't proved."""
        winners = table.outcome.winners if table.outcome is not None else ()
        since: dict[str, Judged] = {}
        for each in self.turns:
            seat = table.turns[each.place].seat
            if not each.proven:
                since.pop(seat, None)
            elif seat not in winners:
                since.setdefault(seat, each)
        return next(iter(since.values()), None)

    def mark(self, judged: Judged) -> str:
        """The sign of a turn; empty for one that was about as good as the best."""
        share = round(judged.loss / self.scale.whole, DIGITS)
        # Of points, less than the scale's low end is possible, too.
        if self.scale == CHANCE_TO_WIN and share >= WORTH_SAYING and judged.after <= self.scale.low:
            share = max(share, MISTAKE)
        return next((mark for least, mark in MARKS if share >= least), "")

    def accuracy(self, table: Table, person: int) -> float | None:
        """How near to the best turns those of ``person`` were, 0 to 1; None if none was judged."""
        own = [exp(-SHARPNESS * each.loss / self.scale.whole) for each in self.own(table, person)]
        return sum(own) / len(own) if own else None

    def worst(self, table: Table, person: int) -> Judged | None:
        """The turn of ``person`` that lost the most; None if all were about as good as the best."""
        own = [each for each in self.own(table, person) if each.loss]
        return max(own, key=lambda each: each.loss, default=None)

    def last(self, table: Table, person: int) -> float:
        """What the latest turn of ``person`` was worth to them; par if they had none."""
        return next((each.after for each in reversed(self.own(table, person))), self.scale.par)

    def own(self, table: Table, person: int) -> list[Judged]:
        turns = [each for each in self.turns if each.best]
        return [each for each in turns if table.player_of(table.turns[each.place]) == person]

    def luck(self, table: Table) -> tuple[float, float] | None:
        """Luck and skill, which together lead from par to the result; None in a game without dice."""
        rolls = [each for each in self.turns if table.turns[each.place].seat == CHANCE]
        if not rolls or rolls == [*self.turns]:
            return None
        luck = sum(each.after - each.before for each in rolls)
        last = [each for each in self.turns if each not in rolls][-1]
        return luck, last.after - self.scale.par - luck

    def graph(self, table: Table, side: int) -> tuple[tuple[int, float], ...]:
        """How many turns were played, and what a side could expect then, from the start on.

        The start is worth what the best first turn is, else par where nobody can say.

        Where something is hidden, it is the mean of what both sides made of it.
        """
        scale = self.scale
        graph = [(0, scale.par)]
        latest: dict[bool, float] = {}
        for each in self.turns:
            turn = table.turns[each.place]
            if turn.seat == CHANCE:
                continue
            own = side in table.seating.sides_of([turn.before.slot(turn.seat)])
            before, value = (
                found if own else scale.low + scale.high - found for found in (each.before, each.after)
            )
            if not each.place:
                graph = [(0, before)]
            latest[own] = value
            if table.game.secrets and each.place + 1 < len(table.turns):
                value = sum(latest.values()) / len(latest)
            graph.append((each.place + 1, value))
        return tuple(graph)


def judged(place: int, judgement: Judgement[Any]) -> Judged:
    """A judgement as it is kept."""
    return Judged(
        place,
        round(judgement.before, DIGITS),
        round(judgement.after, DIGITS),
        "" if judgement.best is None else str(judgement.best),
        judgement.reason,
        judgement.proven,
        round(judgement.beside, DIGITS),
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """What was to be decided at one turn, as its seat saw it; before chance, as everybody did."""

    place: int
    view: Any
    legal: Any
    """Empty before chance."""
    action: Any


def which(table: Table, place: int) -> str:
    """A turn of a finished game as people name it: “Turn 12”, or “Round 4, Red”."""
    return called(table.game, table.turns[place].before)


def called(game: AnyGame, before: AnyState) -> str:
    """The turn in the position ``before`` it, as its board names it."""
    view = before.view_for(None)
    return game.moment(view) or game.headline(view)


def moment(table: Table, place: int) -> Moment:
    """A turn of a finished game: a view, never a position."""
    turn = table.turns[place]
    if turn.seat == CHANCE:
        return Moment(place, turn.before.view_for(None), (), turn.action)
    legal = turn.before.legal(turn.seat)
    return Moment(place, turn.before.view_for(turn.seat), legal, turn.action)


async def load(store: Store, table: Table, scale: Scale) -> Review | None:
    """The review that is kept of a table; None if there is none, or it doesn't fit the table."""
    text = await reviews.load(store, table.id)
    try:
        turns = tuple(_read(table, each) for each in json.loads(text)) if text else ()
    except (ValueError, TypeError):
        return None
    return Review(turns, scale) if turns else None


def _read(table: Table, stored: Any) -> Judged:
    """:raises ValueError: when it is about no turn of the table."""
    found = Judged(**stored)
    if not 0 <= found.place < len(table.turns):
        raise ValueError(found.place)
    return found


async def keep(store: Store, table: Table, turns: Sequence[Judged], player: int, at: int) -> None:
    """Store what was judged of a table by this version of the computer player."""
    await reviews.keep(store, table.id, player, json.dumps([asdict(each) for each in turns]), at)
