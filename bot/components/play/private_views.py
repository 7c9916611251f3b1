"""The private cards of a table: **My View**, **Board in Words**, and what **More** offers."""

from __future__ import annotations

from dataclasses import replace

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.interactions.card import Card, Control, Style, rows, table_control
from bot.components.interactions.context import change_table, key_of, person_of
from bot.components.interactions.routing import on_button
from bot.components.publishing import private_charts
from bot.languages import gettext
from bot.tables import permissions
from bot.tables.events import agreements as requests
from bot.tables.model.table import Table
from bot.tables.record_text import record_text

from . import agreements
from .private_cards import Interaction, open_aside, open_private_card, update_aside


@on_button("view", reply="private", cost="picture")
async def view(interaction: Interaction, table: Table) -> None:
    """**My View**."""
    await open_private_card(interaction, table, await own_view(interaction, table), plays=False)


async def own_view(interaction: Interaction, table: Table) -> Card:
    """Somebody's own view of a table, and why everybody's card is behind it, if Discord is to blame."""
    client = interaction.client
    card = await private_charts.chart_card(client.context, table, interaction.user.id, missed=True)
    return replace(card, lines=(*card.lines, client.publisher.late_line(table)))


@on_button("describe", reply="private")
async def describe(interaction: Interaction, table: Table) -> None:
    """**Board in Words**."""
    card = table_cards.text_board_card(table, interaction.user.id)
    await open_private_card(interaction, table, card, plays=False)


@on_button("more", reply="private")
async def more(interaction: Interaction, table: Table) -> None:
    """**More**: the actions that are seldom needed."""
    context, features = interaction.client.context, interaction.client.context.features
    controls = [
        *[
            control
            for each in features.all
            for control in await each.more_controls(context, table, interaction.user.id)
        ],
        *features.controls("more", table),
        table_control(table, "view", gettext("My View")),
        table_control(table, "describe", gettext("Board in Words")),
        table_control(table, "record", gettext("Record")),
    ]
    question = gettext("What would you like to do?")
    if table.status == "playing" and interaction.user.id in table.seating:
        if table.game.drawable:
            offered = interaction.user.id in table.agreements.offering
            verb, label = (
                ("decline", gettext("Withdraw the Draw Offer"))
                if offered
                else ("draw", gettext("Offer a Draw"))
            )
            controls.append(table_control(table, verb, label))
        if any(map(table.played.get, table.seating.slots_of(interaction.user.id))):
            controls.append(table_control(table, "undo", gettext("Undo")))
        if table.timing.clock is not None:
            paused = table.timing.paused
            label, verb = (gettext("Resume"), "resume") if paused else (gettext("Pause"), "pause")
            controls.append(table_control(table, "pause", label, verb))
        if len(table.seating.humans) > 1 and interaction.user.id not in table.seating.leaving:
            controls.append(table_control(table, "vacate", gettext("Leave")))
        label = gettext("Resign") if len(table.seating.people) > 1 else gettext("Give Up")
        controls.append(table_control(table, "quit", label, style=Style.danger))
    elif interaction.user.id not in table.seating:
        question = table_text.watching(table)
    verify = gettext("-# Use `/table verify` to check what was placed in secret.")
    lines = (question, verify if table.status == "over" and table.commitments else "")
    card = Card(table_text.heading(table), (), lines, rows(controls))
    await open_private_card(interaction, table, card, plays=False)


@on_button("quit", reply="private")
async def ask_to_resign(interaction: Interaction, table: Table) -> Card | None:
    """**Resign**, the first time."""
    person = person_of(interaction.user)
    permissions.require_player(table, person)
    if len(table.seating.people) == 1:
        question, yes = gettext("Give up? This ends the game."), gettext("Yes, Give Up")
    else:
        question, yes = gettext("Resign? This ends the game."), gettext("Yes, Resign")
    if table.still_to_resign(frozenset({person.id})) - {person.id}:
        question = gettext("Resign? This ends the game once the rest of your side agrees.")
    card = Card(
        table_text.heading(table),
        lines=(
            question,
            gettext("Your attempt won’t count.") if table.private else "",
        ),
        rows=(
            (
                table_control(table, "resign", yes, style=Style.danger),
                table_control(table, "dismiss", gettext("Keep Playing")),
            ),
        ),
    )
    if table.private:
        return card  # below the attempt's own card, which nothing takes the place of

    def settled(now: Table) -> bool:
        return person.id in now.agreements.resigning or person.id not in now.seating

    await open_aside(interaction, table, card, settled)
    return None


@on_button("resign")
async def resign(interaction: Interaction, control: Control) -> Card | None:
    """**Yes, Resign**."""
    person = interaction.user.id
    interaction.client.private_cards.hold(control.table_id, person)
    table = await interaction.client.context.tables.resign(
        control.table_id, person_of(interaction.user), key_of(interaction)
    )
    done = gettext("You’ve resigned.")
    if table.outcome is None:
        done = gettext("You’ve asked to resign. The game ends once the rest of your side agrees.")
    elif len(table.seating.people) == 1:
        done = gettext("You’ve given up.")
    card = Card(table_text.heading(table), (), (done,))
    if table.private:
        return card

    def settled(now: Table) -> bool:
        return person not in now.agreements.resigning

    over = settled if table.outcome is None else None
    await update_aside(interaction, table, card, over)
    return None


@on_button("draw", reply="private")
async def draw(interaction: Interaction, control: Control) -> None:
    """**Offer a Draw** and **Accept the Draw**."""
    await agreements.offer_draw(interaction, control.table_id, accepting=control.rest == "accept")


@on_button("decline")
async def decline(interaction: Interaction, control: Control, table: Table) -> str | None:
    """**Decline the Draw**; for those who offered it, **Withdraw the Draw Offer**."""
    own = interaction.user.id in table.agreements.offering
    await change_table(interaction, control.table_id, requests.decline_draw)
    return gettext("You’ve withdrawn your draw offer.") if own else None


@on_button("record", reply="private", cost="file")
async def record_card(interaction: Interaction, table: Table) -> Card:
    """**Record**: the record as a file."""
    context = interaction.client.context
    table = await context.tables.history(table)
    notes = [note for each in context.features.all for note in await each.record_notes(context.tables, table)]
    if table.status == "over":
        said = gettext("Here’s the record of the game.")
    elif table.game.secrets:
        said = gettext("Here’s the record so far, without any secrets.")
    else:
        said = gettext("Here’s the record so far.")
    return Card(
        table_text.heading(table),
        (),
        (said,),
        files=((f"table-{table.id}.txt", record_text(table, notes).encode()),),
    )
