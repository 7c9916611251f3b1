"""What tells people of a table, when Discord refuses it for a while: told in the end, and once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.components.cards import text as table_text
from bot.tables import server_rules
from bot.tables.jobs import retries

from .simulation import HOUR, Simulation


def told(sim: Simulation, words: str) -> list[Any]:
    """The messages of the table that say so."""
    return [message for message in sim.public() if words in message.text]


async def test_a_reminder_comes_once(sim: Simulation) -> None:
    await sim.begin(pace="1d")
    sim.refuse("POST", f"/channels/{sim.place().id}/messages", 500, times=2)
    await sim.pass_time(13 * HOUR)
    assert len(told(sim, "half your time is gone")) == 1
    assert sim.pinged() == [sim.ann.id]
    assert await sim.behind() == []


async def test_a_reminder_at_a_table_whose_card_is_gone_comes_with_the_new_card(sim: Simulation) -> None:
    await sim.begin(pace="1d")
    sim.env.delete_message(sim.place().id, sim.card().id)
    sim.refuse("POST", f"/channels/{sim.place().id}/messages", 500, times=2)
    await sim.pass_time(13 * HOUR)
    card = sim.card()
    assert f"<@{sim.ann.id}>, half your time is gone." in card
    assert card.buttons[-2:] == ["My View", "More"]
    assert sim.pinged() == [sim.ann.id]
    assert len(told(sim, "half your time is gone")) == 1


async def test_the_line_for_a_turn_comes_once_where_one_card_is_changed(sim: Simulation) -> None:
    await server_rules.change(sim.store, sim.guild.id, cards="edit")
    await sim.begin()
    for method in ("POST", "PATCH"):
        sim.refuse(method, f"/channels/{sim.place().id}/messages*", 500, times=2)
    await sim.ann.move("d4")
    await sim.pass_time(600)
    assert len([line for line in told(sim, "it’s your turn.") if not line.buttons]) == 1
    assert sim.pinged() == [sim.bob.id]
    assert await sim.behind() == []


@pytest.mark.parametrize("call", ["/users/@me/channels", "/channels/*/messages"])
async def test_a_direct_message_comes_once(sim: Simulation, call: str) -> None:
    await sim.bob.say("settings", pings="direct")
    await sim.begin()
    sim.refuse("POST", call, 500, times=2)
    await sim.ann.move("d4")
    await sim.pass_time(600)
    _, letter = sim.bob.user.dm_channel.history()
    assert letter.text.startswith("It’s your turn in [Snorkels · Table 1](")
    assert sim.pinged() == [], "told there, and not here as well"
    assert "on d4" in sim.card()
    assert await sim.behind() == []


async def test_the_end_is_shown_with_its_files_whatever_is_refused_first(sim: Simulation) -> None:
    await sim.begin()
    asked = await sim.ann.say("table resign")
    for method in ("POST", "PATCH"):
        sim.refuse(method, "/channels/*/messages*", 500, times=2)
    await sim.ann.press(asked, "Yes, Resign")
    await sim.pass_time(600)
    card = sim.card()
    assert "The end" in card
    assert card.files == ["board.png"]
    assert len(told(sim, "The end")) == 1
    assert await sim.behind() == []


@pytest.mark.parametrize(("status", "tries"), [(500, 3), (401, 1), (403, 1), (404, 1)])
async def test_a_failed_attempt_is_counted_by_whether_it_is_repeated(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, status: int, tries: int
) -> None:
    pauses, publisher = [0.0, 0.0], sim.bot.publisher

    async def refused(_table: int) -> None:
        raise discord.HTTPException(SimpleNamespace(status=status, reason=""), "no")

    monkeypatch.setattr(retries, "RETRY_PAUSES_S", pauses)
    monkeypatch.setattr(publisher, "_publish", refused)
    publisher.wake(1)
    await publisher.settle()
    counted = [
        sim.bot.context.metrics.registry.get_sample_value(
            "captains_table_publish_failures_total", {"repeated": word}
        )
        for word in ("yes", "no")
    ]
    assert counted == [tries - 1 or None, 1]


async def test_a_direct_message_that_will_never_do_is_tried_once_and_comes_at_the_table(
    sim: Simulation,
) -> None:
    await sim.bob.say("settings", pings="direct")
    await sim.begin()
    path, before = f"/channels/{sim.bob.user.dm_channel.id}/messages", len(sim.env.http_requests)
    sim.refuse("POST", path, 400, 50035, times=None)
    await sim.ann.move("d4")
    await sim.pass_time(600)
    assert [each.path for each in sim.env.http_requests[before:]].count(path) == 1
    assert sim.public()[-1].text == f"<@{sim.bob.id}>, it’s your turn."


async def test_a_card_of_which_nothing_is_known_any_more_loses_its_buttons(sim: Simulation) -> None:
    await sim.begin()
    table = await sim.table()
    lobby = await sim.tables.at(table, 1)
    for before in (None, lobby):
        (card,) = sim.bot.publisher.messages._without_buttons(table, before, sim.channel.id)  # noqa: SLF001
        assert (card.lines[0], card.rows) == (table_text.OLD_CARD, ())
