"""Daily challenges on Discord: today's attempt, its result among others, and the line to share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from discord import app_commands

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.cards.text import mention
from bot.components.hooks import (
    NO_EXTRAS,
    BotClient,
    BotContext,
    BulletinPart,
    Command,
    Extras,
    Feature,
    ProfileFact,
    Week,
    asked_by,
)
from bot.components.interactions.card import Card, Control, Style, rows, table_control
from bot.components.interactions.context import key_of
from bot.components.interactions.replies import share_card
from bot.components.interactions.routing import command_handler, on_button
from bot.components.lobbies.open_table import require_allowed
from bot.components.play.picker import picker_card
from bot.components.play.private_cards import Interaction, open_private_card
from bot.features.ratings.standings import may_be_known
from bot.games.core import AnyGame, DailyChallenge, Games
from bot.languages import gettext, listed, ngettext, pgettext, speaking
from bot.people.display_names import safe
from bot.tables import days
from bot.tables.errors import Stale, TableError
from bot.tables.exports import exporting
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import scores as stored

from . import daily, scores

MOST_TITLES: Final = 5
"""New titles of a week that are told, the highest."""


async def play_daily(interaction: Interaction, game: AnyGame) -> None:
    """Begin today's attempt, go on with it, or show its result (acknowledged as ``private``)."""
    challenge, guild = daily.challenge_of(game), interaction.guild_id
    if guild is None:
        raise TableError(
            "{title} is played in a server, where everyone gets {chance}. To play a game of your own here, "
            "use `/{game} start`.",
            title=gettext(challenge.title),
            chance=gettext(challenge.chance),
            game=game.key,
        )
    context, person = asked_by(interaction)
    if not await daily.begun(context.tables, game, person, guild):
        await require_allowed(interaction)
    table = await daily.attempt(context.tables, game, person, guild, key_of(interaction))
    if table.status == "playing":
        _, day = await daily.day_of(context.tables, table)
        note = gettext(
            "**{title}, {day}.** Everyone in this server gets {chance} and one attempt. Only you can see "
            "yours. You can close it any time, and `/{game} daily` brings it back.",
            title=gettext(challenge.title),
            day=days.read_day(day),
            chance=gettext(challenge.chance),
            game=game.key,
        )
        news = safe(table_text.story(table, table.viewer(person.id)))
        card = await picker_card(context, table, person.id, note=f"{note}\n{news}".rstrip())
    else:
        card = await result_card(context, table, person.id)
    await open_private_card(interaction, table, card)


@on_button("daily", reply="private")
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
    standings = await scores.of_server(service, game, guild, day)
    streak = await daily.streak(service, game, person, guild)
    played = scores.place_of(standings, person) is not None
    lines = (
        "" if table.status == "over" and table.ending is None else gettext("Your attempt doesn’t count."),
        safe(table_text.ending(table)) if picture or not played else "",
        gettext("**Results in this server**") if standings else gettext("No results yet."),
        *scores.lines(game, standings, person),
        *table_cards.day_lines(streak, service.now()),
    )
    controls = [table_control(table, "share", gettext("Share"), style=Style.primary)] if played else []
    if table.status == "over" and person in table.seating:
        # Somebody who was forgotten since may see their attempt no longer, and has no other that day.
        controls += context.features.controls("end", table)
    if (other := await daily.unfinished(service, game, person, guild)) is not None:
        controls.append(Control("move", gettext("Finish an Earlier Challenge"), other))
    shown = (await table_cards.illustrate(context, table, table.view_for(None)),) if picture else ()
    heading = f"### {gettext(challenge.title)} · {days.read_day(day)}"
    return Card(
        heading=f"{heading}\n{gettext('-# Only you can see this')}",
        pictures=shown,
        lines=lines,
        rows=rows(controls),
        accent=table_cards.QUIET,
    )


@on_button("share", cost="post", once=True)
async def share(interaction: Interaction, table: Table) -> None:
    """**Share**: the result, without the chance behind it, for everybody in the channel."""
    context, person = interaction.client.context, interaction.user.id
    daily.require_sight(table, person)
    await require_allowed(interaction)
    game, challenge = table.game, daily.challenge_of(table.game)
    guild, day = await daily.day_of(context.tables, table)
    standings = await scores.of_server(context.tables, game, guild, day)
    streak = await daily.streak(context.tables, game, person, guild, day)
    place = scores.place_of(standings, person)
    if place is None:
        raise TableError("There’s nothing to share, because only finished attempts count.")
    scoring, score = scores.scores_of(game), next(each.score for each in standings if each.person == person)
    with speaking(await context.languages.of_everybody(interaction)):
        goals = scoring.goals(table.view_for(None))
        verdicts = pgettext("a goal", "missed"), pgettext("a goal", "met")
        facts = (
            (gettext("Score"), f"{scores.points_text(score)} ({scores.title_of(game, score.rank)})"),
            (gettext("Tiebreak"), scoring.full_tiebreak(score.tiebreak)),
            *((goal, verdicts[met]) for goal, met in goals),
            (gettext("Place so far"), gettext("{number} of {all}", number=place, all=len(standings))),
        )
        title = f"{gettext(challenge.title)}, {days.read_day(day)}"
        how = gettext(
            "To get {chance}, use `/{game} daily`.", chance=gettext(challenge.chance), game=game.key
        )
        shared = await table_cards.day_card(
            context, challenge.emblem, title, person, facts, tuple(met for _, met in goals), streak, how
        )
    await share_card(interaction, "share", await result_card(context, table, person, picture=True), shared)


def _daily_command(game: AnyGame, challenge: DailyChallenge) -> Command:
    """``daily``: begin today's attempt, go on with it, or see its result."""

    @app_commands.command(name="daily", description=challenge.description)
    @command_handler()
    async def command(interaction: Interaction) -> None:
        await play_daily(interaction, game)

    return command


def _scores_command(game: AnyGame) -> Command:
    """``scores``: the ranking."""

    @app_commands.command(
        name="scores", description=f"The best {game.title} scores: this server’s and your own"
    )
    @command_handler()
    async def command(interaction: Interaction) -> Card:
        service, person, guild = interaction.client.context.tables, interaction.user.id, interaction.guild_id
        server = await scores.of_server(service, game, guild) if guild is not None else None
        own = await scores.of_person(service, game, person, scores.MAX_OWN_SCORES)
        return scores.scores_card(game, server, own, person)

    return command


def _subcommands(games: Games) -> Iterator[tuple[str, Command]]:
    """In the groups of the games that declare them."""
    for game in games.values():
        if game.daily is not None:
            yield game.key, _daily_command(game, game.daily)
        if game.scores is not None:
            yield game.key, _scores_command(game)


async def _profile_facts(service: TableService, person: int) -> Sequence[ProfileFact]:
    """Somebody's best scores, and the titles that they have earned."""
    found = list[ProfileFact]()
    for game in service.games.values():
        if game.scores is None:
            continue
        own = await scores.of_person(service, game, person, 1)
        if own.best:
            found.append(_best(game, own))
        elif (points := await scores.uncounted(service, game, person)) is not None:
            below = gettext("unranked")
            found.append(ProfileFact(game.title, f"{points}, {below}", game.key, str(points), below))
            found.append(ProfileFact(game.title, gettext(game.scores.rule).removesuffix(".")))
    return found


def _best(game: AnyGame, own: scores.Own) -> ProfileFact:
    titles = scores.titles_text(game, [each for each in own.titles[:3] if each[0]])
    best = str(own.best[0].score.points)
    below = ngettext("best of {number} game", "best of {number} games", own.games)
    return ProfileFact(
        game.title, ", ".join(filter(None, (f"{best}, {below}", titles))), game.key, best, below
    )


async def extras(service: TableService, table: Table) -> Extras:
    """On the final card of somebody who played alone, that they never had a better score."""
    if table.status != "over" or table.game.scores is None or len(table.seating.people) != 1:
        return NO_EXTRAS
    own = await scores.of_person(service, table.game, table.seating.people[0].id, 1)
    if own.games < 2 or own.best[0].score.table_id != table.id:
        return NO_EXTRAS
    return Extras(lines=(gettext("Your best score so far."),))


Known: TypeAlias = dict[tuple[str, int, str], int]
"""The most points that are known for a challenge: by game, server and day."""


async def _best_known(context: BotContext, known: Known, game: AnyGame, server: int, day: str) -> int:
    """The most points found with the chance of a day that is over; 0 if none can be found."""
    key, store = (game.key, server, day), context.tables.store
    if key not in known:
        chance = await daily.results(store, game, server, day)
        found = await context.thinkers.hindsight(game, chance, table=key) if chance else None
        for old in [each for each in known if each[2] != day]:
            del known[old]
        known[key] = found or 0
    return known[key]


async def _day(known: Known, context: BotContext, server: int, day: str) -> BulletinPart | None:
    """The day's challenges for a server: how many have met them, and who was the best yesterday."""
    lines, controls, below = list[str](), list[Control](), list[str]()
    for game in context.tables.games.values():
        if (challenge := game.daily) is None:
            continue
        title = gettext(challenge.title)
        now = await scores.of_server(context.tables, game, server, day)
        rule = gettext(
            "**{title}**: everyone gets {chance} and one attempt.",
            title=title,
            chance=gettext(challenge.chance),
        )
        told = gettext("Nobody here has played it yet.")
        if now:
            told = ngettext(
                "{number} person here has played it. The best score so far: {points}.",
                "{number} people here have played it. The best score so far: {points}.",
                len(now),
                points=scores.points_text(now[0].score),
            )
        lines += [rule, f"-# {told}"]
        controls.append(Control("daily", gettext(challenge.button), rest=game.key))
        if before := await scores.of_server(context.tables, game, server, days.day_before(day)):
            first = listed(mention(each.person) for each in scores.winners(before))
            best = scores.points_text(before[0].score)
            below.append(
                gettext(
                    "**{title}**, yesterday’s best: {names}, {points}.",
                    title=title,
                    names=first,
                    points=best,
                )
            )
            if most := await _best_known(context, known, game, server, days.day_before(day)):
                most = max(most, before[0].score.points)
                points = ngettext("{number} point", "{number} points", most)
                told = gettext("The best known play with the same dice scores {points}.", points=points)
                below.append(f"-# {told}")
    return BulletinPart(tuple(lines), controls=tuple(controls), below=tuple(below)) if controls else None


async def _week(context: BotContext, week: Week) -> BulletinPart | None:
    """Who has earned a title of a solo game for the first time, of those who show their profile."""
    lines = []
    for game in context.tables.games.values():
        if game.scores is not None:
            new = await stored.first_ranks(
                context.tables.store, game.key, week.server, week.since, week.until
            )
            shown = await may_be_known(context.tables.store, [person for person, _ in new])
            lines += [
                gettext(
                    "{name} earned a new title in {game}: **{title}**.",
                    name=mention(person),
                    game=game.title,
                    title=scores.title_of(game, rank),
                )
                for person, rank in [each for each in new if each[0] in shown][:MOST_TITLES]
            ]
    return BulletinPart(tuple(lines)) if lines else None


def _open(bot: BotClient) -> Feature:
    context = bot.context

    def shown(table_id: int) -> None:
        """An attempt that is over counts for the day of its server."""
        table = context.tables.cache.peek(table_id)
        if table is not None and table.private and table.status == "over" and table.address.guild is not None:
            for each in context.features.all:
                each.day_changed(table.address.guild)

    return replace(FEATURE, day=partial(_day, {}), table_shown=shown)


FEATURE: Final = Feature(
    name="daily challenges",
    open=_open,
    week=_week,
    subcommands=_subcommands,
    chance=daily.chance,
    sweep=daily.sweep,
    settle=scores.settle,
    extras=lambda context, table: extras(context.tables, table),
    end_card=partial(result_card, picture=True),
    help_controls=lambda context: [
        Control("daily", gettext(each.daily.button), rest=each.key)
        for each in context.tables.games.values()
        if each.daily is not None
    ],
    profile_facts=_profile_facts,
    data_note="**Captain’s Curse**: the scores of finished games, and your attempts at the daily curse.",
    export=exporting(
        daily=("daily", "table=table_id", "day"),
        scores=("score", "table=table_id", "points", "rank", "tiebreak", "penalties", "goals", "at"),
    ),
)
