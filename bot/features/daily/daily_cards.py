"""Daily challenges on Discord: today's attempt, its result among others, and the line to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.interactions.card import Card, Control, Style
from bot.components.interactions.context import BotContext, Interaction, key_of, person_of
from bot.components.interactions.replies import post_card, replace_card
from bot.components.interactions.routing import on_button
from bot.components.lobbies.open_table import require_allowed
from bot.components.play.consoles import open_console
from bot.components.play.picker import picker_card
from bot.features.feature import Feature, Features
from bot.games.core import Game
from bot.tables import days
from bot.tables.errors import Stale, TableError
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import people
from data.store.queries.scores import PlayerScore
from data.store.store import Store

from . import daily, scores, text


async def daily_card(context: BotContext, table: Table, person: int) -> Card:
    """A daily attempt: the picker while it is played, then its result."""
    if table.status == "playing":
        _, day = await daily.day_of(context.tables, table)
        challenge, command = daily.challenge_of(table.game), f"/{table.game.key} daily"
        note = text.daily_note(challenge, days.read_day(day), command)
        return await picker_card(context, table, person, note=note)
    return await result_card(context, table, person)


async def play_daily(interaction: Interaction, game: Game[Any, Any]) -> None:
    """Begin today's attempt, go on with it, or show its result (acknowledged as ``private``)."""
    challenge, guild = daily.challenge_of(game), interaction.guild_id
    if guild is None:
        raise TableError(text.daily_needs_server(challenge, game.key))
    context, person = interaction.client.context, person_of(interaction.user)
    if not await daily.begun(context.tables, game, person, guild):
        await require_allowed(interaction)
    table = await daily.attempt(context.tables, game, person, guild, key_of(interaction))
    await open_console(interaction, table, await daily_card(context, table, person.id))


@on_button("daily", reply="private", needs_sight=False)
async def press_daily(interaction: Interaction, control: Control) -> None:
    """A daily challenge's button in ``/help``."""
    if (game := interaction.client.context.tables.games.get(control.rest)) is None:
        raise Stale
    await play_daily(interaction, game)


async def result_card(context: BotContext, table: Table, person: int, *, picture: bool = False) -> Card:
    """How an attempt ended, among those of the others."""
    service, game = context.tables, table.game
    challenge = daily.challenge_of(game)
    guild, day = await daily.day_of(service, table)
    standings = await scores.of_day(service, game, guild, day)
    streak = await daily.streak(service, game, person, guild)
    played = scores.place_of(standings, person) is not None
    lines = (
        "" if table.status == "over" and table.ending is None else text.NOT_COUNTED,
        table_text.safe(table_text.ending(table)) if picture or not played else "",
        text.RESULTS if standings else text.NO_RESULTS,
        *scores.lines(game, standings, person),
        text.streak(challenge, streak) if streak > 1 else "",
        text.next_daily(days.next_day(service.now())),
    )
    controls = [Control("share", "Share", table.id, table.version, style=Style.primary)] if played else []
    if table.status == "over" and table.seating.side_of(person) is not None:
        # Somebody who was forgotten since may see their attempt no longer, and has no other that day.
        controls += context.parts[Features].controls("end", table)
    if (other := await daily.unfinished(service, game, person, guild)) is not None:
        controls.append(Control("move", "Finish an Earlier Challenge", other))
    shown = (await table_cards.illustrate(context.studio, table, table.view_for(None)),) if picture else ()
    heading = text.daily_heading(challenge, days.read_day(day))
    return Card(
        heading=f"### {heading}\n-# Only you can see this",
        pictures=shown,
        lines=lines,
        rows=(tuple(controls),) if controls else (),
        accent=table_cards.QUIET,
    )


def share_line(
    game: Game[Any, Any], day: str, person: int, standings: Sequence[PlayerScore], streak: int
) -> str | None:
    """A day's result for others to see, without anything about its chance; None if it doesn't count."""
    place = scores.place_of(standings, person)
    if place is None:
        return None
    challenge, scoring = daily.challenge_of(game), scores.scores_of(game)
    score = next(each.score for each in standings if each.person == person)
    parts = [
        text.daily_of(challenge, day, table_text.mention_id(person)),
        text.title_and_points(scores.title_of(game, score.rank), score.points or 0),
        scoring.full_tiebreak(score.tiebreak),
        text.goals_met(score.goals, scoring.goals),
        text.place_so_far(place, len(standings)),
        *([text.days_in_a_row(streak)] if streak > 1 else []),
    ]
    return f"{' · '.join(parts)}\n{text.daily_invitation(game, challenge)}"


@on_button("share", cost="post")
async def share(interaction: Interaction, control: Control) -> None:
    """**Share**: the result, without the chance behind it, for everybody in the channel."""
    context, person = interaction.client.context, interaction.user.id
    table = await context.tables.get(control.table_id)
    daily.require_sight(table, person)
    await require_allowed(interaction)
    guild, day = await daily.day_of(context.tables, table)
    standings = await scores.of_day(context.tables, table.game, guild, day)
    streak = await daily.streak(context.tables, table.game, person, guild, day)
    line = share_line(table.game, days.read_day(day), person, standings, streak)
    if line is None:
        raise TableError(text.NOTHING_TO_SHARE)
    card = await result_card(context, table, person)
    rest = tuple(each for each in card.rows[0] if each.verb != "share")
    await replace_card(interaction, replace(card, rows=(rest,)))
    await post_card(interaction, Card(line))


def _help_controls(context: BotContext) -> list[Control]:
    games = context.tables.games.values()
    return [Control("daily", text.todays(each.daily), rest=each.key) for each in games if each.daily]


async def _profile_facts(service: TableService, person: int) -> Sequence[tuple[str, str]]:
    """The titles that somebody has earned."""
    found = [
        (game, (await scores.of_person(service, game, person, 1)).titles)
        for game in service.games.values()
        if game.scores is not None
    ]
    return [(game.title, text.titles(titles)) for game, titles in found if titles]


async def _export(store: Store, person: int) -> dict[str, Any]:
    return {
        "daily": [
            {"table": row["table_id"], "day": row["day"]}
            for row in await people.rows_about(store, "daily", person)
        ],
        "scores": [
            {
                "table": row["table_id"],
                "points": row["points"],
                "rank": row["rank"],
                "tiebreak": row["tiebreak"],
                "penalties": row["penalties"],
                "goals": row["goals"],
                "at": days.moment(row["at"]),
            }
            for row in await people.rows_about(store, "score", person)
        ],
    }


FEATURE: Final = Feature(
    name="daily challenges",
    cogs=("cogs.daily",),
    chance=daily.chance,
    sweep=daily.sweep,
    end_card=partial(result_card, picture=True),
    help_controls=_help_controls,
    profile_facts=_profile_facts,
    data_note=text.DATA_NOTE,
    export=_export,
)
