"""The local Discord's data as Discord's JSON objects."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.local.errors import Json
from bot.local.world.model import (
    Attachment,
    Channel,
    ChannelType,
    Member,
    Message,
    ScheduledEvent,
)
from bot.local.world.world import World

ALWAYS: Final[dict[str, Json]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
"""What is the same in all objects of a kind."""


def user(person: Member) -> Json:
    """A user object."""
    return ALWAYS["user"] | {
        "id": str(person.id),
        "username": person.name.lower().replace(" ", "_").replace("'", ""),
        "global_name": None if person.bot else person.name,
        "discriminator": "0000" if person.bot else "0",
        "bot": person.bot,
    }


def own_user(person: Member) -> Json:
    """The bot's own user object, with its private fields."""
    return user(person) | ALWAYS["own user"] | {"username": person.name}


def members_chunk(world: World, asked: Sequence[int], nonce: object) -> Json:
    """Which of the people ``asked`` about are members."""
    found = [person for each in asked if (person := world.people.get(each)) is not None and person.member]
    here = {person.id for person in found}
    return {
        "guild_id": str(world.guild_id),
        "members": [member(person) for person in found],
        "not_found": [str(each) for each in asked if each not in here],
        "chunk_index": 0,
        "chunk_count": 1,
        "nonce": nonce,
    }


def member(person: Member, *, with_user: bool = True) -> Json:
    """A guild member object."""
    body = ALWAYS["member"] | {"joined_at": person.joined_at, "roles": [*map(str, person.roles)]}
    if with_user:
        body["user"] = user(person)
    return body


def channel(world: World, place: Channel) -> Json:
    """A channel object: text channel, thread, direct conversation or group message."""
    body: Json = {
        "id": str(place.id),
        "type": place.kind,
        "last_message_id": str(place.last_message_id) if place.last_message_id else None,
        "flags": 0,
    }
    if place.recipient:
        return body | {"recipients": [user(place.recipient)]}
    if place.is_group:
        people = [user(world.people[one]) for one in place.joined]
        owner = str(place.owner_id)
        return body | {"recipients": people, "name": place.name or None, "icon": None, "owner_id": owner}
    body |= {"guild_id": str(world.guild_id), "name": place.name, "rate_limit_per_user": 0}
    if place.parent is None:
        overwrites = [
            {"id": str(one), "type": int(one in world.people), "allow": str(allow), "deny": str(deny)}
            for one, (allow, deny) in place.overwrites.items()
        ]
        own = {"position": place.position, "topic": place.topic, "permission_overwrites": overwrites}
        return body | ALWAYS["text channel"] | own
    body |= {
        "parent_id": str(place.parent.id),
        "owner_id": str(place.owner_id),
        "message_count": len(place.messages),
        "total_message_sent": place.sent,
        "member_count": len(place.joined),
        "thread_metadata": {
            "archived": place.archived,
            "locked": place.locked,
            "auto_archive_duration": place.auto_archive,
            "archive_timestamp": place.archived_at,
            "create_timestamp": place.created_at,
        },
    }
    if joined := place.joined.get(world.bot.id):
        member = {"id": str(place.id), "user_id": str(world.bot.id), "join_timestamp": joined, "flags": 1}
        body["member"] = member
    return body


def attachment(world: World, file: Attachment) -> Json:
    """An attachment object."""
    url = world.base_url + file.path
    body: Json = {
        "id": str(file.id),
        "filename": file.filename,
        "size": file.size,
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
    }
    if file.width:
        body |= {"width": file.width, "height": file.height}
    if file.description:
        body["description"] = file.description
    return body


def message(world: World, post: Message) -> Json:
    """A message object."""
    body = ALWAYS["message"] | {
        "id": str(post.id),
        "channel_id": str(post.channel.id),
        "author": user(post.author),
        "content": post.content,
        "timestamp": post.timestamp,
        "edited_timestamp": post.edited,
        "mention_everyone": post.mention_everyone,
        "mentions": [user(person) for person in post.mentions],
        "attachments": [attachment(world, file) for file in post.attachments if file.id not in post.shown],
        "components": post.components,
        "flags": post.flags,
    }
    if post.nonce is not None:
        body["nonce"] = post.nonce
    if post.metadata is not None:
        body |= {
            "interaction_metadata": post.metadata,
            "application_id": str(world.application_id),
            "webhook_id": str(world.application_id),
        }
    if post.thread is not None:
        body["thread"] = channel(world, post.thread)
    return body


def roles(world: World) -> list[Json]:
    """The server's roles."""
    return [role(world, number) for number in world.roles]


def role(world: World, number: int) -> Json:
    """A role object."""
    held = world.roles[number]
    body = ALWAYS["role"] | {"id": str(number), "name": held.name, "permissions": str(held.permissions)}
    body["mentionable"] = held.mentionable
    if number == world.guild_id:
        return body | ALWAYS["everybody's role"]
    bots = ALWAYS["bot's role"] | {"tags": {"bot_id": str(world.bot.id)}}
    return body | (bots if number == world.bot_role_id else {})


def scheduled_event(world: World, event: ScheduledEvent) -> Json:
    """An event of the server."""
    return {
        "id": str(event.id),
        "guild_id": str(world.guild_id),
        "channel_id": None,
        "creator_id": str(event.creator.id),
        "creator": user(event.creator),
        "name": event.name,
        "description": event.description,
        "scheduled_start_time": event.starts,
        "scheduled_end_time": event.ends,
        "privacy_level": 2,
        "status": int(event.status),
        "entity_type": 3,
        "entity_id": None,
        "entity_metadata": {"location": event.location},
        "recurrence_rule": None,
        "guild_scheduled_event_exceptions": [],
    }


def guild(world: World) -> Json:
    """The server as GUILD_CREATE has it for a bot without the members intent."""
    places = world.channels.values()
    return ALWAYS["guild"] | {
        "id": str(world.guild_id),
        "name": world.guild_name,
        "preferred_locale": world.locale,
        "owner_id": str(world.owner.id),
        "roles": roles(world),
        "joined_at": world.bot.joined_at,
        "member_count": sum(person.member for person in world.people.values()),
        "members": [member(world.bot)],
        "channels": [channel(world, place) for place in places if place.kind is ChannelType.TEXT],
        "threads": [
            channel(world, place)
            for place in places
            if place.is_thread and not place.archived and world.bot_sees(place)
        ],
    }
