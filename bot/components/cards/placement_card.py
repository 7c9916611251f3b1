"""The card to place in secret: squares are offered file by file, until the number is right."""

from __future__ import annotations

from bot.components.interactions.card import Card, Control, Style, rows
from bot.components.interactions.context import BotContext
from bot.games.core import Placement, Seat
from bot.games.plurals import listed
from bot.tables.events import moves
from bot.tables.model.table import Table
from bot.tables.people import preferences

from . import table_cards, table_text


async def placing_card(
    context: BotContext, table: Table, seat: Seat, legal: Placement, *, file: str = "", note: str = ""
) -> Card:
    """The private chart with the controls to place: its files, or one file's ranks."""
    holder = table.holder(seat)
    choices = await preferences.load(context.tables.store, holder.id if holder else 0)
    chosen = moves.picked(table, seat)
    full = len(chosen) == legal.count

    def control(
        verb: str, label: str, rest: str, style: Style = Style.secondary, *, off: bool = False
    ) -> Control:
        return Control(verb, label, table.id, table.version, rest, style, disabled=off)

    if file:
        offered = [
            control(
                "put",
                square,
                f"{file}|{square}",
                Style.success if square in chosen else Style.primary,
                off=full and square not in chosen,
            )
            for square in legal.squares
            if square[0] == file
        ]
        question = f"Which squares of file {file}? Press a chosen one again to take it back."
        last = [control("put", "Back", "")]
    else:
        files = dict.fromkeys(square[0] for square in legal.squares)
        held = {square[0] for square in chosen}
        offered = [
            control("put", letter, letter, Style.success if letter in held else Style.primary)
            for letter in files
        ]
        question = "Choose a file first; or let chance do it."
        last = []
    verb = legal.verb.capitalize()
    last += [
        control("lay", f"Lay {verb}", "", Style.success, off=not full),
        control("scatter", "Random", file),
        control("clear", "Clear", file, off=not chosen),
    ]
    view = table.view_for(seat)
    picture = await table_cards.illustrate(
        context.studio,
        table,
        view,
        bottom=seat if choices.own_side_at_bottom else None,
        marks=chosen,
        palette=choices.palette,
    )
    picked = listed(chosen) or "none yet"
    return Card(
        heading=table_text.private_heading(table, seat),
        pictures=(picture,),
        lines=(
            note,
            f"**{verb}: {len(chosen)} of {legal.count}** chosen: {picked}.",
            "All are chosen: press the green button, and they stay where they are." if full else question,
            table_text.way_in(table),
        ),
        rows=(*rows(offered), tuple(last)),
        accent=table.game.seat_styles[seat].colour,
    )
