"""Forms (Discord's modals): some questions on one page, answered with one press of **Submit**.

A form can only be the first answer to a command or a press, never to another form. What is submitted arrives
at the handler of the form's control, as ``Control.given``. When that refuses something typed, **Try Again**
opens the form with what was typed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

import discord

from .card import MENU, Control
from .context import Interaction
from .replies import first_reply

RADIO: Final = 10
"""The most options of a group of radio buttons (Discord's limit); more are a drop-down list."""
LABEL_LIMIT: Final = 45
"""Characters of a form's title, and of what a field is called."""
HINT_LIMIT: Final = 100
"""Characters of a field's hint, of an option, and of an example."""


@dataclass(frozen=True, slots=True)
class Field:
    """One question."""

    name: str
    """Its key in ``Control.given``."""
    label: str
    hint: str = field(default="", kw_only=True)
    """Beside the label."""

    def item(self) -> discord.ui.Item[Any]:
        """Where it is answered, as discord.py has it."""
        raise NotImplementedError

    def answered(self, answers: tuple[str, ...]) -> Self:
        """The same question with these answers in it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Text(Field):
    """A line of text."""

    written: str = ""
    """What stands in it already."""
    example: str = ""
    most: int = 200
    """Characters."""
    required: bool = False

    def item(self) -> discord.ui.Item[Any]:
        """A text input."""
        return discord.ui.TextInput(
            custom_id=self.name,
            placeholder=self.example[:HINT_LIMIT] or None,
            default=self.written[: self.most] or None,
            required=self.required,
            max_length=self.most,
        )

    def answered(self, answers: tuple[str, ...]) -> Self:
        return replace(self, written=" ".join(answers))


@dataclass(frozen=True, slots=True)
class OneOf(Field):
    """One of some options, of which one is chosen already."""

    entries: tuple[tuple[str, str], ...]
    """Label and value of each: at most 25; up to :data:`RADIO` are all seen at once."""
    chosen: str

    def item(self) -> discord.ui.Item[Any]:
        """Radio buttons, or a drop-down list."""
        options = [((label[:1].upper() + label[1:])[:HINT_LIMIT], value) for label, value in self.entries]
        if len(options) > RADIO:
            listed = [
                discord.SelectOption(label=label, value=value, default=value == self.chosen)
                for label, value in options
            ]
            return discord.ui.Select(custom_id=self.name, options=listed)
        radio = [
            discord.RadioGroupOption(label=label, value=value, default=value == self.chosen)
            for label, value in options
        ]
        return discord.ui.RadioGroup(custom_id=self.name, options=radio)

    def answered(self, answers: tuple[str, ...]) -> Self:
        return replace(self, chosen="".join(answers[:1]))


@dataclass(frozen=True, slots=True)
class AnyOf(Field):
    """Boxes to tick."""

    entries: tuple[tuple[str, str], ...]
    """Label and value of each, at most 10."""
    chosen: Collection[str]

    def item(self) -> discord.ui.Item[Any]:
        """A group of boxes, of which none need be ticked."""
        boxes = [
            discord.CheckboxGroupOption(label=label[:HINT_LIMIT], value=value, default=value in self.chosen)
            for label, value in self.entries
        ]
        return discord.ui.CheckboxGroup(
            custom_id=self.name, required=False, min_values=0, max_values=len(boxes), options=boxes
        )

    def answered(self, answers: tuple[str, ...]) -> Self:
        return replace(self, chosen=answers)


@dataclass(frozen=True, slots=True)
class People(Field):
    """Some people, or nobody."""

    chosen: tuple[int, ...]
    """At most 25."""

    def item(self) -> discord.ui.Item[Any]:
        """A drop-down list of whom Discord knows there."""
        return discord.ui.UserSelect(
            custom_id=self.name,
            required=False,
            min_values=0,
            max_values=MENU,
            default_values=[discord.Object(each, type=discord.User) for each in self.chosen],
        )

    def answered(self, answers: tuple[str, ...]) -> Self:
        return replace(self, chosen=tuple(int(each) for each in answers if each.isdecimal()))


@dataclass(frozen=True, slots=True)
class Channels(Field):
    """Some channels of the server, or none."""

    chosen: tuple[int, ...]
    """At most 25."""

    def item(self) -> discord.ui.Item[Any]:
        """A drop-down list of those in which games can be."""
        kinds = discord.ChannelType
        return discord.ui.ChannelSelect(
            custom_id=self.name,
            required=False,
            min_values=0,
            max_values=MENU,
            channel_types=[
                kinds.text,
                kinds.news,
                kinds.forum,
                kinds.media,
                kinds.voice,
                kinds.stage_voice,
            ],
            default_values=[discord.Object(each, type=discord.abc.GuildChannel) for each in self.chosen],
        )

    def answered(self, answers: tuple[str, ...]) -> Self:
        return replace(self, chosen=tuple(int(each) for each in answers if each.isdecimal()))


async def open_form(interaction: Interaction, control: Control, *fields: Field) -> None:
    """Answer with a form of one to five fields, named like ``control``; acknowledged as ``own``."""
    form = discord.ui.Modal(title=control.label[:LABEL_LIMIT], custom_id=control.custom_id)
    for each in fields:
        label, hint = each.label[:LABEL_LIMIT], each.hint[:HINT_LIMIT] or None
        form.add_item(discord.ui.Label(text=label, description=hint, component=each.item()))
    # ``routing`` receives it, even after a restart: discord.py need not remember it.
    form.stop()
    interaction.client.context.forms[interaction.user.id, control.custom_id] = control, fields
    await first_reply(lambda: interaction.response.send_modal(form))


def keep_answers(interaction: Interaction, control: Control) -> None:
    """Keep the form that comes back, and its answers, to open it once more if something typed is refused."""
    found = interaction.client.context.forms.get((interaction.user.id, control.custom_id))
    if found is not None and any(isinstance(each, Text) for each in found[1]):
        form, fields = found
        answered = [each.answered(control.given.get(each.name, ())) for each in fields]
        keep_form(interaction, form, *answered)


def keep_form(interaction: Interaction, control: Control, *fields: Field) -> None:
    """Keep a form for **Try Again**, should what this interaction brings be refused."""
    interaction.client.context.forms[interaction.user.id, str(interaction.id)] = control, fields
