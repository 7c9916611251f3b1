"""Messages: posting and editing them, and whom they ping."""

from __future__ import annotations

from bot.local.errors import Json
from bot.local.validate.messages import Upload, compose
from bot.local.world.model import Channel, Flag, Member, Message, iso
from bot.local.world.world import World

from . import channels


def post(
    world: World,
    place: Channel,
    author: Member,
    payload: Json,
    uploads: list[Upload] | None = None,
    *,
    reader: Member | None = None,
    metadata: Json | None = None,
    command: str | None = None,
    flags: int = 0,
) -> Message:
    """Post a message in ``place``; with ``reader`` an ephemeral one.

    :raises Refusal: if Discord would refuse it.
    """
    made = Message(
        world.next_id(),
        place,
        author,
        iso(world.now()),
        flags=flags,
        reader=reader,
        metadata=metadata,
        command=command,
    )
    mentioned = compose(world, made, payload, uploads or [], fresh=True)
    if payload.get("nonce") is not None:
        made.nonce = str(payload["nonce"])
    place.messages[made.id] = world.messages[made.id] = made
    if reader is None:
        place.last_message_id = made.id
        place.sent += 1
    _count_pings(world, made, mentioned)
    world.changed("message", made)
    if place.is_thread and metadata is None:
        # It reopens its thread and makes its author and everybody it mentions members.
        if place.archived:
            channels.change_thread(world, place, archived=False)
        for person in [author, *made.mentions]:
            if person.member:
                channels.join(world, place, person)
    return made


def _count_pings(world: World, made: Message, mentioned: set[Member]) -> None:
    place = made.channel
    if place.recipient and made.author.bot:
        mentioned = mentioned | {place.recipient}
    made.author.read[place.id] = made.id
    if made.reader or made.flags & Flag.LOADING:
        return
    for person in mentioned - {made.author}:
        if not person.bot and world.sees(person, place):
            person.pings[place.id] = person.pings.get(place.id, 0) + 1
            world.changed()


def edit(
    world: World,
    message: Message,
    payload: Json,
    uploads: list[Upload] | None = None,
    *,
    completing: bool = False,
) -> None:
    """Edit a message, or complete one that was "thinking…". Neither pings anybody.

    :raises Refusal: if Discord would refuse it.
    """
    compose(world, message, payload, uploads or [], fresh=False)
    message.edited = None if completing else iso(world.now())
    world.changed("edit", message)
