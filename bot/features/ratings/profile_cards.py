"""``/rank`` and ``/profile``: how strong people are, as drawn cards and in words; where ratings take part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import discord
from discord import app_commands

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.cards.text import mention
from bot.components.hooks import BotContext, Feature, Interaction, exported
from bot.components.interactions.card import Card, CardImage
from bot.components.interactions.context import person_of
from bot.components.interactions.routing import command_handler
from bot.components.play.autocomplete import game_choices
from bot.components.servers.settings import NEEDS_SERVER
from bot.games.core import AnyGame
from bot.languages import gettext, gettext_noop, ngettext
from bot.people.computers import name_of
from bot.people.display_names import SOMEBODY, sanitize
from bot.people.kinds import Kind, kind_of
from bot.tables.errors import TableError
from bot.tables.model.seating import Person
from bot.tables.service import TableService
from data.store.queries import ratings
from data.store.queries.ratings import RatedResult, Strength
from data.store.store import Store
from rendering.scene import Picture, ProfileRow, ProfileView, RankingRow, RankingView

from . import history, standings
from .method import PUBLIC, RATINGS, ZERO, points, shows, takes_part
from .rated_games import COMPUTERS, LONE
from .standings import Ranking, Viewer, may_be_known, parts, rankings, written

MAX_GAMES: Final = 2000
"""The latest rated games that count for results and streaks."""
MAX_TREND: Final = 40
"""The latest games whose ratings are drawn."""
MAX_RIVALS: Final = 5
BEST: Final = 10
"""People in the ranking of one game."""
BEST_OF_EACH: Final = 3
"""People of each game in the ranking of all."""
RANKING: Final = gettext_noop("Ratings in this server")
NO_PROFILE: Final = gettext_noop(
    "There’s no profile to show: it may be private, or this member hasn’t finished a game yet. To see "
    "somebody else’s profile, use `/profile` in a server that you’re both in."
)


def rating_title(game: AnyGame, part: str, *, computers: bool = False) -> str:
    """What a rating is of."""
    sides = sorted(game.sides(game.read_options({})), key=len)
    side = game.side_title(sides[0] if part == LONE else sides[-1]) if part else ""
    title = f"{game.title} · {side}" if side else game.title
    return gettext("{game} · against the computer", game=title) if computers else title


async def names_of(store: Store, people: Sequence[int]) -> dict[int, str]:
    """The names of people and computers, as pictures write them."""
    found = await ratings.names(store, [person for person in people if kind_of(person) is not Kind.COMPUTER])
    return {
        person: name_of(person, gettext)
        if kind_of(person) is Kind.COMPUTER
        else sanitize(found.get(person, "")) or gettext(SOMEBODY)
        for person in people
    }


def _card(heading: str, picture: Picture | None, words: Sequence[str], below: Sequence[str]) -> Card:
    """A card with ``words`` as its picture's alt text; they stand in the card if there is no picture."""
    if picture is None:
        return Card(heading, lines=(*words, *below))
    return Card(heading, (CardImage(" ".join(words), picture),), tuple(below))


# Rankings


async def rank_card(
    context: BotContext, games: Sequence[AnyGame], server: int, person: int, *, words: bool
) -> Card:
    """The rankings of ``games`` in a server; with several, only the best of each."""
    store, now, most = context.tables.store, context.tables.now(), BEST if len(games) == 1 else BEST_OF_EACH
    found = await rankings(store, games, server, person, now, most)
    shown = [each for each in found if each.best]
    people = {listed.person for each in shown for listed in each.best} | {person}
    names = await names_of(store, sorted(people))
    groups, told = [], []
    for each in shown:
        title, rows = rating_title(each.game, each.part), _rows(each, names, person, now)
        groups.append((title, rows))
        placed = "; ".join(f"{row.place} {row.name}, {row.rating}" for row in rows)
        told.append(gettext("{label}: {text}.", label=title, text=placed))
        if each.people > len(rows):
            told[-1] += " " + ngettext("({number} person listed.)", "({number} people listed.)", each.people)
    heading, own = f"### {gettext(RANKING)}", [*_own_words(found, now)]
    below = gettext(
        "-# These are people who have played here in the last four months and have an established rating. "
        "A rating is provisional (“?”) at first, and again after a long break. `/profile` shows your own "
        "ratings."
    )
    if not told:
        nobody = gettext("Nobody here has an established rating yet. That takes about 15 to 25 rated games.")
        return Card(heading, lines=(nobody, *own, below))
    view = RankingView(gettext(RANKING), tuple(groups))
    picture = None if words else await table_cards.painted(context, "ranking", view, person)
    links = " ".join(mention(each) for each in dict.fromkeys(x.person for r in shown for x in r.best))
    return _card(heading, picture, told, (*own, f"-# {links}", below))


def _rows(each: Ranking, names: dict[int, str], person: int, now: int) -> tuple[RankingRow, ...]:
    rows = [
        RankingRow(f"{place}.", names[who], written(strength, now), own=who == person)
        for place, (who, strength) in enumerate(each.best, 1)
    ]
    if each.place is not None and each.place > len(rows) and each.own is not None:
        apart = each.place > len(rows) + 1
        rating = written(each.own, now)
        rows.append(RankingRow(f"{each.place}.", names[person], rating, own=True, apart=apart))
    return tuple(rows)


def _own_words(found: Sequence[Ranking], now: int) -> Iterator[str]:
    """Where the asker stands."""
    for each in found:
        if each.own is not None:
            told = {"game": rating_title(each.game, each.part), "rating": written(each.own, now)}
            yield (
                gettext("Your rating in {game}: **{rating}**, not listed.", **told)
                if each.place is None
                else gettext(
                    "Your rating in {game}: **{rating}**, place {place} of {people}.",
                    place=each.place,
                    people=each.people,
                    **told,
                )
            )


# Profiles


async def profile_card(context: BotContext, person: Person, viewer: Viewer, *, words: bool) -> Card:
    """The profile of ``person``, with the facts that other features know.

    :raises TableError: when ``viewer`` may not see it, or there is nothing to see; nobody learns which.
    """
    service, store = context.tables, context.tables.store
    who, own = person.id, person.id == viewer.person
    if not await may_be_known(store, [who], viewer):
        raise TableError(NO_PROFILE)
    chosen = (await ratings.settings_of(store, [who]))[who]
    strengths = (await ratings.present(store, [who])).get(who, {})
    results = await ratings.results(store, who, MAX_GAMES)
    rivals = await ratings.rivals(store, who, 4 * MAX_RIVALS)
    if not takes_part(chosen):
        strengths, results, rivals = {}, [], []
    finished = await ratings.finished(store, who)
    if not own and not finished and not results:
        raise TableError(NO_PROFILE)
    known = await may_be_known(store, [each.person for each in rivals], viewer)
    shown = [each for each in rivals if each.person in known][:MAX_RIVALS]
    names = await names_of(store, [each.person for each in shown])
    met = tuple((names[each.person], table_text.results(each.won, each.drawn, each.lost)) for each in shown)
    more = await context.features.profile_facts(service, who)
    rows = _profile_rows(service, strengths, results)
    facts = (*_facts(service, finished, results), *more)
    view = ProfileView(person.name, rows, facts, met, gettext("Frequent opponents"))
    told = [
        gettext(
            "{game}: {rating}, between {least} and {most} lately; {results}.",
            game=row.title,
            rating=row.rating,
            least=min(row.trend),
            most=max(row.trend),
            results=row.results,
        )
        if len(row.trend) > 1
        else gettext("{label}: {text}.", label=row.title, text=f"{row.rating}; {row.results}")
        for row in rows
    ]
    told += [
        *(gettext("{label}: {text}.", label=label, text=value) for label, value in facts),
        *(gettext("Against {name}: {results}.", name=rival, results=results) for rival, results in met),
    ]
    below = []
    if any(row.rating.endswith("?") for row in rows):
        below.append(
            gettext(
                "-# A rating with a “?” is provisional: it takes about 15 to 25 rated games to establish one."
            )
        )
    if own and not shows(chosen):
        below.append(
            gettext(
                "-# Only you can see this. To let others see it too, turn on `public` and `ratings` with "
                "`/settings`."
            )
        )
    heading = gettext("### Profile of {name}", name=mention(who))
    if not told:
        return Card(
            heading,
            lines=(
                gettext("There’s nothing to show yet. Play a game first: `/play` finds you an opponent."),
                *below,
            ),
        )
    picture = None if words else await table_cards.painted(context, "profile", view, viewer.person)
    return _card(heading, picture, told, below)


def _profile_rows(
    service: TableService, strengths: Mapping[str, Strength], results: Sequence[RatedResult]
) -> tuple[ProfileRow, ...]:
    """Each rating and the way there; those against computers come last, else those of most games first."""
    rows = []
    for ladder, strength in strengths.items():
        key, *rest = ladder.split("/")
        game, played = service.games.get(key), [each for each in results if each.ladder == ladder]
        part, computers = next((word for word in rest if word != COMPUTERS), ""), COMPUTERS in rest
        if game is None or part not in parts(game) or not played:
            continue
        won, drawn, lost = (sum(each.result == result for each in played) for result in (1, 0, -1))
        trend = tuple(points(Strength(each.mu, 0.0)) for each in played[-MAX_TREND:])
        row = ProfileRow(
            rating_title(game, part, computers=computers),
            written(strength, service.now()),
            trend if len(played) > MAX_TREND else (ZERO, *trend),
            table_text.results(won, drawn, lost),
        )
        rows.append((computers, -strength.games, ladder, row))
    return tuple(row for *_, row in sorted(rows, key=itemgetter(0, 1, 2)))


def _facts(
    service: TableService, finished: Mapping[str, int], results: Sequence[RatedResult]
) -> Iterator[tuple[str, str]]:
    """What a profile says beside ratings: labels and values."""
    played = [(service.games[key], number) for key, number in finished.items() if key in service.games]
    if played:
        game, number = played[0]
        if number > max((others for _, others in played[1:]), default=0):
            games = ngettext("{number} game", "{number} games", number)
            yield gettext("Favourite game"), f"{game.title} ({games})"
        yield gettext("Games finished"), str(sum(finished.values()))
    against_people = (each.result == 1 for each in results if COMPUTERS not in each.pool.split("/"))
    runs = [len([*run]) * won for won, run in groupby(against_people)]
    if (best := max(runs, default=0)) > 1:
        yield (
            gettext("Wins in a row"),
            gettext("{now} now, {best} at best", now=runs[-1], best=best)
            if runs[-1] > 1
            else gettext("{best} at best", best=best),
        )


# Commands


@app_commands.command(
    description="See this server’s strongest players and your own place (only you can see this)"
)
@app_commands.describe(
    game="Only this game (all of them if left out)", words="Show the list in words instead of a picture"
)
@app_commands.choices(game=game_choices(lambda game: bool(parts(game))))
@command_handler(cost="picture")
async def rank(interaction: Interaction, game: str | None = None, words: bool = False) -> Card:
    """``/rank``: the rankings of a server."""
    context = interaction.client.context
    if interaction.guild_id is None:
        raise TableError(NEEDS_SERVER)
    games = [each for each in context.tables.games.values() if parts(each) and game in (None, each.key)]
    return await rank_card(context, games, interaction.guild_id, interaction.user.id, words=words)


@app_commands.command(
    description="See ratings and results, yours or another member’s (only you can see this)"
)
@app_commands.describe(
    member="Whose profile (yours if left out)", words="Describe the profile in words instead of a picture"
)
@command_handler(cost="picture")
async def profile(interaction: Interaction, member: discord.User | None = None, words: bool = False) -> Card:
    """``/profile``: somebody's ratings and results."""
    who = member or interaction.user
    # Discord says so of those alone who are in the server where the command is used.
    members = frozenset({who.id} if isinstance(who, discord.Member) else ())
    viewer = Viewer(interaction.user.id, interaction.guild_id, members)
    return await profile_card(interaction.client.context, person_of(who), viewer, words=words)


async def _export(store: Store, person: int) -> dict[str, Any]:
    """The rated games of ``person``, and their present ratings."""
    games, now = await ratings.data_of(store, person)
    results = {1: "won", 0: "drawn", -1: "lost"}
    for row in (*games, *now):
        row |= {"rating": points(Strength(row["mu"], row["sigma"])), "server": row["guild"] or None}
    for row in games:
        before = points(Strength(row["mu_before"], row["sigma_before"]))
        row |= {"before": before, "result": results[row["result"]]}
    present = ("of=ladder", "server", "rating", "deviation=sigma", "games", "at")
    played = ("table=table_id", "of=ladder", "server", "result", "weight", "before", "rating", "at")
    found = {
        "now": [exported(row, *present) for row in now],
        "games": [exported(row, *played) for row in games],
    }
    return {"ratings": found}


FEATURE: Final = Feature(
    name="ratings",
    commands=(rank, profile),
    settings=(RATINGS, PUBLIC),
    settle_settings=standings.settle_settings,
    settle=history.settle,
    extras=lambda context, table: standings.extras(context.tables, table),
    data_note="**Ratings**: your rated games, how each changed your rating, and your ratings now, in each "
    "server. With `/settings`, you can "
    "turn `ratings` off, or hide your profile (`public`).",
    export=_export,
    forget=ratings.forget,
)
