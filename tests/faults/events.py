"""Every event that the bot may get, and each with every field missing, null, or of an unknown value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bot.local import payloads
from bot.local.errors import Json
from bot.local.world.model import Channel
from bot.local.world.world import World

GONE: Final = object()
"""A field that is missing."""


def changed(data: Any) -> Iterator[tuple[str, Any]]:
    """``data`` with one of its fields changed, for each field and change; which it was comes first.

    Of a list only the first entry is changed: the others are of the same kind.
    """
    fields = data.items() if isinstance(data, dict) else enumerate(data[:1]) if isinstance(data, list) else ()
    for key, value in fields:
        for place, other in (*_others(value), *changed(value)):
            copy = data.copy()
            copy[key] = other
            if other is GONE:
                del copy[key]
            yield f".{key}{place}", copy


def _others(value: Any) -> Iterator[tuple[str, Any]]:
    yield " missing", GONE
    if value is not None:
        yield " null", None
    match value:
        case bool() | str() | None:
            yield " unknown", {"of": "another kind"} if value is None else 987_654
            if isinstance(value, str):
                yield " other", "unknown"
        case int():
            yield " unknown", 987_654
            yield " text", "unknown"
        case list():
            yield " unknown", ["unknown"]
        case _:
            yield " unknown", "unknown"


def of_world(world: World, place: Channel, thread: Channel) -> dict[str, list[Json]]:
    """Events of ``world``'s server by their names; ``place`` and ``thread`` are what comes and goes."""
    server = {"guild_id": str(world.guild_id)}
    channel, inside = payloads.channel(world, place), payloads.channel(world, thread)
    role = payloads.roles(world)[1] | {"id": str(world.next_id())}
    member = {
        "id": inside["id"], "user_id": str(world.bot.id), "join_timestamp": world.bot.joined_at, "flags": 1
    }  # fmt: skip
    return {
        "GUILD_CREATE": [payloads.guild(world)],
        "GUILD_UPDATE": [payloads.guild(world)],
        "GUILD_DELETE": [{"id": str(world.guild_id), "unavailable": True}],
        "GUILD_ROLE_CREATE": [server | {"role": role}],
        "GUILD_ROLE_UPDATE": [server | {"role": payloads.roles(world)[1]}],
        "GUILD_ROLE_DELETE": [server | {"role_id": role["id"]}],
        "CHANNEL_CREATE": [channel],
        "CHANNEL_UPDATE": [channel],
        "CHANNEL_PINS_UPDATE": [
            server | {"channel_id": channel["id"], "last_pin_timestamp": world.bot.joined_at}
        ],
        "CHANNEL_DELETE": [channel],
        "THREAD_CREATE": [inside | {"newly_created": True}],
        "THREAD_UPDATE": [inside],
        "THREAD_LIST_SYNC": [
            server | {"channel_ids": [channel["id"]], "threads": [inside], "members": [member]}
        ],
        "THREAD_MEMBER_UPDATE": [server | member],
        "THREAD_MEMBERS_UPDATE": [
            server
            | {"id": inside["id"], "member_count": 1, "added_members": [member], "removed_member_ids": ["1"]}
        ],
        "THREAD_DELETE": [inside],
        "USER_UPDATE": [payloads.own_user(world.bot)],
        "GUILD_MEMBER_UPDATE": [server | payloads.member(world.bot)],
        "MESSAGE_CREATE": [server | payloads.message(world, post) for post in [*world.messages.values()][:1]],
    }


def of_any_kind(world: World) -> list[Any]:
    """What is no event's data."""
    return [None, [], "unknown", 987_654, {}, {"guild_id": str(world.guild_id)}, {"guild_id": None, "id": {}}]
