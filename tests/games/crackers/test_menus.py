"""What is asked of Crackers' players: options, menus, questions."""

from __future__ import annotations

from itertools import product

import pytest

from bot.games.core import ChoiceOption, IntOption, Seat
from bot.games.crackers import GAME
from bot.games.crackers.actions import BLUE, CAPTAIN, Bag, Pump
from bot.games.crackers.board import layout
from bot.games.crackers.book import drawn
from bot.games.crackers.prompts import ask, label, rows
from bot.games.crackers.rules import CrackersState
from bot.players.player import LEVELS
from data.boards import board
from tests.games.playing import played

from . import NAMES
from .positions import DUNK

# --- options ---


def test_helps_fit_discord_and_name_the_layouts_and_their_even_rounds() -> None:
    assert all(len(option.help) <= 100 for option in GAME.options.values())
    layouts, rounds = GAME.options["board"], GAME.options["rounds"]
    assert isinstance(layouts, ChoiceOption)
    assert isinstance(rounds, IntOption)
    assert layouts.choices == [*NAMES]
    sheets = {name: board(name) for name in NAMES}
    sizes = (f"{name} {sheet['files']}×{sheet['ranks']}" for name, sheet in sheets.items())
    assert layouts.help == f"The board: {', '.join(sizes)}"
    even = (f"{name} {sheet['even_between']['wade']['first-mate']}" for name, sheet in sheets.items())
    assert f"Default: an even game ({', '.join(even)}; fewer if dry)" in rounds.help
    assert len(f"{rounds.help} ({rounds.bounds})") <= 100
    assert int(GAME.first_options["rounds"]) < GAME.new_options({})["rounds"]


every_layout = pytest.mark.parametrize(("board", "path"), [*product(NAMES, ("wade", "dry"))])


@every_layout
def test_a_new_game_has_the_number_that_is_even_between_first_mates(board: str, path: str) -> None:
    even = layout(board).even_between[path]["first-mate"]
    assert GAME.start(GAME.new_options({"board": board, "path": path})).view_for(None).rounds == even
    assert GAME.new_options({"board": board, "path": path, "rounds": "60"})["rounds"] == 60


@every_layout
def test_games_far_from_even_are_not_rated_and_say_who_is_favoured(board: str, path: str) -> None:
    even = layout(board).even_between[path]
    for levels in ([], *([level.key] for level in LEVELS), ["deckhand", "captain"]):
        near = {even.get(level, even["first-mate"]) for level in levels or ["first-mate"]}
        for rounds in range(1, 201):
            told = GAME.unrated({"board": board, "path": path, "rounds": rounds}, levels)
            assert bool(told) == all(abs(rounds - each) > each // 10 for each in near), (levels, rounds)
            assert ("favour the crew" in told) == (bool(told) and rounds < min(near)) or len(near) > 1
            assert ("favour the captain" in told) == (bool(told) and rounds > max(near)) or len(near) > 1
        for rounds in (2, 3, 200):
            assert GAME.unrated({"board": board, "path": path, "rounds": rounds}, levels)


@every_layout
def test_a_record_without_a_number_of_rounds_keeps_the_designer_s(board: str, path: str) -> None:
    """Games that were begun before the default was the even number."""
    given = GAME.read_options({"board": board, "path": path})
    designers = {"station": 60, "outpost": 46, "bell": 34}
    assert GAME.start(given).view_for(None).rounds == layout(board).rounds == designers[board]


def test_the_crew_is_one_side() -> None:
    assert GAME.sides(GAME.read_options({})) == (("red", "yellow", "blue"), ("captain",))


# --- menus ---


def test_staying_is_the_first_button() -> None:
    state = drawn(DUNK, Seat("yellow"))
    paths = [state.path(action) for action in state.legal(Seat("yellow"))]
    assert paths[:2] == [("stay",), ("stay+",)]
    assert paths[2] == ("a", "=", "1")
    assert ("b", "-", "2") in paths


def offered(state: CrackersState, *steps: str) -> list[str]:
    """The rows of buttons after ``steps``: those that are off in brackets, those that are on with a tick."""
    found = rows(state.view_for(None), steps)
    return [
        " | ".join(f"({each.label})" if each.off else "✓ " * each.on + each.label for each in row)
        for row in found
    ]


CARRIED = """
c  1~1 .  1
!  .   3  1
R  .   .  pYB
"""


def test_a_sandbag_is_dropped_wherever_that_is_possible_until_one_switches() -> None:
    state = drawn(CARRIED)
    assert offered(state, "c") == ["c1 + Bag | c2 | c3 + Bag", "✓ + Bag | No Bag | − Bag"]
    assert offered(state, "c", "=") == ["c1 | c2 | c3", "+ Bag | ✓ No Bag | − Bag"]
    assert offered(state, "d", "-") == [
        "(d1) | d2 − Bag | d3 − Bag",
        "+ Bag | No Bag | ✓ − Bag",
    ]


def test_what_staying_can_do_keeps_its_place_when_the_square_is_full() -> None:
    for height, stays in (
        ("", "Stay | Stay + Bag"),
        ("2", "Stay | Stay + Bag | Stay − Bag"),
        ("3", "Stay | (Stay + Bag) | Stay − Bag"),
        ("~1", "Stay"),
    ):
        state = drawn(f"c . . .\n! 1 {height}R .\n. . . pYB")
        assert offered(state)[-1] == stays


def test_columns_are_in_even_rows_above_staying() -> None:
    state = drawn("c . . . . .\n! 1 R . . .\n. . . pYB . .")
    assert offered(state) == ["a | b | c", "d | e | f", "Stay | Stay + Bag"]


def test_one_square_in_a_column_needs_no_switch() -> None:
    assert offered(drawn("c .  .\n! ~2 2\n. ~1R pYB"), "a") == ["a1 | a1 + Bag"]


def test_where_nothing_can_be_done_with_sandbags_there_is_nothing_to_switch() -> None:
    assert offered(drawn("c ~1 ~1\n! .  ~1\n. R  pYB"), "c") == ["c1 | c2"]


@pytest.mark.parametrize("diagram", [CARRIED, DUNK, "c . .\n! ~1 2\n. R p~1YB"])
def test_every_turn_of_the_crew_is_offered_and_nothing_else(diagram: str) -> None:
    state = drawn(diagram, Seat("red"))
    paths = [path for action in state.legal(Seat("red")) if len(path := state.path(action)) > 1]
    seen = set()
    for column in {path[0] for path in paths}:
        for steps in {(column,), *((column, path[1]) for path in paths if path[0] == column)}:
            every = [each for row in rows(state.view_for(None), steps) for each in row if not each.off]
            assert len({each.steps for each in every}) == len(every)
            assert all(any(path[: len(each.steps)] == each.steps for path in paths) for each in every)
            seen |= {each.steps for each in every}
    assert seen >= set(paths)


def test_the_captain_switches_leaks_and_picks_where_water_runs() -> None:
    state = drawn("c . .\n!~1 . !\n. . pRYB", CAPTAIN)
    assert offered(state) == ["✓ Pump a2 to … | a1 | a3", "b2", "Pump c2 | Drop a Bag"]
    after = played(state, "pump a2 b2")
    assert offered(after) == ["✓ Pump a2 to … | a1 | a3", "b1 | b3 | c2", "Pump c2 | Drop a Bag"]


def test_squares_that_water_can_run_to_follow_their_leak_and_precede_the_next() -> None:
    state = drawn("c . . .\n!~1 . . !~1\n. . . pRYB", CAPTAIN)
    for leak, other in (("a2", "d2"), ("d2", "a2")):
        buttons = [each for row in rows(state.view_for(None), (f"pump {leak}",)) for each in row]
        assert buttons[0].label == f"Pump {leak} to …"
        targets = [each for each in buttons if each.steps[0] == f"pump {leak}" and len(each.steps) == 2]
        assert buttons[1 : 1 + len(targets)] == targets
        assert buttons[1 + len(targets)].label == f"Pump {other}"


def test_a_full_stack_is_told_where_no_button_drops_a_bag_and_can_be_climbed() -> None:
    view = drawn("c .  .\n! 3  3\n. 2R 3B\n. Y p").view_for(None)
    assert ask(view, ("b",)).endswith(" b3 is full (3 bags), but you can climb it.")
    assert ask(view, ("c",)).endswith(" c2 and c3 are full (3 bags each), but you can climb them.")
    assert "full" not in ask(view, ("a",))


def test_a_pumps_path_is_the_leak_and_the_resting_place() -> None:
    state = drawn(DUNK, CAPTAIN)
    assert state.path(Pump("a2")) == ("pump a2",)
    over = drawn("c3 3 3\n!~1 . 3\n2 3 pRYB", CAPTAIN)
    assert state.path(Bag("c2")) == ("bag", "c", "2")
    assert next(over.path(action) for action in over.legal(CAPTAIN)) == ("pump a2", "b2")


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
