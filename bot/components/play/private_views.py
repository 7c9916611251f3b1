"""The private cards around a board: one's own view, the board in words, and what **More** offers."""

from __future__ import annotations

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.interactions.card import Card, Control, Style, rows
from bot.components.interactions.context import Interaction, key_of, person_of
from bot.components.interactions.replies import replace_card, send_card, send_text
from bot.components.interactions.routing import on_button
from bot.components.publishing import private_charts
from bot.tables.events import moves
from bot.tables.model.table import Table
from bot.tables.record_text import record_text

from . import agreements


@on_button("view", reply="private", cost="picture")
async def view(interaction: Interaction, control: Control) -> None:
    """**My View**."""
    context = interaction.client.context
    table = await context.tables.get(control.table_id)
    await send_card(interaction, await private_charts.chart_card(context, table, interaction.user.id))


@on_button("describe", reply="private")
async def describe(interaction: Interaction, control: Control) -> None:
    """**In Words**."""
    table = await interaction.client.context.tables.get(control.table_id)
    await send_card(interaction, table_cards.text_board_card(table, interaction.user.id))


@on_button("more", reply="private")
async def more_controls(interaction: Interaction, control: Control) -> None:
    """**More**: what is seldom needed."""
    table = await interaction.client.context.tables.get(control.table_id)
    number, version = table.id, table.version
    controls = [
        table_cards.rules_control(table),
        Control("describe", "In Words", number, version),
        Control("record", "Record", number, version),
    ]
    lines = ["What would you like?"]
    if table.status == "playing" and table.side_of(interaction.user.id) is not None:
        if table.game.drawable:
            controls.append(Control("draw", "Offer a Draw", number, version))
        controls += agreements.more_controls(table, interaction.user.id)
        if len(table.people) > 1:
            controls.append(Control("quit", "Resign", number, version, style=Style.danger))
        else:
            controls.append(Control("quit", "Give Up", number, version, style=Style.danger))
    elif table.side_of(interaction.user.id) is None:
        lines = ["You are watching this table."]
    await send_card(interaction, Card(f"### {table_text.title(table)}", (), tuple(lines), rows(controls)))


def resign_card(table: Table, person: int) -> Card:
    """The question before ``person`` resigns."""
    what = "resign" if len(table.people) > 1 else "give up"
    challenge = table.game.daily if table.private else None
    cost = f" Your attempt at the daily {challenge.noun} does not count then." if challenge else ""
    silent = table.still_to_resign(frozenset({person})) - {person}
    ends = "That ends the game once the rest of your side agrees." if silent else "The game ends with that."
    return Card(
        f"### {table_text.title(table)}",
        (),
        (f"Do you really want to {what}? {ends}{cost}",),
        (
            (
                Control("resign", f"Yes, {what.title()}", table.id, table.version, style=Style.danger),
                Control("dismiss", "Keep Playing", table.id, table.version),
            ),
        ),
    )


@on_button("quit", reply="private")
async def ask_to_resign(interaction: Interaction, control: Control) -> None:
    """**Resign**, the first time."""
    table = await interaction.client.context.tables.get(control.table_id)
    moves.require_playing(table)
    moves.require_seat(table, person_of(interaction.user))
    await send_card(interaction, resign_card(table, interaction.user.id))


@on_button("resign")
async def resign(interaction: Interaction, control: Control) -> None:
    """**Yes, Resign**."""
    table = await interaction.client.context.tables.resign(
        control.table_id, person_of(interaction.user), key_of(interaction)
    )
    done = "You would resign: the rest of your side has to agree."
    if table.outcome:
        done = "You have resigned." if len(table.people) > 1 else "You have given up."
    await replace_card(interaction, Card(f"### {table_text.title(table)}", (), (done,)))


@on_button("draw", reply="private")
async def draw(interaction: Interaction, control: Control) -> None:
    """Offer a draw, or accept the one that is offered."""
    await agreements.offer_draw(interaction, control.table_id, accepting=control.rest == "accept")


@on_button("decline", reply="private")
async def decline(interaction: Interaction, control: Control) -> None:
    """Turn a draw down."""
    await interaction.client.context.tables.decline_draw(
        control.table_id, person_of(interaction.user), key_of(interaction)
    )
    await send_text(interaction, "You declined the draw.")


def record_card(table: Table) -> Card:
    """The record as a file."""
    return Card(
        f"### {table_text.title(table)}",
        (),
        ("The record so far, as everybody may see it.",),
        files=((f"table-{table.id}.txt", record_text(table).encode()),),
    )


@on_button("record", reply="private", cost="file")
async def record(interaction: Interaction, control: Control) -> None:
    """**Record**."""
    table = await interaction.client.context.tables.get(control.table_id)
    await send_card(interaction, record_card(table))
