"""The sentences of settings, server rules, privacy, the doctor and the list of tables."""

from __future__ import annotations

from typing import Final

from bot.components.cards.text import pace
from bot.games.plurals import listed, plural, some
from bot.people.absences import MOST_DAYS
from bot.tables.model.pace import read
from bot.tables.server_rules import ServerRules
from data.store.records import NOWHERE

# Settings

CARD_TEXTS: Final = {
    "post": "a new card for each turn",
    "edit": "one card that’s kept up to date (a new one after an hour)",
}
OTHER_SETTINGS: Final = (
    "-# `/settings` can also set your `quiet` hours and `zone`, `refuse` or `allow` a challenger, and stop "
    f"your clocks while you’re `away`, up to {MOST_DAYS} days a year."
)
NEEDS_SERVER: Final = "This command only works in a server. Use it in a server channel."
NEEDS_MEMBERSHIP: Final = "The bot isn’t in this server. Add it to the server first."
NEEDS_MANAGER: Final = "Only members with the **Manage Server** permission can do this. Ask one of them."
EVERYWHERE_AGAIN: Final = "*The list is empty now, so tables can be opened in every channel again.*"
MAX_NAMED: Final = 20
"""The most channels that a server's rules name."""
NO_CHANNEL_LEFT: Final = (
    "**Channels** where tables can be opened: none, because the last one was deleted. Use `/server allow`, "
    "or press **Everywhere** to allow all of them."
)


def away(until: int) -> str:
    return (
        f"**Away**: until <t:{until // 1000}:f>. Your clocks aren’t running, and your tables show that "
        "you’re away."
    )


def rules(chosen: ServerRules) -> tuple[str, ...]:
    channels = listed(some([f"<#{each}>" for each in chosen.channels], MAX_NAMED)) or "everywhere"
    where = f"**Channels** where tables can be opened: {channels}."
    tables, each = chosen.tables or "no limit", chosen.each or "no limit"
    return (
        NO_CHANNEL_LEFT if chosen.channels == (NOWHERE,) else where,
        f"**Threads**, one for each table: {_yes(chosen.threads)}.",
        f"**Cards**: {CARD_TEXTS[chosen.cards]}.",
        f"**Default time limit**: {pace(read(chosen.pace)) if chosen.pace else 'none'}.",
        f"**Open tables**: {tables} in this server, {each} per member.",
        f"**List of tables**: {f'<#{chosen.board_channel}>' if chosen.board_channel else 'none'}.",
        "-# To change more, use `/server rules`, `/server allow`, `/server forbid` and `/server board`.",
    )


def only_channel(channel_id: int) -> str:
    return (
        f"*From now on, tables can be opened only in <#{channel_id}>. Add more with `/server allow`, "
        f"or press **Everywhere** to allow all of them again.*"
    )


def _yes(chosen: bool) -> str:
    return "yes" if chosen else "no"


# The doctor

ALL_WELL: Final = "All is well: the bot has every permission it needs, here and wherever tables are played."
IN_PROGRESS: Final = "**Games in progress**"
NOTHING_LOST: Final = "No cards are missing."
FIXED_NOW: Final = "This release can play it, so it will resume when the bot’s host restarts the bot."
FROZEN_HELP: Final = (
    "Nothing is lost: the bot tries every frozen table again when it starts.\n"
    "For the bot’s host: install a release that fixes the problem and restart the bot. Before that, "
    "`python -m bot replay` says whether the release can play them. The log has the details for the "
    "developers."
)


def lacks(where: str, permissions: tuple[str, ...]) -> str:
    return f"In {where} the bot is missing {listed([f'**{name}**' for name in permissions])}."


def channel_gone(channel_id: int) -> str:
    return f"The channel <#{channel_id}> is gone, or the bot can’t see it."


def lost_its_channel(table: str) -> str:
    return f"{table} has lost its channel. Play continues by direct message and with `/move`."


def out_of_date(table: str) -> str:
    return f"The card for {table} is out of date: the bot is missing a permission or the channel."


def computer_away(table: str) -> str:
    return f"{table} is waiting for a computer player, and none is available at the moment."


def being_updated(table: str) -> str:
    return f"The card for {table} is being updated right now."


def frozen(table: str, people: list[str], last_played: str, why: str) -> str:
    return f"{table} ({listed(people) or 'nobody'}) is frozen. It was last played {last_played}. {why}"


def fault_in(place: str) -> str:
    return f"The problem is in {place}."


def hidden_tables(number: int) -> str:
    return plural(
        number,
        "1 table is stuck in a channel that you can’t see.",
        f"{number} tables are stuck in channels that you can’t see.",
    )


def closed_dms(people: list[str]) -> str:
    return (
        f"Discord doesn’t let the bot send direct messages to {listed(people)}. "
        f"Their private charts are under **My View**."
    )


def waiting(table: str, people: list[str]) -> str:
    return f"{table}: waiting for {listed(people) or 'nobody'}."


def unseen_tables(number: int) -> str:
    return plural(number, "1 table that you can’t see", f"{number} tables that you can’t see")


def posted_again(tables: list[str]) -> str:
    return f"Posted again: {listed(tables)}."


def not_posted(tables: list[str]) -> str:
    return f"Couldn’t post: {listed(tables)}. Check the bot’s permissions there."
