"""Snorkels in words: what people read on cards, in menus and in the rule book."""

from __future__ import annotations

from bot.games.core import Line
from bot.games.snorkels import GAME
from bot.games.snorkels.actions import BOARD, GREEN, PURPLE, parse
from bot.games.snorkels.rules import SnorkelsState
from bot.games.snorkels.view import group

from .drawing import drawn


def test_a_double_threat_names_each_group_and_its_last_tube() -> None:
    before = drawn("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G P . . . . G
    """)  # fmt: skip
    threat, answer = parse("f1"), parse("a2")
    after = before.play(PURPLE, threat)
    views = tuple(state.view_for(None) for state in (before, after, after.play(GREEN, answer)))
    assert GAME.explain(Line(views, (threat, answer), right=True)) == (
        "f1 leaves little air: only a2 for a1; only g2 for g1. Green can’t do enough about it and tries a2."
    )


def test_whoever_is_next_reads_which_of_their_own_groups_are_nearly_out_of_air() -> None:
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        G P . . . P G
    """  # fmt: skip
    warned = GAME.summary(drawn(diagram, GREEN).view_for(None))
    assert warned == "Green on a1 has only 1 open tube: a2. Green on g1 has only 1 open tube: g2."
    assert GAME.summary(drawn(diagram, PURPLE).view_for(None)) == "", "theirs have air"


def test_the_rule_books_diagrams_show_what_their_captions_say() -> None:
    pages = {page.key: page.diagrams for page in GAME.book}
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
