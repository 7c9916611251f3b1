"""The menus of members and messages."""

from __future__ import annotations

from .playing import menu
from .simulation import Simulation

IN_WORDS = "Board in Words"


async def test_any_card_is_read_in_words(sim: Simulation) -> None:
    await sim.begin()
    first = sim.card()
    await sim.ann.move("d4")
    for message in (first, sim.card()):
        assert "d4" in await menu(sim, sim.cid, IN_WORDS, message, sim.place())
    lobby = sim.public(sim.channel)[0]
    assert "Table 1 in words" in await menu(sim, sim.cid, IN_WORDS, lobby)
    chat = await sim.cid.send(sim.channel, "Table 1 is mine")
    assert "doesn’t show a table" in await menu(sim, sim.cid, IN_WORDS, chat)


async def test_no_card_of_a_hidden_table_is_read_in_words(sim: Simulation) -> None:
    await sim.begin()
    card, elsewhere = sim.card(), sim.guild.create_text_channel("lighthouse")
    sim.forbid(sim.channel, "view_channel")
    assert "There’s no Table 1" in await menu(sim, sim.cid, IN_WORDS, card, elsewhere)
