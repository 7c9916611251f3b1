"""Each ruling of Drown, Captain Crackers! as a drawn position."""

from __future__ import annotations

import pytest

from bot.games.core import IllegalAction, Seat
from bot.games.crackers import GAME
from bot.games.crackers.actions import BLUE, CAPTAIN, CREW, RED, YELLOW, parse
from bot.games.crackers.drawing import drawn
from bot.games.crackers.rules import CrackersState
from bot.games.crackers.turns import Part
from bot.games.crackers.words import text


def start(**given: str) -> CrackersState:
    state = GAME.start(GAME.read_options(given))
    assert isinstance(state, CrackersState)
    return state


def mover(state: CrackersState) -> Seat:
    (seat,) = state.to_act
    return seat


def legal(state: CrackersState, verb: str = "") -> list[str]:
    """The legal actions of whoever is to act, in notation, those that begin with ``verb``."""
    return [str(action) for action in state.legal(mover(state)) if str(action).startswith(verb)]


def played(state: CrackersState, *actions: str) -> CrackersState:
    for action in actions:
        state = state.play(mover(state), parse(action))
    return state


def board(state: CrackersState) -> str:
    """The cells that ``text`` shows, without coordinates."""
    rows = text(state.view_for(None)).splitlines()[1 : state.station.layout.ranks + 1]
    return "\n".join(" ".join(row.split()[1:-1]) for row in rows)


def cells(diagram: str) -> str:
    return "\n".join(" ".join(line.split()) for line in diagram.strip().splitlines())


def reason(state: CrackersState) -> str:
    return state.outcome.reason if state.outcome else ""


# --- ruling 1: the layouts ---


@pytest.mark.parametrize(
    ("name", "size", "pod", "control", "leaks", "rounds"),
    [
        ("station", 8, "e1", "d8", ("a4", "h5"), 60),
        ("outpost", 7, "e1", "c7", ("a4", "g4"), 46),
        ("bell", 6, "d1", "c6", ("a3", "f4"), 34),
    ],
)
def test_a_layout_starts_dry_with_the_crew_on_the_pod(
    name: str, size: int, pod: str, control: str, leaks: tuple[str, ...], rounds: int
) -> None:
    view = start(board=name).view_for(None)
    assert (view.files, view.ranks, view.pod, view.control, view.leaks) == (size, size, pod, control, leaks)
    assert view.pawns == (pod, pod, pod)
    assert not any(view.sand + view.water)
    assert view.rounds == rounds


@pytest.mark.parametrize("name", ["station", "outpost", "bell"])
def test_a_layout_looks_the_same_from_either_side(name: str) -> None:
    sheet = start(board=name).station.layout
    last = len(sheet.grid.names) - 1
    assert sheet.control == last - sheet.pod
    assert {last - leak for leak in sheet.leaks} == set(sheet.leaks)
    assert all(len(sheet.grid.orthogonal[leak]) < 4 for leak in sheet.leaks)


def test_rounds_can_be_chosen() -> None:
    assert start(rounds="12").rounds == 12
    assert start().rounds == 60


# --- ruling 3: the crew ---

WALK = """
c   .   .   .   .
!~1 2   R   3   .
.   ~1  ~1  ~2  ~1
.   .   ~1  .   pYB
"""


def test_a_crew_member_walks_over_dry_squares_and_sandbags_and_stops_in_water() -> None:
    goals = {action.rstrip("+-") for action in legal(drawn(WALK))}
    assert goals == {"a3", "a4", "b2", "b3", "b4", "c2", "c3", "c4", "d3", "d4", "e2", "e3", "e4"}


def test_staying_comes_first() -> None:
    assert legal(drawn(WALK))[:2] == ["c3", "c3+"]


def test_nobody_walks_into_depth_two() -> None:
    with pytest.raises(IllegalAction, match=r"d2 is 2 deep: nobody walks into depth 2 or more\."):
        played(drawn(WALK), "d2")


def test_nobody_walks_on_through_water() -> None:
    with pytest.raises(IllegalAction, match=r"Red can't get from c3 to c1: walk over dry squares"):
        played(drawn(WALK), "c1")


def test_from_water_a_crew_member_goes_one_square() -> None:
    wet = drawn("""
    c   .   .   .   .
    !   .   ~1R ~1  .
    .   .   ~2  .   .
    .   .   .   .   pYB
    """)
    assert legal(wet) == ["c3", "b3", "b3+", "c4", "c4+", "d3"]
    with pytest.raises(IllegalAction, match="Red stands in water on c3 and can go one square at most"):
        played(wet, "b4")


def test_the_crew_may_share_squares_and_enter_every_place() -> None:
    state = played(start(), "d8", "d8", "a4")
    assert state.view_for(None).pawns == ("d8", "d8", "a4")


def test_sandbags_go_on_dry_squares_only() -> None:
    with pytest.raises(IllegalAction, match=r"c2 is under water: sandbags go on dry squares only\."):
        played(drawn(WALK), "c2+")
    with pytest.raises(IllegalAction, match=r"c2 is under water: sandbags are taken from dry squares only\."):
        played(drawn(WALK), "c2-")


def test_there_are_no_sandbags_on_the_pod_or_in_the_control_room() -> None:
    with pytest.raises(IllegalAction, match=r"e1 is the escape pod: no sandbags there\."):
        played(start(), "e1+")
    with pytest.raises(IllegalAction, match=r"d8 is the control room: no sandbags there\."):
        played(start(), "d8+")
    captain = drawn(WALK, CAPTAIN)
    with pytest.raises(IllegalAction, match="a4 is the control room"):
        played(captain, "bag a4")


def test_a_stack_holds_three_sandbags_and_an_empty_square_gives_none() -> None:
    with pytest.raises(IllegalAction, match="d3 has 3 sandbags already"):
        played(drawn(WALK), "d3+")
    with pytest.raises(IllegalAction, match=r"There is no sandbag on c3: choose a square that has one\."):
        played(drawn(WALK), "c3-")


def test_a_leak_takes_sandbags_like_any_square() -> None:
    assert "!1R" in board(played(start(board="bell"), "a3+"))


def test_the_crew_moves_in_order_and_the_captain_last() -> None:
    state, seats = start(), []
    for action in ("stay", "stay", "stay", "pump", "pump", "pump", "stay"):
        seats.append(mover(state))
        state = played(state, "e1" if action == "stay" else legal(state, "pump")[0])
    assert seats == [*CREW, CAPTAIN, CAPTAIN, CAPTAIN, RED]
    assert state.view_for(None).round == 2


def test_one_waits_for_ones_turn() -> None:
    with pytest.raises(IllegalAction, match=r"It is Red’s turn\."):
        start().play(YELLOW, parse("e1"))
    with pytest.raises(IllegalAction, match=r"It is the captain’s turn\."):
        drawn(WALK, CAPTAIN).play(RED, parse("c3"))


def test_each_side_has_its_own_actions() -> None:
    with pytest.raises(IllegalAction, match="Only the captain does that"):
        played(start(), "pump a4")
    with pytest.raises(IllegalAction, match="The captain stays in the control room"):
        played(drawn(WALK, CAPTAIN), "c3")


# --- ruling 4: the captain's turn ---

CALM = """
c   .   .   .
!   .   2   .
.   .   .   .
.   .   !   p
"""


@pytest.mark.parametrize(
    ("actions", "over"),
    [
        ("pump a3, pump c1, bag b2", True),
        ("bag b2, pump a3, pump c1", True),
        ("pump a3, bag b2, bag b2", True),
        ("bag b2, bag b1, pump a3", True),
        ("pump a3, pump c1, pump a3 a2", True),
        ("pump a3, unbag c3", True),
        ("unbag c3, pump a3", True),
        ("unbag c3", False),
        ("pump a3, bag b2", False),
        ("bag b2, bag b1", False),
        ("pump a3, pump c1", False),
    ],
)
def test_the_captains_turn_ends_by_itself_when_one_of_the_four_is_complete(actions: str, over: bool) -> None:
    state = played(drawn(CALM, CAPTAIN), *actions.split(", "))
    assert (mover(state) == RED) is over


@pytest.mark.parametrize(
    ("done", "verbs"),
    [
        ((), {"pump", "bag", "unbag"}),
        (("pump",), {"pump", "bag", "unbag"}),
        (("pump", "pump"), {"pump", "bag"}),
        (("bag",), {"pump", "bag"}),
        (("bag", "bag"), {"pump"}),
        (("pump", "bag"), {"pump", "bag"}),
        (("unbag",), {"pump"}),
    ],
)
def test_what_may_come_next_follows_from_the_four(done: tuple[Part, ...], verbs: set[str]) -> None:
    state = drawn(CALM, CAPTAIN, done)
    assert {action.split()[0] for action in legal(state)} == verbs


def test_a_part_that_does_not_fit_is_refused_with_what_is_left() -> None:
    state = played(drawn(CALM, CAPTAIN), "unbag c3")
    with pytest.raises(IllegalAction, match=r"does not fit into this turn any more\. Left: 1 pump\."):
        played(state, "bag b2")


def test_the_captain_reaches_under_people() -> None:
    state = drawn("c . . R\n! . 2Y .\n. . . p", CAPTAIN)
    assert board(played(state, "bag d3", "bag c2")) == cells("c . . 1R\n! . 3Y .\n. . . pB")


def test_a_turn_can_always_be_completed_even_where_no_square_is_dry() -> None:
    state = drawn("c~1 ~1 ~1\n!~1 ~1 ~1\n~1 ~1 p~1RYB", CAPTAIN)
    assert {action.split()[0] for action in legal(state)} == {"pump"}


# --- rulings 5 and 6: running water ---


def test_the_first_unit_stays_on_its_leak() -> None:
    state = drawn(CALM, CAPTAIN)
    assert legal(state, "pump a3") == ["pump a3"]
    with pytest.raises(IllegalAction, match=r"Water pumped in at a3 stays there now: play “pump a3”\."):
        played(state, "pump a3 a2")


def test_a_unit_on_top_of_others_runs_over_them_to_a_dry_square() -> None:
    state = drawn(
        """
        c3 3   3   3
        3  !~2 ~1  .
        3  .   2   3
        p  3   3   3
        """,
        CAPTAIN,
    )
    assert legal(state, "pump b3") == ["pump b3 b2", "pump b3 d3"]
    with pytest.raises(IllegalAction, match=r"Water pumped in at b3 can't stay there: choose b2, d3\."):
        played(state, "pump b3")
    assert board(played(state, "pump b3 d3")).splitlines()[1] == "3 !~2 ~1 ~1"


def test_water_does_not_climb() -> None:
    state = drawn("c3 2 .\n!~1 2 .\n2 2 pRYB", CAPTAIN)
    assert legal(state, "pump") == ["pump a2"]


def test_water_crosses_a_sandbag_level_and_falls_behind_it() -> None:
    state = drawn("c3 3 3\n!~1 1 .\n2 3 pRYB", CAPTAIN)
    assert legal(state, "pump") == ["pump a2 c2"]
    assert state.station.rests(1)[7] == (1, 4, 7)


def test_to_end_level_is_no_run() -> None:
    state = drawn("c3 3 3 3\n!1 1 1 1\n3 3 3 p1RYB", CAPTAIN)
    assert legal(state, "pump") == ["pump a2"]


def test_water_stops_at_the_first_resting_place() -> None:
    state = drawn("c3 3 3 3 3\n!~1 . . . .\n3 3 3 3 pRYB", CAPTAIN)
    assert legal(state, "pump") == ["pump a2 b2"]


def test_water_may_pass_a_square_that_leads_lower() -> None:
    state = drawn("c3 3 3 3 3\n!~2 1 1 . 3\n3 3 3 3 pRYB", CAPTAIN)
    assert legal(state, "pump") == ["pump a2 d2"]


def test_the_captain_may_choose_a_hollow_that_is_not_the_deepest() -> None:
    state = drawn("c3 3 3 3 3\n2 !2 2 . pRYB\n1 3 3 3 3", CAPTAIN)
    assert legal(state, "pump") == ["pump b2 a1", "pump b2 d2"]


def test_a_pump_is_at_a_leak() -> None:
    with pytest.raises(IllegalAction, match=r"b3 is no leak point: pump at a3 or c1\."):
        played(drawn(CALM, CAPTAIN), "pump b3")


# --- ruling 7: settling ---

DUNK = """
c   .   .   .   .
2   Y   .   .   .
!~2 2B  .   .   .
2   .   .   .   pR
"""


def test_a_taken_sandbag_frees_water_and_the_captain_chooses_in_the_crews_turn() -> None:
    state = played(drawn(DUNK, BLUE), "b2-")
    assert mover(state) == CAPTAIN
    assert state.view_for(None).phase == "settle"
    assert legal(state) == ["flow a2 b1", "flow a2 b3", "flow a2 c2"]
    state = played(state, "flow a2 b3")
    assert board(state) == cells("""
        c   .   .   .   .
        2   ~1Y .   .   .
        !~1 1B  .   .   .
        2   .   .   .   pR
    """)
    assert mover(state) == CAPTAIN
    assert state.view_for(None).phase == "captain"


def test_while_water_runs_nothing_else_happens() -> None:
    state = played(drawn(DUNK, BLUE), "b2-")
    with pytest.raises(IllegalAction, match="Water is running: wait until the captain has chosen"):
        state.play(BLUE, parse("b2"))
    with pytest.raises(IllegalAction, match="Water is running: choose where first"):
        state.play(CAPTAIN, parse("pump a2"))
    with pytest.raises(IllegalAction, match=r"No water on b1 has to run: choose from a2\."):
        state.play(CAPTAIN, parse("flow b1 a1"))
    with pytest.raises(IllegalAction, match=r"The water of a2 can't come to rest on a1: choose b1, b3, c2\."):
        state.play(CAPTAIN, parse("flow a2 a1"))


def test_no_water_runs_when_none_is_loose() -> None:
    with pytest.raises(IllegalAction, match="The water has settled"):
        drawn(CALM, CAPTAIN).play(CAPTAIN, parse("flow a3 a2"))


def test_a_single_run_is_made_without_asking() -> None:
    state = drawn("c3 3 3 3\n!~2 2R . 3\n3 3 3 pYB")
    after = played(state, "b2-")
    assert mover(after) == YELLOW
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
    assert mover(still) == mover(chain) == YELLOW


def test_the_captains_own_sandbag_frees_water_before_his_next_part() -> None:
    state = played(drawn(DUNK, CAPTAIN), "unbag b2")
    assert state.view_for(None).phase == "settle"
    state = played(state, "flow a2 c2")
    assert mover(state) == CAPTAIN
    assert {action.split()[0] for action in legal(state)} == {"pump"}


# --- ruling 8: the end ---


def test_a_crew_member_drowns_in_depth_two() -> None:
    state = played(drawn("c3 3 3\n!~2 ~1R 3\n3 2 pYB", CAPTAIN), "pump a2 b2")
    assert reason(state) == "drowned"
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
    assert reason(played(state, "c2-")) == ""
    again = drawn("c3 3 3 3\n!~3 ~1Y 2R 3\n3 3 3 pB")
    assert reason(played(again, "c2-")) == "drowned"


def test_the_pod_is_flooded_at_depth_two() -> None:
    state = drawn("c 3 3\n!~2 p~1 3\n3 1RYB 3", CAPTAIN)
    assert reason(played(state, "pump a2 b2")) == "pod flooded"


CUT = """
c   {0} 3
R   {0} 3
!~3 {1} p1YB
"""


def test_a_crew_member_without_a_way_is_cut_off() -> None:
    state = drawn(CUT.format("~2", "~1"), CAPTAIN, ("pump", "pump"))
    assert reason(played(state, "pump a1 b1")) == "cut off"


def test_a_puddle_cuts_off_only_on_a_dry_path() -> None:
    state = drawn(CUT.format("~2", "~1"), BLUE)
    assert reason(played(state, "c1")) == "cut off"
    open_way = CUT.format("~2", "~1").replace("!~3", "!")
    assert reason(played(drawn(open_way, BLUE), "c1")) == ""
    assert reason(played(drawn(open_way, BLUE, path="dry"), "c1")) == "cut off"


def test_on_a_dry_path_the_ends_may_be_wet() -> None:
    wet_ends = "c ~2 .\n! ~1R .\n~2 . p~1YB"
    assert reason(played(drawn(wet_ends, BLUE, path="dry"), "c1")) == ""
    beside = "c ~2 .\n! ~2 ~1R\n~2 ~2 p~1YB"
    assert reason(played(drawn(beside, BLUE, path="dry"), "c1")) == ""


def test_the_captain_drowns_in_the_control_room() -> None:
    state = drawn("3 3 3\n!~2 c~1 3\n3 3 pRYB", CAPTAIN)
    after = played(state, "pump a2 b2")
    assert reason(after) == "captain drowned"
    assert after.outcome is not None
    assert after.outcome.winners == CREW


def test_if_both_would_win_at_once_the_captain_does() -> None:
    state = drawn("3 3 3 3\n2 c~1 !~3 1R\n3 3 3 pYB", RED)
    both = drawn("3 3 3 3\n~2Y c~2 ! R\n3 3 3 pB", RED)
    assert reason(played(state, "d2")) == ""
    assert reason(played(both, "d2")) == "drowned"


def test_the_crew_holds_out_when_the_last_round_is_over() -> None:
    state = drawn(CALM, CAPTAIN, ("pump", "pump"), rounds=5, round=5)
    after = played(state, "pump a3")
    assert reason(after) == "held out"
    assert reason(played(drawn(CALM, CAPTAIN, ("pump", "pump"), rounds=5, round=4), "pump a3")) == ""


def test_the_captain_wins_in_the_very_last_part() -> None:
    state = drawn(CUT.format("~2", "~1"), CAPTAIN, ("pump", "pump"), rounds=5, round=5)
    assert reason(played(state, "pump a1 b1")) == "cut off"


def test_the_end_is_looked_for_after_each_part() -> None:
    state = drawn("3 3 3\n!~2 c~1 3\n3 3 pRYB", CAPTAIN)
    with pytest.raises(IllegalAction, match="This game is over"):
        played(state, "pump a2 b2").play(CAPTAIN, parse("pump a2"))


def test_one_is_never_cut_off_on_the_pod() -> None:
    state = drawn("c . .\n! ~2 ~2\n~2 ~2 pRYB")
    assert reason(played(state, "c1")) == ""


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
