"""What people agree on, and what is kept of a game: resignation, draws, records, preferences."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from bot.games import record as records
from bot.games.core import Placement
from bot.people import settings
from bot.people.preferences import CONFIRM, OWN_SIDE, PALETTE
from bot.people.settings import Chosen
from bot.tables.errors import TableError
from bot.tables.events import agreements
from bot.tables.model.table import Table
from bot.tables.record_text import record_of, record_text
from bot.tables.service import TableService
from tests.databases import on_both, put_settings
from tests.games.registry import GAMES

from .harness import ANN, BOB, CID, DEE, EVE, play_on, seated


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


async def test_a_side_of_two_resigns_as_one(service: TableService) -> None:
    table = await seated(service, "tug", ANN, BOB, CID, DEE)
    waiting = await service.resign(table.id, ANN)
    assert waiting.status == "playing"
    assert waiting.agreements.resigning == {ANN.id}
    with pytest.raises(TableError, match="The rest of your side still has to agree"):
        await service.resign(table.id, ANN)
    await service.resign(table.id, BOB)
    over = await service.resign(table.id, CID)
    assert verdicts(over) == {"red-one": "loss", "red-two": "loss", "blue-one": "win", "blue-two": "win"}


async def test_who_plays_on_has_not_given_up(service: TableService) -> None:
    table = await seated(service, "tug", ANN, BOB, CID, DEE)
    await service.resign(table.id, ANN)
    assert (await service.play(table.id, ANN, "pull 1")).agreements.resigning == frozenset()
    assert (await service.resign(table.id, CID)).status == "playing"


async def test_a_draw_takes_everybodys_word(service: TableService) -> None:
    table = await seated(service, "tug", ANN, BOB, CID, DEE)
    for person in (ANN, BOB, CID):
        assert (await service.change_as(table.id, person, agreements.offer_draw)).status == "playing"
    with pytest.raises(TableError, match="already offered a draw"):
        await service.change_as(table.id, ANN, agreements.offer_draw)
    over = await service.change_as(table.id, DEE, partial(agreements.offer_draw, accepting=True))
    assert (over.status, set(verdicts(over).values())) == ("over", {"draw"})


async def test_an_offer_lapses_when_the_other_plays_on(service: TableService) -> None:
    table = await seated(service, "tug", ANN, BOB)
    await service.change_as(table.id, ANN, agreements.offer_draw)
    assert (await service.play(table.id, ANN, "pull 1")).agreements.offering == {ANN.id}, "one's own stands"
    assert (await service.play(table.id, BOB, "pull 1")).agreements.offering == frozenset()
    with pytest.raises(TableError, match="offer has expired"):
        await service.change_as(table.id, BOB, partial(agreements.offer_draw, accepting=True))
    assert (await service.get(table.id)).agreements.offering == frozenset()


async def test_an_offer_is_withdrawn_by_whoever_made_it(service: TableService) -> None:
    table = await seated(service, "tug", ANN, BOB, CID, DEE)
    for person in (ANN, BOB):
        await service.change_as(table.id, person, agreements.offer_draw)
    assert (await service.decline_draw(table.id, ANN)).agreements.offering == {BOB.id}
    assert (await service.change_as(table.id, ANN, agreements.offer_draw)).agreements.offering == {
        ANN.id,
        BOB.id,
    }


async def test_an_offer_is_declined(service: TableService) -> None:
    table = await seated(service, "tug", ANN, BOB)
    with pytest.raises(TableError, match="no draw offer right now"):
        await service.decline_draw(table.id, BOB)
    await service.change_as(table.id, ANN, agreements.offer_draw)
    declined = await service.decline_draw(table.id, BOB, "k")
    assert declined.agreements.offering == frozenset()
    assert await service.decline_draw(table.id, BOB, "k") == declined
    with pytest.raises(TableError, match="welcome to watch"):
        await service.change_as(table.id, EVE, agreements.offer_draw)


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


@on_both
async def test_preferences_are_kept_and_forgive_what_they_do_not_know(service: TableService) -> None:
    store = service.store
    assert await settings.load(store, ANN.id) == Chosen()
    chosen = await settings.change(store, ANN.id, {PALETTE: "colour-blind", CONFIRM: False})
    assert (chosen[PALETTE], chosen[CONFIRM]) == ("colour-blind", False)
    assert await settings.load(store, ANN.id) == chosen
    assert await settings.load(store, BOB.id) == Chosen()
    await put_settings(
        store, "person", ANN.id, '{"palette": "plaid", "confirm": "no", "turn": false, "hat": 1}'
    )
    chosen = await settings.load(store, ANN.id)
    assert (chosen[PALETTE], chosen[CONFIRM], chosen[OWN_SIDE]) == ("default", True, False)
