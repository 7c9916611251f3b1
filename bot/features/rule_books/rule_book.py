"""The rule books, page by page, with drawn diagrams."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.components.cards.table_cards import choice_of_games, paint
from bot.components.hooks import Feature, Interaction
from bot.components.interactions.card import (
    Card,
    CardImage,
    Control,
    Menu,
    Style,
    close_button,
    table_control,
)
from bot.components.interactions.routing import command_handler, on_button
from bot.components.play.autocomplete import game_choices
from bot.components.play.resolve_table import table_for
from bot.games.core import AnyGame, RulesError
from bot.languages import gettext, labelled
from bot.tables.model.table import Table
from rendering.scene import Scene


def more_controls(table: Table) -> list[Control]:
    """The rule book, open at the page for what comes next."""
    return [table_control(table, "page", gettext("Rules"), f"{table.game.key}|{_page_for(table)}")]


def _page_for(table: Table) -> str:
    """The page for what comes next, by its key; once nothing does, by its number."""
    key = table.game.page_for(table.view_for(None)) if table.state is not None else ""
    keys = [page.key for page in table.game.book]
    return str(keys.index(key)) if key in keys and table.status != "playing" else key


async def page_card(interaction: Interaction, game: AnyGame, key: str) -> Card:
    """The page of ``game``'s rule book whose key or number from 0 is ``key``, else the first.

    It is in the colours of the caller. A key is that of what comes next; nobody has asked for its page.
    """
    context = interaction.client.context
    keys = [page.key for page in game.book]
    place = keys.index(key) if key in keys else int(key) if key in map(str, range(len(keys))) else 0
    page = game.book[place]
    pictures = []
    for number, diagram in enumerate(page.diagrams):
        scene: Scene[Any, Any] = Scene(diagram.view, marks=diagram.marks)
        picture = await paint(context, game, scene, interaction.user.id)
        pictures.append(CardImage(gettext(diagram.caption), picture, f"diagram-{number}.png"))

    def turn(label: str, to: int) -> Control:
        rest = f"{game.key}|{to}"
        return Control("leaf", label, rest=rest, style=Style.primary, disabled=not 0 <= to < len(keys))

    last = place == len(keys) - 1
    after = [control for each in context.features.all for control in each.book_controls(game)] if last else []
    title = game.title if page.title == game.title else f"{game.title} · {gettext(page.title)}"
    titles = [
        (f"{number}. {gettext(each.title)}", str(number - 1)) for number, each in enumerate(game.book, 1)
    ]
    return Card(
        heading=gettext(
            "### {title}\n-# Rules, page {number} of {pages}", title=title, number=place + 1, pages=len(keys)
        ),
        pictures=tuple(pictures),
        lines=(
            gettext("-# This page is about what’s next in this game.") if key in keys and place else "",
            gettext(page.text),
            *(f"-# {caption}" for caption in page.captions),
            f"-# {game.designer.credit}" if place == 0 else "",
            f"-# {labelled(gettext('What’s known about perfect play'), gettext(game.known))}"
            if last and game.known
            else "",
        ),
        rows=((turn(gettext("Back"), place - 1), turn(gettext("Next"), place + 1), *after, close_button()),),
        menus=(Menu("leaf", gettext("Jump to a Page"), tuple(titles), f"{game.key}|", (str(place),)),),
    )


@on_button("books")
async def choose_book(interaction: Interaction) -> Card:
    """**Rules** in ``/help``: a button for each game."""
    return choice_of_games(
        interaction.client.context, "page", gettext("Which game’s rules would you like to read?")
    )


@on_button("page", reply="private", cost="picture", needs_sight=False)
@on_button("leaf", cost="picture")
async def turn_page(interaction: Interaction, control: Control) -> Card:
    """**Rules** on a card; **Back**, **Next** and the menu of pages."""
    game_key, _, key = control.rest.partition("|")
    games = interaction.client.context.tables.games
    game = games.get(game_key) or next(iter(games.values()))
    return await page_card(interaction, game, key)


@app_commands.command(description="Read a game’s rule book, with pictures")
@app_commands.describe(game="Which game (at a table, leave it out to open the page you need)")
@app_commands.choices(game=game_choices())
@command_handler(cost="picture")
async def rules(interaction: Interaction, game: str | None = None) -> Card:
    """``/rules``; at a table, the page for the present phase."""
    context, page = interaction.client.context, ""
    try:
        table = await table_for(interaction, None)
    except RulesError:
        table = None
    if table is not None and game in (None, table.game.key):
        game, page = table.game.key, _page_for(table)
    chosen = context.tables.games[game or next(iter(context.tables.games))]
    return await page_card(interaction, chosen, page)


FEATURE: Final = Feature(
    name="rule books",
    commands=(rules,),
    controls={
        "lobby": lambda table: [table_control(table, "page", gettext("Rules"), f"{table.game.key}|0")],
        "more": more_controls,
    },
    help_controls=lambda _context: [Control("books", gettext("Rules"))],
)
