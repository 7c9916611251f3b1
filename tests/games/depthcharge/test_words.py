"""What Depth Charge says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.core import Outcome
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import BOARD, NORTH, SEATS, SOUTH, parse
from bot.games.depthcharge.rules import start

from .drawing import after, lake, turns
from .playing import game

NEAR = """
8: . . . . . . . . * . . .
. . . * . . . . . . . .
. . . S . . . . . . . .
. . . . . . . . . . . .
* * . . . . . . . . . .
"""


def test_a_diagram_counts_the_mines_that_it_shows() -> None:
    for page in GAME.book:
        for diagram in page.diagrams:
            shown = [len(side.mines or ()) + len(side.destroyed) for side in diagram.view.sides]
            assert diagram.view.terms.mines == (max(shown) or 5)
            for side in diagram.view.sides:
                assert side.left == diagram.view.terms.mines - len(side.destroyed)


def test_turns_are_told_in_sentences() -> None:
    state = lake(NEAR)
    for action, told in (
        ("sound e7", "South sounded e7: pings at 1 and 5."),
        ("sound d7", "South sounded d7: pings at 0 and 6."),
        ("charge d7", "South dropped a depth charge on d7 and destroyed a mine."),
        (
            "charge e7",
            "South dropped a depth charge on e7 and missed. 1 miss so far. One more loses the game.",
        ),
        ("move w", "South moved to c6."),
        ("move wwn", "South moved to b7 via c6 and b6."),
    ):
        assert state.narrate(SOUTH, parse(action), None) == told


def test_the_buttons_say_where_they_lead() -> None:
    view = lake(NEAR).view_for(SOUTH)
    assert [GAME.label(view, (), step) for step in ("move", "sound", "charge")] == [
        "Move",
        "Sound",
        "Depth Charge",
    ]
    assert GAME.label(view, ("move",), "g6") == "g6"
    assert GAME.label(view, ("move",), "e8") == "e8 (3 Ways)"
    assert GAME.label(view, ("move", "e8"), "nne") == "North, North, East (via d7 and d8)"
    assert GAME.label(view, ("sound",), "c7") == "c7 (Northwest)"
    assert GAME.label(view, ("charge",), "d5") == "d5 (South)"


def test_every_label_is_short_and_told_apart() -> None:
    for state in game(4, 40, islands="3"):
        for seat in state.to_act:
            view = state.view_for(seat)
            labels = set()
            for action in turns(state, seat):
                path = state.path(action)
                assert GAME.ask(view, path[:-1])
                labels.add((path[:-1], GAME.label(view, path[:-1], path[-1])))
                assert all(len(GAME.label(view, path[:at], path[at])) <= 80 for at in range(len(path)))
            assert len(labels) == len(turns(state, seat))


def test_a_description_begins_with_the_last_turn_and_fits() -> None:
    long = lake(NEAR, quiet=0, sonar=True)
    states = game(8, 60, islands="6", mines="7", sonar="on")
    for _ in range(70):
        long = after(long, "sound e7", "sound k12")
        states.append(long)
    for state in states[::7]:
        for viewer in (None, *SEATS):
            view = state.view_for(viewer)
            assert len(GAME.describe(view)) <= 1024
            assert len(GAME.text(view)) <= 1900
            if view.last is not None:
                assert GAME.describe(view).startswith(view.last.seat.capitalize())
    assert "earlier)" in GAME.text(long.view_for(None))
    assert "earlier)" in GAME.describe(long.view_for(None))


def test_reports_tell_which_of_them_a_destroyed_mine_still_answered() -> None:
    state = after(lake(NEAR), "sound c7", "sound k12", "charge d7", "sound k12", "sound c7")
    view = state.view_for(None)
    assert "South’s soundings: c7: 1 · d7 destroyed · c7: 7." in GAME.describe(view)
    assert GAME.findings(state.view_for(SOUTH)) == ("Your soundings: c7: 1 · d7 destroyed · c7: 7",)


def test_reports_that_find_no_room_in_a_description_stand_beside_it() -> None:
    state = lake(NEAR, quiet=0)
    assert GAME.details(after(state, "sound e7").view_for(None)) == ()
    for _ in range(40):
        state = after(state, "sound e7", "sound k12")
    view = state.view_for(None)
    told, (south, north) = GAME.describe(view), GAME.details(view)
    assert "earlier)" in told
    assert told.count("e7: ") < south.count("e7: ") == 40
    assert north.count("k12: ") == 40


def test_a_setup_is_told_from_what_was_done_last() -> None:
    state = start(GAME.read_options({"islands": "1", "mines": "3"}))
    assert GAME.describe(state.view_for(None)).startswith("Depth Charge, on a 12-by-12 lake.")
    for seat, action, told in (
        (NORTH, "islands h9", "North has placed its islands. South still has to place 1 island."),
        (SOUTH, "islands e4", "All the islands have been placed. South and North each have to lay 3 mines."),
        (SOUTH, "mines b2 b3 b4", "South has laid its mines. North still has to lay 3 mines."),
        (NORTH, "mines b9 b8 b7", "All the mines have been laid. It’s South’s turn"),
    ):
        state = state.play(seat, parse(action))
        assert GAME.describe(state.view_for(None)).startswith(told)


def test_a_look_says_which_island_stops_the_sound() -> None:
    state = start(GAME.read_options({"islands": "1", "mines": "3"}))
    for seat, action in (
        (SOUTH, "islands b2"), (NORTH, "islands f9"), (SOUTH, "mines b3 b4 b5"), (NORTH, "mines h12 h10 h9"),
        (SOUTH, "move nnn"), (NORTH, "move s"), (SOUTH, "move nnn"), (NORTH, "move n"), (SOUTH, "move nn"),
        (NORTH, "move s"), (SOUTH, "sound b9"),
    ):  # fmt: skip
        state = state.play(seat, parse(action))
    told = GAME.describe_square(state.view_for(SOUTH), "h9")
    assert told.endswith(
        "A mine here would give these pings to your soundings: b9 6 (stopped by the island on f9)."
    )
    assert GAME.describe_square(state.view_for(SOUTH), "e9").endswith("b9 3.")


def test_a_diagram_shows_what_its_viewer_knows() -> None:
    state = after(lake(NEAR, sonar=True), "charge e7", "sound k12", "sound c7", "sound k12")
    south, north = (GAME.text(state.view_for(seat)).splitlines() for seat in SEATS)
    assert " 7 . . - . o . . . . . . . 7" in south
    assert " 7 . . . * o . . . . . . . 7" in north
    assert " 8 . . . . . . . . * . . . 8" in north
    assert "North’s soundings: k12: 17, 18 · k12: 17, 18" in south
    assert "South’s soundings: c7: 1" in south
    assert "*" not in GAME.text(state.view_for(None))


def test_everybody_is_reminded_of_where_boats_have_been() -> None:
    state = after(lake(NEAR), "move wwn", "move s", "move ss")
    south, north, public = (state.view_for(seat) for seat in (*SEATS, None))
    assert [side.swept for side in north.sides] == [("b5",), ("b7", "l11")]
    for view in (south, north, public):
        assert " 7 . - . . . . . . . . . . 7" in GAME.text(view).replace("*", ".")
    assert GAME.findings(south) == ("No mine where boats have been: b7, l11",)
    assert "No mine where boats have been: b5, b7, l11." in GAME.describe(public)
    assert GAME.describe_square(south, "b7") == (
        "b7 is in North’s half. A boat was here, so there’s no mine."
    )
    assert "open water" in GAME.describe_square(south, "b6")


def test_a_draw_that_is_near_is_told_while_the_game_is_played() -> None:
    view = replace(lake(NEAR), quiet=95).view_for(None)
    assert GAME.summary(view).endswith(" · draw in 5 quiet turns")
    assert "draw" not in GAME.summary(replace(view, to_act=())), "its players have ended the game"


def test_the_two_are_told_who_is_awaited() -> None:
    state = start(GAME.read_options({}))
    assert "South and North each have to lay 5 mines." in GAME.describe(state.view_for(None))
    ready = state.play(SOUTH, parse("mines b2 b3 b4 b5 b6"))
    assert GAME.summary(ready.view_for(None)) == "South ready · North placing"
    assert "South has laid its mines. North still has to lay 5 mines." in GAME.describe(ready.view_for(NORTH))


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome.won_by("resigned", [NORTH], SEATS), "North wins: South resigned."),
        (Outcome.drawn("agreed", SEATS), "It’s a draw by agreement."),
        (Outcome.drawn("quiet", SEATS), "It’s a draw: no mine was destroyed for 100 turns in a row."),
    ],
)
def test_an_ending_is_a_sentence(outcome: Outcome, sentence: str) -> None:
    assert GAME.ending(replace(lake(NEAR).view_for(None), outcome=outcome)) == sentence


def test_in_the_books_diagrams_south_acts_where_its_boat_is() -> None:
    views = [diagram.view for page in GAME.book for diagram in page.diagrams]
    acts = [(view.sides, view.last) for view in views if view.last is not None]
    assert acts
    for sides, last in acts:
        (boat,) = (side.boat for side in sides if side.seat == SOUTH)
        assert [side.seat for side in sides if side.sunk] == ([SOUTH] if last.heard == "mine" else [])
        if last.kind == "move":
            assert last.squares[-1] == boat
        else:
            assert BOARD.read(last.squares[-1]) in BOARD.around[BOARD.read(boat)]


def test_the_rule_book_has_a_page_for_every_phase() -> None:
    keys = [page.key for page in GAME.book]
    assert len(set(keys)) == len(keys)
    for state in (start(GAME.read_options({})), lake(NEAR), after(lake(NEAR), "move n")):
        assert GAME.page_for(state.view_for(None)) in keys
    assert all(page.diagrams for page in GAME.book)
