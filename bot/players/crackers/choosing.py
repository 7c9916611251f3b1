"""Choosing an action of Crackers, in any of its four seats."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.games.core import Options, Placement
from bot.games.crackers.actions import CrackersAction
from bot.games.crackers.board import layout
from bot.games.crackers.view import CrackersView
from bot.languages import gettext, listed
from bot.players.player import LEVELS, Alternative, Choice, Legal, drawn, shown, unlike

from .outlook import chance
from .position import (
    BAG,
    CAPTAIN_WINS,
    CREW_WINS,
    FLOW,
    PUMP,
    UNBAG,
    Move,
    Position,
    read,
    written,
)
from .search import DECIDED, Candidate, Sight, considered, loses_at_once, loses_next, ranked

CLEARLY: Final = 3.0
"""How many rounds better it has to be to take a sandbag that one of the crew has just dropped."""


@dataclass(frozen=True, slots=True)
class CrackersSettings:
    """How far somebody sees, and how surely they choose the best of it."""

    budget: int
    """How many positions a choice judges at most, the one that is being played on aside."""
    temperature: float
    """How much worse a choice may be, in rounds, to be taken 37 % as often as the best."""
    choices: int = 5
    """How many of the best it chooses from."""
    careful: bool = True
    """Whether it looks for an action of the other side's that wins at once."""
    candidates: int = 0
    """How many of the best at a glance are played on to the end of the captain's next turn."""
    width: int = 0
    """How many turns the captain goes on with after each part of his own; 0: he sees one part at a time."""
    reply: int = 0
    """The same of the captain's turn that a candidate is played on with."""


def choose(
    view: CrackersView, legal: Legal[CrackersAction], rng: Random, settings: CrackersSettings
) -> Choice[CrackersAction]:
    """The choice of whoever is to act: one of the crew, or the captain."""
    assert not isinstance(legal, Placement)
    position = Position.of(view)
    actions = dict(zip(read(legal, view), legal, strict=True))
    best, chosen = picked(position, [*actions], rng, settings)
    me = CAPTAIN_WINS if position.captains else CREW_WINS
    names = view.grid.names
    undone = _undone(view)
    if str(actions[chosen.moves[0]]) in undone and chosen.outlook < DECIDED:
        polite = [move for move, action in actions.items() if str(action) not in undone]
        others, instead = picked(position, polite, rng, settings)
        if chosen.outlook - instead.outlook < CLEARLY:
            best, chosen = others, instead

    def worth(candidate: Candidate) -> float:
        return value(candidate, position.rounds, me)

    others = sorted(shown(best, chosen), key=lambda each: (-worth(each), best.index(each)))
    line = _to_the_end(position, chosen.moves)
    return Choice(
        actions[chosen.moves[0]],
        worth(chosen),
        tuple(Alternative(actions[each.moves[0]], worth(each)) for each in others),
        tuple(written(move, names) for move in line),
        proven=me * chosen.outlook >= DECIDED and line == chosen.moves and _sure(position, line),
    )


def _undone(view: CrackersView) -> set[str]:
    """What takes a sandbag that one of the crew has just dropped, in notation."""
    return {f"{walk[:-1]}-" for walk in view.walks if walk.endswith("+")}


def picked(
    position: Position, moves: Sequence[Move], rng: Random, settings: CrackersSettings
) -> tuple[list[Candidate], Candidate]:
    """What is considered of the legal ``moves``, the best first, and which of it is chosen."""
    sight = Sight(settings.budget)
    # Whoever saw the end, and not every turn of the captain's before it, would take the last round for won.
    endless = position.copy()
    endless.rounds = sys.maxsize
    found = considered(endless, moves, sight, settings.candidates, settings.width, settings.reply)
    me = CAPTAIN_WINS if position.captains else CREW_WINS
    if all(_in_vain(endless, each.moves) for each in found):
        found = ranked(endless, [move for move in moves if move[0] != UNBAG], sight)
    useful = [each for each in found if not _in_vain(endless, each.moves)]
    if not (settings.careful or position.captains):
        # Whoever doesn't look on takes its own side's walls away by chance, and seems a traitor.
        useful = [each for each in useful if each.moves[0][2] >= 0 or each.after.winner]
    best = unlike(useful, lambda each: each.moves[0])
    return best, _drawn(position, best, me, rng, settings)


def _in_vain(position: Position, moves: tuple[Move, ...]) -> bool:
    """Whether the captain's turn takes a sandbag that the crew can put back, and no water ran because of it.

    Without that, such turns and the crew's answers would go on for ever.
    """
    board, taken = position.board.copy(), -1
    for kind, square, to in moves:
        if not position.captains:
            break
        if kind == FLOW:
            return False
        if kind == UNBAG:
            taken = square
        elif kind == PUMP:
            if not (board.rests(square) or 1 << square) >> to & 1:
                return False
            board.pour(to)
        elif kind == BAG:
            board.bag(square)
        position = position.play((kind, square, to))
    if taken < 0 or position.captains or position.winner or position.board.wet >> taken & 1:
        return False
    return any(position.board.reach(pawn) >> taken & 1 for pawn in position.pawns)


def _drawn(
    position: Position, best: list[Candidate], me: int, rng: Random, settings: CrackersSettings
) -> Candidate:
    """A candidate at random, the better the likelier, without those that lose at once if there are others."""
    # Whoever has lost still plays what looks best, and doesn't draw.
    choices = settings.choices if me * best[0].outlook > -DECIDED else 1
    left, later = best[:choices], best[choices:]
    while True:
        tried = drawn(left, lambda each: me * each.outlook, settings.temperature, rng)
        if not settings.careful or not loses_at_once(position.play(tried.moves[0]), me):
            return tried
        left.remove(tried)
        if not left:
            if not later:
                # Where another of the crew comes before the captain, that one may still save them.
                return next(
                    (each for each in best if not loses_next(position.play(each.moves[0]), me)), best[0]
                )
            left.append(later.pop(0))


def value(candidate: Candidate, rounds: int, me: int) -> float:
    """What the seat can expect of a game with so many rounds: 0 to 1."""
    if candidate.after.round > rounds:
        return 1.0 if me == CREW_WINS else 0.0
    if abs(candidate.outlook) >= DECIDED:
        return 1.0 if me * candidate.outlook > 0 else 0.0
    crews = chance(candidate.after, candidate.outlook, rounds - candidate.after.round + 1)
    return crews if me == CREW_WINS else 1 - crews


def _to_the_end(position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Those of ``moves`` from ``position`` on that come before the end of the game."""
    for number, move in enumerate(moves):
        if position.winner:
            return moves[:number]
        position = position.play(move)
    return moves


def _sure(position: Position, moves: tuple[Move, ...]) -> bool:
    """Whether ``moves`` from ``position`` on are all of one seat's."""
    whose = position.captains, position.turn
    for move in moves:
        if (position.captains, position.turn) != whose:
            return False
        position = position.play(move)
    return True


def advice(options: Options, here: Sequence[str]) -> str:
    """Which numbers of rounds are even between players of these levels; empty if the game has one of them."""
    sheet = layout(options["board"])
    rounds = options["rounds"] or sheet.rounds
    measured = sheet.even_between[options["path"]]
    even = {each: measured[each] for each in here if each in measured}
    if not even or rounds in even.values():
        return ""
    numbers = listed(
        gettext("{rounds} rounds ({level})", rounds=even[level.key], level=gettext(level.title))
        for level in LEVELS
        if level.key in even
    )
    return gettext(
        "For an even game on this board: {numbers}. Set `rounds` when you open a table.", numbers=numbers
    )
