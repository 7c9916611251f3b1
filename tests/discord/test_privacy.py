"""What is kept of a person: read out exactly, and taken out so that every log still folds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bot.components.servers.text import ABOUT_DATA
from bot.tables.model.table import Person
from bot.tables.people import erasure
from bot.tables.record_text import record_text
from data.store import schema
from tests.databases import content, fetch

from .sea import Sea, Seen


async def opened(sea: Sea, game: str = "snorkels", **options: Any) -> Seen:
    """Ann challenges Bob, who joins."""
    lobby = await sea.say(sea.ann, f"{game} start", opponent=sea.bob, **options)
    await sea.press(sea.bob, lobby, "Join")
    return lobby


async def exported(sea: Sea, who: Any) -> dict[str, Any]:
    """The file that ``who`` gets."""
    answer = await sea.say(who, "privacy export")
    assert answer.message.ephemeral
    (attachment,) = answer.message.attachments
    found: dict[str, Any] = json.loads(await attachment.read())
    return found


async def forget(sea: Sea, who: Any) -> Seen:
    asked = await sea.say(who, "privacy forget")
    await sea.press(who, asked, "Yes, Forget Me")
    await sea.settled()
    return asked


async def test_privacy_says_what_is_kept_and_has_both_buttons(sea: Sea) -> None:
    card = await sea.say(sea.ann, "privacy about")
    assert "It reads no messages." in card.text
    assert card.buttons == ["Export", "Forget Me", "Close"]
    file = await sea.press(sea.ann, card, "Export")
    assert file.message.attachments[0].filename == "captains-table.json"
    assert "Forget you?" in (await sea.press(sea.ann, card, "Forget Me")).text


TOLD = {
    "person": "settings",
    "game_table": "who was challenged",
    "seat": "who sat where",
    "event": "request and reminder with its time",
    "score": "scores of finished games",
    "daily": "daily curse",
    "review": "asked for its review",
    "practice": "practice board",
    "practised": "with the number of wrong moves",
    "kv": "A hash of",
}
"""What is told of each table of the database that holds something of people."""
OF_NOBODY = {"server"}


def test_all_that_is_kept_of_people_is_told_in_the_card_and_in_the_document() -> None:
    assert set(schema.METADATA.tables) == set(TOLD) | OF_NOBODY, "a new table: is it told of, and exported?"
    document = " ".join(
        (Path(__file__).parents[2] / "data" / "PRIVACY.md").read_text(encoding="utf-8").split()
    )
    about = " ".join(ABOUT_DATA.split())
    for table, phrase in TOLD.items():
        for text in (document, about):
            assert phrase in text, table
    for column in ("marks", "chart", "picked in secret"):
        assert column in about
        assert column in document


def _rows_of(connection: sa.Connection, table: sa.Table, person: int) -> Sequence[sa.RowMapping]:
    return connection.execute(sa.select(table).where(table.c.person == person)).mappings().all()


async def test_every_column_of_ones_seats_and_actions_is_in_the_export(sea: Sea) -> None:
    await opened(sea, "depthcharge")
    store = sea.bot.store
    await store.set_seat(1, "guest", draft="b9 c9", marks="d4=mine")
    await sea.say(sea.bob, "settings", palette="high-contrast")
    text = json.dumps(await exported(sea, sea.bob))
    assert "high-contrast" in text
    for table in (schema.seat, schema.event):
        for row in await store.read(_rows_of, table, sea.bob.id):
            # Times are written as people read them.
            kept = [row[name] for name in row if name not in ("at", "person") and row[name]]
            assert kept
            assert all(str(value) in text for value in kept), table.name


async def test_of_a_stranger_nothing_is_kept(sea: Sea) -> None:
    await opened(sea)
    export = await exported(sea, sea.cid)
    assert (export["person"], export["settings"], export["tables"]) == (sea.cid.id, {}, [])


async def test_the_export_holds_exactly_what_is_ones_own(sea: Sea) -> None:
    await sea.say(sea.bob, "settings", pings="both")
    await opened(sea)
    await sea.say(sea.ann, "move", sea.place(), action="a1")
    await sea.say(sea.bob, "move", sea.place(), action="take green")
    export = await exported(sea, sea.bob)
    assert export.keys() == {"person", "exported", "settings", "tables", "practice", "practised"}
    assert export["settings"] == {"pings": "both"}
    (table,) = export["tables"]
    events = table.pop("events")
    assert table.pop("opened")
    seats = table.pop("seats")
    assert table == {
        "table": 1,
        "game": "snorkels",
        "options": "pie=on stones=0",
        "status": "playing",
        "server": sea.guild.id,
        "channel": sea.channel.id,
        "host": False,
        "challenged": True,
        "daily": None,
        "score": None,
        "review": None,
    }
    assert [seat["seat"] for seat in seats] == ["guest"]
    told = [(event["number"], event["what"], event.get("text"), event["name"]) for event in events]
    assert told == [
        (1, "challenged", None, "bob"),
        (3, "sit", "", "bob"),
        (6, "play", "take green", "bob"),
    ]
    assert '"ann' not in json.dumps(export)
    assert str(sea.ann.id) not in json.dumps(export)
    assert "a1" not in json.dumps(events)


async def test_the_export_has_ones_own_secrets_and_nobody_elses(sea: Sea) -> None:
    await opened(sea, "depthcharge", mines=3)
    thread = sea.place()
    await sea.say(sea.ann, "move", thread, action="b2 d3 f6")
    mine = await sea.press(sea.bob, sea.card(), "My View")
    await sea.press(sea.bob, mine, "b")
    await sea.press(sea.bob, mine, "b9")
    anns, bobs = json.dumps(await exported(sea, sea.ann)), json.dumps(await exported(sea, sea.bob))
    assert "mines b2 d3 f6" in anns
    assert "b2" not in bobs
    assert '"picked": "mines b9"' in bobs, "picked and not laid yet"
    assert "b9" not in anns
    seals = await fetch(sea.bot.store, "select text from event where verb = 'seal'")
    assert seals
    assert not any(seal.split()[0] in bobs for seal in seals), "nor the salts of their seals"


async def test_forgetting_asks_once_and_can_be_declined(sea: Sea) -> None:
    await sea.say(sea.ann, "settings", pings="both")
    await opened(sea)
    asked = await sea.say(sea.ann, "privacy forget")
    assert "You’ll leave or resign: [Snorkels · Table 1]" in asked.text
    assert asked.buttons == ["Yes, Forget Me", "Keep Everything"]
    assert (await exported(sea, sea.ann))["settings"] == {"pings": "both"}


async def test_whoever_is_forgotten_leaves_nameless_seats_and_every_log_folds(sea: Sea) -> None:
    await sea.say(sea.ann, "settings", pings="both")
    await opened(sea)
    await sea.say(sea.ann, "move", sea.place(), action="a1")
    await sea.say(sea.bob, "move", sea.place(), action="take green")
    await sea.bot.context.tables.resign(1, Person(sea.bob.id, "bob"))
    await opened(sea, "depthcharge", mines=3)
    await sea.say(sea.ann, "move", sea.place(), action="b2 d3 f6")
    await sea.say(sea.ann, "snorkels start")
    await sea.say(sea.bob, "snorkels start", opponent=sea.ann)
    service = sea.bot.context.tables
    before = record_text(await service.get(1))
    asked = await forget(sea, sea.ann)
    assert "4 tables keep a nameless seat" in asked.text
    kept = await content(sea.bot.store)
    assert str(sea.ann.id) not in kept
    assert "'ann" not in kept
    assert "ann cancelled" not in kept
    assert "somebody cancelled the table." in kept
    after = [await service.get(number) for number in (1, 2, 3, 4)]
    assert [table.status for table in after] == ["over", "over", "closed", "closed"]
    assert {person.name for person in after[0].people} == {"somebody", "bob"}
    assert all(person.id < 0 for table in after for person in table.people if person.name == "somebody")
    assert record_text(after[0]) == before.replace("ann", "somebody")
    assert after[1].outcome is not None, "what was played is resigned"
    assert (await exported(sea, sea.ann))["tables"] == []
    await sea.restart()
    again = [await sea.bot.context.tables.get(number) for number in (1, 2, 3, 4)]
    assert [record_text(table) for table in again[:2]] == [record_text(table) for table in after[:2]]
    info = await sea.say(sea.cid, "table info", table=1)
    assert "somebody" in info.text
    assert "<@-" not in info.text
    bobs = json.dumps(await exported(sea, sea.bob))
    assert "somebody" in bobs, "the name of whom he challenged is gone, too"
    assert '"ann"' not in bobs


async def test_two_who_are_forgotten_stay_two(sea: Sea) -> None:
    await opened(sea)
    await sea.say(sea.ann, "move", sea.place(), action="a1")
    await sea.bot.context.tables.resign(1, Person(sea.bob.id, "bob"))
    for who in (sea.ann, sea.bob):
        await forget(sea, who)
    table = await sea.bot.context.tables.get(1)
    assert sorted(person.id for person in table.people) == [-2, -1]
    assert table.outcome is not None
    again = await sea.say(sea.ann, "games")
    assert "You’re not in any game right now" in again.text


async def test_others_of_the_side_take_the_seats_of_whoever_is_forgotten(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "crackers start")
    await sea.press(sea.bob, lobby, "Join Captain Crackers")
    await sea.press(sea.cid, lobby, next(label for label in lobby.buttons if label.startswith("Join")))
    await sea.press(sea.ann, lobby, "Start")
    table = await sea.bot.context.tables.get(1)
    assert table.status == "playing"
    side = next(side for side in table.sides if len(table.side_people(side)) == 2)
    leaver, heir = table.side_people(side)
    await erasure.erase(sea.bot.context.tables, leaver)
    await sea.settled()
    after = await sea.bot.context.tables.get(1)
    assert after.status == "playing"
    assert after.side_people(side) == (heir,)
    assert str(leaver.id) not in await content(sea.bot.store)


async def test_a_table_that_no_longer_folds_is_nameless_too(sea: Sea) -> None:
    await opened(sea)
    table = await sea.bot.context.tables.get(1)
    await sea.bot.store.freeze(1, table.version)
    await forget(sea, sea.ann)
    assert str(sea.ann.id) not in await content(sea.bot.store)
    assert (await sea.bot.context.tables.get(1)).status == "frozen"


async def test_with_somebody_forgotten_there_is_no_rematch(sea: Sea) -> None:
    await opened(sea)
    await sea.bot.context.tables.resign(1, Person(sea.bob.id, "bob"))
    await sea.settled()
    await forget(sea, sea.ann)
    answer = await sea.press(sea.bob, sea.card(), "Rematch")
    assert "can’t be asked any more. Start a new game with `/snorkels start`." in answer.text
    assert "<@-" not in sea.card().text
