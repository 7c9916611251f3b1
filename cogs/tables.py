"""Commands at a table: ``/move``, ``/board``, ``/look``, ``/mark``, ``/games`` and ``/table``."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.components.cards import table_cards
from bot.components.cards.verify import verify_card
from bot.components.hooks import BotClient, Command
from bot.components.interactions.card import Card
from bot.components.interactions.context import key_of, person_of
from bot.components.interactions.replies import send_text
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.components.lobbies import lobby
from bot.components.play import agreements, notes, orphaned_tables, picker, private_views
from bot.components.play.autocomplete import suggestions
from bot.components.play.private_cards import Interaction, open_private_card
from bot.components.play.resolve_table import table_command, table_typed
from bot.games import GAMES
from bot.tables import lists
from bot.tables.events import agreements as requests
from bot.tables.events import opening
from bot.tables.model.table import Table
from bot.tables.notes import NONE

NOTE_KINDS: Final = [
    *(
        app_commands.Choice(name=game.name_of(kind), value=kind)
        for game in GAMES.values()
        for kind in game.note_kinds
    ),
    app_commands.Choice(name="Remove the marks", value=NONE),
]
"""The marks of all games."""


@autocomplete_handler
async def complete_action(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Choices for ``action``: the caller's legal moves that fit what is typed."""
    table = await table_typed(interaction)
    return suggestions(table, interaction.user.id, typed)


@app_commands.command(description="Type your move instead of pressing buttons")
@app_commands.describe(action="Your move: type it, or pick one from the list")
@app_commands.autocomplete(action=complete_action)
@table_command(typed="action")
async def move(interaction: Interaction, table: Table, action: str) -> None:
    """Play a typed move."""
    context = interaction.client.context
    person = person_of(interaction.user)
    after = await context.tables.play(table.id, person, action, key=key_of(interaction), seen=table)
    card = await picker.played_card(context, after, person.id, typed=True)
    # Of the answers to typed moves, which only tell what was played, the latest stays.
    turn = after.turns[-1].seq if after.turns else None

    def undone(table: Table) -> bool:
        return turn is not None and all(each.seq != turn for each in table.turns)

    await open_private_card(interaction, after, card, plays=False, over=undone)


@app_commands.command(description="See the board from your side (only you can see this)")
@app_commands.describe(words="Describe the board in words instead of showing a picture")
@table_command(cost="picture")
async def board(interaction: Interaction, table: Table, words: bool = False) -> Card:
    """My view."""
    if words:
        return table_cards.text_board_card(table, interaction.user.id)
    card = await private_views.own_view(interaction, table)
    return orphaned_tables.with_bring_button(interaction, table, card)


@app_commands.command(description="Describe one square on the board in words (only you can see this)")
@app_commands.describe(
    square="A square, such as d4, or anything else with a name on the board, such as space 14",
)
@table_command(typed="square")
async def look(interaction: Interaction, table: Table, square: str) -> Card:
    """One square in words."""
    return table_cards.square_card(table, interaction.user.id, square)


@app_commands.command(description="List your games, starting with those waiting for you")
@command_handler(cost="picture")
async def games(interaction: Interaction) -> Card:
    """The caller's tables, and the challenges that wait for them."""
    context, person = interaction.client.context, interaction.user.id
    service = context.tables
    tables = [*await lists.challenges_to(service, person), *await lists.tables_of(service, person)]
    features = context.features
    more = [
        *[control for each in features.all for control in each.list_controls(interaction, tables)],
        *([] if tables else [control for each in features.all for control in each.help_controls(context)]),
    ]
    below = [line for each in features.all for line in await each.list_lines(interaction, person)]
    return await table_cards.own_tables_card(context, tables, person, more, below)


resign: Command = app_commands.command(name="resign", description="Resign the game (the bot asks first)")(
    table_command()(private_views.ask_to_resign)
)


@app_commands.command(description="Offer a draw, or accept one")
@table_command()
async def draw(interaction: Interaction, table: Table) -> None:
    """Offer or accept a draw."""
    await agreements.offer_draw(interaction, table.id)


@app_commands.command(description="Ask to undo your last move (the others have to agree)")
@table_command()
async def undo(interaction: Interaction, table: Table) -> None:
    """Ask to undo."""
    await agreements.apply(interaction, table.id, requests.request_undo, agreements.UNDONE, asks=("undo",))


@app_commands.command(description="Ask to stop the clock, or to start it again")
@table_command()
async def pause(interaction: Interaction, table: Table) -> None:
    """Ask to pause or to resume."""
    await agreements.ask_about_clock(interaction, table.id, requests.pause_or_resume)


leave: Command = app_commands.command(
    name="leave", description="Leave a table. If the game has started, somebody else can take over your seat"
)(table_command(move=agreements.leaving)(agreements.ask_to_leave))


record: Command = app_commands.command(
    name="record", description="Get the record of the game as a text file"
)(table_command(cost="file")(private_views.record_card))


@app_commands.command(description="Check that no secret placement was changed")
@table_command()
async def verify(_interaction: Interaction, table: Table) -> Card:
    """The commitments of secret placements."""
    return verify_card(table)


@app_commands.command(description="See a table’s game, options, players and status")
@table_command()
async def info(_interaction: Interaction, table: Table) -> Card:
    """About a table."""
    return table_cards.about_card(table)


@app_commands.command(description="Cancel a table before its first move")
@table_command(move=opening.cancel)
async def cancel(interaction: Interaction, table: Table) -> None:
    """Cancel a table."""
    service = interaction.client.context.tables
    closed = await service.close(table.id, person_of(interaction.user), key_of(interaction))
    await send_text(interaction, lobby.cancelled(table.id))
    await lobby.tell_host(interaction, closed)


rematch: Command = app_commands.command(
    name="rematch", description="Offer a rematch with the sides swapped, or play a solo game again"
)(table_command()(lobby.rematch))


@app_commands.command(description="Mark squares in enemy waters on your own chart (only you can see this)")
@app_commands.describe(
    squares="The squares, such as b7 c7",
    kind="What you think is there",
)
@app_commands.choices(kind=NOTE_KINDS)
@table_command(cost="picture", typed="squares")
async def mark(
    interaction: Interaction,
    table: Table,
    squares: str,
    kind: str,
) -> Card:
    """Mark typed squares."""
    return await notes.mark_typed(interaction, table, squares, kind)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    group = app_commands.Group(name="table", description="Undo, resign, replay and more")
    for each in (resign, draw, undo, pause, leave, record, verify, info, cancel, rematch):
        group.add_command(each)
    own: tuple[Command | app_commands.Group, ...] = (group, move, board, look, games, mark)
    for command in own:
        bot.tree.add_command(command)
