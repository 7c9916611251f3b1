"""Forms (Discord's modals): some questions on one page, answered with one press of **Submit**.

A form can only be the first answer to a command or a press, never to another form. What is submitted arrives
at the handler of the form's control, as ``Control.given``.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord

from .card import Control
from .context import Interaction

RADIO: Final = 10
"""The most options of a group of radio buttons (Discord's limit); more are a drop-down list."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text."""

    name: str
    label: str
    """At most 45 characters."""
    written: str = ""
    example: str = ""
    hint: str = ""
    """Beside the label; at most 100 characters."""
    most: int = 200
    required: bool = False


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some options, of which one is chosen already."""

    name: str
    label: str
    entries: tuple[tuple[str, str], ...]
    """Label and value of each: at most 25, or 10 to see all of them at once."""
    chosen: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Boxes to tick."""

    name: str
    label: str
    entries: tuple[tuple[str, str], ...]
    """Label and value of each, at most 10."""
    chosen: Collection[str] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class People:
    """Some people, or nobody."""

    name: str
    label: str
    chosen: tuple[int, ...] = ()
    hint: str = ""
    most: int = 25


@dataclass(frozen=True, slots=True)
class Channels:
    """Some channels of the server, or none."""

    name: str
    label: str
    chosen: tuple[int, ...] = ()
    hint: str = ""


Field: TypeAlias = Text | OneOf | AnyOf | People | Channels


def capitalized(words: str) -> str:
    """``words`` with a capital letter first, as an option that stands by itself."""
    return words[:1].upper() + words[1:]


async def open_form(interaction: Interaction, control: Control, *fields: Field) -> None:
    """Answer with a form of one to five fields, named like ``control``; acknowledged as ``own``."""
    form = discord.ui.Modal(title=control.label, custom_id=control.custom_id)
    for field in fields:
        form.add_item(
            discord.ui.Label(text=field.label, description=field.hint or None, component=_item(field))
        )
    # ``routing`` receives it, even after a restart: discord.py need not remember it.
    form.stop()
    await interaction.response.send_modal(form)


def _item(field: Field) -> discord.ui.Item[Any]:
    match field:
        case Text():
            return discord.ui.TextInput(
                custom_id=field.name,
                placeholder=field.example or None,
                default=field.written or None,
                required=field.required,
                max_length=field.most,
            )
        case OneOf() if len(field.entries) > RADIO:
            listed = [
                discord.SelectOption(label=label, value=value, default=value == field.chosen)
                for label, value in field.entries
            ]
            return discord.ui.Select(custom_id=field.name, options=listed)
        case OneOf():
            return discord.ui.RadioGroup(
                custom_id=field.name,
                options=[
                    discord.RadioGroupOption(label=label, value=value, default=value == field.chosen)
                    for label, value in field.entries
                ],
            )
        case AnyOf():
            return discord.ui.CheckboxGroup(
                custom_id=field.name,
                required=False,
                min_values=0,
                max_values=len(field.entries),
                options=[
                    discord.CheckboxGroupOption(label=label, value=value, default=value in field.chosen)
                    for label, value in field.entries
                ],
            )
        case People():
            return discord.ui.UserSelect(
                custom_id=field.name,
                required=False,
                min_values=0,
                max_values=field.most,
                default_values=[
                    discord.SelectDefaultValue(id=person, type=discord.SelectDefaultValueType.user)
                    for person in field.chosen
                ],
            )
        case Channels():
            return discord.ui.ChannelSelect(
                custom_id=field.name,
                required=False,
                min_values=0,
                max_values=25,
                channel_types=[
                    discord.ChannelType.text,
                    discord.ChannelType.forum,
                    discord.ChannelType.voice,
                ],
                default_values=[
                    discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
                    for channel in field.chosen[:25]
                ],
            )
