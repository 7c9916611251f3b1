"""What people agree on at a table: taking back, drawing, leaving and taking over."""

from __future__ import annotations

from bot.local.api.channels import change_thread

from .playing import leave, manned, replaced
from .simulation import Simulation


async def test_whoever_is_the_second_of_three_to_ask_hears_who_is_still_to_agree(sim: Simulation) -> None:
    await manned(sim, "crackers", sim.ann, sim.bob, sim.cid, pace="1d")
    asked = await sim.ann.say("table pause")
    assert asked.text == "Request sent. It takes effect once bob and cid agree."
    second = await sim.bob.say("table pause")
    assert second.text == "Request sent. It takes effect once cid agrees."


async def test_of_two_who_want_two_seats_each_is_answered(sim: Simulation) -> None:
    dan, eve = (sim.newcomer(name) for name in ("dan", "eve"))
    await manned(sim, "crackers", sim.ann, sim.bob, sim.cid)
    for who in (sim.ann, sim.bob):
        await leave(who)
    await dan.press(sim.card(), "Take Over from ann")
    await eve.press(sim.card(), "Take Over from bob")
    await sim.cid.press(sim.card(), "Accept Takeover (dan)")
    assert f"<@{eve.id}> would like to take over from <@{sim.bob.id}>. " in sim.card()
    for who in (sim.cid, dan):
        await who.press(sim.card(), "Accept Takeover (eve)")
    table = await sim.table()
    assert {person.id for person in table.seating.people} == {dan.id, eve.id, sim.cid.id}
    assert sim.public()[-1].text.startswith(f"<@{eve.id}> has taken over from <@{sim.bob.id}>."), "ann knows"
    assert sim.ann.id not in sim.pinged(sim.place())
    assert table.agreements.requests == ()


async def test_what_others_have_to_answer_is_on_the_card_that_stands_and_notifies_them(
    sim: Simulation,
) -> None:
    ann, bob = f"<@{sim.ann.id}>", f"<@{sim.bob.id}>"
    await sim.begin("checkers")
    card, posted = sim.card(), len(sim.public())
    await sim.ann.say("table draw")
    said = f"{ann} has offered a draw. {bob}, do you agree?"
    assert said in sim.again(card)
    assert sim.public()[-1].text == said
    assert sim.pinged(sim.place()) == [sim.bob.id]
    assert len(sim.public()) == posted + 1
    # Who declines sees that on the card, and who asked is notified; nobody is told once more in private.
    declined = await sim.bob.press(card, "Decline the Draw")
    assert declined.id == card.id
    assert sim.public()[-1].text == f"{ann} offered a draw, but {bob} declined."
    assert sim.pinged(sim.place()) == [sim.ann.id]
    assert len(sim.public()) == posted + 1


async def test_a_line_about_an_offer_goes_with_it(sim: Simulation) -> None:
    await sim.begin("checkers")
    posted = len(sim.public())
    for leaves in (False, True):
        if leaves:
            await leave(sim.ann)
        await sim.ann.say("table draw")
        await sim.ann.press(await sim.ann.press(sim.card(), "More"), "Withdraw the Draw Offer")
        assert len(sim.public()) == posted, leaves


async def test_leaving_is_asked_first(sim: Simulation) -> None:
    await sim.begin()
    more = await sim.ann.press(sim.card(), "More")
    asked = (await sim.ann.press(more, "Leave")).text
    sure = await sim.ann.say("table leave")
    assert sure.text == asked
    assert (await sim.table()).seating.leaving == frozenset()
    done = await sim.ann.press(sure, "Yes, Leave")
    assert done.text.split("\n")[-1].startswith("If nobody takes over, the seat stays yours")
    assert done.text.endswith("the others have to agree to the new player.")
    assert done.buttons == []
    assert sim.public()[-1].text == f"<@{sim.ann.id}> would like to leave. Would anyone like to take over?"
    assert sim.pinged(sim.place()) == [sim.bob.id]


async def test_a_takeover_is_told_and_the_thread_is_named_after_those_who_play(sim: Simulation) -> None:
    ann, cid = f"<@{sim.ann.id}>", f"<@{sim.cid.id}>"
    await sim.begin("checkers")
    card, posted = sim.card(), len(sim.public())
    await sim.ann.say("table draw")
    await sim.bob.press(card, "Decline the Draw")
    await leave(sim.ann)
    await sim.cid.press(sim.card(), "Take Over from ann")
    wanted = sim.again(card)
    # One seat can be taken once, and what is asked says that it is free.
    assert "Take Over from ann" not in wanted.buttons
    assert "would like to leave" not in wanted
    await sim.bob.press(wanted, "Accept Takeover (cid)")
    told = f"{cid} has taken over from {ann}."
    assert told in sim.again(card)
    assert "offered a draw" not in sim.again(card)
    assert sim.public()[-1].text == f"{told}\n{cid}, it’s your turn."
    assert set(sim.pinged(sim.place())) == {sim.ann.id, sim.cid.id}
    assert len(sim.public()) == posted + 1
    assert sim.place().name == "Captain’s Checkers · cid vs bob"
    world = sim.env.world
    change_thread(world, world.channels[sim.place().id], name="A moderator’s")
    await sim.finish()
    assert sim.place().name == "A moderator’s"


async def test_whoever_was_replaced_hears_it_in_the_way_they_chose(sim: Simulation) -> None:
    await sim.begin("checkers")
    await sim.ann.say("settings", pings="direct")
    await replaced(sim)
    assert f"<@{sim.cid.id}> has taken over from <@{sim.ann.id}>." in sim.ann.letters[-1]
    assert "it’s your turn" not in sim.ann.letters[-1]
