"""Standing orders: given on a private card, shown there with **Stop**, and played like plans."""

from __future__ import annotations

from dataclasses import replace

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.hooks import BotContext, asked_by
from bot.components.interactions.card import Card, Control, Style, close_button, rows, table_control
from bot.components.interactions.context import key_of
from bot.components.interactions.routing import on_button
from bot.components.play.notes import refresh_chart
from bot.components.play.picker import played_card
from bot.components.play.private_cards import Interaction, open_private_card, update_private_card
from bot.components.publishing.private_charts import chart_card
from bot.languages import gettext
from bot.tables import permissions
from bot.tables.errors import TableError
from bot.tables.model.drafts import in_order
from bot.tables.model.table import Table

from . import orders, plans


async def order_card(context: BotContext, table: Table, person: int, chosen: str) -> Card:
    """The card on which an order is chosen: a column, a square of it, then what ends the order.

    :raises TableError: when there is no such order for ``person`` now.
    """
    every = [*orders.offered(table, person)]
    squares = in_order([square for square in every if square.startswith(chosen)])
    seat = table.acting_seat(person)
    row = table.seat_row(seat)
    rules = table.game.standing
    if row is None or seat is None or rules is None or not squares:
        raise TableError(
            "You can give a standing order only on your turn, and only if nothing gets in your way."
        )
    if len(squares) == 1:
        chosen = squares[0]

    offered, controls = list[Control](), list[Control]()
    back = table_control(table, "orderpick", gettext("Back"))
    if chosen in squares:
        question = f"{orders.told(table, row, chosen)} {gettext(rules.ends)}"
        controls.append(table_control(table, "ordergive", gettext("Go Ahead"), chosen, Style.success))
        column = chosen[0]
        if sum(square.startswith(column) for square in every) > 1:
            back = table_control(table, "orderpick", gettext("Back"), column)
    elif chosen:
        question = gettext("Which square in column {column}?", column=chosen)
        offered = [table_control(table, "orderpick", square, square, Style.primary) for square in squares]
    else:
        question = gettext("Where do you want to go over the next turns? Pick a column.")
        columns = dict.fromkeys(square[0] for square in squares)
        offered = [table_control(table, "orderpick", column, column, Style.primary) for column in columns]
    if not chosen or len(every) == 1:
        back = table_control(table, "view", gettext("Back"))
    picture = await table_cards.own_picture(
        context,
        table,
        seat,
        person,
        chosen=(chosen,),
        goals=(chosen,) if chosen in squares else (),
    )
    return Card(
        heading=table_text.private_heading(table, seat),
        pictures=(picture,),
        lines=(question,),
        rows=(*rows(offered), *rows([*controls, back, close_button(table)])),
        accent=table.game.seat_styles[seat].colour,
    )


async def _own_card(context: BotContext, table: Table, person: int, note: str) -> Card:
    card = await chart_card(context, table, person)
    return replace(card, lines=(note, *card.lines))


@on_button("order", reply="private", cost="picture")
async def open_order(interaction: Interaction, table: Table) -> None:
    """Open the choice of an order, or one's own view with those that were given, as a new private card.

    Its button says what the game calls it: **Stay Until Water Comes**, or **Sail On…**.

    :raises TableError: when the person doesn't play at this table, or has and can give no order.
    """
    context, person = asked_by(interaction)
    permissions.require_player(table, person)
    if any(orders.offered(table, person.id)) or not orders.orders_of(table, person.id):
        card = await order_card(context, table, person.id, "")
    else:
        card = await chart_card(context, table, person.id)
    await open_private_card(interaction, table, card)


@on_button("orderpick", cost="picture")
async def pick(interaction: Interaction, control: Control, table: Table) -> None:
    """A column or a square."""
    context, person = interaction.client.context, interaction.user.id
    try:
        card = await order_card(context, table, person, control.rest)
    except TableError as refusal:
        card = await _own_card(context, table, person, f"*{refusal}*")
    await update_private_card(interaction, table, card)


@on_button("ordergive")
async def give(interaction: Interaction, control: Control) -> None:
    """**Go Ahead**: this turn is played, and the next ones will be."""
    context, person = asked_by(interaction)
    interaction.client.private_cards.hold(control.table_id, person.id)
    try:
        table = await orders.give(
            context.tables, control.table_id, person, control.version, control.rest, key_of(interaction)
        )
        card = await played_card(context, table, person.id)
    except TableError as refusal:
        table = await context.tables.get(control.table_id)
        card = await _own_card(context, table, person.id, f"*{refusal}*")
    context.turns.wake(table.id)
    await update_private_card(interaction, table, card)
    await refresh_chart(interaction, table)


@on_button("orderstop", reply="private", cost="picture")
async def stop(interaction: Interaction, control: Control) -> None:
    """**Stop**: nothing more is played by itself."""
    context, person = asked_by(interaction)
    table = await plans.clear(context.tables, control.table_id, person, control.rest)
    card = await _own_card(
        context,
        table,
        person.id,
        gettext("Stopped. From now on, you play your own turns."),
    )
    await open_private_card(interaction, table, card, plays=False)
    await refresh_chart(interaction, table)
