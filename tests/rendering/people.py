"""Pictures of people to look at and to test: profiles, rankings, a day's result."""

from __future__ import annotations

from typing import Any, Final

from bot.games import GAMES
from rendering.scene import DayView, Face, ProfileCell, ProfileView, RankingRow, RankingView, Scene

NAMES: Final = ("Pearl", "Finn", "Marina", "Coral", "Jonah", "Wade", "Sandy", "Morgan")
FACES: Final = tuple(Face(name, number) for number, name in enumerate(NAMES))
CELLS: Final = (
    ProfileCell("snorkels", "Snorkels", "1612", "14 of 20 won", 1),
    ProfileCell("checkers", "Checkers", "1498", "7 of 15 won", -1),
    ProfileCell("depthcharge", "Depth Charge", "1540?", "3 of 5 won", 1),
    ProfileCell("curse", "Curse", "82", "best of 9 games"),
    ProfileCell("crackers", "Crackers", "1 win", "of 2 games"),
    ProfileCell("", "Puzzles", "64", "12 days in a row"),
)
NOT_YET: Final = tuple(cell._replace(figure="", below="not yet", way=0, played=False) for cell in CELLS)


def board(key: str) -> tuple[str, Scene[Any, Any]]:
    """The favourite board of a profile."""
    diagram = next(each for page in GAMES[key].book for each in page.diagrams)
    return key, Scene(diagram.view)


def latest(*results: str) -> tuple[tuple[str, str, str], ...]:
    """The latest results, of the games in turn."""
    return tuple((key, GAMES[key].title, result) for key, result in zip(GAMES, results, strict=False))


PROFILE: Final = ProfileView(
    FACES[2],
    "48 games · 29 wins",
    CELLS,
    "3 wins in a row",
    "Last games",
    latest("won", "won", "won", "lost", "drawn"),
    board("snorkels"),
)
FIRST: Final = ProfileView(
    FACES[0],
    "1 game · 1 win",
    (CELLS[0]._replace(figure="1 win", below="1 game", way=0), *NOT_YET[1:]),
    "",
    "Last games",
    latest("won"),
    board("snorkels"),
)
LONG: Final = ProfileView(
    Face("Bartholomäus Schifferstadt", 5),
    "1.248 Spiele · 1.029 Siege",
    tuple(cell._replace(below="114 Siege aus 238") for cell in CELLS),
    "13 Siege in Folge",
    "Letzte Spiele",
    latest("lost", "drawn", "won", "lost", "won"),
    board("curse"),
)


def row(place: int, figure: str, below: str = "", **more: bool) -> RankingRow:
    """The row of a place."""
    return RankingRow(str(place), FACES[(place - 1) % len(FACES)], figure, below, **more)


RANKING: Final = RankingView(
    "The Harbour",
    "Snorkels · 14 players",
    (row(1, "1688", "9 in a row"), row(2, "1641"), row(3, "1612", own=True)),
    (row(4, "1570"), row(5, "1544?"), row(6, "1490")),
    ("8 more have played",),
    ("snorkels", "Snorkels"),
)
FAR: Final = RankingView(
    "The Old Harbour and All of Its Many Taverns",
    "Captain’s Checkers · 1,214 players",
    (row(1, "1688"), row(2, "1641"), row(3, "1612")),
    (row(4, "1570"), row(5, "1544?"), row(6, "1490"), row(1203, "1032?", own=True, apart=True)),
    ("1,207 more have played",),
    ("checkers", "Captain’s Checkers"),
)
OPEN: Final = RankingRow("3", Face(""), "Open", "Win a game")
FIRST_GAMES: Final = RankingView(
    "The Harbour",
    "First games",
    (row(1, "2 wins", "4 games"), row(2, "1 win"), OPEN),
    (row(4, "1 game")._replace(place="–"),),
    ("One place is waiting for a first win.", "Ratings appear after 5 rated games."),
)
EMPTY: Final = RankingView(
    "The Harbour",
    "First games",
    (OPEN._replace(place="1"), OPEN._replace(place="2"), OPEN),
    (),
    ("Three places are waiting for a first win.",),
)
DAY: Final = DayView(
    "The daily puzzle", (("Solved", "on try 10"), ("Days in a row", "12")), (*[False] * 9, True)
)
EXHIBITS: Final[dict[str, tuple[str, Any]]] = {
    "profile": ("profile", PROFILE),
    "profile, one game played": ("profile", FIRST),
    "profile, long words": ("profile", LONG),
    "ranking": ("ranking", RANKING),
    "ranking, far below": ("ranking", FAR),
    "ranking, first games": ("ranking", FIRST_GAMES),
    "ranking, nobody yet": ("ranking", EMPTY),
    "day": ("day", DAY),
}
"""The painter and view of each, by title."""
