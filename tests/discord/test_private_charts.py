"""The private chart in play: moving from the direct message, marks, findings, and what becomes of it."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from bot.components.cards import text
from bot.tables.events import agreements
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from data.store.queries import followups

from .simulation import Seen, Simulation
from .test_secret_setup import chart, close_dms, dm_press, opened

MINES = {"ann": "b2 d3 f6", "bob": "b9 d8 g12"}


async def begun(sim: Simulation, **options: Any) -> None:
    """Ann (south) and bob (north) have laid their mines."""
    await opened(sim, **options)
    await sim.say(sim.ann, "move", sim.place(), action=MINES["ann"])
    await sim.say(sim.bob, "move", sim.place(), action=MINES["bob"])


async def turns(sim: Simulation, *actions: str) -> None:
    """Turns by typing, ann's first."""
    for order, action in enumerate(actions):
        await sim.say((sim.ann, sim.bob)[order % 2], "move", sim.place(), action=action)


async def test_the_chart_says_whose_turn_it_is_and_leads_to_the_table(sim: Simulation) -> None:
    await begun(sim)
    assert "It’s **your turn**" in chart(sim.ann).text
    assert f"<@{sim.ann.id}>, it’s your turn (south)" in chart(sim.bob).text
    for who in (sim.ann, sim.bob):
        assert (
            f"[Go to the table](https://discord.com/channels/{sim.guild.id}/{sim.place().id})"
            in chart(who).text
        )
    assert chart(sim.ann).buttons == ["Move", "Sound", "Depth Charge", "Sail On…", "Board in Words", "Mark"]
    assert chart(sim.bob).buttons == ["Board in Words", "Mark"]
    assert "mines left on b2, d3, f6" in chart(sim.ann).alt
    assert "b9" not in chart(sim.ann).alt


async def test_a_chart_leads_to_the_thread_from_the_beginning(sim: Simulation) -> None:
    await opened(sim)
    here = f"[Go to the table](https://discord.com/channels/{sim.guild.id}/{sim.place().id})"
    assert here in chart(sim.ann).text
    assert here in chart(sim.bob).text


async def test_a_turn_is_taken_from_the_direct_message(sim: Simulation) -> None:
    await begun(sim)
    result = await sim.ann.user.click(chart(sim.ann).message, label="Move")
    picker = result.response
    assert picker.ephemeral
    await sim.ann.user.click(picker, label="b3 (3 Ways)")
    ways = [label for label in Seen(picker).buttons if label.startswith(("North", "East"))]
    assert len(ways) == 3
    await sim.ann.user.click(picker, label=ways[0])
    assert f"b3 (3 Ways) · {ways[0]}" in Seen(picker).text
    await sim.ann.user.click(picker, label="Confirm")
    table = await sim.bot.context.tables.get(1)
    assert str(table.turns[-1].action) == "move nne"
    assert "South moved to b3 via a2 and a3" in sim.card().text
    assert "Move" in chart(sim.bob).buttons
    assert "Move" not in chart(sim.ann).buttons


async def test_what_happens_while_the_charts_are_sent_comes_onto_them(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sim)
    service, charts = sim.bot.context.tables, sim.bot.publisher.messages.charts
    deliver, versions = charts.deliver, list[int]()

    async def answered_meanwhile(table: Table) -> None:
        await deliver(table)
        if not versions:
            await service.play(1, Person(sim.bob.id, "Bob"), "move s")
        versions.append(table.version)

    monkeypatch.setattr(charts, "deliver", answered_meanwhile)
    await turns(sim, "move n")
    await sim.settled()
    assert len(versions) >= 2
    assert versions[0] < versions[-1]
    assert sim.pinged()[-1] == sim.ann.id
    assert "It’s **your turn**" in chart(sim.ann).text
    assert f"<@{sim.ann.id}>, it’s your turn (south)" in sim.card().text


async def test_marks_are_typed_and_drawn_for_their_owner_alone(sim: Simulation) -> None:
    await begun(sim)
    before, others = len(sim.history()), chart(sim.bob).text
    seen = await sim.say(sim.ann, "mark", sim.place(), squares="b7, C7", kind="possible")
    assert "Your marks: possible b7, c7" in seen.text
    await sim.say(sim.ann, "mark", sim.place(), squares="c7 d9", kind="mine")
    assert "Your marks: possible b7 · mine c7, d9" in chart(sim.ann).text
    spoken = await sim.say(sim.ann, "board", sim.place(), words=True)
    assert "possible b7 · mine c7, d9" in spoken.text
    assert chart(sim.bob).text == others
    assert len(sim.history()) == before
    theirs = await sim.say(sim.bob, "board", sim.place())
    assert "marks" not in theirs.text
    await sim.restart()
    again = await sim.say(sim.ann, "mark", sim.place(), squares="b7", kind="none")
    assert "Your marks: mine c7, d9" in again.text


async def test_marks_that_make_no_sense_are_refused(sim: Simulation) -> None:
    await begun(sim)
    for squares, why in (
        ("b2", "enemy waters"),
        ("l12", "enemy waters"),
        ("", "Name the squares"),
        ("z99", "can’t"),
    ):
        seen = await sim.say(sim.ann, "mark", sim.place(), squares=squares, kind="mine")
        assert why in seen.text
    watcher = await sim.say(sim.cid, "mark", sim.place(), squares="b7", kind="mine")
    assert "nothing to mark" in watcher.text


async def test_marks_are_set_by_buttons_on_the_direct_message(sim: Simulation) -> None:
    await begun(sim)
    seen = await dm_press(sim.ann, "Mark")
    assert seen.buttons[:3] == ["? Possible", "– Clear", "! Mine"]
    for label in ("! Mine", "c", "c7", "c9", "Back", "– Clear", "d", "d9"):
        seen = await dm_press(sim.ann, label)
    assert "Your marks: clear d9 · mine c7, c9" in seen.text
    assert "d9 –" in seen.buttons
    await dm_press(sim.ann, "d9 –")
    seen = await dm_press(sim.ann, "Done")
    assert "Your marks: mine c7, c9" in seen.text
    assert seen.buttons == ["Move", "Sound", "Depth Charge", "Sail On…", "Board in Words", "Mark"]


async def test_marks_from_my_view_reach_the_direct_message(sim: Simulation) -> None:
    await begun(sim)
    mine = await sim.press(sim.ann, sim.card(), "My View")
    for label in ("Mark", "a", "a8", "Done"):
        await sim.press(sim.ann, mine, label)
    assert "Your marks: possible a8" in mine.text
    assert "Your marks: possible a8" in chart(sim.ann).text


async def test_my_view_lists_every_report_that_one_has_heard(sim: Simulation) -> None:
    await begun(sim)
    await turns(sim, "sound b1", "move s", "move n", "sound l10", "sound b3", "move w")
    seen = await sim.press(sim.ann, sim.card(), "My View")
    assert "Your soundings: b1: " in seen.text
    assert "· b3: " in seen.text
    assert "l10" not in seen.text
    theirs = await sim.press(sim.bob, sim.card(), "My View")
    assert "Your soundings: l10: " in theirs.text


async def test_the_sonar_officer_tells_each_player_what_is_proved(sim: Simulation) -> None:
    await begun(sim, sonar="on")
    await turns(sim, "sound b1", "move s")
    seen = await sim.press(sim.ann, sim.card(), "My View")
    assert "Proven empty: " in seen.text
    assert "Proven" not in sim.card().text + sim.card().alt


async def test_a_deleted_chart_is_posted_anew(sim: Simulation) -> None:
    await begun(sim)
    gone = chart(sim.ann).message
    sim.env.inject_error("PATCH", f"/channels/{gone.channel.id}/messages/{gone.id}", status=404, code=10008)
    await turns(sim, "move n")
    assert chart(sim.ann).message.id != gone.id
    assert "South moved to a2" in chart(sim.ann).text


async def test_a_chart_goes_to_my_view_and_back_to_the_messages(sim: Simulation) -> None:
    await begun(sim)
    close_dms(sim, sim.ann)
    await turns(sim, "move n")
    assert "DMs" not in sim.card().text, "that is nobody else's business"
    mine = await sim.press(sim.ann, sim.card(), "My View")
    assert text.DMS_CLOSED in mine.text
    mine = await sim.press(sim.ann, sim.card(), "My View")
    assert text.DMS_CLOSED not in mine.text, "once"
    assert mine.buttons[-1] == "Send by Message"
    refused = await sim.press(sim.ann, mine, "Send by Message")
    assert "still won’t deliver" in refused.text
    sent = await sim.press(sim.ann, mine, "Send by Message")
    assert "Your chart is in your DMs" in sent.text
    await turns(sim, "move s")


@pytest.mark.usefixtures("painted")
async def test_marks_stand_on_the_picture_of_their_owner_alone(sim: Simulation) -> None:
    await begun(sim)
    before = {
        who: await picture(await sim.say(who, "board", sim.place())) for who in (sim.ann, sim.bob, sim.cid)
    }
    await sim.say(sim.ann, "mark", sim.place(), squares="b7 d9", kind="mine")
    after = {who: await picture(await sim.say(who, "board", sim.place())) for who in before}
    assert [before[who] == after[who] for who in before] == [False, True, True]
    assert await picture(chart(sim.ann)) == after[sim.ann]
    picker = await sim.opened(sim.ann)
    assert await picture(picker) != before[sim.ann]


async def picture(seen: Seen) -> bytes:
    """The first picture of a message."""
    data: bytes = await seen.message.attachments[0].read()
    return data


async def test_the_chart_of_somebody_who_was_replaced_says_so(sim: Simulation) -> None:
    await begun(sim)
    assert "It’s **your turn**" in chart(sim.ann).text
    await sim.say(sim.ann, "table leave", sim.place())
    await sim.press(sim.cid, sim.card(), "Take Over from ann")
    await sim.press(sim.bob, sim.card(), "Accept cid’s Takeover")
    await sim.settled()
    assert "It’s **your turn**" in chart(sim.cid).text
    old = chart(sim.ann)
    assert "Somebody else has taken over your seat" in old.text
    assert "your turn" not in old.text
    assert (old.buttons, old.alt) == ([], "")
    assert await followups.load(sim.bot.store) == []


async def test_a_restart_right_after_a_takeover_forgets_no_chart(sim: Simulation) -> None:
    await begun(sim)
    await sim.say(sim.ann, "table leave", sim.place())
    await sim.press(sim.cid, sim.card(), "Take Over from ann")
    ask = (await sim.bot.context.tables.get(1)).agreements.requests[0]
    sim.bot.context.tables.listeners.clear()
    accept = partial(agreements.accept, ask=ask.seq)
    await sim.bot.context.tables.change_as(1, Person(sim.bob.id, "Bob"), accept)
    assert "It’s **your turn**" in chart(sim.ann).text
    await sim.restart()
    assert "Somebody else has taken over your seat" in chart(sim.ann).text
    assert "It’s **your turn**" in chart(sim.cid).text
