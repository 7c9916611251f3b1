"""Where leagues take part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace
from functools import partial
from typing import Any, Final

import discord

from bot.components.cards.text import mention, moment
from bot.components.hooks import (
    NO_EXTRAS,
    BotContext,
    BulletinPart,
    Extras,
    Feature,
    Interaction,
    Posted,
    Week,
)
from bot.components.interactions.discord_errors import CONNECTION_ERRORS
from bot.components.publishing import server_events
from bot.components.publishing.publisher import PublishingClient
from bot.languages import gettext, listed, ngettext
from bot.people.display_names import safe
from bot.tables.exports import exported
from bot.tables.model.table import Table
from bot.tables.server_rules import ServerRules
from bot.tables.service import TableService
from data.store.queries import leagues
from data.store.queries.leagues import LeagueGame
from data.store.store import Store

from . import results
from .league_cards import LeagueCards, played_out
from .league_commands import league_group, seen_in
from .service import AT_THE_END, BREAK_MS, LeagueService, divisions
from .standings import DRAWN, LOST, WON, winners


def _open(bot: PublishingClient) -> Feature:
    context = bot.context

    def changed(league: int) -> None:
        cards.tasks.wake(league)
        context.deadlines.wake()

    service = LeagueService(context.tables, changed)
    cards = LeagueCards(context, service, bot)
    return replace(
        FEATURE,
        parts=(service, cards),
        start=cards.reconcile,
        reconcile=cards.reconcile,
        close=cards.tasks.close,
        holds=service.decided,
        channel_deleted=cards.leave_channel,
        post_again=partial(_post_again, cards),
        rules_notes=lambda tables, server, rules: _rules_notes(bot, tables, server, rules),
        forgotten=cards.forget,
        table_shown=cards.table_shown,
    )


async def _extras(context: BotContext, table: Table) -> Extras:
    """Of which league it is; while it is played, what the round's end means."""
    found = await leagues.title_and_round(context.tables.store, table.id)
    if found is None:
        return NO_EXTRAS
    title, number, ends = found
    which = gettext("**{league}**, round {number}", league=safe(title), number=number)
    if table.status != "playing":
        return Extras(top=(which,), lines=(f"-# {which}",) if table.status == "over" else ())
    return Extras(top=(which,), lines=() if ends is None else (_limit(ends),))


async def _turn_extras(context: BotContext, table: Table) -> Extras:
    """What the round's end means, while somebody is away."""
    if not table.seating.away:
        return NO_EXTRAS
    match await leagues.title_and_round(context.tables.store, table.id):
        case (_, _, int(ends)):
            return Extras(lines=(_limit(ends),))
    return NO_EXTRAS


def _limit(ends: int) -> str:
    limit = gettext("The round ends {when}.", when=moment(ends))
    return f"-# {limit} {gettext(AT_THE_END)}"


async def _channels_used(interaction: Interaction, server: int) -> Iterable[int]:
    return [league.channel for league in await seen_in(interaction, server)]


async def _post_again(cards: LeagueCards, interaction: Interaction, server: int) -> list[Posted]:
    found = []
    for league in await seen_in(interaction, server):
        try:
            if await cards.refresh(league.id, again=True):
                found.append(Posted(league.title))
        except CONNECTION_ERRORS as error:
            found.append(Posted(league.title, error))
    return found


async def _rules_notes(
    client: discord.Client, tables: TableService, server: int, rules: ServerRules
) -> list[str]:
    """That leagues go on in channels where tables aren't allowed, and what keeps them from being events."""
    notes = []
    if rules.events and not server_events.may_create(client, server):
        notes.append(
            gettext(
                "*Tournaments can’t be events of this server yet: the bot needs the **Create Events** "
                "permission for that.*"
            )
        )
    found = await leagues.in_server(tables.store, server) if rules.channels else []
    titles = [f"**{safe(league.title)}**" for league in found if league.channel not in rules.channels]
    note = ngettext(
        "*{titles} continues in its own channel. `/league close` ends a league.*",
        "*{titles} continue in their own channels. `/league close` ends a league.*",
        len(titles),
        titles=listed(titles),
    )
    return [*notes, note] if titles else notes


async def _week(context: BotContext, week: Week) -> BulletinPart | None:
    """Who has won a tournament, or the last season of a league."""
    store, lines = context.tables.store, list[str]()
    over = [
        (league, league.season)
        for league in await leagues.ended_in(store, week.server, week.since, week.until)
        if league.swiss
    ]
    over += [
        (league, league.season - 1)
        for league in await leagues.in_server(store, week.server)
        if league.status == "joining" and league.season > 1
        if week.since <= league.ends - BREAK_MS < week.until
    ]
    for league, number in over:
        season = await leagues.season(store, league.id, number)
        if season is None or not week.seen(league.channel) or (league.swiss and not played_out(season)):
            continue
        names = [mention(person) for division in divisions(season) for person in winners(division)]
        told = gettext("{names} won **{league}**.", names=listed(names), league=safe(league.title))
        lines += [told] if names else []
    return BulletinPart(tuple(lines)) if lines else None


async def _forget_warnings(context: BotContext, person: int) -> list[str]:
    joined = [
        f"**{safe(league.title)}**"
        for league, entry, _ in await leagues.data_of(context.tables.store, person)
        if league.status in leagues.ALIVE and entry.season == league.season and not entry.out
    ]
    loss = gettext("You’ll leave {leagues}, and lose any games still to come there.", leagues=listed(joined))
    return [loss] if joined else []


async def _export(store: Store, person: int) -> dict[str, Any]:
    """The seasons of ``person``, with their games."""
    seasons = []
    for league, entry, games in await leagues.data_of(store, person):
        played = [
            exported(asdict(game), "round", "table=table_id", "result", "forfeit")
            | {"result": _result(game, person)}
            for game in games
        ]
        found = asdict(entry) | {"division": entry.division or None, "games": played}
        names = ("season", "name", "joined=at", "division", "left=out", "games")
        seasons.append({"league": league.title, "server": league.guild} | exported(found, *names))
    return {"leagues": seasons}


def _result(game: LeagueGame, person: int) -> str | None:
    if game.result is None:
        return None
    words = {WON: "won", DRAWN: "drawn", LOST: "lost"}
    return words.get(game.result if game.first == person else -game.result, "no point for either player")


FEATURE: Final = Feature(
    name="leagues",
    commands=(league_group,),
    open=_open,
    settle=results.settle,
    refuse=results.refuse,
    extras=_extras,
    turn_extras=_turn_extras,
    channels_used=_channels_used,
    week=_week,
    data_note="**Leagues**: which seasons you joined and the name you had then, your division, your games "
    "and results, and whether you left.",
    export=_export,
    forget=leagues.forget,
    forget_warnings=_forget_warnings,
)
