"""Pictures of people to look at and to test: profiles, rankings, a day's result, the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any, Final, TypeVar

from PIL import Image

from bot.games import GAMES
from rendering.scene import (
    DayView,
    Face,
    GameTile,
    LeagueRow,
    LeagueView,
    LobbySeat,
    LobbyView,
    Pairing,
    PickerView,
    ProfileCell,
    ProfileView,
    RankingRow,
    RankingView,
    Round,
    Scene,
    SwissView,
)

Row = TypeVar("Row", RankingRow, LeagueRow)
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
    ("8 more players are on the list.",),
    ("snorkels", "Snorkels"),
)
FAR: Final = RankingView(
    "The Old Harbour and All of Its Many Taverns",
    "Captain’s Checkers · 1,214 players",
    (row(1, "1688"), row(2, "1641"), row(3, "1612")),
    (row(4, "1570"), row(5, "1544?"), row(6, "1490"), row(1203, "1032?", own=True, apart=True)),
    ("1,207 more players are on the list.",),
    ("checkers", "Captain’s Checkers"),
)
OPEN: Final = RankingRow("3", Face(""), "Open", "Win a game")
FIRST_GAMES: Final = RankingView(
    "The Harbour",
    "Wins so far",
    (row(1, "2 wins", "4 games"), row(2, "1 win"), OPEN),
    (row(4, "1 game")._replace(place="–"),),
    ("One place is waiting for a first win.", "Ratings appear after 5 rated games."),
)
EMPTY: Final = RankingView(
    "The Harbour",
    "Wins so far",
    (OPEN._replace(place="1"), OPEN._replace(place="2"), OPEN),
    (),
    ("Three places are waiting for a first win.",),
)
DAY: Final = DayView(
    "The daily puzzle", (("Solved", "on try 10"), ("Days in a row", "12")), (*[False] * 9, True)
)
SIGNS: Final = {"w": "won", "d": "drawn", "l": "lost", "p": "playing", "o": "open", "f": "free"}
LEGEND: Final = (
    ("won", "won"),
    ("drawn", "drawn"),
    ("lost", "lost"),
    ("playing", "playing"),
    ("open", "to come"),
)


def standing(place: int, results: str, points: str, **more: Any) -> LeagueRow:
    """A row of standings, its results as letters."""
    face = FACES[(place - 1) % len(FACES)]
    return LeagueRow(str(place), face, tuple(SIGNS[each] for each in results), points, **more)


ROWS: Final = (
    standing(1, "wwwpo", "3", leads=True),
    standing(2, "wlwpo", "2"),
    standing(3, "wdloo", "1½"),
    standing(4, "ldwoo", "1½"),
    standing(5, "lwloo", "1"),
    standing(6, "lll", "0", note="left"),
)
LEAGUE: Final = LeagueView(
    "Harbour Cup",
    "Snorkels · season 2 · 3 days a turn",
    "Round 4 of 5",
    ("Games", "Points"),
    (("", ROWS),),
    LEGEND,
)
DIVISIONS: Final = LeagueView(
    "The Grand Cup of the Old Harbour",
    "Captain’s Checkers · season 12 · 1 day and 12 hours a turn",
    "Runde 11 von 14",
    ("Partien", "Punkte"),
    tuple(
        (
            f"Division {number}",
            tuple(standing(place, "ldlwwpo", "7½", leads=place == 1) for place in range(1, 4)),
        )
        for number in range(1, 6)
    ),
    (
        ("won", "gewonnen"),
        ("drawn", "remis"),
        ("lost", "verloren"),
        ("playing", "läuft"),
        ("open", "kommt noch"),
    ),
)


def pairing(one: int, other: int, result: str, faces: Sequence[Face] = FACES) -> Pairing:
    """A pair and how it stands, for the first one."""
    kinds = {"w": ("won", "lost"), "l": ("lost", "won"), "d": ("drawn", "drawn"), "p": ("playing", "playing")}
    second = faces[other % len(faces)] if other >= 0 else Face("")
    return Pairing(faces[one % len(faces)], second, kinds.get(result, ("none", "none")))


FIRST_ROUND: Final = (pairing(0, 5, "w"), pairing(2, 6, "w"), pairing(1, 4, "l"), pairing(3, 7, "d"))
SECOND_ROUND: Final = (pairing(0, 2, "p"), pairing(4, 3, "w"), pairing(1, 7, "p"), pairing(6, 5, "n"))
SWISS: Final = SwissView(
    "Friday Swiss",
    "Checkers · 8 players",
    "Round 2 of 3",
    (Round("Round 1", FIRST_ROUND), Round("Round 2", SECOND_ROUND, present=True), Round("Round 3", ())),
    "no game",
)
CROWD: Final = SwissView(
    "Friday Swiss",
    "Checkers · 39 players",
    "Round 4 of 5",
    (
        Round(
            "Round 4",
            (*FIRST_ROUND, *SECOND_ROUND, *SECOND_ROUND, *FIRST_ROUND, *FIRST_ROUND[1:], pairing(0, -1, "w")),
            present=True,
        ),
    ),
    "no game",
    ROWS[:5],
    "Standings",
)


def photo(number: int) -> bytes:
    """The picture of an account, as full of colours as a photo."""
    rng, file = Random(number), BytesIO()
    spots = Image.frombytes("RGB", (6, 6), rng.randbytes(108)).resize((128, 128), Image.Resampling.BICUBIC)
    grain = Image.frombytes("L", (128, 128), rng.randbytes(128 * 128)).convert("RGB")
    Image.blend(spots, grain, 0.06).save(file, "PNG")
    return file.getvalue()


def in_person(row: Row) -> Row:
    """Somebody's place with the picture of their account."""
    return row._replace(face=row.face._replace(avatar=photo(row.face.number)))


PORTRAIT: Final = replace(PROFILE, face=PROFILE.face._replace(avatar=photo(2)))
first, second, third = map(in_person, FAR.podium)
TWELVE: Final = tuple(in_person(standing(place, "wldwwwlllop", "5½")) for place in range(1, 13))
ACCOUNTS: Final = replace(LEAGUE, groups=(("", TWELVE),))
PHOTOS: Final = tuple(row.face for row in TWELVE)
PAIRED: Final = replace(
    SWISS,
    rounds=tuple(
        Round(f"Round {number}", tuple(pairing(each, each + number, "w", PHOTOS) for each in (0, 2, 4, 6)))
        for number in (1, 3, 5)
    ),
)
PORTRAITS: Final = replace(FAR, podium=(first, second, third), rows=tuple(map(in_person, FAR.rows)))
PICKER: Final = PickerView(
    "Captain’s Table",
    tuple(GameTile(game.key, game.title, "2 to 4 players · 20 to 50 minutes") for game in GAMES.values()),
)
PROGRESS: Final = PickerView(
    "Puzzles",
    tuple(
        GameTile(game.key, game.short_title, f"{number} of 4", number / 4)
        for number, game in enumerate(GAMES.values())
    ),
)
EMPTY_SEAT: Final = LobbySeat(Face(""), "open seat", 0)
LOBBY: Final = LobbyView((LobbySeat(FACES[2], "Marina", 0xB57BD9), EMPTY_SEAT))
FULL: Final = LobbyView(
    (
        *(LobbySeat(face, face.name, 0xE0B040) for face in PHOTOS[:3]),
        LobbySeat(Face("Bartholomäus " * 3, 5), "Bartholomäus " * 3, 0x2D6BE0),
        LobbySeat(FACES[1], f"waiting for {FACES[1].name}", 0),
    )
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
    "league": ("league", LEAGUE),
    "league, divisions": ("league", DIVISIONS),
    "swiss": ("swiss", SWISS),
    "swiss, crowd": ("swiss", CROWD),
    "profile, with an account's picture": ("profile", PORTRAIT),
    "ranking, with accounts' pictures": ("ranking", PORTRAITS),
    "league, with accounts' pictures": ("league", ACCOUNTS),
    "swiss, with accounts' pictures": ("swiss", PAIRED),
    "lobby": ("lobby", LOBBY),
    "lobby, with accounts' pictures": ("lobby", FULL),
    "games": ("picker", PICKER),
    "games, progress": ("picker", PROGRESS),
}
"""The painter and view of each, by title."""
