"""``/doctor``: what keeps tables from working in a server, in clear sentences, and what helps."""

from __future__ import annotations

import contextlib
from typing import Final

import discord

from bot.components.cards import text as table_text
from bot.components.interactions import channels, visibility
from bot.components.interactions.card import TEXT_LIMIT, Card, Control, Style
from bot.components.interactions.context import BotContext, Interaction
from bot.components.interactions.discord_errors import CONNECTION_ERRORS
from bot.components.interactions.replies import send_text
from bot.components.interactions.routing import on_button
from bot.components.publishing import orphaned_tables
from bot.games.plurals import counted, listed
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.jobs import recovery
from bot.tables.model.table import LIVE, Table
from data.store.queries import servers

from .settings import require_manager

FROZEN_HELP: Final = (
    "What the bot’s host can do for frozen tables: install a release in which the fault is mended (the log "
    "has all of it, for the makers), see with `python -m bot replay` whether it plays them, and start the "
    "bot again. It tries all frozen tables then; nothing of them is lost."
)
MAX_TABLES: Final = 50
"""Tables that are examined at most."""


async def tables_in(context: BotContext, server: int) -> list[Table]:
    """The live and the frozen tables of a server, the latest first."""
    found = []
    for number in await servers.table_ids_in(context.tables.store, server, (*LIVE, "void"), MAX_TABLES):
        with contextlib.suppress(TableError):
            found.append(await context.tables.get(number))
    return found


def permissions_line(where: str, missing: tuple[str, ...]) -> str:
    """What the bot lacks somewhere."""
    return f"In {where} the bot lacks {listed([f'**{name}**' for name in missing])}."


def missing_in(guild: discord.Guild, number: int, *, threads: bool) -> tuple[str, ...] | None:
    """The permissions that the bot lacks in a channel or thread; None when there is none of this number."""
    place = guild.get_channel_or_thread(number)
    if place is None:
        return None
    inside = isinstance(place, discord.Thread)
    if inside and place.parent is None:  # type: ignore[union-attr]
        return None
    return channels.missing_permissions(
        place.permissions_for(guild.me), thread=inside, threads=threads and not inside
    )


def stuck_line(table: Table, publishing: bool) -> str:
    """Why a table does not go on, or is not shown; empty when all is well."""
    name = f"[{table_text.title(table)}]({table_text.table_link(table)})"
    if table.status == "void":
        return ""
    if orphaned_tables.is_orphaned(table) and table.status == "playing":
        return f"{name} has lost its channel: it goes on by direct message and `/move`."
    if table.address.shown < table.version and not publishing:
        return f"{name} is not shown as it stands: its card waits for a permission or its channel."
    if table.address.shown < table.version:
        return f"{name} is being shown right now."
    return ""


def stuck(table: Table) -> bool:
    """Whether something keeps a table from going on or from being shown."""
    return table.status == "void" or orphaned_tables.is_orphaned(table) or table.address.shown < table.version


async def frozen_line(context: BotContext, table: Table) -> str:
    """What is wrong with a frozen table, as this release meets it, and what helps."""
    who = listed([table_text.mention(person) for person in table.people])
    last = table_text.moment(table.header.touched)
    try:
        await recovery.examine(context.tables, table.id)
        why = "This release can play it: it goes on when the bot’s host starts the bot again."
    except recovery.StillBroken as fault:
        why = f"The fault is in {table_text.safe(str(fault))}."
    except TableError as refusal:
        why = table_text.safe(str(refusal))
    name = f"[{table_text.title(table)}]({table_text.table_link(table)})"
    return f"{name}, with {who or 'nobody'}, is frozen. It was played last {last}. {why}"


async def doctor_card(interaction: Interaction, server: int) -> Card:
    """What is wrong in a server, seen from the channel of ``interaction``."""
    context, publisher = interaction.client.context, interaction.client.publisher
    rules = await server_rules.load(context.tables.store, server)
    found = await tables_in(context, server)
    tables = [table for table in found if not visibility.hidden_from_manager(interaction, table)]
    lines: list[str] = []
    inside = isinstance(interaction.channel, discord.Thread)
    if here := channels.missing_permissions(
        interaction.app_permissions, thread=inside, threads=rules.threads and not inside
    ):
        lines.append(permissions_line("this channel", here))
    if (guild := interaction.guild) is not None:
        shown = {place for table in tables for place in (table.address.channel, table.address.home) if place}
        shown |= {rules.board_channel} - {0}
        for place in sorted(shown - {interaction.channel_id}):
            missing = missing_in(guild, place, threads=rules.threads)
            if missing is None and place in {table.address.channel for table in tables}:
                # Discord doesn't tell the bot of archived threads.
                continue
            if missing is None:
                lines.append(f"The channel <#{place}> is gone, or the bot can’t see it.")
            elif missing:
                lines.append(permissions_line(f"<#{place}>", missing))
    frozen = [await frozen_line(context, table) for table in tables if table.status == "void"]
    lines += [*frozen, FROZEN_HELP] if frozen else []
    lines += [line for table in tables if (line := stuck_line(table, publisher.busy(table.id)))]
    hidden = [table for table in found if table not in tables and stuck(table)]
    if hidden:
        lines.append(f"Stuck in channels that you can’t see: {counted(len(hidden), 'table')}.")
    lines += _refused(tables, publisher.notifications.refused)
    waiting = [table for table in tables if table.status == "playing"]
    if not lines:
        lines.append("All is well: the bot has what it needs here and where tables are played.")
    if waiting:
        lines.append("**Running tables**")
        lines += [f"- {table_text.title(table)} waits for {_awaited(table)}." for table in waiting[:15]]
    return Card(
        "### Doctor",
        lines=("\n".join(lines)[:TEXT_LIMIT],),
        rows=(
            (
                Control(
                    "mend",
                    "Post Lost Cards Again",
                    style=Style.primary,
                    disabled=not any(table.status in LIVE for table in found),
                ),
                Control("dismiss", "Close"),
            ),
        ),
    )


def _awaited(table: Table) -> str:
    return listed([table_text.mention(person) for person in table.awaited]) or "nobody"


def _refused(tables: list[Table], refused: set[int]) -> list[str]:
    """Who takes no direct messages, of those who play."""
    closed = {row.person for table in tables for row in table.seats if row.chart_state == "closed"}
    closed |= {person.id for table in tables for person in table.people if person.id in refused}
    if not closed:
        return []
    who = listed([f"<@{person}>" for person in sorted(closed)[:20]])
    return [f"Discord refuses the bot’s direct messages to {who}: their charts are under **My View**."]


def _named(interaction: Interaction, tables: list[Table]) -> str:
    """Tables by name, those that the caller may not see by their number alone."""
    seen = [
        table_text.title(table) for table in tables if not visibility.hidden_from_manager(interaction, table)
    ]
    rest = len(tables) - len(seen)
    return listed([*seen, *([f"{counted(rest, 'table')} that you can’t see"] if rest else [])])


@on_button("mend", reply="private", cost="list")
async def post_again(interaction: Interaction, _control: Control) -> None:
    """**Post Lost Cards Again**: cards that are there are brought up to date, lost ones posted anew."""
    server = require_manager(interaction)
    context, publisher = interaction.client.context, interaction.client.publisher
    posted: list[Table] = []
    failed: list[Table] = []
    for table in await tables_in(context, server):
        if table.status not in LIVE:
            continue
        try:
            if await publisher.restore(table.id):
                posted.append(table)
        except CONNECTION_ERRORS:
            failed.append(table)
    lines = []
    if posted:
        lines.append(f"Posted again: {_named(interaction, posted)}.")
    if failed:
        lines.append(f"Can’t be posted: {_named(interaction, failed)}.")
    await send_text(interaction, "\n".join(lines)[:2000] or "No card is lost.")
