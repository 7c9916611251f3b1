"""``/privacy``: what the bot stores about a person, its export as a file, and its erasure."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterable
from typing import Any, Final

from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.hooks import Feature, Interaction
from bot.components.interactions.card import Card, Control, Style, close_button
from bot.components.interactions.context import person_of
from bot.components.interactions.routing import command_handler, on_button
from bot.languages import gettext, gettext_noop, listed, ngettext, some
from bot.tables import lists

from .data_export import export
from .erasure import erase

MAX_FILE_BYTES: Final = 8 * 1024 * 1024
"""Bytes up to which a file is sent uncompressed; Discord takes 10 MiB."""
MAX_NAMED: Final = 10
"""The most tables or leagues that the question before an erasure names, of each kind."""


IN_BRIEF: Final = gettext_noop("""\
Only what the games need. It stays with the bot’s host, is shared with nobody else, and no messages are read.
- your settings, and whose challenges you refuse
- your tables: who sat there, every move with its time, your secret picks, marks and plans
- your results, and what you’ve practised
**Export** gives you all of it as a file. **Forget Me** deletes it and takes you out of every table. \
Finished games stay, without your name. **Details** says what else stays.""")
_STORED: Final = gettext_noop("""\
The bot stores only what the games need. It all stays with the bot’s host, and isn’t shared with anyone \
else. Here’s what it stores:
- **You**: your settings, if you’ve changed any, your Discord’s language, whose challenges you refuse, and \
when you were away in the past year.
- **Each table**: who opened it, who was challenged and who sat where (your Discord ID and your name at the \
time); every move, hint, request and reminder with its time; the clock; the IDs of its server, channel and \
messages; squares you’ve picked in secret but not locked in yet; your own marks, plans and standing \
orders; where your private chart is; and whether a message still has to be sent to you.
- **Practice**: your practice board with your moves on it, which lessons and puzzles you’ve tried, with \
the number of wrong moves and hints, and when you first finished each.""")
_GENERAL: Final = gettext_noop("""\
- **A server**: its rules for tables. If the bot is removed from a server, the server’s rules and tables \
are deleted 30 days later. Tables that close without a result are deleted after 30 days, too.
The bot doesn’t read messages. **Export** gives you everything about you as a file. **Forget Me** deletes \
your settings and your practice, and takes you out of every table: finished games stay, but without your \
name. People who refuse your challenges stay protected from them. If the bot’s host has banned you, the \
ban stays, with its reason. A hash of your ID is kept, so that restoring an older copy of the database \
can’t bring your data back. Anything the bot has posted on Discord stays there, like anyone \
else’s messages.""")


def about_data(notes: Iterable[str]) -> str:
    """What is stored; ``notes`` are the lines of features."""
    return "\n".join((gettext(_STORED), *(f"- {gettext(note)}" for note in notes), gettext(_GENERAL)))


def _written(stored: dict[str, Any]) -> tuple[str, bytes]:
    """The export as a file: name and content. Takes seconds for thousands of tables."""
    name, data = "captains-table.json", json.dumps(stored, indent=1, ensure_ascii=False).encode()
    return (name, data) if len(data) <= MAX_FILE_BYTES else (f"{name}.gz", gzip.compress(data))


@on_button("forget", banned=True)
async def forget_button(interaction: Interaction) -> Card:
    """**Yes, Forget Me**."""
    context = interaction.client.context
    tables = await erase(context.tables, person_of(interaction.user))
    interaction.client.forgotten(interaction.user.id)
    done = gettext("Done. The bot has forgotten you.")
    if tables > 1:
        done = ngettext(
            "Done. The bot has forgotten you, and your name is gone from {number} table.",
            "Done. The bot has forgotten you, and your name is gone from {number} tables.",
            tables,
        )
    return Card(gettext("### Forgotten"), lines=(done,))


# Commands

privacy: Final = app_commands.Group(name="privacy", description="See, export or delete your data")


def about_card(text: str, *more: Control) -> Card:
    """What is stored, with buttons to export and to erase it."""
    forget_me = Control("forgetting", gettext("Forget Me"), style=Style.danger)
    rows = ((Control("export", gettext("Export")), forget_me, *more, close_button()),)
    return Card(gettext("### What the bot stores"), lines=(text,), rows=rows)


@privacy.command(description="What the bot stores about you, in brief")
@command_handler(banned=True)
async def about(_interaction: Interaction) -> Card:
    """What is stored, in brief."""
    return about_card(gettext(IN_BRIEF), Control("stored", gettext("Details")))


@on_button("stored", banned=True)
async def details(interaction: Interaction) -> Card:
    """**Details**: all that is stored, one by one."""
    notes = (each.data_note for each in interaction.client.context.features.all)
    return about_card(about_data(filter(None, notes)))


@privacy.command(name="export", description="Get everything the bot stores about you, as a JSON file")
@command_handler(cost="file", banned=True)
@on_button("export", reply="private", cost="file", banned=True)
async def export_stored(interaction: Interaction) -> Card:
    """Everything stored about the caller, attached."""
    stored = await export(interaction.client.context.tables, interaction.user.id)
    file, tables = await asyncio.to_thread(_written, stored), len(stored["tables"])
    line = ngettext(
        "Your settings, and everything about you from 1 table.",
        "Your settings, and everything about you from {number} tables.",
        tables,
    )
    return Card(gettext("### Everything about you"), lines=(line,), files=(file,))


@privacy.command(description="Delete everything about you (the bot asks first)")
@command_handler(banned=True)
@on_button("forgetting", reply="private", banned=True)
async def forget(interaction: Interaction) -> Card:
    """The question before the caller's data is erased."""
    context, person = interaction.client.context, interaction.user.id
    going = await lists.tables_of(context.tables, person)
    challenged = some([*map(table_text.linked, await lists.challenges_to(context.tables, person))], MAX_NAMED)
    warnings = [loss for each in context.features.all for loss in await each.forget_warnings(context, person)]
    return Card(
        gettext("### Forget everything about you?"),
        lines=(
            gettext(
                "Your settings will be deleted, and finished games will no longer show your name. This can’t "
                "be undone."
            ),
            gettext(
                "You’ll leave or resign from {tables}.",
                tables=listed(some([*map(table_text.linked, going)], MAX_NAMED)),
            )
            if going
            else "",
            ngettext(
                "You’ll decline the challenge at {tables}.",
                "You’ll decline the challenges at {tables}.",
                len(challenged),
                tables=listed(challenged),
            )
            if challenged
            else "",
            *warnings,
        ),
        rows=(
            (
                Control("forget", gettext("Yes, Forget Me"), style=Style.danger),
                Control("dismiss", gettext("Keep Everything")),
            ),
        ),
    )


FEATURE: Final = Feature(name="privacy", commands=(privacy,))
