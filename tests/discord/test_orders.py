"""Standing orders on a simulated Discord: given and stopped by buttons, seen by nobody else."""

from __future__ import annotations

import pytest

from bot.features.plans import orders

from .playing import played, sailing, with_mines
from .simulation import HOUR, Simulation


@pytest.mark.usefixtures("long_waits")
async def test_a_boat_sails_on_after_a_restart_until_it_is_stopped(sim: Simulation) -> None:
    card = await sailing(sim)
    assert "Where do you want to go over the next turns? Pick a column." in card
    card = await sim.ann.press(await sim.ann.press(card, "Back"), "Sail On…")
    await sim.ann.press(card, "l")
    assert "l12" not in card.buttons, "the enemy’s boat lies there"
    await sim.ann.press(card, "Back", "l", "l1", "Back", "l1")
    assert "Your boat sails to l1, up to 3 squares a turn. It stops if a mine is found or" in card
    assert "standing order" not in card
    await sim.ann.press(card, "Go Ahead")
    assert (await played(sim))[-1] == "move eee"
    assert "⏩ Your boat sails to l1, up to 3 squares a turn.\n" in card
    assert "l1" not in sim.card()
    theirs = await sim.bob.press(sim.card(), "My View")
    assert "sails on" not in theirs
    await sim.bob.move("move w")
    for mine in (await sim.ann.press(sim.card(), "My View"), await sim.ann.opened()):
        assert "⏩ Your boat sails to l1, up to 3 squares a turn. The bot will take your turn" in mine
        assert "It stops if" not in mine, "that was said before Go Ahead"
        assert "What will you do" not in mine
        assert "It’s **your turn**" not in mine
        assert "Choose here" not in mine
        assert "Stop" in mine.buttons
    await sim.restart()
    await sim.pass_time(3 * HOUR)
    assert (await played(sim))[-1] == "move eee"
    await sim.bob.move("move w")
    mine = await sim.ann.press(sim.card(), "My View")
    stopped = await sim.ann.press(mine, "Stop")
    assert "Stopped. From now on, you play your own turns." in stopped
    assert "⏩" not in stopped
    assert "Sail On…" in stopped.buttons
    await sim.pass_time(3 * HOUR)
    assert (await played(sim))[-1] == "move w"
    assert not orders.orders_of(await sim.table(), sim.ann.id)


@pytest.mark.usefixtures("long_waits")
async def test_a_boat_waits_for_its_owner_to_answer_a_draw_offer(sim: Simulation) -> None:
    card = await sailing(sim)
    await sim.ann.press(card, "l", "l1", "Go Ahead")
    await sim.bob.move("move w")
    await sim.bob.say("table draw")
    view = await sim.ann.press(sim.card(), "My View")
    assert "The bot will take your turn in a moment" not in view
    assert "It’s **your turn**" in view
    assert "What will you do" in await sim.ann.opened()
    await sim.pass_time(3 * HOUR)
    assert (await played(sim))[-1] == "move w"


@pytest.mark.usefixtures("long_waits")
async def test_a_boat_that_stops_says_why_until_its_next_move(sim: Simulation) -> None:
    card = await sailing(sim)
    await sim.ann.press(card, "e", "e1", "Go Ahead")
    await sim.bob.move("sound k11")
    await sim.pass_time(3 * HOUR)
    assert (await played(sim))[-1] == "move e", "a sounding stops nobody"
    await sim.bob.move("sound k11")
    await sim.pass_time(HOUR)
    assert any('"ended": true' in row.plan for row in (await sim.table()).seats), "it is never taken up again"
    why = "⏹️ Your boat has reached e1."
    assert why in await sim.ann.press(sim.card(), "My View")
    picker = await sim.ann.opened()
    assert why in picker
    assert why not in await sim.ann.press(picker, "Sound"), "it is told once"
    assert "⏹️" not in await sim.bob.press(sim.card(), "My View")
    await sim.ann.move("move n")
    assert "⏹️" not in await sim.ann.press(sim.card(), "My View")
    assert not any(row.plan for row in (await sim.table()).seats)


async def test_an_old_button_and_the_command_get_what_is_true_now(sim: Simulation) -> None:
    await with_mines(sim)
    card = await sim.ann.say("plan")
    await sim.ann.press(card, "l", "l1")
    await sim.tables.play(1, sim.ann.person, "move n")
    await sim.ann.press(card, "Go Ahead")
    assert len(await played(sim)) == 3, "only what was played meanwhile"
    refused = await sim.bob.say("plan")
    assert refused.buttons[0] != "Go Ahead"
    waiting = await sim.ann.say("plan")
    why = "You can give a standing order only on your turn, and only if nothing gets in your way."
    assert why in waiting


@pytest.mark.usefixtures("inline_thinkers")
async def test_orders_of_somebody_alone_are_seen_by_nobody_else(sim: Simulation) -> None:
    lobby = await sim.ann.say("crackers start", side="red")
    await sim.ann.press(await sim.ann.press(lobby, "Add a Computer"), "Deckhand")
    await sim.ann.press(lobby, "Start")
    await sim.settled()
    card = sim.card()
    view = await sim.ann.press(await sim.ann.press(card, "More"), "My View")
    given = await sim.ann.press(view, "Stay Until Water Comes")
    await sim.ann.press(given, "Go Ahead")
    await sim.settled()
    assert "it’s your turn (Yellow)" in sim.again(card)
    for label in ("e", "Back"):
        await sim.ann.press(sim.again(card), label)
        everybody = sim.again(card)
        assert "⏩" not in everybody
        assert "Stop" not in "".join(everybody.buttons)
    mine = await sim.ann.press(await sim.ann.press(sim.again(card), "More"), "My View")
    assert "⏩ Red stays on e1." in mine
    assert "Stop the Order for Red" in mine.buttons
