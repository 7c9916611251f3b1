"""Depth Charge's rulings, one after the other, as drawn positions."""

from __future__ import annotations

import pytest

from bot.games.core import IllegalAction
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import BOARD, DETOUR, NORTH, SOUTH, Charge, Mines, Move, Sound, parse
from tests.games.playing import begun, played, refusal, verdict

from .drawing import lake

# Ruling 1: islands


def test_islands_go_on_the_own_side_and_off_the_shore() -> None:
    state = begun("depthcharge", islands="2")
    south, north = state.legal(SOUTH), state.legal(NORTH)
    assert (south.verb, south.count, len(south.squares)) == ("islands", 2, 50)
    assert (south.squares[0], south.squares[-1]) == ("b2", "k6")
    assert (north.squares[0], north.squares[-1]) == ("b7", "k11")
    assert "on the shore" in refusal(state, "south islands a3 c3")
    assert "isn’t on your side" in refusal(state, "south islands c7 c3")
    assert "exactly 2 squares" in refusal(state, "south islands c3")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"islands": "2"}, "Type “islands” and then 2 squares on your side"),
        ({"mines": "3"}, "Type “mines” and then 3 squares on your side"),
    ],
)
def test_whoever_moves_too_early_is_told_what_to_place_first(given: dict[str, str], told: str) -> None:
    assert told in refusal(begun("depthcharge", **given), "south sound c3")
    for seat, square in (("south", "c3"), ("north", "c10")):
        example = (
            refusal(begun("depthcharge", **given), f"{seat} sound c3")
            .split("such as “")[1]
            .removesuffix(" …”.")
        )
        assert example.endswith(f" {square}")
        assert "exactly" in refusal(begun("depthcharge", **given), f"{seat} {example}"), (
            "the example is on their own side"
        )


def test_islands_are_placed_blind_and_shown_together() -> None:
    state = played(begun("depthcharge", islands="1"), "south islands c3")
    assert state.to_act == {NORTH}
    for viewer in (NORTH, None):
        assert state.view_for(viewer).side(SOUTH).islands == ()
        assert state.redacted(SOUTH, parse("islands c3"), viewer) == "islands ?"
    assert state.view_for(SOUTH).side(SOUTH).islands == ("c3",)
    both = played(state, "north islands d9")
    assert [side.islands for side in both.view_for(None).sides] == [("c3",), ("d9",)]
    assert both.redacted(SOUTH, parse("islands c3"), None) == "islands c3"
    assert state.narrate(NORTH, parse("islands d9"), None) == "North placed islands on d9, and South on c3."


def test_a_placement_stands() -> None:
    state = played(begun("depthcharge", islands="1"), "south islands c3")
    assert "can’t be changed" in refusal(state, "south islands d4")
    assert state.legal(SOUTH) == ()


# Ruling 2: mines


def test_mines_go_anywhere_on_the_own_side_but_islands_and_the_harbour() -> None:
    state = begun("depthcharge")
    south, north = state.legal(SOUTH), state.legal(NORTH)
    assert (south.verb, south.count, len(south.squares)) == ("mines", 5, 71)
    assert "a1" not in south.squares
    assert "l12" not in north.squares
    assert "where your boat starts" in refusal(state, "south mines a1 b2 c3 d4 e5")
    assert "rows 7–12" in refusal(state, "north mines a1 b2 c3 d4 e5")
    islands = played(begun("depthcharge", islands="1"), "south islands c3", "north islands d9")
    assert "c3 is an island" in refusal(islands, "south mines a2 b2 c3 d4 e5")


def test_mines_are_laid_at_once_in_any_order() -> None:
    state = played(begun("depthcharge", mines="3"), "north mines l7 A8 c9")
    assert state.to_act == {SOUTH}
    assert state.view_for(NORTH).side(NORTH).mines == ("a8", "c9", "l7")
    assert state.view_for(SOUTH).side(NORTH).mines is None
    assert state.play(SOUTH, Mines((40, 3, 2))).fleet(SOUTH).mines == (2, 3, 40)
    assert played(state, "south mines a2 a3 a4").to_act == {SOUTH}


def test_before_the_mines_lie_nobody_sails() -> None:
    assert "Type “mines” and then" in refusal(begun("depthcharge"), "south move n")
    assert "Move, sound, or drop" in refusal(lake("6: . . . . . . . . . . . ."), "mines b2 b3 b4")


# Ruling 3: moving

BAY = """
7: . . . . . . . . . . . .
. . # N . . . . . . . .
. . . S * . . . . . . .
. . . . . . . . . . . .
"""


def test_a_move_is_one_to_three_bending_steps() -> None:
    state = lake(BAY)
    goals = {state.path(action)[1] for action in state.legal(SOUTH) if isinstance(action, Move)}
    assert goals - {DETOUR} == {
        *("a5", "b5", "c5", "f5", "g5"),
        *("b6", "e6", "f6"),
        *("b4", "c4", "d4", "e4", "f4"),
        *("c3", "d3", "e3"),
        *("d2",),
        *("e7",),
    }


@pytest.mark.parametrize(
    ("move", "because"),
    [
        ("move n", "The enemy boat is on d6. Steer around it."),
        ("move wn", "c6 is an island. Steer around it."),
        ("move sns", "That path comes back to d5"),
        ("move sn", "That path comes back to d5"),
        ("move e", "Your own mine is on e5"),
    ],
)
def test_a_path_is_judged_before_it_is_sailed(move: str, because: str) -> None:
    assert refusal(lake(BAY), move).startswith(because)


@pytest.mark.parametrize("steps", ["", "nnww", "x"])
def test_a_path_that_nobody_could_write_is_refused_too(steps: str) -> None:
    with pytest.raises(IllegalAction, match="A move takes 1–3 steps"):
        lake(BAY).play(SOUTH, Move(steps))


def test_no_boat_leaves_the_lake() -> None:
    state = lake("6: . . . . . . . . . . . .")
    assert refusal(state, "move w") == "The lake ends at a1. Stay on the water."
    assert "ends at b1" in refusal(state, "move es")


def test_own_mines_may_be_crossed_but_not_stopped_on() -> None:
    state = lake(BAY)
    assert BOARD.names[played(state, "move ee").fleet(SOUTH).boat] == "f5"
    assert Move("e") not in state.legal(SOUTH)


def test_a_wreck_is_water() -> None:
    state = lake(BAY.replace("*", "x"))
    assert BOARD.names[played(state, "move e").fleet(SOUTH).boat] == "e5"


def test_a_boat_is_lost_on_the_first_mine_it_enters() -> None:
    state = lake("""
8: . . . . . . . . . . . .
. . . * * . . . . . . .
. . . S . . . . . . . .
""")
    end = played(state, "move nen")
    assert verdict(end) == "north mine"
    view = end.view_for(None)
    assert (view.sides[0].boat, view.sides[0].sunk, view.sides[0].facing) == ("d7", True, "n")
    assert view.sides[1].mines == ("d7", "e7")
    assert view.last is not None
    assert view.last.squares == ("d6", "d7")
    assert state.announcement(SOUTH, Move("nen")) == "mine"
    assert state.narrate(SOUTH, Move("nen"), None) == "South hit a mine on d7 and sank."


def test_a_boat_faces_the_way_it_came() -> None:
    for steps, facing in (("n", "n"), ("nne", "e"), ("es", "s"), ("nnw", "w")):
        assert played(lake("3: . . . . S . . . . . . ."), f"move {steps}").fleet(SOUTH).facing == facing


def test_only_the_eight_squares_round_the_boat_are_sounded_or_charged() -> None:
    state = lake(BAY)
    sounded = [BOARD.names[action.square] for action in state.legal(SOUTH) if isinstance(action, Sound)]
    charged = [BOARD.names[action.square] for action in state.legal(SOUTH) if isinstance(action, Charge)]
    assert sounded == charged == ["c4", "c5", "d4", "e4", "e5", "e6"]
    assert refusal(state, "sound c6").startswith("c6 is an island")
    assert refusal(state, "charge d6").startswith("d6 is where the enemy boat is")
    far = "f5 isn’t next to your boat on d5. Choose c4, c5, d4, e4, e5 or e6."
    assert refusal(state, "sound f5") == far


# Rulings 3 and 5: depth charges

ATTACK = """
8: . . . . . . . . . . . .
. . . * . . * . . . . .
. . . S . . . . . . . .
. . . * . . . . . . . .
"""


def test_a_depth_charge_destroys_a_live_enemy_mine() -> None:
    state = lake(ATTACK, quiet=9)
    hit = played(state, "charge d7")
    assert state.announcement(SOUTH, Charge(BOARD.read("d7"))) == "hit"
    assert hit.outcome is None
    assert hit.view_for(None).side(NORTH).destroyed == ("d7",)
    assert hit.view_for(None).side(NORTH).left == 1
    assert hit.quiet == 0


def test_anything_else_is_a_miss_and_the_second_loses() -> None:
    state = played(lake(ATTACK), "charge e7")
    assert state.view_for(None).side(SOUTH).missed == ("e7",)
    assert state.outcome is None
    own = played(state, "sound k12", "charge d5")
    assert verdict(own) == "north misses"
    assert BOARD.read("d5") in own.fleet(SOUTH).live


@pytest.mark.parametrize("misses", [1, 2, 3])
def test_the_host_says_which_miss_loses(misses: int) -> None:
    state = lake(ATTACK, misses=misses)
    for turn in range(misses):
        assert state.outcome is None, turn
        state = played(state, "charge e6", *(["sound k12"] if turn + 1 < misses else []))
    assert verdict(state) == "north misses"


def test_a_wreck_that_is_charged_again_is_a_miss() -> None:
    state = played(lake(ATTACK), "charge d7", "sound k12", "charge d7")
    assert state.view_for(None).side(SOUTH).missed == ("d7",)


def test_the_last_mine_wins() -> None:
    state = lake(ATTACK.replace("* . . * . . . . .", "* . . x . . . . ."), quiet=1)
    end = played(state, "charge d7")
    assert verdict(end) == "south cleared"
    assert GAME.ending(end.view_for(None)) == "South wins: North has no mines left."


# Ruling 6: stalling


def test_quiet_turns_draw() -> None:
    state = played(lake(ATTACK, quiet=3), "sound e7", "sound k12")
    assert state.outcome is None
    drawn = played(state, "move e")
    assert verdict(drawn) == "quiet"


def test_a_destroyed_mine_starts_the_count_anew() -> None:
    state = played(lake(ATTACK, quiet=3), "sound e7", "sound k12", "charge d7", "sound k12", "sound e7")
    assert (state.quiet, state.outcome) == (2, None)


def test_zero_is_never() -> None:
    state = played(lake(ATTACK, quiet=0), "charge d7", *["sound k12", "sound e7"] * 60)
    assert state.outcome is None


def test_a_loss_on_the_same_turn_comes_first() -> None:
    for action, reason in (("move n", "mine"), ("charge e7", "misses")):
        end = played(lake(ATTACK, quiet=1, misses=1), action)
        assert end.outcome is not None
        assert end.outcome.reason == reason


def test_the_other_side_waits_and_an_ended_game_is_over() -> None:
    state = lake(ATTACK)
    assert refusal(state, "north move s") == "South is next."
    end = played(state, "move n")
    assert refusal(end, "north move s") == "This game is over."
    assert end.legal(SOUTH) == ()
