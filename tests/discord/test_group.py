"""Games in a group message, of which the bot is no member: all that people see are its answers."""

from __future__ import annotations

import pytest

from bot.local.world.model import ChannelType

from .group import Group
from .playing import leave
from .simulation import Simulation

QUARTER = 16 * 60
"""Seconds after which no token is good any more."""


@pytest.fixture
async def group(sim: Simulation) -> Group:
    """A group message of three."""
    return Group(sim)


async def begun(group: Group, game: str = "snorkels", **options: str | int) -> None:
    """Ann challenges Bob, who joins."""
    sim = group.sim
    lobby = await sim.ann.say(f"{game} start", group.place, opponent=sim.bob.user, **options)
    assert f"<@{sim.bob.id}>, you’ve been challenged" in lobby
    await sim.bob.press(lobby, "Join")
    assert "The game has started." in group.history()[-2]


async def test_a_game_is_played_to_its_end_and_again(group: Group) -> None:
    sim = group.sim
    await begun(group, stones=2)
    private = await sim.ann.press(group.card(), "d")
    await sim.ann.press(private, "d4", "Confirm")
    assert f"discord.com/channels/@me/{group.number}/" in private
    assert f"<@{sim.bob.id}>, it’s your turn.**" in group.card()
    await sim.bob.play("Take Green", "Confirm", place=group.place)
    assert f"<@{sim.bob.id}>, it’s your turn (Green)" in group.card()
    seen = await sim.bob.say("move", group.place, action="a1")
    assert "a1" in seen
    assert "on a1" in group.card()
    listed = await sim.ann.say("games", group.place)
    assert f"[Snorkels · Table 1](https://discord.com/channels/@me/{group.number}/" in listed
    assert "**your turn**" in listed
    more = await sim.ann.press(group.card(), "More")
    asked = await sim.ann.press(more, "Resign")
    await sim.ann.press(asked, "Yes, Resign")
    last = group.card()
    assert "The end" in last
    assert {"Rematch", "Play Another Game", "Watch Replay", "Review", "More"} == set(last.buttons)
    assert {"Puzzle", "Record"} <= {*(await sim.ann.press(last, "More")).buttons}
    assert last.files == ["board.png"], "the record is behind **More**"
    await sim.ann.press(last, "Rematch")
    await sim.bob.press(group.card(), "Rematch")
    assert any("Table 2" in seen and "My View" in seen.buttons for seen in group.history()[-2:])
    assert await sim.behind() == []
    assert group.by_itself() == []


async def test_secrets_stay_with_their_owners(group: Group) -> None:
    sim = group.sim
    await begun(group, "depthcharge", mines=3)
    for who in (sim.ann, sim.bob):
        mine = await who.press(group.card(), "My View")
        assert mine.ephemeral
        await who.press(mine, "Random", "Lay Mines")
    assert f"<@{sim.ann.id}>, it’s your turn (South)" in group.card()
    table = await sim.table()
    laid = [str(turn.action) for turn in table.turns]
    everything = " ".join(seen.text + seen.alt for seen in group.history())
    assert all(placement not in everything for placement in laid)
    assert group.by_itself() == []


async def test_two_people_play_in_their_own_direct_messages(sim: Simulation) -> None:
    pair = Group(sim, ChannelType.DM)
    await begun(pair)
    await pair.sim.ann.play("d", "d4", "Confirm", place=pair.place)
    assert "on d4" in pair.card()
    assert pair.by_itself() == []


async def test_a_spent_interaction_leaves_the_card_to_whoever_looks_next(group: Group) -> None:
    sim = group.sim
    await begun(group)
    cards = len(group.history())
    private = await sim.ann.press(group.card(), "d")
    await sim.ann.press(private, "d4")
    group.spend_next()
    await sim.ann.press(private, "Confirm")
    assert len(group.history()) == cards, "40094: nobody saw the turn yet"
    assert "went wrong" not in private
    assert await sim.behind() == [1]
    seen = await sim.bob.press(group.card(), group.card().buttons[0])
    assert seen.buttons, "the older card’s button works all the same"
    assert "on d4" in group.card()
    assert await sim.behind() == []


async def test_what_time_does_is_seen_with_the_next_press(group: Group) -> None:
    sim = group.sim
    await begun(group, pace="1h")
    await sim.pass_time(2 * 3600)
    assert "Claim the Win" not in group.card().buttons, "no token is good any more, and the bot may not post"
    await sim.cid.press(group.card(), "My View")
    card = group.card()
    assert f"<@{sim.ann.id}> has run out of time" in card
    await sim.bob.press(card, "Claim the Win")
    assert "The end" in group.card()
    assert group.by_itself() == []


async def test_nothing_of_a_group_is_shown_elsewhere(group: Group) -> None:
    sim = group.sim
    await begun(group)
    before = len(sim.public(sim.channel))
    seen = await sim.ann.move("d4", sim.channel, table=1)
    assert seen.ephemeral
    assert [m.text for m in sim.public(sim.channel)[before:] if not m.ephemeral] == []
    await sim.bob.press(group.card(), "My View")
    assert "on d4" in group.card()


async def test_each_turn_and_each_question_calls_people_once(group: Group) -> None:
    sim = group.sim
    await begun(group, pace="1d")
    assert group.pinged() == [sim.ann.id]
    await sim.ann.say("table pause", group.place)
    assert group.pinged() == [sim.bob.id], "who asks knows that it is her turn"
    await leave(sim.bob, group.place)
    assert group.pinged() == [sim.ann.id], "who stays hears of it"
    await sim.bob.press(await sim.bob.say("table resign", group.place), "Yes, Resign")
    assert sorted(group.pinged()) == sorted([sim.ann.id, sim.bob.id])
    await sim.ann.press(group.card(), "Rematch")
    assert group.pinged() == [sim.bob.id]


@pytest.mark.usefixtures("inline_thinkers")
async def test_old_cards_of_a_game_against_the_computer_stay_what_everybody_sees(group: Group) -> None:
    sim = group.sim
    await sim.ann.say("snorkels start", group.place, computer="deckhand")
    await sim.settled()
    old = group.card()
    await sim.ann.press(old, "d")
    await sim.ann.say("move", group.place, action="d4")
    await sim.settled()
    assert "on d4" in group.card()
    (shown,) = (seen for seen in group.history() if seen.id == old.id)
    for who, answer in ((sim.ann, "Use the buttons on the newest card"), (sim.bob, "You’re not playing")):
        told = await who.press(shown, "d5")
        assert told.ephemeral
        assert answer in told
        (after,) = (seen for seen in group.history() if seen.id == old.id)
        assert after.text == shown.text
    await sim.ann.press(group.card(), "f", "f4")
    await sim.settled()
    assert "on f4" in group.card()
    assert len(group.history()) == 3, "what is pressed on the newest card is shown there"
    assert group.by_itself() == []
