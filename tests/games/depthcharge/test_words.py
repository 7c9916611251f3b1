"""What Depth Charge says."""

from __future__ import annotations

from dataclasses import replace

from bot.games.core import Outcome
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import BOARD, NORTH, SEATS, SOUTH, parse
from bot.games.depthcharge.prompts import LAST
from tests.games.playing import begun, played

from .drawing import lake

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


def test_reports_tell_which_of_them_a_destroyed_mine_still_answered() -> None:
    state = played(lake(NEAR), "sound c7", "sound k12", "charge d7", "sound k12", "sound c7")
    view = state.view_for(None)
    assert "Soundings by South: c7: 1 · mine on d7 destroyed · c7: 7." in GAME.describe(view)
    assert GAME.findings(state.view_for(SOUTH)) == ("Your soundings: c7: 1 · mine on d7 destroyed · c7: 7",)


def test_where_no_mine_can_be_a_depth_charge_says_so_and_stands_last() -> None:
    before = lake(NEAR).view_for(SOUTH)
    after = played(lake(NEAR), "charge c7", "sound k12").view_for(SOUTH)
    for view, square, told in (
        (before, "d7", "d7 (North)"),
        (before, "c7", "c7 (Northwest)"),
        (before, "d5", "d5 (South) · No Mine There"),
        (after, "c7", "c7 (Northwest) · No Mine There"),
        (after, "d7", "d7 (North)"),
    ):
        assert GAME.label(view, ("charge",), square) == told
        assert GAME.rank(view, ("charge",), square) == (LAST if "No Mine" in told else 0)
    assert GAME.label(before, ("sound",), "d5") == "d5 (South)", "listening there tells something"


def test_a_setup_has_no_line_of_who_is_ready() -> None:
    state = begun("depthcharge").play(SOUTH, parse("mines b2 b3 b4 b5 b6"))
    assert GAME.summary(state.view_for(None)) == "", "the turn's sentences say so"


def test_reports_that_find_no_room_in_a_description_stand_beside_it() -> None:
    state = lake(NEAR, quiet=0)
    assert GAME.details(played(state, "sound e7").view_for(None)) == ()
    for _ in range(40):
        state = played(state, "sound e7", "sound k12")
    view = state.view_for(None)
    told, (south, north) = GAME.describe(view), GAME.details(view)
    assert "earlier)" in told
    assert told.count("e7: ") < south.count("e7: ") == 40
    assert north.count("k12: ") == 40


def test_a_setup_is_told_from_what_was_done_last() -> None:
    state = begun("depthcharge", islands="1", mines="3")
    assert GAME.describe(state.view_for(None)).startswith("Depth Charge, on a 12-by-12 lake.")
    for seat, action, told in (
        (NORTH, "islands h9", "North has placed its islands. 1 island still to be placed: South."),
        (SOUTH, "islands e4", "All the islands have been placed. 3 mines still to be laid: South and North."),
        (SOUTH, "mines b2 b3 b4", "South has laid its mines. 3 mines still to be laid: North."),
        (NORTH, "mines b9 b8 b7", "All the mines have been laid. South is next."),
    ):
        state = state.play(seat, parse(action))
        assert GAME.describe(state.view_for(None)).startswith(told)


def test_a_look_says_which_island_stops_the_sound() -> None:
    state = begun("depthcharge", islands="1", mines="3")
    for seat, action in (
        (SOUTH, "islands b2"), (NORTH, "islands f9"), (SOUTH, "mines b3 b4 b5"), (NORTH, "mines h12 h10 h9"),
        (SOUTH, "move nnn"), (NORTH, "move s"), (SOUTH, "move nnn"), (NORTH, "move n"), (SOUTH, "move nn"),
        (NORTH, "move s"), (SOUTH, "sound b9"),
    ):  # fmt: skip
        state = state.play(seat, parse(action))
    told = GAME.describe_square(state.view_for(SOUTH), "h9")
    assert told.endswith(
        "A mine here would answer your soundings with these pings: b9 6 (stopped by the island on f9)."
    )
    assert GAME.describe_square(state.view_for(SOUTH), "e9").endswith("b9 3.")


def test_a_diagram_shows_what_its_viewer_knows() -> None:
    state = played(lake(NEAR, sonar=True), "charge e7", "sound k12", "sound c7", "sound k12")
    south, north = (GAME.text(state.view_for(seat)).splitlines() for seat in SEATS)
    assert " 7 . . - . o . . . . . . . 7" in south
    assert " 7 . . . * o . . . . . . . 7" in north
    assert " 8 . . . . . . . . * . . . 8" in north
    assert "Soundings by North: k12: 17, 18 · k12: 17, 18" in south
    assert "Soundings by South: c7: 1" in south
    assert "*" not in GAME.text(state.view_for(None))


def test_everybody_is_reminded_of_where_boats_have_been() -> None:
    state = played(lake(NEAR), "move wwn", "move s", "move ss")
    south, north, public = (state.view_for(seat) for seat in (*SEATS, None))
    assert [side.swept for side in north.sides] == [("b5",), ("b7", "l11")]
    for view in (south, north, public):
        assert " 7 . - . . . . . . . . . . 7" in GAME.text(view).replace("*", ".")
    reason = "Boats have shown that there’s no mine here"
    assert GAME.findings(south) == (f"{reason}: b7, l11",)
    assert GAME.findings(north) == (f"{reason}: b5",), "South crossed c5, where a mine of its own may be"
    assert "Boats have shown that there’s no mine here: b5, b7, l11." in GAME.describe(public)
    assert GAME.describe_square(south, "b7") == (
        "b7 is in the North half. A boat was here, so there’s no mine."
    )
    assert "open water" in GAME.describe_square(south, "b6")


def test_a_draw_that_is_near_is_told_while_the_game_is_played() -> None:
    view = replace(lake(NEAR), quiet=95).view_for(None)
    assert GAME.summary(view) == "If no mine is destroyed in 5 more turns, it’s a draw."
    assert GAME.summary(replace(view, to_act=())) == "", "its players have ended the game"


def test_an_ending_says_what_decided() -> None:
    drawn = replace(lake(NEAR).view_for(None), outcome=Outcome.drawn("quiet", SEATS))
    assert GAME.ending(drawn) == "It’s a draw: no mine was destroyed for 100 turns in a row."
    missed = played(lake(NEAR), "charge e7", "sound k12", "charge c7")
    assert GAME.ending(missed.view_for(None)) == (
        "North wins: South missed with 2 depth charges, at e7 and c7."
    )


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
