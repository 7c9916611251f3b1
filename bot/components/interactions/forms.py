"""Forms: windows with one text to type, which come back like a press."""

from __future__ import annotations

from typing import Any, Final

import discord

from .card import Control
from .context import Interaction

FIELD: Final = "text"


async def ask_for_text(
    interaction: Interaction, control: Control, question: str, example: str, written: str
) -> None:
    """Open a form (acknowledged as ``own``): what is typed arrives as the rest of ``control``.

    ``control`` names the form; ``written`` stands in it already.
    """
    form = discord.ui.Modal(title=control.label, custom_id=control.custom_id)
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=FIELD, placeholder=example, default=written, max_length=200
    )
    form.add_item(discord.ui.Label(text=question, component=field))
    # ``routing`` receives it, even after a restart: discord.py need not remember it.
    form.stop()
    await interaction.response.send_modal(form)


def typed_in(given: Any) -> str:
    """What was typed into a form that comes back with the data ``given``."""
    rows = given.get("components") or []
    fields = (each.get("component") or (each.get("components") or [{}])[0] for each in rows)
    return next((str(each.get("value") or "") for each in fields if each.get("custom_id") == FIELD), "")
