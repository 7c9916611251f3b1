"""``/rank``: a server's strongest people on a podium, as a picture and in words."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.components.cards import table_cards
from bot.components.cards.table_cards import choice_of_games
from bot.components.cards.text import mention
from bot.components.hooks import BotContext, Interaction
from bot.components.interactions.card import Card, CardImage, Control, Menu, Style
from bot.components.interactions.routing import on_button
from bot.components.servers.settings import NEEDS_SERVER
from bot.games.core import AnyGame
from bot.languages import gettext, labelled, ngettext, parted, pgettext
from bot.people.display_names import plain, safe
from bot.people.kinds import Kind, kind_of
from bot.tables.errors import TableError
from bot.tables.service import TableService
from data.store.queries import ratings
from data.store.queries.ratings import Wins
from rendering.scene import Face, RankingRow, RankingView

from .method import SHOWN_FROM, points, shows
from .profile_cards import FEW, GOLD, faces_of, rating_title
from .rated_games import has_won
from .standings import Ranking, parts, rankings, written

PODIUM: Final = 3
"""People on the podium; from so many ratings on, there is a ranking of ratings."""
SHOWN: Final = 6
"""People that a ranking shows, beside the asker."""
MOST: Final = 200
"""Of those with most wins, the ones among whom people are found whose results may be shown."""
ALL: Final = "all"
"""Chooses the first games of all games."""


async def rank_card(interaction: Interaction, which: str, *, words: bool) -> Card:
    """The ranking that somebody has chosen: a game, a part of it, ``ALL``, or the one of most people."""
    if interaction.guild_id is None:
        raise TableError(NEEDS_SERVER)
    context, person, server = interaction.client.context, interaction.user.id, interaction.guild_id
    title = (
        plain(interaction.guild.name) if interaction.guild is not None else gettext("Ratings in this server")
    )
    games = [game for game in context.tables.games.values() if parts(game)]
    key = which.partition("/")[0]
    asked = [game for game in games if key in ("", game.key)]
    found = await rankings(context.tables.store, asked, server, person, context.tables.now(), SHOWN)
    full = [each for each in found if len(each.best) >= PODIUM and which in ("", key, _value(each))]
    if which != ALL and full:
        best = max(full, key=lambda each: each.people)
        view, told, line = await _rated(context, title, best, person)
        which = _value(best)
    else:
        of = [game for game in games if key in ("", ALL, game.key)]
        view, told, line = await _first_games(context, title, of, server, person, found)
        which = of[0].key if len(of) == 1 else ALL
    if words:
        below = gettext(
            "-# A rating with a “?” is provisional. Anybody who hasn’t played for four months isn’t listed. "
            "`/profile` shows your own ratings."
        )
        return Card(f"### {safe(title)}", lines=(*told, line, below), accent=GOLD)
    picture = await table_cards.painted(context, "ranking", view, person)
    entries = (
        (gettext("All games"), ALL),
        *((rating_title(each, part), _key(each, part)) for each, part in _all(games)),
    )
    start = gettext("Start a Game")
    controls = (
        Control("open", start, rest=view.game[0], style=Style.primary)
        if view.game is not None
        else Control("rankstart", start, style=Style.primary),
        Control("rankwords", gettext("In Words"), rest=which),
    )
    alt = " ".join((f"{title}, {view.about}.", *_alt(view)))
    return Card(
        "" if picture else f"### {safe(title)}",
        (CardImage(alt, picture),) if picture else (),
        (*(() if picture else told), line),
        rows=(controls,),
        menus=(Menu("rankgame", gettext("Which game?"), entries, chosen=(which,)),),
        accent=GOLD,
    )


def _all(games: Sequence[AnyGame]) -> Iterator[tuple[AnyGame, str]]:
    return ((game, part) for game in games for part in parts(game))


def _key(game: AnyGame, part: str) -> str:
    return f"{game.key}/{part}" if part else game.key


def _value(each: Ranking) -> str:
    """What chooses a ranking."""
    return _key(each.game, each.part)


def _alt(view: RankingView) -> Iterator[str]:
    rows = [row for row in (*view.podium, *view.rows) if row.face.name]
    if rows:
        told = (
            " ".join(filter(None, (row.place.strip("–"), f"{row.face.name},", row.figure))) for row in rows
        )
        yield parted(told) + "."
    yield from view.notes


async def _rated(
    context: BotContext, title: str, each: Ranking, person: int
) -> tuple[RankingView, list[str], str]:
    """The picture of ratings, in words, and where the asker stands."""
    now = context.tables.now()
    near = [each.next.person] if each.next is not None else []
    faces = await faces_of(context, [*{*(who for who, _ in each.best), person, *near}])
    rows = [
        RankingRow(str(place), faces[who], written(strength, now), own=who == person)
        for place, (who, strength) in enumerate(each.best, 1)
    ]
    games = each.best[0].strength.games
    rows[0] = rows[0]._replace(below=ngettext("{number} game", "{number} games", games))
    told = [
        f"{row.place}. {mention(who)} · **{row.figure}**"
        for row, (who, _) in zip(rows, each.best, strict=True)
    ]
    if each.place is not None and each.place > len(rows) and each.own is not None:
        figure, apart = written(each.own, now), each.place > len(rows) + 1
        rows.append(RankingRow(str(each.place), faces[person], figure, own=True, apart=apart))
        told.append(f"{each.place}. {mention(person)} · **{figure}**")
    about = rating_title(each.game, each.part)
    people = ngettext("{number} player", "{number} players", each.people)
    more = each.people - len(rows)
    notes = (
        (ngettext("{number} more player is on the list.", "{number} more players are on the list.", more),)
        if more > 0
        else ()
    )
    first, second, third, *rest = rows
    game = (each.game.key, each.game.title)
    view = RankingView(title, f"{about} · {people}", (first, second, third), tuple(rest), notes, game)
    return view, [f"**{view.about}**", *told, *notes], _standing(each, faces, now)


def _standing(each: Ranking, faces: dict[int, Face], now: int) -> str:
    """Where the asker stands."""
    if each.own is None:
        return gettext("You’re not on this list yet: it takes {number} rated games.", number=SHOWN_FROM)
    rating = written(each.own, now)
    if each.place is None or each.next is None:
        left = SHOWN_FROM - each.own.games
        if left > 0:
            return ngettext(
                "Your rating is **{rating}**. It’s listed after {number} more rated game.",
                "Your rating is **{rating}**. It’s listed after {number} more rated games.",
                left,
                rating=rating,
            )
        return gettext("Your rating is **{rating}**, but it isn’t listed here.", rating=rating)
    apart = abs(points(each.next.strength) - points(each.own))
    name = safe(plain(faces[each.next.person].name))
    if not apart:
        return gettext("You’re number {place}, level with {name}.", place=each.place, name=name)
    if each.place == 1:
        return ngettext(
            "You’re first, {number} point ahead of {name}.",
            "You’re first, {number} points ahead of {name}.",
            apart,
            name=name,
        )
    if each.place == 2:
        return ngettext(
            "You’re second, {number} point behind {name}.",
            "You’re second, {number} points behind {name}.",
            apart,
            name=name,
        )
    if each.place == PODIUM:
        return ngettext(
            "You’re third, {number} point behind {name}.",
            "You’re third, {number} points behind {name}.",
            apart,
            name=name,
        )
    return ngettext(
        "You’re number {place}, {number} point behind {name}.",
        "You’re number {place}, {number} points behind {name}.",
        apart,
        place=each.place,
        name=name,
    )


async def _first_games(
    context: BotContext,
    title: str,
    games: Sequence[AnyGame],
    server: int,
    person: int,
    found: Sequence[Ranking],
) -> tuple[RankingView, list[str], str]:
    """The picture of wins, while too few have a rating; in words, and what there is to win."""
    store = context.tables.store
    every = await _wins(context.tables, server, [game.key for game in games])
    people = [each for each in every if kind_of(each.person) is Kind.PERSON]
    chosen = await ratings.settings_of(store, [each.person for each in people])
    people = [each for each in people if shows(chosen[each.person])]
    own_place = next((place for place, each in enumerate(people) if each.person == person), 0)
    faces = await faces_of(context, [*(each.person for each in people[:SHOWN]), person])
    winners = [each for each in people if each.won]
    has_place = person in {each.person for each in winners}
    free = pgettext("place in a ranking", "Open")
    nobody = RankingRow("", Face(""), free, "" if has_place else gettext("Win a game"))
    podium = [_won(place, each, faces, person) for place, each in enumerate(winners[:PODIUM], 1)]
    told = [
        f"{row.place}. {mention(each.person)} · {row.figure}"
        for row, each in zip(podium, winners, strict=False)
    ]
    podium += [nobody._replace(place=str(place)) for place in range(len(podium) + 1, PODIUM + 1)]
    rows = []
    below = people[len(winners[:PODIUM]) : SHOWN]
    for each in (*below, people[own_place]) if own_place >= SHOWN else below:
        place = people.index(each)
        row = _won(place + 1, each, faces, person)._replace(apart=place > SHOWN)
        rows.append(row)
        told.append(f"{row.place}. {mention(each.person)} · {row.figure}".removeprefix("–. "))
    more, first, second, third = len(people) - len(winners[:PODIUM]) - len(rows), *podium
    last = gettext("Ratings appear once three people have played {number} rated games.", number=SHOWN_FROM)
    notes = (
        [ngettext("{number} more person has played.", "{number} more people have played.", more)]
        if more > 0
        else []
    )
    one = games[0] if len(games) == 1 else None
    about = gettext("Wins so far")
    about = f"{one.title} · {about}" if one is not None else about
    view = RankingView(
        title,
        about,
        (first, second, third),
        tuple(rows),
        (*notes, last),
        (one.key, one.title) if one else None,
    )
    line = _open_place(len(winners), has_place=has_place)
    own = [
        labelled(rating_title(each.game, each.part), f"**{written(each.own, context.tables.now())}**")
        for each in found
        if each.own is not None
    ]
    mine = [gettext("Only you see your own ratings: {ratings}.", ratings=parted(own))] if own else []
    return view, [f"**{about}**", *told, *notes, last], "\n".join(filter(None, (line, *mine)))


async def _wins(service: TableService, server: int, games: Sequence[str]) -> list[Wins]:
    """Who has won most here: in any game while there are few, later in rated ones."""
    ended = await ratings.ended_in(service.store, server, games, FEW + 1)
    if len(ended) > FEW:
        return await ratings.wins(service.store, server, games, MOST)
    won, played = Counter[int](), Counter[int]()
    for number in ended:
        with contextlib.suppress(TableError):
            table = await service.get(number, keep=False)
            for side in table.seating.sides if table.outcome is not None else ():
                people = {person.id for person in table.seating.side_people(side)}
                played.update(people)
                won.update(people if has_won(table, side) else ())
    found = [Wins(person, won[person], times) for person, times in played.items()]
    return sorted(found, key=lambda each: (-each.won, -each.games, each.person))


def _won(place: int, each: Wins, faces: dict[int, Face], person: int) -> RankingRow:
    """Somebody's wins, or, without one, their games."""
    face, own = faces[each.person], each.person == person
    games = ngettext("{number} game", "{number} games", each.games)
    if not each.won:
        return RankingRow("–", face, games, own=own)
    below = games if place == 1 else ""
    return RankingRow(str(place), face, ngettext("{number} win", "{number} wins", each.won), below, own)


def _open_place(taken: int, *, has_place: bool) -> str:
    """What there is to win, for the asker or, if they have a place, for others; empty if all are taken."""
    if has_place and taken < PODIUM:
        return ngettext(
            "{number} place is still open to anybody who wins a game.",
            "{number} places are still open to anybody who wins a game.",
            PODIUM - taken,
        )
    return (
        gettext("All three places are open: win a game to take the first."),
        gettext("Second place is open: win a game to take it."),
        gettext("Third place is open: win a game to take it."),
        "",
    )[min(taken, PODIUM)]


@on_button("rankgame", cost="picture")
async def choose_ranking(interaction: Interaction, control: Control) -> Card:
    """The menu below a ranking: another one."""
    return await rank_card(interaction, control.rest, words=False)


@on_button("rankwords", reply="private", cost="list")
async def in_words(interaction: Interaction, control: Control) -> Card:
    """**In Words** below a ranking."""
    return await rank_card(interaction, control.rest, words=True)


@on_button("rankstart", reply="private")
async def start(interaction: Interaction) -> Card:
    """**Start a Game** below the first games of all games."""
    card = choice_of_games(interaction.client.context, "open", gettext("Which game would you like to start?"))
    return replace(card, accent=GOLD)
