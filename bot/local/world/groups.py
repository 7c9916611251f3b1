"""Group messages: people among themselves, who bring the bot along. It is not there, and can only answer."""

from __future__ import annotations

from bot.local.api.errors import invalid_form

from .model import Change, Channel, Kind, Person, iso
from .world import World

MOST = 10
"""People in a group message."""


def open_group(world: World, owner: Person, others: list[Person]) -> Channel:
    """A new group message of ``owner`` and ``others``; all of them have installed the bot for themselves.

    :raises Refusal: 50035 for too few or too many people, or for a bot among them.
    """
    people = list(dict.fromkeys([owner, *others]))
    if not 2 <= len(people) <= MOST or any(person.bot for person in people):
        raise invalid_form({"people": f"Choose 1 to {MOST - 1} people beside yourself; bots can't come."})
    place = Channel(world.next_id(), Kind.GROUP, "", owner_id=owner.id)
    place.joined = {person.id: iso(world.now()) for person in people}
    world.channels[place.id] = place
    world.changed(Change("state"))
    return place
