"""Who may do what: roles, what a channel allows and denies in particular, private threads."""

from __future__ import annotations

from bot.local.world.model import Channel, ChannelType, Overwrite, Permission, Role
from bot.local.world.world import World

VIEW = Permission.VIEW_CHANNEL


def test_a_role_lets_in_where_everybody_is_shut_out_and_a_person_comes_before_roles() -> None:
    world = World()
    finn, pearl, place = world.person("Finn"), world.person("Pearl"), world.channel("games")
    world.roles[7] = Role("crew", Permission.MANAGE_THREADS)
    finn.roles.add(7)
    place.overwrites = {world.guild_id: Overwrite(deny=VIEW), 7: Overwrite(allow=VIEW)}
    assert (world.sees(finn, place), world.sees(pearl, place)) == (True, False)
    assert Permission.MANAGE_THREADS in world.may(finn, place)
    assert not world.bot_sees(place)
    assert world.sees(world.owner, place)
    place.overwrites[finn.id] = Overwrite(deny=VIEW)
    assert not world.sees(finn, place)


def test_a_private_thread_is_seen_by_those_in_it_and_those_who_manage_threads() -> None:
    world = World()
    finn, pearl, place = world.person("Finn"), world.person("Pearl"), world.channel("games")
    thread = Channel(1, ChannelType.PRIVATE_THREAD, "hush", parent=place, joined={finn.id: ""})
    assert (world.sees(finn, thread), world.sees(pearl, thread)) == (True, False)
    world.roles[7] = Role("crew", Permission.MANAGE_THREADS)
    pearl.roles.add(7)
    assert world.sees(pearl, thread)
