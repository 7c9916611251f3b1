"""The picker: choosing a move step by step with buttons, on a private card.

It knows no game: it offers the distinct next steps of the legal moves' paths. All its state is in the
buttons' custom_ids, so it survives a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from dataclasses import replace
from typing import Any, Final

import discord

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.interactions import channels
from bot.components.interactions.card import Card, Control, Style, rows
from bot.components.interactions.context import BotContext, Interaction, key_of, person_of
from bot.components.interactions.discord_errors import UNKNOWN_MESSAGE
from bot.components.interactions.replies import replace_card, send_card
from bot.components.interactions.routing import on_button
from bot.components.library import daily_results
from bot.components.lobbies.open_table import require_allowed
from bot.games.core import Game, Placement, Seat
from bot.tables import daily
from bot.tables import notes as table_notes
from bot.tables.errors import Stale, TableError
from bot.tables.events import moves
from bot.tables.model.table import Person, Table
from bot.tables.people import preferences

from . import text
from .autocomplete import labels

NEW_CARD_TIMEOUT_S: Final = 2.5
"""Seconds to wait for the card of a new turn."""
POLL_S: Final = 0.02
"""Seconds between two checks whether it is posted."""
SQUARE: Final = re.compile("[a-z][0-9]{1,2}")
Steps = tuple[str, ...]
Routes = list[tuple[Steps, Any]]


def routes(table: Table, seat: Seat) -> Routes:
    """Every legal move of ``seat`` with its path."""
    state, legal = table.state, table.legal(seat)
    if state is None or isinstance(legal, Placement):
        return []
    return [(state.path(action), action) for action in legal]


def next_steps(all_routes: Routes, steps: Steps) -> list[str]:
    """The distinct next steps after ``steps``, in the order of the legal moves."""
    depth = len(steps)
    return list(
        dict.fromkeys(path[depth] for path, _ in all_routes if path[:depth] == steps and len(path) > depth)
    )


def in_order(steps: list[str]) -> list[str]:
    """``steps`` in the order of their buttons: squares by column, then row; others as they come."""
    if not all(SQUARE.fullmatch(step) for step in steps):
        return steps
    return sorted(steps, key=lambda step: (step[0], int(step[1:])))


def forced(all_routes: Routes, steps: Steps) -> Steps:
    """``steps`` and the steps that follow without a choice."""
    while len(nexts := next_steps(all_routes, steps)) == 1:
        steps = (*steps, nexts[0])
    return steps


def back(all_routes: Routes, steps: Steps) -> Steps | None:
    """The steps before the latest real choice; None at the first."""
    for depth in range(len(steps) - 1, -1, -1):
        if len(next_steps(all_routes, steps[:depth])) > 1:
            return steps[:depth]
    return None


async def picker_card(
    context: BotContext, table: Table, person: int, steps: Steps = (), note: str = ""
) -> Card:
    """The card that asks ``person`` for the next step, or to confirm the move that ``steps`` lead to.

    :raises TableError: if it isn't the person's turn, or ``steps`` no longer lead to a move.
    """
    seat = moves.require_turn(table, Person(person, ""))
    legal = table.legal(seat)
    if isinstance(legal, Placement):
        return await table_cards.placing_card(context, table, seat, legal, note=note)
    assert table.state is not None
    choices = await preferences.load(context.tables.store, person)
    all_routes = routes(table, seat)
    steps = forced(all_routes, steps)
    nexts = next_steps(all_routes, steps)
    actions = tuple(action for path, action in all_routes if path[: len(steps)] == steps)
    if not actions:
        raise Stale
    previous = back(all_routes, steps)
    controls = (
        [Control("pick", "Back", table.id, table.version, "|".join(previous))] if previous is not None else []
    )
    if table.private:
        # A private table has no public card with **More**.
        controls.append(table_cards.rules_control(table))
        controls.append(Control("quit", "Give Up", table.id, table.version))
    controls.append(Control("dismiss", "Close", table.id, table.version))
    view = table.view_for(seat)
    if nexts:
        shown, question = view, table.game.ask(view, steps)
        offered = [
            Control(
                "pick",
                table.game.label(view, steps, step),
                table.id,
                table.version,
                "|".join((*steps, step)),
                Style.primary,
            )
            for step in in_order(nexts)
        ]
    else:
        shown, offered = table.state.preview(seat, actions[0]), []
        question = text.preview(labels(table, seat, steps))
        confirm = Control("play", "Confirm", table.id, table.version, "|".join(steps), Style.success)
        controls.insert(0, confirm)
    picture = await table_cards.illustrate(
        context.studio,
        table,
        shown,
        bottom=seat if choices.own_side_at_bottom else None,
        chosen=steps,
        choices=actions if nexts else (),
        notes=table_notes.kept(table, seat),
        palette=choices.palette,
    )
    return Card(
        heading=table_text.private_heading(table, seat),
        pictures=(picture,),
        lines=(note, question),
        rows=(*rows(offered), tuple(controls)),
        accent=table.game.seat_styles[seat].colour,
    )


@on_button("move", reply="private")
async def open_picker(interaction: Interaction, control: Control) -> None:
    """**Move** on any card, even an old one: the picker shows the table as it is now."""
    context = interaction.client.context
    table = await context.tables.get(control.table_id)
    await send_card(interaction, await picker_card(context, table, interaction.user.id))


@on_button("pick")
async def pick(interaction: Interaction, control: Control) -> None:
    """A step in the picker; the last one asks to confirm, or plays at once if the person has chosen that."""
    context, person = interaction.client.context, person_of(interaction.user)
    table = await context.tables.get(control.table_id)
    steps = tuple(control.rest.split("|")) if control.rest else ()
    try:
        seat = moves.require_turn(table, person)
        moves.require_fresh(table, seat, control.version)
        all_routes = routes(table, seat)
        full = forced(all_routes, steps)
        if steps and any(path == full for path, _ in all_routes):
            chosen = await preferences.load(context.tables.store, person.id)
            if not chosen.confirm:
                await play(interaction, replace(control, rest="|".join(full)))
                return
        card = await picker_card(context, table, person.id, steps)
    except TableError as refusal:
        card = await _refreshed(context, control.table_id, person.id, str(refusal))
    await replace_card(interaction, card)


@on_button("play")
async def play(interaction: Interaction, control: Control) -> None:
    """**Confirm**."""
    context, person = interaction.client.context, person_of(interaction.user)
    before = await context.tables.get(control.table_id)
    steps = tuple(control.rest.split("|"))
    try:
        seat = moves.require_turn(before, person)
        moves.require_fresh(before, seat, control.version)
        action = next((action for path, action in routes(before, seat) if path == steps), None)
        if action is None:
            raise Stale
        table = await context.tables.play(
            control.table_id,
            person,
            str(action),
            version=control.version,
            key=key_of(interaction),
            seen=before,
        )
    except TableError as refusal:
        await replace_card(interaction, await _refreshed(context, control.table_id, person.id, str(refusal)))
        return
    await _show_next(interaction, before, table, await played_card(context, table, person.id))


async def _show_next(interaction: Interaction, before: Table, after: Table, card: Card) -> None:
    """Show ``card``, the next choice of the person whose move led from ``before`` to ``after``.

    A new turn of the same person posts a public card. The choice is then sent below it, where the person
    is reading.
    """
    reachable = channels.can_post(interaction.client, after)
    if not reachable or not _is_new_turn(before, after, interaction.user.id):
        await replace_card(interaction, card)
        return
    publisher = interaction.client.publisher
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(NEW_CARD_TIMEOUT_S):
            while publisher.busy(after.id):  # noqa: ASYNC110 (several versions may follow)
                await asyncio.sleep(POLL_S)
    await send_card(interaction, card)
    with contextlib.suppress(discord.HTTPException):
        await interaction.delete_original_response()


def _is_new_turn(before: Table, after: Table, person: int) -> bool:
    if after.private or after.acting_seat(person) is None or before.state is None or after.state is None:
        return False
    return before.state.turn_key != after.state.turn_key


async def played_card(context: BotContext, table: Table, person: int) -> Card:
    """What a player sees after a move: the next choice if it's still their turn, else what happened."""
    if table.status == "over" and table.private:
        return await daily_results.result_card(context, table, person, picture=True)
    viewer = table.viewer(person)
    news = table_text.safe(table_text.news(table, viewer))
    if table.acting_seat(person) is not None:
        return await picker_card(context, table, person, note=news)
    after = table_text.ending(table) if table.outcome else table_text.awaiting(table)
    return Card(
        heading=f"### {table.game.title} · Table {table.id}",
        lines=(news, after, table_text.way_back(table)),
        accent=table.game.seat_styles[viewer].colour if viewer else table_cards.QUIET,
    )


async def daily_card(context: BotContext, table: Table, person: int) -> Card:
    """A daily attempt: the picker while it is played, then its result."""
    if table.status == "playing":
        _, day = await daily.day_of(context.tables, table)
        challenge, command = daily.challenge_of(table.game), f"/{table.game.key} daily"
        note = text.daily_note(challenge, daily.read_day(day), command)
        return await picker_card(context, table, person, note=note)
    return await daily_results.result_card(context, table, person)


async def play_daily(interaction: Interaction, game: Game[Any, Any]) -> None:
    """Begin today's attempt, go on with it, or show its result (acknowledged as ``private``)."""
    challenge, guild = daily.challenge_of(game), interaction.guild_id
    if guild is None:
        raise TableError(text.daily_needs_server(challenge, game.key))
    context, person = interaction.client.context, person_of(interaction.user)
    if not await daily.begun(context.tables, game, person, guild):
        await require_allowed(interaction)
    table = await daily.attempt(context.tables, game, person, guild, key_of(interaction))
    await send_card(interaction, await daily_card(context, table, person.id))


@on_button("daily", reply="private", needs_sight=False)
async def press_daily(interaction: Interaction, control: Control) -> None:
    """A daily challenge's button in ``/help``."""
    if (game := interaction.client.context.tables.games.get(control.rest)) is None:
        raise Stale
    await play_daily(interaction, game)


async def _refreshed(context: BotContext, table_id: int, person: int, note: str) -> Card:
    """The picker as it is now, with ``note``, why it changed."""
    table = await context.tables.get(table_id)
    if table.acting_seat(person) is not None:
        return await picker_card(context, table, person, note=f"*{note}*")
    if table.state is None:
        return Card(f"### {table_text.title(table)}", (), (note,))
    card = await table_cards.own_card(context.studio, table, person)
    return replace(card, lines=(f"*{note}*", *card.lines))


@on_button("dismiss", needs_sight=False)
async def dismiss(interaction: Interaction, _control: Control) -> None:
    """**Close** on a private card."""
    try:
        await interaction.delete_original_response()
    except discord.NotFound as error:
        # A press just before has closed it already.
        if error.code != UNKNOWN_MESSAGE:
            raise
