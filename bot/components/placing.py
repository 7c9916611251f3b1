"""Placing in secret: squares are picked and unpicked, file then rank, until the number is right.

What has been picked so far is kept in the store, so that neither a restart nor a change from the direct
message to the private card and back loses a pick.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.games.core import Placement, RulesError, Seat
from bot.sessions import moves, preferences, private
from bot.sessions.refusals import Stale, TableError
from bot.sessions.snapshot import Snapshot

from . import boards, words
from .answering import acknowledge, turn_over
from .card import Card, Control, Style, rows
from .house import House, house_of, key_of, person_of
from .pressing import on


def drafted(table: Snapshot, seat: Seat, legal: Placement) -> tuple[str, ...]:
    """The squares that ``seat`` has picked so far, those that may no longer be chosen left out."""
    row = table.row(seat)
    picked = row.draft.split() if row else []
    return tuple(square for square in legal.squares if square in picked)


async def placing_card(
    house: House, table: Snapshot, seat: Seat, legal: Placement, *, file: str = "", note: str = ""
) -> Card:
    """The private chart with the controls to place: its files, or one file's ranks."""
    holder = table.holder(seat)
    choices = await preferences.load(house.sessions.store, holder.id if holder else 0)
    chosen = drafted(table, seat, legal)
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
    picture = await boards.illustrate(
        house.studio,
        table,
        view,
        bottom=seat if choices.turn else None,
        marks=chosen,
        palette=choices.palette,
    )
    listed = words.and_(list(chosen)) if chosen else "none yet"
    return Card(
        heading=words.private_heading(table, seat),
        pictures=(picture,),
        lines=(
            note,
            f"**{verb}: {len(chosen)} of {legal.count}** chosen: {listed}.",
            "All are chosen: press the green button, and they stay where they are." if full else question,
            words.way_in(table),
        ),
        rows=(*rows(offered), tuple(last)),
        accent=table.game.liveries[seat].colour,
    )


async def _draft(interaction: discord.Interaction[Any], control: Control) -> tuple[Snapshot, Seat, Placement]:
    """The table, the seat and what it has to place, for a control that still holds.

    :raises TableError: when it does not.
    """
    house, person = house_of(interaction), person_of(interaction.user)
    table = await house.sessions.snapshot(control.session)
    seat = moves.require_turn(table, person)
    moves.require_fresh(table, seat, control.version)
    legal = table.legal(seat)
    if not isinstance(legal, Placement):
        raise Stale
    return table, seat, legal


async def _redraw(interaction: discord.Interaction[Any], session: int, file: str, note: str = "") -> None:
    house, person = house_of(interaction), person_of(interaction.user)
    table = await house.sessions.snapshot(session)
    seat = table.acting_seat(person.id)
    legal = table.legal(seat) if seat else ()
    if seat is None or not isinstance(legal, Placement):
        card = await boards.own_card(house.studio, table, person.id)
        await turn_over(interaction, Card(card.heading, card.pictures, (note, *card.lines), (), card.accent))
        return
    await turn_over(interaction, await placing_card(house, table, seat, legal, file=file, note=note))


@on("put")
async def put(interaction: discord.Interaction[Any], control: Control) -> None:
    """A file is opened, or one of its squares is picked or unpicked."""
    await acknowledge(interaction)
    file, _, square = control.rest.partition("|")
    note = ""
    try:
        await _draft(interaction, control)
        if square:
            sessions = house_of(interaction).sessions
            await private.pick(
                sessions, control.session, person_of(interaction.user), square, control.version
            )
    except RulesError as refusal:
        note = f"*{refusal}*"
    await _redraw(interaction, control.session, file, note)


@on("scatter")
async def scatter(interaction: discord.Interaction[Any], control: Control) -> None:
    """**Random**: chance picks all squares; they can still be changed."""
    await acknowledge(interaction)
    note = ""
    try:
        _, _, legal = await _draft(interaction, control)
        sessions = house_of(interaction).sessions
        squares = sessions.scatter(legal)
        await sessions.set_draft(control.session, person_of(interaction.user), squares, control.version)
    except TableError as refusal:
        note = f"*{refusal}*"
    await _redraw(interaction, control.session, control.rest, note)


@on("clear")
async def clear(interaction: discord.Interaction[Any], control: Control) -> None:
    """**Clear**: nothing is picked any more."""
    await acknowledge(interaction)
    note = ""
    try:
        await _draft(interaction, control)
        await house_of(interaction).sessions.set_draft(
            control.session, person_of(interaction.user), (), control.version
        )
    except TableError as refusal:
        note = f"*{refusal}*"
    await _redraw(interaction, control.session, control.rest, note)


@on("lay")
async def lay(interaction: discord.Interaction[Any], control: Control) -> None:
    """**Lay**: the placement is made, for good."""
    await acknowledge(interaction)
    note = "They are laid. The table shows that you are ready, and no more."
    try:
        table, seat, legal = await _draft(interaction, control)
        await house_of(interaction).sessions.play(
            control.session,
            person_of(interaction.user),
            legal.text(drafted(table, seat, legal)),
            version=control.version,
            key=key_of(interaction),
        )
    except TableError as refusal:
        note = f"*{refusal}*"
    await _redraw(interaction, control.session, "", note)
