"""Discord's JSON for the things of the local Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.local.world.model import BOT_PERMISSIONS, MEMBER_PERMISSIONS, Attachment, Channel, Message, Person

from .errors import Json

if TYPE_CHECKING:
    from bot.local.world.world import World


def user(person: Person) -> Json:
    """A user object."""
    return {
        "id": str(person.id),
        "username": person.name.lower().replace(" ", "_").replace("'", ""),
        "global_name": None if person.bot else person.name,
        "discriminator": "0000" if person.bot else "0",
        "avatar": None,
        "bot": person.bot,
        "flags": 0,
        "public_flags": 0,
        "primary_guild": None,
    }


def own_user(person: Person) -> Json:
    """The bot's own user object, with what only its owner sees."""
    return user(person) | {
        "username": person.name,
        "mfa_enabled": False,
        "locale": "en-US",
        "verified": True,
        "email": None,
    }


def member(world: World, person: Person, *, with_user: bool = True) -> Json:
    """A guild member object."""
    body: Json = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": person.joined_at,
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": [str(world.bot_role_id)] if person is world.bot else [],
        "mute": False,
        "deaf": False,
    }
    if with_user:
        body["user"] = user(person)
    return body


def thread_member(thread: Channel, person_id: int) -> Json:
    """A thread member object."""
    return {
        "id": str(thread.id),
        "user_id": str(person_id),
        "join_timestamp": thread.joined[person_id],
        "flags": 1,
    }


def channel(world: World, place: Channel) -> Json:
    """A channel object: text channel, thread, direct conversation or group message."""
    body: Json = {
        "id": str(place.id),
        "type": int(place.kind),
        "last_message_id": str(place.last_message_id) if place.last_message_id else None,
        "flags": 0,
    }
    if place.recipient:
        return body | {"recipients": [user(place.recipient)]}
    if place.is_group:
        people = [user(world.people[one]) for one in place.joined]
        owner = str(place.owner_id)
        return body | {"recipients": people, "name": place.name or None, "icon": None, "owner_id": owner}
    body |= {
        "guild_id": str(world.guild_id),
        "name": place.name,
        "rate_limit_per_user": place.slowmode,
        "parent_id": str(place.parent.id) if place.parent else None,
    }
    if not place.is_thread:
        return body | {
            "position": place.position,
            "topic": place.topic,
            "nsfw": False,
            "permission_overwrites": overwrites(world, place),
        }
    body |= {
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
            "invitable": place.invitable,
        },
    }
    if world.bot.id in place.joined:
        body["member"] = thread_member(place, world.bot.id)
    return body


def overwrites(world: World, place: Channel) -> list[Json]:
    """The permission overwrites of a text channel: what the bot is denied there."""
    if not place.denied:
        return []
    return [{"id": str(world.bot.id), "type": 1, "allow": "0", "deny": str(int(place.denied))}]


def attachment(world: World, file: Attachment) -> Json:
    """An attachment object."""
    url = world.attachment_url(file)
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
    """A message object, as REST and interactions carry it."""
    body: Json = {
        "id": str(post.id),
        "channel_id": str(post.channel.id),
        "type": post.kind,
        "author": user(post.author),
        "content": post.content,
        "timestamp": post.timestamp,
        "edited_timestamp": post.edited,
        "tts": False,
        "mention_everyone": post.mention_everyone,
        "mentions": [user(person) for person in post.mentions],
        "mention_roles": [],
        "attachments": [attachment(world, file) for file in post.attachments if file.id not in post.shown],
        "embeds": post.embeds,
        "components": post.components,
        "pinned": False,
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
    if post.reply_to is not None:
        body["message_reference"] = {
            "type": 0,
            "message_id": str(post.reply_to),
            "channel_id": str(post.channel.id),
        }
    if post.thread is not None:
        body["thread"] = channel(world, post.thread)
    return body


def message_event(world: World, post: Message) -> Json:
    """A message as the gateway tells of it: with its guild and its author's membership."""
    body = message(world, post)
    if post.channel.on_server:
        body["guild_id"] = str(world.guild_id)
        if not post.metadata:
            body["member"] = member(world, post.author, with_user=False)
    return body


def roles(world: World) -> list[Json]:
    """The roles of the server: everyone's, and the bot's own."""
    common: Json = {
        "description": None,
        "icon": None,
        "unicode_emoji": None,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "mentionable": False,
        "flags": 0,
    }
    everyone = {"id": str(world.guild_id), "name": "@everyone", "permissions": str(int(MEMBER_PERMISSIONS))}
    bot = {"id": str(world.bot_role_id), "name": world.bot.name, "permissions": str(int(BOT_PERMISSIONS))}
    return [
        common | everyone | {"position": 0, "managed": False},
        common | bot | {"position": 1, "managed": True, "tags": {"bot_id": str(world.bot.id)}},
    ]


def guild(world: World) -> Json:
    """The server, as REST describes it."""
    return {
        "id": str(world.guild_id),
        "name": world.guild_name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "features": [],
        "owner_id": str(world.owner.id),
        "application_id": None,
        "region": "local",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": roles(world),
        "emojis": [],
        "stickers": [],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "nsfw": False,
        "nsfw_level": 0,
        "incidents_data": None,
    }


def guild_event(world: World, *, everybody: bool) -> Json:
    """The server as GUILD_CREATE tells of it; ``everybody`` when the bot may see the list of members."""
    members = [person for person in world.people.values() if person.member]
    listed = members if everybody else [world.bot]
    return guild(world) | {
        "joined_at": world.bot.joined_at,
        "large": False,
        "unavailable": False,
        "member_count": len(members),
        "members": [member(world, person) for person in listed],
        "channels": [channel(world, place) for place in world.channels.values() if place.kind == 0],
        "threads": [
            channel(world, place)
            for place in world.channels.values()
            if place.is_thread and not place.archived and world.bot_sees(place)
        ],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
