"""A player's private marks on squares, set on buttons or by ``/mark``."""

from __future__ import annotations

from typing import Final

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.hooks import BotContext, Interaction, asked_by
from bot.components.interactions.card import Card, Control, Style, rows, table_control
from bot.components.interactions.context import person_of
from bot.components.interactions.replies import replace_card
from bot.components.interactions.routing import UnknownControl, on_button
from bot.components.publishing import private_charts
from bot.games.core import Seat
from bot.languages import gettext
from bot.tables import notes, permissions
from bot.tables.errors import TableError
from bot.tables.model.table import Table

DONE: Final = "done"


def _require_notebook(table: Table, person: int) -> Seat:
    """The seat whose squares ``person`` may mark.

    :raises TableError: if there is nothing to mark.
    """
    permissions.require_live(table)
    viewer = table.viewer(person)
    if viewer is None or not notes.markable(table, viewer):
        raise TableError(
            "There’s nothing to mark right now. You can mark hidden squares while a game is being played."
        )
    return viewer


async def marking_card(context: BotContext, table: Table, person: int, kind: str, column: str) -> Card:
    """The private chart with a choice of marks, and columns or one column's squares to put them on.

    :raises TableError: if there is nothing to mark.
    """
    viewer = _require_notebook(table, person)
    kept, signs = dict(notes.kept(table, viewer)), table.game.note_kinds
    kind = kind or next(iter(signs))

    def control(label: str, rest: str, style: Style = Style.secondary) -> Control:
        return table_control(table, "mark", label, rest, style)

    kinds = tuple(
        control(
            f"{sign} {table.game.name_of(each)}",
            f"{each}|{column}|",
            Style.success if each == kind else Style.secondary,
        )
        for each, sign in signs.items()
    )
    squares = notes.markable(table, viewer)
    if column:
        question = gettext(
            "Pick squares in column {column} to mark as “{kind}”. Press a square again to clear it.",
            column=column,
            kind=table.game.name_of(kind),
        )
        offered = [
            control(
                f"{square} {signs.get(kept.get(square, ''), '')}".strip(),
                f"{kind}|{column}|{square}",
                Style.success if kept.get(square) == kind else Style.primary,
            )
            for square in squares
            if square[0] == column
        ]
        last: tuple[Control, ...] = (control(gettext("Back"), f"{kind}||"), control(gettext("Done"), DONE))
    else:
        question = gettext("Pick a mark, then a column. Only you see your marks.")
        letters = dict.fromkeys(square[0] for square in squares)
        offered = [control(letter, f"{kind}|{letter}|", Style.primary) for letter in letters]
        last = (control(gettext("Done"), DONE),)
    picture = await table_cards.own_picture(
        context,
        table,
        viewer,
        person,
        chosen=(column,) if column else (),
        notes=notes.kept(table, viewer),
    )
    return Card(
        heading=table_text.private_heading(table, viewer),
        pictures=(picture,),
        lines=(*table_text.findings(table, viewer), question),
        rows=(kinds, *rows(offered), last),
        accent=table.game.seat_styles[viewer].colour,
    )


@on_button("mark", cost="picture")
async def mark(interaction: Interaction, control: Control, table: Table) -> Card | None:
    """**Mark** on a private chart; then a kind, a column, a square; **Done**."""
    context, person = asked_by(interaction)
    kind, _, rest = control.rest.partition("|")
    column, _, square = rest.partition("|")
    if kind == DONE or not notes.markable(table, table.viewer(person.id)):
        await replace_card(interaction, await private_charts.chart_card(context, table, person.id))
        await refresh_chart(interaction, table)
        await private_charts.keep_up_to_date(interaction, table)
        return None
    if kind not in ("", *table.game.note_kinds):
        raise UnknownControl
    if square:
        table = await notes.mark(context.tables, table.id, person, [square], kind, toggle=True)
    return await marking_card(context, table, person.id, kind, column)


async def mark_typed(interaction: Interaction, table: Table, typed: str, kind: str) -> Card:
    """``/mark``: mark the squares that were typed; the private chart.

    :raises RulesError: if they can't be marked.
    """
    context, person = asked_by(interaction)
    viewer = _require_notebook(table, person.id)
    squares = notes.squares_of(typed, notes.markable(table, viewer))
    table = await notes.mark(context.tables, table.id, person, squares, kind)
    await refresh_chart(interaction, table)
    return await private_charts.chart_card(context, table, person.id)


async def refresh_chart(interaction: Interaction, table: Table) -> None:
    """Update the chart in the direct messages, unless that is what was pressed."""
    row = table.row_of(interaction.user.id)
    if row is None or row.chart is None or (interaction.message and interaction.message.id == row.chart):
        return
    await private_charts.PrivateCharts(interaction.client.context, interaction.client).refresh(
        table.id, person_of(interaction.user)
    )
