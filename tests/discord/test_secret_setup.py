"""Secret set-up by direct message, and by **My View** where that is refused (Depth Charge's mines)."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.components.interactions.card import Card
from bot.components.interactions.replies import replace_card
from bot.components.play import placement
from bot.tables.model.table import Person

from .sea import Sea, Seen


async def opened(sea: Sea, **options: Any) -> None:
    """Ann challenges Bob to Depth Charge; ann is south."""
    lobby = await sea.say(sea.ann, "depthcharge start", opponent=sea.bob, mines=3, **options)
    await sea.press(sea.bob, lobby, "Join")


def close_dms(sea: Sea, who: Any, code: int = 50007) -> None:
    """``who`` takes no direct messages any more."""
    sea.env.inject_error("POST", f"/channels/{who.user.dm_channel.id}/messages", status=403, code=code)
    sea.env.inject_error("PATCH", f"/channels/{who.user.dm_channel.id}/messages/*", status=403, code=code)


def chart(who: Any) -> Seen:
    """The chart in the direct messages of ``who``."""
    message = who.user.dm_channel.last_message
    assert message is not None
    return Seen(message)


async def dm_press(who: Any, label: str) -> Seen:
    """A press on the chart in the direct messages; the chart afterwards."""
    await who.user.click(chart(who).message, label=label)
    return chart(who)


async def lay(sea: Sea, who: Any) -> None:
    """Random mines, by direct message."""
    await dm_press(who, "Random")
    await dm_press(who, "Lay Mines")
    await sea.settled()


async def test_both_place_by_direct_message_at_the_same_time(sea: Sea) -> None:
    await opened(sea)
    for who in (sea.ann, sea.bob):
        seen = chart(who)
        assert "Mines: 0 of 3" in seen.text
        assert "Lay Mines" not in seen.buttons, "disabled until the number is right"
    await dm_press(sea.bob, "b")
    seen = await dm_press(sea.bob, "b9")
    assert "Mines: 1 of 3 picked: b9" in seen.text.replace("*", "")
    await dm_press(sea.bob, "b9")
    assert "Mines: 0 of 3" in chart(sea.bob).text.replace("*", "")
    await lay(sea, sea.bob)
    card = sea.card()
    assert f"<@{sea.ann.id}>, it’s your turn (south)" in card.text
    assert f"<@{sea.bob.id}>, it’s your turn (north)" not in card.text
    await lay(sea, sea.ann)
    assert f"<@{sea.ann.id}>, it’s your turn (south)" in sea.card().text
    assert sea.card().buttons[-2:] == ["My View", "More"]
    assert "Go to the table" in chart(sea.ann).text


async def test_a_restart_in_the_middle_of_placing_loses_no_pick(sea: Sea) -> None:
    await opened(sea)
    await dm_press(sea.ann, "c")
    await dm_press(sea.ann, "c2")
    await sea.restart()
    await dm_press(sea.ann, "c4")
    await sea.restart()
    await dm_press(sea.ann, "e")
    await dm_press(sea.ann, "e5")
    assert "Mines: 3 of 3 picked: c2, c4 and e5" in chart(sea.ann).text.replace("*", "")
    await dm_press(sea.ann, "Lay Mines")
    table = await sea.bot.context.tables.get(1)
    assert [str(turn.action) for turn in table.turns] == ["mines c2 c4 e5"]


async def test_with_one_persons_messages_closed_my_view_says_so_and_serves(sea: Sea) -> None:
    close_dms(sea, sea.bob)
    await opened(sea)
    assert "My View" in sea.card().buttons
    assert "Mines: 0 of 3" in chart(sea.ann).text.replace("*", "")
    mine = await sea.press(sea.bob, sea.card(), "My View")
    assert mine.message.ephemeral
    assert "Your DMs are closed" in mine.text
    await sea.press(sea.bob, mine, "Random")
    await sea.press(sea.bob, mine, "Lay Mines")
    assert "laid. Everyone else only sees" in mine.text
    await lay(sea, sea.ann)
    assert f"<@{sea.ann.id}>, it’s your turn (south)" in sea.card().text


async def test_with_both_closed_the_game_is_played_by_my_view(sea: Sea) -> None:
    close_dms(sea, sea.ann)
    close_dms(sea, sea.bob, 50278)
    await opened(sea)
    for who in (sea.ann, sea.bob):
        mine = await sea.press(who, sea.card(), "My View")
        await sea.press(who, mine, "Random")
        await sea.press(who, mine, "Lay Mines")
    assert f"<@{sea.ann.id}>, it’s your turn (south)" in sea.card().text


async def test_messages_closed_after_the_first_one_lose_nothing(sea: Sea) -> None:
    await opened(sea)
    await dm_press(sea.bob, "d")
    await dm_press(sea.bob, "d8")
    close_dms(sea, sea.bob)
    await lay(sea, sea.ann)
    mine = await sea.press(sea.bob, sea.card(), "My View")
    assert "Mines: 1 of 3 picked: d8" in mine.text.replace("*", "")
    await sea.press(sea.bob, mine, "Random")
    await sea.press(sea.bob, mine, "Lay Mines")
    assert f"<@{sea.ann.id}>, it’s your turn (south)" in sea.card().text


async def test_the_chart_moves_from_the_message_to_the_private_card_and_back(sea: Sea) -> None:
    await opened(sea)
    await dm_press(sea.ann, "c")
    await dm_press(sea.ann, "c2")
    mine = await sea.press(sea.ann, sea.card(), "My View")
    assert "1 of 3 picked: c2" in mine.text.replace("*", "")
    await sea.press(sea.ann, mine, "f")
    await sea.press(sea.ann, mine, "f1")
    seen = await dm_press(sea.ann, "f")
    assert "2 of 3 picked: c2 and f1" in seen.text.replace("*", "")


async def test_all_mines_can_be_typed_into_a_form(sea: Sea) -> None:
    await opened(sea)
    form = await sea.ann.user.click(chart(sea.ann).message, label="Type Them")
    assert form.modal is not None
    assert form.modal["title"] == "Mines: Name 3 Squares"
    await sea.restart()
    await sea.ann.user.submit_modal(form, {"text": "B2, d3 f4"})
    assert "Mines: 3 of 3 picked: b2, d3 and f4" in chart(sea.ann).text.replace("*", "")
    assert (await sea.bot.context.tables.get(1)).turns == (), "nothing is laid yet"
    for typed, told in (
        ("b2 z9", "“z9” can’t be chosen for mines."),
        ("b2 b3 b4 b5", "3"),
    ):
        form = await sea.ann.user.click(chart(sea.ann).message, label="Type Them")
        await sea.ann.user.submit_modal(form, {"text": typed})
        assert told in chart(sea.ann).text.replace("*", "")
    form = await sea.ann.user.click(chart(sea.ann).message, label="Type Them")
    await lay(sea, sea.ann)
    await sea.ann.user.submit_modal(form, {"text": "b2 d3 f4"})
    assert "Mines: " not in chart(sea.ann).text, "the form is of no use any more"
    assert len((await sea.bot.context.tables.get(1)).turns) == 1


async def test_mines_can_be_typed_where_nobody_reads_along(sea: Sea) -> None:
    await opened(sea)
    result = await sea.ann.user.slash("move", action="D3 b2  f6")
    assert "Go to the table" in Seen(result.response).text
    again = await sea.say(sea.bob, "move", sea.place(), action="mines a12 b12")
    assert "Choose exactly 3 squares for your mines; you named 2." in again.text
    wrong = await sea.say(sea.bob, "move", sea.place(), action="mines a12 b12 c1")
    assert "c1 isn’t on your side. Choose squares in rows 7–12." in wrong.text
    choices = await sea.bob.autocomplete(sea.place(), "move", "action", "mines a12 b1")
    assert [each["value"] for each in choices] == ["mines a12 b10", "mines a12 b11", "mines a12 b12"]


async def test_nothing_public_tells_where_the_mines_are(sea: Sea) -> None:
    await opened(sea)
    for who, squares in ((sea.ann, "b2 d3 f6"), (sea.bob, "b9 d8 g12")):
        await sea.say(who, "move", sea.place(), action=squares)
    secrets = ("b2", "d3", "f6", "b9", "d8", "g12")
    for message in (*sea.history(), *sea.history(sea.channel)):
        seen = Seen(message)
        assert not any(square in seen.text.split() + seen.alt.split() for square in secrets)
    record = await sea.say(sea.cid, "table record", sea.place())
    text = (await record.message.attachments[0].read()).decode()
    assert text.count("mines ?") == 2
    assert not any(f" {square}" in text for square in secrets)
    await sea.bot.context.tables.resign(1, (await sea.bot.context.tables.get(1)).people[0])
    await sea.settled()
    record = await sea.say(sea.cid, "table record", sea.place())
    assert "mines b2 d3 f6" in (await record.message.attachments[0].read()).decode()
    assert "b2" in sea.card().alt, "the final card reveals all"


async def test_a_table_for_two_is_not_opened_where_nobody_else_can_come(sea: Sea) -> None:
    result = await sea.ann.user.slash("depthcharge start")
    assert "nobody can join you here" in Seen(result.response).text
    assert await sea.bot.store.load(1) is None


async def test_what_is_sealed_with_ready_can_be_verified_at_the_end(sea: Sea) -> None:
    await opened(sea)
    await sea.say(sea.ann, "move", sea.place(), action="b2 d3 f6")
    (seal,) = (await sea.bot.context.tables.get(1)).commitments
    assert f"<@{sea.ann.id}>’s mines `{seal.digest[:16]}`" in sea.card().text
    running = await sea.say(sea.cid, "table verify", sea.place())
    assert seal.digest in running.text
    assert seal.salt not in running.text
    await sea.say(sea.bob, "move", sea.place(), action="b9 d8 g12")
    await sea.bot.context.tables.resign(1, (await sea.bot.context.tables.get(1)).people[0])
    await sea.settled()
    assert "Use `/table verify` to check what was placed in secret." in sea.card().text
    done = await sea.say(sea.cid, "table verify", sea.place())
    assert f"`{seal.salt} table 1 south mines b2 d3 f6`" in done.text
    assert done.text.count("✅ It matches.") == 2


async def test_there_is_nothing_to_verify_without_secrets(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start")
    await sea.press(sea.bob, lobby, "Join")
    assert "has no secrets" in (await sea.say(sea.cid, "table verify", sea.place())).text


async def test_an_answer_that_comes_late_leaves_the_chart_as_the_table_stands(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sea)
    await sea.say(sea.ann, "move", sea.place(), action="b2 d3 f6")
    await dm_press(sea.bob, "Random")

    async def late(interaction: discord.Interaction[Any], card: Card) -> None:
        """While this answer is on its way, ann acts, and the publisher shows it."""
        table = await sea.bot.context.tables.get(1)
        if table.acting_seat(sea.ann.id):
            await sea.bot.context.tables.play(1, Person(sea.ann.id, "ann"), "move nne", key="next")
            await sea.bot.publisher.settle()
        await replace_card(interaction, card)

    monkeypatch.setattr(placement, "replace_card", late)
    await dm_press(sea.bob, "Lay Mines")
    await sea.settled()
    assert "South moved" in sea.card().text
    assert "It’s **your turn**" in chart(sea.bob).text
    assert "Go to the table" in chart(sea.bob).text


async def test_whoever_places_islands_last_is_told_that_more_comes(sea: Sea) -> None:
    close_dms(sea, sea.bob)
    lobby = await sea.say(sea.ann, "depthcharge start", mines=3, islands=1)
    await sea.press(sea.bob, lobby, "Join")
    await dm_press(sea.ann, "Random")
    await dm_press(sea.ann, "Lay Islands")
    mine = await sea.press(sea.bob, sea.card(), "My View")
    await sea.press(sea.bob, mine, "Random")
    await sea.press(sea.bob, mine, "Lay Islands")
    assert "Islands placed. Here’s what comes next." in mine.text
    assert "Mines: 0 of 3" in mine.text.replace("*", "")
