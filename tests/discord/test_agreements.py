"""What people agree on at a table: taking back, drawing, leaving and taking over."""

from __future__ import annotations

from .playing import manned
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
