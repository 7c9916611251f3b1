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
from bot.games.plurals import listed, plural
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.jobs import recovery
from bot.tables.model.table import LIVE, Table

from .settings import require_manager

MAX_TABLES: Final = 50
"""The most tables that are examined."""


FROZEN_HELP: Final = (
    "Nothing is lost: the bot tries every frozen table again when it starts.\n"
    "For the bot’s host: install a release that fixes the problem and restart the bot. Before that, "
    "`python -m bot replay` says whether the release can play them. The log has the details for the "
    "developers."
)


def lacks(where: str, permissions: tuple[str, ...]) -> str:
    return f"In {where} the bot is missing {listed([f'**{name}**' for name in permissions])}."


def channel_gone(channel_id: int) -> str:
    return f"The channel <#{channel_id}> is gone, or the bot can’t see it."


def hidden_tables(number: int) -> str:
    return plural(
        number,
        "1 table is stuck in a channel that you can’t see.",
        f"{number} tables are stuck in channels that you can’t see.",
    )


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
    linked = table_text.linked(table)
    if table.status == "frozen":
        return ""
    if orphaned_tables.is_orphaned(table) and table.status == "playing":
        return f"{linked} has lost its channel. Play continues by direct message and with `/move`."
    # A private table has no card.
    if not table.private and table.address.shown < table.version:
        if publishing:
            return f"The card for {linked} is being updated right now."
        return f"The card for {linked} is out of date: the bot is missing a permission or the channel."
    if table.stalled:
        return f"{linked} is waiting for a computer player, and none is available at the moment."
    return ""


def stuck(table: Table) -> bool:
    """Whether a table can't be played or its card is out of date."""
    return table.status == "frozen" or bool(stuck_line(table, publishing=False))


async def frozen_line(context: BotContext, table: Table) -> str:
    """What is wrong with a frozen table in this release."""
    try:
        await recovery.examine(context.tables, table.id)
        why = "This release can play it, so it will resume when the bot’s host restarts the bot."
    except recovery.StillBroken as fault:
        why = f"The problem is in {table_text.safe(str(fault))}."
    except TableError as refusal:
        why = table_text.safe(str(refusal))
    people = [table_text.mention(person) for person in table.seating.people]
    who, last = listed(people) or "nobody", table_text.moment(table.header.touched)
    return f"{table_text.linked(table)} ({who}) is frozen. It was last played {last}. {why}"


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
        lines.append(lacks("this channel", here))
    if (guild := interaction.guild) is not None:
        shown = {place for table in tables for place in (table.address.channel, table.address.home) if place}
        shown |= {rules.board_channel} - {0} | elsewhere
        for place in sorted(shown - {interaction.channel_id}):
            missing = missing_in(guild, place, threads=rules.threads)
            if missing is None and place in {table.address.channel for table in tables}:
                # Discord doesn't list archived threads.
                continue
            if missing is None:
                lines.append(channel_gone(place))
            elif missing:
                lines.append(lacks(f"<#{place}>", missing))
    frozen = [await frozen_line(context, table) for table in tables if table.status == "frozen"]
    lines += [*frozen, FROZEN_HELP] if frozen else []
    lines += [line for table in tables if (line := stuck_line(table, publishing=table.id in publisher.tasks))]
    hidden = [table for table in found if table not in tables and stuck(table)]
    if hidden:
        lines.append(hidden_tables(len(hidden)))
    lines += _refused(tables, publisher.notifications.refused)
    waiting = [table for table in tables if table.status == "playing"]
    if not lines:
        lines.append(
            "All is well: the bot has every permission it needs, here and wherever tables are played."
        )
    if waiting:
        lines.append("**Games in progress**")
        for table in waiting[:15]:
            people = [table_text.mention(person) for person in table.awaited]
            lines.append(f"- {table_text.title(table)}: waiting for {listed(people) or 'nobody'}.")
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
    people = listed(f"<@{person}>" for person in sorted(closed)[:20])
    closed_to = f"Discord doesn’t let the bot send direct messages to {people}."
    return [f"{closed_to} Their private charts are under **My View**."]


def _named(interaction: Interaction, tables: list[Table]) -> list[str]:
    """The tables' names; those that the caller may not see are only counted."""
    seen = [
        table_text.title(table) for table in tables if not visibility.hidden_from_manager(interaction, table)
    ]
    hidden = len(tables) - len(seen)
    return [
        *seen,
        *(
            [plural(hidden, "1 table that you can’t see", f"{hidden} tables that you can’t see")]
            if hidden
            else []
        ),
    ]


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
    lines = [f"Posted again: {listed(done)}."] if done else []
    lines += [f"Couldn’t post: {listed(refused)}. Check the bot’s permissions there."] if refused else []
    return "\n".join(lines)[:2000] or "No cards are missing."
