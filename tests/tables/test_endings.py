"""What people agree on, and what is kept of a game: resignation, draws, records, preferences."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from bot.games import record as records
from bot.games.core import Placement
from bot.tables.errors import TableError
from bot.tables.events import agreements
from bot.tables.model.table import Table
from bot.tables.record_text import record_of, record_text
from bot.tables.service import TableService
from tests.games.registry import GAMES

from .harness import ANN, BOB, CID, DEE, play_on, seated


def verdicts(table: Table) -> dict[str, str]:
    """How it ended for each seat."""
    assert table.outcome is not None
    return {str(result.seat): result.verdict for result in table.outcome.results}


async def test_who_resigns_loses(service: TableService) -> None:
    table = await seated(service, "snorkels", ANN, BOB, pie="off")
    over = await service.resign(table.id, BOB, "k")
    assert (over.status, over.outcome and over.outcome.reason) == ("over", "resigned")
    assert verdicts(over) == {"purple": "win", "green": "loss"}
    assert over.view_for(None).to_act == (), "nobody is to act in what is shown, pictures included"
    assert await service.resign(table.id, BOB, "k") == over
    for move in (agreements.resign, agreements.offer_draw, agreements.decline_draw):
        with pytest.raises(TableError, match="is over"):
            await service.change_as(table.id, ANN, move)


async def test_a_draw_takes_everybodys_word(service: TableService) -> None:
    table = await seated(service, "tug", ANN, BOB, CID, DEE)
    for person in (ANN, BOB, CID):
        assert (await service.change_as(table.id, person, agreements.offer_draw)).status == "playing"
    assert (await service.decline_draw(table.id, ANN)).agreements.offering == {BOB.id, CID.id}
    await service.change_as(table.id, ANN, agreements.offer_draw)
    over = await service.change_as(table.id, DEE, partial(agreements.offer_draw, accepting=True))
    assert (over.status, set(verdicts(over).values())) == ("over", {"draw"})


async def test_some_games_are_never_drawn(service: TableService) -> None:
    table = await seated(service, "snorkels", ANN, BOB)
    with pytest.raises(TableError, match="can’t agree to a draw"):
        await service.change_as(table.id, ANN, agreements.offer_draw)


@pytest.mark.parametrize("key", list(GAMES))
async def test_a_record_replays_what_was_played(service: TableService, key: str) -> None:
    table = await seated(service, key, *(ANN, BOB)[: GAMES[key].people[1]])
    rng = Random(7)
    for _ in range(30):
        if table.status == "playing":
            table = await play_on(service, table, rng)
    record = record_of(table)
    state = GAMES[key].start(GAMES[key].read_options(dict(record.options)))
    for entry in record.entries:
        state = state.play(entry.seat, GAMES[key].parse(entry.text))
    assert state == table.state
    text = record_text(table)
    assert text.startswith("captains-table record 1\n")
    assert "# table: 1" in text


async def test_a_record_says_who_ended_the_game_and_when(service: TableService) -> None:
    drawn = await seated(service, "tug", ANN, BOB)
    await service.change_as(drawn.id, BOB, agreements.offer_draw)
    drawn = await service.change_as(drawn.id, ANN, agreements.offer_draw)
    assert drawn.ending is not None
    at = drawn.ending.at // 1000
    drawn, _ = await service.rematch(drawn.id, ANN)
    assert record_of(drawn).entries[-1] == records.Entry(drawn.result_seats[0], "draw", at)
    given = await seated(service, "snorkels", ANN, BOB, pie="off")
    given = await service.resign(given.id, BOB)
    assert [str(entry) for entry in record_of(given).entries] == ["green resign"]


async def test_a_record_keeps_secrets_until_the_end(service: TableService) -> None:
    table = await seated(service, "depthcharge", ANN, BOB)
    laid = []
    for person in (ANN, BOB):
        table = await service.get(table.id)
        seat = table.acting_seat(person.id)
        assert seat is not None
        legal = table.legal(seat)
        assert isinstance(legal, Placement)
        laid.append(legal.text(service.random_placement(legal)))
        table = await service.play(table.id, person, laid[-1])
        text = record_text(table)
        assert "mines ?" in text
        assert all(words not in text for words in laid)
    over = await service.resign(table.id, ANN)
    assert all(words in record_text(over) for words in laid)
