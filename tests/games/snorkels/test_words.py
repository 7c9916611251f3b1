"""Snorkels in words: what people read on cards, in menus and in the rule book."""

from __future__ import annotations

from bot.games.snorkels import GAME
from bot.games.snorkels.actions import BOARD, GREEN, parse
from bot.games.snorkels.book import BOOK
from bot.games.snorkels.rules import SnorkelsState
from bot.games.snorkels.view import group

from .drawing import placed


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
