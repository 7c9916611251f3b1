"""``/privacy``: what is kept about a person, its export as a file, and its erasure."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any, Final

from bot.components.cards import text as table_text
from bot.components.interactions.card import Card, Control, Style
from bot.components.interactions.context import BotContext, Interaction, person_of
from bot.components.interactions.replies import replace_card, send_card
from bot.components.interactions.routing import on_button
from bot.games.plurals import listed
from bot.tables.people.data_export import export
from bot.tables.people.erasure import erase

ABOUT_TEXT: Final = """\
The bot keeps what the games need, on its host’s machine, and gives it to nobody else:
- of you: your settings, if you changed any, and whose challenges you refuse;
- of each table: who opened it, who was challenged and who sat where (Discord’s number and the name you \
had); every action, request and reminder with its time; the clock; the numbers of its server, channel and \
messages; squares that you picked in secret and have not laid yet, your own marks, and where your private \
chart stands;
- of Captain’s Curse: the scores of finished games, and your attempts at the daily curse;
- of a server: its rules for tables. When the bot is removed from a server, these and its tables are deleted \
30 days later. So are tables that were closed without a result.
It reads no messages. **Export** gives you a file of everything about you. **Forget Me** deletes your \
settings and takes you out of every table: finished games keep a nameless seat. If somebody refuses your \
challenges, they go on doing so. A digest of your number \
stays, so that an older copy of the database can’t bring you back. What the bot has posted on Discord stays \
there, as anybody’s messages do."""
MAX_FILE_BYTES: Final = 8 * 1024 * 1024
"""Bytes up to which a file is sent uncompressed; Discord takes 10 MiB."""


def about_card() -> Card:
    """What is kept, with buttons to export and to erase it."""
    return Card(
        "### What the bot keeps",
        lines=(ABOUT_TEXT,),
        rows=(
            (
                Control("export", "Export"),
                Control("forgetting", "Forget Me", style=Style.danger),
                Control("dismiss", "Close"),
            ),
        ),
    )


async def export_card(context: BotContext, person: int) -> Card:
    """Everything kept about ``person``, attached."""
    stored = await export(context.tables.store, person, context.tables.now())
    file = await asyncio.to_thread(_written, stored)
    tables = len(stored["tables"])
    counted = f"{tables} tables" if tables != 1 else "1 table"
    return Card(
        "### Everything about you",
        lines=(f"Your settings, and what {counted} {'hold' if tables != 1 else 'holds'} of you.",),
        files=(file,),
    )


def _written(stored: dict[str, Any]) -> tuple[str, bytes]:
    """The export as a file: name and content. Takes seconds for thousands of tables."""
    name, data = "captains-table.json", json.dumps(stored, indent=1, ensure_ascii=False).encode()
    return (name, data) if len(data) <= MAX_FILE_BYTES else (f"{name}.gz", gzip.compress(data))


async def forget_card(context: BotContext, person: int) -> Card:
    """The question before a person's data is erased."""
    going = await context.tables.tables_of(person)
    tables = [f"[{table_text.title(table)}]({table_text.table_link(table)})" for table in going[:10]]
    tables += [f"{len(going) - 10} more"] if len(going) > 10 else []
    return Card(
        "### Forget you?",
        lines=(
            "Your settings are deleted, and finished games keep a nameless seat. This can’t be undone.",
            f"You leave or resign: {listed(tables)}." if going else "",
        ),
        rows=(
            (
                Control("forget", "Yes, Forget Me", style=Style.danger),
                Control("dismiss", "Keep Everything"),
            ),
        ),
    )


@on_button("export", reply="private", cost="file")
async def export_button(interaction: Interaction, _control: Control) -> None:
    """**Export**."""
    await send_card(interaction, await export_card(interaction.client.context, interaction.user.id))


@on_button("forgetting", reply="private")
async def ask_to_forget(interaction: Interaction, _control: Control) -> None:
    """**Forget Me**, the first time."""
    await send_card(interaction, await forget_card(interaction.client.context, interaction.user.id))


@on_button("forget")
async def forget_button(interaction: Interaction, _control: Control) -> None:
    """**Yes, Forget Me**."""
    tables = await erase(interaction.client.context.tables, person_of(interaction.user))
    done = f"Done. {tables} tables keep a nameless seat." if tables > 1 else "Done. You are forgotten."
    await replace_card(interaction, Card("### Forgotten", lines=(done,)))
