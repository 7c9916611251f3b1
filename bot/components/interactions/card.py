"""Cards: what a message shows, as values, and how they become Discord's components.

A ``View`` object of discord.py is never kept or sent twice: removing, stopping or timing out one of its
items can unregister the buttons of every other card. So each message gets a fresh view without items, and
``routing.receive`` hears all presses.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import accumulate, chain, groupby, pairwise
from typing import Any, Final

import discord

from bot.languages import gettext
from bot.people.kinds import Role
from bot.tables.model.table import Table
from rendering.scene import Picture

ALT_LIMIT: Final = 1024
TEXT_LIMIT: Final = 3900
"""Of the 4,000 characters that all texts of a message may have together."""
LABEL_LIMIT: Final = 80
ID_LIMIT: Final = 100
REST_LIMIT: Final = 80
"""Characters of a custom_id's rest."""
PLACEHOLDER_LIMIT: Final = 150
PICTURE: Final = "board.png"
MENU: Final = 25
"""The most entries of a drop-down list (Discord's limit)."""
ROW: Final = 5
"""The most buttons in a row (Discord's limit); more controls in a row are a drop-down list."""
MOST_BUTTONS: Final = 15
"""Choices that are buttons; more are a drop-down list, so that a phone shows the picture, too."""
LIST: Final = ">"
"""The ``rest`` of a list of controls: each entry's value is a whole one."""
CHOSEN: Final = "chosen"
"""The verb of what is chosen already: a press changes nothing."""
MOST_TOGETHER: Final = 18
"""Of more buttons, rows are filled: a message has at most 40 parts."""

Style = discord.ButtonStyle
Part = discord.ComponentType


@dataclass(frozen=True, slots=True)
class Control:
    """A button: what it does, to which table, at which version."""

    verb: str
    label: str
    table_id: int = 0
    version: int = 0
    rest: str = ""
    style: discord.ButtonStyle = Style.secondary
    disabled: bool = False
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    """What was answered in the form that it names, by field."""

    @property
    def custom_id(self) -> str:
        """All that a press says, in at most :data:`ID_LIMIT` characters (Discord's limit)."""
        return f"ct:{self.verb}:{self.table_id}:{self.version}:{self.rest}"

    def holding(self, typed: str) -> Control:
        """This button with as much of what is ``typed`` as it has room for."""
        room = ID_LIMIT - len(self.custom_id)
        return replace(self, rest=typed[: min(room, REST_LIMIT)])


def table_control(
    table: Table, verb: str, label: str, rest: str = "", style: Style = Style.secondary, *, off: bool = False
) -> Control:
    """A button of ``table`` as it is now."""
    return Control(verb, label, table.header.id, table.version, rest, style, disabled=off)


def chosen_already(control: Control) -> Control:
    """``control`` as what is chosen: not green, as what plays is, nor disabled, as what is forbidden."""
    return replace(control, verb=CHOSEN, label=f"✓ {control.label}", style=Style.secondary)


def are_you_sure(heading: str, question: str, yes: Control, no: Control, accent: int | None = None) -> Card:
    """What asks before something is thrown away: what is lost, the button that does it, and the way back."""
    return Card(
        heading, lines=(f"**{question}**",), rows=((replace(yes, style=Style.danger), no),), accent=accent
    )


def close_button(table: Table | None = None) -> Control:
    """The button that takes a private card away, one of a ``table`` or another."""
    if table is None:
        return Control("dismiss", gettext("Close"))
    return table_control(table, "dismiss", gettext("Close"))


@dataclass(frozen=True, slots=True)
class Menu:
    """A drop-down list: a choice arrives as a press of ``verb`` whose ``rest`` ends with the chosen value."""

    verb: str
    placeholder: str
    entries: tuple[tuple[str, str], ...]
    """Label and value of each, at most :data:`MENU` of them."""
    rest: str = ""
    chosen: Collection[str] = ()
    """The values that are marked as the present ones."""
    table_id: int = 0
    version: int = 0
    several: int = 0
    """How many may be chosen, none as well; their values arrive with spaces between them. 0: just one."""


@dataclass(frozen=True, slots=True)
class CardImage:
    """A picture in a card."""

    alt: str
    """In words, from the same view as the picture."""
    picture: Picture | None = None
    """None when the message has the picture already."""
    name: str = PICTURE

    @property
    def description(self) -> str:
        """``alt``, cut between two words at Discord's limit."""
        if len(self.alt) <= ALT_LIMIT:
            return self.alt
        kept = self.alt[: ALT_LIMIT - 1]
        return f"{kept.rpartition(' ')[0] or kept[:-1]} …"


@dataclass(frozen=True, slots=True)
class Section:
    """Some lines of text with a small picture or a button beside them; or a wide picture without any."""

    lines: tuple[str, ...] = ()
    """Empty ones are left out."""
    beside: CardImage | Control | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One message."""

    heading: str
    """Left out if empty: a picture or a section may say it."""
    pictures: tuple[CardImage, ...] = ()
    """Side by side, below the heading."""
    lines: tuple[str, ...] = ()
    """Paragraphs below the sections; empty ones are left out."""
    rows: tuple[tuple[Control, ...], ...] = ()
    """Buttons; a row of more than :data:`ROW` is a drop-down list, whose entries differ in their ``rest``."""
    accent: int | None = None
    """0xRRGGBB."""
    pings: tuple[int, ...] = ()
    """The people and roles whom the message may notify."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Attached files: name and content."""
    menus: tuple[Menu, ...] = ()
    """Shown above the rows."""
    strip: CardImage | None = None
    """Shown above the other pictures."""
    sections: tuple[Section, ...] = ()
    """Below the pictures."""
    question: str = ""
    """What a row that is a drop-down list asks."""

    def bare(self) -> Card:
        """The same card without controls, and with the pictures that its message has."""
        pictures = tuple(CardImage(each.alt, None, each.name) for each in self.pictures)
        strip = replace(self.strip, picture=None) if self.strip is not None else None
        sections = tuple(map(_bare, self.sections))
        return replace(self, rows=(), menus=(), pictures=pictures, strip=strip, sections=sections, pings=())

    def without_files(self) -> Card:
        """The same card without pictures and files."""
        sections = tuple(
            replace(each, beside=None) if isinstance(each.beside, CardImage) else each
            for each in self.sections
            if any(each.lines)
        )
        return replace(self, pictures=(), strip=None, sections=sections, files=())

    @property
    def images(self) -> tuple[CardImage, ...]:
        """All its pictures, the small ones last."""
        small = (each.beside for each in self.sections)
        return (*chain(*self.galleries), *(each for each in small if isinstance(each, CardImage)))

    @property
    def galleries(self) -> tuple[tuple[CardImage, ...], ...]:
        """Its pictures; those of one gallery are side by side."""
        return tuple(filter(None, ((self.strip,) if self.strip is not None else (), self.pictures)))


def _bare(section: Section) -> Section:
    beside = section.beside
    return replace(section, beside=replace(beside, picture=None) if isinstance(beside, CardImage) else None)


def choice_rows(controls: list[Control]) -> tuple[tuple[Control, ...], ...]:
    """``controls``, of which somebody chooses one: in rows, or where they are too many, as a list."""
    return (tuple(controls),) if len(controls) > MOST_BUTTONS else rows(controls)


def with_services(
    choices: tuple[tuple[Control, ...], ...], services: list[Control]
) -> tuple[tuple[Control, ...], ...]:
    """Rows of ``choices``, then what may be pressed besides; a last choice alone in its row joins that."""
    if len(choices) > 1 and len(choices[-1]) == 1 and len(services) < ROW:
        return (*choices[:-1], (*choices[-1], *services))
    return (*choices, *rows(services))


def rows(controls: list[Control], most: int = ROW) -> tuple[tuple[Control, ...], ...]:
    """``controls`` in rows of at most so many, as evenly as possible.

    What belongs together is not parted: a board's columns (a letter each), and what may be done on one
    square, such as “Stay” and “Stay + Bag”.
    """
    if len(controls) > MOST_TOGETHER:
        return tuple(_even([[control] for control in controls], most))
    kinds = groupby(controls, lambda control: len(control.label) == 1 and control.label.isalpha())
    return tuple(row for _, kind in kinds for row in _even(_together(kind), most))


def _together(controls: Iterable[Control]) -> list[list[Control]]:
    """Each control with those after it whose labels begin with its whole label."""
    groups: list[list[Control]] = []
    for control in controls:
        if groups and control.label.startswith(f"{groups[-1][0].label} "):
            groups[-1].append(control)
        else:
            groups.append([control])
    return groups


def _even(groups: list[list[Control]], most: int) -> Iterator[tuple[Control, ...]]:
    """Rows of whole groups, as many rows as it takes."""
    controls, starts = list(chain(*groups)), list(accumulate(map(len, groups), initial=0))
    for count in range(-(-len(controls) // most), len(groups) + 1):
        even = [-(-place * len(controls) // count) for place in range(count + 1)] if count else []
        cuts = sorted({next(start for start in starts if start >= cut) for cut in even})
        if all(end - start <= most for start, end in pairwise(cuts)):
            return iter([tuple(controls[start:end]) for start, end in pairwise(cuts)])
    return _even([[control] for control in controls], most)


class CardLayout(discord.ui.LayoutView):
    """A card as Discord's components, ready to be sent.

    Objects of discord.py for each part would take as long to make as all the card's text. Nor does this one
    listen to presses, so what discord.py needs for that isn't made: ``routing.receive`` hears them.
    """

    timeout: float | None = None

    def __init__(self, components: list[dict[str, Any]]) -> None:
        self._ready, self._children = components, []

    def to_components(self) -> list[dict[str, Any]]:
        """The message's components (Discord's own form)."""
        return self._ready

    def is_finished(self) -> bool:
        """Nothing listens; discord.py would keep the view of a first reply for fifteen minutes."""
        return True

    def has_components_v2(self) -> bool:
        """Texts and pictures are components here."""
        return True


def layout(card: Card) -> CardLayout:
    """A fresh view of ``card``."""
    parts: list[dict[str, Any]] = [_text(card.heading[:500])] if card.heading else []
    parts += map(_gallery, card.galleries)
    parts += map(_section, card.sections)
    text = "\n".join(line for line in card.lines if line)
    if text:
        parts.append(_text(text[:TEXT_LIMIT]))
    parts += [{"type": Part.file.value, "file": _attached(name), "spoiler": False} for name, _ in card.files]
    parts += [_in_a_row([_select(menu)]) for menu in card.menus]
    parts += (_row(row, card.question) for row in card.rows)
    frame = {"type": Part.container.value, "accent_color": card.accent, "spoiler": False}
    return CardLayout([frame | {"components": parts}])


def _gallery(pictures: tuple[CardImage, ...]) -> dict[str, Any]:
    return {"type": Part.media_gallery.value, "items": [*map(_media, pictures)]}


def _media(picture: CardImage) -> dict[str, Any]:
    return {"media": _attached(picture.name), "spoiler": False, "description": picture.description}


def _section(section: Section) -> dict[str, Any]:
    text, beside = "\n".join(filter(None, section.lines)), section.beside
    if beside is None:
        return _text(text)
    if isinstance(beside, Control):
        accessory = _button(beside)
    elif not text:
        return _gallery((beside,))
    else:
        accessory = {"type": Part.thumbnail.value, **_media(beside)}
    return {"type": Part.section.value, "components": [_text(text)], "accessory": accessory}


def _text(content: str) -> dict[str, Any]:
    return {"type": Part.text_display.value, "content": content}


def _attached(name: str) -> dict[str, Any]:
    return {"url": f"attachment://{name}"}


def _row(controls: tuple[Control, ...], question: str) -> dict[str, Any]:
    if len(controls) <= ROW:
        return _in_a_row([_button(control) for control in controls])
    entries = tuple((control.label, control.rest) for control in controls)
    chosen = [control.rest for control in controls if control.verb == CHOSEN]
    first = next((control for control in controls if control.verb != CHOSEN), controls[0])
    asked = question.replace("*", "").rpartition("\n")[2]
    # A phone has room for the question itself.
    asked = (re.findall(r"[^.!?]+\?", asked) or [asked])[-1].strip()[:PLACEHOLDER_LIMIT] or gettext("Choose")
    listed = Menu(first.verb, asked, entries, LIST, chosen, first.table_id, first.version)
    return _in_a_row([_select(listed)])


def _in_a_row(components: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": Part.action_row.value, "components": components}


def _button(control: Control) -> dict[str, Any]:
    return {
        "type": Part.button.value,
        "style": control.style.value,
        "disabled": control.disabled,
        "label": control.label[:LABEL_LIMIT],
        "custom_id": control.custom_id,
    }


def _select(menu: Menu) -> dict[str, Any]:
    several = {"min_values": 0, "max_values": min(menu.several, len(menu.entries))} if menu.several else {}
    return {
        "type": Part.string_select.value,
        "custom_id": Control(menu.verb, "", menu.table_id, menu.version, menu.rest).custom_id,
        "placeholder": menu.placeholder,
        "options": [
            {"label": label[:100], "value": value, "default": value in menu.chosen}
            for label, value in menu.entries
        ],
        **several,
    }


class _Upload(BytesIO):
    """A file's bytes, which are freed once it is sent.

    discord.py keeps aiohttp from closing a file by an attribute that refers to the file itself. Pictures
    would stay in memory until the collector of cycles comes.
    """

    close = property(lambda _self: lambda: None, lambda _self, _value: None)


def files(card: Card) -> list[discord.File]:
    """The files that ``card``'s message carries: its new pictures, then the rest."""
    shown = [
        discord.File(_Upload(each.picture.data), filename=each.name, description=each.description)
        for each in card.images
        if each.picture is not None
    ]
    return shown + [discord.File(_Upload(data), filename=name) for name, data in card.files]


def mentions(card: Card) -> discord.AllowedMentions:
    """The permission to notify the people and roles in ``card.pings``, and nobody else."""
    roles = [discord.Object(each) for each in card.pings if isinstance(each, Role)]
    people = [discord.Object(each) for each in card.pings if not isinstance(each, Role)]
    return discord.AllowedMentions(everyone=False, roles=roles or False, replied_user=False, users=people)


NOBODY: Final = discord.AllowedMentions.none()
"""The permission to notify nobody."""


def as_new(card: Card) -> dict[str, Any]:
    """What discord.py is given to send ``card``."""
    return {"view": layout(card), "files": files(card), "allowed_mentions": mentions(card)}


def as_edit(card: Card) -> dict[str, Any]:
    """What discord.py is given to make a message show ``card``."""
    return {"view": layout(card), "attachments": files(card), "allowed_mentions": mentions(card)}
