"""Ratings as others may see them: in rankings, beside names, and after a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot.components.cards.text import mention
from bot.components.hooks import NO_EXTRAS, Extras
from bot.games.core import AnyGame
from bot.languages import gettext, gettext_noop
from bot.people.settings import Setting
from bot.tables.model.table import Table
from bot.tables.service import Job, TableService
from data.store.queries import ratings
from data.store.queries.ratings import Listed, RatedRow, Strength
from data.store.store import Store

from .history import relist
from .method import ACTIVE, PUBLIC, RATINGS, known_to_others, lists, points, provisional, shows, takes_part
from .rated_games import CREW, LONE, ladder_of

RATED: Final = gettext_noop("-# This game is rated.")
UNRATED: Final = gettext_noop("-# This game isn’t rated, because somebody here has turned ratings off.")


@dataclass(frozen=True, slots=True)
class Ranking:
    """One ranking in a server."""

    game: AnyGame
    part: str
    """``captain`` or ``crew`` in a game of one against several; else empty."""
    best: tuple[Listed, ...]
    people: int
    """How many it lists altogether."""
    own: Strength | None
    """The asker's own strength, listed or not."""
    place: int | None
    """The asker's place, from 1; None if they aren't listed."""
    next: Listed | None
    """Who is just above the asker, or just below if they are first."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who wants to see how strong others are."""

    person: int
    server: int | None
    """Where they ask."""
    members: frozenset[int] = frozenset()
    """The people of that server of whom Discord says so; others are known there by their rated games."""


async def may_be_known(store: Store, people: Collection[int], viewer: Viewer | None = None) -> set[int]:
    """Those of ``people`` whose ratings and results ``viewer`` may know, or draw conclusions from.

    Without a viewer it's about what everybody can see. Somebody who asks knows those with whom they share the
    server or a table; nobody knows of those who don't show it.
    """
    chosen = await ratings.settings_of(store, people)
    shown = {person for person in people if shows(chosen[person])}
    if viewer is None:
        return shown
    strangers = shown - viewer.members
    met = await ratings.acquainted(store, viewer.person, viewer.server, strangers) if strangers else set()
    return (shown & viewer.members) | met | (set(people) & {viewer.person})


async def shown_to_all(store: Store, people: Collection[int]) -> dict[int, dict[str, Strength]]:
    """The ratings of ``people`` that everybody may know, by ladder."""
    return await ratings.present(store, await may_be_known(store, people))


def parts(game: AnyGame) -> tuple[str, ...]:
    """The ratings of a game: two if it is one against several, none for one person alone."""
    sides = game.sides(game.read_options({}))
    if len(sides) != 2:
        return ()
    return ("",) if len(sides[0]) == len(sides[1]) else (LONE, CREW)


async def rankings(
    store: Store, games: Iterable[AnyGame], server: int, person: int, now: int, most: int
) -> list[Ranking]:
    """For each rating of ``games``, the best ``most`` of a server, and the asker's own place."""
    since, chosen = now - ACTIVE, (await ratings.settings_of(store, [person]))[person]
    present = (await ratings.present(store, [person])).get(person, {}) if takes_part(chosen) else {}
    found = []
    for game, part in [(each, part) for each in games for part in parts(each)]:
        ladder = ladder_of(game.key, part)
        own = present.get(ladder)
        best = await ratings.top(store, server, ladder, since, most)
        above, people = await ratings.place(store, server, ladder, since, own.mu if own else None)
        listed = own is not None and lists(chosen, own) and own.at >= since
        here = listed and await ratings.played_in(store, person, ladder, server)
        near = (
            await ratings.top(store, server, ladder, since, 1, after=above - 1 if above else 1)
            if here
            else []
        )
        place = above + 1 if here else None
        found.append(Ranking(game, part, tuple(best), people, own, place, near[0] if near else None))
    return found


def written(strength: Strength, now: int) -> str:
    """A rating as people read it; with “?” while it isn't known well."""
    return f"{points(strength)}{'?' if provisional(strength, now) else ''}"


async def extras(service: TableService, table: Table) -> Extras:
    """In the lobby, the ratings of the people and whether the game is rated; at the end, what it changed."""
    store, now = service.store, service.now()
    if table.status not in ("lobby", "over"):
        return NO_EXTRAS
    if not table.may_be_rated:
        return Extras(lines=(f"-# {table.unrated}",)) if table.unrated else NO_EXTRAS
    people = [person.id for person in table.seating.humans]
    if table.status == "over":
        shown = await may_be_known(store, people)
        counted = await ratings.changes(store, table.id)
        changed = [each for each in counted if each.person in shown and known_to_others(each.after)]
        if changed:
            return Extras(lines=(gettext("Ratings: {changes}", changes=" · ".join(map(_gain, changed))),))
        if counted:
            return Extras(lines=(gettext("-# This game was rated: `/profile` has your rating."),))
        return NO_EXTRAS
    chosen = await ratings.settings_of(store, people)
    found = await shown_to_all(store, people)
    beside = {
        person: written(strength, now)
        for person, own in found.items()
        if (strength := rating_at(table, person, own)) is not None and known_to_others(strength)
    }
    rated = all(map(takes_part, chosen.values()))
    return Extras(beside=beside, lines=(gettext(RATED if rated else UNRATED),))


def _gain(each: RatedRow) -> str:
    before, after = points(each.before), points(each.after)
    won, sign = after - before, "?" if provisional(each.after, each.after.at) else ""
    if not known_to_others(each.before):
        return f"{mention(each.person)} **{after}**{sign}"
    change = f"+{won}" if won > 0 else f"−{-won}" if won else "±0"
    return f"{mention(each.person)} {before} → **{after}**{sign} ({change})"


def rating_at(table: Table, person: int, own: Mapping[str, Strength]) -> Strength | None:
    """Which of somebody's ratings, by ladder, counts at ``table``; None if they have none there."""
    return own.get(ladder_of(table.game.key, _part(table, person), computers=bool(table.seating.computers)))


def _part(table: Table, person: int) -> str:
    """Which of a game's ratings somebody plays for."""
    sizes = {len(side) for side in table.seating.sides}
    if len(sizes) == 1:
        return ""
    return LONE if len(table.seating.side_of(person) or ()) == min(sizes) else CREW


def settle_settings(person: int, given: Collection[Setting[Any]]) -> Job | None:
    """Name somebody in rankings, or don't."""
    if RATINGS in given or PUBLIC in given:
        return partial(relist, person=person)
    return None
