"""The local world as plain JSON, and back: what is written down so that it outlives the program."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.local.api.errors import Json

from .model import Attachment, Channel, Flag, Kind, May, Message, Person

if TYPE_CHECKING:
    from .world import World

PERSON = ("id", "name", "joined_at", "bot", "owner", "member", "accepts_dms")
CHANNEL = (
    "id",
    "name",
    "position",
    "topic",
    "owner_id",
    "archived",
    "locked",
    "invitable",
    "auto_archive",
    "created_at",
    "archived_at",
    "slowmode",
    "last_message_id",
    "sent",
)
MESSAGE = (
    "id",
    "timestamp",
    "kind",
    "content",
    "embeds",
    "components",
    "flags",
    "edited",
    "mention_everyone",
    "nonce",
    "metadata",
    "command",
    "reply_to",
    "revision",
)
ATTACHMENT = (
    "id",
    "channel_id",
    "filename",
    "content_type",
    "key",
    "size",
    "description",
    "width",
    "height",
)


def _picked(thing: object, names: tuple[str, ...]) -> Json:
    return {name: getattr(thing, name) for name in names}


def world_body(world: World) -> Json:
    """All of the world but its messages."""
    return {
        "guild": world.guild_id,
        "role": world.bot_role_id,
        "bot": world.bot.id,
        "owner": world.owner.id,
        "base_url": world.base_url,
        "people": [
            _picked(one, PERSON) | {"read": [*one.read.items()], "pings": [*one.pings.items()]}
            for one in world.people.values()
        ],
        "channels": [
            _picked(one, CHANNEL)
            | {
                "kind": int(one.kind),
                "denied": int(one.denied),
                "parent": one.parent and one.parent.id,
                "recipient": one.recipient and one.recipient.id,
                "joined": [*one.joined.items()],
            }
            for one in world.channels.values()
        ],
    }


def message_body(post: Message) -> Json:
    """A message; the bytes of its files are kept apart."""
    return _picked(post, MESSAGE) | {
        "channel": post.channel.id,
        "author": post.author.id,
        "reader": post.reader and post.reader.id,
        "thread": post.thread and post.thread.id,
        "mentions": [person.id for person in post.mentions],
        "shown": sorted(post.shown),
        "attachments": [_picked(file, ATTACHMENT) for file in post.attachments],
    }


def restore(world: World, body: Json, messages: Iterable[Json], data: dict[int, bytes]) -> None:
    """Make ``world`` what was written down: ``messages`` from the oldest on, ``data`` by the files' ids.

    :raises KeyError, TypeError, ValueError: for what was not written here; ``world`` is of no use then.
    """
    for things in (world.people, world.channels, world.dms, world.messages):
        things.clear()
    for one in body["people"]:
        person = Person(*(one[name] for name in PERSON))
        person.read, person.pings = dict(one["read"]), dict(one["pings"])
        world.people[person.id] = person
    world.guild_id, world.bot_role_id, world.base_url = body["guild"], body["role"], body["base_url"]
    world.bot, world.owner = world.people[body["bot"]], world.people[body["owner"]]
    world.application_id = world.bot.id
    _restore_channels(world, body["channels"])
    for one in messages:
        _restore_message(world, one, data)
    newest = max([world.guild_id, world.bot_role_id, *world.people, *world.channels, *world.messages, *data])
    world.next_id.skip(newest)


def _restore_channels(world: World, bodies: list[Json]) -> None:
    for one in bodies:
        place = Channel(one["id"], Kind(one["kind"]), one["name"])
        for name in CHANNEL:
            setattr(place, name, one[name])
        place.denied, place.joined = May(one["denied"]), dict(one["joined"])
        world.channels[place.id] = place
        if one["recipient"]:
            place.recipient = world.people[one["recipient"]]
            world.dms[place.recipient.id] = place
    for one in bodies:
        if one["parent"]:
            world.channels[one["id"]].parent = world.channels[one["parent"]]


def _restore_message(world: World, body: Json, data: dict[int, bytes]) -> None:
    if body["flags"] & Flag.LOADING:
        return  # Whoever was thinking has forgotten what about.
    place = world.channels[body["channel"]]
    post = Message(body["id"], place, world.people[body["author"]], body["timestamp"])
    for name in MESSAGE:
        setattr(post, name, body[name])
    post.reader = world.people[body["reader"]] if body["reader"] else None
    post.thread = world.channels.get(body["thread"]) if body["thread"] else None
    post.mentions = [world.people[one] for one in body["mentions"]]
    post.shown = set(body["shown"])
    for one in body["attachments"]:
        file = Attachment(**one, data=data.get(one["id"], b""))
        post.attachments.append(file)
        if file.id in data:
            world.files.keep(file)
    place.messages[post.id] = world.messages[post.id] = post


def move(world: World, base_url: str) -> None:
    """Have ``world`` found at ``base_url`` from now on, with all files that its messages show."""
    before, world.base_url = world.base_url, base_url
    if before in ("", base_url):
        return
    for post in world.messages.values():
        text = json.dumps([post.components, post.embeds])
        if before in text:
            post.components, post.embeds = json.loads(text.replace(before, base_url))
            post.revision += 1
