"""Practice boards without Discord: what is added to the record after a move."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.games.core import CHANCE
from bot.games.curse.actions import PIRATE
from bot.games.record import Entry, Record
from bot.tables.practice import (
    DONE,
    FAILED,
    Board,
    CannotContinue,
    Start,
    Verdict,
    begin,
    played,
    store_begun,
    store_changed,
)
from bot.tables.service import TableService
from data.store.queries import practice
from tests.games.registry import GAMES

from .harness import ANN

ROLLED = Record("curse", GAMES["curse"].rules, entries=(Entry(CHANCE, "roll 5 2"),))


def rolled() -> tuple[Board, Any]:
    """A board on which the pirate has rolled, and what may be done there first."""
    board = begin(GAMES, ANN, "toy", "curse/toy", Start(ROLLED, (PIRATE,)), 0, None)
    legal = board.table.legal(PIRATE)
    assert isinstance(legal, tuple)
    return board, legal[0]


@pytest.mark.parametrize("ended", ["", DONE, FAILED])
def test_chance_that_is_due_is_drawn_unless_the_board_ends(ended: str) -> None:
    board, action = rolled()
    after = played(GAMES, board, PIRATE, action, Verdict(ended=ended), Random(1))
    assert [entry.seat for entry in after.since] == ([PIRATE] if ended else [PIRATE, CHANCE])
    assert after.table.status == ("over" if ended else "playing")
    assert after.own == (Entry(PIRATE, str(action)),)


@pytest.mark.parametrize("reply", ["chance roll 5", "pirate roll 5 2", "nobody", ""])
def test_a_reply_that_does_not_fit_is_a_fault_of_the_judge(reply: str) -> None:
    board, action = rolled()
    with pytest.raises(CannotContinue, match="toy curse/toy: "):
        played(GAMES, board, PIRATE, action, Verdict(replies=(reply,)), Random(1))


async def test_wrong_tries_count_whatever_else_was_opened_since_until_a_subject_is_solved(
    service: TableService,
) -> None:
    store = service.store

    async def opened(subject: str) -> Board:
        return await store_begun(service, ANN, "toy", subject, Start(ROLLED, (PIRATE,)))

    async def changed(board: Board, **change: Any) -> Board:
        after = await store_changed(service, replace(board, row=replace(board.row, **change)))
        assert after is not None
        return after

    assert (await opened("curse/toy")).row.tries == 0
    assert await practice.all_tried(store, ANN.id) == [], "nothing happened yet"
    await changed(await opened("curse/toy"), tries=1, ended=FAILED)
    assert (await opened("curse/toy")).row.tries == 1
    assert (await opened("curse/other")).row.tries == 0
    again = await opened("curse/toy")
    assert (again.row.tries, again.row.ended, again.own) == (1, "", ())
    assert await practice.finished(store, ANN.id) == []
    solved = await changed(again, tries=2, ended=DONE)
    await changed(await opened("curse/toy"), tries=7, ended=DONE)
    (done,) = await practice.finished(store, ANN.id)
    assert (done.subject, done.tries, done.at) == ("curse/toy", 2, solved.row.at), "the first time counts"
