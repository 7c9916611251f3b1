"""``/help`` and ``/about``: what to press first, what a lobby is, and who designed the games."""

from __future__ import annotations

from importlib import metadata
from typing import Any, Final

from discord import app_commands

from bot.components.cards.table_cards import paint
from bot.components.cards.text import sentence
from bot.components.hooks import BotContext, Feature, Interaction, asked_by
from bot.components.interactions.card import Card, CardImage, Section, close_button, rows
from bot.components.interactions.routing import command_handler
from bot.languages import gettext, labelled, listed, ngettext
from rendering.scene import Scene


def about_card(context: BotContext) -> Card:
    """The bot's version, and who designed its games."""
    games = [
        f"- {labelled(f'**{game.title}**', game.designer.credit)}" for game in context.tables.games.values()
    ]
    this = gettext(
        "Captain’s Table {version} brings nautical board games to Discord:",
        version=metadata.version("captains-table"),
    )
    return Card("### Captain’s Table", lines=(this, *games, gettext("New here? `/help` gets you started.")))


@app_commands.command(name="help", description="How to start a game, and what to press first")
@command_handler(cost="picture")
async def help_(interaction: Interaction) -> Card:
    """``/help``: the first steps, on one screen of a phone."""
    context, person = asked_by(interaction)
    games = context.tables.games.values()
    game = next(each for each in games if each.people[1] > 1)
    diagram = next(diagram for page in game.book for diagram in page.diagrams)
    scene: Scene[Any, Any] = Scene(diagram.view, marks=diagram.marks)
    picture = await paint(context, game, scene, person.id)
    image = CardImage(f"{sentence(game.title)} {gettext(diagram.caption)}", picture)
    features = context.features
    number = len(games)
    welcome = ngettext(
        "{number} board game, played here with buttons: {games}.",
        "{number} board games, played here with buttons: {games}.",
        number,
        games=listed(each.title for each in games),
    )
    return Card(
        "",
        sections=(Section((gettext("### Welcome to the Captain’s Table"), welcome), image),),
        lines=(
            *(gettext(line) for each in features.all for line in each.help_lines),
            gettext(
                "**Start a Game** opens a **lobby**, where people press **Join**. Nobody around? Press "
                "**Add a Computer** there."
            )
            if any(each.computer for each in games)
            else gettext("**Start a Game** opens a **lobby**, where people press **Join**."),
            gettext(
                "**Your turn**: press a button under the board. **My View** shows it from your side, and "
                "`/games` lists your games."
            ),
            gettext(
                "-# Would you rather read and type? `/board` with `words`, `/look` and `/move` do "
                "everything in text."
            ),
        ),
        rows=rows(
            [*[control for each in features.all for control in each.help_controls(context)], close_button()]
        ),
    )


@app_commands.command(description="About this bot, its version, and the people who designed the games")
@command_handler()
async def about(interaction: Interaction) -> Card:
    """``/about``."""
    return about_card(interaction.client.context)


FEATURE: Final = Feature(
    name="help",
    commands=(help_, about),
)
