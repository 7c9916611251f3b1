"""Where on Discord a table is shown: its channel and its thread."""

from __future__ import annotations

import asyncio
from typing import Final

import discord
import structlog

from bot.languages import gettext, gettext_noop, listed
from bot.people.display_names import plain
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from data.store.records import NOWHERE

from .context import Interaction
from .discord_errors import CONNECTION_ERRORS, THREAD_EXISTS, passes

log: Final = structlog.get_logger(__name__)
ARCHIVE_AFTER_MINUTES: Final = 10080
"""Minutes until an idle thread is archived: the longest that Discord offers."""
RENAME_S: Final = 5.0
"""Seconds that a new name of a thread may take."""
PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
)
"""What the bot needs in a channel, and all that its invitation asks for."""
_NAMES: Final = {
    "view_channel": gettext_noop("View Channel"),
    "send_messages": gettext_noop("Send Messages"),
    "send_messages_in_threads": gettext_noop("Send Messages in Threads"),
    "create_public_threads": gettext_noop("Create Public Threads"),
    "attach_files": gettext_noop("Attach Files"),
}
"""As Discord writes them."""
_NEEDED: Final = ("view_channel", "send_messages", "attach_files")
_IN_THREADS: Final = ("view_channel", "send_messages_in_threads", "attach_files")
_FOR_THREADS: Final = ("create_public_threads", "send_messages_in_threads")


def missing_permissions(
    allowed: discord.Permissions, *, thread: bool = False, threads: bool = False
) -> tuple[str, ...]:
    """The permissions that the bot lacks in a channel, as Discord writes them.

    ``thread``: the channel is a thread; ``threads``: tables get threads of their own.
    """
    needed = (*(_IN_THREADS if thread else _NEEDED), *(_FOR_THREADS if threads else ()))
    return tuple(gettext(_NAMES[name]) for name in dict.fromkeys(needed) if not getattr(allowed, name))


def require_permissions(allowed: discord.Permissions, channel: int | None, *, thread: bool = False) -> None:
    """:raises TableError: when the bot can't post there, with the permissions that it lacks."""
    if lacking := missing_permissions(allowed, thread=thread):
        raise TableError(
            "The bot can’t post in {channel}: it needs {permissions} there. Ask somebody who manages the "
            "server to allow that. `/doctor` has the details.",
            channel=f"<#{channel}>",
            permissions=listed(f"**{name}**" for name in lacking),
        )


def refused_in(channel: int) -> TableError:
    """What to tell where Discord doesn't let the bot post in a channel, whatever the bot knows of it."""
    return TableError(
        "Discord doesn’t let the bot post in {channel}: it needs {permissions} there. Ask somebody who "
        "manages the server to allow that, then try again.",
        channel=f"<#{channel}>",
        permissions=listed(f"**{gettext(_NAMES[name])}**" for name in _NEEDED),
    )


def partial_channel(client: discord.Client, guild: int | None, number: int) -> discord.PartialMessageable:
    """A channel or thread by its id, cached or not."""
    return client.get_partial_messageable(number, guild_id=guild)


def channel_of(interaction: Interaction) -> int:
    """The number of the channel of ``interaction``.

    :raises TableError: when that isn't a kind of channel that discord.py knows.
    """
    if interaction.channel_id is None:
        raise TableError("The bot doesn’t know this kind of channel. Please use a text channel or a thread.")
    return interaction.channel_id


def require_permissions_here(interaction: Interaction) -> None:
    """:raises TableError: when the bot can't post in the channel of ``interaction``."""
    inside = isinstance(interaction.channel, discord.Thread)
    require_permissions(interaction.app_permissions, interaction.channel_id, thread=inside)


def chosen_channel(interaction: Interaction, channel: discord.TextChannel | None) -> int:
    """Where something is to stay: in ``channel``, or else in this one; in a thread, the channel of that.

    :raises TableError: when the bot can't post there.
    """
    if channel is not None and interaction.guild is not None:
        require_permissions(channel.permissions_for(interaction.guild.me), channel.id)
        return channel.id
    if isinstance(getattr(interaction.channel, "parent", None), discord.ForumChannel):
        raise TableError("This doesn’t work in a forum. Choose a text channel with the `channel` option.")
    here = getattr(interaction.channel, "parent_id", None) or channel_of(interaction)
    require_permissions(interaction.app_permissions, here)
    return here


def is_member(client: discord.Client, guild: int | None) -> bool:
    """Whether the bot is a member of a server; elsewhere it can only reply."""
    return client.get_guild(guild or 0) is not None


def known_channel(
    client: discord.Client, server: int | None, number: int
) -> discord.abc.GuildChannel | discord.Thread | None:
    """A channel or thread of a server, if the bot knows it."""
    guild = client.get_guild(server or 0)
    return guild.get_channel_or_thread(number) if guild is not None else None


def may_attach(client: discord.Client, server: int | None, number: int) -> bool:
    """Whether the bot may attach files in a channel or thread of a server, as far as it knows."""
    channel = known_channel(client, server, number)
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.abc.GuildChannel):
        return True
    return channel.permissions_for(channel.guild.me).attach_files


def can_post(client: discord.Client, table: Table) -> bool:
    """Whether the bot can post for ``table`` without an interaction.

    Not in servers that it isn't a member of, nor in group messages, whose tables have no channel.
    """
    guild = table.address.guild
    return is_member(client, guild) if guild is not None else table.address.channel != NOWHERE


def thread_name(table: Table) -> str:
    """Game and players; at most 100 characters (Discord's limit).

    A rematch goes on in the thread, with another number and other sides.
    """
    each = (100 - len(table.game.title)) // max(1, len(table.seating.people)) - 6
    names = [plain(person.called[:each]) for person in table.seating.people]
    if len(names) == 2:
        return gettext("{game} · {one} vs {other}", game=table.game.title, one=names[0], other=names[1])
    return f"{table.game.title} · {listed(names)}"


async def rename_thread(client: discord.Client, table: Table, place: int | None) -> None:
    """Give the thread ``place``, if the bot has opened it, the name that ``table`` should have.

    Discord changes a name twice in ten minutes, and lets a third change wait: then the name stays as it is.
    """
    thread, name = known_channel(client, table.address.guild, place or 0), thread_name(table)
    if not isinstance(thread, discord.Thread) or thread.owner_id != thread.guild.me.id or thread.name == name:
        return
    try:
        async with asyncio.timeout(RENAME_S):
            await client.http.edit_channel(thread.id, name=name)
    except CONNECTION_ERRORS as error:
        log.info("couldn't rename a thread; it keeps its old name", error=str(error), table=table.id)


async def open_thread(client: discord.Client, table: Table) -> int | None:
    """Open a thread under the table's lobby. Returns None if that isn't possible and the channel is used."""
    address = table.address
    assert address.lobby is not None
    home = known_channel(client, address.guild, address.home)
    if not isinstance(home, discord.TextChannel):
        return None
    if known_channel(client, address.guild, address.lobby) is not None:
        # It was made, and the answer was lost: a message's thread has the message's number.
        return address.lobby
    allowed = home.permissions_for(home.guild.me)
    if not (allowed.create_public_threads and allowed.send_messages_in_threads):
        return None
    try:
        thread = await home.get_partial_message(address.lobby).create_thread(
            name=thread_name(table), auto_archive_duration=ARCHIVE_AFTER_MINUTES
        )
    except discord.HTTPException as error:
        if error.code == THREAD_EXISTS:
            # It was made before a crash, and not noted.
            return address.lobby
        if passes(error):
            raise
        log.info(
            "couldn't open a thread; the game will be played in the channel", code=error.code, table=table.id
        )
        return None
    return thread.id
