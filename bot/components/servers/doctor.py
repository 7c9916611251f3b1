"""``/doctor``: what keeps tables from working in a server, and how to fix it."""

from __future__ import annotations

from itertools import chain
from typing import Final

import discord

from bot.components.cards import text as table_text
from bot.components.interactions import channels, visibility
from bot.components.interactions.card import CLOSE, TEXT_LIMIT, Card, Control, Style
from bot.components.interactions.context import BotContext, Interaction
from bot.components.interactions.discord_errors import CONNECTION_ERRORS
from bot.components.interactions.routing import on_button
from bot.components.play import orphaned_tables
from bot.components.publishing.publisher import Publisher
from bot.features.feature import Features
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.jobs import recovery
from bot.tables.model.table import LIVE, Table

from . import text
from .settings import require_manager

MAX_TABLES: Final = 50
"""The most tables that are examined."""


def missing_in(guild: discord.Guild, number: int, *, threads: bool) -> tuple[str, ...] | None:
    """The permissions that the bot is missing in a channel or thread; None if it can't see the place."""
    place = guild.get_channel_or_thread(number)
    if place is None:
        return None
    inside = isinstance(place, discord.Thread)
    if inside and place.parent is None:  # type: ignore[union-attr]
        return None
    return channels.missing_permissions(
        place.permissions_for(guild.me), thread=inside, threads=threads and not inside
    )


def stuck_line(table: Table, *, publishing: bool) -> str:
    """Why a table is stuck or its card out of date; empty if all is well."""
    if table.status == "frozen":
        return ""
    if orphaned_tables.is_orphaned(table) and table.status == "playing":
        return text.lost_its_channel(table_text.linked(table))
    # A private table has no card.
    if not table.private and table.address.shown < table.version:
        told = text.being_updated if publishing else text.out_of_date
        return told(table_text.linked(table))
    return text.computer_away(table_text.linked(table)) if table.stalled else ""


def stuck(table: Table) -> bool:
    """Whether a table can't be played or its card is out of date."""
    return table.status == "frozen" or bool(stuck_line(table, publishing=False))


async def frozen_line(context: BotContext, table: Table) -> str:
    """What is wrong with a frozen table in this release."""
    try:
        await recovery.examine(context.tables, table.id)
        why = text.FIXED_NOW
    except recovery.StillBroken as fault:
        why = text.fault_in(table_text.safe(str(fault)))
    except TableError as refusal:
        why = table_text.safe(str(refusal))
    people = [table_text.mention(person) for person in table.seating.people]
    return text.frozen(table_text.linked(table), people, table_text.moment(table.header.touched), why)


async def doctor_card(interaction: Interaction, server: int) -> Card:
    """What is wrong in a server, seen from the channel of ``interaction``."""
    context = interaction.client.context
    publisher = context.parts[Publisher]
    rules = await server_rules.load(context.tables.store, server)
    found = await context.tables.in_server(server, MAX_TABLES)
    tables = [table for table in found if not visibility.hidden_from_manager(interaction, table)]
    used = await context.parts[Features].ask(lambda each: each.channels_used, interaction, server)
    elsewhere = set(chain(*used))
    lines: list[str] = []
    inside = isinstance(interaction.channel, discord.Thread)
    if here := channels.missing_permissions(
        interaction.app_permissions, thread=inside, threads=rules.threads and not inside
    ):
        lines.append(text.lacks("this channel", here))
    if (guild := interaction.guild) is not None:
        shown = {place for table in tables for place in (table.address.channel, table.address.home) if place}
        shown |= {rules.board_channel} - {0} | elsewhere
        for place in sorted(shown - {interaction.channel_id}):
            missing = missing_in(guild, place, threads=rules.threads)
            if missing is None and place in {table.address.channel for table in tables}:
                # Discord doesn't list archived threads.
                continue
            if missing is None:
                lines.append(text.channel_gone(place))
            elif missing:
                lines.append(text.lacks(f"<#{place}>", missing))
    frozen = [await frozen_line(context, table) for table in tables if table.status == "frozen"]
    lines += [*frozen, text.FROZEN_HELP] if frozen else []
    lines += [line for table in tables if (line := stuck_line(table, publishing=table.id in publisher.tasks))]
    hidden = [table for table in found if table not in tables and stuck(table)]
    if hidden:
        lines.append(text.hidden_tables(len(hidden)))
    lines += _refused(tables, publisher.notifications.refused)
    waiting = [table for table in tables if table.status == "playing"]
    if not lines:
        lines.append(text.ALL_WELL)
    if waiting:
        lines.append(text.IN_PROGRESS)
        for table in waiting[:15]:
            people = [table_text.mention(person) for person in table.awaited]
            lines.append(f"- {text.waiting(table_text.title(table), people)}")
    return Card(
        "### Doctor",
        lines=("\n".join(lines)[:TEXT_LIMIT],),
        rows=(
            (
                Control(
                    "mend",
                    "Post Lost Cards Again",
                    style=Style.primary,
                    disabled=not elsewhere and not any(table.status in LIVE for table in found),
                ),
                CLOSE,
            ),
        ),
    )


def _refused(tables: list[Table], refused: set[int]) -> list[str]:
    """A line about the players who take no direct messages."""
    closed = {row.person for table in tables for row in table.seats if row.chart_state == "closed"}
    closed |= {person.id for table in tables for person in table.seating.people if person.id in refused}
    if not closed:
        return []
    return [text.closed_dms([f"<@{person}>" for person in sorted(closed)[:20]])]


def _named(interaction: Interaction, tables: list[Table]) -> list[str]:
    """The tables' names; those that the caller may not see are only counted."""
    seen = [
        table_text.title(table) for table in tables if not visibility.hidden_from_manager(interaction, table)
    ]
    hidden = len(tables) - len(seen)
    return [*seen, *([text.unseen_tables(hidden)] if hidden else [])]


@on_button("mend", reply="private", cost="list")
async def post_again(interaction: Interaction, _control: Control) -> str:
    """**Post Lost Cards Again**: lost cards are posted again, and the others brought up to date."""
    server = require_manager(interaction)
    context = interaction.client.context
    publisher = context.parts[Publisher]
    posted: list[Table] = []
    failed: list[Table] = []
    for table in await context.tables.in_server(server, MAX_TABLES):
        if table.status not in LIVE:
            continue
        try:
            if await publisher.restore(table.id):
                posted.append(table)
        except CONNECTION_ERRORS:
            failed.append(table)
    done, refused = _named(interaction, posted), _named(interaction, failed)
    for each in chain(*await context.parts[Features].ask(lambda each: each.post_again, interaction, server)):
        (done if each.again else refused).append(table_text.safe(each.name))
    lines = [text.posted_again(done)] if done else []
    lines += [text.not_posted(refused)] if refused else []
    return "\n".join(lines)[:2000] or text.NOTHING_LOST
