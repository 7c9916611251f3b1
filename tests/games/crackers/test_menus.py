"""What is asked of Crackers' players: options, menus, questions."""

from __future__ import annotations

from bot.games.core import ChoiceOption, IntOption, Seat
from bot.games.crackers import GAME
from bot.games.crackers.actions import BLUE, CAPTAIN, Bag, Pump
from bot.games.crackers.book import drawn
from bot.games.crackers.prompts import ask, label
from data.boards import board

from . import NAMES
from .positions import DUNK, played

# --- options ---


def test_helps_fit_discord_and_name_the_layouts_and_their_even_rounds() -> None:
    assert all(len(option.help) <= 100 for option in GAME.options.values())
    layouts, rounds = GAME.options["board"], GAME.options["rounds"]
    assert isinstance(layouts, ChoiceOption)
    assert isinstance(rounds, IntOption)
    assert layouts.choices == [*NAMES]
    sheets = {name: board(name) for name in NAMES}
    sizes = (f"{name} {sheet['files']}×{sheet['ranks']}" for name, sheet in sheets.items())
    assert layouts.help == f"The layout: {', '.join(sizes)}"
    even = "/".join(str(sheet["even_rounds"]) for sheet in sheets.values())
    later = "/".join(str(sheet["even_between"]["first-mate"]) for sheet in sheets.values())
    assert f"station/outpost/bell: {even} for beginners, {later} for First Mates" in rounds.help
    assert len(f"{rounds.help} ({rounds.bounds})") <= 100


def test_the_crew_is_one_side() -> None:
    assert GAME.sides(GAME.read_options({})) == (("red", "yellow", "blue"), ("captain",))


# --- menus ---


def test_staying_is_the_first_button() -> None:
    state = drawn(DUNK, Seat("yellow"))
    paths = [state.path(action) for action in state.legal(Seat("yellow"))]
    assert paths[:2] == [("stay",), ("stay+",)]
    assert paths[2] == ("a", "1")
    assert ("b", "2-") in paths


def test_a_pumps_path_is_the_leak_and_the_resting_place() -> None:
    state = drawn(DUNK, CAPTAIN)
    assert state.path(Pump("a2")) == ("pump a2",)
    over = drawn("c3 3 3\n!~1 . 3\n2 3 pRYB", CAPTAIN)
    assert state.path(Bag("c2")) == ("bag", "c", "2")
    assert next(over.path(action) for action in over.legal(CAPTAIN)) == ("pump a2 b2",)


def test_after_a_sandbag_the_next_one_asks_for_its_column_at_once() -> None:
    for done in (("bag",), ("pump", "bag")):
        state = drawn(DUNK, CAPTAIN, done)
        assert state.path(Bag("c2")) == ("bag c", "2")
    assert label(state.view_for(CAPTAIN), (), "bag c") == "Bag in c"


def test_more_resting_places_than_a_menu_holds_are_asked_by_file_and_rank() -> None:
    state = drawn(
        """
        1    1   1   1   1   1   1   1
        1    .   .   .   .   .   .   .
        1    .   .   .   .   .   .   .
        !1~1 1   1   1   1   1   1   1
        1    .   .   .   .   .   .   .
        1    .   .   .   .   .   .   .
        1    1   1   1   1   1   1   1
        1    .   c   .   .   .   .   p
        """,
        CAPTAIN,
        ("unbag",),
    )
    paths = [state.path(action) for action in state.legal(CAPTAIN)]
    assert len(set(paths)) == 35
    assert {path[0] for path in paths} == {"pump a5"}
    assert {path[1] for path in paths} == set("bcdefgh")
    assert {path[2] for path in paths} == set("13467")


def test_settling_says_why_it_asks() -> None:
    view = played(drawn(DUNK, BLUE), "b2-").view_for(CAPTAIN)
    assert (
        ask(view, ()) == "A sandbag is gone, and now water has to run. Which square’s water will run first?"
    )
    assert ask(view, ("a2",)) == "Where will the water on a2 come to rest?"
