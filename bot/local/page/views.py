"""What one person sees: the page's own JSON for messages, channels and people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.local.api import payloads
from bot.local.api.errors import Json
from bot.local.validate import components
from bot.local.world.model import Channel, Flag, Kind, Message, Permission, Person

from .markdown import render

if TYPE_CHECKING:
    from bot.local.world.world import World

DENIABLE = (
    Permission.VIEW_CHANNEL,
    Permission.SEND_MESSAGES,
    Permission.ATTACH_FILES,
    Permission.CREATE_PUBLIC_THREADS,
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.MANAGE_THREADS,
)
"""What the page can take from the bot in a channel."""


def message(world: World, post: Message) -> Json:
    """A message with its markdown rendered. It is the same for everybody who sees it."""
    ephemeral, loading = bool(post.flags & Flag.EPHEMERAL), bool(post.flags & Flag.LOADING)
    body: Json = {
        "id": str(post.id),
        "channel": str(post.channel.id),
        "author": {"id": str(post.author.id), "name": post.author.name, "bot": post.author.bot},
        "at": post.timestamp,
        "edited": post.edited,
        "kind": post.kind,
        "html": render(world, post.content),
        "text": post.content,
        "embeds": [_embed(world, embed) for embed in post.embeds],
        "components": [_part(world, part) for part in post.components],
        "files": [_file(world, file) for file in payloads.message(world, post)["attachments"]],
        "ephemeral": ephemeral,
        "loading": loading,
        "silent": bool(post.flags & Flag.SUPPRESS_NOTIFICATIONS),
        "mentions": [str(person.id) for person in post.mentions],
        "everyone": post.mention_everyone,
    }
    if post.metadata is not None:
        body["by"] = {
            "id": post.metadata["user"]["id"],
            "name": world.people[int(post.metadata["user"]["id"])].name,
        }
        body["command"] = post.command
    if post.reply_to is not None and (quoted := world.messages.get(post.reply_to)):
        body["reply"] = {"id": str(quoted.id), "name": quoted.author.name, "text": quoted.content[:120]}
    if post.thread is not None:
        body["thread"] = {
            "id": str(post.thread.id),
            "name": post.thread.name,
            "archived": post.thread.archived,
        }
    return body


def _local(world: World, url: str) -> str:
    """An address of ours without its beginning: the page may be open under another name of this machine."""
    return url.removeprefix(world.base_url)


def _file(world: World, file: Json) -> Json:
    return file | {"url": _local(world, file["url"])}


def _media(world: World, item: Json) -> Json:
    return item | {"url": _local(world, item.get("url", ""))}


def _part(world: World, part: Json) -> Json:
    """A component with its texts rendered and its media addressed."""
    fresh = dict(part)
    if part["type"] == components.TEXT:
        fresh["html"] = render(world, part["content"])
    if "components" in part:
        fresh["components"] = [_part(world, held) for held in part["components"]]
    if "accessory" in part:
        fresh["accessory"] = _part(world, part["accessory"])
    if "items" in part:
        fresh["items"] = [item | {"media": _media(world, item["media"])} for item in part["items"]]
    for single in ("media", "file"):
        if single in part:
            fresh[single] = _media(world, part[single])
    return fresh


def _embed(world: World, embed: Json) -> Json:
    fresh = dict(embed) | {"html": render(world, embed.get("description") or "")}
    fresh["title_html"] = render(world, embed.get("title") or "")
    fresh["fields"] = [
        field | {"html": render(world, field.get("value") or "")} for field in embed.get("fields") or []
    ]
    for single in ("image", "thumbnail"):
        if single in embed:
            fresh[single] = _media(world, embed[single])
    return fresh


def title(world: World, channel: Channel, person: Person) -> str:
    """What ``person`` calls a channel: a conversation by those whom they meet there."""
    if channel.is_group:
        return ", ".join(world.people[one].name for one in channel.joined if one != person.id)
    return world.bot.name if channel.is_dm else channel.name


def place(world: World, channel: Channel, person: Person) -> Json:
    """A channel as one line of the side bar."""
    newest = world.newest(channel, person)
    body: Json = {
        "id": str(channel.id),
        "kind": int(channel.kind),
        "name": title(world, channel, person),
        "topic": channel.topic,
        "unread": newest is not None and newest.id > person.read.get(channel.id, 0),
        "pings": person.pings.get(channel.id, 0),
    }
    if channel.parent is not None:
        body |= {
            "parent": str(channel.parent.id),
            "archived": channel.archived,
            "locked": channel.locked,
            "private": channel.kind is Kind.PRIVATE_THREAD,
            "joined": [str(one) for one in channel.joined],
        }
    elif channel.is_group:
        body["joined"] = [str(one) for one in channel.joined]
    elif channel.on_server:
        body["denied"] = [one.name for one in DENIABLE if one in channel.denied]
    return body


def seen_by(world: World, person: Person, *, online: bool) -> Json:
    """All that ``person`` has around: the server, its people, channels, threads, their conversation.

    The bot may have opened a conversation in vain: until a message has been sent there, it is left out.
    """
    visible = (one for one in world.channels.values() if world.sees(person, one))
    places = [one for one in visible if one.sent or not one.is_dm]
    return {
        "me": str(person.id),
        "guild": {"id": str(world.guild_id), "name": world.guild_name},
        "bot": {"id": str(world.bot.id), "name": world.bot.name, "online": online},
        "people": [
            {
                "id": str(one.id),
                "name": one.name,
                "bot": one.bot,
                "member": one.member,
                "owner": one.owner,
                "accepts_dms": one.accepts_dms,
                "pings": sum(one.pings.values()),
            }
            for one in world.people.values()
        ],
        "places": [place(world, one, person) for one in places],
        "deniable": [one.name for one in DENIABLE],
    }
