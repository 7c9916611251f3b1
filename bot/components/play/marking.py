"""The notebook: a player's own marks on the enemy's water, set on buttons or by ``/mark``; private."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.components.boundary.answering import turn_over
from bot.components.boundary.card import Card, Control, Style, rows
from bot.components.boundary.house import House, house_of, person_of
from bot.components.boundary.pressing import on
from bot.components.cards import boards, words
from bot.components.publishing import secrets
from bot.games.core import Seat
from bot.sessions import marks, moves, preferences, private
from bot.sessions.refusals import TableError
from bot.sessions.snapshot import Snapshot

SIGNS: Final = {"possible": "?", "clear": "–", "mine": "!"}
"""What stands for a mark on a button: the signs of the picture."""
DONE: Final = "done"


def _require_notebook(table: Snapshot, person: int) -> Seat:
    """The seat whose notebook ``person`` writes.

    :raises TableError: when there is none now.
    """
    moves.require_live(table)
    viewer = table.viewer(person)
    if viewer is None or not marks.markable(table, viewer):
        raise TableError("There is nothing to mark at this table now.")
    return viewer


async def marking_card(
    house: House, table: Snapshot, person: int, kind: str = "possible", file: str = ""
) -> Card:
    """The private chart with a choice of marks, and files or one file's squares to put them on.

    :raises TableError: when there is nothing to mark.
    """
    viewer = _require_notebook(table, person)
    choices = await preferences.load(house.sessions.store, person)
    kept = dict(marks.kept(table, viewer))

    def control(label: str, rest: str, style: Style = Style.secondary) -> Control:
        return Control("mark", label, table.id, table.version, rest, style)

    kinds = tuple(
        control(
            f"{SIGNS[each]} {each.capitalize()}",
            f"{each}|{file}|",
            Style.success if each == kind else Style.secondary,
        )
        for each in marks.KINDS
    )
    squares = marks.markable(table, viewer)
    if file:
        question = f"Which squares of file {file} are “{kind}”? Press one again to take its mark away."
        offered = [
            control(
                f"{square} {SIGNS.get(kept.get(square, ''), '')}".strip(),
                f"{kind}|{file}|{square}",
                Style.success if kept.get(square) == kind else Style.primary,
            )
            for square in squares
            if square[0] == file
        ]
        last: tuple[Control, ...] = (control("Back", f"{kind}||"), control("Done", DONE))
    else:
        question = "Choose a mark, then a file."
        letters = dict.fromkeys(square[0] for square in squares)
        offered = [control(letter, f"{kind}|{letter}|", Style.primary) for letter in letters]
        last = (control("Done", DONE),)
    picture = await boards.illustrate(
        house.studio,
        table,
        table.view_for(viewer),
        bottom=viewer if choices.turn else None,
        notes=marks.kept(table, viewer),
        palette=choices.palette,
    )
    return Card(
        heading=words.private_heading(table, viewer),
        pictures=(picture,),
        lines=(*words.findings(table, viewer), question),
        rows=(kinds, *rows(offered), last),
        accent=table.game.liveries[viewer].colour,
    )


@on("mark")
async def mark(interaction: discord.Interaction[Any], control: Control) -> None:
    """**Mark** on a private chart; then a kind, a file, a square; **Done**."""
    house, person = house_of(interaction), person_of(interaction.user)
    table = await house.sessions.snapshot(control.session)
    kind, _, rest = control.rest.partition("|")
    file, _, square = rest.partition("|")
    if kind == DONE or not marks.markable(table, table.viewer(person.id)):
        await turn_over(interaction, await secrets.chart_card(house, table, person.id))
        await _refresh(interaction, table)
        await secrets.outlast(interaction, table)
        return
    if square:
        table = await private.mark(house.sessions, table.id, person, [square], kind, toggle=True)
    await turn_over(interaction, await marking_card(house, table, person.id, kind or "possible", file))


async def mark_typed(interaction: discord.Interaction[Any], table: Snapshot, typed: str, kind: str) -> Card:
    """``/mark``: marks the squares that were typed, and gives the private chart.

    :raises RulesError: when they can't be marked.
    """
    house, person = house_of(interaction), person_of(interaction.user)
    viewer = _require_notebook(table, person.id)
    squares = marks.squares_of(typed, marks.markable(table, viewer))
    table = await private.mark(house.sessions, table.id, person, squares, kind)
    await _refresh(interaction, table)
    return await secrets.chart_card(house, table, person.id)


async def _refresh(interaction: discord.Interaction[Any], table: Snapshot) -> None:
    """Bring the chart in the direct messages up to date, unless that is what was pressed."""
    row = next((row for row in table.seats if row.person == interaction.user.id), None)
    if row is None or row.chart is None or (interaction.message and interaction.message.id == row.chart):
        return
    await secrets.Charts(house_of(interaction), interaction.client).refresh(
        table.id, person_of(interaction.user)
    )
