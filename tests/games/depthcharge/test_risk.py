"""What a preview says: where a mine may be, by one sounding after the other, and what a miss costs."""

from __future__ import annotations

import pytest

from bot.games.core import Seat
from bot.games.depthcharge import GAME, prompts
from bot.games.depthcharge.actions import BOARD, SOUTH, parse
from bot.games.depthcharge.notebook import deduce, doubtful, evidence, located, possible_pings
from bot.games.depthcharge.rules import DepthChargeState
from bot.games.depthcharge.waters import enemy
from tests.games.playing import played

from .drawing import lake
from .playing import game

NEAR = """
9: . . . . . * . . . . . .
. . . . * . . . . . . .
. . . . . . . . . . . .
. . . . S . . . . . . .
"""
BEHIND = """
9: . . . . * . . . . . . .
. . . . . . . . . . . .
. . . . * . . . . . . .
. . . S . . . . . . . .
"""


def risk(state: DepthChargeState, action: str, seat: Seat = SOUTH) -> str:
    return GAME.risk(state.preview(seat, parse(action)))


@pytest.mark.parametrize("islands", ["0", "4"])
def test_every_live_mine_is_where_one_may_be_and_what_is_in_doubt_includes_all_that_is_open(
    islands: str,
) -> None:
    ruled_out = 0
    for seed in range(6):
        for state in game(seed, 40, islands=islands)[5::8]:
            seat = next(iter(state.to_act), SOUTH)
            view = state.view_for(seat)
            if view.phase != "play":
                continue
            in_doubt, mines = doubtful(view, seat), BOARD.list(state.fleet(enemy(seat)).live)
            assert in_doubt.issuperset(mines)
            assert located(view, seat).issubset(mines)
            known = evidence(view)
            open_ = known.water - deduce(known)[0] - {*known.destroyed}
            assert in_doubt.issuperset(BOARD.list(open_))
            ruled_out += len(known.water) - len(in_doubt)
    assert ruled_out > 100


def test_a_sounding_clears_what_is_nearer_than_its_nearest_ping_for_later_soundings_too() -> None:
    first = played(lake(NEAR), "sound d6", "sound k12", "move n")
    assert first.reports[0].times == (3, 5)
    left = doubtful(first.view_for(SOUTH), SOUTH)
    assert {"a7", "c7", "d7", "e7", "g7", "b8", "d8", "f8"}.isdisjoint(left)
    assert {"b7", "f7", "c8", "e8", "d9"} <= left
    assert "a9" in left, "mines on b7, c8 or d9 would be in its way"
    later = doubtful(played(first, "sound k12", "sound f7").view_for(SOUTH), SOUTH)
    assert "f7" not in later
    assert left > later
    assert "a9" not in later, "it would have answered f7, as nothing could be in its way"


def test_a_preview_says_which_squares_on_the_way_may_hold_a_mine() -> None:
    state = lake(NEAR)
    assert risk(state, "move s") == ""
    assert risk(state, "move n") == "There could be a mine on e7. If you hit one, you lose."
    assert risk(state, "move nne") == "There could be a mine on e7, e8 or f8. If you hit one, you lose."
    told = "There’s a mine on e8. If you sail onto it, you lose."
    heard = played(state, "move n", "move s", "sound e8", "move n")
    assert heard.reports[0].times[0] == 0
    assert risk(heard, "move n") == told
    assert prompts.label(heard.view_for(SOUTH), ("move 1",), "e8") == "e8 · Mine There"
    assert risk(heard, "move w") == "There could be a mine on d7. If you hit one, you lose."
    assert risk(played(heard, "charge e8", "move s"), "move n") == ""


def test_what_is_said_of_a_way_does_not_depend_on_where_the_mines_are() -> None:
    bare = NEAR.replace("*", ".", 1).replace(". . . . . . . . . . . .", "* . . . . . . . . . . .", 1)
    for action in ("move n", "move nn", "move nne", "charge e7"):
        assert risk(lake(NEAR), action) == risk(lake(bare), action) != ""


def test_a_preview_of_a_depth_charge_says_what_a_miss_costs_unless_it_is_certain() -> None:
    first = lake(NEAR, misses=3)
    second = played(first, "charge d7", "move s")
    third = played(second, "charge f7", "move n")
    assert [risk(state, "charge e7") for state in (first, second, third)] == [
        "If it misses, two more misses lose the game.",
        "If it misses, one more miss loses the game.",
        "If it misses, you lose the game.",
    ]
    asked = [GAME.ask(state.view_for(SOUTH), ("charge",)) for state in (first, second, third)]
    assert [each.split("? ")[1] for each in asked] == [
        "Three misses lose the game.",
        "Two misses lose the game.",
        "A miss loses the game.",
    ]
    known = played(lake(NEAR), "move n", "move s", "sound e8", "move n")
    assert risk(known, "charge e8") == ""
    assert risk(known, "charge f8")


@pytest.mark.parametrize(("misses", "often"), [(1, "once"), (2, "twice"), (3, "three times")])
def test_the_aim_says_how_one_loses(misses: int, often: str) -> None:
    aim = GAME.aim(lake(NEAR, misses=misses).view_for(None))
    assert f"Sail onto one, or miss {often}, and you lose." in aim


def test_the_aim_explains_numbers_as_long_as_there_are_any() -> None:
    heard = played(lake(BEHIND), "sound e6", "sound k12")
    assert "A number on the water" in GAME.aim(heard.view_for(None))
    answered = played(heard, "charge e7", "sound k12")
    assert possible_pings(answered.view_for(None)) == {}, "the only mine that pinged is destroyed"
    assert GAME.aim(answered.view_for(None)).startswith("Sound: a ping at 3")
