"""The private cards around a board: one's own view, the board in words, and what **More** offers."""

from __future__ import annotations

from typing import Any

import discord

from bot.components.cards import table_cards, table_text, text_board
from bot.components.interactions.card import Card, Control, Style, rows
from bot.components.interactions.context import house_of, key_of, person_of
from bot.components.interactions.replies import show, tell, turn_over
from bot.components.interactions.routing import on
from bot.components.publishing import private_charts
from bot.tables.events import moves
from bot.tables.model.table import Snapshot
from bot.tables.record_text import record_text

from . import agreements


@on("view", reply="private")
async def view(interaction: discord.Interaction[Any], control: Control) -> None:
    """**My View**."""
    house = house_of(interaction)
    table = await house.sessions.snapshot(control.session)
    await show(interaction, await private_charts.chart_card(house, table, interaction.user.id))


@on("describe", reply="private")
async def describe(interaction: discord.Interaction[Any], control: Control) -> None:
    """**In Words**."""
    table = await house_of(interaction).sessions.snapshot(control.session)
    await show(interaction, text_board.words_card(table, interaction.user.id))


@on("more", reply="private")
async def more(interaction: discord.Interaction[Any], control: Control) -> None:
    """**More**: what is needed seldom."""
    table = await house_of(interaction).sessions.snapshot(control.session)
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
        controls += agreements.more(table, interaction.user.id)
        if len(table.people) > 1:
            controls.append(Control("quit", "Resign", number, version, style=Style.danger))
        else:
            controls.append(Control("quit", "Give Up", number, version, style=Style.danger))
    elif table.side_of(interaction.user.id) is None:
        lines = ["You are watching this table."]
    await show(interaction, Card(f"### {table_text.title(table)}", (), tuple(lines), rows(controls)))


def resign_card(table: Snapshot, person: int) -> Card:
    """The one question before ``person`` resigns."""
    what = "resign" if len(table.people) > 1 else "give up"
    cost = " Your attempt at the daily curse does not count then." if table.private else ""
    silent = table.unresigned(frozenset({person})) - {person}
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


@on("quit", reply="private")
async def ask_to_resign(interaction: discord.Interaction[Any], control: Control) -> None:
    """**Resign**, the first time."""
    table = await house_of(interaction).sessions.snapshot(control.session)
    moves.require_playing(table)
    moves.require_seat(table, person_of(interaction.user))
    await show(interaction, resign_card(table, interaction.user.id))


@on("resign")
async def resign(interaction: discord.Interaction[Any], control: Control) -> None:
    """**Yes, Resign**."""
    table = await house_of(interaction).sessions.resign(
        control.session, person_of(interaction.user), key_of(interaction)
    )
    done = "You would resign: the rest of your side has to agree."
    if table.outcome:
        done = "You have resigned." if len(table.people) > 1 else "You have given up."
    await turn_over(interaction, Card(f"### {table_text.title(table)}", (), (done,)))


@on("draw", reply="private")
async def draw(interaction: discord.Interaction[Any], control: Control) -> None:
    """Offer a draw, or accept the one that is offered."""
    await agreements.offer_draw(interaction, control.session, accepting=control.rest == "accept")


@on("decline", reply="private")
async def decline(interaction: discord.Interaction[Any], control: Control) -> None:
    """Turn a draw down."""
    await house_of(interaction).sessions.decline_draw(
        control.session, person_of(interaction.user), key_of(interaction)
    )
    await tell(interaction, "You declined the draw.")


def record_card(table: Snapshot) -> Card:
    """The record as a file."""
    return Card(
        f"### {table_text.title(table)}",
        (),
        ("The record so far, as everybody may see it.",),
        files=((f"table-{table.id}.txt", record_text(table).encode()),),
    )


@on("record", reply="private")
async def record(interaction: discord.Interaction[Any], control: Control) -> None:
    """**Record**."""
    table = await house_of(interaction).sessions.snapshot(control.session)
    await show(interaction, record_card(table))
