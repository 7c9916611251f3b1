"""Captain's Curse on a simulated Discord: alone, watched, typed, in direct messages, across a restart."""

from __future__ import annotations

from random import Random

from .playing import decide, steps
from .simulation import Member, Seen, Simulation


async def to_the_sinking(sim: Simulation, who: Member, rng: Random) -> Seen:
    """The black die chosen; the private card that asks which land sinks."""
    picker = await who.opened()
    first = "Black"
    while "Which part of the island sinks?" not in picker:
        await who.press(picker, rng.choice([each for each in steps(picker) if each.startswith(first)]))
        first = ""
    return picker


async def test_each_turn_has_a_card_and_its_parts_share_it(sim: Simulation) -> None:
    await sim.ann.say("curse start")
    rng = Random(3)
    first = sim.card().message.id
    cards = len(sim.history())
    picker = await to_the_sinking(sim, sim.ann, rng)
    assert "So far: **Black" in picker
    assert (await sim.table()).version == 4, "nothing is played by choosing"
    await sim.ann.press(picker, "Confirm So Far")
    assert (len(sim.history()), sim.card().message.id) == (cards, first), "looting and sinking: one card"
    assert "looted the" in sim.card()
    await decide(sim.ann, picker, rng)
    assert len(sim.history()) == cards + 1, "and another one for the next roll"
    assert "Turn 2" in sim.card()
    old = next(Seen(message) for message in sim.history() if message.id == first)
    assert old.buttons == []


async def test_it_is_played_in_direct_messages_too(sim: Simulation) -> None:
    user = sim.ann.user
    result = await user.slash("curse start")
    assert Seen(result.response).buttons == []
    card = Seen(user.dm_channel.last_message)
    assert card.buttons[-2:] == ["My View", "More"]
    result = await user.click(card.message, label=card.buttons[0])
    picker = Seen(result.response)
    before = await sim.table()
    while (await sim.table()).version == before.version:
        result = await user.click(picker.message, label=steps(picker)[0])
        picker = Seen(result.followups[-1]) if result.followups else Seen(picker.message)
    assert "looted the" in picker
    assert not sim.channel.history()
