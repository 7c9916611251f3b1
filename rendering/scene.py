"""What painters are given, and what becomes of it.

A scene is a view with its reader's choice in progress, and what stands above its picture. Besides the views
of games, there are some with painters of their own: a graph, a strip, a small board, all games, and pictures
of people.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar
from zlib import crc32

from bot.games.core import A, AnyGame, Seat

T = TypeVar("T")
"""A view: a game's, or one of those below."""


class SeatSign(NamedTuple):
    """What stands for a seat in a header."""

    name: str
    colour: int
    """0xRRGGBB."""
    letter: str

    @classmethod
    def of(cls, game: AnyGame, seat: Seat) -> SeatSign:
        """That of a seat of ``game``."""
        return cls(game.name_of(seat), game.seat_styles[seat].colour, game.letter_of(seat))


@dataclass(frozen=True, slots=True)
class Player:
    """One person in a header."""

    name: str
    """Plain, without formats; signs that no font has are left out."""
    seats: tuple[SeatSign, ...]
    """What they play."""
    lit: bool = False
    """Whether it's their turn; at the end, whether they won."""


class Crown(NamedTuple):
    """A win."""

    headline: str
    """Such as “Marina wins!”."""
    game_key: str
    seat: str
    """The winner's, or the first one's: their figure is on the medal. Empty: the game's sign."""


@dataclass(frozen=True, slots=True)
class PictureHeader:
    """What stands above a board, in words (:mod:`rendering.header`)."""

    title: str
    """The game's name."""
    turn: str
    """How far the game is."""
    players: tuple[Player, ...] = ()
    story: str = ""
    """What happened last, on a line of its own."""
    result: str = ""
    """How the game ended: a banner, in the place of the story."""
    crown: Crown | None = None
    """A win that is celebrated, instead of all of this but the players."""


@dataclass(frozen=True, slots=True)
class Graph:
    """How somebody stood over a game: the view of the painter ``rendering.graph``."""

    title: str
    """What could be expected, such as “Winning chance”."""
    names: tuple[str, ...]
    """Whose graph it is."""
    points: tuple[tuple[int, float], ...]
    """How many turns were played, and what could be expected then."""
    last: int
    """How many turns the game had."""
    lines: tuple[float, ...]
    """The values with a line across, ascending; the first and the last are the ends."""
    middle: float
    """The value above which somebody stands well."""
    labels: tuple[str, ...]
    """One for each of the lines."""
    marks: tuple[tuple[int, str], ...] = ()
    """The turning points: the place of a point, and its sign."""


@dataclass(frozen=True, slots=True)
class Scene(Generic[A, T]):
    """One picture's content. Hashable: the key of cached pictures."""

    view: T
    bottom: Seat | None = None
    """The seat whose home side is at the bottom (:attr:`Game.home_sides`); None: the first seat."""
    chosen: tuple[str, ...] = ()
    """The steps of a path that the reader has chosen so far."""
    choices: tuple[A, ...] = ()
    """The reader's legal actions whose paths begin with ``chosen``, drawn as targets."""
    marks: tuple[str, ...] = ()
    """Squares with an ✕: those of a rule book's diagram, or those chosen so far in a placement."""
    goals: tuple[str, ...] = ()
    """Squares to point at, such as the one that a lesson is about: a frame that hides nothing."""
    preview: bool = False
    """Whether what the view shows isn't played yet."""
    threatened: tuple[str, ...] = ()
    """Squares with a ring: what is there could be taken."""
    notes: tuple[tuple[str, str], ...] = ()
    """The reader's private marks as (square, kind); only for pictures that nobody else sees."""
    header: PictureHeader | None = None
    """What stands above the picture; painters never look at it. None: a rule book's diagram."""


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A board beside a few lines of text: the view of the painter ``rendering.small``."""

    game_key: str
    scene: Scene[Any, Any]


@dataclass(frozen=True, slots=True)
class Panel:
    """One turn in a strip."""

    scene: Scene[Any, Any]
    """The board after the turn."""
    turn: str
    """Which turn it was, such as ``Turn 12``."""
    player: Player
    """Who played it."""
    line: str
    """What they did, in a sentence."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Several turns of a game side by side: the view of the painter ``rendering.strip``."""

    game_key: str
    title: str
    panels: tuple[Panel, ...]
    """One at least, oldest first."""


NOBODY: Final = -1
"""The number of a face where nobody is: an open place, or somebody who was forgotten."""


class Face(NamedTuple):
    """Somebody on a picture of people."""

    name: str
    """Plain, without formats; signs that no font has are left out."""
    number: int = NOBODY
    """Chooses the colour of their disc, so that it is always the same."""
    avatar: bytes = b""
    """The picture of their account, a PNG file; empty: their letter."""

    @classmethod
    def of(cls, person: int, name: str, avatar: bytes = b"") -> Face:
        """The face of the person with this id."""
        return cls(name, crc32(b"%d" % person) if person > 0 else NOBODY, avatar)


class LobbySeat(NamedTuple):
    """A seat at a table that hasn't begun, and who has taken it."""

    face: Face
    """Without a name if it's open."""
    label: str
    """The name, or what the seat is waiting for."""
    colour: int
    """That of its side, as 0xRRGGBB; 0 until somebody has taken it."""


@dataclass(frozen=True, slots=True)
class LobbyView:
    """Who is at a table that hasn't begun: the view of the painter ``rendering.lobby``."""

    seats: tuple[LobbySeat, ...]


class ProfileCell(NamedTuple):
    """What somebody has made of one game, or of the puzzles."""

    key: str
    """The game's; empty: the puzzles."""
    title: str
    figure: str
    """A rating as written, such as ``1520?``, a score, or a number of wins."""
    below: str
    way: int = 0
    """1 if the rating went up lately, -1 if it went down."""
    played: bool = True
    """Whether there is anything to show; if not, the cell is grey."""


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A person's profile."""

    face: Face
    about: str
    """How many games they have played and won."""
    cells: tuple[ProfileCell, ...]
    streak: str = ""
    """How many they have won in a row, if that is worth saying."""
    label: str = ""
    """What stands before their latest results."""
    latest: tuple[tuple[str, str, str], ...] = ()
    """The latest results, the last one first: a game's key and title, and ``won``, ``drawn`` or ``lost``."""
    board: tuple[str, Scene[Any, Any]] | None = None
    """The game that they play most, and a picture of it."""


@dataclass(frozen=True, slots=True)
class DayView:
    """Somebody's result in a day's challenge, with nothing of what led to it."""

    title: str
    facts: tuple[tuple[str, str], ...]
    """A label and what it says."""
    signs: tuple[bool, ...]
    """Ten at most: what was met or missed."""


class RankingRow(NamedTuple):
    """A place of a ranking."""

    place: str
    face: Face
    """Without a name if the place is open."""
    figure: str
    """A rating as written, or a number of wins or games."""
    below: str = ""
    """What else there is to say of one of the first three."""
    own: bool = False
    apart: bool = False
    """Whether there are people between this row and the one above it."""


@dataclass(frozen=True, slots=True)
class RankingView:
    """A ranking: the first three on a podium, the others below."""

    title: str
    about: str
    podium: tuple[RankingRow, RankingRow, RankingRow]
    rows: tuple[RankingRow, ...]
    notes: tuple[str, ...] = ()
    """What stands below all."""
    game: tuple[str, str] | None = None
    """The key and title of its game; None: of all games."""


class GameTile(NamedTuple):
    """One game to choose."""

    game_key: str
    title: str
    facts: str
    """For how many players it is, and how long it takes; parted by “ · ”."""
    share: float | None = None
    """How much of it somebody has done, from 0 to 1: a bar shows it."""


@dataclass(frozen=True, slots=True)
class PickerView:
    """All games, each with a part of its board: the view of the painter ``rendering.picker``."""

    title: str
    tiles: tuple[GameTile, ...]


class LeagueRow(NamedTuple):
    """Somebody in the standings of a league."""

    place: str
    face: Face
    results: tuple[str, ...]
    """Their games in turn: ``won``, ``drawn``, ``lost``, ``playing``, ``free`` or ``open``."""
    points: str
    leads: bool = False
    note: str = ""
    """What there is to say of them, such as that they have left."""


@dataclass(frozen=True, slots=True)
class LeagueView:
    """The standings of a league's season."""

    title: str
    about: str
    now: str
    """How far the season is."""
    headings: tuple[str, str]
    """Those of the games and of the points."""
    groups: tuple[tuple[str, tuple[LeagueRow, ...]], ...]
    """The divisions with their titles; the only one has none."""
    legend: tuple[tuple[str, str], ...]
    """What the signs mean."""


class Pairing(NamedTuple):
    """Two people who meet in a round."""

    first: Face
    second: Face
    """Without a name: nobody; the first has no game."""
    results: tuple[str, str]
    """How the game stands for each, as in :class:`LeagueRow`."""


class Round(NamedTuple):
    """One round of a Swiss tournament."""

    title: str
    pairings: tuple[Pairing, ...]
    """Empty before the round."""
    present: bool = False


@dataclass(frozen=True, slots=True)
class SwissView:
    """The rounds of a Swiss tournament side by side, or its present round with the best so far."""

    title: str
    about: str
    now: str
    rounds: tuple[Round, ...]
    """One, if there are too many people for several."""
    free: str
    """What stands in the place of an opponent that somebody doesn't have."""
    best: tuple[LeagueRow, ...] = ()
    """The first of the standings, below a single round."""
    heading: str = ""
    """What stands above them."""


class PaintError(Exception):
    """A picture that couldn't be made; show a text image or the text instead."""


class NoPainter(PaintError):
    """The game has no painter and is shown as text, which is no fault."""


class Fatal(PaintError):
    """A picture that makes workers crash or hang. It isn't tried again, since all others wait meanwhile."""


class Picture(NamedTuple):
    """A finished picture."""

    data: bytes
    """A PNG file."""
    width: int
    height: int
    board: tuple[int, int] = (0, 0)
    """The rows of its board: the first, and the one below the last."""
