"""Threads and channels that change: opened, joined, archived, deleted."""

from __future__ import annotations

from bot.local.api import payloads
from bot.local.api.errors import Json

from .model import GUILDS, Change, Channel, Flag, Kind, Message, Person, iso
from .world import World


def open_thread(
    world: World,
    parent: Channel,
    owner: Person,
    payload: Json,
    *,
    kind: Kind = Kind.PUBLIC_THREAD,
    start: Message | None = None,
) -> Channel:
    """A new thread of ``parent``, begun by ``owner``, under the message ``start`` if there is one."""
    now = iso(world.now())
    thread = Channel(
        start.id if start else world.next_id(),
        kind,
        str(payload["name"]),
        parent=parent,
        owner_id=owner.id,
        created_at=now,
        archived_at=now,
        auto_archive=int(payload.get("auto_archive_duration") or 4320),
        slowmode=int(payload.get("rate_limit_per_user") or 0),
        invitable=bool(payload.get("invitable", True)),
    )
    thread.joined[owner.id] = now
    world.channels[thread.id] = thread
    world.tell_bot("THREAD_CREATE", payloads.channel(world, thread) | {"newly_created": True}, GUILDS)
    if start is not None:
        start.thread = thread
        start.flags |= Flag.HAS_THREAD
        start.revision += 1
        world.touched(start)
    elif kind is Kind.PUBLIC_THREAD:
        notice = world.post(parent, owner, {"content": thread.name}, kind=18)
        notice.thread = thread
        notice.revision += 1
        world.changed(Change("edit", parent, notice))
    world.changed(Change("state"))
    return thread


def change(world: World, place: Channel, payload: Json) -> None:
    """Edit a channel or a thread: name, topic, slow mode, archived, locked…"""
    names = {
        "name": "name",
        "topic": "topic",
        "locked": "locked",
        "invitable": "invitable",
        "auto_archive_duration": "auto_archive",
        "rate_limit_per_user": "slowmode",
    }
    for key, attribute in names.items():
        if key in payload and (place.is_thread or key in {"name", "topic", "rate_limit_per_user"}):
            setattr(place, attribute, payload[key])
    if place.is_thread and "archived" in payload and place.archived is not bool(payload["archived"]):
        place.archived = bool(payload["archived"])
        place.archived_at = iso(world.now())
    event = "THREAD_UPDATE" if place.is_thread else "CHANNEL_UPDATE"
    world.tell_bot(event, payloads.channel(world, place), GUILDS)
    if payload.keys() & {"name", "archived"}:
        _show_link(world, place, place)
    world.changed(Change("state"))


def _show_link(world: World, thread: Channel, now: Channel | None) -> None:
    """Have the page draw the link to ``thread`` anew where it stands; None as ``now``: take it away."""
    for post in thread.parent.messages.values() if thread.parent else ():
        if post.thread is thread:
            post.thread = now
            post.revision += 1
            world.changed(Change("edit", post.channel, post))


def delete(world: World, place: Channel) -> None:
    """Delete a thread, or a channel with its threads."""
    for thread in [one for one in world.channels.values() if one.parent is place]:
        _forget(world, thread)
    _forget(world, place)
    if place.is_thread:
        body: Json = {
            "id": str(place.id),
            "guild_id": str(world.guild_id),
            "parent_id": str(place.parent.id) if place.parent else None,
            "type": int(place.kind),
        }
        world.tell_bot("THREAD_DELETE", body, GUILDS)
    else:
        world.tell_bot("CHANNEL_DELETE", payloads.channel(world, place), GUILDS)
    world.changed(Change("state"))


def _forget(world: World, place: Channel) -> None:
    del world.channels[place.id]
    for post in place.messages.values():
        del world.messages[post.id]
        for file in post.attachments:
            world.files.remove(file)
    for person in world.people.values():
        person.pings.pop(place.id, None)
        person.read.pop(place.id, None)
    _show_link(world, place, None)


def join(world: World, thread: Channel, person: Person) -> None:
    """Make ``person`` a member of ``thread``."""
    if person.id in thread.joined:
        return
    thread.joined[person.id] = iso(world.now())
    added = payloads.thread_member(thread, person.id) | {"member": payloads.member(world, person)}
    _tell_members(world, thread, {"added_members": [added]})


def leave(world: World, thread: Channel, person: Person) -> None:
    """Take ``person`` out of ``thread``."""
    if thread.joined.pop(person.id, None) is not None:
        _tell_members(world, thread, {"removed_member_ids": [str(person.id)]})


def _tell_members(world: World, thread: Channel, body: Json) -> None:
    common = {
        "id": str(thread.id),
        "guild_id": str(world.guild_id),
        "member_count": len(thread.joined),
    }
    world.tell_bot("THREAD_MEMBERS_UPDATE", common | body, GUILDS)
    world.changed(Change("state"))


def welcome(world: World, post: Message, called: list[Person]) -> None:
    """In a thread, its author and everybody it calls become members; a thread asleep wakes."""
    thread = post.channel
    if not thread.is_thread:
        return
    if thread.archived:
        change(world, thread, {"archived": False})
    for person in [post.author, *called]:
        if person.member:
            join(world, thread, person)
