"""``/doctor``: what keeps tables from working in a server, and how to fix it."""

from __future__ import annotations

from typing import Final

import discord

from bot.components.cards import text as table_text
from bot.components.hooks import BotContext
from bot.components.interactions import channels, visibility
from bot.components.interactions.card import TEXT_LIMIT, Card, Control, Style, close_button
from bot.components.interactions.discord_errors import CONNECTION_ERRORS, passes
from bot.components.interactions.routing import on_button
from bot.components.play import orphaned_tables
from bot.components.publishing.publisher import Interaction, Publisher
from bot.components.publishing.text import behind
from bot.languages import gettext, gettext_noop, listed, ngettext
from bot.people.display_names import safe
from bot.tables import lists, server_rules
from bot.tables.errors import TableError
from bot.tables.jobs import recovery
from bot.tables.model.table import LIVE, Table
from data.store.program import program
from data.store.records import NOWHERE

from .settings import require_manager

MAX_TABLES: Final = 50
"""The most tables that are examined."""


def lacks(channel: int | None, permissions: tuple[str, ...]) -> str:
    """What the bot is missing in a channel."""
    missing = listed([f"**{name}**" for name in permissions])
    return gettext(
        "In {channel} the bot is missing {permissions}.", channel=f"<#{channel}>", permissions=missing
    )


def missing_in(guild: discord.Guild, number: int, *, threads: bool) -> tuple[str, ...] | None:
    """The permissions that the bot is missing in a channel or thread; None if it can't see the place."""
    place = guild.get_channel_or_thread(number)
    if place is None:
        return None
    if isinstance(place, discord.Thread) and place.parent is None:
        return None
    # All that is in a forum is a thread, and only in text channels the bot opens some.
    inside = isinstance(place, discord.Thread | discord.ForumChannel)
    return channels.missing_permissions(
        place.permissions_for(guild.me),
        thread=inside,
        threads=threads and isinstance(place, discord.TextChannel),
    )


def stuck_line(table: Table, publisher: Publisher) -> str:
    """Why a table is stuck or its card out of date; empty if all is well."""
    linked = table_text.linked(table)
    if table.status == "frozen":
        return ""
    if orphaned_tables.is_orphaned(table) and table.status == "playing":
        return gettext(
            "{table} has lost its channel. Play continues by direct message and with `/move`.", table=linked
        )
    # A private table has no card.
    if not table.private and table.address.shown < table.version:
        outcome = publisher.tasks.owed.get(table.id)
        if outcome is None and table.id in publisher.tasks:
            return gettext("The card for {table} is being updated right now.", table=linked)
        return behind(table, outcome)
    if table.stalled:
        return gettext(
            "{table} is waiting for a computer player, and none is available at the moment.", table=linked
        )
    return ""


def stuck(table: Table, publisher: Publisher) -> bool:
    """Whether a table can't be played or its card is out of date."""
    return table.status == "frozen" or bool(stuck_line(table, publisher))


async def frozen_line(context: BotContext, table: Table) -> str:
    """What is wrong with a frozen table in this release."""
    try:
        await recovery.examine(context.tables, table.id)
        why = gettext(
            "This release can play that game, so it will resume when the bot’s host restarts the bot."
        )
    except recovery.StillBroken as fault:
        why = gettext("The problem is in {place}.", place=safe(str(fault)))
    except TableError as refusal:
        why = safe(str(refusal))
    people = [table_text.mention(person) for person in table.seating.people]
    frozen = gettext(
        "{table} ({people}) is frozen. It was last played {time}.",
        table=table_text.linked(table),
        people=listed(people) or gettext("nobody"),
        time=table_text.moment(table.header.touched),
    )
    return f"{frozen} {why}"


async def doctor_card(interaction: Interaction, server: int) -> Card:
    """What is wrong in a server, seen from the channel of ``interaction``."""
    context = interaction.client.context
    publisher = interaction.client.publisher
    rules = await server_rules.load(context.tables.store, server)
    found = await lists.in_server(context.tables, server, MAX_TABLES)
    tables = [table for table in found if not visibility.hidden_from_manager(interaction, table)]
    elsewhere = {
        channel for each in context.features.all for channel in await each.channels_used(interaction, server)
    }
    lines: list[str] = []
    inside = isinstance(interaction.channel, discord.Thread)
    if here := channels.missing_permissions(
        interaction.app_permissions,
        thread=inside,
        threads=rules.threads and isinstance(interaction.channel, discord.TextChannel),
    ):
        lines.append(lacks(interaction.channel_id, here))
    if (guild := interaction.guild) is not None:
        shown = {place for table in tables for place in (table.address.channel, table.address.home) if place}
        shown |= {rules.board_channel, *rules.channels} - {NOWHERE} | elsewhere
        for place in sorted(shown - {interaction.channel_id}):
            missing = missing_in(guild, place, threads=rules.threads)
            if missing is None and place in {table.address.channel for table in tables}:
                # Discord doesn't list archived threads.
                continue
            if missing is None:
                lines.append(
                    gettext("The channel {channel} is gone, or the bot can’t see it.", channel=f"<#{place}>")
                )
            elif missing:
                lines.append(lacks(place, missing))
    if server in interaction.client.unread_events.servers:
        lines.append(
            gettext(
                "Discord sent something about this server that the bot couldn’t read, so it may not know all "
                "channels and permissions. The bot’s host finds the details in the log."
            )
        )
    frozen = [await frozen_line(context, table) for table in tables if table.status == "frozen"]
    if frozen:
        advice = gettext(
            "Nothing is lost: the bot tries every frozen table again when it starts.\n"
            "For the bot’s host: install a release that fixes the problem and restart the bot. Before that, "
            "`{program} replay` says whether the release can play them. The log has the details for the "
            "developers.",
            program=program(),
        )
        lines += [*frozen, advice]
    lines += [line for table in tables if (line := stuck_line(table, publisher))]
    hidden = [table for table in found if table not in tables and stuck(table, publisher)]
    if hidden:
        lines.append(
            ngettext(
                "{number} table is stuck in a channel that you can’t see.",
                "{number} tables are stuck in channels that you can’t see.",
                len(hidden),
            )
        )
    lines += _refused(tables, publisher.notifications.refused)
    waiting = [table for table in tables if table.status == "playing"]
    if not lines:
        lines.append(
            gettext(
                "All is well: the bot has every permission it needs, here and wherever its games are played."
            )
        )
    if waiting:
        lines.append(gettext("**Games in progress**"))
        for table in waiting[:15]:
            name, people = table_text.title(table), table_text.mentions(table.awaited)
            lines.append(
                gettext("- {table}: waiting for {people}.", table=name, people=people)
                if people
                else gettext("- {table}: not waiting for anybody.", table=name)
            )
    return Card(
        gettext("### Doctor"),
        lines=("\n".join(lines)[:TEXT_LIMIT],),
        rows=(
            (
                Control(
                    "mend",
                    gettext("Post Lost Cards Again"),
                    style=Style.primary,
                    disabled=not elsewhere and not any(table.status in LIVE for table in found),
                ),
                close_button(),
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
    return [
        gettext(
            "Discord doesn’t let the bot send direct messages to {people}. Their private charts are under "
            "**My View**.",
            people=people,
        )
    ]


def _named(interaction: Interaction, tables: list[Table]) -> list[str]:
    """The tables' names; those that the caller may not see are only counted."""
    seen = [
        table_text.title(table) for table in tables if not visibility.hidden_from_manager(interaction, table)
    ]
    hidden = len(tables) - len(seen)
    more = ngettext("{number} table that you can’t see", "{number} tables that you can’t see", hidden)
    return [*seen, more] if hidden else seen


@on_button("mend", reply="private", cost="list")
async def post_again(interaction: Interaction) -> str:
    """**Post Lost Cards Again**: lost cards are posted again, and the others brought up to date."""
    server = require_manager(interaction)
    context = interaction.client.context
    publisher = interaction.client.publisher
    posted: list[Table] = []
    failed: list[Table] = []
    waiting = False
    for table in await lists.in_server(context.tables, server, MAX_TABLES):
        if table.status not in LIVE:
            continue
        try:
            if await publisher.restore(table.id):
                posted.append(table)
        except CONNECTION_ERRORS as error:
            failed.append(table)
            waiting |= passes(error)
    done, refused = _named(interaction, posted), _named(interaction, failed)
    for feature in context.features.all:
        for each in await feature.post_again(interaction, server):
            (done if each.error is None else refused).append(safe(each.name))
            waiting |= each.error is not None and passes(each.error)
    lines = [gettext("The bot has posted these cards again: {tables}.", tables=listed(done))] if done else []
    if refused:
        said = (
            gettext_noop(
                "The bot couldn’t post these cards: {tables}. Discord isn’t taking messages right now. Try "
                "again later."
            )
            if waiting
            else gettext_noop("The bot couldn’t post these cards: {tables}. Check its permissions there.")
        )
        lines.append(gettext(said, tables=listed(refused)))
    return "\n".join(lines)[:2000] or gettext("No cards are missing.")
