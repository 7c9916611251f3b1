"""Captain's Curse on a simulated Discord: alone, watched, typed, in direct messages, across a restart."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.tables.model.table import Table
from tests.fuzz.test_presses import press

from .limits import parts
from .sea import Sea, Seen

CONTROLS = frozenset({"Back", "Close", "Confirm So Far", "Don’t Ask Again"})


async def table(sea: Sea, number: int = 1) -> Table:
    return await sea.bot.context.tables.get(number)


def legal(state: Table) -> tuple[Any, ...]:
    """What the pirate may do."""
    actions = state.legal(state.acting[0])
    assert isinstance(actions, tuple)
    return actions


def steps(seen: Seen) -> list[str]:
    """What a private card offers, but for the ways out."""
    return [label for label in seen.buttons if label not in CONTROLS]


async def decide(sea: Sea, who: Any, picker: Seen, rng: Random, *, first: str = "") -> Seen:
    """Step after step until one action is played; the private card that follows.

    ``first`` is how the first step's label begins, where there is such a one.
    """
    while True:
        offered = steps(picker)
        confirm = next((label for label in offered if label == "Confirm"), None)
        wanted = [label for label in offered if first and label.startswith(first)]
        after = await sea.press(who, picker, confirm or rng.choice(wanted or offered))
        if confirm is not None:
            return after
        first = ""


def press_twice(sea: Sea, who: Any, card: Seen, label: str) -> None:
    """Two presses on a button, the second before the first is answered."""
    place = sea.place()
    button = next(
        part["custom_id"] for part in parts(card.raw) if part["type"] == 2 and part["label"] == label
    )
    for _ in range(2):
        press(sea, who, place, button, message=card.message)


async def to_the_sinking(sea: Sea, who: Any, rng: Random) -> Seen:
    """The black die chosen; the private card that asks which land sinks."""
    picker = await sea.opened(who)
    first = "Black"
    while "Which part of the island sinks?" not in picker.text:
        await sea.press(who, picker, rng.choice([each for each in steps(picker) if each.startswith(first)]))
        first = ""
    return picker


async def test_the_game_begins_at_once_without_a_lobby(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "curse start")
    assert lobby.buttons == []
    assert "Join" not in lobby.text
    (thread,) = sea.channel.threads
    assert thread.name == "Captain’s Curse: ann (table 1)"
    card = sea.card()
    assert card.buttons[-2:] == ["My View", "More"]
    assert "Turn 1" in card.text
    assert "The dice show white" in card.text or "doubles" in card.text


async def test_each_turn_has_a_card_and_its_parts_share_it(sea: Sea) -> None:
    await sea.say(sea.ann, "curse start")
    rng = Random(3)
    first = sea.card().message.id
    cards = len(sea.history())
    picker = await to_the_sinking(sea, sea.ann, rng)
    assert "So far: **Black" in picker.text
    assert (await table(sea)).version == 4, "nothing is played by choosing"
    await sea.press(sea.ann, picker, "Confirm So Far")
    assert (len(sea.history()), sea.card().message.id) == (cards, first), "looting and sinking: one card"
    assert "looted the" in sea.card().text
    await decide(sea, sea.ann, picker, rng)
    assert len(sea.history()) == cards + 1, "and another one for the next roll"
    assert "Turn 2" in sea.card().text
    old = next(Seen(message) for message in sea.history() if message.id == first)
    assert old.buttons == []


async def test_the_next_choice_comes_below_the_new_turns_card(sea: Sea) -> None:
    await sea.say(sea.ann, "curse start")
    picker = await sea.opened(sea.ann)
    after = await decide(sea, sea.ann, picker, Random(1), first="White")
    assert after.message.id != picker.message.id
    assert after.message.id > sea.card().message.id
    assert "Which die will you take?" in after.text or "Double " in after.text
    assert (await table(sea)).version == max(turn.seq for turn in (await table(sea)).turns)


async def test_a_second_press_on_the_card_that_was_left_does_nothing(sea: Sea) -> None:
    await sea.say(sea.ann, "curse start")
    picker = await sea.opened(sea.ann)
    while (offered := steps(Seen(picker.message)))[0] != "Confirm":
        await sea.press(sea.ann, picker, offered[0])
        picker = Seen(picker.message)
    press_twice(sea, sea.ann, picker, offered[0])
    await sea.env.settle()
    state = await table(sea)
    assert sum(turn.seat == "pirate" for turn in state.turns) == 1
    told = [each for each in sea.env.http_requests if "Something went wrong" in repr(each.json)]
    assert told == []


async def test_the_last_step_names_the_line_and_shades_its_land(sea: Sea) -> None:
    await sea.say(sea.ann, "curse start")
    picker = await to_the_sinking(sea, sea.ann, Random(3))
    label = next(label for label in steps(picker) if label.endswith(" Spaces"))
    await sea.press(sea.ann, picker, label)
    asked = Seen(picker.message)
    assert "Preview: **Black" in asked.text
    assert f"{label}**. Confirm?" in asked.text
    assert asked.buttons[0] == "Confirm"
    before = await table(sea)
    await sea.press(sea.ann, picker, "Back")
    assert (await table(sea)).version == before.version


async def test_a_restart_between_looting_and_sinking_loses_nothing(sea: Sea) -> None:
    await sea.say(sea.ann, "curse start")
    rng = Random(3)
    picker = await to_the_sinking(sea, sea.ann, rng)
    await sea.press(sea.ann, picker, "Confirm So Far")
    before = await table(sea)
    await sea.restart()
    assert (await table(sea)).version == before.version
    await decide(sea, sea.ann, picker, rng)
    after = await table(sea)
    assert after.version == before.version + 2, "the sinking and the next roll"
    assert "Turn 2" in sea.card().text


async def test_dice_once_shown_stand(sea: Sea) -> None:
    await sea.say(sea.ann, "curse start")
    before = await table(sea)
    picker = await sea.opened(sea.ann)
    again = await sea.opened(sea.ann)
    assert steps(picker) == steps(again)
    assert (await table(sea)).version == before.version
    refused = await sea.press(sea.bob, sea.card(), sea.card().buttons[0])
    assert "You’re not playing at Table 1" in refused.text


async def test_a_whole_game_by_typing_ends_with_score_title_and_goals(sea: Sea) -> None:
    await sea.say(sea.ann, "curse start")
    rng = Random(5)
    place = sea.place()
    state = await table(sea)
    while state.status == "playing":
        action = str(rng.choice(legal(state)))
        await sea.say(sea.ann, "move", channel=place, action=action.upper())
        before, state = state, await table(sea)
        assert state.version > before.version
    card = sea.card()
    assert "The end" in card.text
    assert state.outcome is not None
    assert f"{state.outcome.results[0].score}" in card.text
    assert "Goals:" in card.text or "No goals met." in card.text or "pirate is lost" in card.text
    assert card.buttons == ["Play Again", "Watch Replay", "Review"]


async def test_play_again_has_the_same_options_and_other_dice(sea: Sea) -> None:
    await sea.say(sea.ann, "curse start")
    await sea.bot.context.tables.resign(1, (await table(sea)).people[0])
    await sea.settled()
    await sea.press(sea.ann, sea.card(), "Play Again")
    again = await table(sea, 2)
    assert again.status == "playing"
    assert again.options == (await table(sea)).options
    assert len(again.turns) == 1, "the dice are rolled"
    assert "Table 2" in sea.card().text
    assert sea.card().buttons[-2:] == ["My View", "More"]


async def test_it_is_played_in_direct_messages_too(sea: Sea) -> None:
    user = sea.ann.user
    result = await user.slash("curse start")
    assert Seen(result.response).buttons == []
    card = Seen(user.dm_channel.last_message)
    assert card.buttons[-2:] == ["My View", "More"]
    result = await user.click(card.message, label=card.buttons[0])
    picker = Seen(result.response)
    before = await table(sea)
    while (await table(sea)).version == before.version:
        result = await user.click(picker.message, label=steps(picker)[0])
        picker = Seen(result.followups[-1]) if result.followups else Seen(picker.message)
    assert "looted the" in picker.text
    assert not sea.channel.history()
