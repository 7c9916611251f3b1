"""What the picture of a season shows."""

from __future__ import annotations

from typing import Any

from bot.features.leagues import schedule
from bot.features.leagues.league_pictures import BEST, LATEST, TOP, Drawn, told, view_of
from bot.features.leagues.schedule import BYE
from bot.features.leagues.standings import DRAWN, LOST, NEITHER, WON
from bot.games import GAMES
from data.store.queries.leagues import League, LeagueEntry, LeagueGame, Season
from rendering.scene import LeagueView, SwissView


def season(
    people: int, results: dict[tuple[int, int, int], int | None], *, size: int = 8, out: int = 0, **more: Any
) -> Drawn:
    """A season of ``people``, with results by round, first and second."""
    facts: dict[str, Any] = {"rounds": people - 1, "round": 1, "status": "playing", "swiss": False} | more
    league = League(1, 2, "Cup", "checkers", "1d", "no", size=size, twice=False, round_ms=1, ends=1, **facts)
    entries = tuple(
        LeagueEntry(1, 1, person, f"P{person}", 0, (person - 1) // size + 1, person, out=person == out)
        for person in range(1, people + 1)
    )
    games = tuple(LeagueGame(1, 1, *key, result=result) for key, result in results.items())
    return Drawn(Season(league, entries, games), 1, GAMES)


def test_each_game_has_its_sign_in_the_order_of_rounds() -> None:
    drawn = season(
        4,
        {
            (1, 1, 2): WON,
            (1, 3, 4): NEITHER,
            (2, 3, 1): DRAWN,
            (2, 2, 4): LOST,
            (3, 1, 4): None,
            (3, 2, 3): None,
        },
        round=3,
        out=3,
    )
    view = view_of(drawn)
    assert isinstance(view, LeagueView)
    ((title, rows),) = view.groups
    assert (title, view.about, view.now) == ("", "Checkers · season 1 · 1 day per turn", "Round 3 of 3")
    assert [(row.face.name, row.results, row.points, row.leads) for row in rows] == [
        ("P1", ("won", "drawn", "playing"), "1½", True),
        ("P4", ("lost", "won", "playing"), "1", False),
        ("P2", ("lost", "lost", "playing"), "0", False),
        ("P3", ("lost", "drawn", "playing"), "½", False),
    ]
    assert [row.note for row in rows] == ["", "", "", "withdrew"]
    assert told(view, drawn).startswith(
        "Cup, Checkers · season 1 · 1 day per turn, Round 3 of 3. 1 P1 1½ (1 won, 1 drawn, 0 lost); 2 P4 1 ("
    )
    assert [sign for sign, _ in view.legend] == ["won", "drawn", "lost", "playing"], (
        "no sign that isn't there"
    )


def test_games_to_come_are_rings_and_nobody_leads_without_a_point() -> None:
    view = view_of(season(4, {(1, 1, 2): None, (1, 3, 4): None}))
    assert isinstance(view, LeagueView)
    rows = view.groups[0][1]
    assert {row.results for row in rows} == {("playing", "open", "open")}
    assert not any(row.leads for row in rows)


def test_of_many_divisions_the_first_of_each_have_room() -> None:
    rounds = schedule.all_play_all(range(1, 9), twice=True)
    games: dict[tuple[int, int, int], int | None] = {
        (number, one + 8 * division, other + 8 * division): WON
        for division in range(5)
        for number, pairs in enumerate(rounds, 1)
        for one, other in pairs
    }
    drawn = season(40, games, rounds=14, round=14)
    view = view_of(drawn)
    assert isinstance(view, LeagueView)
    assert [title for title, _ in view.groups] == [f"Division {number}" for number in range(1, 6)]
    assert {len(rows) for _, rows in view.groups} == {TOP}
    assert {len(row.results) for _, rows in view.groups for row in rows} == {LATEST}
    assert all(f"P{person} " in told(view, drawn) for person in range(1, 41)), "the words name everybody"


def test_a_small_swiss_tournament_shows_the_last_round_the_present_and_the_next() -> None:
    games = {(1, 1, 2): WON, (1, 3, BYE): WON, (2, 1, 3): None, (2, 2, BYE): WON}
    for number, titles in ((1, "123"), (2, "123"), (4, "345"), (5, "345")):
        view = view_of(season(3, games, swiss=True, rounds=5, round=number))
        assert isinstance(view, SwissView)
        assert [each.title for each in view.rounds] == [f"Round {each}" for each in titles]
        assert [each.title for each in view.rounds if each.present] == [f"Round {number}"]
        assert not view.best
    view = view_of(drawn := season(3, games, swiss=True, rounds=5, round=2))
    assert view is not None
    words = told(view, drawn)
    assert "Round 1: P1 beat P2 and P3 has no game." in words
    assert "Round 2: P1 and P3 are playing and P2 has no game." in words


def test_a_large_swiss_tournament_shows_the_present_round_and_the_best() -> None:
    games: dict[tuple[int, int, int], int | None] = {(1, one, one + 5): WON for one in range(1, 6)}
    view = view_of(season(10, games, swiss=True, rounds=4, size=40))
    assert isinstance(view, SwissView)
    assert [len(each.pairings) for each in view.rounds] == [5]
    assert len(view.best) == BEST


def test_a_season_that_is_over_shows_its_final_standings_without_games_to_come() -> None:
    view = view_of(season(4, {(1, 1, 2): WON, (1, 3, 4): DRAWN}, status="closed"))
    assert isinstance(view, LeagueView)
    assert view.now == "Final standings"
    assert [row.results for row in view.groups[0][1]] == [("won",), ("drawn",), ("drawn",), ("lost",)]


def test_there_is_no_picture_before_the_first_round() -> None:
    assert view_of(season(4, {}, status="joining", round=0)) is None
