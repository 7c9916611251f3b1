"""What a look at one square tells, game by game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import GAMES
from bot.games.core import NotationError, Seat, State

from .cases import listed


def played(key: str, *lines: str, **given: str) -> State[Any, Any]:
    """The position after ``lines``, each a seat and its action."""
    game = GAMES[key]
    state = game.start(game.read_options(given))
    for line in lines:
        seat, _, text = line.partition(" ")
        state = state.play(Seat(seat), game.parse(text))
    return state


def look(key: str, state: State[Any, Any], name: str, viewer: str | None = None) -> str:
    return GAMES[key].describe_square(state.view_for(Seat(viewer) if viewer else None), name)


def test_a_snorkel_tells_its_group_and_its_open_tubes() -> None:
    state = played("snorkels", "purple a1", "green b1", "purple d4", "green e4", "purple d5", pie="off")
    assert look("snorkels", state, "a1").startswith(
        "There’s a purple snorkel on a1. It’s on its own, with 1 open tube: a2."
    )
    assert "Its group is d4 and d5, with 5 open tubes: c4, c5, d3, d6 and e5." in look(
        "snorkels", state, "d4"
    )
    assert "A purple snorkel here would have 2 open tubes, and a green one 2 open tubes." in look(
        "snorkels", state, "a2"
    )


def test_a_stack_tells_its_checkers_from_the_top_and_where_it_goes() -> None:
    state = played("checkers", "red b2-b4", "black b7-b5")
    told = look("checkers", state, "b5")
    assert told.startswith("b5 holds 2 black. Black controls it. It moves exactly 2 squares: to ")
    assert "b3 (empty)" in told
    assert "Its top checker can be split off to a5 (empty), b4 (red 2), b6 (empty), c5 (empty)." in told
    assert "Red can land here from b4 (2)." in told


def test_a_square_of_the_lake_tells_its_reports_and_echo_times_to_who_sounded() -> None:
    state = played(
        "depthcharge", "south mines a2 c2 d2 e2 f2", "north mines a8 b8 c8 d8 e8", "south sound b2"
    )
    assert "Report 1 of 1: South sounded here, ping at 6." in look("depthcharge", state, "b2")
    echo = "A mine here would give these pings to your soundings: b2 6."
    assert echo in look("depthcharge", state, "b8", "south")
    for viewer in ("north", None):
        assert "you sounded" not in look("depthcharge", state, "b8", viewer)
    assert "Your own live mine is here." in look("depthcharge", state, "b8", "north")
    assert "with no known mine" in look("depthcharge", state, "b8", None)
    assert "with no known mine" in look("depthcharge", state, "b8", "south")


def test_a_flooded_square_tells_its_depth_and_the_way_to_dry_land_and_the_pod() -> None:
    state = played("crackers", "red a4", "yellow e1", "blue e1", "captain pump a4", "captain bag b4")
    told = look("crackers", state, "a4")
    assert told.startswith("a4 is a leak: water 1 deep. Red is standing here. The pod is 7 steps away. ")
    assert "The nearest dry square is a5, 1 step away." in told
    assert "b4 1 sandbag and dry" in told
    legal = listed(state, Seat("captain"))
    rests = [str(action).split()[2] for action in legal if "pump a4" in str(action)]
    assert f"come to rest on {', '.join(rests[:-1])} or {rests[-1]}." in told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("7", "Biscuit Bay (7) holds a chest. It can still be looted. It would sink with line B "),
        ("biscuit bay", "Biscuit Bay (7) "),
        ("Widow's", "Widow’s Sigh (3) holds a coin."),
        (
            "2",
            (
                "Rumwash (2) holds a chest. It has been looted. "
                "It would sink with line B (7 spaces). It’s also beyond "
            ),
        ),
        ("chest", "The chest column, from the top: 1, 2, 3, 4, 5 and 6. Circled: 1. Still open: 2, 3,"),
        ("line n", "Line N is open. It would sink 1 space: Barnacle Row (30, bottle)."),
        (
            "g",
            "Line G isn’t open: Turtle Back (18) has to sink first. Then it will sink 2 spaces: Plank",
        ),
    ],
)
def test_the_sheet_tells_spaces_columns_and_lines(name: str, told: str) -> None:
    state = played("curse", "chance roll 1 2", "pirate white chest 2")
    assert look("curse", state, name).startswith(told)


def test_a_name_that_is_not_on_the_sheet_says_what_is() -> None:
    with pytest.raises(NotationError, match="There’s no “zzz” on this sheet"):
        look("curse", played("curse"), "zzz")


def test_details_name_every_group_with_the_scarcest_air_first() -> None:
    state = played("snorkels", "purple a1", "green b1", "purple d4", pie="off")
    assert GAMES["snorkels"].details(state.view_for(None)) == (
        "Purple a1: 1 open tube: a2.",
        "Green b1: 2 open tubes: b2 and c1.",
        "Purple d4: 4 open tubes: c4, d3, d5 and e4.",
    )


def test_a_description_lists_every_report_by_side() -> None:
    state = played(
        "depthcharge", "south mines a2 c2 d2 e2 f2", "north mines a8 b8 c8 d8 e8", "south sound b2"
    )
    state = state.play(Seat("north"), GAMES["depthcharge"].parse("sound k12"))
    told = GAMES["depthcharge"].describe(state.view_for(None))
    assert "South’s soundings: b2: 6. North’s soundings: k12: 10, 15." in told
    assert GAMES["depthcharge"].details(state.view_for(None)) == ()
