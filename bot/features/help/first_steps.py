"""``/help`` and ``/about``: what to press first, what a lobby is, and who designed the games."""

from __future__ import annotations

from importlib import metadata
from typing import Any, Final

from discord import app_commands

from bot.components.cards.table_cards import choice_of_games, lobby_card, paint
from bot.components.cards.text import sentence
from bot.components.hooks import BotContext, Feature, Interaction, asked_by
from bot.components.interactions.card import Card, CardImage, Control, close_button, rows
from bot.components.interactions.routing import command_handler, on_button
from bot.languages import gettext, labelled
from bot.people.preferences import PALETTE
from bot.tables.model.seating import Seated, Seating
from bot.tables.model.table import Table
from data.store.records import Address, Header
from rendering.scene import Scene


def game_line(title: str, tagline: str) -> str:
    return f"- {labelled(f'**{title}**', tagline)}"


@on_button("choose")
async def choose_game(interaction: Interaction, _control: Control) -> Card:
    """**Start a Game** in ``/help``: a button for each game."""
    question = gettext("Which game would you like to start?")
    return choice_of_games(interaction.client.context, "open", question)


def about_card(context: BotContext) -> Card:
    """The bot's version, and who designed its games."""
    games = [game_line(game.title, game.designer.credit) for game in context.tables.games.values()]
    this = gettext(
        "Captain’s Table {version} brings nautical board games to Discord:",
        version=metadata.version("captains-table"),
    )
    return Card("### Captain’s Table", lines=(this, *games, gettext("New here? `/help` gets you started.")))


@app_commands.command(name="help", description="How to start a game, and what to press first")
@command_handler(cost="picture")
async def help_(interaction: Interaction) -> Card:
    """``/help``: the first steps, with a picture and an example of a lobby that the caller hosts."""
    context, person = asked_by(interaction)
    games = context.tables.games.values()
    game = next(each for each in games if each.people[1] > 1)
    diagram = next(diagram for page in game.book for diagram in page.diagrams)
    scene: Scene[Any, Any] = Scene(diagram.view, marks=diagram.marks)
    palette = (await context.settings_of(person.id))[PALETTE]
    picture = await paint(context.studio, game, scene, palette)
    header = Header(0, game.key, game.rules, "", person.id, None, None, "lobby", 0, 0, 0, Address(None, 0))
    options = game.read_options({})
    sides = game.sides(options)
    seating = Seating(sides, (Seated(sides[0][0], person),))
    lobby = lobby_card(context, Table(header, game, options, seating))
    labels = "  ".join(f"`{control.label}`" for row in lobby.rows for control in row)
    features = context.features
    computers = gettext(
        "Nobody around? Press **Add a Computer** in the lobby, or set `computer` when you start a game. The "
        "computer takes all the open seats right away."
    )
    return Card(
        gettext("### Welcome to the Captain’s Table"),
        pictures=(CardImage(f"{sentence(game.title)} {gettext(diagram.caption)}", picture),),
        lines=(
            *(game_line(each.title, gettext(each.tagline)) for each in games),
            *(gettext(line) for each in features.all for line in each.help_lines),
            gettext(
                "Press **Start a Game** to open a **lobby**: a card like the one below, where people press "
                "**Join** to play with you."
            ),
            *(f"> {line}" for line in (f"**{game.title}**", *lobby.lines, labels) if line),
            computers if any(each.computer for each in games) else "",
            gettext(
                "When it’s your turn, press a button under the board. **My View** shows the board from "
                "your side, and `/games` lists your games."
            ),
            gettext(
                "-# Would you rather read? `/board` with `words` describes the board, `/look` describes "
                "one square, and `/move` lets you type a move."
            ),
        ),
        rows=rows([*features.help_controls(context), close_button()]),
    )


@app_commands.command(description="About this bot, its version, and the people who designed the games")
@command_handler()
async def about(interaction: Interaction) -> Card:
    """``/about``."""
    return about_card(interaction.client.context)


FEATURE: Final = Feature(
    name="help",
    commands=(help_, about),
    help_controls=lambda _context: [Control("choose", gettext("Start a Game"), rest="open")],
)
