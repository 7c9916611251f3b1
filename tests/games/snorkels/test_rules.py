"""The rulings of Snorkels, one by one, drawn."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.games.core import CHANCE, IllegalAction, NotationError, OptionError
from bot.games.snorkels import GAME
from bot.games.snorkels.actions import BOARD, GREEN, GUEST, HOST, PURPLE, Stones, parse
from bot.games.snorkels.rules import SnorkelsState, group

from .drawing import drawn, placed, verdict


def start(**options: str) -> SnorkelsState:
    state = GAME.start(GAME.read_options(options))
    assert isinstance(state, SnorkelsState)
    return state


def played(state: SnorkelsState, *lines: str) -> SnorkelsState:
    """``state`` after lines such as ``host d4``."""
    seats = {str(seat): seat for seat in (HOST, GUEST, PURPLE, GREEN, CHANCE)}
    for line in lines:
        seat, _, text = line.partition(" ")
        state = state.play(seats[seat], parse(text))
    return state


def legal(state: SnorkelsState) -> set[str]:
    return {str(action) for seat in state.to_act for action in state.legal(seat)}


# Ruling 1: stones


@pytest.mark.parametrize(("stones", "ways"), [(1, 49), (2, 1176), (3, 18424)])
def test_stones_fall_first_on_any_distinct_squares(stones: int, ways: int) -> None:
    state = start(stones=str(stones))
    assert state.to_act == {CHANCE}
    assert state.legal(CHANCE) == tuple(Stones(squares) for squares in combinations(range(49), stones))
    assert len(state.legal(CHANCE)) == ways


def test_without_stones_nothing_falls() -> None:
    assert start().to_act == {HOST}
    assert start(pie="off").to_act == {PURPLE}


def test_a_stone_blocks_like_the_wall() -> None:
    state = placed("""
        . . . . . . .
        . . . . . . .
        . . . # . . .
        . . # P x . .
        . . . G . . .
        . . . . . . .
        . . . . . . .
    """, GREEN)  # fmt: skip
    assert verdict(state) == "green capture"


def test_four_stones_do_not_exist() -> None:
    with pytest.raises(OptionError):
        start(stones="4")


# Ruling 2: the opening


def test_the_host_opens_the_guest_takes_a_colour_and_green_goes_on() -> None:
    state = played(start(), "host d4")
    assert state.to_act == {GUEST}
    assert legal(state) == {"take purple", "take green"}
    for colour, chairs in (("purple", (GUEST, HOST)), ("green", (HOST, GUEST))):
        after = played(state, f"guest take {colour}")
        assert after.to_act == {GREEN}
        assert (after.chair(PURPLE), after.chair(GREEN)) == chairs


def test_the_opening_snorkel_must_breathe() -> None:
    state = drawn("""
        . . . . . # .
        . . . . . . #
        . . . . . . .
        # . . . . . .
        . # . . . . .
        # . . . . . .
        . . . . . . .
    """, HOST, "opening")  # fmt: skip
    assert legal(state) == {BOARD.names[square] for square in range(49) if not state.cells[square]} - {
        "g7",
        "a3",
    }
    with pytest.raises(IllegalAction, match=r"^On g7 the opening snorkel could not breathe"):
        played(state, "host g7")


def test_with_the_pie_off_an_opening_that_cannot_breathe_is_legal_and_loses() -> None:
    state = played(start(pie="off", stones="2"), "chance stones a2 b1")
    assert "a1" in legal(state)
    assert verdict(played(state, "purple a1")) == "green self-capture"


# Ruling 3: tubes


def test_a_group_shares_its_tubes_and_counts_each_once() -> None:
    state = drawn("""
        . . . . . . .
        . . . . . . .
        . . P . . . .
        . P . P . . .
        . . P P G . .
        . . . . . . .
        . . . . . . .
    """)  # fmt: skip
    members, tubes = group(state.cells, BOARD.read("c3"))
    assert BOARD.list(members) == ("c3", "d3", "d4")
    assert BOARD.list(tubes) == ("b3", "c2", "c4", "d2", "d5", "e4")


def test_corners_do_not_touch() -> None:
    state = placed("""
        . . . . . . .
        . . . . . . .
        . . P . P . .
        . . . G . . .
        . . P . P . .
        . . . x . . .
        . . . . . . .
    """)  # fmt: skip
    assert verdict(state) == ""


def test_a_lone_snorkel_is_captured_in_the_middle_at_the_wall_and_in_the_corner() -> None:
    middle = placed("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . G . . .
        . . G P x . .
        . . . G . . .
        . . . . . . .
    """, GREEN)  # fmt: skip
    wall = placed("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . x . . .
        . . G P G . .
    """, GREEN)  # fmt: skip
    corner = placed("""
        . . . . . x P
        . . . . . . G
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """, GREEN)  # fmt: skip
    assert [verdict(state) for state in (middle, wall, corner)] == ["green capture"] * 3


def test_a_group_lives_by_its_last_tube_and_dies_with_it() -> None:
    lives = placed("""
        . . . . . . .
        . . G G . . .
        . G P P x . .
        . G P G . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """, GREEN)  # fmt: skip
    dies = placed("""
        . . . . . . .
        . . G G . . .
        . G P P G . .
        . G P G . . .
        . . x . . . .
        . . . . . . .
        . . . . . . .
    """, GREEN)  # fmt: skip
    assert verdict(lives) == ""
    assert verdict(dies) == "green capture"
    assert dies.view_for(None).blocked == ("c4", "c5", "d5")


# Ruling 4: placing


def test_a_snorkel_goes_on_any_empty_square_and_nobody_passes() -> None:
    state = played(start(), "host d4", "guest take green", "green d5")
    assert legal(state) == set(BOARD.names) - {"d4", "d5"}
    for word in ("pass", "", "-"):
        with pytest.raises(NotationError):
            parse(word)


def test_a_square_without_a_tube_is_legal() -> None:
    state = drawn("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G . . . . . .
        . G . . . . .
    """)  # fmt: skip
    assert "a1" in legal(state)
    assert verdict(played(state, "purple a1")) == "green self-capture"


# Ruling 5: the end


def test_taking_the_last_tube_of_an_own_group_loses() -> None:
    state = placed("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G . . . . . .
        P G . . . . .
        x G . . . . .
    """)  # fmt: skip
    assert verdict(state) == "green self-capture"
    assert state.view_for(None).blocked == ("a1", "a2")


def test_a_snorkel_that_saves_its_group_by_joining_another_does_not_lose() -> None:
    state = placed("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G G . . . . .
        P x P . . . .
        G G . . . . .
    """)  # fmt: skip
    assert verdict(state) == ""


def test_who_blocks_both_colours_at_once_wins() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G G . . . . .
        P P G . . . .
        x P G . . . .
    """
    state = placed(diagram, GREEN)
    assert verdict(state) == "green capture"
    assert state.view_for(None).blocked == ("a1", "a2", "b1", "b2")


def test_one_snorkel_may_block_several_groups() -> None:
    state = placed("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . G . . .
        . . G P G . .
        . . G x G . .
        . . G P G . .
    """, GREEN)  # fmt: skip
    assert verdict(state) == "green capture"
    assert state.view_for(None).blocked == ("d1", "d3")


def test_nothing_is_played_after_the_end() -> None:
    state = played(start(pie="off"), "purple a1", "green a2", "purple d4", "green b1")
    assert verdict(state) == "green capture"
    assert state.to_act == frozenset()
    assert legal(state) == set()
    with pytest.raises(IllegalAction, match=r"^This game is over\.$"):
        played(state, "purple g7")


# Ruling 6: supply


FULL = """
    P P P P G G G
    P P P P G G G
    P P P P G G G
    P P P x G G G
    P P P P G G G
    P P P P G G G
    P P P P G G G
"""


@pytest.mark.parametrize(("mover", "winner"), [(PURPLE, "purple"), (GREEN, "green")])
def test_who_fills_the_49th_square_blocks_both_and_wins(mover: str, winner: str) -> None:
    state = placed(FULL, PURPLE if mover == PURPLE else GREEN)
    assert verdict(state) == f"{winner} capture"
    assert set(state.view_for(None).blocked) == set(BOARD.names)
    assert "Both colours were blocked at once" in GAME.ending(state.view_for(None))
    assert GAME.page_for(state.view_for(None)) == "mutual-blockage"


def test_who_fills_the_last_square_beside_stones_wins_too() -> None:
    state = placed(FULL.replace("P P P P G G G", "P P P # G G G", 3))
    assert verdict(state) == "purple capture"


def test_a_25th_snorkel_is_not_refused() -> None:
    state = drawn("""
        P P P P P P P
        . G . G . G .
        P P P P P P P
        . G . . . G .
        P P P P P P P
        . G . G . G .
        P P P P . . .
    """)  # fmt: skip
    assert state.cells.count("purple") == 25
    assert "e1" in legal(state)
    assert played(state, "purple e1").cells.count("purple") == 26


# Refusals


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("purple d4", "d4 already holds a green snorkel: choose an empty square."),
        ("purple a1", "a1 already holds a purple snorkel: choose an empty square."),
        ("purple g7", "g7 already holds a stone: choose an empty square."),
        ("green a2", "It is purple’s turn."),
        ("host a2", "It is purple’s turn."),
        ("chance a2", "It is purple’s turn."),
        ("purple take green", "Place a snorkel now: name an empty square, such as d4."),
        ("purple stones a2", "Place a snorkel now: name an empty square, such as d4."),
    ],
)
def test_a_refusal_in_play_says_what_to_do(line: str, sentence: str) -> None:
    state = drawn("""
        . . . . . . #
        . . . . . . .
        . . . . . . .
        . . . G . . .
        . . . . . . .
        . . . . . . .
        P . . . . . .
    """)  # fmt: skip
    with pytest.raises(IllegalAction) as caught:
        played(state, line)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("before", "line", "sentence"),
    [
        ((), "host d4", "The stones fall first."),
        ((), "chance d4", "The stones fall first."),
        ((), "chance stones a1", "The number of stones to fall is 2."),
        ((), "chance stones a1 a2 a3", "The number of stones to fall is 2."),
        (("chance stones a1 a2",), "guest take green", "The host places the first purple snorkel."),
        (("chance stones a1 a2",), "purple d4", "The host places the first purple snorkel."),
        (
            ("chance stones a1 a2",),
            "host take green",
            "Place a snorkel now: name an empty square, such as d4.",
        ),
        (("chance stones a1 a2", "host d4"), "host d5", "The guest takes a colour first."),
        (
            ("chance stones a1 a2", "host d4"),
            "guest d5",
            "Choose a colour now: “take purple” or “take green”.",
        ),
    ],
)
def test_a_refusal_before_play_says_what_comes_first(
    before: tuple[str, ...], line: str, sentence: str
) -> None:
    state = played(start(stones="2"), *before)
    with pytest.raises(IllegalAction) as caught:
        played(state, line)
    assert str(caught.value) == sentence


# Notation


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("D4", "d4"),
        ("  d4\n", "d4"),
        ("Take  PURPLE", "take purple"),
        ("stones E5 c3", "stones c3 e5"),
        ("stones c10", None),
        ("stones", None),
        ("stones c3 c3", None),
        ("d04", None),
        ("d 4", None),
        ("d8", None),
        ("h1", None),
        ("d", None),
        ("4d", None),
        ("d4 d5", None),
        ("d４", None),
        ("take blue", None),
        ("take", None),
        ("take purple green", None),
        ("stones " + "a1 " * 60, None),
        ("d4" * 100_000, None),
    ],
)
def test_notation_is_forgiving_about_case_blanks_and_order_and_nothing_else(
    text: str, tidy: str | None
) -> None:
    if tidy is not None:
        assert str(parse(text)) == tidy
        return
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 120
