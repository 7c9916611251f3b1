"""Placing in secret: squares are picked and unpicked in lists, until the placement is confirmed.

The picks are kept in the store, so they survive a restart and are the same on every private card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter

from bot.components.cards.table_cards import placing_card, squares_listed
from bot.components.hooks import asked_by
from bot.components.interactions.card import Card, Control
from bot.components.interactions.context import key_of, person_of
from bot.components.interactions.form import Text, open_form
from bot.components.interactions.replies import replace_card
from bot.components.interactions.routing import on_button
from bot.components.publishing.private_charts import chart_card, keep_up_to_date
from bot.games.core import IllegalAction, Placement, RulesError, Seat
from bot.languages import gettext, ngettext
from bot.tables import notes, permissions
from bot.tables.errors import Stale, TableError
from bot.tables.events import moves
from bot.tables.model.table import Table

from .private_cards import Interaction, PrivateCard, update_private_card


def _draft(interaction: Interaction, control: Control, table: Table) -> tuple[Seat, Placement]:
    """The seat and what it has to place.

    :raises TableError: if the control is out of date.
    """
    person = person_of(interaction.user)
    seat = permissions.require_turn(table, person, control.version)
    legal = table.legal(seat)
    if not isinstance(legal, Placement):
        raise Stale
    return seat, legal


def _pressed_card(interaction: Interaction, table_id: int) -> PrivateCard | None:
    """The person's private card, if it is where they pressed: the chart has the same buttons."""
    private = interaction.client.private_cards.of(table_id, interaction.user.id)
    pressed = interaction.message
    return private if private and pressed is not None and private.message == pressed.id else None


async def _show(interaction: Interaction, table: Table, card: Card) -> None:
    if (private := _pressed_card(interaction, table.id)) is not None:
        await update_private_card(interaction, table, card, plays=private.plays)
        return
    await replace_card(interaction, card)
    await keep_up_to_date(interaction, table)


async def _redraw(interaction: Interaction, table_id: int, note: str, typed: str = "") -> None:
    context, person = asked_by(interaction)
    table = await context.tables.get(table_id)
    seat = table.acting_seat(person.id)
    legal = table.legal(seat) if seat else ()
    if seat is None or not isinstance(legal, Placement):
        card = await chart_card(context, table, person.id)
        card = replace(card, lines=(note, *card.lines))
    else:
        card = await placing_card(context, table, seat, legal, note=note, typed=typed)
    await _show(interaction, table, card)


@on_button("put")
async def pick_squares(interaction: Interaction, control: Control, table: Table) -> None:
    """The squares that are chosen in one of the lists; those of the other lists stay."""
    first, _, chosen = control.rest.partition("|")

    def among(legal: Placement) -> Sequence[str]:
        return next((squares for squares in squares_listed(legal) if squares[0] == first), [])

    await _redraft(interaction, control, table, lambda _legal: chosen.split(), among)


@on_button("write", reply="own")
async def write_squares(interaction: Interaction, control: Control, table: Table) -> None:
    """**Type Squares**: a form for all squares at once."""
    seat, legal = _draft(interaction, control, table)
    apart = max(1, len(legal.squares) // legal.count)
    example = legal.squares[apart // 2 :: apart][: legal.count]
    form = Control(
        "typed",
        ngettext(
            "{things}: Type {number} Square",
            "{things}: Type {number} Squares",
            legal.count,
            things=table.game.name_of(legal.verb),
        ),
        table.id,
        control.version,
    )
    squares = Text(
        "text",
        gettext("Squares, separated by spaces"),
        control.rest or " ".join(moves.picked(table, seat)),
        " ".join(example),
        required=True,
    )
    await open_form(interaction, form, squares)


@on_button("typed")
async def typed_squares(interaction: Interaction, control: Control, table: Table) -> None:
    """A form of ``write_squares`` comes back: its squares are picked instead of those before.

    Where some are wrong, the others are, and all stand in the form next time.
    """
    typed = " ".join(" ".join(control.given.get("text", ())).split())
    await _redraft(interaction, control, table, lambda legal: moves.squares_in(legal, typed), typed=typed)


@on_button("scatter")
async def random_draft(interaction: Interaction, control: Control, table: Table) -> None:
    """**Random**: chance picks the squares that are left, or all anew; they can still be changed."""
    context, person = asked_by(interaction)
    seat = table.acting_seat(person.id)
    kept = moves.picked(table, seat) if seat else ()
    await _redraft(interaction, control, table, lambda legal: context.tables.random_placement(legal, kept))


async def _redraft(
    interaction: Interaction,
    control: Control,
    table: Table,
    pick: Callable[[Placement], Sequence[str]],
    among: Callable[[Placement], Sequence[str]] = attrgetter("squares"),
    *,
    typed: str = "",
) -> None:
    """Replace what was picked so far ``among`` some squares by what ``pick`` chooses.

    ``typed``: what stands in the form next time if it is refused.
    """
    note, refused = "", ""
    try:
        seat, legal = _draft(interaction, control, table)
        context, person = asked_by(interaction)
        try:
            chosen = pick(legal)
        except IllegalAction as refusal:
            note, refused = f"*{refusal}*", typed
            chosen = moves.right_ones(legal, typed) or moves.picked(table, seat)
        await notes.pick(context.tables, control.table_id, person, among(legal), chosen, control.version)
    except RulesError as refusal:
        note, refused = f"*{refusal}*", typed
    await _redraw(interaction, control.table_id, note, refused)


@on_button("lay")
async def confirm_placement(interaction: Interaction, control: Control, table: Table) -> None:
    """**Lay Mines** and the like: the placement is final."""
    if _pressed_card(interaction, control.table_id) is not None:
        interaction.client.private_cards.hold(control.table_id, interaction.user.id)
    try:
        seat, legal = _draft(interaction, control, table)
        after = await interaction.client.context.tables.play(
            control.table_id,
            person_of(interaction.user),
            legal.text(moves.picked(table, seat)),
            version=control.version,
            key=key_of(interaction),
        )
        more = isinstance(after.legal(seat), Placement)
        note = (
            gettext("That’s settled. Here’s what comes next.")
            if more
            else gettext("That’s settled. Everyone else only sees that you’re ready.")
        )
    except TableError as refusal:
        note = f"*{refusal}*"
    await _redraw(interaction, control.table_id, note)
