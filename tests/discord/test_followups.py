"""What follows a table's card, and what is told in private, hides no board and is not lost."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.components.publishing import followups
from bot.tables.model.table import Person
from bot.tables.people import preferences
from bot.tables.people.erasure import erase
from data.store.queries.followups import PREFIX
from data.store.store import Store

from .sea import Sea, Seen
from .test_hard_cases import behind, direct, opened, typed
from .test_private_charts import begun, turns
from .test_secret_setup import chart

HOUR = 3600


def live(sea: Sea, place: Any = None) -> list[Seen]:
    """The cards in a place that can be pressed."""
    return [seen for seen in map(Seen, sea.history(place)) if seen.buttons]


async def test_a_fault_in_one_players_chart_hides_the_board_and_the_other_chart_from_nobody(sea: Sea) -> None:
    await begun(sea)
    path = f"/channels/{sea.ann.user.dm_channel.id}/messages/*"
    sea.env.inject_error("PATCH", path, status=500, times=None)
    await turns(sea, "move n")
    assert f"<@{sea.bob.id}>, it’s your turn (north)" in sea.card().text
    assert "It’s **your turn**" in chart(sea.bob).text
    assert "It’s **your turn**" in chart(sea.ann).text, "the one from before"
    assert await sea.bot.store.unshown() == []
    sea.env.backend.faults.clear()
    await sea.env.advance_time(120)
    await sea.settled()
    assert f"<@{sea.bob.id}>, it’s your turn (north)" in chart(sea.ann).text


async def test_a_fault_in_a_direct_message_hides_the_board_from_nobody(sea: Sea) -> None:
    await preferences.change(sea.bot.store, sea.bob.id, pings="direct")
    await opened(sea)
    letters = f"/channels/{sea.bob.user.dm_channel.id}/messages"
    sea.env.inject_error("POST", letters, status=500, times=None)
    await typed(sea, sea.ann, "d4")
    assert "on d4" in sea.card().text
    sea.env.backend.faults.clear()
    await sea.env.advance_time(120)
    await sea.settled()
    assert "It’s your turn in" in direct(sea.bob)[-1].text


async def test_a_forgotten_person_is_in_no_note_of_what_is_to_be_sent(sea: Sea) -> None:
    unsent = [["letter", 9, sea.bob.id, 0, 0], ["letter", 9, sea.cid.id, 0, 0]]
    await sea.bot.store.set_value(f"{PREFIX}7", json.dumps(unsent))
    await sea.bot.store.set_value(f"{PREFIX}8", json.dumps(unsent[:1]))
    await erase(sea.bot.context.tables, Person(sea.bob.id, "bob"))
    assert await sea.bot.store.values(PREFIX) == {f"{PREFIX}7": json.dumps(unsent[1:])}


async def test_a_challenge_is_open_though_the_direct_message_about_it_fails(sea: Sea) -> None:
    await preferences.change(sea.bot.store, sea.bob.id, pings="direct")
    sea.env.inject_error("POST", "/users/@me/channels", status=500, times=2)
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    assert "Join" in lobby.buttons
    await sea.settled()
    assert "challenges you" in direct(sea.bob)[-1].text


async def test_what_a_stop_left_to_tell_is_told_after_the_next_start(sea: Sea) -> None:
    await preferences.change(sea.bot.store, sea.bob.id, pings="direct")
    await begun(sea)
    await turns(sea, "move n")
    await sea.settled()
    before = len(direct(sea.ann))
    path = f"/channels/{sea.ann.user.dm_channel.id}/messages/*"
    sea.env.inject_error("PATCH", path, status=500, times=None)
    sea.env.inject_error("POST", "/users/@me/channels", status=500, times=None)
    await sea.say(sea.bob, "move", sea.place(), action="move s")
    assert await sea.bot.store.unshown() == []
    sea.env.backend.faults.clear()
    await sea.restart()
    await sea.settled()
    assert "It’s **your turn**" in chart(sea.ann).text
    assert len(direct(sea.ann)) == before
    assert await sea.bot.store.values(PREFIX) == {}


PASSING = pytest.mark.parametrize(("status", "code"), [(400, 40003), (500, 0), (429, 0), (403, 20026)])


@PASSING
async def test_only_discords_word_for_closed_messages_closes_them(sea: Sea, status: int, code: int) -> None:
    await preferences.change(sea.bot.store, sea.bob.id, pings="both")
    sea.env.inject_error("POST", "/users/@me/channels", status=status, code=code, times=4)
    lobby = await sea.say(sea.ann, "depthcharge start", opponent=sea.bob, mines=3)
    await sea.press(sea.bob, lobby, "Join")
    await sea.env.advance_time(1200)
    await sea.settled()
    table = await sea.bot.context.tables.get(1)
    assert [row.chart_state for row in table.seats] == ["open", "open"]
    assert sea.bot.publisher.notifications.refused == set()
    for who in (sea.ann, sea.bob):
        assert "Mines: 0 of 3" in "".join(seen.text for seen in direct(who)).replace("*", "")


async def test_whoever_takes_no_direct_message_is_called_at_the_table(sea: Sea) -> None:
    await preferences.change(sea.bot.store, sea.bob.id, pings="direct")
    await opened(sea)
    sea.env.inject_error("POST", f"/channels/{sea.bob.user.dm_channel.id}/messages", status=403, code=50007)
    await typed(sea, sea.ann, "d4")
    await sea.settled()
    assert sea.card().text == f"<@{sea.bob.id}>, it’s your turn."
    assert sea.pinged() == [sea.bob.id]
    assert sea.bot.publisher.notifications.refused == {sea.bob.id}


async def test_cards_that_could_not_be_changed_lose_their_buttons_once_that_is_possible(sea: Sea) -> None:
    await opened(sea)
    thread = sea.place()
    path = f"/channels/{thread.id}/messages/*"
    sea.env.inject_error("PATCH", path, status=403, code=50001, times=None)
    await typed(sea, sea.ann, "d4")
    await typed(sea, sea.bob, "take green")
    await typed(sea, sea.bob, "a1")
    assert len(live(sea, thread)) > 2
    await sea.restart()
    sea.env.backend.faults.clear()
    await sea.env.advance_time(followups.SWEEP_PAUSE_S + 60)
    await sea.settled()
    (card,) = live(sea, thread)
    assert card.message.id == sea.card(thread).message.id
    assert await sea.bot.store.values(PREFIX) == {}


@pytest.mark.parametrize("status", [429, 500])
async def test_an_old_card_that_cannot_be_changed_for_a_while_keeps_no_new_one_back(
    sea: Sea, status: int
) -> None:
    await opened(sea)
    sea.env.inject_error("PATCH", f"/channels/{sea.place().id}/messages/*", status=status, times=None)
    await typed(sea, sea.ann, "d4")
    assert "on d4" in sea.card().text
    sea.env.backend.faults.clear()
    await sea.env.advance_time(120)
    await sea.settled()
    assert len(live(sea)) == 1


async def test_a_card_without_a_picture_loses_its_buttons_all_the_same(sea: Sea) -> None:
    await opened(sea)
    path = f"/channels/{sea.place().id}/messages/{sea.card().message.id}"
    sea.env.inject_error("PATCH", path, status=400, code=50035)
    await typed(sea, sea.ann, "d4")
    assert await behind(sea) == []
    assert len(live(sea)) == 1


async def test_a_card_whose_sending_was_never_noted_keeps_no_buttons(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sea)
    set_address, lost = Store.set_address, list[int]()

    async def fails_once(store: Store, table_id: int, **columns: int | None) -> None:
        if "card" in columns and not lost:
            lost.append(table_id)
            # Somebody presses the card before the program has noted it.
            await sea.bot.context.tables.play(1, Person(sea.bob.id, "bob"), "take green")
            await sea.bot.context.tables.play(1, Person(sea.bob.id, "bob"), "a1")
            raise OSError("no such disk")
        await set_address(store, table_id, **columns)

    monkeypatch.setattr(Store, "set_address", fails_once)
    await typed(sea, sea.ann, "d4")
    await sea.settled()
    assert lost
    assert await behind(sea) == []
    (card,) = live(sea)
    assert f"<@{sea.ann.id}> (" in card.text


async def test_a_frozen_tables_card_loses_its_buttons(sea: Sea) -> None:
    await opened(sea)
    service = sea.bot.context.tables
    await service.cache.freeze(await service.get(1))
    await sea.settled()
    assert "Its record is safe" in sea.card().text
    assert live(sea) == []


async def test_cards_in_direct_messages_lose_their_buttons_when_the_game_goes_on(sea: Sea) -> None:
    other = sea.guild.create_text_channel("other")
    await opened(sea)
    sea.env.backend.delete_channel(sea.place().id)
    sea.env.backend.delete_channel(sea.channel.id)
    await sea.settled()
    assert "My View" in direct(sea.ann)[-1].buttons
    await typed(sea, sea.ann, "d4", other)
    await sea.settled()
    assert [seen.buttons for seen in direct(sea.ann)] == [[]]
    assert "My View" in direct(sea.bob)[-1].buttons
