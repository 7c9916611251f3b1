"""What hints say about a position is true in it; checked with the rules and what is hidden from the hint."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from bot.games.checkers.actions import BOARD as LAKE
from bot.games.checkers.moving import hunters
from bot.games.checkers.reasons import greatest
from bot.games.checkers.rules import other
from bot.games.core import CHANCE, Placement
from bot.games.crackers.actions import CREW, Walk
from bot.games.crackers.board import HIGHEST
from bot.games.curse.actions import Loot, Sink
from bot.games.curse.view import LEAST_UNSUNK
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import BOARD, Charge, Move, Sound
from bot.games.depthcharge.notebook import deduce, evidence
from bot.games.depthcharge.waters import enemy, routes_in
from bot.games.snorkels.actions import BOARD as CRATER
from bot.games.snorkels.view import groups
from bot.players.crackers.position import CAPTAIN, Position
from bot.players.crackers.review import judge
from bot.players.judgement import WORTH_SAYING
from bot.players.player import Hint
from tests.puzzles.makers.crackers import ends

from .matches import positions
from .registry import PLAYERS

PROVEN = re.compile(
    r"(?:Look at your report|Put your reports) from ([^:]*?)(?: together)?: "
    r"(?:it|they) proves? where a mine is\."
)
DISTANCE = "Now the question is how to get close to it."
BERTH = "Your boat would be more useful somewhere else. Where could it sound or drop a depth charge next?"
WAY_HOME = "Look at the way home"
WALLS = "Look at the walls around the pod"
FULL = "The walls that you could raise are full."
CONTROL = "Look at the control room"
NO_WALLS = "There’s no wall around the pod"
STEPS = "Nobody on the pod itself"
SAFE = "Nothing of yours is in danger."
DANGER = r"Your opponent could take the \D*(\d*) ?on (..) next turn\."
TAKEN_BACK = r"If you then lose (..), you can win back (\d+) checkers? from (..)\.$"
BAIT = r"It’s bait: if your opponent takes it, you can win back (\d+) checkers?\.$"
THREAT = r"From (..), you threaten the \D*(\d*) ?on (..)\.$"
AWAY = r"No enemy stack can reach (..) next turn\.$"
LESS = r"Then \w+ can gain (\d+) checkers? at most|Then none of your stacks can be taken"
ANSWERS = {"Guard": TAKEN_BACK, "Answe": THREAT}
"""What a hint tells to play if it answers a danger in this way."""
CAPTURES = "Look for an enemy stack that one of yours can land on."
WIN = "Look at your opponent’s snorkels: one group has a single open tube left."


def hinted(key: str, seeds: range, **given: str) -> Iterator[tuple[Any, Any, Any, Any, Hint]]:
    """State, seat, legal actions, choice and hint of every turn of games in which all follow their hints."""
    for seed in seeds:
        yield from followed(key, seed, **given)


@cache
def followed(key: str, seed: int, **given: str) -> list[tuple[Any, Any, Any, Any, Hint]]:
    """Those of one game."""
    hint = PLAYERS[key].hint
    assert hint is not None
    return [
        (state, seat, legal, choice, hint(view, choice))
        for state, seat, view, legal, choice in positions(key, seed, 120, "deckhand", **given)
        if seat != CHANCE and not isinstance(legal, Placement)
    ]


def test_depth_charge_proves_what_it_calls_proven() -> None:
    said: Counter[str] = Counter()
    for state, seat, _, choice, hint in hinted("depthcharge", range(4), mines="3"):
        view, mines = state.view_for(seat), {*state.fleet(enemy(seat)).live}
        said["certain"] += bool(PROVEN.match(hint.look))
        said[DISTANCE if hint.look.endswith(DISTANCE) else hint.look] += 1
        assert {square for square, _ in hint.notes} <= {*BOARD.list(mines)}, "it marks what it proves"
        lit = hint.squares if isinstance(choice.action, Charge) else ()
        assert {*lit}.isdisjoint(GAME.reasoned(view).proved.empty), "nothing dark on the picture is named"
        assert ("dark squares" in hint.shade) == any(report.seat == seat for report in view.reports)
        for kind, best_for in ((Charge, "for a depth charge"), (Sound, "to sound"), (Move, "to move to")):
            said[best_for] += f"The best square {best_for} is" in hint.where
            assert isinstance(choice.action, kind) or f"The best square {best_for} is" not in hint.where
        assert "The best square is" not in hint.where
        if (named := PROVEN.match(hint.look)) is None:
            continue
        known = evidence(view)
        from_there = [
            each for each in known.reports if BOARD.names[each[0]] in re.findall(r"\w\d+", named[1])
        ]
        proved = {*deduce(replace(known, reports=tuple(from_there)))[1]}
        if isinstance(choice.action, Charge):
            assert choice.action.square in mines & proved
            assert len(hint.notes) == (len(hint.squares) == 1)
            assert BOARD.names[choice.action.square] not in hint.look.replace(named[1], ""), (
                "where it is, is told next"
            )
        else:
            goal = routes_in(view)[choice.action.steps][-1]
            assert mines & proved & {*BOARD.around[goal]}
            assert hint.notes
    assert said["certain"] > 1
    assert said["to sound"]
    assert said["to move to"]
    assert said[DISTANCE]
    assert said[BERTH] > said[DISTANCE], "most moves are made in doubt"


def test_crackers_says_where_the_walls_are_and_who_can_be_cut_off() -> None:
    said: Counter[str] = Counter()
    for state, seat, legal, choice, hint in hinted("crackers", range(1), board="bell"):
        view = state.view_for(seat)
        position = Position.of(view)
        look = next((each for each in (WAY_HOME, WALLS, CONTROL, STEPS) if hint.look.startswith(each)), "")
        said[look] += 1
        if look == WAY_HOME and said[look] < 2:
            his = position.copy()
            his.turn = CAPTAIN
            pawn = position.pawns[position.turn]
            after = (end.after for end in ends(his, his.moves()))
            assert any(not each.board.home(wade=each.wade) >> pawn & 1 for each in after)
        rings = [name for name in view.grid.names if 1 <= steps_between(view, name, view.pod) <= 2]
        piled = {name: (view.sand[number], view.water[number]) for name, number in view.grid.numbers.items()}
        assert not hint.look.startswith(FULL) or all(
            water or sand == HIGHEST for sand, water in map(piled.__getitem__, {*rings} - {view.control})
        )
        if look == WALLS:
            assert any(view.sand)
            assert isinstance(choice.action, Walk)
            square = choice.action.to
            heights = {name: sum(piled[name]) for name in rings}
            assert ("lowest" in hint.look) == (heights[square] == min(heights.values()))
            said["lowest"] += "lowest" in hint.look
        said[NO_WALLS] += hint.look.startswith(NO_WALLS)
        if isinstance(choice.action, Walk):
            bag = choice.action.bag
            assert {Walk(square, bag) for square in hint.squares} <= {*legal}, "only where that's possible"
            work = {"+": "Drop a sandbag on", "-": "Take a sandbag off", "": "The best square is"}
            where = "Stay on" if hint.squares == (view.pawns[position.turn],) else work[bag]
            assert hint.where.startswith(where)
            for square in {*hint.squares} - {choice.action.to}:
                found = judge(view, legal, Walk(square, bag), Random())
                assert found.loss < WORTH_SAYING, "a review marks no square that a hint names"
                said["named"] += 1
            stays = view.pawns[CREW.index(view.mover)] == choice.action.to
            assert ("stay on" in hint.action) == stays
            said["stays"] += stays
        for rooms, room in ((WALLS, view.pod), (CONTROL, view.control)):
            if look == rooms and isinstance(choice.action, Walk):
                assert room in hint.look
                assert steps_between(view, choice.action.to, room) <= 2
    assert said[WALLS]
    assert 0 < said["lowest"] < said[WALLS]
    assert said[NO_WALLS]
    assert said[STEPS]
    assert said["named"]
    assert said["stays"]


def steps_between(view: Any, one: str, other: str) -> int:
    """How many steps along columns and rows two squares are apart."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def test_checkers_says_what_can_be_captured_and_when_there_is_nothing() -> None:
    said: Counter[bool | str] = Counter()
    reasons: Counter[tuple[bool, bool]] = Counter()
    for state, seat, legal, choice, hint in hinted("checkers", range(1)):
        stacks = state.view_for(seat).stacks
        captures = any(stacks[each.target] and stacks[each.target][0] != seat[0] for each in legal)
        prey, own = stacks[choice.action.target], choice.action.source
        captured = len(prey) if prey and prey[0] != seat[0] else 0
        told = re.search(r": it can capture (\d+) checkers?\.", hint.where)
        assert (int(told[1]) if told else 0) == captured
        reasons[bool(captured), bool(landing(state, seat, own))] += 1
        mine = [square for square, stack in enumerate(stacks) if stack[:1] == seat[0]]
        if hint.look.startswith(SAFE):
            assert not any(landing(state, seat, square) for square in mine)
            said[False] += 1
        elif hint.look == CAPTURES:
            assert captures
        elif danger := re.fullmatch(DANGER, hint.look):
            height, square = int(danger[1] or 1), LAKE.read(danger[2])
            assert (len(stacks[square]), stacks[square][0]) == (height, seat[0])
            assert landing(state, seat, square)
            assert square == own or not landing(state, seat, own)
            answers = hint.where in ("Move it.", "Split it.") if square == own else ANSWERS[hint.where[:5]]
            assert answers if isinstance(answers, bool) else re.search(answers, hint.action)
            said[True] += 1
        if less := re.search(LESS, hint.action):
            assert feared(state.play(seat, choice.action), seat) == int(less[1] or 0)
            assert not less[1] or feared(state, seat) > int(less[1]), "it's told if it's less than before"
            said["less"] += 1
        assert ("at most" in hint.action or "can be taken" in hint.action) == bool(less)
    assert said[False]
    assert said[True]
    assert reasons[True, False] + reasons[True, True]
    assert reasons[False, True]
    assert reasons[False, False]


def feared(state: Any, seat: Any) -> int:
    """How many checkers the enemy of ``seat`` can gain at most in one turn."""
    return max(greatest(state.view_for(None), other(seat))[0], 0)


def landing(state: Any, seat: Any, square: int) -> bool:
    """Whether the enemy of ``seat`` can land on a square of Checkers."""
    view = state.view_for(None)
    return any(view.stacks[each][0] != seat[0] for each in hunters(view, square))


def test_what_a_checkers_hint_tells_to_play_does_what_it_says() -> None:
    said: Counter[str] = Counter()
    for state, seat, _, choice, hint in hinted("checkers", range(1)):
        before, after = state.view_for(seat), state.play(seat, choice.action)
        covered = before.stacks[choice.action.target]
        assert ("captures" in hint.action) == bool(covered and covered[0] != seat[0])
        safe = "out of the enemy’s reach" in hint.action
        if safe:
            assert landing(state, seat, choice.action.source)
            assert not landing(after, seat, choice.action.target)
        said["safe"] += safe
    assert said["safe"]


def test_a_quiet_checkers_hint_says_what_it_takes_back_threatens_or_lays_as_bait() -> None:
    said: Counter[str] = Counter()
    for state, seat, _, choice, hint in hinted("checkers", range(1)):
        after, target = state.play(seat, choice.action), choice.action.target
        said["quiet"] += "captures" not in hint.action
        if found := re.search(TAKEN_BACK, hint.action):
            assert found[3] == LAKE.names[target]
            assert taken_back(after, seat, LAKE.read(found[1]), target) == int(found[2])
            said["reason"] += 1
        if found := re.search(BAIT, hint.action):
            assert taken_back(after, seat, target, None) == int(found[1])
            said["bait"] += 1
        if found := re.search(THREAT, hint.action):
            stack = after.stacks[LAKE.read(found[3])]
            assert (len(stack), stack[0] != seat[0]) == (int(found[2] or 1), True)
            assert target in hunters(after.view_for(None), LAKE.read(found[3]))
            said["reason"] += 1
        if found := re.search(AWAY, hint.action):
            assert found[1] == LAKE.names[target]
            assert not landing(after, seat, target)
            said["away"] += 1
    assert said["away"]
    assert said["bait"]
    assert said["reason"] > said["quiet"] / 4, "most of the others join stacks"


def taken_back(state: Any, seat: Any, square: int, guard: int | None) -> int:
    """How many checkers ``seat`` takes back at least, by the rules, whatever lands on ``square``."""
    found = []
    (other,) = state.to_act
    for action in state.legal(other):
        if action.target == square:
            later = state.play(other, action)
            replies = [each for each in later.legal(seat) if each.target == square]
            assert [each for each in replies if guard in (None, each.source)]
            found.append(len(later.stacks[square]))
    return min(found)


def test_snorkels_counts_the_air_that_a_square_leaves() -> None:
    said: Counter[str] = Counter()
    for state, seat, _, choice, hint in hinted("snorkels", range(2), pie="off"):
        told = re.search(r"leaves (\w+).* with (\w+) open tubes?|then has (\w+) open tubes?", hint.action)
        assert told
        cells = state.play(seat, choice.action).view_for(None).cells
        square = CRATER.read(told[1] or choice.action.square)
        found = groups(cells, cells[square])
        air = next(len(tubes) for members, tubes in found if square in members)
        assert (told[2] or told[3]) == (str(air) if air else "no")
        said["theirs" if told[1] else "own"] += 1
    assert min(said["theirs"], said["own"])


def test_the_curse_counts_points_values_and_land() -> None:
    said: Counter[str] = Counter()
    for state, seat, _, choice, hint in hinted("curse", range(3)):
        view, after = state.view_for(seat), state.play(seat, choice.action).view_for(seat)
        match choice.action:
            case Loot(space=space):
                told = re.search(r"It scores (\d) points?\.(?: But it skips (.*)\.)?", hint.where)
                assert told
                crossed = after.now.crossed - view.now.crossed
                assert len(re.findall(r"\d", told[2] or "")) == crossed
                assert int(told[1]) - crossed == after.now.total - view.now.total, "as the picture counts"
                if line := re.search(r"first, because line (\w+) could", hint.action):
                    assert space in view.takes(line[1])
                    said["line"] += 1
                if "fits nowhere" in hint.action:
                    assert not any("white " in f"{each} " for each in map(str, state.legal(seat)))
            case Sink():
                left = re.search(r"leaves (\d+) space", hint.where)
                assert left
                assert int(left[1]) == after.now.unsunk
                assert f"the goal is {LEAST_UNSUNK}." in hint.where
                said["sink"] += 1
    assert min(said["line"], said["sink"])


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
