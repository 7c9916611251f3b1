"""The menus of members and messages."""

from __future__ import annotations

from .playing import CHALLENGE, menu
from .simulation import Seen, Simulation

IN_WORDS = "Board in Words"


async def test_a_member_is_challenged_from_the_menu(sim: Simulation) -> None:
    card = await menu(sim, sim.ann, CHALLENGE, sim.bob)
    assert "Snorkels" in card.buttons
    assert "Captain’s Curse" not in card.buttons, "that one is played alone"
    result = await sim.ann.click(card.message, label="Snorkels")
    assert result.response is not None
    lobby = Seen(result.response)
    assert f"<@{sim.bob.id}>, you’ve been challenged" in lobby
    await sim.bob.press(lobby, "Join")
    table = await sim.table()
    assert [person.name for person in table.seating.people] == ["ann", "bob"]
    assert sim.card().buttons[-2:] == ["My View", "More"]


async def test_bots_and_oneself_are_refused(sim: Simulation) -> None:
    robot = sim.newcomer("robot", bot=True)
    assert "Bots don’t play here" in await menu(sim, sim.ann, CHALLENGE, robot)
    assert "can’t challenge yourself" in await menu(sim, sim.ann, CHALLENGE, sim.ann)


async def test_any_card_is_read_in_words(sim: Simulation) -> None:
    await sim.begin()
    first = sim.card().message
    await sim.ann.move("d4")
    for message in (first, sim.card().message):
        assert "d4" in await menu(sim, sim.cid, IN_WORDS, message, sim.place())
    lobby = sim.history(sim.channel)[0]
    assert "Table 1 in words" in await menu(sim, sim.cid, IN_WORDS, lobby)
    chat = await sim.cid.send(sim.channel, "Table 1 is mine")
    assert "doesn’t show a table" in await menu(sim, sim.cid, IN_WORDS, chat)


async def test_a_table_of_another_server_is_none_for_strangers(sim: Simulation) -> None:
    await sim.begin()
    abroad = sim.env.create_guild()
    quay = abroad.create_text_channel("quay")
    spy = sim.newcomer("spy", guild=abroad)
    for command in ("board", "table info", "table record", "table replay", "look"):
        more = {"square": "d4"} if command == "look" else {}
        assert "There’s no Table 1" in await spy.say(command, quay, table=1, **more)
    assert "You’re playing" in await sim.ann.say("board", table=1)
    assert "You’re watching" in await sim.cid.say("board", table=1)
