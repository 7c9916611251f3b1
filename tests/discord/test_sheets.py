"""What is sent of a card: the same that the library's own parts would say of it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.components.interactions.card import Card, CardImage, Control, Style, layout

MOVE = Control("move", "Move", 7, 3)
TAKE = Control("pick", "Take" * 30, 7, 3, "take|d4", Style.success)
DONE = Control("draw", "Draw", 7, 3, style=Style.primary, disabled=True)
CARDS = {
    "a line": Card("Only a heading"),
    "a board": Card(
        "### Snorkels", (CardImage("A board"),), ("It is *your* turn.", "", "Play!"), ((MOVE,),), 0x12AB34
    ),
    "everything": Card(
        "### The end" * 90,
        (CardImage("One" * 900), CardImage("Two", name="second.png")),
        ("word " * 900,),
        ((MOVE, TAKE), (DONE,)),
        0xFFFFFF,
        (5,),
        (("table-7.txt", b"record"), ("all.json", b"{}")),
    ),
}


def by_the_library(card: Card) -> discord.ui.LayoutView:
    """``card``, cut to Discord's lengths, in parts of discord.py."""
    parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(card.heading[:500])]
    if card.pictures:
        items = [
            discord.MediaGalleryItem(f"attachment://{each.name}", description=each.description)
            for each in card.pictures
        ]
        parts.append(discord.ui.MediaGallery(*items))
    if text := "\n".join(filter(None, card.lines)):
        parts.append(discord.ui.TextDisplay(text[:3900]))
    parts += [discord.ui.File(f"attachment://{name}") for name, _ in card.files]
    for row in card.rows:
        buttons = [
            discord.ui.Button[Any](
                label=each.label[:80], style=each.style, disabled=each.disabled, custom_id=each.custom_id
            )
            for each in row
        ]
        parts.append(discord.ui.ActionRow(*buttons))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*parts, accent_colour=card.accent))
    return view


@pytest.mark.parametrize("name", CARDS)
async def test_a_card_is_sent_as_the_library_would_write_it(name: str) -> None:
    wanted, sheet = by_the_library(CARDS[name]), layout(CARDS[name])
    written: list[Any] = wanted.to_components()  # type: ignore[no-untyped-call]
    assert sheet.to_components() == written
    assert sheet.has_components_v2() == wanted.has_components_v2()
