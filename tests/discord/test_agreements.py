"""What people agree on at a table: taking back, drawing, leaving and taking over."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.interactions.card import LABEL_LIMIT
from bot.tables.model.table import Person, Request, Table
from bot.tables.people.display_names import sanitize

from .limits import parts
from .sea import Sea, Seen
from .test_time import opened, play


async def test_an_action_is_taken_back(sea: Sea) -> None:
    await opened(sea)
    await play(sea, sea.ann, "d4")
    old = sea.card()
    assert "Request sent" in (await sea.say(sea.ann, "table undo", sea.place())).text
    card = sea.card()
    assert f"<@{sea.ann.id}> would like to undo the last move." in card.text
    assert sea.pinged() == [sea.bob.id]
    await sea.press(sea.bob, card, "Decline ann’s Undo")
    assert "would like" not in Seen(sea.history()[-2]).text
    told = f"<@{sea.bob.id}> declined <@{sea.ann.id}>’s request to undo, so the move stands."
    assert told in Seen(sea.history()[-2]).text
    assert told in sea.card().text
    assert sea.pinged() == [sea.ann.id]
    await sea.say(sea.ann, "table undo", sea.place())
    await sea.press(sea.bob, sea.card(), "Accept ann’s Undo")
    assert f"<@{sea.ann.id}>, it’s your turn (host)" in sea.card().text
    assert [Seen(each).buttons for each in sea.history() if each.id == old.message.id] == [[]]
    assert "It’s ann’s turn" in (await sea.opened(sea.bob)).text
    await play(sea, sea.ann, "e5")
    assert "on e5" in sea.card().text


async def test_a_picker_from_before_an_action_was_taken_back_is_stale(sea: Sea) -> None:
    await opened(sea)
    picker = await sea.play(sea.ann, "d", "d4")
    await sea.env.advance_time(16 * 60)  # the bot may not refresh it any more
    await play(sea, sea.ann, "c3")
    await sea.say(sea.ann, "table undo", sea.place())
    await sea.press(sea.bob, sea.card(), "Accept ann’s Undo")
    await sea.press(sea.ann, picker, "Confirm")
    table = await sea.bot.context.tables.get(1)
    assert table.turns == ()


async def test_each_of_two_open_requests_has_buttons_that_name_it(sea: Sea) -> None:
    await opened(sea, pace="1d")
    await play(sea, sea.ann, "d4")
    await sea.say(sea.ann, "table undo", sea.place())
    await sea.say(sea.bob, "table pause", sea.place())
    card = sea.card()
    assert set(card.buttons) >= {
        *("Accept ann’s Undo", "Decline ann’s Undo", "Accept bob’s Pause", "Decline bob’s Pause")
    }
    assert len(set(card.buttons)) == len(card.buttons)
    assert "your own request" in (await sea.press(sea.ann, card, "Accept ann’s Undo")).text
    assert "withdrawn your request" in (await sea.press(sea.ann, card, "Decline ann’s Undo")).text
    assert "Agreed" in (await sea.press(sea.ann, sea.card(), "Accept bob’s Pause")).text
    table = await sea.bot.context.tables.get(1)
    assert table.requests == ()
    assert table.turns, "nothing is taken back"
    assert table.clock is not None
    assert table.clock.paused


async def test_the_buttons_of_two_who_leave_name_them(sea: Sea) -> None:
    await opened(sea)
    await sea.say(sea.ann, "table leave", sea.place())
    await sea.say(sea.bob, "table leave", sea.place())
    named = {"Take Over from ann", "ann Stays", "Take Over from bob", "bob Stays"}
    assert named <= set(sea.card().buttons)


def test_the_longest_and_strangest_name_fits_a_button_as_it_is() -> None:
    wild = "*_W_* " + "W" * 40
    table = SimpleNamespace(
        id=999_999_999_999, version=999_999_999, flagged=(), clock=None, people=(), leaving=(), requests=()
    )
    for kind in table_text.KIND_LABELS:
        table.requests = (Request(kind, Person(1, sanitize(wild)), 999_999_999),)
        for others in ((Person(2, "bob"),), ()):
            table.pending_answers = lambda _ask, others=others: others
            for control in table_cards.request_rows(cast("Table", table))[0]:
                assert len(control.label) <= LABEL_LIMIT
                assert control.label.endswith(f"’s {table_text.KIND_LABELS[kind]}")
                assert " *_W_* WWW" in control.label, "a label is no Markdown"


async def test_a_draw_offer_pings_the_other_once(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "checkers start", opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Join")
    await sea.say(sea.ann, "table draw", sea.place())
    assert "offers a draw" in sea.card().text
    assert sea.pinged() == [sea.bob.id]
    assert "Accept the Draw" in sea.card().buttons


async def test_whoever_offered_a_draw_hears_that_it_is_declined(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "checkers start", opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Join")
    await sea.say(sea.ann, "settings", pings="direct")
    await sea.say(sea.ann, "table draw", sea.place())
    posted = len(sea.history())
    await sea.press(sea.bob, sea.card(), "Decline the Draw")
    told = f"<@{sea.bob.id}> declined <@{sea.ann.id}>’s draw offer."
    assert told in sea.card().text
    assert len(sea.history()) == posted, "she wants to hear it by direct message"
    message = sea.ann.user.dm_channel.last_message
    assert message is not None
    letter = str(message.content)
    assert letter.startswith("It’s your turn in [Captain’s Checkers · Table 1]")
    assert told in letter


async def test_whoever_takes_an_own_request_back_tells_nobody_that_it_was_declined(sea: Sea) -> None:
    await opened(sea)
    await play(sea, sea.ann, "d4")
    await sea.say(sea.ann, "table undo", sea.place())
    posted = len(sea.history())
    await sea.press(sea.ann, sea.card(), "Decline ann’s Undo")
    assert "declined" not in sea.card().text
    assert len(sea.history()) == posted


async def test_somebody_takes_over(sea: Sea) -> None:
    await opened(sea)
    left = await sea.say(sea.bob, "table leave", sea.place())
    assert "please keep playing" in left.text
    card = sea.card()
    assert f"<@{sea.bob.id}> would like to leave. Would anyone like to take over?" in card.text
    assert {"Take Over from bob", "bob Stays"} <= set(card.buttons)
    await sea.press(sea.cid, card, "Take Over from bob")
    await sea.press(sea.ann, sea.card(), "Decline cid’s Takeover")
    assert f"<@{sea.ann.id}> declined <@{sea.cid.id}>’s request to take over." in sea.card().text
    assert sea.pinged() == [sea.cid.id], "who does not sit here hears it as well"
    card = Seen(sea.history()[-2])
    assert "Request sent" in (await sea.press(sea.cid, card, "Take Over from bob")).text
    await sea.restart()
    card = sea.card()
    assert (
        f"<@{sea.cid.id}> would like to take over from <@{sea.bob.id}>. <@{sea.ann.id}>, do you agree?"
        in card.text
    )
    assert sea.pinged() == [sea.ann.id]
    await sea.press(sea.ann, card, "Accept cid’s Takeover")
    assert f"<@{sea.cid.id}> (guest)" in sea.card().text
    assert "declined" not in sea.card().text, "that was before"
    await play(sea, sea.ann, "d4")
    assert "You’re not playing at Table 1" in (await play(sea, sea.bob, "take green")).text
    await play(sea, sea.cid, "take green")
    assert "Green" in sea.card().text


async def test_somebody_who_leaves_is_not_told_that_they_agreed(sea: Sea) -> None:
    await opened(sea)
    await sea.say(sea.bob, "table leave", sea.place())
    await sea.press(sea.cid, sea.card(), "Take Over from bob")
    refused = await sea.press(sea.bob, sea.card(), "Accept cid’s Takeover")
    assert "the others decide who takes over" in refused.text


async def test_where_all_leave_the_card_asks_nobody(sea: Sea) -> None:
    await opened(sea)
    await sea.say(sea.bob, "table leave", sea.place())
    await sea.press(sea.cid, sea.card(), "Take Over from bob")
    await sea.say(sea.ann, "table leave", sea.place())
    card = sea.card()
    assert "Nobody else has to agree: ask again, and it takes effect right away." in card.text
    assert "do you agree" not in card.text
    assert not [label for label in card.buttons if label.startswith(("Accept", "Decline"))]
    assert "Withdraw cid’s Takeover" in card.buttons
    (button,) = [
        part["custom_id"] for part in parts(card.raw) if part.get("custom_id", "").endswith(str(sea.bob.id))
    ]
    await sea.cid.click(card.message, custom_id=button)
    assert f"<@{sea.cid.id}> (guest)" in sea.card().text
    assert "nobody left" not in sea.card().text


async def test_a_new_holder_gets_the_private_chart(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "depthcharge start", opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Join")
    await sea.say(sea.ann, "move", sea.place(), action="mines b2 c3 d2 e3 f2")
    await sea.say(sea.bob, "move", sea.place(), action="mines b8 c9 d8 e9 f8")
    await sea.say(sea.bob, "mark", sea.place(), squares="b3", kind="mine")
    assert "Your marks" in (await sea.say(sea.bob, "board", sea.place(), words=True)).text
    await sea.say(sea.bob, "table leave", sea.place())
    await sea.press(sea.cid, sea.card(), "Take Over from bob")
    await sea.press(sea.ann, sea.card(), "Accept cid’s Takeover")
    table = await sea.bot.context.tables.get(1)
    row = next(row for row in table.seats if row.person == sea.cid.id)
    assert row.chart_state == "open"
    mine = await sea.say(sea.cid, "board", sea.place(), words=True)
    assert "b8" in mine.text, "the mines go with the seat"
    assert "Your marks" not in mine.text, "the marks were bob’s own"
