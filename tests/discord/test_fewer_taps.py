"""First steps on the public card, the preview, and turns of several parts: nothing is played by accident."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.core import Seat
from bot.games.depthcharge.actions import SOUTH
from bot.tables.model.table import Table
from bot.tables.people import preferences

from .sea import Sea, Seen
from .test_curse import press_twice
from .test_secret_setup import lay, opened


async def table(sea: Sea) -> Table:
    return await sea.bot.context.tables.get(1)


async def played(sea: Sea) -> list[str]:
    """What people have played."""
    return [str(turn.action) for turn in (await table(sea)).turns if turn.seat != "chance"]


async def snorkels(sea: Sea) -> None:
    """Ann begins a game with Bob."""
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Join")


async def crackers(sea: Sea) -> None:
    """Ann plays the whole crew, Bob the captain."""
    lobby = await sea.say(sea.ann, "crackers start")
    joins = [label for label in Seen(sea.channel.history()[0]).buttons if label.startswith("Join")]
    await sea.press(sea.bob, lobby, joins[-1])
    await sea.press(sea.ann, lobby, "Start")


async def test_the_public_card_shows_the_first_steps_and_a_press_opens_the_second(sea: Sea) -> None:
    await snorkels(sea)
    assert sea.card().buttons == [*"abcdefg", "My View", "More"]
    private = await sea.press(sea.ann, sea.card(), "d")
    assert private.message.ephemeral
    assert "d4" in private.buttons
    assert await played(sea) == []


async def test_a_press_on_an_old_card_plays_nothing_and_says_why(sea: Sea) -> None:
    await snorkels(sea)
    await sea.say(sea.ann, "settings", confirm=False)
    old = await sea.press(sea.ann, sea.card(), "d")
    await sea.env.advance_time(16 * 60)  # the bot may not refresh it any more
    await sea.say(sea.ann, "move", sea.place(), action="d4")
    await sea.say(sea.bob, "move", sea.place(), action="take green")
    await sea.say(sea.bob, "move", sea.place(), action="a1")
    await sea.press(sea.ann, old, "d5")
    assert await played(sea) == ["d4", "take green", "a1"]
    assert "d5" not in old.buttons, "the card shows the first step again"


async def test_a_double_press_on_the_public_card_plays_once(sea: Sea) -> None:
    await snorkels(sea)
    await sea.say(sea.ann, "move", sea.place(), action="d4")
    await sea.say(sea.bob, "settings", confirm=False)
    press_twice(sea, sea.bob, sea.card(), "Take Purple")
    await sea.env.settle()
    assert await played(sea) == ["d4", "take purple"]


async def test_somebody_who_is_not_to_move_gets_their_own_view(sea: Sea) -> None:
    await snorkels(sea)
    for who, told in ((sea.bob, "It’s ann’s turn"), (sea.cid, "You’re not playing at Table 1")):
        view = await sea.press(who, sea.card(), "a")
        assert told in view.text
        assert view.message.ephemeral
        assert view.alt
    assert await played(sea) == []


async def test_another_choice_of_the_last_step_is_one_press_away(sea: Sea) -> None:
    await snorkels(sea)
    private = await sea.play(sea.ann, "d", "d4")
    assert private.buttons == [
        *("Confirm", "d1", "d2", "d3", "d5", "d6", "d7"),
        *("Back", "Don’t Ask Again", "Close"),
    ]
    await sea.press(sea.ann, private, "d5")
    assert "Preview: **d5**. Confirm?" in private.text
    await sea.press(sea.ann, private, "Confirm")
    assert await played(sea) == ["d5"]


async def test_dont_ask_again_plays_nothing_by_itself_and_holds_from_the_next_turn_on(sea: Sea) -> None:
    await snorkels(sea)
    private = await sea.play(sea.ann, "d", "d4", "Don’t Ask Again")
    assert await played(sea) == []
    assert "without a preview" in private.text
    assert "Don’t Ask Again" not in private.buttons
    assert not (await preferences.load(sea.bot.context.tables.store, sea.ann.id)).confirm
    await sea.press(sea.ann, private, "Confirm")
    await sea.say(sea.bob, "move", sea.place(), action="take green")
    await sea.say(sea.bob, "move", sea.place(), action="a1")
    await sea.play(sea.ann, "g", "g7")
    assert await played(sea) == ["d4", "take green", "a1", "g7"]


async def test_all_pawns_of_one_person_are_chosen_together_and_share_a_card(sea: Sea) -> None:
    await crackers(sea)
    cards, first = len(sea.history()), sea.card().message.id
    private = await sea.play(sea.ann, "c", "c3", "d", "d4 + Bag", "f", "f2")
    assert await played(sea) == []
    assert "Preview: **c3 · d4 + Bag · f2**. Confirm?" in private.text
    await sea.press(sea.ann, private, "Confirm")
    assert await played(sea) == ["c3", "d4+", "f2"]
    assert len(sea.history()) == cards + 1, "one new card, for the captain"
    told = sea.card().text
    assert "Red" in told
    assert "Blue" in told
    old = next(Seen(message) for message in sea.history() if message.id == first)
    assert old.buttons == []


async def test_pawns_confirmed_one_by_one_edit_the_same_card(sea: Sea) -> None:
    await crackers(sea)
    cards, first = len(sea.history()), sea.card().message.id
    private = await sea.play(sea.ann, "c", "c3", "Confirm So Far")
    await sea.settled()
    assert await played(sea) == ["c3"]
    assert (len(sea.history()), sea.card().message.id) == (cards, first)
    assert "Yellow, where will you go?" in private.text


async def test_a_captains_turn_is_played_as_a_whole_or_not_at_all(sea: Sea) -> None:
    await crackers(sea)
    for _ in range(3):
        await sea.say(sea.ann, "move", sea.place(), action="e1")
    cards = len(sea.history())
    private = await sea.play(sea.bob, "Pump a4", "Pump a4 to b4", "Pump a4 to a5")
    await sea.env.advance_time(16 * 60)  # the bot may not refresh it any more
    await sea.say(sea.bob, "move", sea.place(), action="pump h5")
    await sea.press(sea.bob, private, "Confirm")
    assert (await played(sea))[3:] == ["pump h5"], "what was chosen before no longer fits"
    await sea.play(sea.bob, "Pump a4", "Drop a Sandbag", "c", "c3", "Confirm")
    assert (await played(sea))[3:] == ["pump h5", "pump a4", "bag c3"]
    await sea.settled()
    assert len(sea.history()) == cards + 1, "one card for the next round"


@pytest.mark.parametrize("who", ["ann", "bob"])
async def test_first_steps_of_a_game_with_secrets_are_the_same_whatever_is_hidden(
    sea: Sea, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sea)
    for each in (sea.ann, sea.bob):
        await lay(sea, each)
    shown = sea.card().buttons
    assert shown == ["Move", "Sound", "Depth Charge", "My View", "More"]
    # A boat that its own mines hem in can't move, and the card doesn't say so.
    state = (await table(sea)).state
    assert state is not None
    plain = type(state).legal

    def hemmed_in(self: Any, seat: Seat) -> Any:
        legal: Any = plain(self, seat)
        return legal if seat != SOUTH else [each for each in legal if not str(each).startswith("move")]

    monkeypatch.setattr(type(state), "legal", hemmed_in)
    await sea.restart()
    await sea.bot.publisher.restore(1)
    assert sea.card().buttons == shown
    view = await sea.press(getattr(sea, who), sea.card(), "Move")
    assert ("Sound" in view.buttons) is (who == "ann"), "whoever is to move chooses among the rest"
    assert "went wrong" not in view.text
