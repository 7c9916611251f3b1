"""Cards: what a message shows, as values; and the one place that turns them into Discord's components.

A ``View`` object of discord.py is never kept or sent twice: removing, stopping or timing out one of its
items can unregister the buttons of every other card (see the regression test). So each message gets a fresh
view, of dynamic items and link-less parts only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Final

import discord

from rendering.picture import Picture

CUSTOM_ID: Final = re.compile(
    r"ct:(?P<verb>[a-z]+):(?P<session>\d{1,12}):(?P<version>\d{1,9}):(?P<rest>[^\n]{0,80})"
)
ALT_LIMIT: Final = 1024
TEXT_LIMIT: Final = 3900
"""Of the 4,000 characters that all texts of a message may have together."""
PICTURE: Final = "board.png"

Style = discord.ButtonStyle


@dataclass(frozen=True, slots=True)
class Control:
    """A button: what it does, to which table, as it stood at which version."""

    verb: str
    label: str
    session: int = 0
    version: int = 0
    rest: str = ""
    style: discord.ButtonStyle = Style.secondary
    disabled: bool = False

    @property
    def custom_id(self) -> str:
        """All that the press needs to know (at most 100 characters: Discord's limit)."""
        return f"ct:{self.verb}:{self.session}:{self.version}:{self.rest}"


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture in a card."""

    alt: str
    """In words, from the same view as the picture."""
    picture: Picture | None = None
    """None when the message has the picture already."""
    name: str = PICTURE


@dataclass(frozen=True, slots=True)
class Card:
    """One message."""

    heading: str
    pictures: tuple[Illustration, ...] = ()
    lines: tuple[str, ...] = ()
    """Paragraphs below the picture; empty ones are left out."""
    rows: tuple[tuple[Control, ...], ...] = ()
    accent: int | None = None
    """0xRRGGBB."""
    pings: tuple[int, ...] = ()
    """The people whom the message may notify."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Attached files: name and content."""

    def bare(self) -> Card:
        """The same card without controls, and with the pictures that its message has."""
        pictures = tuple(replace(picture, picture=None) for picture in self.pictures)
        return replace(self, rows=(), pictures=pictures, pings=())


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=CUSTOM_ID):
    """Every button of the bot: one template, so that exactly one callback answers a press."""

    def __init__(self, control: Control) -> None:
        super().__init__(
            discord.ui.Button(
                label=control.label[:80],
                style=control.style,
                disabled=control.disabled,
                custom_id=control.custom_id,
            )
        )
        self.control = control

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Press:
        # Parse only: whatever is raised here is swallowed, and the three seconds are running.
        return cls(
            Control(match["verb"], "…", int(match["session"]), int(match["version"]), match["rest"] or "")
        )

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        from .pressing import pressed

        await pressed(interaction, self.control)


def rows(controls: list[Control], most: int = 5) -> tuple[tuple[Control, ...], ...]:
    """``controls`` in rows of at most ``most``, as even as can be."""
    count = -(-len(controls) // most)
    if count == 0:
        return ()
    size, extra = divmod(len(controls), count)
    cut, result = 0, []
    for place in range(count):
        width = size + (place < extra)
        result.append(tuple(controls[cut : cut + width]))
        cut += width
    return tuple(result)


def layout(card: Card) -> discord.ui.LayoutView:
    """A fresh view of ``card``."""
    view = discord.ui.LayoutView(timeout=None)
    parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(card.heading[:500])]
    if card.pictures:
        parts.append(
            discord.ui.MediaGallery(
                *(
                    discord.MediaGalleryItem(f"attachment://{each.name}", description=each.alt[:ALT_LIMIT])
                    for each in card.pictures
                )
            )
        )
    text = "\n".join(line for line in card.lines if line)
    if text:
        parts.append(discord.ui.TextDisplay(text[:TEXT_LIMIT]))
    parts += [discord.ui.File(f"attachment://{name}") for name, _ in card.files]
    parts += [discord.ui.ActionRow(*(Press(control) for control in row)) for row in card.rows]
    view.add_item(discord.ui.Container(*parts, accent_colour=card.accent))
    return view


def files(card: Card) -> list[discord.File]:
    """The files that ``card``'s message carries: its new pictures, then the rest."""
    shown = [
        discord.File(BytesIO(each.picture.data), filename=each.name, description=each.alt[:ALT_LIMIT])
        for each in card.pictures
        if each.picture is not None
    ]
    return shown + [discord.File(BytesIO(data), filename=name) for name, data in card.files]


def mentions(card: Card) -> discord.AllowedMentions:
    """Leave to notify those whom ``card`` names, and nobody else."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(each) for each in card.pings]
    )
