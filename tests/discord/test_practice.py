"""Practice boards: an old button, or the second of two presses, changes nothing."""

from __future__ import annotations

from data.store.queries import practice as stored

from .playing import forged
from .simulation import Simulation


async def test_an_old_button_gets_the_board_as_it_is_now(sim: Simulation) -> None:
    for _ in range(2):
        board = await sim.ann.say("learn", game="snorkels", lesson="come-up-for-air")
    begun = await stored.load(sim.store, sim.ann.id)
    assert begun is not None
    await sim.ann.press(board, "d", "d3")
    row = await stored.load(sim.store, sim.ann.id)
    for verb, rest in (("trystep", "e"), ("tryplay", "e|e5"), ("tryagain", ""), ("tryhint", "")):
        told = await forged(sim, sim.ann, f"ct:{verb}:0:{begun.version - 1}:{rest}", board)
        assert "That button is from an earlier position" in told
        assert "Green is still after you" in told
        assert await stored.load(sim.store, sim.ann.id) == row


async def test_the_second_of_two_quick_presses_is_an_old_one(sim: Simulation) -> None:
    board = await sim.ann.say("learn", game="snorkels", lesson="nobody-passes")
    await sim.ann.press(board, "a")
    pressed = [sim.emit_press(sim.ann, board.custom_id("Confirm"), board) for _ in range(2)]
    await sim.env.settle()
    assert "That button is from an earlier position" in sim.answer_to(pressed[1])
