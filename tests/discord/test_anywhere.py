"""Tables where the bot can only answer: servers that it is no member of, and groups; and direct ones."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from bot.local.world.model import MEMBER_PERMISSIONS, Permission

from .simulation import Simulation


def allow_brought_along(sim: Simulation) -> None:
    """Let everybody bring apps along to the server."""
    sim.env.set_role(sim.guild.id, "@everyone", MEMBER_PERMISSIONS | Permission.USE_EXTERNAL_APPS)


@pytest.fixture
def abroad(sim: Simulation) -> Simulation:
    """A server where people brought the bot along, and it is no member."""
    allow_brought_along(sim)
    del sim.bot._connection._guilds[sim.guild.id]
    sim.refuse("*", "/channels/*", 403, 50001, times=None)
    sim.refuse("*", "/users/@me/channels", 403, 50007, times=None)
    return sim


def calls(sim: Simulation) -> list[str]:
    """Calls that only a member may make."""
    return [one.path for one in sim.env.http_requests if one.path.startswith("/channels/")]


@pytest.mark.usefixtures("inline_thinkers")
async def test_a_game_against_the_computer_has_one_card_there_too(abroad: Simulation) -> None:
    sim = abroad
    await sim.ann.say("snorkels start", computer="deckhand")
    await sim.settled()
    _, card = sim.public(sim.channel)
    for label, after in (("d", "column d"), ("d4", "on d4"), ("Undo", "An undo"), ("Hint", "**Hint:**")):
        await sim.ann.press(sim.public(sim.channel)[-1], label)
        await sim.settled()
        _, card = sim.public(sim.channel)
        assert after in card
        assert card.files == ["board.png"]
    assert "e" in card.buttons
    assert await sim.behind() == []
    for label in ("d", "d4"):
        await sim.ann.press(sim.public(sim.channel)[-1], label)
    await sim.pass_time(60)
    await sim.tables.resign(1, (await sim.table()).seating.computers[0])
    await sim.settled()
    assert sim.public(sim.channel)[-1].id != card.id, "she may have gone meanwhile"
    assert calls(sim) == []


async def test_the_bot_may_be_installed_by_people_and_servers(sim: Simulation) -> None:
    for command in sim.bot.tree.get_commands():
        if command.name not in ("server", "doctor", "league", "allhands"):
            assert command.to_dict(sim.bot.tree)["integration_types"] == [0, 1], command.name


async def test_a_table_for_two_is_not_opened_where_nobody_else_can_come(sim: Simulation) -> None:
    result = await sim.ann.user.slash("depthcharge start")
    assert "needs at least two players" in result.seen.text
    assert await sim.store.load(1) is None


@pytest.mark.usefixtures("inline_thinkers")
async def test_where_nobody_else_can_come_a_computer_is_offered_if_it_can_play(sim: Simulation) -> None:
    told = await sim.ann.user.slash("snorkels start", opponent=sim.bob.user)
    assert "Use `/snorkels start` with `computer`" in told.seen.text
    assert await sim.store.load(1) is None


async def test_nobody_sets_rules_for_a_server_without_the_bot(sim: Simulation) -> None:
    mia = sim.manager()
    card = await mia.say("server rules")
    del sim.bot._connection._guilds[sim.guild.id]
    pressed = await mia.click(card, custom_id="ct:rule:0:0:cards")
    assert "The bot isn’t in this server." in sim.answer_to(pressed)
    assert (await sim.rules()).threads


async def test_a_card_is_not_shown_again_where_the_bot_is_a_member_no_more(sim: Simulation) -> None:
    sim.refuse("PATCH", f"/channels/{sim.channel.id}/messages/*", 403, 50001, times=None)
    await sim.begin()
    del sim.bot._connection._guilds[sim.guild.id]
    before = len(calls(sim))
    assert not await sim.bot.publisher.restore(1)
    sim.bot.publisher.messages.followups.wake(1)
    await sim.settled()
    assert len(calls(sim)) == before


async def test_a_card_that_discord_refuses_for_a_moment_follows_by_the_same_press(abroad: Simulation) -> None:
    sim = abroad
    await sim.begin()
    sim.refuse("POST", "/webhooks/*", 503)
    await sim.ann.move("d4", sim.channel, table=1)
    await sim.settled()
    assert "on d4" in sim.public(sim.channel)[-1]
    assert await sim.behind() == []


async def test_what_is_pressed_where_the_bot_can_post_shows_no_table_again(sim: Simulation) -> None:
    await sim.begin()
    sim.tables.after_commit = woken = Mock()
    await sim.ann.press(sim.card(), "My View")
    assert not woken.called
