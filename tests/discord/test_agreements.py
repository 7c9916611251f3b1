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

from .limits import parts
from .simulation import Seen, Simulation
from .test_crackers import manned
from .test_time import opened, play


async def test_an_action_is_taken_back(sim: Simulation) -> None:
    await opened(sim)
    await play(sim, sim.ann, "d4")
    old = sim.card()
    sent = await sim.say(sim.ann, "table undo", sim.place())
    assert sent.text == "Request sent. It takes effect once bob agrees."
    card = sim.card()
    assert f"<@{sim.ann.id}> would like to undo the last move." in card.text
    assert sim.pinged() == [sim.bob.id]
    await sim.press(sim.bob, card, "Decline ann’s Undo")
    assert "would like" not in Seen(sim.history()[-2]).text
    told = f"<@{sim.bob.id}> declined <@{sim.ann.id}>’s request to undo, so the move stands."
    assert told in Seen(sim.history()[-2]).text
    assert told in sim.card().text
    assert sim.pinged() == [sim.ann.id]
    await sim.say(sim.ann, "table undo", sim.place())
    await sim.press(sim.bob, sim.card(), "Accept ann’s Undo")
    assert f"<@{sim.ann.id}>, it’s your turn (host)" in sim.card().text
    assert [Seen(each).buttons for each in sim.history() if each.id == old.message.id] == [[]]
    assert "It’s ann’s turn" in (await sim.opened(sim.bob)).text
    await play(sim, sim.ann, "e5")
    assert "on e5" in sim.card().text


async def test_a_picker_from_before_an_action_was_taken_back_is_stale(sim: Simulation) -> None:
    await opened(sim)
    picker = await sim.play(sim.ann, "d", "d4")
    await sim.env.advance_time(16 * 60)  # the bot may not refresh it any more
    await play(sim, sim.ann, "c3")
    await sim.say(sim.ann, "table undo", sim.place())
    await sim.press(sim.bob, sim.card(), "Accept ann’s Undo")
    await sim.press(sim.ann, picker, "Confirm")
    table = await sim.bot.context.tables.get(1)
    assert table.turns == ()


async def test_each_of_two_open_requests_has_buttons_that_name_it(sim: Simulation) -> None:
    await opened(sim, pace="1d")
    await play(sim, sim.ann, "d4")
    await sim.say(sim.ann, "table undo", sim.place())
    await sim.say(sim.bob, "table pause", sim.place())
    card = sim.card()
    assert set(card.buttons) >= {
        *("Accept ann’s Undo", "Decline ann’s Undo", "Accept bob’s Pause", "Decline bob’s Pause")
    }
    assert len(set(card.buttons)) == len(card.buttons)
    assert "your own request" in (await sim.press(sim.ann, card, "Accept ann’s Undo")).text
    assert "withdrawn your request" in (await sim.press(sim.ann, card, "Decline ann’s Undo")).text
    assert "Agreed" in (await sim.press(sim.ann, sim.card(), "Accept bob’s Pause")).text
    table = await sim.bot.context.tables.get(1)
    assert table.agreements.requests == ()
    assert table.turns, "nothing is taken back"
    assert table.timing.clock is not None
    assert table.timing.clock.paused


async def test_whoever_asks_for_what_another_has_asked_for_hears_whether_it_takes_effect(
    sim: Simulation,
) -> None:
    await opened(sim, pace="1d")
    await play(sim, sim.ann, "d4")
    await sim.say(sim.ann, "table undo", sim.place())
    await sim.say(sim.bob, "table pause", sim.place())
    assert (await sim.say(sim.ann, "table pause", sim.place())).text == "Done.", "her undo is another matter"
    table = await sim.bot.context.tables.get(1)
    assert table.timing.clock is not None
    assert table.timing.clock.paused


async def test_whoever_is_the_second_of_three_to_ask_hears_who_is_still_to_agree(sim: Simulation) -> None:
    await manned(sim, [sim.ann, sim.bob], sim.cid, pace="1d")
    asked = await sim.say(sim.ann, "table pause", sim.place())
    assert asked.text == "Request sent. It takes effect once bob and cid agree."
    second = await sim.say(sim.bob, "table pause", sim.place())
    assert second.text == "Request sent. It takes effect once cid agrees."


async def test_the_buttons_of_two_who_leave_name_them(sim: Simulation) -> None:
    await opened(sim)
    await sim.say(sim.ann, "table leave", sim.place())
    await sim.say(sim.bob, "table leave", sim.place())
    named = {"Take Over from ann", "ann Stays", "Take Over from bob", "bob Stays"}
    assert named <= set(sim.card().buttons)


def test_the_longest_and_strangest_name_fits_a_button_as_it_is() -> None:
    wild = "*_W_* " + "W" * 40
    table = SimpleNamespace(id=999_999_999_999, version=999_999_999, timing=Timing(), seating=Seating(()))
    for kind in table_text.KIND_LABELS:
        table.agreements = Agreements(requests=(Request(kind, Person(1, sanitize(wild)), 999_999_999),))
        for others in ((Person(2, "bob"),), ()):
            table.pending_answers = lambda _ask, others=others: others
            for control in table_cards.request_rows(cast("Table", table))[0]:
                assert len(control.label) <= LABEL_LIMIT
                assert control.label.endswith(f"’s {table_text.KIND_LABELS[kind]}")
                assert " *_W_* WWW" in control.label, "a label is no Markdown"


async def test_a_draw_offer_pings_the_other_once(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "checkers start", opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Join")
    await sim.say(sim.ann, "table draw", sim.place())
    assert "has offered a draw" in sim.card().text
    assert sim.pinged() == [sim.bob.id]
    assert "Accept the Draw" in sim.card().buttons


async def test_a_draw_offer_is_withdrawn_under_more(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "checkers start", opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Join")
    assert "Offer a Draw" in (await sim.press(sim.ann, sim.card(), "More")).buttons
    await sim.say(sim.ann, "table draw", sim.place())
    assert "withdraw it under **More**" in (await sim.say(sim.ann, "table draw", sim.place())).text
    more = await sim.press(sim.ann, sim.card(), "More")
    assert "Offer a Draw" not in more.buttons
    assert "Offer a Draw" in (await sim.press(sim.bob, sim.card(), "More")).buttons
    done = await sim.press(sim.ann, more, "Withdraw the Draw Offer")
    assert done.text == "You’ve withdrawn your draw offer."
    assert "draw" not in sim.card().text
    assert "Accept the Draw" not in sim.card().buttons
    assert "Offer a Draw" in (await sim.press(sim.ann, sim.card(), "More")).buttons


async def test_whoever_offered_a_draw_hears_that_it_is_declined(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "checkers start", opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Join")
    await sim.say(sim.ann, "settings", pings="direct")
    await sim.say(sim.ann, "table draw", sim.place())
    posted = len(sim.history())
    await sim.press(sim.bob, sim.card(), "Decline the Draw")
    told = f"<@{sim.bob.id}> declined <@{sim.ann.id}>’s draw offer."
    assert told in sim.card().text
    assert len(sim.history()) == posted, "she wants to hear it by direct message"
    message = sim.ann.user.dm_channel.last_message
    assert message is not None
    letter = str(message.content)
    assert letter.startswith("It’s your turn in [Captain’s Checkers · Table 1]")
    assert told in letter


async def test_whoever_takes_an_own_request_back_tells_nobody_that_it_was_declined(sim: Simulation) -> None:
    await opened(sim)
    await play(sim, sim.ann, "d4")
    await sim.say(sim.ann, "table undo", sim.place())
    posted = len(sim.history())
    await sim.press(sim.ann, sim.card(), "Decline ann’s Undo")
    assert "declined" not in sim.card().text
    assert len(sim.history()) == posted


async def test_somebody_takes_over(sim: Simulation) -> None:
    await opened(sim)
    left = await sim.say(sim.bob, "table leave", sim.place())
    assert "please keep playing" in left.text
    card = sim.card()
    assert f"<@{sim.bob.id}> would like to leave. Would anyone like to take over?" in card.text
    assert {"Take Over from bob", "bob Stays"} <= set(card.buttons)
    await sim.press(sim.cid, card, "Take Over from bob")
    await sim.press(sim.ann, sim.card(), "Decline cid’s Takeover")
    assert f"<@{sim.ann.id}> declined <@{sim.cid.id}>’s request to take over." in sim.card().text
    assert sim.pinged() == [sim.cid.id], "who does not sit here hears it as well"
    card = Seen(sim.history()[-2])
    sent = await sim.press(sim.cid, card, "Take Over from bob")
    assert sent.text == "Request sent. It takes effect once ann agrees.", "bob is leaving and has no say"
    await sim.restart()
    card = sim.card()
    assert (
        f"<@{sim.cid.id}> would like to take over from <@{sim.bob.id}>. <@{sim.ann.id}>, do you agree?"
        in card.text
    )
    assert sim.pinged() == [sim.ann.id]
    await sim.press(sim.ann, card, "Accept cid’s Takeover")
    assert f"<@{sim.cid.id}> (guest)" in sim.card().text
    assert "declined" not in sim.card().text, "that was before"
    await play(sim, sim.ann, "d4")
    assert "You’re not playing at Table 1" in (await play(sim, sim.bob, "take green")).text
    await play(sim, sim.cid, "take green")
    assert "Green" in sim.card().text


async def test_of_two_who_want_two_seats_each_is_answered(sim: Simulation) -> None:
    dan, eve = (sim.guild.add_member(sim.env.create_user(name)) for name in ("dan", "eve"))
    await manned(sim, [sim.ann, sim.bob], sim.cid)
    for who in (sim.ann, sim.bob):
        await sim.say(who, "table leave", sim.place())
    await sim.press(dan, sim.card(), "Take Over from ann")
    await sim.press(eve, sim.card(), "Take Over from bob")
    await sim.press(sim.cid, sim.card(), "Accept dan’s Takeover")
    assert f"<@{eve.id}> would like to take over from <@{sim.bob.id}>. " in sim.card().text
    for who in (sim.cid, dan):
        await sim.press(who, sim.card(), "Accept eve’s Takeover")
    table = await sim.bot.context.tables.get(1)
    assert {person.id for person in table.seating.people} == {dan.id, eve.id, sim.cid.id}
    assert table.agreements.requests == ()


async def test_a_newcomer_whose_turn_it_is_is_called(sim: Simulation) -> None:
    await opened(sim)
    await sim.say(sim.ann, "table leave", sim.place())
    await sim.press(sim.cid, sim.card(), "Take Over from ann")
    await sim.press(sim.bob, sim.card(), "Accept cid’s Takeover")
    assert f"<@{sim.cid.id}>, it’s your turn (host)" in sim.card().text
    assert sim.pinged() == [sim.cid.id]


async def test_whose_clock_runs_again_as_they_asked_is_called(sim: Simulation) -> None:
    await opened(sim, pace="1d")
    await sim.say(sim.ann, "table pause", sim.place())
    await sim.press(sim.bob, sim.card(), "Accept ann’s Pause")
    assert sim.pinged() == [sim.bob.id], "nobody can move"
    await sim.say(sim.ann, "table pause", sim.place())
    await sim.press(sim.bob, sim.card(), "Accept ann’s Resume")
    assert sim.pinged() == [sim.ann.id]


async def test_whoever_lets_their_own_clock_run_again_is_not_called(sim: Simulation) -> None:
    await opened(sim, pace="1d")
    await sim.say(sim.ann, "table pause", sim.place())
    await sim.press(sim.bob, sim.card(), "Accept ann’s Pause")
    await sim.say(sim.bob, "table pause", sim.place())
    posted = len(sim.history())
    await sim.press(sim.ann, sim.card(), "Accept bob’s Resume")
    assert len(sim.history()) == posted


async def test_somebody_who_watches_has_no_seat_to_keep(sim: Simulation) -> None:
    await opened(sim)
    await sim.say(sim.bob, "table leave", sim.place())
    refused = await sim.press(sim.cid, sim.card(), "bob Stays")
    assert "You’re not playing at Table 1" in refused.text


async def test_the_clock_of_a_newcomer_who_is_away_stands_still(sim: Simulation) -> None:
    await opened(sim, pace="1d")
    await sim.say(sim.cid, "settings", away="3d")
    await sim.say(sim.ann, "table leave", sim.place())
    await sim.press(sim.cid, sim.card(), "Take Over from ann")
    await sim.press(sim.bob, sim.card(), "Accept cid’s Takeover")
    assert f"<@{sim.cid.id}> is away until" in sim.card().text
    table = await sim.bot.context.tables.get(1)
    assert table.timing.clock is not None
    assert not table.timing.clock.ticking


async def test_somebody_who_leaves_is_not_told_that_they_agreed(sim: Simulation) -> None:
    await opened(sim)
    await sim.say(sim.bob, "table leave", sim.place())
    await sim.press(sim.cid, sim.card(), "Take Over from bob")
    refused = await sim.press(sim.bob, sim.card(), "Accept cid’s Takeover")
    assert "the others decide who takes over" in refused.text


async def test_where_all_leave_the_card_asks_nobody(sim: Simulation) -> None:
    await opened(sim)
    await sim.say(sim.bob, "table leave", sim.place())
    await sim.press(sim.cid, sim.card(), "Take Over from bob")
    await sim.say(sim.ann, "table leave", sim.place())
    card = sim.card()
    assert "Nobody else has to agree: ask again, and it takes effect right away." in card.text
    assert "do you agree" not in card.text
    assert not [label for label in card.buttons if label.startswith(("Accept", "Decline"))]
    assert "Withdraw cid’s Takeover" in card.buttons
    (button,) = [
        part["custom_id"] for part in parts(card.raw) if part.get("custom_id", "").endswith(str(sim.bob.id))
    ]
    await sim.cid.click(card.message, custom_id=button)
    assert f"<@{sim.cid.id}> (guest)" in sim.card().text
    assert "nobody left" not in sim.card().text


async def test_a_new_holder_gets_the_private_chart(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "depthcharge start", opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Join")
    await sim.say(sim.ann, "move", sim.place(), action="mines b2 c3 d2 e3 f2")
    await sim.say(sim.bob, "move", sim.place(), action="mines b8 c9 d8 e9 f8")
    await sim.say(sim.bob, "mark", sim.place(), squares="b3", kind="mine")
    assert "Your marks" in (await sim.say(sim.bob, "board", sim.place(), words=True)).text
    chart = sim.bob.user.dm_channel.history()[0]
    refused = f"/channels/{chart.channel.id}/messages/{chart.id}"
    await sim.say(sim.bob, "table leave", sim.place())
    await sim.press(sim.cid, sim.card(), "Take Over from bob")
    sim.env.inject_error("PATCH", refused, status=403, code=50001, times=None)
    await sim.press(sim.ann, sim.card(), "Accept cid’s Takeover")
    table = await sim.bot.context.tables.get(1)
    row = next(row for row in table.seats if row.person == sim.cid.id)
    assert row.chart_state == "open"
    mine = await sim.say(sim.cid, "board", sim.place(), words=True)
    assert "b8" in mine.text, "the mines go with the seat"
    assert "Your marks" not in mine.text, "the marks were bob’s own"
    pressed = await sim.bob.user.click(chart, label="Board in Words")
    assert "Somebody else has taken over your seat at Table 1." in Seen(pressed.response).text
