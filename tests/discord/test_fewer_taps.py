"""First steps on the public card, the preview, and turns of several parts: nothing is played by accident."""

from __future__ import annotations

from typing import Any

import pytest

from bot.components.play import text
from bot.games.core import Seat
from bot.games.depthcharge.actions import SOUTH
from bot.people import settings
from bot.people.preferences import CONFIRM
from bot.tables.model.table import Table

from .simulation import Seen, Simulation
from .test_curse import press_twice
from .test_secret_setup import lay, opened


async def table(sim: Simulation) -> Table:
    return await sim.bot.context.tables.get(1)


async def played(sim: Simulation) -> list[str]:
    """What people have played."""
    return [str(turn.action) for turn in (await table(sim)).turns if turn.seat != "chance"]


async def snorkels(sim: Simulation) -> None:
    """Ann begins a game with Bob."""
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Join")


async def crackers(sim: Simulation) -> None:
    """Ann plays the whole crew, Bob the captain."""
    lobby = await sim.say(sim.ann, "crackers start")
    joins = [label for label in Seen(sim.channel.history()[0]).buttons if label.startswith("Join")]
    await sim.press(sim.bob, lobby, joins[-1])
    await sim.press(sim.ann, lobby, "Start")


async def test_the_public_card_shows_the_first_steps_and_a_press_opens_the_second(sim: Simulation) -> None:
    await snorkels(sim)
    assert sim.card().buttons == [*"abcdefg", "My View", "More"]
    private = await sim.press(sim.ann, sim.card(), "d")
    assert private.message.ephemeral
    assert "d4" in private.buttons
    assert text.CHOOSE_HERE not in private.text
    await sim.press(sim.ann, private, "Back")
    assert private.buttons[:7] == sim.card().buttons[:7]
    assert text.CHOOSE_HERE in private.text
    assert await played(sim) == []


async def test_a_press_on_an_old_card_plays_nothing_and_says_why(sim: Simulation) -> None:
    await snorkels(sim)
    await sim.say(sim.ann, "settings", confirm=False)
    old = await sim.press(sim.ann, sim.card(), "d")
    await sim.env.advance_time(16 * 60)  # the bot may not refresh it any more
    await sim.say(sim.ann, "move", sim.place(), action="d4")
    await sim.say(sim.bob, "move", sim.place(), action="take green")
    await sim.say(sim.bob, "move", sim.place(), action="a1")
    await sim.press(sim.ann, old, "d5")
    assert await played(sim) == ["d4", "take green", "a1"]
    assert "d5" not in old.buttons, "the card shows the first step again"


async def test_a_double_press_on_the_public_card_plays_once(sim: Simulation) -> None:
    await snorkels(sim)
    await sim.say(sim.ann, "move", sim.place(), action="d4")
    await sim.say(sim.bob, "settings", confirm=False)
    press_twice(sim, sim.bob, sim.card(), "Take Purple")
    await sim.env.settle()
    assert await played(sim) == ["d4", "take purple"]


async def test_somebody_who_is_not_to_move_gets_their_own_view(sim: Simulation) -> None:
    await snorkels(sim)
    for who, told in ((sim.bob, "It’s ann’s turn"), (sim.cid, "You’re not playing at Table 1")):
        view = await sim.press(who, sim.card(), "a")
        assert told in view.text
        assert view.message.ephemeral
        assert view.alt
    assert await played(sim) == []


async def test_another_choice_of_the_last_step_is_one_press_away(sim: Simulation) -> None:
    await snorkels(sim)
    private = await sim.play(sim.ann, "d", "d4")
    assert private.buttons == [
        *("Confirm", "d1", "d2", "d3", "d5", "d6", "d7"),
        *("Back", "Don’t Ask Again", "Close"),
    ]
    await sim.press(sim.ann, private, "d5")
    assert "Preview: **d5**. Confirm?" in private.text
    await sim.press(sim.ann, private, "Confirm")
    assert await played(sim) == ["d5"]


async def test_dont_ask_again_plays_nothing_by_itself_and_holds_from_the_next_turn_on(
    sim: Simulation,
) -> None:
    await snorkels(sim)
    private = await sim.play(sim.ann, "d", "d4", "Don’t Ask Again")
    assert await played(sim) == []
    assert "without a preview" in private.text
    assert "Don’t Ask Again" not in private.buttons
    assert not (await settings.load(sim.bot.context.tables.store, sim.ann.id))[CONFIRM]
    await sim.press(sim.ann, private, "Confirm")
    await sim.say(sim.bob, "move", sim.place(), action="take green")
    await sim.say(sim.bob, "move", sim.place(), action="a1")
    await sim.play(sim.ann, "g", "g7")
    assert await played(sim) == ["d4", "take green", "a1", "g7"]


async def test_all_pawns_of_one_person_are_chosen_together_and_share_a_card(sim: Simulation) -> None:
    await crackers(sim)
    cards, first = len(sim.history()), sim.card().message.id
    private = await sim.play(sim.ann, "c", "c3", "d", "d4 + Bag", "f", "f2")
    assert await played(sim) == []
    assert "Preview: **c3 · d4 + Bag · f2**. Confirm?" in private.text
    await sim.press(sim.ann, private, "Confirm")
    assert await played(sim) == ["c3", "d4+", "f2"]
    assert len(sim.history()) == cards + 1, "one new card, for the captain"
    told = sim.card().text
    assert "Red" in told
    assert "Blue" in told
    old = next(Seen(message) for message in sim.history() if message.id == first)
    assert old.buttons == []


async def test_pawns_confirmed_one_by_one_edit_the_same_card(sim: Simulation) -> None:
    await crackers(sim)
    cards, first = len(sim.history()), sim.card().message.id
    private = await sim.play(sim.ann, "c", "c3", "Confirm So Far")
    await sim.settled()
    assert await played(sim) == ["c3"]
    assert (len(sim.history()), sim.card().message.id) == (cards, first)
    assert "Yellow, where will you go?" in private.text


async def test_a_captains_turn_is_played_as_a_whole_or_not_at_all(sim: Simulation) -> None:
    await crackers(sim)
    for _ in range(3):
        await sim.say(sim.ann, "move", sim.place(), action="e1")
    cards = len(sim.history())
    private = await sim.play(sim.bob, "Pump a4", "Pump a4 to b4", "Pump a4 to a5")
    await sim.env.advance_time(16 * 60)  # the bot may not refresh it any more
    await sim.say(sim.bob, "move", sim.place(), action="pump h5")
    await sim.press(sim.bob, private, "Confirm")
    assert (await played(sim))[3:] == ["pump h5"], "what was chosen before no longer fits"
    await sim.play(sim.bob, "Pump a4", "Drop a Sandbag", "c", "c3", "Confirm")
    assert (await played(sim))[3:] == ["pump h5", "pump a4", "bag c3"]
    await sim.settled()
    assert len(sim.history()) == cards + 1, "one card for the next round"


@pytest.mark.parametrize("who", ["ann", "bob"])
async def test_first_steps_of_a_game_with_secrets_are_the_same_whatever_is_hidden(
    sim: Simulation, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sim)
    for each in (sim.ann, sim.bob):
        await lay(sim, each)
    shown = sim.card().buttons
    assert shown == ["Move", "Sound", "Depth Charge", "My View", "More"]
    # A boat that its own mines hem in can't move, and the card doesn't say so.
    state = (await table(sim)).state
    assert state is not None
    plain = type(state).legal

    def hemmed_in(self: Any, seat: Seat) -> Any:
        legal: Any = plain(self, seat)
        return legal if seat != SOUTH else [each for each in legal if not str(each).startswith("move")]

    monkeypatch.setattr(type(state), "legal", hemmed_in)
    await sim.restart()
    await sim.bot.publisher.restore(1)
    assert sim.card().buttons == shown
    view = await sim.press(getattr(sim, who), sim.card(), "Move")
    assert ("Sound" in view.buttons) is (who == "ann"), "whoever is to move chooses among the rest"
    assert "went wrong" not in view.text
