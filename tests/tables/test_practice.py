"""Practice boards without Discord: what is added to the record after a move."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.games.core import CHANCE
from bot.games.curse.actions import PIRATE
from bot.games.record import Entry, Record
from bot.tables.practice import DONE, FAILED, CannotContinue, Start, Verdict, begin, played
from tests.games.registry import GAMES

from .harness import ANN

ROLLED = Record("curse", GAMES["curse"].rules, entries=(Entry(CHANCE, "roll 5 2"),))


@pytest.mark.parametrize("ended", ["", DONE, FAILED])
def test_chance_that_is_due_is_drawn_unless_the_board_ends(ended: str) -> None:
    board = begin(GAMES, ANN, "toy", "curse/toy", Start(ROLLED, (PIRATE,)), 0, None)
    legal = board.table.legal(PIRATE)
    assert isinstance(legal, tuple)
    action = legal[0]
    after = played(GAMES, board, PIRATE, action, Verdict(ended=ended), Random(1))
    assert [entry.seat for entry in after.since] == ([PIRATE] if ended else [PIRATE, CHANCE])
    assert after.table.status == ("over" if ended else "playing")
    assert after.own == (Entry(PIRATE, str(action)),)


@pytest.mark.parametrize("reply", ["chance roll 5", "pirate roll 5 2", "nobody", ""])
def test_a_reply_that_does_not_fit_is_a_fault_of_the_judge(reply: str) -> None:
    board = begin(GAMES, ANN, "toy", "curse/toy", Start(ROLLED, (PIRATE,)), 0, None)
    legal = board.table.legal(PIRATE)
    assert isinstance(legal, tuple)
    action = legal[0]
    with pytest.raises(CannotContinue, match="toy curse/toy: "):
        played(GAMES, board, PIRATE, action, Verdict(replies=(reply,)), Random(1))


@pytest.mark.parametrize(
    ("ended", "subject", "tries"),
    [("", "curse/toy", 2), (FAILED, "curse/toy", 2), (DONE, "curse/toy", 0), ("", "curse/other", 0)],
)
def test_wrong_tries_count_until_a_subject_is_solved(ended: str, subject: str, tries: int) -> None:
    first = begin(GAMES, ANN, "toy", "curse/toy", Start(ROLLED, (PIRATE,)), 0, None)
    before = replace(first.row, tries=2, ended=ended)
    again = begin(GAMES, ANN, "toy", subject, Start(ROLLED, (PIRATE,)), 1, before)
    assert (again.row.tries, again.row.ended, again.own) == (tries, "", ())
