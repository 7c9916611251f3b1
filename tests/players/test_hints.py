"""What hints say about a position is true in it; checked with the rules and what is hidden from the hint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from bot.games.core import CHANCE, Placement
from bot.games.crackers.actions import CREW, Walk
from bot.games.depthcharge.actions import BOARD, Charge
from bot.games.depthcharge.waters import enemy, routes_in
from bot.players.crackers.position import CAPTAIN, Position
from bot.players.player import Hint
from tests.puzzles.makers.crackers import ends

from .matches import positions
from .registry import PLAYERS

CERTAIN = "Put your reports together: one square is certain to hold a mine."
DISTANCE = (
    "Put your reports together: they prove where a mine is. Now the question is how to get close to it."
)
BERTH = "Your boat would be more use somewhere else. Where could it sound or drop a charge next?"
WAY_HOME = "Look at the way home: the captain’s next turn could cut it off."
WALLS = "Look at the walls around the pod: where are they lowest?"
CONTROL = "Look at the control room: every sandbag near it counts."
STEPS = "Leave the sandbags alone. Look for a square that will be useful next round."
NOTHING_TO_CAPTURE = "There’s nothing to capture."
STACKS = "Look for a stack that would be better placed elsewhere."
CAPTURES = "Look for an enemy stack that one of yours can land on."
WIN = "Look at your opponent’s snorkels: one group has a single open tube left."


def hinted(key: str, seeds: range, **given: str) -> Iterator[tuple[Any, Any, Any, Any, Hint]]:
    """State, seat, legal actions, choice and hint of every turn of games in which all follow their hints."""
    hint = PLAYERS[key].hint
    assert hint is not None
    for seed in seeds:
        for state, seat, view, legal, choice in positions(key, seed, 120, "deckhand", **given):
            if seat != CHANCE and not isinstance(legal, Placement):
                yield state, seat, legal, choice, hint(view, choice)


def test_depth_charge_proves_what_it_calls_proven() -> None:
    said: Counter[str] = Counter()
    for state, seat, _, choice, hint in hinted("depthcharge", range(4), mines="3"):
        mines = {*state.fleet(enemy(seat)).live}
        said[hint.look] += 1
        if hint.look == CERTAIN:
            assert isinstance(choice.action, Charge)
            assert choice.action.square in mines
        elif hint.look == DISTANCE:
            goal = routes_in(state.view_for(seat))[choice.action.steps][-1]
            assert mines & {*BOARD.around[goal]}
    assert said[CERTAIN] > 1
    assert said[DISTANCE]
    assert said[BERTH] > said[DISTANCE], "most moves are made in doubt"


def test_crackers_says_where_the_walls_are_and_who_can_be_cut_off() -> None:
    said: Counter[str] = Counter()
    for state, seat, _, choice, hint in hinted("crackers", range(1), board="bell"):
        view = state.view_for(seat)
        position = Position.of(view)
        said[hint.look] += 1
        if hint.look == WAY_HOME and said[hint.look] < 2:
            his = position.copy()
            his.turn = CAPTAIN
            pawn = position.pawns[position.turn]
            after = (end.after for end in ends(his, his.moves()))
            assert any(not each.board.home(wade=each.wade) >> pawn & 1 for each in after)
        if isinstance(choice.action, Walk):
            stays = view.pawns[CREW.index(view.mover)] == choice.action.to
            assert ("stay on" in hint.action) == stays
            said["stays"] += stays
        for look, room in ((WALLS, view.pod), (CONTROL, view.control)):
            if hint.look == look:
                assert isinstance(choice.action, Walk)
                assert steps_between(view, choice.action.to, room) <= 2
    assert said[WALLS]
    assert said[STEPS]
    assert said["stays"]


def steps_between(view: Any, one: str, other: str) -> int:
    """How many steps along columns and rows two squares are apart."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def test_checkers_says_that_there_is_nothing_to_capture_only_then() -> None:
    said: Counter[bool] = Counter()
    for state, seat, legal, _, hint in hinted("checkers", range(1)):
        stacks = state.view_for(seat).stacks
        captures = any(stacks[each.target] and stacks[each.target][0] != seat[0] for each in legal)
        if STACKS in hint.look:
            assert (NOTHING_TO_CAPTURE in hint.look) == (not captures)
            said[captures] += 1
        elif hint.look == CAPTURES:
            assert captures
    assert said[False]


def test_snorkels_sees_wins_and_dangers_that_are_there() -> None:
    said: Counter[str] = Counter()
    for state, seat, legal, _, hint in hinted("snorkels", range(1)):
        if state.view_for(seat).phase != "play":
            continue
        said[hint.look] += 1
        after = [state.play(seat, each).outcome for each in legal]
        wins = any(each is not None and seat in each.winners for each in after)
        assert wins == (hint.look == WIN)
    assert said[WIN]
    assert len(said) > 3
