"""Snorkels in words: what people read on cards, in menus and in the rule book."""

from __future__ import annotations

import pytest

from bot.games.snorkels import GAME
from bot.games.snorkels.actions import BOARD, GREEN, PURPLE, parse
from bot.games.snorkels.book import BOOK
from bot.games.snorkels.rules import SnorkelsState
from bot.games.snorkels.view import group

from .drawing import drawn, placed, played, start


def test_a_position_in_words_says_what_happened_whose_turn_it_is_and_where_all_stands() -> None:
    state = played(start(stones="2"), "chance stones c3 e5", "host d4", "guest take green", "green d5")
    assert GAME.describe(state.view_for(None)) == (
        "Last snorkel: green on d5. It’s purple’s turn to place a snorkel. The guest plays green. "
        "The crater is 7 by 7 squares. "
        "Purple: d4. Green: d5. Stones: c3, e5."
    )


@pytest.mark.parametrize(
    ("lines", "waiting"),
    [
        ((), "The stones are about to fall."),
        (("chance stones a1 a2",), "The host places the first purple snorkel."),
        (("chance stones a1 a2", "host d4"), "The guest picks a colour."),
        (
            ("chance stones a1 a2", "host d4", "guest take green"),
            "It’s green’s turn to place a snorkel.",
        ),
    ],
)
def test_every_phase_says_what_is_awaited(lines: tuple[str, ...], waiting: str) -> None:
    assert waiting in GAME.describe(played(start(stones="2"), *lines).view_for(None))


def test_the_diagram_tells_colours_apart_by_letters_and_brackets_the_last() -> None:
    state = played(start(stones="1"), "chance stones g7", "host a1", "guest take green", "green b2")
    assert GAME.text(state.view_for(None)) == "\n".join(
        (
            "    a   b   c   d   e   f   g",
            " 7  .   .   .   .   .   .   #  7",
            " 6  .   .   .   .   .   .   .  6",
            " 5  .   .   .   .   .   .   .  5",
            " 4  .   .   .   .   .   .   .  4",
            " 3  .   .   .   .   .   .   .  3",
            " 2  .  [G]  .   .   .   .   .  2",
            " 1  P   .   .   .   .   .   .  1",
            "    a   b   c   d   e   f   g",
        )
    )


def test_a_capture_names_the_loser_and_its_squares() -> None:
    one = placed("""
        . . . . . x P
        . . . . . . G
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """, GREEN)  # fmt: skip
    two = placed("""
        . . . . x P P
        . . . . . G G
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """, GREEN)  # fmt: skip
    assert GAME.ending(one.view_for(None)) == "Green wins: purple’s snorkel on g7 is out of air."
    assert GAME.ending(two.view_for(None)) == "Green wins: purple’s snorkels on f7 and g7 are out of air."
    assert GAME.page_for(one.view_for(None)) == "capture"


def test_a_self_capture_names_who_did_it() -> None:
    state = placed("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G . . . . . .
        P G . . . . .
        x G . . . . .
    """)  # fmt: skip
    assert GAME.ending(state.view_for(None)) == (
        "Green wins: purple cut off the air to its own snorkels on a1 and a2."
    )
    assert GAME.page_for(state.view_for(None)) == "self-capture"


def test_mutual_blockage_says_why_the_mover_won() -> None:
    state = placed("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G G . . . . .
        P P G . . . .
        x P G . . . .
    """, GREEN)  # fmt: skip
    assert GAME.ending(state.view_for(None)) == (
        "Green wins: purple’s snorkels on a2, b1 and b2 are out of air. Both colours ran out of air at "
        "once, so the player who moved last wins."
    )


def test_everybody_is_told_what_happened() -> None:
    state = start(stones="3")
    told = []
    for line in ("chance stones a1 c3 e5", "host d4", "guest take purple", "green g7"):
        seat, _, text = line.partition(" ")
        acting = next(iter(state.to_act))
        assert acting == seat
        told.append(state.narrate(acting, parse(text), None))
        state = played(state, line)
    assert told == [
        "Stones fell on a1, c3 and e5.",
        "The host placed the first purple snorkel on d4.",
        "The guest took purple, so the host plays green.",
        "Green placed a snorkel on g7.",
    ]
    lone = start(stones="1")
    assert lone.narrate(next(iter(lone.to_act)), parse("stones b2"), None) == "A stone fell on b2."


def test_a_menu_asks_for_a_column_and_then_a_square() -> None:
    state = drawn("\n".join(". . . . . . ." for _ in range(7)))
    view = state.view_for(PURPLE)
    assert GAME.ask(view, ()) == "Pick a column for your snorkel."
    assert GAME.label(view, (), "d") == "d"
    assert GAME.ask(view, ("d",)) == "Pick a square in column d."
    assert GAME.label(view, ("d",), "4") == "d4"


def test_the_guest_is_asked_for_a_colour() -> None:
    view = played(start(), "host d4").view_for(None)
    assert GAME.ask(view, ()) == "Which colour would you like? Green moves next."
    assert GAME.label(view, (), "take purple") == "Take Purple"


def test_the_heading_counts_turns() -> None:
    state = played(start(pie="off", stones="2"), "chance stones a2 b1")
    assert GAME.headline(state.view_for(None)) == "Turn 1"
    assert GAME.headline(played(state, "purple a1").view_for(None)) == "Finished after 1 snorkel"
    assert GAME.headline(played(state, "purple d4").view_for(None)) == "Turn 2"


def test_the_rule_books_diagrams_show_what_their_captions_say() -> None:
    pages = {page.key: page.diagrams for page in BOOK}
    tubes, shared = pages["capture"][0].view, pages["sharing"][0].view
    own, mutual = pages["self-capture"][0].view, pages["mutual-blockage"][0].view
    assert group(tubes.cells, BOARD.read("d3"))[1] == frozenset()
    assert BOARD.list(group(tubes.cells, BOARD.read("g7"))[1]) == ("f7",)
    assert [BOARD.list(part) for part in group(shared.cells, BOARD.read("c4"))] == [
        ("c4", "c5", "d5"),
        ("c3",),
    ]
    for view, winner, reason in ((own, GREEN, "self-capture"), (mutual, GREEN, "capture")):
        mover = view.to_act[0]
        outcome = SnorkelsState(cells=view.cells, mover=mover).play(mover, parse("a1")).outcome
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((winner,), reason)
