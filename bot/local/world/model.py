"""The local Discord's data: people, channels, messages, attachments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum, IntFlag
from typing import NamedTuple

from bot.local.errors import Json

EPOCH_MS = 1_420_070_400_000
"""Milliseconds from 1970 to 2015, where Discord's snowflakes start."""


class Snowflakes:
    """Makes ids that grow with time, as Discord's do."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._last = 0

    def __call__(self) -> int:
        fresh = (int(self._now() * 1000) - EPOCH_MS) << 22
        self._last = max(fresh, self._last + 1)
        return self._last


def iso(moment: float) -> str:
    """A time (seconds since 1970) in ISO 8601, as Discord writes it."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


class ChannelType(IntEnum):
    """A channel's type."""

    TEXT = 0
    DM = 1
    GROUP = 3
    THREAD = 11
    PRIVATE_THREAD = 12


class Flag(IntFlag):
    """The message flags that matter here."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class Permission(IntFlag):
    """The permissions that the local Discord knows."""

    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38
    CREATE_EVENTS = 1 << 44
    USE_EXTERNAL_APPS = 1 << 50


NO_PERMISSIONS = Permission(0)
ALL_PERMISSIONS = ~NO_PERMISSIONS

MEMBER_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
"""What any member may do."""

BOT_PERMISSIONS = (
    MEMBER_PERMISSIONS
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
    | Permission.USE_EXTERNAL_EMOJIS
)
"""What the bot may do, until the page denies it something in a channel."""


@dataclass(eq=False, slots=True)
class Member:
    """A player, or the bot."""

    id: int
    name: str
    joined_at: str
    bot: bool = False
    owner: bool = False
    roles: set[int] = field(default_factory=set)
    member: bool = True
    """Whether they are on the server."""
    accepts_dms: bool = True
    read: dict[int, int] = field(default_factory=dict)
    """Id of the last message read, by channel."""
    pings: dict[int, int] = field(default_factory=dict)
    """Number of unread mentions, by channel."""

    @property
    def mention(self) -> str:
        """The text that mentions them."""
        return f"<@{self.id}>"


@dataclass(eq=False, slots=True)
class Attachment:
    """A file in a message."""

    id: int
    path: str
    """Its address on this server; it has a random part, like the signature in Discord's links."""
    filename: str
    content_type: str
    size: int
    description: str | None
    width: int | None = None
    height: int | None = None


class EventStatus(IntEnum):
    """How far a scheduled event is."""

    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELED = 4


@dataclass(eq=False, slots=True)
class ScheduledEvent:
    """An event of the server that takes place in none of its channels."""

    id: int
    creator: Member
    name: str
    description: str
    location: str
    starts: str
    """ISO 8601, like ``ends``."""
    ends: str
    status: EventStatus = EventStatus.SCHEDULED


class Role(NamedTuple):
    """A role of the server; everybody has the one with the server's id."""

    name: str
    permissions: Permission
    mentionable: bool = False


class Overwrite(NamedTuple):
    """What a channel allows a role or a person, or denies them, whatever they may do elsewhere."""

    allow: Permission = NO_PERMISSIONS
    deny: Permission = NO_PERMISSIONS


class File(NamedTuple):
    """An attachment's content."""

    content_type: str
    data: bytes


@dataclass(eq=False, slots=True)
class Channel:
    """A text channel, a thread, a direct conversation with the bot, or a group message."""

    id: int
    kind: ChannelType
    name: str
    position: int = 0
    topic: str | None = None
    parent: Channel | None = None
    owner_id: int | None = None
    recipient: Member | None = None
    archived: bool = False
    locked: bool = False
    auto_archive: int = 4320
    """Minutes."""
    created_at: str = ""
    archived_at: str = ""
    joined: dict[int, str] = field(default_factory=dict)
    """Members of a thread or group message, with the time they joined."""
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    """What it allows and denies in particular, by the id of a role or a person."""
    messages: dict[int, Message] = field(default_factory=dict)
    last_message_id: int | None = None
    """The newest message that isn't ephemeral; it may have been deleted since."""
    sent: int = 0
    """Number of messages ever posted here, without ephemeral ones."""

    @property
    def is_thread(self) -> bool:
        """Whether it's a thread of another channel."""
        return self.parent is not None

    @property
    def is_dm(self) -> bool:
        """Whether it's a direct conversation."""
        return self.recipient is not None

    @property
    def is_group(self) -> bool:
        """Whether it's a conversation of people, where the bot isn't a member and can only answer."""
        return not self.is_dm and self.kind in (ChannelType.DM, ChannelType.GROUP)

    @property
    def on_server(self) -> bool:
        """Whether it belongs to the server."""
        return not (self.is_dm or self.is_group)


@dataclass(eq=False, slots=True)
class Message:
    """A message in a channel."""

    id: int
    channel: Channel
    author: Member
    timestamp: str
    content: str = ""
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    shown: set[int] = field(default_factory=set)
    """Ids of attachments that a component shows. Discord leaves these out of the list."""
    flags: int = 0
    edited: str | None = None
    mentions: list[Member] = field(default_factory=list)
    mention_everyone: bool = False
    nonce: str | None = None
    reader: Member | None = None
    """The one person who sees an ephemeral message."""
    metadata: Json | None = None
    """The interaction that it answers."""
    command: str | None = None
    """The command that it answers, as typed."""
    thread: Channel | None = None
