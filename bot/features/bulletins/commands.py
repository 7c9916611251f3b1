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
from bot.tables.days import day_at, next_day
from data.store.queries import bulletins
from data.store.queries.bulletins import DAY, WEEK

from .posts import Bulletins
from .times import DAY as MINUTES
from .times import HOUR, WEEKDAYS, following, read_time, weekday, written

USUAL: Final = "9:00"
"""When bulletins are posted, if nothing else is said."""
EVENING: Final = "18:00"
SUNDAY: Final = 6
"""Counted from Monday, which is 0."""
HOURS: Final = range(6, 24)


@autocomplete_handler
async def complete_time(_interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Whole hours that begin with what is typed, or else that itself."""
    hours = [written(hour * HOUR) for hour in HOURS]
    found = [each for each in hours if each.lstrip("0").startswith(typed.strip().lstrip("0"))]
    return [(each, each) for each in found or [typed[:20]]]


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
        return gettext("The daily post has stopped. `/server daily` starts it again.")
    place, minute = channels.chosen_channel(interaction, channel), read_time(time)
    zone, due = await _set_up(interaction, server, DAY, place, minute)
    told = gettext(
        "The daily post will appear in {channel} every day at {time} ({zone}), starting {when}. It updates "
        "itself and pings nobody.",
        channel=f"<#{place}>",
        time=written(minute),
        zone=zone,
        when=due,
    )
    begins = gettext("The daily challenges change at {time}.", time=f"<t:{next_day(now)}:t>")
    return "\n".join(filter(None, (told, begins, _about_zone(zone))))


async def _set_up(
    interaction: Interaction, server: int, kind: str, place: int, minute: int
) -> tuple[str, str]:
    """Have a bulletin posted in the time zone of whoever asks; that zone, and when it comes first."""
    context = interaction.client.context
    store, now = context.tables.store, context.tables.now()
    zone = (await load(store, interaction.user.id))[ZONE]
    due = following(minute, zone, now, weekly=kind == WEEK)
    await bulletins.set_up(store, server, kind, channel=place, minute=minute, zone=zone, due=due)
    context.deadlines.wake()
    if day_at(due) in [row.day for row in await bulletins.in_server(store, server) if row.kind == kind]:
        # That day had its own.
        due = following(minute, zone, due, weekly=kind == WEEK)
    # A date, which stays true.
    return zone, f"<t:{due // 1000}:D>"


def _about_zone(zone: str) -> str:
    """How somebody gets their own time zone, if they haven't chosen one."""
    if zone != ZONE.default:
        return ""
    return gettext(
        "To use your own time zone, set `zone` with `/settings` first, then use this command again."
    )


@app_commands.command(
    description="Have a log posted each week, with the best game, the puzzle of the week and new titles"
)
@app_commands.describe(
    channel="The channel for the weekly log (this one if left out)",
    day="On which day (Sunday if left out)",
    time="When, such as 18:00, in the time zone of your /settings (18:00 if left out)",
    remove="Stop the weekly log",
)
@app_commands.choices(
    day=[app_commands.Choice(name=name, value=number) for number, name in enumerate(WEEKDAYS)]
)
@app_commands.autocomplete(time=complete_time)
@command_handler()
async def weekly(
    interaction: Interaction,
    channel: discord.TextChannel | None = None,
    day: int = SUNDAY,
    time: str = EVENING,
    remove: bool = False,
) -> str:
    """``/server weekly``: begin, change or end the weekly log."""
    server = require_manager(interaction)
    if remove:
        await bulletins.remove(interaction.client.context.tables.store, server, WEEK)
        return gettext("The weekly log has stopped. `/server weekly` starts it again.")
    place, minute = channels.chosen_channel(interaction, channel), day * MINUTES + read_time(time)
    zone, due = await _set_up(interaction, server, WEEK, place, minute)
    told = gettext(
        "The weekly log will appear in {channel} every {day} at {time} ({zone}), starting {when}. It pings "
        "nobody, and a quiet week has no log.",
        channel=f"<#{place}>",
        day=weekday(day),
        time=written(minute),
        zone=zone,
        when=due,
    )
    return "\n".join(filter(None, (told, _about_zone(zone))))


def _open(bot: BotClient) -> Feature:
    posts = Bulletins(bot.context, bot)
    return replace(
        FEATURE,
        parts=(posts,),
        start=posts.reconcile,
        reconcile=posts.reconcile,
        close=posts.close,
        day_changed=posts.day_changed,
        channel_deleted=posts.channel_deleted,
        channels_used=lambda _interaction, server: posts.channels_used(server),
        post_again=posts.post_again,
        rules_notes=lambda _tables, server, _rules: posts.notes(server),
    )


FEATURE: Final = Feature(
    name="bulletins",
    subcommands=lambda _games: [("server", daily), ("server", weekly)],
    open=_open,
)
