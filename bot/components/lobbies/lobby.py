"""The lobby's buttons: join, leave, start, cancel; and the rematch."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.hooks import asked_by
from bot.components.interactions.card import (
    Card,
    Control,
    Style,
    are_you_sure,
    close_button,
    layout,
    mentions,
    table_control,
)
from bot.components.interactions.context import change_table, key_of, person_of
from bot.components.interactions.replies import acknowledged, replace_card, send_card, send_text
from bot.components.interactions.routing import number_in, on_button
from bot.components.publishing.publisher import Interaction
from bot.games.core import Seat
from bot.languages import gettext, labelled, listed, speaking
from bot.people import computers
from bot.people.display_names import escape_markdown, safe
from bot.players.player import LEVELS
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.events import opening
from bot.tables.model.table import Table

from .open_table import CHALLENGES

SURE: Final = "sure"
"""What **Cancel the Table** says that was asked about."""


def cancelled(table_id: int) -> str:
    return gettext("Table {number} has been cancelled.", number=table_id)


@on_button("join")
async def join(interaction: Interaction, control: Control) -> None:
    """**Join**."""
    await sit_down(interaction, control.table_id, Seat(control.rest) or None)


async def sit_down(interaction: Interaction, table_id: int, slot: Seat | None) -> Table:
    """Seat the person behind ``interaction``; accepting a challenge resets its rate limit."""
    context, person = asked_by(interaction)
    table = await context.tables.join(table_id, person, slot, key_of(interaction))
    if table.header.opponent == person.id:
        context.rate_limiter.agreed(CHALLENGES, table.header.host, person.id)
    return table


@on_button("levels", reply="private")
async def ask_for_level(interaction: Interaction, table: Table) -> Card:
    """**Add a Computer**: which level?"""
    opening.require_host_of_lobby(table, person_of(interaction.user))
    return levels_card(table)


def levels_card(table: Table, note: str = "", verb: str = "addcomputer", rest: str | None = None) -> Card:
    """The levels of computer players, a button each that does ``verb``.

    ``rest`` follows the level in it; None: how many computers there are.
    """
    rest = str(len(table.seating.computers)) if rest is None else rest
    question = note or gettext("How well should the computer play?")
    levels = [
        table_control(table, verb, gettext(level.title), f"{level.key}|{rest}", Style.primary)
        for level in LEVELS
    ]
    lines = (question, *map(table_text.level, LEVELS))
    return Card(table_text.heading(table), lines=lines, rows=(tuple(levels), (close_button(),)))


@on_button("addcomputer")
async def seat_computer(interaction: Interaction, control: Control, before: Table) -> Card:
    """A level's button: a computer of that level sits down."""
    level, _, beside = control.rest.partition("|")
    # The second of two quick presses adds nobody.
    table = await interaction.client.context.tables.add_computer(
        control.table_id, person_of(interaction.user), level, key_of(interaction), beside=number_in(beside)
    )
    newest = table_text.mention(computers.newcomer(level, {each.id for each in before.seating.people}))
    if table.status == "lobby":
        said = gettext("{name} takes a seat. Would you like to add another computer?", name=newest)
        return levels_card(table, said)
    said = gettext("{name} takes a seat, and the game begins.", name=newest)
    return Card(table_text.heading(table), lines=(said,))


@on_button("start")
@on_button("leave")
async def change_lobby(interaction: Interaction, control: Control) -> None:
    """**Start** with the people who have joined, and **Leave**."""
    changes = {"start": opening.start_early, "leave": opening.leave}
    await change_table(interaction, control.table_id, changes[control.verb])


@on_button("unseat")
async def unseat_computer(interaction: Interaction, control: Control) -> None:
    """**Remove a Computer**, the last one; the second of two quick presses removes nobody."""
    remove = partial(opening.remove_computer, of=number_in(control.rest))
    await change_table(interaction, control.table_id, remove)


@on_button("cancel")
async def cancel(interaction: Interaction, control: Control) -> None:
    """**Cancel** or **Decline**: the table closes, and its lobby is edited while the bot surely can.

    The host of a table that others have joined is asked first.
    """
    context = interaction.client.context
    before = await context.tables.get(control.table_id)
    joined = len(before.seating.humans) > 1 and interaction.user.id == before.header.host
    if before.status == "lobby" and joined and not control.rest:
        sure = table_control(before, "cancel", gettext("Cancel the Table"), SURE)
        said = gettext("Cancel the table? Others have joined it.")
        no = table_control(before, "dismiss", gettext("Keep the Table"))
        await send_card(interaction, are_you_sure(table_text.heading(before), said, sure, no))
        return
    table = await context.tables.close(control.table_id, person_of(interaction.user), key_of(interaction))
    if interaction.message is not None and table.address.lobby == interaction.message.id:
        with speaking(await context.languages.of_table(table)):
            await replace_card(interaction, await table_cards.lobby_card(context, table))
    elif control.rest == SURE:
        await replace_card(interaction, Card(table_text.heading(table), lines=(cancelled(table.id),)))
    await tell_host(interaction, table)


async def tell_host(interaction: Interaction, table: Table) -> None:
    """Notify the host, if somebody else has closed the table: an edit notifies nobody."""
    host, address = table.header.host, table.address
    if interaction.user.id == host:
        return
    context = interaction.client.context
    with speaking(await context.languages.of_table(table)):
        line = labelled(table_text.mention(host), safe(table.word))
    card = await interaction.client.publisher.notifications.mention_in(table, Card(line, pings=(host,)))
    if card.pings and interaction.channel_id in (address.home, address.channel):
        await acknowledged(interaction)
        await interaction.followup.send(view=layout(card), allowed_mentions=mentions(card))


@on_button("rematch")
async def rematch(interaction: Interaction, table: Table) -> None:
    """**Rematch**: once everybody has asked, a new table begins with the sides swapped.

    It is played where the game was, if the server still allows that.
    """
    service, home = interaction.client.context.tables, table.address.home
    rules = await server_rules.load(service.store, table.address.guild)
    # Archived threads are only known from the interactions in them.
    place = interaction.channel if interaction.channel_id == home else interaction.client.get_channel(home)
    parent = getattr(place, "parent_id", None)
    server_rules.require_channel(rules, home, parent)
    before = await service.store.rematch_of(table.id)
    after, new = await service.rematch(table.id, person_of(interaction.user), key_of(interaction))
    said = gettext("The rematch is at Table {number}.", number=new) if before else rematch_text(after, new)
    if new is not None:
        begun = await service.get(new)
        if before or interaction.channel_id != (begun.address.channel or home):
            said += f" {table_text.way_in(begun)}"
    await send_text(interaction, said)


def rematch_text(table: Table, new: int | None) -> str:
    """The answer to a request for a rematch; ``new`` is its table once it has begun.

    :raises TableError: if it was opened before.
    """
    if new is not None:
        if len(table.seating.people) > 1:
            return gettext("Here we go again at Table {number}, with the sides swapped.", number=new)
        return gettext("Here we go again at Table {number}. The card is on its way.", number=new)
    missing = [
        escape_markdown(person.name)
        for person in table.seating.humans
        if person.id not in table.agreements.rematching
    ]
    if not missing:
        raise TableError("The rematch is already open. `/games` lists your games.")
    return gettext("Rematch offered. Waiting for {people}.", people=listed(missing))
