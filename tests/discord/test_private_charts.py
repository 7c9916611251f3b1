"""The private chart in play: moving from the direct message, marks, findings, and what becomes of it."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.components.cards import text
from bot.components.publishing.private_charts import CLOSED, WAIT_S, chart_card
from bot.tables.events import agreements
from data.store.queries import followups
from rendering.scene import Strip
from tests.thorough import examples

from . import server
from .playing import chart, close_dms, dm_press, leave, replaced, turns, with_mines
from .simulation import Simulation


async def test_the_first_chart_of_a_game_says_which_of_two_cards_to_choose_on(sim: Simulation) -> None:
    await with_mines(sim)
    where = "Choose here or on the card that everyone sees. What you’ve hidden is shown only here."
    assert f"It’s **your turn**. {where}" in chart(sim.ann)
    assert where not in chart(sim.bob)
    await sim.ann.move("move n")
    await sim.bob.move("move s")
    mine = await sim.ann.press(sim.card(), "My View")
    assert "It’s **your turn**." in mine
    assert where not in mine


async def test_marks_are_set_by_buttons_on_the_direct_message_and_from_my_view(sim: Simulation) -> None:
    await with_mines(sim)
    seen = await dm_press(sim.ann, "Mark")
    assert seen.buttons[:3] == ["? Possible", "– No Mine", "! Mine"]
    for label in ("! Mine", "c", "c7", "c9", "Back", "– No Mine", "d", "d9"):
        seen = await dm_press(sim.ann, label)
    assert "Your marks · No Mine: d9 · Mine: c7, c9" in seen
    assert "d9 –" in seen.buttons
    await dm_press(sim.ann, "d9 –")
    seen = await dm_press(sim.ann, "Done")
    assert "Your marks · Mine: c7, c9" in seen
    assert seen.buttons[:6] == ["Move 1", "Move 2", "Move 3", "Sound", "Depth Charge", "Sail On…"]
    mine = await sim.ann.press(sim.card(), "My View")
    await sim.ann.press(mine, "Mark", "a", "a8", "Done")
    for card in (mine, chart(sim.ann)):
        assert "Possible: a8" in card


async def test_the_sonar_officer_tells_each_player_what_is_proved(sim: Simulation) -> None:
    await with_mines(sim, sonar="on")
    await turns(sim, "sound b1", "move s")
    seen = await sim.ann.press(sim.card(), "My View")
    assert "Proven empty: " in seen
    assert "Proven" not in sim.card().text + sim.card().alt
    assert not (await sim.table()).may_be_rated, "others work it out themselves"


async def test_a_deleted_chart_is_posted_anew(sim: Simulation) -> None:
    await with_mines(sim)
    gone = chart(sim.ann)
    sim.refuse("PATCH", f"/channels/{gone.channel}/messages/{gone.id}", 404, 10008)
    await turns(sim, "move n")
    assert chart(sim.ann).id != gone.id
    assert "South moved to a2" in chart(sim.ann)


async def test_a_chart_goes_to_my_view_and_back_to_the_messages(sim: Simulation) -> None:
    await with_mines(sim)
    close_dms(sim, sim.ann)
    await turns(sim, "move n")
    assert "DMs" not in sim.card(), "that is nobody else's business"
    mine = await sim.ann.press(sim.card(), "My View")
    assert text.DMS_CLOSED in mine
    mine = await sim.ann.press(sim.card(), "My View")
    assert text.DMS_CLOSED not in mine, "once"
    assert mine.buttons[-1] == "Send by Message"
    refused = await sim.ann.press(mine, "Send by Message")
    assert "still won’t deliver" in refused
    sent = await sim.ann.press(mine, "Send by Message")
    assert "Your chart is in your DMs" in sent
    await turns(sim, "move s")


async def test_whoever_takes_no_messages_is_not_asked_with_each_turn(sim: Simulation) -> None:
    await with_mines(sim)
    table = await sim.table()
    row = table.row_of(sim.ann.id)
    assert row is not None
    await sim.tables.set_chart(1, row.seat, chart=None, chart_state=CLOSED)
    await sim.settled()
    asked, charts = len(sim.env.http_requests), sim.bot.publisher.messages.charts
    await charts.deliver(await sim.table(), sim.ann.id)
    assert not sim.env.http_requests[asked:]


async def test_marks_stand_on_the_picture_of_their_owner_alone(
    sim: Simulation, drawn: list[tuple[Any, str]]
) -> None:
    await with_mines(sim)
    await sim.ann.say("mark", squares="b7 d9", kind="mine")
    drawn.clear()
    for who in (sim.ann, sim.bob, sim.cid):
        await who.say("board")
    await sim.ann.opened()
    await turns(sim, "move n")
    await sim.settled()
    boards = [scene for scene, _ in drawn if not isinstance(scene.view, Strip)]
    marked = [(scene.view.viewer, bool(scene.notes)) for scene in boards]
    assert set(marked) == {("south", True), ("north", False), (None, False)}
    assert marked[:3] == [("south", True), ("north", False), (None, False)]


async def test_the_chart_of_somebody_who_was_replaced_says_so(sim: Simulation) -> None:
    await with_mines(sim)
    await sim.ann.say("mark", squares="b7", kind="mine")
    assert "It’s **your turn**" in chart(sim.ann)
    await replaced(sim)
    assert "It’s **your turn**" in chart(sim.cid)
    old = chart(sim.ann)
    assert "Somebody else has taken over your seat" in old
    assert "your turn" not in old
    assert (old.buttons, old.alt) == ([], "")
    told = await sim.cid.say("board", words=True)
    assert "f6" in told, "the mines go with the seat"
    assert "Your marks" not in told, "the marks were ann’s own"
    assert await followups.load(sim.store) == []


async def test_a_restart_right_after_a_takeover_forgets_no_chart(sim: Simulation) -> None:
    await with_mines(sim)
    await leave(sim.ann)
    await sim.cid.press(sim.card(), "Take Over from ann")
    ask = (await sim.table()).agreements.requests[0]
    sim.tables.after_commit = lambda _table_id, _table: None
    accept = partial(agreements.accept, ask=ask.seq)
    await sim.tables.change_as(1, sim.bob.person, accept)
    assert "It’s **your turn**" in chart(sim.ann)
    pressed = await sim.ann.user.click(chart(sim.ann), label="Board in Words")
    assert "Somebody else has taken over your seat at Table 1." in pressed.seen.text
    await sim.restart()
    assert "Somebody else has taken over your seat" in chart(sim.ann)
    assert "It’s **your turn**" in chart(sim.cid)


async def test_a_chart_of_a_game_that_is_over_is_offered_to_nobody(sim: Simulation) -> None:
    await with_mines(sim)
    close_dms(sim, sim.ann)
    await turns(sim, "move n")
    playing = await sim.tables.get(1)
    over = await sim.tables.resign(1, sim.bob.person)
    for table in (playing, over):
        card = await chart_card(sim.bot.context, table, sim.ann.id)
        offered = [each for row in card.rows for each in row if each.verb == "chart"]
        assert bool(offered) == (table is playing)


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever presses a button presses the next one within seconds."""
    monkeypatch.setattr(server, "SOON_S", 2.0)


@pytest.mark.usefixtures("quickly")
async def test_the_chart_of_whoever_plays_at_the_table_waits_a_minute(sim: Simulation) -> None:
    await with_mines(sim)
    await sim.ann.play("Sound", "b1 (East)", "Confirm")
    assert "South sounded" in chart(sim.bob)
    assert "South sounded" not in chart(sim.ann), "she has just seen it"
    since = len(sim.env.http_requests)
    await sim.pass_time(WAIT_S)
    assert "South sounded" in chart(sim.ann)
    assert len(sim.env.http_requests) == since + 1, "bob's is as it was"
    assert await followups.load(sim.store) == []


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize("ended_by", examples(("a restart", "the end", "a typed move"), {"the end"}))
async def test_no_chart_waits_after(sim: Simulation, ended_by: str) -> None:
    await with_mines(sim)
    await sim.ann.play("Sound", "b1 (East)", "Confirm")
    assert "South sounded" not in chart(sim.ann)
    match ended_by:
        case "a restart":
            await sim.restart()
            assert "South sounded" in chart(sim.ann)
        case "the end":
            await sim.tables.resign(1, sim.bob.person, "k")
            await sim.settled()
            assert "North resigned" in chart(sim.ann)
        case _:
            await sim.bob.move("move s")
            await sim.ann.move("move n")
            assert "South moved" in chart(sim.ann)
    assert await followups.load(sim.store) == []


@pytest.mark.usefixtures("quickly")
async def test_no_chart_waits_of_whoever_is_forgotten(sim: Simulation) -> None:
    await with_mines(sim)
    await sim.ann.play("Sound", "b1 (East)", "Confirm")
    charts, table = sim.bot.publisher.messages.charts, await sim.table()
    assert charts.waits(table, sim.ann.id)
    sim.bot.forgotten(sim.ann.id)
    assert not charts.waits(table, sim.ann.id)


@pytest.mark.usefixtures("quickly")
async def test_what_is_played_automatically_makes_nobody_wait_anew(sim: Simulation) -> None:
    await with_mines(sim)
    await sim.ann.play("Sound", "b1 (East)", "Confirm")
    charts, table = sim.bot.publisher.messages.charts, await sim.table()
    pressed = SimpleNamespace(
        id=7, guild_id=sim.guild.id, user=sim.ann.user, type=discord.InteractionType.component
    )
    assert charts.played(table, pressed)  # type: ignore[arg-type]
    await sim.pass_time(WAIT_S)
    assert not charts.played(table, pressed)  # type: ignore[arg-type]
    assert not charts.waits(table, sim.ann.id)
