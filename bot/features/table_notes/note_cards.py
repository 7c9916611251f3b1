"""**Note**: the form to write it in, and where it is read once the game is over."""

from __future__ import annotations

from typing import Final

from bot.components.cards.text import mention
from bot.components.hooks import NO_EXTRAS, BotContext, Extras, Feature, Interaction
from bot.components.interactions.card import Control, table_control
from bot.components.interactions.context import person_of
from bot.components.interactions.form import Text, open_form
from bot.components.interactions.replies import send_text
from bot.components.interactions.routing import on_button
from bot.games.record import one_line
from bot.languages import gettext, ngettext
from bot.people.display_names import safe, sanitize
from bot.tables.errors import TableError
from bot.tables.exports import exporting
from bot.tables.model.table import Table
from bot.tables.permissions import require_playing
from bot.tables.service import TableService
from data.store.queries import followers as stored
from data.store.queries import people
from data.store.queries.followers import TableNote

MOST: Final = 150
"""Characters of a note."""
MAX_SHOWN: Final = 3
"""The most notes on the card of the end; the record has them all."""
MAX_NOTES: Final = 50
"""The most notes of one game."""


def _require_open(table: Table) -> None:
    """:raises TableError: when it is too late for a note, or too early."""
    require_playing(table)
    if table.private:
        raise TableError("Nobody else can see this game, so there’s nobody to read a note.")


@on_button("note", reply="own")
async def write_note(interaction: Interaction, table: Table) -> None:
    """**Note**: a form with what somebody has written so far.

    :raises TableError: when the game isn't in play.
    """
    _require_open(table)
    before = await stored.note_of(interaction.client.context.tables.store, table.id, interaction.user.id)
    field = Text(
        "text",
        gettext("For everyone, once the game is over"),
        before,
        gettext("One sentence (blank removes the note)"),
        most=MOST,
    )
    await open_form(interaction, Control("noted", gettext("Note"), table.id, table.version), field)


@on_button("noted", reply="private")
async def keep_note(interaction: Interaction, control: Control, table: Table) -> None:
    """The form of **Note** comes back.

    :raises TableError: when the game is over by now, or has too many notes.
    """
    _require_open(table)
    context, person = interaction.client.context, person_of(interaction.user)
    written = sanitize(" ".join(control.given.get("text", ())), MOST)
    text = one_line(written, MOST) if written else ""
    others = [
        each for each in await stored.notes_of(context.tables.store, table.id) if each.person != person.id
    ]
    if text and len(others) >= MAX_NOTES:
        raise TableError("This game has {number} notes already, which is all it can hold.", number=MAX_NOTES)
    note = TableNote(table.id, person.id, person.name, text, table.moves, context.tables.now())
    await stored.keep_note(context.tables.store, note)
    await send_text(
        interaction,
        gettext(
            "Noted. Nobody can read it until the game is over; then it appears on the last card and in the "
            "record."
        )
        if text
        else gettext("Your note has been removed."),
    )


async def more_controls(_context: BotContext, table: Table, _person: int) -> list[Control]:
    """**Note**, for whoever plays or watches."""
    if table.status != "playing" or table.private:
        return []
    return [table_control(table, "note", gettext("Note"))]


async def _open_notes(service: TableService, table: Table) -> list[TableNote]:
    """The notes that may be read by now."""
    return await stored.notes_of(service.store, table.id) if table.status == "over" else []


async def _extras(context: BotContext, table: Table) -> Extras:
    found = await _open_notes(context.tables, table)
    if not found:
        return NO_EXTRAS
    lines = [
        gettext("📝 {name}: “{text}”", name=mention(each.person), text=safe(each.text))
        for each in found[:MAX_SHOWN]
    ]
    if (more := len(found) - MAX_SHOWN) > 0:
        lines.append(
            ngettext("-# {number} more note in the record.", "-# {number} more notes in the record.", more)
        )
    return Extras(lines=tuple(lines))


async def _record_notes(service: TableService, table: Table) -> list[tuple[str, str]]:
    """Each with whose it is, and after how many actions it was written."""
    return [
        (f"note after {each.place} by {one_line(sanitize(each.name).replace(':', ' '), 40)}", each.text)
        for each in await _open_notes(service, table)
    ]


FEATURE: Final = Feature(
    name="notes",
    record_notes=_record_notes,
    more_controls=more_controls,
    extras=_extras,
    data_note="**Notes** that you wrote about games, with the name you had then. Once a game is over, "
    "everybody who can see it can read its notes.",
    export=exporting(notes=("table_note", "table=table_id", "text", "place", "at")),
    forget=people.removing("table_note"),
)
