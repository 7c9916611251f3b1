"""``/rank`` and ``/profile``: how strong people are, as drawn cards and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import structlog

from bot.components.cards import text as table_text
from bot.components.cards.text import mention_id
from bot.components.interactions.card import Card, CardImage
from bot.games.core import Game
from bot.people.computers import name_of
from bot.people.display_names import sanitize
from bot.people.kinds import Kind, kind_of
from data.store.queries import ratings
from data.store.store import Store
from rendering.scene import PaintError, Picture, ProfileRow, ProfileView, RankingRow, RankingView, Scene
from rendering.studio import Studio

from . import text
from .profile import Profile
from .rated_games import LONE
from .standings import Ranking, parts, ranking, written

log: Final = structlog.get_logger(__name__)
BEST: Final = 10
"""People in the ranking of one game."""
BEST_OF_EACH: Final = 3
"""People of each game in the ranking of all."""


def rating_title(game: Game[Any, Any], part: str, *, computers: bool = False) -> str:
    """What a rating is of."""
    sides = sorted(game.sides(game.read_options({})), key=len)
    side = game.side_title(sides[0] if part == LONE else sides[-1]) if part else ""
    return text.rating_title(game.title, side, computers=computers)


async def names_of(store: Store, people: Sequence[int]) -> dict[int, str]:
    """The names of people and computers, as pictures write them."""
    found = await ratings.names(store, [person for person in people if kind_of(person) is not Kind.COMPUTER])
    return {
        person: name_of(person)
        if kind_of(person) is Kind.COMPUTER
        else sanitize(found.get(person, "")) or text.SOMEBODY
        for person in people
    }


async def painted(studio: Studio, kind: str, view: Any, palette: str) -> Picture | None:
    """The picture of a view of people; None if it can't be painted, since the words say the same."""
    try:
        scene: Scene[Any, Any] = Scene(view)
        return await studio.draw(kind, scene, palette=palette)
    except PaintError:
        log.warning("a picture of people couldn't be painted; showing the words instead", kind=kind)
        return None


def _card(heading: str, picture: Picture | None, words: Sequence[str], below: Sequence[str]) -> Card:
    """A card with ``words`` as its picture's alt text; they stand in the card if there is no picture."""
    if picture is None:
        return Card(heading, lines=(*words, *below))
    return Card(heading, (CardImage(" ".join(words), picture),), tuple(below))


# Rankings


async def rank_card(
    store: Store,
    studio: Studio,
    games: Sequence[Game[Any, Any]],
    server: int,
    person: int,
    now: int,
    *,
    palette: str,
    words: bool,
) -> Card:
    """The rankings of ``games`` in a server; with several, only the best of each."""
    most = BEST if len(games) == 1 else BEST_OF_EACH
    found = [
        await ranking(store, game, part, server, person, now, most) for game in games for part in parts(game)
    ]
    shown = [each for each in found if each.best or len(games) == 1]
    people = {listed.person for each in shown for listed in each.best} | {person}
    names = await names_of(store, sorted(people))
    told = [_ranking_words(each, names, person, now) for each in shown if each.best]
    below = [text.RANKING_NOTE]
    if not told:
        return Card(text.RANKING, lines=(text.NOBODY_RANKED, *_own_words(found, now), *below))
    groups = tuple((rating_title(each.game, each.part), _rows(each, names, person, now)) for each in shown)
    view = RankingView(text.RANKING_TITLE, tuple(group for group in groups if group[1]))
    picture = None if words else await painted(studio, "ranking", view, palette)
    links = " ".join(mention_id(each) for each in dict.fromkeys(x.person for r in shown for x in r.best))
    return _card(text.RANKING, picture, told, (*_own_words(found, now), text.named(links), *below))


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


def _ranking_words(each: Ranking, names: dict[int, str], person: int, now: int) -> str:
    rows = [f"{row.place} {row.name}, {row.rating}" for row in _rows(each, names, person, now)]
    return text.ranking_words(rating_title(each.game, each.part), rows, each.people)


def _own_words(found: Sequence[Ranking], now: int) -> list[str]:
    """Where the asker stands."""
    return [
        text.own_place(rating_title(each.game, each.part), written(each.own, now), each.place, each.people)
        for each in found
        if each.own is not None
    ]


# Profiles


async def profile_card(
    store: Store,
    studio: Studio,
    found: Profile,
    name: str,
    more: Sequence[tuple[str, str]],
    now: int,
    *,
    palette: str,
    words: bool,
) -> Card:
    """Somebody's profile, with ``more`` facts that other features know."""
    rivals = await names_of(store, [each.person for each in found.rivals])
    rows = tuple(
        ProfileRow(
            rating_title(line.game, line.part, computers=line.computers),
            written(line.strength, now),
            line.trend,
            table_text.results(line.won, line.drawn, line.lost),
        )
        for line in found.lines
    )
    facts = [*_facts(found), *more]
    met = tuple(
        (rivals[each.person], table_text.results(each.won, each.drawn, each.lost)) for each in found.rivals
    )
    view = ProfileView(name, rows, tuple(facts), met, text.RIVALS)
    told = [
        *(text.rating_words(row.title, row.rating, row.trend, row.results) for row in rows),
        *(f"{label}: {value}." for label, value in facts),
        *(text.rival_words(rival, results) for rival, results in met),
    ]
    below = [text.UNSETTLED] if any(row.rating.endswith("?") for row in rows) else []
    below += [text.ONLY_YOU] if found.own and found.private else []
    heading = text.profile_of(mention_id(found.person))
    if not told:
        return Card(heading, lines=(text.NO_GAMES_YET, *below))
    picture = None if words else await painted(studio, "profile", view, palette)
    return _card(heading, picture, told, below)


def _facts(found: Profile) -> Iterator[tuple[str, str]]:
    """What a profile says beside ratings: labels and values."""
    if found.favourite is not None:
        game, number = found.favourite
        yield text.FAVOURITE, text.games_of(game.title, number)
        yield text.FINISHED, str(found.finished)
    if found.best_streak > 1:
        yield text.STREAK, text.streak(found.streak, found.best_streak)
