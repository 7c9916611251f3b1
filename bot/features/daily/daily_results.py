"""The result of a daily challenge among those of the others, for its player; and the line to share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import discord

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.interactions.card import Card, Control, Style, layout
from bot.components.interactions.context import BotContext, Interaction
from bot.components.interactions.replies import replace_card
from bot.components.interactions.routing import on_button
from bot.components.lobbies.open_table import require_allowed
from bot.features.feature import Features
from bot.games.core import Game
from bot.tables import days
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from data.store.queries.scores import PlayerScore

from . import daily, scoreboard, scores, text


async def result_card(context: BotContext, table: Table, person: int, *, picture: bool = False) -> Card:
    """How an attempt ended, among those of the others."""
    service, game = context.tables, table.game
    challenge = daily.challenge_of(game)
    guild, day = await daily.day_of(service, table)
    standings = await scores.of_day(service, game, guild, day)
    streak = await daily.streak(service, game, person, guild)
    played = scoreboard.place_of(standings, person) is not None
    tomorrow = date.fromisoformat(days.day_at(service.now())) + timedelta(days=1)
    lines = (
        "" if table.status == "over" and table.ending is None else text.NOT_COUNTED,
        table_text.safe(table_text.ending(table)) if picture or not played else "",
        text.RESULTS if standings else text.NO_RESULTS,
        *scoreboard.lines(game, standings, person),
        text.streak(challenge, streak) if streak > 1 else "",
        text.next_daily(int(datetime.combine(tomorrow, time(), UTC).timestamp())),
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
    place = scoreboard.place_of(standings, person)
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
    await replace_card(interaction, Card(card.heading, (), card.lines, (rest,), card.accent))
    await interaction.followup.send(
        view=layout(Card(line)), ephemeral=False, allowed_mentions=discord.AllowedMentions.none()
    )
