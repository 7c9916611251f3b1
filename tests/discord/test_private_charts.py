"""The private chart in play: moving from the direct message, marks, findings, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.components.cards import text
from bot.tables.model.table import Person, Table

from .sea import Sea, Seen
from .test_secret_setup import chart, close_dms, dm_press, opened

MINES = {"ann": "b2 d3 f6", "bob": "b9 d8 g12"}


async def begun(sea: Sea, **options: Any) -> None:
    """Ann (south) and bob (north) have laid their mines."""
    await opened(sea, **options)
    await sea.say(sea.ann, "move", sea.place(), action=MINES["ann"])
    await sea.say(sea.bob, "move", sea.place(), action=MINES["bob"])


async def turns(sea: Sea, *actions: str) -> None:
    """Turns by typing, ann's first."""
    for order, action in enumerate(actions):
        await sea.say((sea.ann, sea.bob)[order % 2], "move", sea.place(), action=action)


async def test_the_chart_says_whose_turn_it_is_and_leads_to_the_table(sea: Sea) -> None:
    await begun(sea)
    assert "It’s **your turn**" in chart(sea.ann).text
    assert f"<@{sea.ann.id}>, it’s your turn (south)" in chart(sea.bob).text
    for who in (sea.ann, sea.bob):
        assert (
            f"[Go to the table](https://discord.com/channels/{sea.guild.id}/{sea.place().id})"
            in chart(who).text
        )
    assert chart(sea.ann).buttons == ["Move", "Board in Words", "Mark"]
    assert chart(sea.bob).buttons == ["Board in Words", "Mark"]
    assert "mines left on b2, d3, f6" in chart(sea.ann).alt
    assert "b9" not in chart(sea.ann).alt


async def test_a_chart_leads_to_the_thread_from_the_beginning(sea: Sea) -> None:
    await opened(sea)
    here = f"[Go to the table](https://discord.com/channels/{sea.guild.id}/{sea.place().id})"
    assert here in chart(sea.ann).text
    assert here in chart(sea.bob).text


async def test_a_turn_is_taken_from_the_direct_message(sea: Sea) -> None:
    await begun(sea)
    result = await sea.ann.user.click(chart(sea.ann).message, label="Move")
    picker = result.response
    assert picker.ephemeral
    await sea.ann.user.click(picker, label="Move")
    await sea.ann.user.click(picker, label="b3 (3 Ways)")
    ways = [label for label in Seen(picker).buttons if label.startswith(("North", "East"))]
    assert len(ways) == 3
    await sea.ann.user.click(picker, label=ways[0])
    await sea.ann.user.click(picker, label="Confirm")
    table = await sea.bot.context.tables.get(1)
    assert str(table.turns[-1].action) == "move nne"
    assert "South moved to b3 via a2 and a3" in sea.card().text
    assert "Move" in chart(sea.bob).buttons
    assert "Move" not in chart(sea.ann).buttons


async def test_what_happens_while_the_charts_are_sent_comes_onto_them(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sea)
    service, charts = sea.bot.context.tables, sea.bot.publisher.sync.charts
    deliver, versions = charts.deliver, list[int]()

    async def answered_meanwhile(table: Table) -> None:
        await deliver(table)
        if not versions:
            await service.play(1, Person(sea.bob.id, "Bob"), "move s")
        versions.append(table.version)

    monkeypatch.setattr(charts, "deliver", answered_meanwhile)
    await turns(sea, "move n")
    await sea.settled()
    assert len(versions) >= 2
    assert versions[0] < versions[-1]
    assert sea.pinged()[-1] == sea.ann.id
    assert "It’s **your turn**" in chart(sea.ann).text
    assert f"<@{sea.ann.id}>, it’s your turn (south)" in sea.card().text


async def test_marks_are_typed_and_drawn_for_their_owner_alone(sea: Sea) -> None:
    await begun(sea)
    before, others = len(sea.history()), chart(sea.bob).text
    seen = await sea.say(sea.ann, "mark", sea.place(), squares="b7, C7", kind="possible")
    assert "Your marks: possible b7, c7" in seen.text
    await sea.say(sea.ann, "mark", sea.place(), squares="c7 d9", kind="mine")
    assert "Your marks: possible b7 · mine c7, d9" in chart(sea.ann).text
    spoken = await sea.say(sea.ann, "board", sea.place(), words=True)
    assert "possible b7 · mine c7, d9" in spoken.text
    assert chart(sea.bob).text == others
    assert len(sea.history()) == before
    theirs = await sea.say(sea.bob, "board", sea.place())
    assert "marks" not in theirs.text
    await sea.restart()
    again = await sea.say(sea.ann, "mark", sea.place(), squares="b7", kind="none")
    assert "Your marks: mine c7, d9" in again.text


async def test_marks_that_make_no_sense_are_refused(sea: Sea) -> None:
    await begun(sea)
    for squares, why in (
        ("b2", "enemy waters"),
        ("l12", "enemy waters"),
        ("", "Name the squares"),
        ("z99", "can’t"),
    ):
        seen = await sea.say(sea.ann, "mark", sea.place(), squares=squares, kind="mine")
        assert why in seen.text
    watcher = await sea.say(sea.cid, "mark", sea.place(), squares="b7", kind="mine")
    assert "nothing to mark" in watcher.text


async def test_marks_are_set_by_buttons_on_the_direct_message(sea: Sea) -> None:
    await begun(sea)
    seen = await dm_press(sea.ann, "Mark")
    assert seen.buttons[:3] == ["? Possible", "– Clear", "! Mine"]
    for label in ("! Mine", "c", "c7", "c9", "Back", "– Clear", "d", "d9"):
        seen = await dm_press(sea.ann, label)
    assert "Your marks: clear d9 · mine c7, c9" in seen.text
    assert "d9 –" in seen.buttons
    await dm_press(sea.ann, "d9 –")
    seen = await dm_press(sea.ann, "Done")
    assert "Your marks: mine c7, c9" in seen.text
    assert seen.buttons == ["Move", "Board in Words", "Mark"]


async def test_marks_from_my_view_reach_the_direct_message(sea: Sea) -> None:
    await begun(sea)
    mine = await sea.press(sea.ann, sea.card(), "My View")
    for label in ("Mark", "a", "a8", "Done"):
        await sea.press(sea.ann, mine, label)
    assert "Your marks: possible a8" in mine.text
    assert "Your marks: possible a8" in chart(sea.ann).text


async def test_my_view_lists_every_report_that_one_has_heard(sea: Sea) -> None:
    await begun(sea)
    await turns(sea, "sound b1", "move s", "move n", "sound l10", "sound b3", "move w")
    seen = await sea.press(sea.ann, sea.card(), "My View")
    assert "Your soundings: b1: " in seen.text
    assert "· b3: " in seen.text
    assert "l10" not in seen.text
    theirs = await sea.press(sea.bob, sea.card(), "My View")
    assert "Your soundings: l10: " in theirs.text


async def test_the_sonar_officer_tells_each_player_what_is_proved(sea: Sea) -> None:
    await begun(sea, sonar="on")
    await turns(sea, "sound b1", "move s")
    seen = await sea.press(sea.ann, sea.card(), "My View")
    assert "Proven empty: " in seen.text
    assert "Proven" not in sea.card().text + sea.card().alt


async def test_a_deleted_chart_is_posted_anew(sea: Sea) -> None:
    await begun(sea)
    gone = chart(sea.ann).message
    sea.env.inject_error("PATCH", f"/channels/{gone.channel.id}/messages/{gone.id}", status=404, code=10008)
    await turns(sea, "move n")
    assert chart(sea.ann).message.id != gone.id
    assert "South moved to a2" in chart(sea.ann).text


async def test_a_chart_goes_to_my_view_and_back_to_the_messages(sea: Sea) -> None:
    await begun(sea)
    close_dms(sea, sea.ann)
    await turns(sea, "move n")
    assert "DMs" not in sea.card().text, "that is nobody else's business"
    mine = await sea.press(sea.ann, sea.card(), "My View")
    assert text.DMS_CLOSED in mine.text
    mine = await sea.press(sea.ann, sea.card(), "My View")
    assert text.DMS_CLOSED not in mine.text, "once"
    assert mine.buttons[-1] == "Send by Message"
    refused = await sea.press(sea.ann, mine, "Send by Message")
    assert "still won’t deliver" in refused.text
    sent = await sea.press(sea.ann, mine, "Send by Message")
    assert "Your chart is in your DMs" in sent.text
    await turns(sea, "move s")


async def test_marks_stand_on_the_picture_of_their_owner_alone(sea: Sea) -> None:
    await begun(sea)
    before = {
        who: await picture(await sea.say(who, "board", sea.place())) for who in (sea.ann, sea.bob, sea.cid)
    }
    await sea.say(sea.ann, "mark", sea.place(), squares="b7 d9", kind="mine")
    after = {who: await picture(await sea.say(who, "board", sea.place())) for who in before}
    assert [before[who] == after[who] for who in before] == [False, True, True]
    assert await picture(chart(sea.ann)) == after[sea.ann]
    picker = await sea.opened(sea.ann)
    assert await picture(picker) != before[sea.ann]


async def picture(seen: Seen) -> bytes:
    """The first picture of a message."""
    data: bytes = await seen.message.attachments[0].read()
    return data
