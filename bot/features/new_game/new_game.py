"""**Start a Game** and ``/start``: one form asks which game, against whom, and with how much time."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.components.cards.text import facts, pace
from bot.components.hooks import Feature
from bot.components.interactions.card import Control
from bot.components.interactions.form import OneOf, open_form
from bot.components.interactions.routing import command_handler, on_button
from bot.components.lobbies.open_table import start_table
from bot.components.publishing.publisher import Interaction
from bot.languages import gettext
from bot.players.player import LEVELS
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.model.pace import SUGGESTED, read
from data.store.queries import people

from . import game_cards, options

ANYBODY: Final = "anybody"
"""Against whoever joins."""


@on_button("newgame", reply="own")
async def ask(interaction: Interaction, control: Control) -> None:
    """**Start a Game**: the form; ``control`` may name the game that is chosen in it already."""
    await _ask(interaction, control.rest)


@app_commands.command(description="Start a game: one form for the game, your opponents and the time limit")
@command_handler(reply="own")
async def start(interaction: Interaction) -> None:
    """``/start``: the form, with the game that was played last."""
    await _ask(interaction, "")


async def _ask(interaction: Interaction, key: str) -> None:
    context = interaction.client.context
    store, games = context.tables.store, context.tables.games
    if key not in games:
        latest = await people.latest_table(store, interaction.user.id, [*games])
        key = latest.game if latest is not None else next(iter(games))
    rules = await server_rules.load(store, interaction.guild_id)
    named = [(" · ".join(filter(None, (game.title, facts(game)))), each) for each, game in games.items()]
    weakest, *others = LEVELS
    rivals = [
        (gettext("Anybody who joins"), ANYBODY),
        (gettext("Cabin Boy (Deckhands as crewmates in Crackers)"), weakest.key),
        *((gettext(each.title), each.key) for each in others),
    ]
    usual = str(read(rules.pace))
    limits = {text: pace(read(text)) for text in (*SUGGESTED, usual)}
    computers = gettext("The Cabin Boy is the easiest computer player. Captain’s Curse is played alone.")
    await open_form(
        interaction,
        Control("newgames", gettext("New Game")),
        OneOf("game", gettext("Game"), tuple(named), key),
        OneOf("rival", gettext("Against"), tuple(rivals), ANYBODY, hint=computers),
        OneOf("pace", gettext("Time limit"), tuple((label, text) for text, label in limits.items()), usual),
    )


@on_button("newgames", reply="public", cost="table")
async def open_asked(interaction: Interaction, control: Control) -> None:
    """The form comes back: the game's lobby, or with computers its first card."""
    given = {name: " ".join(answers) for name, answers in control.given.items()}
    game = interaction.client.context.tables.games.get(given.get("game", ""))
    if game is None:
        raise TableError("This bot doesn’t have that game any more. `/help` shows the ones it has.")
    level = next((each.key for each in LEVELS if each.key == given.get("rival")), None)
    computer = level if game.computer else None
    await start_table(interaction, game, None, None, {}, given.get("pace"), computer=computer, here=True)


FEATURE: Final = Feature(
    name="new game",
    commands=(start,),
    subcommands=lambda _games: [("server", game_cards.games)],
    controls={"lobby": options.controls, "end": game_cards.end_controls},
    first_card=game_cards.picker_card,
    help_controls=lambda _context: [Control("newgame", gettext("Start a Game"))],
)
