"""**Next Game**: from one game to another that waits."""

from __future__ import annotations

from .simulation import Simulation


async def test_a_move_leads_to_the_next_game_that_waits(sim: Simulation) -> None:
    await sim.begin()
    first = sim.place()
    played = await sim.ann.play("d", "d4", "Confirm")
    assert "None of your other games is waiting" in await sim.ann.press(played, "Next Game")
    for action in ("take green", "a1"):
        await sim.bob.move(action)
    await sim.begin("checkers")
    await sim.settled()
    listed = await sim.ann.say("games")
    assert "Next Game" in listed.buttons
    played = await sim.ann.play("g", "g7", "Confirm", place=first)
    following = await sim.ann.press(played, "Next Game")
    assert "Captain’s Checkers" in following
    assert "Pick a column." in following
    await sim.ann.move("b2-d4")
    assert "None of your other games is waiting" in await sim.ann.press(listed, "Next Game")
    await sim.finish(2)
    assert "Next Game" in sim.card().buttons, "the end leads on as well"
