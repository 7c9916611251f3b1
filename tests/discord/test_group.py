"""Games in a group message, of which the bot is no member: all that people see are its answers."""

from __future__ import annotations

import pytest

from .group import Group
from .sea import Sea, Seen
from .test_hard_cases import behind

QUARTER = 16 * 60
"""Seconds after which no token is good any more."""


@pytest.fixture
def group(sea: Sea, monkeypatch: pytest.MonkeyPatch) -> Group:
    """A group message of three."""
    return Group(sea, monkeypatch)


async def begun(group: Group, game: str = "snorkels", **options: str | int) -> None:
    """Ann challenges Bob, who joins."""
    sea = group.sea
    lobby = await group.say(sea.ann, f"{game} start", opponent=sea.bob.user, **options)
    assert f"<@{sea.bob.id}>, you’ve been challenged" in lobby.text
    await group.press(sea.bob, lobby, "Join")
    assert "The game has started." in group.history()[-2].text


async def test_a_game_is_played_to_its_end_and_again(group: Group) -> None:
    sea = group.sea
    await begun(group, stones=2)
    private = await group.play(sea.ann, "d", "d4", "Confirm")
    assert f"discord.com/channels/@me/{group.number}/" in private.text
    assert f"<@{sea.bob.id}>, it’s your turn (guest)" in group.card().text
    await group.play(sea.bob, "Take Green", "Confirm")
    assert f"<@{sea.bob.id}>, it’s your turn (green)" in group.card().text
    seen = await group.say(sea.bob, "move", action="a1")
    assert "a1" in seen.text
    assert "on a1" in group.card().text
    listed = await group.say(sea.ann, "games")
    assert f"[Snorkels · Table 1](https://discord.com/channels/@me/{group.number}/" in listed.text
    assert "**your turn**" in listed.text
    more = await group.press(sea.ann, group.card(), "More")
    asked = await group.press(sea.ann, more, "Resign")
    await group.press(sea.ann, asked, "Yes, Resign")
    last = group.card()
    assert "The end" in last.text
    assert {"Rematch", "Watch Replay", "Review"} == set(last.buttons)
    assert [file.filename for file in last.message.attachments] == ["board.png", "table-1.txt"]
    await group.press(sea.ann, last, "Rematch")
    await group.press(sea.bob, group.card(), "Rematch")
    assert any("Table 2" in seen.text and "My View" in seen.buttons for seen in group.history()[-2:])
    assert await behind(sea) == []
    assert group.by_itself() == []


async def test_secrets_stay_with_their_owners(group: Group) -> None:
    sea = group.sea
    await begun(group, "depthcharge", mines=3)
    for who in (sea.ann, sea.bob):
        mine = await group.press(who, group.card(), "My View")
        assert mine.message.flags.ephemeral
        await group.press(who, mine, "Random")
        await group.press(who, mine, "Lay Mines")
    assert f"<@{sea.ann.id}>, it’s your turn (south)" in group.card().text
    table = await sea.bot.context.tables.get(1)
    laid = [str(turn.action) for turn in table.turns]
    everything = " ".join(seen.text + seen.alt for seen in group.history())
    assert all(placement not in everything for placement in laid)
    assert group.by_itself() == []


async def test_three_play_and_a_stranger_joins_by_the_button(group: Group) -> None:
    sea = group.sea
    lobby = await group.say(sea.ann, "crackers start", side="captain")
    for who in (sea.bob, sea.cid):
        joins = [label for label in lobby.buttons if label.startswith("Join")]
        await group.press(who, lobby, joins[-1])
        lobby = group.history()[-1]
    await group.press(sea.ann, lobby, "Start")
    assert "My View" in group.card().buttons
    assert await behind(sea) == []


async def test_a_game_for_one_begins_at_once(group: Group) -> None:
    sea = group.sea
    await group.say(sea.cid, "curse start")
    assert group.card().buttons[-2:] == ["My View", "More"]
    await group.press(sea.cid, group.card(), group.card().buttons[0])
    assert await behind(sea) == []


async def test_two_people_play_in_their_own_direct_messages(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = Group(sea, monkeypatch, kind=1)
    await begun(pair)
    await pair.play(pair.sea.ann, "d", "d4", "Confirm")
    assert "on d4" in pair.card().text
    assert pair.by_itself() == []


async def test_no_interaction_is_asked_for_more_than_five_messages(group: Group) -> None:
    sea = group.sea
    await begun(group)
    await group.play(sea.ann, "d", "d4", "Confirm")
    await group.play(sea.bob, "Take Green", "Confirm")
    for action in ("a1", "b1", "c1"):
        table = await sea.bot.context.tables.get(1)
        who = sea.ann if table.awaited[0].id == sea.ann.id else sea.bob
        await group.say(who, "move", action=action)
    assert max(group.sent.values()) <= 3
    assert await behind(sea) == []


async def test_a_spent_interaction_leaves_the_card_to_whoever_looks_next(group: Group) -> None:
    sea = group.sea
    await begun(group)
    cards = len(group.history())
    group.sent.clear()
    private = await group.press(sea.ann, group.card(), "d")
    await group.press(sea.ann, private, "d4")
    group.spend_next()
    await group.press(sea.ann, private, "Confirm")
    assert len(group.history()) == cards, "40094: nobody saw the turn yet"
    assert "went wrong" not in private.text
    assert await behind(sea) == [1]
    seen = await group.press(sea.bob, group.card(), group.card().buttons[0])
    assert seen.buttons, "the older card’s button works all the same"
    assert "on d4" in group.card().text
    assert await behind(sea) == []


async def test_what_time_does_is_seen_with_the_next_press(group: Group) -> None:
    sea = group.sea
    await begun(group, pace="1h")
    await sea.env.advance_time(2 * 3600)
    await sea.settled()
    assert "Claim the Win" not in group.card().buttons, "no token is good any more, and the bot may not post"
    await group.press(sea.cid, group.card(), "My View")
    card = group.card()
    assert f"<@{sea.ann.id}> has run out of time" in card.text
    await group.press(sea.bob, card, "Claim the Win")
    assert "The end" in group.card().text
    assert group.by_itself() == []


async def test_a_press_after_a_quarter_of_an_hour_and_a_restart_does_what_it_says(group: Group) -> None:
    sea = group.sea
    await begun(group)
    card = group.card()
    await sea.env.advance_time(QUARTER)
    await sea.restart()
    sea.bot._connection._guilds.clear()
    private = await group.press(sea.ann, card, "d")
    for label in ("d4", "Confirm"):
        await group.press(sea.ann, private, label)
    assert "on d4" in group.card().text
    assert await behind(sea) == []


async def test_nothing_of_a_group_is_shown_elsewhere(group: Group) -> None:
    sea = group.sea
    await begun(group)
    before = len(sea.history(sea.channel))
    seen = await sea.say(sea.ann, "move", sea.channel, action="d4", table=1)
    assert seen.message.flags.ephemeral
    assert [Seen(m).text for m in sea.history(sea.channel)[before:] if not m.flags.ephemeral] == []
    await group.press(sea.bob, group.card(), "My View")
    assert "on d4" in group.card().text
