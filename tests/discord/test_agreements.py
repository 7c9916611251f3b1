"""What people agree on at a table: taking back, drawing, leaving and taking over."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.interactions.card import LABEL_LIMIT
from bot.people.display_names import sanitize
from bot.tables.model.agreements import Agreements, Request
from bot.tables.model.clock import Timing
from bot.tables.model.seating import Person, Seating
from bot.tables.model.table import Table

from .playing import manned
from .simulation import Simulation


async def test_whoever_is_the_second_of_three_to_ask_hears_who_is_still_to_agree(sim: Simulation) -> None:
    await manned(sim, "crackers", sim.ann, sim.bob, sim.cid, pace="1d")
    asked = await sim.ann.say("table pause")
    assert asked.text == "Request sent. It takes effect once bob and cid agree."
    second = await sim.bob.say("table pause")
    assert second.text == "Request sent. It takes effect once cid agrees."


def test_the_longest_and_strangest_name_fits_a_button_as_it_is() -> None:
    wild = "*_W_* " + "W" * 40
    header = SimpleNamespace(id=999_999_999_999)
    table = SimpleNamespace(header=header, version=999_999_999, timing=Timing(), seating=Seating(()))
    for kind, label in table_text.REQUEST_LABELS["agree"].items():
        table.agreements = Agreements(requests=(Request(kind, Person(1, sanitize(wild)), 999_999_999),))
        for others in ((Person(2, "bob"),), ()):
            table.pending_answers = lambda _ask, others=others: others
            for control in table_cards.request_rows(cast("Table", table))[0]:
                assert len(control.label) <= LABEL_LIMIT
                assert control.label.split()[1] == label.split()[1]
                assert "(*_W_* WWW" in control.label, "a label is no Markdown"


async def test_of_two_who_want_two_seats_each_is_answered(sim: Simulation) -> None:
    dan, eve = (sim.newcomer(name) for name in ("dan", "eve"))
    await manned(sim, "crackers", sim.ann, sim.bob, sim.cid)
    for who in (sim.ann, sim.bob):
        await who.say("table leave")
    await dan.press(sim.card(), "Take Over from ann")
    await eve.press(sim.card(), "Take Over from bob")
    await sim.cid.press(sim.card(), "Accept Takeover (dan)")
    assert f"<@{eve.id}> would like to take over from <@{sim.bob.id}>. " in sim.card()
    for who in (sim.cid, dan):
        await who.press(sim.card(), "Accept Takeover (eve)")
    table = await sim.table()
    assert {person.id for person in table.seating.people} == {dan.id, eve.id, sim.cid.id}
    assert table.agreements.requests == ()
