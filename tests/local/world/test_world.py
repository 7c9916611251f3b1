"""The local Discord's state."""

from __future__ import annotations

import discord
import pytest

from bot.local.api import channels, posting
from bot.local.errors import InvalidInput
from bot.local.validate.messages import Upload
from bot.local.world.model import Permission
from bot.local.world.world import World


def test_worlds_founded_at_the_same_time_have_the_same_people_but_another_bot() -> None:
    first, second = World(founded=1.7e9), World(founded=1.7e9, now=lambda: 2e9)
    people = [[one.id for one in world.people.values() if not one.bot] for world in (first, second)]
    assert people[0] == people[1]
    assert first.guild_id == second.guild_id
    assert first.channel("games").id == second.channel("games").id
    assert not set(first.people) & set(first.channels)
    assert first.bot.id != second.bot.id
    assert first.next_id() > max(*first.people, *first.channels)


def test_a_channel_says_what_it_is_for_in_the_language_of_the_server() -> None:
    topics = [World(locale=locale).channel("games").topic for locale in ("en-US", "de")]
    assert topics == ["Start your games here.", "Hier eröffnest du deine Partien."]


def test_a_deleted_channel_takes_its_threads_and_messages_along() -> None:
    world = World()
    games = world.channel("games")
    post = posting.post(world, games, world.bot, {"content": "x"}, [Upload(0, "x.txt", b"x")])
    assert [file.path for file in post.attachments] == [*world.files]
    thread = channels.open_thread(world, post, world.bot, {"name": "t"})
    channels.delete(world, games)
    assert not {games.id, thread.id} & set(world.channels)
    assert post.id not in world.messages
    assert not world.files


@pytest.mark.parametrize("others", [[], ["Finn"], ["Captain’s Table"]])
def test_a_group_needs_people(others: list[str]) -> None:
    world = World()
    people = [world.person(name) for name in others]
    with pytest.raises(InvalidInput, match="1–9 other people"):
        world.open_group(world.person("Finn"), people)


def test_permissions_are_those_that_discord_calls_so() -> None:
    for one in Permission:
        assert getattr(discord.Permissions(one), str(one.name).lower()), one
