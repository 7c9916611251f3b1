"""**Follow**: a card to choose it on, the list in ``/games``, and who gets a message at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.hooks import BotContext, Feature, Interaction
from bot.components.interactions.card import (
    Card,
    Control,
    Style,
    close_button,
    rows,
    table_control,
    with_services,
)
from bot.components.interactions.replies import replace_card
from bot.components.interactions.routing import on_button
from bot.components.interactions.visibility import can_see
from bot.components.play.resolve_table import table_command
from bot.languages import gettext, labelled
from bot.tables import lists
from bot.tables.errors import TableError
from bot.tables.exports import exporting
from bot.tables.model.table import LIVE, Table
from data.store.queries import followers as stored
from data.store.queries import people
from data.store.queries.servers import headers_in
from data.store.records import NOWHERE

MAX_LISTED: Final = 10
"""Followed games that ``/games`` names."""
MAX_KNOWN: Final = 100
"""The latest games of a server, and of those that somebody follows, of which one is found to follow."""
MAX_READ: Final = 30
"""How many of them are looked at whole."""
QUIETLY, LETTER, STOP = "quiet", "letter", "stop"


def _require_others(table: Table, person: int) -> None:
    """:raises TableError: when there's nothing for ``person`` to follow."""
    if person in table.seating:
        raise TableError("You’re playing in this game yourself. `/games` lists it already.")
    if table.status not in LIVE:
        raise TableError("This game is over, so there’s nothing left to follow.")


def _card(table: Table, letter: int | None) -> Card:
    """What somebody has chosen, and what else there is; ``letter``: see :func:`stored.follows`."""
    controls: list[Control] = []

    def choose(label: str, what: str, style: Style = Style.secondary) -> None:
        controls.append(table_control(table, "followas", label, what, style))

    match letter:
        case None:
            said = gettext("You’re not following this game any more.")
            choose(gettext("Follow"), QUIETLY)
        case 0:
            said = gettext(
                "You’re following this game: it’s in your list in `/games`, and you won’t be pinged."
            )
            choose(gettext("Message Me at the End"), LETTER, Style.primary)
        case _:
            said = gettext("You’re following this game. When it’s over, you’ll get a direct message.")
            choose(gettext("Don’t Message Me"), QUIETLY)
    if letter is not None:
        choose(gettext("Unfollow"), STOP)
    return Card(table_text.heading(table), lines=(said,), rows=((*controls, close_button(table)),))


async def _choose(interaction: Interaction, table: Table, what: str) -> Card:
    """:raises TableError: when there's nothing to follow."""
    context, person = interaction.client.context, interaction.user.id
    store = context.tables.store
    _require_others(table, person)
    if what == STOP:
        await stored.unfollow(store, table.id, person)
        return _card(table, None)
    letter = int(what == LETTER)
    await stored.follow(store, table.id, person, letter, context.tables.now())
    return _card(table, letter)


@on_button("follow", reply="private")
async def press_follow(interaction: Interaction, table: Table) -> Card:
    """**Follow** under **More**; who follows already sees what they have chosen."""
    letter = await stored.follows(interaction.client.context.tables.store, table.id, interaction.user.id)
    return await _choose(interaction, table, QUIETLY) if letter is None else _card(table, letter)


@on_button("followas")
async def press_choice(interaction: Interaction, control: Control, table: Table) -> None:
    """**Message Me at the End**, **Don’t Message Me**, **Unfollow** and **Follow** again."""
    await replace_card(interaction, await _choose(interaction, table, control.rest))


@app_commands.command(description="Follow a game you’re not playing: it’s listed in /games, without pings")
@table_command()
async def follow(interaction: Interaction, table: Table) -> Card:
    """``/table follow``."""
    return await press_follow(interaction, table)


def list_controls(interaction: Interaction, _tables: Sequence[Table]) -> list[Control]:
    """**Follow a Game** in a list of games, where others may play some."""
    return [Control("following", gettext("Follow a Game"))] if interaction.guild_id is not None else []


@on_button("following", reply="private")
async def choose_game(interaction: Interaction) -> Card:
    """**Follow a Game**: those in play in this server that somebody can see, neither plays nor follows.

    :raises TableError: when there are none.
    """
    service, person = interaction.client.context.tables, interaction.user.id
    known = set(await stored.followed_by(service.store, person, MAX_KNOWN))
    headers = await headers_in(service.store, interaction.guild_id or 0, ("playing",), MAX_KNOWN)
    others = [each.id for each in headers if each.id not in known and each.address.home != NOWHERE]
    tables = await lists.live(service, others[:MAX_READ])
    seen = [each for each in tables if person not in each.seating and can_see(interaction, each)]
    found = seen[:MAX_LISTED]
    if not found:
        raise TableError("There are no other games here to follow. `/games` lists those you follow already.")
    choices = [
        table_control(table, "followas", gettext("Follow Table {number}", number=table.id), QUIETLY)
        for table in found
    ]
    heading = gettext("### Games that you can follow")
    return Card(heading, lines=tuple(map(_told, found)), rows=with_services(rows(choices), [close_button()]))


async def more_controls(_context: BotContext, table: Table, person: int) -> list[Control]:
    """**Follow**, for those who don't play."""
    if person in table.seating or table.status not in LIVE or table.private:
        return []
    return [table_control(table, "follow", gettext("Follow"))]


async def list_lines(interaction: Interaction, person: int) -> list[str]:
    """The games that somebody follows, as far as they may still see them."""
    service = interaction.client.context.tables
    numbers = await stored.followed_by(service.store, person, MAX_LISTED)
    if not numbers:
        return []
    tables = [each for each in await lists.live(service, numbers) if can_see(interaction, each)]
    told = [_told(table) for table in tables if person not in table.seating]
    return [gettext("**You’re following**"), *told] if told else []


def _told(table: Table) -> str:
    names = table_text.mentions(table.awaited)
    waits = gettext("Waiting for {people}.", people=names) if names else ""
    people = table_text.mentions(table.seating.people)
    return f"- {labelled(table_text.with_others(table_text.pointer(table), people), waits)}"


async def also_told(context: BotContext, table_id: int) -> list[int]:
    """The followers who want a message at the end."""
    return await stored.told_by_letter(context.tables.store, table_id)


FEATURE: Final = Feature(
    name="following",
    subcommands=lambda _games: [("table", follow)],
    more_controls=more_controls,
    list_lines=list_lines,
    list_controls=list_controls,
    also_told=also_told,
    data_note="**Games you follow**, and whether you want a direct message when they’re over.",
    export=exporting(following=("follower", "table=table_id", "message=letter", "at")),
    forget=people.removing("follower"),
)
