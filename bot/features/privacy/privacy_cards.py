"""``/privacy``: what the bot stores about a person, its export as a file, and its erasure."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any, Final

from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.interactions.card import CLOSE, Card, Control, Style
from bot.components.interactions.context import Interaction, person_of
from bot.components.interactions.routing import command_handler, on_button
from bot.features.feature import Feature, Features
from bot.games.plurals import some

from . import text
from .data_export import export
from .erasure import erase

MAX_FILE_BYTES: Final = 8 * 1024 * 1024
"""Bytes up to which a file is sent uncompressed; Discord takes 10 MiB."""
MAX_NAMED: Final = 10
"""The most tables or leagues that the question before an erasure names, of each kind."""


async def export_card(interaction: Interaction) -> Card:
    """Everything stored about the caller, attached."""
    stored = await export(interaction.client.context.tables, interaction.user.id)
    file = await asyncio.to_thread(_written, stored)
    return Card("### Everything about you", lines=(text.exported(len(stored["tables"])),), files=(file,))


def _written(stored: dict[str, Any]) -> tuple[str, bytes]:
    """The export as a file: name and content. Takes seconds for thousands of tables."""
    name, data = "captains-table.json", json.dumps(stored, indent=1, ensure_ascii=False).encode()
    return (name, data) if len(data) <= MAX_FILE_BYTES else (f"{name}.gz", gzip.compress(data))


async def forget_card(interaction: Interaction) -> Card:
    """The question before the caller's data is erased."""
    context, person = interaction.client.context, interaction.user.id
    going = await context.tables.tables_of(person)
    challenges = await context.tables.challenges_to(person)
    warnings = await context.parts[Features].ask(lambda each: each.forget_warning, context, person)
    return Card(
        "### Forget everything about you?",
        lines=(
            text.FORGET_WARNING,
            text.games_left(some([*map(table_text.linked, going)], MAX_NAMED)) if going else "",
            text.challenges_declined(some([*map(table_text.linked, challenges)], MAX_NAMED))
            if challenges
            else "",
            *warnings,
        ),
        rows=(
            (
                Control("forget", "Yes, Forget Me", style=Style.danger),
                Control("dismiss", "Keep Everything"),
            ),
        ),
    )


@on_button("export", reply="private", cost="file")
async def export_button(interaction: Interaction, _control: Control) -> Card:
    """**Export**."""
    return await export_card(interaction)


@on_button("forgetting", reply="private")
async def ask_to_forget(interaction: Interaction, _control: Control) -> Card:
    """**Forget Me**, the first time."""
    return await forget_card(interaction)


@on_button("forget")
async def forget_button(interaction: Interaction, _control: Control) -> Card:
    """**Yes, Forget Me**."""
    context = interaction.client.context
    tables = await erase(context.tables, person_of(interaction.user))
    for forget in context.on_forgotten:
        forget(interaction.user.id)
    return Card("### Forgotten", lines=(text.forgotten(tables),))


# Commands

privacy: Final = app_commands.Group(name="privacy", description="See, export or delete your data")


@privacy.command(description="What the bot stores about you, in brief")
@command_handler()
async def about(interaction: Interaction) -> Card:
    """What is stored, with buttons to export and to erase it."""
    notes = (each.data_note for each in interaction.client.context.parts[Features].all)
    return Card(
        "### What the bot stores",
        lines=(text.about_data(filter(None, notes)),),
        rows=(
            (
                Control("export", "Export"),
                Control("forgetting", "Forget Me", style=Style.danger),
                CLOSE,
            ),
        ),
    )


@privacy.command(name="export", description="Get everything the bot stores about you, as a JSON file")
@command_handler(cost="file")
async def export_command(interaction: Interaction) -> Card:
    """Everything stored about the caller."""
    return await export_card(interaction)


@privacy.command(description="Delete everything about you (the bot asks first)")
@command_handler()
async def forget(interaction: Interaction) -> Card:
    """Ask whether to forget the caller."""
    return await forget_card(interaction)


FEATURE: Final = Feature(name="privacy", commands=lambda bot: bot.tree.add_command(privacy))
