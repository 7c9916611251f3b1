"""Channels and threads: adding, changing and deleting them, and who is in them."""

from __future__ import annotations

from bot.local import payloads
from bot.local.errors import Json
from bot.local.world.model import Channel, ChannelType, Flag, Member, Message, Overwrite, Permission, iso
from bot.local.world.world import World


def deny_bot(world: World, place: Channel, denied: Permission) -> None:
    """Set what the bot may not do in a text channel and its threads."""
    place.overwrites[world.bot.id] = Overwrite(deny=denied)
    world.tell_bot("CHANNEL_UPDATE", payloads.channel(world, place))
    world.changed()


def open_thread(world: World, start: Message, owner: Member, payload: Json) -> Channel:
    """A new thread under the message ``start``, opened by ``owner``."""
    now = iso(world.now())
    thread = Channel(
        start.id,
        ChannelType.THREAD,
        str(payload["name"]),
        parent=start.channel,
        owner_id=owner.id,
        created_at=now,
        archived_at=now,
        auto_archive=int(payload.get("auto_archive_duration") or 4320),
    )
    thread.joined[owner.id] = now
    world.channels[thread.id] = thread
    world.tell_bot("THREAD_CREATE", payloads.channel(world, thread) | {"newly_created": True})
    start.flags |= Flag.HAS_THREAD
    _link(world, start, thread)
    world.changed()
    return thread


def change_thread(
    world: World,
    thread: Channel,
    *,
    archived: bool | None = None,
    locked: bool | None = None,
    name: str | None = None,
) -> None:
    """Archive, reopen, lock, unlock or rename a thread; None leaves it as it is."""
    thread.name = name or thread.name
    if locked is not None:
        thread.locked = locked
    if archived is not None and archived is not thread.archived:
        thread.archived = archived
        thread.archived_at = iso(world.now())
    world.tell_bot("THREAD_UPDATE", payloads.channel(world, thread))
    start = world.messages.get(thread.id)
    if start is not None:
        _link(world, start, thread)
    world.changed()


def _link(world: World, start: Message, thread: Channel | None) -> None:
    """Show the link to ``thread`` under the message it started from, as it is now; None removes it."""
    start.thread = thread
    world.changed("edit", start)


def delete(world: World, place: Channel) -> None:
    """Delete a thread, or a channel with its threads."""
    for thread in [one for one in world.channels.values() if one.parent is place]:
        _remove(world, thread)
    _remove(world, place)
    world.tell_bot("THREAD_DELETE" if place.is_thread else "CHANNEL_DELETE", payloads.channel(world, place))
    world.changed()


def _remove(world: World, place: Channel) -> None:
    del world.channels[place.id]
    for post in place.messages.values():
        del world.messages[post.id]
        for file in post.attachments:
            world.files.pop(file.path, None)
    for person in world.people.values():
        person.pings.pop(place.id, None)
        person.read.pop(place.id, None)
    if place.is_thread and (start := world.messages.get(place.id)) is not None:
        _link(world, start, None)


def join(world: World, thread: Channel, person: Member) -> None:
    """Make ``person`` a member of ``thread``."""
    if person.id not in thread.joined:
        thread.joined[person.id] = iso(world.now())
        world.changed()


def leave(world: World, thread: Channel, person: Member) -> None:
    """Take ``person`` out of ``thread``."""
    if thread.joined.pop(person.id, None) is not None:
        world.changed()
