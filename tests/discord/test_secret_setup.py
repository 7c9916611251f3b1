"""Secret set-up by direct message, and by **My View** where that is refused (Depth Charge's mines)."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.components.interactions.card import Card
from bot.components.interactions.replies import replace_card
from bot.components.play import placement
from bot.tables.model.seating import Person

from .simulation import Seen, Simulation


async def opened(sim: Simulation, **options: Any) -> None:
    """Ann challenges Bob to Depth Charge; ann is south."""
    lobby = await sim.say(sim.ann, "depthcharge start", opponent=sim.bob, mines=3, **options)
    await sim.press(sim.bob, lobby, "Join")


def close_dms(sim: Simulation, who: Any, code: int = 50007) -> None:
    """``who`` takes no direct messages any more."""
    sim.env.inject_error("POST", f"/channels/{who.user.dm_channel.id}/messages", status=403, code=code)
    sim.env.inject_error("PATCH", f"/channels/{who.user.dm_channel.id}/messages/*", status=403, code=code)


def chart(who: Any) -> Seen:
    """The chart in the direct messages of ``who``."""
    message = who.user.dm_channel.last_message
    assert message is not None
    return Seen(message)


async def dm_press(who: Any, label: str) -> Seen:
    """A press on the chart in the direct messages; the chart afterwards."""
    await who.user.click(chart(who).message, label=label)
    return chart(who)


async def lay(sim: Simulation, who: Any) -> None:
    """Random mines, by direct message."""
    await dm_press(who, "Random")
    await dm_press(who, "Lay Mines")
    await sim.settled()


async def test_the_answer_to_a_placement_stays_until_the_next_turn(sim: Simulation) -> None:
    await opened(sim)
    card = await sim.press(sim.ann, sim.card(), "Lay Mines")
    await sim.press(sim.ann, card, "Random")
    await sim.press(sim.ann, card, "Lay Mines")
    await sim.settled()
    assert "Mines laid. Everyone else only sees that you’re ready." in card.text
    await lay(sim, sim.bob)
    assert {"Move", "Sound", "Depth Charge", "Close"} <= set(card.buttons), "it becomes the first turn's"


async def test_both_place_by_direct_message_at_the_same_time(sim: Simulation) -> None:
    await opened(sim)
    for who in (sim.ann, sim.bob):
        seen = chart(who)
        assert "Mines: 0 of 3" in seen.text
        assert "Lay Mines" not in seen.buttons, "disabled until the number is right"
    await dm_press(sim.bob, "b")
    seen = await dm_press(sim.bob, "b9")
    assert "Mines: 1 of 3 picked: b9" in seen.text.replace("*", "")
    await dm_press(sim.bob, "b9")
    assert "Mines: 0 of 3" in chart(sim.bob).text.replace("*", "")
    await lay(sim, sim.bob)
    card = sim.card()
    assert f"<@{sim.ann.id}>, it’s your turn (south)" in card.text
    assert f"<@{sim.bob.id}>, it’s your turn (north)" not in card.text
    await lay(sim, sim.ann)
    assert f"<@{sim.ann.id}>, it’s your turn (south)" in sim.card().text
    assert sim.card().buttons[-2:] == ["My View", "More"]
    assert "Go to the table" in chart(sim.ann).text


async def test_a_restart_in_the_middle_of_placing_loses_no_pick(sim: Simulation) -> None:
    await opened(sim)
    await dm_press(sim.ann, "c")
    await dm_press(sim.ann, "c2")
    await sim.restart()
    await dm_press(sim.ann, "c4")
    await sim.restart()
    await dm_press(sim.ann, "e")
    await dm_press(sim.ann, "e5")
    assert "Mines: 3 of 3 picked: c2, c4 and e5" in chart(sim.ann).text.replace("*", "")
    await dm_press(sim.ann, "Lay Mines")
    table = await sim.bot.context.tables.get(1)
    assert [str(turn.action) for turn in table.turns] == ["mines c2 c4 e5"]


async def test_with_one_persons_messages_closed_my_view_says_so_and_serves(sim: Simulation) -> None:
    close_dms(sim, sim.bob)
    await opened(sim)
    assert "My View" in sim.card().buttons
    assert "Mines: 0 of 3" in chart(sim.ann).text.replace("*", "")
    mine = await sim.press(sim.bob, sim.card(), "My View")
    assert mine.message.ephemeral
    assert "Your DMs are closed" in mine.text
    await sim.press(sim.bob, mine, "Random")
    await sim.press(sim.bob, mine, "Lay Mines")
    assert "laid. Everyone else only sees" in mine.text
    await lay(sim, sim.ann)
    assert f"<@{sim.ann.id}>, it’s your turn (south)" in sim.card().text


async def test_with_both_closed_the_game_is_played_by_my_view(sim: Simulation) -> None:
    close_dms(sim, sim.ann)
    close_dms(sim, sim.bob, 50278)
    await opened(sim)
    for who in (sim.ann, sim.bob):
        mine = await sim.press(who, sim.card(), "My View")
        await sim.press(who, mine, "Random")
        await sim.press(who, mine, "Lay Mines")
    assert f"<@{sim.ann.id}>, it’s your turn (south)" in sim.card().text


async def test_messages_closed_after_the_first_one_lose_nothing(sim: Simulation) -> None:
    await opened(sim)
    await dm_press(sim.bob, "d")
    await dm_press(sim.bob, "d8")
    close_dms(sim, sim.bob)
    await lay(sim, sim.ann)
    mine = await sim.press(sim.bob, sim.card(), "My View")
    assert "Mines: 1 of 3 picked: d8" in mine.text.replace("*", "")
    await sim.press(sim.bob, mine, "Random")
    await sim.press(sim.bob, mine, "Lay Mines")
    assert f"<@{sim.ann.id}>, it’s your turn (south)" in sim.card().text


async def test_the_chart_moves_from_the_message_to_the_private_card_and_back(sim: Simulation) -> None:
    await opened(sim)
    await dm_press(sim.ann, "c")
    await dm_press(sim.ann, "c2")
    mine = await sim.press(sim.ann, sim.card(), "My View")
    assert "1 of 3 picked: c2" in mine.text.replace("*", "")
    await sim.press(sim.ann, mine, "f")
    await sim.press(sim.ann, mine, "f1")
    seen = await dm_press(sim.ann, "f")
    assert "2 of 3 picked: c2 and f1" in seen.text.replace("*", "")


async def test_all_mines_can_be_typed_into_a_form(sim: Simulation) -> None:
    await opened(sim)
    form = await sim.ann.user.click(chart(sim.ann).message, label="Type Squares")
    assert form.modal is not None
    assert form.modal["title"] == "Mines: Name 3 Squares"
    await sim.restart()
    await sim.ann.user.submit_modal(form, {"text": "B2, d3 f4"})
    assert "Mines: 3 of 3 picked: b2, d3 and f4" in chart(sim.ann).text.replace("*", "")
    assert (await sim.bot.context.tables.get(1)).turns == (), "nothing is laid yet"
    for typed, told in (
        ("b2 z9", "“z9” can’t be chosen for mines."),
        ("b2 b3 b4 b5", "3"),
    ):
        form = await sim.ann.user.click(chart(sim.ann).message, label="Type Squares")
        await sim.ann.user.submit_modal(form, {"text": typed})
        assert told in chart(sim.ann).text.replace("*", "")
    form = await sim.ann.user.click(chart(sim.ann).message, label="Type Squares")
    await lay(sim, sim.ann)
    await sim.ann.user.submit_modal(form, {"text": "b2 d3 f4"})
    assert "Mines: " not in chart(sim.ann).text, "the form is of no use any more"
    assert len((await sim.bot.context.tables.get(1)).turns) == 1


async def test_mines_can_be_typed_where_nobody_reads_along(sim: Simulation) -> None:
    await opened(sim)
    result = await sim.ann.user.slash("move", action="D3 b2  f6")
    assert "Go to the table" in Seen(result.response).text
    again = await sim.say(sim.bob, "move", sim.place(), action="mines a12 b12")
    assert "Choose exactly 3 squares for your mines. You named 2." in again.text
    wrong = await sim.say(sim.bob, "move", sim.place(), action="mines a12 b12 c1")
    assert "c1 isn’t on your side. Choose squares in rows 7–12." in wrong.text
    choices = await sim.bob.autocomplete(sim.place(), "move", "action", "mines a12 b1")
    assert [each["value"] for each in choices] == ["mines a12 b10", "mines a12 b11", "mines a12 b12"]


async def test_nothing_public_tells_where_the_mines_are(sim: Simulation) -> None:
    await opened(sim)
    for who, squares in ((sim.ann, "b2 d3 f6"), (sim.bob, "b9 d8 g12")):
        await sim.say(who, "move", sim.place(), action=squares)
    secrets = ("b2", "d3", "f6", "b9", "d8", "g12")
    for message in (*sim.history(), *sim.history(sim.channel)):
        seen = Seen(message)
        assert not any(square in seen.text.split() + seen.alt.split() for square in secrets)
    record = await sim.say(sim.cid, "table record", sim.place())
    text = (await record.message.attachments[0].read()).decode()
    assert text.count("mines ?") == 2
    assert not any(f" {square}" in text for square in secrets)
    await sim.bot.context.tables.resign(1, (await sim.bot.context.tables.get(1)).seating.people[0])
    await sim.settled()
    record = await sim.say(sim.cid, "table record", sim.place())
    assert "mines b2 d3 f6" in (await record.message.attachments[0].read()).decode()
    assert "b2" in sim.card().alt, "the final card reveals all"


async def test_a_table_for_two_is_not_opened_where_nobody_else_can_come(sim: Simulation) -> None:
    result = await sim.ann.user.slash("depthcharge start")
    assert "nobody can join you here" in Seen(result.response).text
    assert await sim.bot.store.load(1) is None


async def test_what_is_sealed_with_ready_can_be_verified_at_the_end(sim: Simulation) -> None:
    await opened(sim)
    await sim.say(sim.ann, "move", sim.place(), action="b2 d3 f6")
    (seal,) = (await sim.bot.context.tables.get(1)).commitments
    assert f"<@{sim.ann.id}>’s mines `{seal.digest[:16]}`" in sim.card().text
    running = await sim.say(sim.cid, "table verify", sim.place())
    assert seal.digest in running.text
    assert seal.salt not in running.text
    await sim.say(sim.bob, "move", sim.place(), action="b9 d8 g12")
    await sim.bot.context.tables.resign(1, (await sim.bot.context.tables.get(1)).seating.people[0])
    await sim.settled()
    assert "Use `/table verify` to check what was placed in secret." in sim.card().text
    done = await sim.say(sim.cid, "table verify", sim.place())
    assert f"`{seal.salt} table 1 south mines b2 d3 f6`" in done.text
    assert done.text.count("✅ It matches.") == 2


async def test_there_is_nothing_to_verify_without_secrets(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start")
    await sim.press(sim.bob, lobby, "Join")
    assert "has no secrets" in (await sim.say(sim.cid, "table verify", sim.place())).text


async def test_an_answer_that_comes_late_leaves_the_chart_as_the_table_stands(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sim)
    await sim.say(sim.ann, "move", sim.place(), action="b2 d3 f6")
    await dm_press(sim.bob, "Random")

    async def late(interaction: discord.Interaction[Any], card: Card) -> None:
        """While this answer is on its way, ann acts, and the publisher shows it."""
        table = await sim.bot.context.tables.get(1)
        if table.acting_seat(sim.ann.id):
            await sim.bot.context.tables.play(1, Person(sim.ann.id, "ann"), "move nne", key="next")
            await sim.bot.publisher.settle()
        await replace_card(interaction, card)

    monkeypatch.setattr(placement, "replace_card", late)
    await dm_press(sim.bob, "Lay Mines")
    await sim.settled()
    assert "South moved" in sim.card().text
    assert "It’s **your turn**" in chart(sim.bob).text
    assert "Go to the table" in chart(sim.bob).text


async def test_whoever_places_islands_last_is_told_that_more_comes(sim: Simulation) -> None:
    close_dms(sim, sim.bob)
    lobby = await sim.say(sim.ann, "depthcharge start", mines=3, islands=1)
    await sim.press(sim.bob, lobby, "Join")
    await dm_press(sim.ann, "Random")
    await dm_press(sim.ann, "Place Islands")
    mine = await sim.press(sim.bob, sim.card(), "My View")
    await sim.press(sim.bob, mine, "Random")
    await sim.press(sim.bob, mine, "Place Islands")
    assert "Islands placed. Here’s what comes next." in mine.text
    assert "Mines: 0 of 3" in mine.text.replace("*", "")
