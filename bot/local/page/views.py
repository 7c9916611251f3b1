"""The page's JSON for messages, channels and people, as one person sees them; and what it shows of games."""

from __future__ import annotations

from dataclasses import dataclass

from bot.local import payloads
from bot.local.errors import Json
from bot.local.validate import components
from bot.local.world.model import Channel, Flag, Member, Message, Permission
from bot.local.world.world import World

from .markdown import render


@dataclass(frozen=True, slots=True)
class GameCard:
    """What the first screen shows of a game, and the commands that its buttons call."""

    start: str
    """The command that starts it, such as ``snorkels start``."""
    learn: str
    """The command that teaches it."""
    title: str
    tagline: str
    facts: str
    """How many play, and how long, in a few words."""
    picture: bytes
    """The PNG of a board; empty if there is none."""


def message(world: World, post: Message) -> Json:
    """A message with its markdown rendered, the same for everybody who sees it."""
    body: Json = {
        "id": str(post.id),
        "channel": str(post.channel.id),
        "author": {"id": str(post.author.id), "name": post.author.name, "bot": post.author.bot},
        "at": post.timestamp,
        "edited": post.edited,
        "html": render(world, post.content),
        "text": post.content,
        "components": [_part(world, part) for part in post.components],
        "files": payloads.message(world, post)["attachments"],
        "ephemeral": bool(post.flags & Flag.EPHEMERAL),
        "loading": bool(post.flags & Flag.LOADING),
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
    if post.thread is not None:
        body["thread"] = {
            "id": str(post.thread.id),
            "name": post.thread.name,
            "archived": post.thread.archived,
        }
    return body


def _part(world: World, part: Json) -> Json:
    """A component with its texts rendered."""
    fresh = part | {"components": [_part(world, inner) for inner in part.get("components", [])]}
    return fresh | {"html": render(world, part["content"])} if part["type"] == components.TEXT else fresh


def title(world: World, channel: Channel, person: Member) -> str:
    """A channel's name as ``person`` sees it; a conversation is named after the others in it."""
    if channel.is_group:
        return ", ".join(world.people[one].name for one in channel.joined if one != person.id)
    return world.bot.name if channel.is_dm else channel.name


def place(world: World, channel: Channel, person: Member) -> Json:
    """A channel for the sidebar."""
    newest = world.newest(channel, person)
    body: Json = {
        "id": str(channel.id),
        "kind": channel.kind,
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
            "joined": [str(one) for one in channel.joined],
        }
    elif channel.is_group:
        body["joined"] = [str(one) for one in channel.joined]
    elif channel.on_server:
        body["denied"] = [one.name for one in Permission if one in world.denied_to_bot(channel)]
    return body


def seen_by(world: World, person: Member, *, online: bool) -> Json:
    """The server, its people, and the places that ``person`` sees; no conversation without a message."""
    visible = (one for one in world.channels.values() if world.sees(person, one))
    places = [one for one in visible if one.sent or not one.is_dm]
    return {
        "me": str(person.id),
        "locale": world.locale,
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
    }
