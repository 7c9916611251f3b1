"""Where bulletins take part, and the commands that turn them on and off."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.components.hooks import BotClient, Feature
from bot.components.interactions import channels
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.components.publishing.publisher import Interaction
from bot.components.servers.settings import require_manager
from bot.languages import gettext
from bot.people.preferences import ZONE
from bot.people.settings import load
from bot.tables.days import next_day
from data.store.queries import bulletins
from data.store.queries.bulletins import DAY

from .posts import Bulletins
from .times import HOUR, following, read_time, written

USUAL: Final = "9:00"
"""When bulletins are posted, if nothing else is said."""
HOURS: Final = range(6, 24)


@autocomplete_handler
async def complete_time(_interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Whole hours that begin with what is typed, or else that itself."""
    hours = [written(hour * HOUR) for hour in HOURS]
    found = [each for each in hours if each.lstrip("0").startswith(typed.strip().lstrip("0"))]
    return [(each, each) for each in found or [typed[:20]]]


def _place(interaction: Interaction, channel: discord.TextChannel | None) -> int:
    """The channel that is meant: the given one, or the one here.

    :raises TableError: when the bot can't post there.
    """
    if channel is None or interaction.guild is None:
        here = getattr(interaction.channel, "parent_id", None) or channels.channel_of(interaction)
        channels.require_permissions(interaction.app_permissions, here)
        return here
    channels.require_permissions(channel.permissions_for(interaction.guild.me), channel.id)
    return channel.id


@app_commands.command(description="Have the daily puzzle and the daily curse posted in a channel every day")
@app_commands.describe(
    channel="The channel for the daily post (this one if left out)",
    time="When, such as 9:00, in the time zone of your /settings (9:00 if left out)",
    remove="Stop the daily post",
)
@app_commands.autocomplete(time=complete_time)
@command_handler()
async def daily(
    interaction: Interaction,
    channel: discord.TextChannel | None = None,
    time: str = USUAL,
    remove: bool = False,
) -> str:
    """``/server daily``: begin, change or end the daily post."""
    server, context = require_manager(interaction), interaction.client.context
    store, now = context.tables.store, context.tables.now()
    if remove:
        await bulletins.remove(store, server, DAY)
        return gettext("There’s no daily post any more. `/server daily` starts it again.")
    minute, place = read_time(time), _place(interaction, channel)
    zone = (await load(store, interaction.user.id))[ZONE]
    due = following(minute, zone, now)
    await bulletins.set_up(store, server, DAY, channel=place, minute=minute, zone=zone, due=due)
    context.deadlines.wake()
    lines = [
        gettext(
            "The daily post comes to {channel} every day at {time} ({zone}), for the first time {when}. It "
            "updates itself and pings nobody.",
            channel=f"<#{place}>",
            time=written(minute),
            zone=zone,
            when=f"<t:{due // 1000}:R>",
        ),
        gettext("A new day begins at {time}.", time=f"<t:{next_day(now)}:t>"),
    ]
    if zone == ZONE.default:
        lines.append(gettext("For your own time zone, set `zone` in `/settings` first, and do this again."))
    return "\n".join(lines)


def _open(bot: BotClient) -> Feature:
    posts = Bulletins(bot.context, bot)
    return replace(
        FEATURE,
        parts=(posts,),
        start=lambda _context: posts.reconcile(),
        reconcile=lambda _context: posts.reconcile(),
        close=lambda _context: posts.close(),
        day_changed=posts.day_changed,
        channel_deleted=lambda _context, server, channel: posts.channel_deleted(server, channel),
        channels_used=lambda _interaction, server: posts.channels_used(server),
        post_again=posts.post_again,
        rules_notes=lambda _tables, server, _rules: posts.notes(server),
    )


FEATURE: Final = Feature(
    name="bulletins",
    subcommands=lambda _games: [("server", daily)],
    open=_open,
)
