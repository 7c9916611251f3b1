"""Finished games: the film, and the private review position by position; both can be shared.

The latest turns of a game in play are a film, too, in the public view: for those who watch.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.hooks import BotContext, Feature
from bot.components.interactions import visibility
from bot.components.interactions.card import (
    NOBODY,
    Card,
    CardImage,
    Control,
    Style,
    close_button,
    layout,
    rows,
    table_control,
)
from bot.components.interactions.discord_errors import UNKNOWN_MESSAGE
from bot.components.interactions.replies import acknowledged, post_card, replace_card
from bot.components.interactions.routing import number_in, on_button
from bot.components.lobbies.open_table import require_allowed
from bot.components.play.resolve_table import table_command
from bot.components.publishing.publisher import Interaction
from bot.games.core import CHANCE, Seat
from bot.languages import gettext, ngettext, speaking, spoken
from bot.people.display_names import safe
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from bot.tables.permissions import require_playing
from rendering.frames import sampled
from rendering.scene import PaintError, Picture, Scene

Progress: TypeAlias = Callable[[int, int], Awaitable[None]]
"""Told how many pictures are painted, and of how many."""
PROGRESS_AFTER_S: Final = 2.0
"""Seconds after which a replay under way says how far it is."""
GRAPH: Final = "g"
"""Ends the names of buttons on cards that were reached from a review's graph."""
LATEST: Final = 5
"""The turns of a game in play that its film shows."""
NEAR_POSITIONS: Final = 20
"""Positions that a review's buttons reach easily; longer games get a hint."""


def told(position: Table, viewer: Seat | None) -> str:
    """The move that led to a position, as ``viewer`` may know it."""
    return position.turns[-1].narration(viewer) if position.turns else gettext("The starting position.")


def controls(table: Table) -> list[Control]:
    """**Watch Replay**."""
    return [table_control(table, "replay", gettext("Watch Replay"))]


def latest_control(table: Table) -> list[Control]:
    """**Latest Turns** of a game in play that others can see."""
    known = table.status == "playing" and table.moves and not table.private
    return [table_control(table, "latest", gettext("Latest Turns"))] if known else []


async def finished(context: BotContext, table: Table) -> Table:
    """``table`` with all its turns: a game in play would show its secrets.

    :raises TableError: unless the game is over.
    """
    if table.status == "over":
        return await context.tables.history(table)
    if table.status == "closed":
        raise TableError(
            "Table {table} was closed without a result, so there’s no replay or review. Use `/table "
            "record` with `table:{table}` to get its record.",
            table=table.id,
        )
    require_playing(table)
    raise TableError(
        "The game at Table {table} isn’t over yet. You can watch and review it once it is. "
        "Use `/table record` with `table:{table}` to get its record so far.",
        table=table.id,
    )


async def make_film(context: BotContext, table: Table, progress: Progress | None = None) -> bytes:
    """The animated replay of a table as a GIF; ``progress(done, all)`` is called while it is slow.

    Of a game in play it shows the latest turns; nothing in it is secret.

    :raises PaintError: if a picture can't be painted.
    """
    latest_turns = table_text.turns_since(table, None, LATEST) if table.status == "playing" else []
    start = table.turns.index(latest_turns[0][0]) if latest_turns else 0
    chosen = [start + place for place in sampled(len(table.turns) - start + 1)]
    pictures: list[Picture] = []
    reported = time.perf_counter()
    for done, place in enumerate(chosen, 1):
        shown = table.at(place)
        header = replace(table_cards.header_of(shown), story=told(shown, None))
        scene: Scene[Any, Any] = Scene(shown.view_for(None), header=header)
        pictures.append(await table_cards.paint(context, table.game, scene))
        if progress is not None and time.perf_counter() - reported > PROGRESS_AFTER_S:
            reported = time.perf_counter()
            await progress(done, len(chosen))
    return await context.studio.film(pictures, table_cards.header_of(table))


async def show_film(interaction: Interaction, table: Table) -> None:
    """Reply (acknowledged as ``private``) with the animated replay of a table with all its turns."""
    context, title = interaction.client.context, table_text.heading(table)

    async def tell(words: str) -> None:
        await replace_card(interaction, Card(title, lines=(words,)))

    async def progress(done: int, pictures: int) -> None:
        await tell(gettext("Drawing the replay: {done} of {pictures} frames…", done=done, pictures=pictures))

    if context.rate_limiter.films_wait and _film_key(table) not in context.studio.films:
        await tell(
            gettext("A few other replays are ahead of yours. Yours will appear here as soon as it’s ready.")
        )
    data = await film_of(context, table, progress)
    controls = list[Control]()
    if table.status == "over":
        controls = [
            table_control(table, "step", gettext("Step Through"), "0"),
            *_share_control(table, "film"),
        ]
    card = await _film_card(context, table, data)
    await replace_card(interaction, replace(card, rows=rows(controls)))


def _film_key(table: Table) -> tuple[int, int, int, str]:
    """What a film is kept by: it isn't shown any more once somebody on it is forgotten."""
    return table.id, table.version, table.header.rewritten, spoken()


async def film_of(context: BotContext, table: Table, progress: Progress | None = None) -> bytes:
    """The film of a table: the one that was just made, or a new one.

    :raises TableError: if too many films wait already, or if a picture can't be painted.
    """
    films, key = context.studio.films, _film_key(table)
    if (data := films.get(key)) is None:
        try:
            async with context.rate_limiter.making_film():
                data = films[key] = await make_film(context, table, progress)
        except PaintError:
            raise TableError(
                "The replay can’t be made right now. `/table record` gives you every move as text."
            ) from None
    return data


async def _film_card(context: BotContext, table: Table, data: bytes) -> Card:
    """A film, for everybody."""
    moves, ending = sum(turn.seat != CHANCE for turn in table.turns), table_text.ending(table)
    length = ngettext(
        "The whole game (1 move) as an animation.", "All {number} moves as an animation.", moves
    )
    if table.status == "playing":
        length, ending = gettext("The latest turns as an animation."), ""
    moving = CardImage(f"{length} {ending}".rstrip(), Picture(data, 0, 0), f"table-{table.id}.gif")
    lines = (
        [line for each in context.features.all for line in await each.film_lines(context, table)]
        if table.status == "over"
        else []
    )
    title = gettext("### {table}: replay", table=table_text.title(table))
    return Card(title, (moving,), (safe(ending), *lines))


def _share_control(table: Table, what: str) -> list[Control]:
    """**Share**, where others may see the game: a daily challenge would tell them its chance."""
    return [] if table.private else [table_control(table, "post", gettext("Share"), what)]


async def review_card(
    context: BotContext, table: Table, place: int, person: int, *, graph: bool = False
) -> Card:
    """One position of a finished game, with buttons to the others; ``graph``: and back to its review."""
    table = await finished(context, table)
    last = len(table.turns)
    place = max(0, min(place, last))
    viewer = table.viewer(person)
    shown = await _position_card(
        context,
        table,
        place,
        viewer=viewer if place < last else None,
        bottom=viewer,
        reader=person,
    )

    def to(label: str, where: int, name: str) -> Control:
        # Two buttons may lead to one position: the name keeps their custom_ids apart.
        off, rest = not 0 <= where <= last or where == place, f"{where}|{name}{GRAPH if graph else ''}"
        return table_control(table, "leap", label, rest, Style.primary, off=off)

    back = (table_control(table, "overview", gettext("Back to the Graph")),) if graph else ()
    return replace(
        shown,
        lines=(
            *shown.lines,
            gettext("-# To jump to any position, use `/table review` with `position`.")
            if last > NEAR_POSITIONS
            else "",
        ),
        rows=(
            (
                to(gettext("First"), 0, "f"),
                to("−10", max(0, place - 10), "t"),
                to(gettext("Back"), place - 1, "b"),
                to(gettext("Next"), place + 1, "o"),
                to("+10", min(last, place + 10), "u"),
            ),
            (
                to(gettext("Last"), last, "l"),
                *back,
                *_share_control(table, str(place)),
                close_button(),
            ),
        ),
    )


async def _position_card(
    context: BotContext,
    table: Table,
    place: int,
    *,
    viewer: Seat | None = None,
    bottom: Seat | None = None,
    reader: int | None = None,
) -> Card:
    """One position of a finished game, as ``viewer`` could see it then; see ``illustrate``."""
    shown, last = table.at(place), len(table.turns)
    picture = await table_cards.illustrate(context, shown, shown.view_for(viewer), reader, bottom=bottom)
    return Card(
        heading=gettext(
            "### {table}: review\n-# Position {number} of {last}",
            table=table_text.title(table),
            number=place,
            last=last,
        ),
        pictures=(picture,),
        lines=(
            safe(told(shown, viewer)),
            safe(table_text.ending(table)) if place == last else "",
        ),
    )


@on_button("leap", cost="picture")
async def leap(interaction: Interaction, control: Control, table: Table) -> Card:
    """A button to another position."""
    context = interaction.client.context
    place, _, name = control.rest.partition("|")
    return await review_card(
        context, table, number_in(place), interaction.user.id, graph=name.endswith(GRAPH)
    )


@on_button("step", reply="private", cost="picture")
async def step_through(interaction: Interaction, control: Control, table: Table) -> Card:
    """**Review from Here** on a shared position, and **Step Through**: the game from there on."""
    context = interaction.client.context
    return await review_card(context, table, number_in(control.rest), interaction.user.id)


@on_button("replay", reply="private", cost="film")
@on_button("latest", reply="private", cost="film")
async def press_film(interaction: Interaction, control: Control, table: Table) -> None:
    """**Watch Replay** on the final card, and **Latest Turns**, which shows all of a game that is over."""
    context = interaction.client.context
    playing = table.status == "playing" and control.verb == "latest"
    await show_film(
        interaction, await (context.tables.history(table) if playing else finished(context, table))
    )


@on_button("post", cost="film", once=True)
async def post(interaction: Interaction, control: Control, table: Table) -> None:
    """**Share**: the film or the position of one's private card, for everybody in the channel."""
    context = interaction.client.context
    table = await finished(context, table)
    await require_allowed(interaction)
    visibility.require_shareable(interaction, table)
    # Everybody sees it.
    with speaking(await context.languages.of_table(table)):
        if control.rest == "film":
            data = await film_of(context, table)
            card = await _film_card(context, table, data)
            controls = context.features.controls("shared", table)
        else:
            place = min(number_in(control.rest), len(table.turns))
            card = await _position_card(context, table, place)
            controls = [table_control(table, "step", gettext("Review from Here"), str(place))]
        shared = gettext("-# Shared by {name}.", name=f"<@{interaction.user.id}>")
        card = replace(card, lines=(*card.lines, shared), rows=rows(controls))
    await acknowledged(interaction)
    await post_card(interaction, card)
    if control.rest == "film":
        # Once is enough; the private card keeps its film, and speaks as its reader.
        own = layout((await _film_card(context, table, data)).bare())
        try:
            await interaction.edit_original_response(view=own, allowed_mentions=NOBODY)
        except discord.NotFound as error:
            # They have closed it meanwhile.
            if error.code != UNKNOWN_MESSAGE:
                raise


@app_commands.command(description="Watch a finished game as an animation")
@table_command(cost="film", over=True)
async def replay(interaction: Interaction, table: Table) -> None:
    """``/table replay``."""
    await show_film(interaction, await finished(interaction.client.context, table))


FEATURE: Final = Feature(
    name="replays",
    subcommands=lambda _games: [("table", replay)],
    controls={"more": latest_control, "result": controls, "end": controls},
)
