"""What is kept of a person: read out exactly, and taken out so that every log still folds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from bot.components.hooks import load
from bot.features import FEATURES
from bot.features.privacy.privacy_cards import about_data
from bot.features.replays import replays
from bot.tables.model.table import Table
from bot.tables.pending_followups import Followup
from data.store import schema
from data.store.queries import followups as stored
from tests import privacy_page
from tests.databases import content, fetch
from tests.simulation import memory

from .fixtures import Listen
from .simulation import Member, Seen, Simulation


async def exported(sim: Simulation, who: Member) -> dict[str, Any]:
    """The file that ``who`` gets."""
    answer = await who.say("privacy export")
    assert answer.ephemeral
    (attachment,) = answer.attachments
    found: dict[str, Any] = json.loads(attachment.data)
    return found


async def forget(sim: Simulation, who: Member) -> Seen:
    asked = await who.say("privacy forget")
    await who.press(asked, "Yes, Forget Me")
    await sim.settled()
    return asked


PHRASES = (
    "settings",
    "who was challenged",
    "who sat where",
    "request and reminder with its time",
    "marks",
    "chart",
    "picked in secret",
    "practice board",
    "with the number of wrong moves",
    "message still has to be sent to",
    "hash of your ID",
    "has banned",
)
"""What the card and the document both say of what the bot stores itself."""


def test_all_that_is_kept_of_people_is_told_in_the_card_and_in_the_document() -> None:
    pages = dict(privacy_page.pages())
    assert {path: path.read_text("utf-8") for path in pages} == pages, "tests.write privacy"
    document = " ".join(pages[privacy_page.DATA / "PRIVACY.md"].split())
    about = " ".join(about_data(each.data_note for each in load(FEATURES)).split())
    assert [text for text in PHRASES if text not in document or text not in about] == []
    assert [each.name for each in load(FEATURES) if each.export is not None and not each.data_note] == []


def _rows_of(connection: sa.Connection, table: sa.Table, person: int) -> Sequence[sa.RowMapping]:
    return connection.execute(sa.select(table).where(table.c.person == person)).mappings().all()


async def test_every_column_of_ones_seats_and_actions_is_in_the_export(sim: Simulation) -> None:
    await sim.begin("depthcharge")
    store = sim.store
    await store.set_seat(1, "guest", draft="b9 c9", marks="d4=mine")
    await sim.bob.say("settings", palette="high-contrast")
    text = json.dumps(await exported(sim, sim.bob))
    assert "high-contrast" in text
    for table in (schema.seat, schema.event):
        for row in await store.read(_rows_of, table, sim.bob.id):
            # Times are written as people read them.
            kept = [row[name] for name in row if name not in ("at", "person") and row[name]]
            assert kept
            assert all(str(value) in text for value in kept), table.name


async def test_the_export_holds_exactly_what_is_ones_own(sim: Simulation) -> None:
    await sim.bob.say("settings", pings="both")
    await sim.begin()
    await sim.ann.move("a1")
    await sim.bob.move("take green")
    export = await exported(sim, sim.bob)
    base = {"person", "exported", "settings", "tables", "practice", "practised", "messages", "banned"}
    features = [await each(sim.store, sim.bob.id) for each in sim.tables.hooks.export]
    assert len(features) > 3
    assert export.keys() == base.union(*features)
    assert export["settings"] == {"pings": "both"}
    assert export["ratings"] == {"now": [], "games": []}
    (table,) = export["tables"]
    told = [(event["number"], event["what"], event["name"]) for event in table["events"]]
    assert told == [(1, "challenged", "bob"), (3, "sit", "bob"), (6, "play", "bob")]
    assert '"ann' not in json.dumps(export)
    assert str(sim.ann.id) not in json.dumps(export)
    assert "a1" not in json.dumps(table)


async def test_the_export_has_ones_own_secrets_and_nobody_elses(sim: Simulation) -> None:
    await sim.begin("depthcharge", mines=3)
    thread = sim.place()
    await sim.ann.move("b2 d3 f6", thread)
    mine = await sim.bob.press(sim.card(), "My View")
    await sim.bob.press(mine, "b9")
    await sim.cid.say("puzzle solve", game="depthcharge")
    assert (await exported(sim, sim.cid))["practice"]["moves"] == [], "nor what a puzzle has them find out"
    anns, bobs = json.dumps(await exported(sim, sim.ann)), json.dumps(await exported(sim, sim.bob))
    assert "mines b2 d3 f6" in anns
    assert "b2" not in bobs
    assert '"picked": "mines b9"' in bobs, "picked and not laid yet"
    assert "b9" not in anns
    seals = await fetch(sim.store, "select text from event where verb = 'seal'")
    assert seals
    assert not any(seal.split()[0] in bobs for seal in seals), "nor the salts of their seals"


async def test_forgetting_asks_once_and_can_be_declined(sim: Simulation) -> None:
    await sim.ann.say("settings", pings="both")
    await sim.begin()
    asked = await sim.ann.say("privacy forget")
    assert "You’ll leave or resign from [Snorkels · Table 1]" in asked
    assert "challenge" not in asked
    assert asked.buttons == ["Yes, Forget Me", "Keep Everything"]
    await sim.cid.say("snorkels start", opponent=sim.ann)
    asked = await sim.ann.say("privacy forget")
    assert "You’ll leave or resign from [Snorkels · Table 1]" in asked
    assert "You’ll decline the challenge at [Snorkels · Table 2]" in asked
    assert (await exported(sim, sim.ann))["settings"] == {"pings": "both"}


async def test_whoever_is_forgotten_leaves_nameless_seats(sim: Simulation) -> None:
    await sim.begin()
    await sim.ann.move("a1")
    await sim.tables.resign(1, sim.bob.person)
    await sim.ann.say("snorkels start")
    await sim.bob.say("snorkels start", opponent=sim.ann)
    asked = await forget(sim, sim.ann)
    assert "your name is gone from 3 tables" in asked
    kept = await content(sim.store)
    assert str(sim.ann.id) not in kept
    assert "'ann" not in kept
    assert "ann cancelled" not in kept
    assert "Somebody cancelled the table." in kept
    assert (await exported(sim, sim.ann))["tables"] == []
    await sim.restart()
    info = await sim.cid.say("table info", table=1)
    assert "somebody" in info
    assert "<@-" not in info
    assert '"ann"' not in json.dumps(await exported(sim, sim.bob))


async def test_a_replay_that_was_just_made_no_longer_names_whoever_is_forgotten(
    sim: Simulation, listen: Listen
) -> None:
    films = listen(replays, "make_film")
    await sim.begin()
    await sim.tables.resign(1, sim.ann.person)
    for _ in range(2):
        await sim.bob.say("table replay", table=1)
    await forget(sim, sim.ann)
    await sim.bob.say("table replay", table=1)
    names = [[person.name for person in table.seating.people] for _, table, *_ in films]
    assert names == [["ann", "bob"], ["somebody", "bob"]]


@pytest.mark.parametrize("stopped", [False, True])
async def test_a_table_that_is_being_shown_notes_nobody_who_is_forgotten_meanwhile(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, stopped: bool
) -> None:
    await sim.begin()
    messages, forgotten, person = sim.bot.publisher.messages, asyncio.Event(), sim.ann.id

    async def slowly(table: Table) -> bool:
        await forgotten.wait()
        await messages.followups.add(table.id, Followup("letter", table.version, person))
        return True

    async def later(*_asked: Any) -> None:
        return None

    def forget_now(each: int) -> None:
        forget_all(each)
        forgotten.set()

    forget_all = messages.followups.forget
    monkeypatch.setattr(messages.followups, "forget", forget_now)
    monkeypatch.setattr(messages.followups, "_perform", later)
    asked = await sim.ann.say("privacy forget")
    monkeypatch.setattr(messages, "show", slowly)
    await sim.tables.resign(1, sim.bob.person)
    await sim.ann.press(asked, "Yes, Forget Me")
    assert forgotten.is_set()
    if stopped:
        await sim.restart()
    await sim.settled()
    assert [each for _, each in await stored.load(sim.store) if each.person == person] == []
    assert memory.places(sim.bot, person, str(person)) == set()


async def test_the_memory_has_nothing_of_whoever_is_forgotten(sim: Simulation) -> None:
    await sim.ann.say("settings", pings="both")
    await sim.begin()
    await sim.ann.move("d4")
    await sim.bob.move("take green")
    await sim.ann.press(sim.card(), "My View")
    await sim.settled()
    sim.bot.publisher.notifications.refused.add(sim.ann.id)
    sim.bot.context.hinted.add((1, sim.ann.id))
    before = " ".join(memory.places(sim.bot, sim.ann.id, str(sim.ann.id)))
    for place in ("tables.cache", "private_cards", "notifications._sent", "notifications.refused", "hinted"):
        assert place in before
    await forget(sim, sim.ann)
    assert memory.places(sim.bot, sim.ann.id, str(sim.ann.id)) == set()
