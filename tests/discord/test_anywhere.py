"""Tables where the bot can only answer: servers that it is no member of, and groups; and direct ones."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from .simulation import Seen, Simulation
from .test_hard_cases import behind, typed


@pytest.fixture
def abroad(sim: Simulation) -> Simulation:
    """A server where people brought the bot along, and it is no member."""
    everybody = sim.env.backend.get_guild(sim.guild.id).roles[sim.guild.id]
    everybody.permissions |= discord.Permissions(use_external_apps=True).value
    del sim.bot._connection._guilds[sim.guild.id]
    sim.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)
    sim.env.inject_error("*", "/users/@me/channels", status=403, code=50007, times=None)
    return sim


async def begun(sim: Simulation, game: str = "snorkels") -> Seen:
    """Ann challenges Bob, who joins; the lobby."""
    lobby = await sim.say(sim.ann, f"{game} start", opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Join")
    return lobby


def public(sim: Simulation) -> list[Seen]:
    """What everybody sees in the channel, the oldest first."""
    return [Seen(message) for message in sim.history(sim.channel) if not message.flags.ephemeral]


def calls(sim: Simulation) -> list[str]:
    """Calls that only a member may make."""
    return [one.path for one in sim.env.http_requests if one.path.startswith("/channels/")]


async def test_a_game_for_two_is_played_by_answers_alone(abroad: Simulation) -> None:
    sim = abroad
    lobby = await begun(sim)
    assert "The game has started." in Seen(sim.channel.history()[0]).text
    assert f"<@{sim.ann.id}>, it’s your turn (host)" in public(sim)[-1].text
    private = await sim.press(sim.ann, public(sim)[-1], "d")
    for label in ("d4", "Confirm"):
        await sim.press(sim.ann, private, label)
    card = public(sim)[-1]
    assert "on d4" in card.text
    assert card.message.attachments
    assert card.message.id != lobby.message.id
    await typed(sim, sim.bob, "take green", sim.channel)
    assert f"<@{sim.bob.id}>, it’s your turn (green)" in public(sim)[-1].text
    assert await behind(sim) == []
    assert calls(sim) == []
    listed = (await sim.say(sim.ann, "games")).text
    assert f"/{sim.channel.id}/{public(sim)[-1].message.id})" in listed
    asked = await sim.say(sim.ann, "table resign", table=1)
    await sim.press(sim.ann, asked, "Yes, Resign")
    assert "The end" in public(sim)[-1].text
    await sim.press(sim.ann, public(sim)[-1], "Rematch")
    await sim.press(sim.bob, public(sim)[-1], "Rematch")
    assert any("Table 2" in seen.text for seen in public(sim)[-2:])
    assert calls(sim) == []


async def test_secrets_are_placed_by_my_view(abroad: Simulation) -> None:
    sim = abroad
    await begun(sim, "depthcharge")
    for who in (sim.ann, sim.bob):
        mine = await sim.press(who, public(sim)[-1], "My View")
        await sim.press(who, mine, "Random")
        await sim.press(who, mine, "Lay Mines")
    assert f"<@{sim.ann.id}>, it’s your turn (south)" in public(sim)[-1].text
    assert calls(sim) == []


async def test_what_no_answer_can_show_comes_with_the_next_one(abroad: Simulation) -> None:
    sim = abroad
    await begun(sim)
    # A quarter of an hour later no token is left.
    sim.bot.publisher.messages.reply_tokens.drop(1)
    table = await sim.bot.context.tables.get(1)
    await sim.bot.context.tables.play(1, table.seating.people[0], "d4")
    assert await behind(sim) == [1], "nobody's interaction was there to carry it"
    seen = await sim.say(sim.cid, "board", table=1)
    assert "on d4" in seen.text
    assert "on d4" in public(sim)[-1].text, "whoever looks brings it, though nobody acts"
    assert await behind(sim) == []


async def test_what_is_done_from_another_channel_is_shown_in_the_tables_own(abroad: Simulation) -> None:
    sim = abroad
    other = sim.guild.create_text_channel("other")
    await begun(sim)
    await typed(sim, sim.ann, "d4", other)
    assert [message for message in sim.history(other) if not message.flags.ephemeral] == []
    assert await behind(sim) == [1]
    await sim.press(sim.bob, public(sim)[-1], "My View")
    assert "on d4" in public(sim)[-1].text
    assert await behind(sim) == []


async def test_captains_curse_is_played_in_direct_messages(sim: Simulation) -> None:
    result: Any = await sim.ann.user.slash("curse start")
    assert "went wrong" not in Seen(result.response).text
    card = Seen(sim.ann.user.dm_channel.last_message)
    assert card.buttons[-2:] == ["My View", "More"]
    result = await sim.ann.user.click(card.message, label=card.buttons[0])
    assert Seen(result.response).buttons
    assert await behind(sim) == []


async def test_the_bot_may_be_installed_by_people_and_servers(sim: Simulation) -> None:
    for command in sim.bot.tree.get_commands():
        if command.name not in ("server", "doctor", "league"):
            assert command.to_dict(sim.bot.tree)["integration_types"] == [0, 1], command.name
