"""Rulings 7 and 8 of Crackers as drawn positions: settling, the end, and what views hold of them."""

from __future__ import annotations

from bot.games.crackers.actions import BLUE, CAPTAIN, CREW, RED, YELLOW
from bot.games.crackers.book import drawn
from tests.games.playing import legal, played, refusal, verdict

from .positions import CALM, DUNK, board, cells

# --- ruling 7: settling ---


def test_a_taken_sandbag_frees_water_and_the_captain_chooses_in_the_crews_turn() -> None:
    state = played(drawn(DUNK, BLUE), "b2-")
    assert state.to_act == {CAPTAIN}
    assert state.view_for(None).phase == "settle"
    assert legal(state) == ["flow a2 b1", "flow a2 b3", "flow a2 c2"]
    state = played(state, "flow a2 b3")
    assert board(state) == cells("""
        c   .   .   .   .
        2   ~1Y .   .   .
        !~1 1B  .   .   .
        2   .   .   .   pR
    """)
    assert state.to_act == {CAPTAIN}
    assert state.view_for(None).phase == "captain"


def test_while_water_runs_nothing_else_happens() -> None:
    state = played(drawn(DUNK, BLUE), "b2-")
    assert "wait for the captain to choose" in refusal(state, "blue b2")
    assert "First choose where it goes" in refusal(state, "captain pump a2")
    assert "The water on b1 doesn’t have to run. Choose a2." in refusal(state, "captain flow b1 a1")
    assert "The water on a2 can’t come to rest on a1. Choose b1, b3 or c2." in refusal(
        state, "captain flow a2 a1"
    )


def test_no_water_runs_when_none_is_loose() -> None:
    assert "The water has settled" in refusal(drawn(CALM, CAPTAIN), "captain flow a3 a2")


def test_a_single_run_is_made_without_asking() -> None:
    state = drawn("c3 3 3 3\n!~2 2R . 3\n3 3 3 pYB")
    after = played(state, "b2-")
    assert after.to_act == {YELLOW}
    assert board(after) == cells("c3 3 3 3\n!~1 1R ~1 3\n3 3 3 p&")
    assert after.view_for(None).runs == (("a2", "b2", "c2"),)


def test_one_run_may_free_another() -> None:
    state = drawn("c3 3 3 3 3\n!~3 ~2 2R . 3\n3 3 3 3 pYB")
    after = played(state, "c2-")
    assert after.view_for(None).phase == "settle"
    assert legal(after) == ["flow a2 d2", "flow b2 d2"]
    still = played(after, "flow a2 d2")
    assert board(still).splitlines()[1] == "!~2 ~2 1R ~1 3"
    chain = played(after, "flow b2 d2")
    assert board(chain).splitlines()[1] == "!~2 ~2 1R ~1 3"
    assert chain.view_for(None).runs == (("b2", "c2", "d2"), ("a2", "b2"))
    assert still.to_act == chain.to_act == {YELLOW}


def test_the_captains_own_sandbag_frees_water_before_his_next_part() -> None:
    state = played(drawn(DUNK, CAPTAIN), "unbag b2")
    assert state.view_for(None).phase == "settle"
    state = played(state, "flow a2 c2")
    assert state.to_act == {CAPTAIN}
    assert {action.split()[0] for action in legal(state)} == {"pump"}


# --- ruling 8: the end ---


def test_a_crew_member_drowns_in_depth_two() -> None:
    state = played(drawn("c3 3 3\n!~2 ~1R 3\n3 2 pYB", CAPTAIN), "pump a2 b2")
    assert verdict(state) == "captain drowned"
    assert state.outcome is not None
    assert [(result.seat, result.verdict) for result in state.outcome.results] == [
        ("red", "loss"),
        ("yellow", "loss"),
        ("blue", "loss"),
        ("captain", "win"),
    ]
    assert not state.to_act


def test_a_crew_member_may_be_drowned_in_its_own_turn() -> None:
    state = drawn("c3 3 3 3\n!~3 1Y 2R 3\n3 3 3 pB")
    assert verdict(played(state, "c2-")) == ""
    again = drawn("c3 3 3 3\n!~3 ~1Y 2R 3\n3 3 3 pB")
    assert verdict(played(again, "c2-")) == "captain drowned"


def test_the_pod_is_flooded_at_depth_two() -> None:
    state = drawn("c 3 3\n!~2 p~1 3\n3 1RYB 3", CAPTAIN)
    assert verdict(played(state, "pump a2 b2")) == "captain pod flooded"


CUT = """
c   {0} 3
R   {0} 3
!~3 {1} p1YB
"""


def test_a_crew_member_without_a_way_is_cut_off() -> None:
    state = drawn(CUT.format("~2", "~1"), CAPTAIN, ("pump", "pump"))
    assert verdict(played(state, "pump a1 b1")) == "captain cut off"


def test_a_puddle_cuts_off_only_on_a_dry_path() -> None:
    state = drawn(CUT.format("~2", "~1"), BLUE)
    assert verdict(played(state, "c1")) == "captain cut off"
    open_way = CUT.format("~2", "~1").replace("!~3", "!")
    assert verdict(played(drawn(open_way, BLUE), "c1")) == ""
    assert verdict(played(drawn(open_way, BLUE, path="dry"), "c1")) == "captain cut off"


def test_on_a_dry_path_the_ends_may_be_wet() -> None:
    wet_ends = "c ~2 .\n! ~1R .\n~2 . p~1YB"
    assert verdict(played(drawn(wet_ends, BLUE, path="dry"), "c1")) == ""
    beside = "c ~2 .\n! ~2 ~1R\n~2 ~2 p~1YB"
    assert verdict(played(drawn(beside, BLUE, path="dry"), "c1")) == ""


def test_the_captain_drowns_in_the_control_room() -> None:
    state = drawn("3 3 3\n!~2 c~1 3\n3 3 pRYB", CAPTAIN)
    after = played(state, "pump a2 b2")
    assert verdict(after) == "red yellow blue captain drowned"
    assert after.outcome is not None
    assert after.outcome.winners == CREW


def test_if_both_would_win_at_once_the_captain_does() -> None:
    state = drawn("3 3 3 3\n2 c~1 !~3 1R\n3 3 3 pYB", RED)
    both = drawn("3 3 3 3\n~2Y c~2 ! R\n3 3 3 pB", RED)
    assert verdict(played(state, "d2")) == ""
    assert verdict(played(both, "d2")) == "captain drowned"


def test_the_crew_holds_out_when_the_last_round_is_over() -> None:
    state = drawn(CALM, CAPTAIN, ("pump", "pump"), rounds=5, round=5)
    after = played(state, "pump a3")
    assert verdict(after) == "red yellow blue held out"
    assert verdict(played(drawn(CALM, CAPTAIN, ("pump", "pump"), rounds=5, round=4), "pump a3")) == ""


def test_the_captain_wins_in_the_very_last_part() -> None:
    state = drawn(CUT.format("~2", "~1"), CAPTAIN, ("pump", "pump"), rounds=5, round=5)
    assert verdict(played(state, "pump a1 b1")) == "captain cut off"


def test_the_end_is_looked_for_after_each_part() -> None:
    state = drawn("3 3 3\n!~2 c~1 3\n3 3 pRYB", CAPTAIN)
    assert "This game is over" in refusal(played(state, "pump a2 b2"), "captain pump a2")


def test_one_is_never_cut_off_on_the_pod() -> None:
    state = drawn("c . .\n! ~2 ~2\n~2 ~2 pRYB")
    assert verdict(played(state, "c1")) == ""


# --- what a view holds ---


def test_a_view_keeps_the_water_of_the_last_action_and_of_the_turn() -> None:
    state = played(drawn(CALM, CAPTAIN), "pump a3", "pump a3 a2")
    view = state.view_for(None)
    assert view.runs == (("a3", "a2"),)
    assert view.earlier == (("a3",),)
    state = played(state, "bag d2")
    assert (state.view_for(None).runs, len(state.view_for(None).earlier)) == ((), 2)
    assert played(state, "d1").view_for(None).earlier == ()


def test_a_view_says_who_is_in_danger_and_why() -> None:
    view = drawn("c . ~2 .\n! R ~1 .\n. . ~2 pYB").view_for(None)
    (danger,) = view.dangers
    assert (danger.seat, danger.threats, danger.straits) == ("red", ("one square",), ("c2", "d2"))
    assert danger.way == ("b2", "c2", "d2", "d1")
    assert drawn("c . ~1R .\n! . ~1 .\n. . ~2 pYB").view_for(None).dangers[0].threats == ("wet", "one square")
