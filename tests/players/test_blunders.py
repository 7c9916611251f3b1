"""Planted blunders: reviews mark them, and the reasons that they give are true in the position."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from bot.features.reviews.review import Review, judged
from bot.games import GAMES
from bot.games.checkers.actions import BOARD as LAKE
from bot.games.core import Seat, State
from bot.games.core.grid import bits
from bot.games.crackers.actions import CAPTAIN, CREW
from bot.games.snorkels.actions import BOARD
from bot.games.snorkels.view import groups
from bot.players import PLAYERS
from bot.players.crackers.position import Position
from bot.players.crackers.position import written as as_action
from bot.players.crackers.search import Sight, turns
from bot.players.judgement import WORTH_SAYING, Judgement
from bot.players.snorkels import board as snorkels
from bot.players.snorkels.solver import Solver

from .matches import level

MANY: Final = 1_000_000
PLAYED_ON: Final = 2
"""Games that show how long the crew survives."""
SQUARE: Final = r"([a-l]\d+)"


@dataclass(frozen=True, slots=True)
class Blunder:
    """A bad action in a position from a game between computers."""

    game: str
    state: Any
    """A ``State`` of the game."""
    seat: Seat
    action: Any
    mark: str
    reason: str

    @property
    def after(self) -> Any:
        """What the action leads to."""
        return self.state.play(self.seat, self.action)

    @cache  # noqa: B019 (there are 25)
    def judgement(self) -> Judgement[Any]:
        """What a review says of it."""
        reviewer = PLAYERS[self.game].reviewer
        assert reviewer is not None
        view, legal = self.state.view_for(self.seat), self.state.legal(self.seat)
        found = reviewer.judge(view, legal, self.action, Random(7))
        assert found is not None
        return found


def read(game: str, options: dict[str, str], turns: str, seat: str, **rest: str) -> Blunder:
    """A blunder as the file has it: the turns that lead to it, its mark and its reason."""
    rules = GAMES[game]
    state = rules.start(rules.read_options(options))
    for turn in turns.split("; "):
        who, _, action = turn.partition(" ")
        state = state.play(Seat(who), rules.parse(action))
    return Blunder(game, state, Seat(seat), rules.parse(rest["blunder"]), rest["mark"], rest["reason"])


BLUNDERS: Final = [
    read(**each) for each in json.loads(Path(__file__).with_name("blunders.json").read_text("utf-8"))
]
NAMES: Final = [f"{each.game}: {each.action}" for each in BLUNDERS]


def test_there_are_five_of_each_game() -> None:
    assert Counter(each.game for each in BLUNDERS) == dict.fromkeys(PLAYERS, 5)


@pytest.mark.parametrize("blunder", BLUNDERS, ids=NAMES)
def test_a_planted_blunder_is_marked_with_its_reason_and_the_best_action_is_not(blunder: Blunder) -> None:
    found, reviewer = blunder.judgement(), PLAYERS[blunder.game].reviewer
    assert reviewer is not None
    assert Review((), reviewer.scale).mark(judged(0, found)) == blunder.mark
    assert found.reason == blunder.reason
    best = replace(blunder, action=found.best).judgement()
    assert best.loss < WORTH_SAYING * reviewer.scale.whole


# --- what the reasons say, by the rules ---


def won_by(state: State[Any, Any], seat: Seat) -> bool:
    return state.outcome is not None and seat in state.outcome.winners


def forced(blunder: Blunder, square: str, most: int) -> bool:
    """Whether whoever moves wins within ``most`` turns of theirs, first on ``square``."""
    cells = blunder.state.view_for(None).cells
    position = snorkels.SnorkelsBoard.read(cells, "purple" if blunder.seat == "purple" else "green")
    after = position.after(1 << BOARD.read(square))
    replies = (after.after(reply) for reply in bits(after.sensible))
    return all(Solver(MANY).shortest(reply, 2 * most - 3)[1] for reply in replies)


def answered(blunder: Blunder) -> Blunder:
    """The position after it, for the opponent."""
    (rival,) = blunder.after.to_act
    return replace(blunder, state=blunder.after, seat=rival)


def one_tube(blunder: Blunder, square: str) -> bool:
    (rival,) = blunder.after.to_act
    return won_by(blunder.after.play(rival, GAMES["snorkels"].parse(square)), rival)


def two_tubes(blunder: Blunder, square: str) -> bool:
    own = groups(blunder.after.view_for(None).cells, "purple" if blunder.seat == "purple" else "green")
    return any(BOARD.list(members) == (square,) and len(tubes) == 2 for members, tubes in own)


def captured(state: Any, source: str, target: str, height: int) -> bool:
    """Whether whoever moves can land with ``source`` on an enemy stack of this height."""
    (mover,) = state.to_act
    stack = state.view_for(None).stacks[LAKE.read(target)]
    lands = any(re.match(rf"{source}-{target}\b", str(action)) for action in state.legal(mover))
    return lands and len(stack) == height and stack[0] != mover[0]


def freed(blunder: Blunder) -> int:
    """How many checkers the action leaves to the other side."""
    before, after = (
        sum(len(stack) for stack in state.view_for(None).stacks if stack and stack[0] == blunder.seat[0])
        for state in (blunder.state, blunder.after)
    )
    return before - after


def mined(blunder: Blunder, square: str) -> bool:
    """Whether a mine that nobody has found yet lies there."""
    enemy = Seat("south" if blunder.seat == "north" else "north")
    return square in blunder.state.view_for(enemy).side(enemy).mines


def steps_to_mine(state: State[Any, Any], seat: Seat) -> int:
    """How many squares away, as the crow flies, the nearest mine is that is still to be destroyed."""
    enemy = Seat("south" if seat == "north" else "north")
    view = state.view_for(enemy)
    column, row = place(view.side(seat).boat)
    return min(abs(column - x) + abs(row - y) for x, y in map(place, view.side(enemy).mines))


def place(square: str) -> tuple[int, int]:
    return ord(square[0]), int(square[1:])


def crossed_out(blunder: Blunder) -> int:
    """How many values of a column the action passes over."""
    before: tuple[int, ...] = blunder.state.depths
    after: tuple[int, ...] = blunder.after.depths
    return max(new - old for old, new in zip(before, after, strict=True)) - 1


def captains_turn(state: State[Any, Any], reason: str) -> bool:
    """Whether a turn that the player finds wins for this ``reason`` by the rules; the crew stays."""
    while state.to_act != {CAPTAIN}:
        (seat,) = state.to_act
        stays = state.view_for(None).pawns[CREW.index(seat)]
        state = state.play(seat, GAMES["crackers"].parse(stays))
    view = state.view_for(CAPTAIN)
    found = turns(Position.of(view), 5, Sight(MANY))[0]
    for move in found.moves:
        state = state.play(CAPTAIN, as_action(move, view.grid.names))
    return won_by(state, CAPTAIN) and state.outcome is not None and reason in state.outcome.reason


TRUE: Final[dict[str, Callable[..., bool]]] = {
    rf"After this, (?:green|purple) can force a win, starting on {SQUARE}.": lambda blunder, square: forced(
        answered(blunder), square, 5
    ),
    rf"This lets (?:green|purple) force a win within (\d) turns, starting on {SQUARE}.": (
        lambda blunder, most, square: forced(answered(blunder), square, int(most))
    ),
    rf"This misses a forced win that starts on {SQUARE} and takes at most (\d) turns.": (
        lambda blunder, square, most: forced(blunder, square, int(most))
    ),
    rf"This leaves {SQUARE} only {SQUARE} to breathe through.": lambda blunder, _, tube: one_tube(
        blunder, tube
    ),
    rf"This leaves {SQUARE} with only two open tubes.": two_tubes,
    rf"This lets the stack on {SQUARE} capture the stack of (\d+) on {SQUARE}.": (
        lambda blunder, source, height, target: captured(blunder.after, source, target, int(height))
    ),
    rf"This lets the stack on {SQUARE} capture the checker on {SQUARE}.": (
        lambda blunder, source, target: captured(blunder.after, source, target, 1)
    ),
    rf"This misses the stack of (\d+) on {SQUARE}, which the stack on {SQUARE} could have captured.": (
        lambda blunder, height, target, source: captured(blunder.state, source, target, int(height))
    ),
    r"This frees (\d+) checkers for the opponent.": lambda blunder, count: freed(blunder) == int(count),
    rf"Going by the reports, there couldn’t be a mine on {SQUARE}.": lambda blunder, square: (
        not mined(blunder, square)
    ),
    rf"This leaves {SQUARE} alone, although it has a mine for certain.": mined,
    r"This makes the hunt for the mines about 2 turns longer than it had to be.": (
        lambda blunder: (
            steps_to_mine(blunder.after, blunder.seat) >= steps_to_mine(blunder.state, blunder.seat)
        )
    ),
    r"This crosses out (\d) numbers? in the \w+ column, (\d) more than the better choice.": (
        lambda blunder, count, more: (
            crossed_out(blunder) == int(count) == crossed_out(better(blunder)) + int(more)
        )
    ),
    r"This sinks (\d) spaces that could still be looted, (\d) more than the better line.": (
        lambda blunder, count, more: (
            still_to_loot(blunder) == int(count) == still_to_loot(better(blunder)) + int(more)
        )
    ),
    r"This takes the black die and sinks land, though the white (\d) would do as well.": (
        lambda blunder, white: (
            blunder.action.die == "black"
            and better(blunder).action.die == "white"
            and blunder.state.view_for(None).dice[0] == int(white)
        )
    ),
    r"The (\w+) column needs a \d more than the (\w+) column does.": (
        lambda blunder, needs, treasure: (
            blunder.action.treasure == treasure
            and blunder.action.taken == better(blunder).action.taken
            and treasure != better(blunder).action.treasure == needs
        )
    ),
    r"The captain’s next turn can cut (?:Red|Yellow|Blue) off from the pod.": lambda blunder: captains_turn(
        blunder.after, "cut off"
    ),
    "This lets the captain win in a single turn.": lambda blunder: captains_turn(blunder.after, ""),
    "This misses a turn that wins right away.": lambda blunder: captains_turn(blunder.state, ""),
    r"This costs the crew about \d+ rounds?.": lambda blunder: survived(blunder) < survived(better(blunder)),
    r"This buys the crew about \d+ rounds?.": lambda blunder: survived(blunder) > survived(better(blunder)),
}
"""Whether a reason is true, by its words."""


def better(blunder: Blunder) -> Blunder:
    """The same with the action that the review prefers."""
    return replace(blunder, action=blunder.judgement().best)


def survived(blunder: Blunder) -> int:
    """How many rounds the crew survives in a few games from here on."""
    total = 0
    for seed in range(PLAYED_ON):
        rng, state = Random(seed), replace(blunder.after, rounds=MANY)
        while state.to_act:
            (seat,) = state.to_act
            mate = level("crackers", "cabin-boy")
            state = state.play(seat, mate(state.view_for(seat), state.legal(seat), rng))
        total += state.round
    return total


def still_to_loot(blunder: Blunder) -> int:
    """How many spaces a line sinks that are neither looted nor given up."""
    view, after = blunder.state.view_for(None), blunder.after.view_for(None)
    return len({*after.sunk} - {*view.sunk, *view.looted, *view.abandoned})


@pytest.mark.parametrize(
    "blunder",
    [pytest.param(each, marks=[pytest.mark.thorough] * ("the crew" in each.reason)) for each in BLUNDERS],
    ids=NAMES,
)
def test_the_reason_is_true_in_the_position(blunder: Blunder) -> None:
    matches = ((words, re.fullmatch(words, blunder.reason)) for words in TRUE)
    words, match = next((words, match) for words, match in matches if match)
    assert TRUE[words](blunder, *match.groups())
