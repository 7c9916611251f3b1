"""Every picture of a game says whose it is, whose turn it is, and how it ended."""

from __future__ import annotations

from bot.components.cards.table_cards import header_of

from .simulation import Simulation


async def test_a_picture_names_the_people_and_whose_turn_it_is(sim: Simulation) -> None:
    await sim.begin()
    tables = sim.tables
    table = await tables.get(1)
    header = header_of(table)
    assert (header.title, header.turn, header.note) == ("Snorkels", "The opening", "to move")
    assert [player.name for player in header.players] == [person.name for person in table.seating.people]
    assert [[name for name, _ in player.seats] for player in header.players] == [["host"], ["guest"]]
    assert [player.lit for player in header.players] == [True, False]
    assert header.result == header.story == ""

    await tables.resign(1, table.seating.people[0])
    header = header_of(await tables.get(1))
    assert header.note == "won"
    assert [player.lit for player in header.players] == [False, True]
    assert header.result == "The host resigned. The guest wins."
