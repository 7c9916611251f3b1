"""``/profile``: somebody's ratings and results, as a picture and in words."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Final

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.cards.text import mention
from bot.components.hooks import BotContext, Interaction, ProfileFact
from bot.components.interactions.card import Card, CardImage, Control, Style
from bot.components.interactions.context import person_of
from bot.components.interactions.routing import UnknownControl, number_in, on_button
from bot.components.lobbies.open_table import choice_of_challenges
from bot.games.core import AnyGame
from bot.languages import gettext, gettext_noop, listed, ngettext
from bot.people.computers import name_of
from bot.people.display_names import SOMEBODY, plain, safe, sanitize
from bot.people.kinds import Kind, kind_of
from bot.tables.errors import TableError
from bot.tables.model.seating import Person
from bot.tables.service import TableService
from data.store.queries import ratings
from data.store.queries.ratings import RatedResult, Strength
from data.store.store import Store
from rendering.jobs import has_painter
from rendering.scene import Face, ProfileCell, ProfileView, Scene

from .method import SHOWN_FROM, known_to_others, points, provisional, shows, takes_part
from .rated_games import COMPUTERS, LONE, has_won, ladder_of
from .standings import Viewer, may_be_known, parts, written

MAX_GAMES: Final = 2000
"""The latest rated games that count for results and streaks."""
MAX_TREND: Final = 40
"""The latest games between whose ratings the words tell the lowest and the highest."""
MAX_RIVALS: Final = 5
FEW: Final = 20
"""Games of somebody who has played so little that all of their results are looked up."""
UNRATED: Final = "any"
"""The part of a game's ladders in results that don't say which rating they counted for."""
LATELY: Final = 5
"""The latest games that a profile shows, and over which a rating rises or falls."""
NO_PROFILE: Final = gettext_noop(
    "There’s no profile to show: it may be private, or this member hasn’t finished a game yet. To see "
    "somebody else’s profile, use `/profile` in a server that you’re both in."
)
RESULTS: Final = {1: "won", 0: "drawn", -1: "lost"}
GOLD: Final = 0xCBA45C
"""The accent of what a server shows."""


def rating_title(game: AnyGame, part: str, *, computers: bool = False) -> str:
    """What a rating is of."""
    sides = sorted(game.sides(game.read_options({})), key=len)
    side = game.side_title(sides[0] if part == LONE else sides[-1]) if part else ""
    title = f"{game.title} · {side}" if side else game.title
    return gettext("{game} · against the computer", game=title) if computers else title


async def faces_of(context: BotContext, people: Sequence[int]) -> dict[int, Face]:
    """The faces of people and computers, as pictures show them."""
    names, avatars = await names_of(context.tables.store, people), await context.avatars.of(people)
    return {person: Face.of(person, name, avatars.get(person, b"")) for person, name in names.items()}


async def names_of(store: Store, people: Sequence[int]) -> dict[int, str]:
    """The names of people and computers, as pictures write them."""
    found = await ratings.names(store, [person for person in people if kind_of(person) is not Kind.COMPUTER])
    return {
        person: name_of(person, gettext)
        if kind_of(person) is Kind.COMPUTER
        else sanitize(found.get(person, "")) or gettext(SOMEBODY)
        for person in people
    }


@dataclass(frozen=True, slots=True)
class Played:
    """What there is to tell of somebody."""

    finished: Mapping[str, int]
    """How many games of each kind, the most frequent first."""
    results: Sequence[RatedResult]
    """Their rated games."""
    every: Sequence[RatedResult]
    """The same, and of somebody who has played little, the others, too."""
    strengths: Mapping[str, Strength]
    """The ratings that the viewer may know, by ladder."""
    facts: Sequence[ProfileFact]
    """What other features know."""

    @property
    def favourite(self) -> str:
        """The game that they have played most; empty if that is more than one."""
        most, second, *_ = (*self.finished.values(), 0, 0)
        return next(iter(self.finished)) if most > second else ""

    def of(self, key: str) -> list[RatedResult]:
        """The games of one kind whose result is known."""
        return [each for each in self.every if each.ladder.split("/")[0] == key]


async def profile_card(context: BotContext, person: Person, viewer: Viewer, *, words: bool) -> Card:
    """The profile of ``person``, with the facts that other features know.

    :raises TableError: when ``viewer`` may not see it, or there is nothing to see; nobody learns which.
    """
    service, store = context.tables, context.tables.store
    who, own, now = person.id, person.id == viewer.person, service.now()
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
    visible = {ladder: each for ladder, each in strengths.items() if own or known_to_others(each)}
    every = await _every_result(service, who, finished) if takes_part(chosen) else []
    played = Played(
        finished,
        results,
        max(every, results, key=len),
        visible,
        [fact for each in context.features.all for fact in await each.profile_facts(service, who)],
    )
    known = await may_be_known(store, [each.person for each in rivals], viewer)
    shown = [each for each in rivals if each.person in known][:MAX_RIVALS]
    names = await names_of(store, [each.person for each in shown])
    met = [(names[each.person], table_text.results(each.won, each.drawn, each.lost)) for each in shown]
    avatars = await context.avatars.of([who])
    view = _profile_view(service, Face.of(who, person.name, avatars.get(who, b"")), played)
    told = _told(service, view, played)
    told += [gettext("Against {name}: {results}.", name=rival, results=results) for rival, results in met]
    facts = " · ".join(
        gettext("{label}: {text}", label=each.label, text=each.text)
        for each in played.facts
        if each.game is None
    )
    below = [f"-# {facts}"] if facts else []
    if met:
        most = {"name": safe(met[0][0]), "results": met[0][1]}
        below.append(gettext("-# Most frequent opponent: {name} ({results}).", **most))
    if results and not visible:
        below.append(
            gettext(
                "-# A rating for a game appears after {number} rated games of it.",
                number=SHOWN_FROM,
            )
        )
    hidden = own and not shows(chosen)
    if hidden:
        below.append(
            gettext(
                "-# Only you can see this. To let others see it too, turn on `public` and `ratings` with "
                "`/settings`."
            )
        )
    if words:
        if any(provisional(each, now) for each in visible.values()):
            told.append(
                gettext(
                    "-# A rating with a “?” is provisional: it takes about 15 to 25 rated games to establish "
                    "one."
                )
            )
        listed_lines = [line if line.startswith("-#") else f"- {line}" for line in told]
        lines = (*listed_lines, *(below[-1:] if hidden else ()))
        return Card(gettext("### Profile of {name}", name=mention(who)), lines=lines)
    picture = await table_cards.painted(context, "profile", view, viewer.person)
    if picture is None:
        return Card(gettext("### Profile of {name}", name=mention(who)), lines=(*told, *below))
    rest = f"{who}|{int(who in viewer.members)}|{person.name}"[:80]
    controls = [Control("profilewords", gettext("In Words"), rest=rest)]
    if own:
        controls.insert(0, Control("rankstart", gettext("Start a Game"), style=Style.primary))
    elif who in viewer.members:
        label = gettext("Challenge {name}", name=plain(person.name))
        controls.insert(0, Control("profilerival", label, rest=rest, style=Style.primary))
    return Card("", (CardImage(" ".join(told), picture),), tuple(below), rows=(tuple(controls),), accent=GOLD)


async def _every_result(
    service: TableService, person: int, finished: Mapping[str, int]
) -> Sequence[RatedResult]:
    """How the games of somebody who has played little ended, rated or not, in that order.

    Nobody's first win should be missing, and few games are quickly replayed. Empty for anybody else.
    """
    if sum(finished.values()) > FEW:
        return []
    found = []
    for number in await service.store.table_ids_of(person, ("over",), FEW):
        with contextlib.suppress(TableError):
            table = await service.get(number, keep=False)
            sides, own = table.seating.sides, table.seating.side_of(person)
            if table.outcome is None or own is None or len(sides) > 2:
                continue
            alone = len(sides) == 1
            lost = (
                not has_won(table, own)
                if alone
                else any(has_won(table, side) for side in sides if side != own)
            )
            pool = ladder_of(table.game.key, computers=alone or bool(table.seating.computers))
            result = has_won(table, own) - lost
            at = table.ending.at if table.ending is not None else table.turns[-1].at
            found.append(RatedResult(pool, f"{table.game.key}/{UNRATED}", result, at, 0.0))
    return sorted(found, key=attrgetter("at"))


def _profile_view(service: TableService, face: Face, played: Played) -> ProfileView:
    games, results = service.games, played.every
    won = sum(each.result == 1 for each in results)
    number = max(sum(played.finished.values()), len(results))
    about = [ngettext("{number} game", "{number} games", number)] if number else [gettext("No games yet")]
    rated = all(not each.ladder.endswith(f"/{UNRATED}") for each in results)
    if won and rated and len(results) < number:
        told = gettext("{won} of {number} won", won=won, number=len(results))
        about.append(gettext("rated: {results}", results=told))
    elif won:
        about.append(ngettext("{number} win", "{number} wins", won))
    cells = [_cell(service, game, played) for game in games.values()]
    cells += [
        ProfileCell("", fact.label, fact.figure, fact.below, played=bool(fact.figure))
        for fact in played.facts
        if fact.game == ""
    ]
    latest = [(each.ladder.split("/")[0], RESULTS[each.result]) for each in reversed(results)]
    favourite = games.get(played.favourite)
    pages = favourite.book if favourite and has_painter(favourite.key) else ()
    diagram = next((each for page in pages for each in page.diagrams), None)
    now_in_row, _ = _runs(results)
    return ProfileView(
        face,
        " · ".join(about),
        tuple(cells),
        ngettext("{number} win in a row", "{number} wins in a row", now_in_row) if now_in_row > 1 else "",
        gettext("Last games"),
        tuple((key, games[key].title, result) for key, result in latest if key in games)[:LATELY],
        (favourite.key, Scene(diagram.view)) if favourite and diagram else None,
    )


def _runs(results: Sequence[RatedResult]) -> tuple[int, int]:
    """How many games against people somebody has won in a row, now and at best."""
    against_people = (each.result == 1 for each in results if COMPUTERS not in each.pool.split("/"))
    runs = [len([*run]) * won for won, run in groupby(against_people)]
    return (runs[-1], max(runs)) if runs else (0, 0)


def _cell(service: TableService, game: AnyGame, played: Played) -> ProfileCell:
    """What somebody has made of a game: their score or rating there, else their wins, else their games."""
    title = game.short_title
    fact = next((each for each in played.facts if each.game == game.key and each.figure), None)
    if fact is not None:
        return ProfileCell(game.key, title, fact.figure, fact.below)
    own = played.of(game.key)
    number = max(played.finished.get(game.key, 0), len(own))
    if not number:
        return ProfileCell(game.key, title, "", gettext("not yet"), played=False)
    rated = [
        (strength.games, ladder)
        for ladder in (ladder_of(game.key, part) for part in parts(game))
        if (strength := played.strengths.get(ladder)) is not None
    ]
    if rated:
        _, ladder = max(rated)
        there = [each for each in played.results if each.ladder == ladder]
        lately = [each.mu for each in there[-1 - LATELY :]]
        rise = points(Strength(lately[-1], 0.0)) - points(Strength(lately[0], 0.0)) if lately else 0
        won = sum(each.result == 1 for each in there)
        below = gettext("{won} of {number} won", won=won, number=len(there))
        figure = written(played.strengths[ladder], service.now())
        return ProfileCell(game.key, title, figure, below, (rise > 0) - (rise < 0))
    won = sum(each.result == 1 for each in own)
    if won or len(own) == number:
        of_all = ngettext("of {number} game", "of {number} games", number)
        return ProfileCell(game.key, title, ngettext("{number} win", "{number} wins", won), of_all)
    return ProfileCell(game.key, title, str(number), ngettext("game played", "games played", number))


def _ladders_told(service: TableService, game: AnyGame, played: Played) -> Iterator[str]:
    """Each rating in a game that the viewer may know, those against computers last."""
    rows = []
    for ladder, strength in played.strengths.items():
        key, *rest = ladder.split("/")
        there = [each for each in played.results if each.ladder == ladder]
        part, computers = next((word for word in rest if word != COMPUTERS), ""), COMPUTERS in rest
        if key != game.key or part not in parts(game) or not there:
            continue
        won, drawn, lost = (sum(each.result == result for each in there) for result in (1, 0, -1))
        trend = [points(Strength(each.mu, 0.0)) for each in there[-MAX_TREND:]]
        told = {
            "game": rating_title(game, part, computers=computers),
            "rating": written(strength, service.now()),
            "results": table_text.results(won, drawn, lost),
        }
        line = (
            gettext(
                "{game}: {rating}, between {least} and {most} lately; {results}.",
                least=min(trend),
                most=max(trend),
                **told,
            )
            if len(trend) > 1
            else gettext("{game}: {rating}; {results}.", **told)
        )
        rows.append((computers, -strength.games, ladder, line))
    return (line for *_, line in sorted(rows, key=itemgetter(0, 1, 2)))


def _told(service: TableService, view: ProfileView, played: Played) -> list[str]:
    """The picture in words, in the order of reading, and what has no room on it."""
    now_in_row, best = _runs(played.every)
    told = [gettext("{label}: {text}.", label=view.face.name, text=view.about.replace(" · ", ", "))]
    if view.streak:
        told.append(f"{view.streak}.")
    facts = {each.game: each for each in played.facts if each.figure}
    for cell in view.cells:
        game, fact = service.games.get(cell.key), facts.get(cell.key)
        ladders = [*_ladders_told(service, game, played)] if game is not None else []
        if fact is not None:
            told.append(gettext("{label}: {text}.", label=fact.label, text=fact.text))
        elif cell.played and not ladders:
            text = f"{cell.figure} {cell.below}".strip()
            told.append(gettext("{label}: {text}.", label=cell.title, text=text))
        told += ladders
    missing = [cell.title for cell in view.cells if not cell.played]
    if missing:
        told.append(gettext("Still to try: {games}.", games=listed(missing)))
    if view.latest:
        names = {"won": gettext("won"), "drawn": gettext("drawn"), "lost": gettext("lost")}
        each_told = ", ".join(f"{names[result]} ({title})" for _, title, result in view.latest)
        told.append(gettext("Last games, the latest first: {results}.", results=each_told))
    favourite = service.games.get(played.favourite)
    if favourite is not None:
        most = played.finished[favourite.key]
        number = ngettext("{number} game", "{number} games", most)
        told.append(gettext("Favourite game: {game} ({number}).", game=favourite.title, number=number))
    if best > max(now_in_row, 1):
        told.append(gettext("Best streak: {number} wins in a row.", number=best))
    told += [
        gettext("{label}: {text}.", label=each.label, text=each.text)
        for each in played.facts
        if each.game is None
    ]
    return told


def _pressed(interaction: Interaction, rest: str) -> tuple[Person, Viewer]:
    """Whose profile the button belongs to, and who looks at it.

    :raises UnknownControl: when no profile has such a button.
    """
    number, flag, name = [*rest.split("|", 2), "", ""][:3]
    if flag not in ("0", "1"):
        raise UnknownControl
    who = Person(number_in(number), sanitize(name) or SOMEBODY)
    # Discord has said so to the command that showed the card.
    members = frozenset({who.id} if flag == "1" else ())
    return who, Viewer(interaction.user.id, interaction.guild_id, members)


@on_button("profilewords", reply="private", cost="list")
async def in_words(interaction: Interaction, control: Control) -> Card:
    """**In Words** on a profile."""
    who, viewer = _pressed(interaction, control.rest)
    return await profile_card(interaction.client.context, who, viewer, words=True)


@on_button("profilerival", reply="private")
async def challenge(interaction: Interaction, control: Control) -> Card:
    """**Challenge** on a profile: the games to which one can."""
    who, _ = _pressed(interaction, control.rest)
    games = interaction.client.context.tables.games.values()
    return choice_of_challenges(games, person_of(interaction.user), who)
