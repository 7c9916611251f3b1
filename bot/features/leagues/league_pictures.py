"""A season as a picture: the standings of a league, or the rounds of a Swiss tournament; and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.components.cards.text import pace, results
from bot.games.core import Games
from bot.languages import gettext, listed, ngettext, parted, pgettext
from bot.people.display_names import SOMEBODY, sanitize
from bot.tables.model.pace import read
from data.store.queries.leagues import LeagueGame, Season
from rendering.scene import Face, LeagueRow, LeagueView, Pairing, Round, SwissView

from .schedule import BYE
from .service import divisions
from .standings import NEITHER, StandingsLine, half_points, winners

View: TypeAlias = LeagueView | SwissView
TOP: Final = 3
"""Of each division, so many have room if there are more than ``CROWD`` people."""
CROWD: Final = 12
LATEST: Final = 7
"""Games that have room then, for each of them."""
SIDE_BY_SIDE: Final = 3
"""Rounds of a Swiss tournament that a picture shows, of at most ``PAIRS`` pairs each."""
PAIRS: Final = 4
BEST: Final = 5
"""Of the standings below a single round."""
SIGNS: Final = {2: "won", 1: "drawn", 0: "lost"}


def points_of(line: StandingsLine) -> str:
    """Somebody's points, with a half."""
    return f"{line.halves // 2 or ''}{'½' * (line.halves % 2)}" or "0"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A season as it is drawn."""

    season: Season
    number: int
    games: Games
    avatars: Mapping[int, bytes] = field(default_factory=dict)
    """The pictures of accounts, as far as they are known."""

    @property
    def going(self) -> bool:
        """Whether this is the season that is being played."""
        return self.number == self.season.league.season and self.season.league.status == "playing"

    def face(self, person: int) -> Face:
        """Somebody in it; an empty face for a round without an opponent."""
        if person == BYE:
            return Face("")
        entry = next((each for each in self.season.entries if each.person == person), None)
        name = sanitize(entry.name) if entry is not None and person > 0 else ""
        return Face.of(person, name or gettext(SOMEBODY), self.avatars.get(person, b""))

    def sign(self, game: LeagueGame, person: int) -> str:
        """How a game stands for one of the two."""
        if game.result is None:
            return "playing" if self.going else "open"
        if game.second == BYE:
            return "free"
        return SIGNS[half_points(game)[person]]

    def own(self, line: StandingsLine, people: int) -> tuple[str, ...]:
        """Somebody's games, those to come included."""
        league, person = self.season.league, line.person
        signs = [self.sign(game, person) for game in self.season.games if person in (game.first, game.second)]
        if self.going and not line.out:
            games = league.rounds if league.swiss else (people - 1) * (1 + league.twice)
            signs += ["open"] * (games - len(signs))
        return tuple(signs)

    def rows(self, lines: Sequence[StandingsLine]) -> list[LeagueRow]:
        """The standings of a division."""
        best = [] if self.going and not any(line.halves for line in lines) else winners(lines)
        return [
            LeagueRow(
                str(place),
                self.face(line.person),
                self.own(line, len(lines)),
                points_of(line),
                line.person in best,
                gettext("withdrew") if line.out else "",
            )
            for place, line in enumerate(lines, 1)
        ]

    def about(self) -> str:
        """What kind of season it is, in short."""
        league = self.season.league
        game = self.games.get(league.game)
        people = len(self.season.entries)
        kind = (
            ngettext("{number} player", "{number} players", people)
            if league.swiss
            else gettext("season {number}", number=self.number)
        )
        title = game.short_title if game is not None else league.game
        return " · ".join((title, kind, pace(read(league.pace))))

    def now(self) -> str:
        """How far it is."""
        league = self.season.league
        if self.going:
            return pgettext(
                "of a league or tournament",
                "Round {round} of {rounds}",
                round=league.round,
                rounds=league.rounds,
            )
        return gettext("Final standings")


def view_of(drawn: Drawn) -> View | None:
    """The picture of a season; None before its first game."""
    season = drawn.season
    groups = divisions(season)
    if not groups or not season.games:
        return None
    if season.league.swiss and drawn.going:
        return _swiss(drawn, groups[0])
    return _league(drawn, groups)


def _league(drawn: Drawn, groups: Sequence[Sequence[StandingsLine]]) -> LeagueView:
    titles = [
        gettext("Division {number}", number=place) if len(groups) > 1 else ""
        for place in range(1, len(groups) + 1)
    ]
    found = [drawn.rows(lines) for lines in groups]
    if sum(map(len, found)) > CROWD:
        most = TOP if len(groups) > 1 else CROWD
        found = [[row._replace(results=_latest(row.results)) for row in rows[:most]] for rows in found]
    known = {sign for rows in found for row in rows for sign in row.results}
    legend = {
        "won": gettext("won"),
        "drawn": gettext("drawn"),
        "lost": gettext("lost"),
        "free": gettext("no game"),
        "playing": gettext("playing"),
        "open": gettext("to come"),
    }
    return LeagueView(
        drawn.season.league.title,
        drawn.about(),
        drawn.now(),
        (gettext("Games"), gettext("Points")),
        tuple((title, tuple(rows)) for title, rows in zip(titles, found, strict=True)),
        tuple((sign, label) for sign, label in legend.items() if sign in known),
    )


def _latest(signs: tuple[str, ...]) -> tuple[str, ...]:
    """The latest games that have begun, if there are too many."""
    begun = [sign for sign in signs if sign != "open"]
    return tuple(begun[-LATEST:]) if len(signs) > LATEST else signs


def _swiss(drawn: Drawn, lines: Sequence[StandingsLine]) -> SwissView:
    league, title = drawn.season.league, drawn.season.league.title
    several = (len(drawn.season.entries) + 1) // 2 <= PAIRS
    first = max(1, min(league.round - 1, league.rounds - SIDE_BY_SIDE + 1)) if several else league.round
    last = min(league.rounds, first + SIDE_BY_SIDE - 1) if several else league.round
    rounds = tuple(
        Round(
            gettext("Round {number}", number=number),
            tuple(_pairing(drawn, game) for game in drawn.season.games if game.round == number),
            number == league.round,
        )
        for number in range(first, last + 1)
    )
    best = (
        ()
        if several
        else tuple(row._replace(results=_latest(row.results)) for row in drawn.rows(lines)[:BEST])
    )
    free, heading = gettext("no game"), gettext("Standings")
    return SwissView(title, drawn.about(), drawn.now(), rounds, free, best, heading)


def _pairing(drawn: Drawn, game: LeagueGame) -> Pairing:
    first, second = drawn.face(game.first), drawn.face(game.second)
    if game.second == BYE:
        return Pairing(first, second, ("won", "free"))
    if game.result == NEITHER:
        return Pairing(first, second, ("none", "none"))
    return Pairing(first, second, (drawn.sign(game, game.first), drawn.sign(game, game.second)))


def told(view: View, drawn: Drawn) -> str:
    """The picture in words, in the order of reading."""
    league = isinstance(view, LeagueView)
    parts = _told_standings(drawn) if league else _told_rounds(view)  # type: ignore[arg-type]
    return " ".join((f"{view.title}, {view.about}, {view.now}.", *parts))


def _told_standings(drawn: Drawn) -> Iterator[str]:
    groups = divisions(drawn.season)
    for number, lines in enumerate(groups, 1):
        rows = parted(
            gettext(
                "{place} {name} {points} ({results})",
                place=place,
                name=drawn.face(line.person).name,
                points=points_of(line),
                results=results(line.won, line.drawn, line.lost),
            )
            for place, line in enumerate(lines, 1)
        )
        yield (
            gettext("Division {number}: {rows}.", number=number, rows=rows) if len(groups) > 1 else f"{rows}."
        )


def _told_rounds(view: SwissView) -> Iterator[str]:
    for each in view.rounds:
        if each.pairings:
            pairs = listed(map(_told_pair, each.pairings))
            yield gettext("{label}: {text}.", label=each.title, text=pairs)
    if view.best:
        rows = parted(f"{row.place} {row.face.name} {row.points}" for row in view.best)
        yield gettext("{label}: {text}.", label=view.heading, text=rows)


def _told_pair(pair: Pairing) -> str:
    one, other = pair.first.name, pair.second.name
    match pair.results:
        case ("won", "free"):
            return gettext("{name} has no game", name=one)
        case ("won", _):
            return gettext("{winner} beat {loser}", winner=one, loser=other)
        case (_, "won"):
            return gettext("{winner} beat {loser}", winner=other, loser=one)
        case ("drawn", _):
            return gettext("{name} and {other} drew", name=one, other=other)
        case ("playing", _):
            return gettext("{name} and {other} are playing", name=one, other=other)
        case _:
            return gettext("no point for {name} or {other}", name=one, other=other)
