"""Captain's Curse on a simulated Discord: alone, watched, typed, in direct messages, across a restart."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.tables.model.table import Table
from tests.fuzz.test_presses import press

from .limits import parts
from .simulation import Seen, Simulation

CONTROLS = frozenset({"Back", "Close", "Confirm So Far", "Don’t Ask Again"})


async def table(sim: Simulation, number: int = 1) -> Table:
    return await sim.bot.context.tables.get(number)


def legal(state: Table) -> tuple[Any, ...]:
    """What the pirate may do."""
    actions = state.legal(state.acting[0])
    assert isinstance(actions, tuple)
    return actions


def steps(seen: Seen) -> list[str]:
    """What a private card offers, but for the ways out."""
    return [label for label in seen.buttons if label not in CONTROLS]


async def decide(sim: Simulation, who: Any, picker: Seen, rng: Random, *, first: str = "") -> Seen:
    """Step after step until one action is played; the private card that follows.

    ``first`` is how the first step's label begins, where there is such a one.
    """
    while True:
        offered = steps(picker)
        confirm = next((label for label in offered if label == "Confirm"), None)
        wanted = [label for label in offered if first and label.startswith(first)]
        after = await sim.press(who, picker, confirm or rng.choice(wanted or offered))
        if confirm is not None:
            return after
        first = ""


def press_twice(sim: Simulation, who: Any, card: Seen, label: str) -> None:
    """Two presses on a button, the second before the first is answered."""
    place = sim.place()
    button = next(
        part["custom_id"] for part in parts(card.raw) if part["type"] == 2 and part["label"] == label
    )
    for _ in range(2):
        press(sim, who, place, button, message=card.message)


async def to_the_sinking(sim: Simulation, who: Any, rng: Random) -> Seen:
    """The black die chosen; the private card that asks which land sinks."""
    picker = await sim.opened(who)
    first = "Black"
    while "Which part of the island sinks?" not in picker.text:
        await sim.press(who, picker, rng.choice([each for each in steps(picker) if each.startswith(first)]))
        first = ""
    return picker


async def test_the_game_begins_at_once_without_a_lobby(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "curse start")
    assert lobby.buttons == []
    assert "Join" not in lobby.text
    (thread,) = sim.channel.threads
    assert thread.name == "Captain’s Curse · ann"
    card = sim.card()
    assert card.buttons[-2:] == ["My View", "More"]
    assert "Turn 1" in card.text
    assert "The dice show white" in card.text or "doubles" in card.text


async def test_each_turn_has_a_card_and_its_parts_share_it(sim: Simulation) -> None:
    await sim.say(sim.ann, "curse start")
    rng = Random(3)
    first = sim.card().message.id
    cards = len(sim.history())
    picker = await to_the_sinking(sim, sim.ann, rng)
    assert "So far: **Black" in picker.text
    assert (await table(sim)).version == 4, "nothing is played by choosing"
    await sim.press(sim.ann, picker, "Confirm So Far")
    assert (len(sim.history()), sim.card().message.id) == (cards, first), "looting and sinking: one card"
    assert "looted the" in sim.card().text
    await decide(sim, sim.ann, picker, rng)
    assert len(sim.history()) == cards + 1, "and another one for the next roll"
    assert "Turn 2" in sim.card().text
    old = next(Seen(message) for message in sim.history() if message.id == first)
    assert old.buttons == []


async def test_the_next_choice_comes_below_the_new_turns_card(sim: Simulation) -> None:
    await sim.say(sim.ann, "curse start")
    picker = await sim.opened(sim.ann)
    after = await decide(sim, sim.ann, picker, Random(1), first="White")
    assert after.message.id != picker.message.id
    assert after.message.id > sim.card().message.id
    assert "Which die will you take?" in after.text or "Double " in after.text
    assert (await table(sim)).version == max(turn.seq for turn in (await table(sim)).turns)


async def test_a_second_press_on_the_card_that_was_left_does_nothing(sim: Simulation) -> None:
    await sim.say(sim.ann, "curse start")
    picker = await sim.opened(sim.ann)
    while (offered := steps(Seen(picker.message)))[0] != "Confirm":
        await sim.press(sim.ann, picker, offered[0])
        picker = Seen(picker.message)
    press_twice(sim, sim.ann, picker, offered[0])
    await sim.env.settle()
    state = await table(sim)
    assert sum(turn.seat == "pirate" for turn in state.turns) == 1
    told = [each for each in sim.env.http_requests if "Something went wrong" in repr(each.json)]
    assert told == []


async def test_the_last_step_names_the_line_and_shades_its_land(sim: Simulation) -> None:
    await sim.say(sim.ann, "curse start")
    picker = await to_the_sinking(sim, sim.ann, Random(3))
    label = next(label for label in steps(picker) if label.endswith(" Spaces"))
    await sim.press(sim.ann, picker, label)
    asked = Seen(picker.message)
    assert "Preview: **Black" in asked.text
    assert f"{label}**. Confirm?" in asked.text
    assert asked.buttons[0] == "Confirm"
    before = await table(sim)
    await sim.press(sim.ann, picker, "Back")
    assert (await table(sim)).version == before.version


async def test_a_restart_between_looting_and_sinking_loses_nothing(sim: Simulation) -> None:
    await sim.say(sim.ann, "curse start")
    rng = Random(3)
    picker = await to_the_sinking(sim, sim.ann, rng)
    await sim.press(sim.ann, picker, "Confirm So Far")
    before = await table(sim)
    await sim.restart()
    assert (await table(sim)).version == before.version
    await decide(sim, sim.ann, picker, rng)
    after = await table(sim)
    assert after.version == before.version + 2, "the sinking and the next roll"
    assert "Turn 2" in sim.card().text


async def test_dice_once_shown_stand(sim: Simulation) -> None:
    await sim.say(sim.ann, "curse start")
    before = await table(sim)
    picker = await sim.opened(sim.ann)
    again = await sim.opened(sim.ann)
    assert steps(picker) == steps(again)
    assert (await table(sim)).version == before.version
    refused = await sim.press(sim.bob, sim.card(), sim.card().buttons[0])
    assert "You’re not playing at Table 1" in refused.text


async def test_a_whole_game_by_typing_ends_with_score_title_and_goals(sim: Simulation) -> None:
    await sim.say(sim.ann, "curse start")
    rng = Random(5)
    place = sim.place()
    state = await table(sim)
    while state.status == "playing":
        action = str(rng.choice(legal(state)))
        await sim.say(sim.ann, "move", channel=place, action=action.upper())
        before, state = state, await table(sim)
        assert state.version > before.version
    card = sim.card()
    assert "The end" in card.text
    assert state.outcome is not None
    assert f"{state.outcome.results[0].score}" in card.text
    assert "Goals:" in card.text or "No goals met." in card.text or "pirate is lost" in card.text
    assert card.buttons == ["Play Again", "Watch Replay", "Review"]


async def test_play_again_has_the_same_options_and_other_dice(sim: Simulation) -> None:
    await sim.say(sim.ann, "curse start")
    await sim.bot.context.tables.resign(1, (await table(sim)).seating.people[0])
    await sim.settled()
    await sim.press(sim.ann, sim.card(), "Play Again")
    again = await table(sim, 2)
    assert again.status == "playing"
    assert again.options == (await table(sim)).options
    assert len(again.turns) == 1, "the dice are rolled"
    assert "Table 2" in sim.card().text
    assert sim.card().buttons[-2:] == ["My View", "More"]


async def test_it_is_played_in_direct_messages_too(sim: Simulation) -> None:
    user = sim.ann.user
    result = await user.slash("curse start")
    assert Seen(result.response).buttons == []
    card = Seen(user.dm_channel.last_message)
    assert card.buttons[-2:] == ["My View", "More"]
    result = await user.click(card.message, label=card.buttons[0])
    picker = Seen(result.response)
    before = await table(sim)
    while (await table(sim)).version == before.version:
        result = await user.click(picker.message, label=steps(picker)[0])
        picker = Seen(result.followups[-1]) if result.followups else Seen(picker.message)
    assert "looted the" in picker.text
    assert not sim.channel.history()
