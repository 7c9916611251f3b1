"""Depth Charge's rule book."""

from __future__ import annotations

from typing import Final

from bot.games.core import Diagram, Page, Seat

from .actions import BOARD, NORTH, SEATS, SOUTH
from .sonar import report, track
from .view import Deed, DepthChargeView, Heard, Kind, Proof, Report, Side, Terms
from .waters import HALVES


def position(
    south: str = "a1",
    north: str = "l12",
    *,
    mines: str = "",
    islands: str = "",
    wrecks: str = "",
    missed: str = "",
    deed: tuple[Kind, str, Heard] | None = None,
    sunk: bool = False,
    proof: Proof | None = None,
) -> DepthChargeView:
    """A drawn position in which south is the reader: squares by name, each half's things its own.

    ``deed`` is south's last turn: what, its squares, what came of it; a ``ping`` is answered by the mines.
    """
    last = None
    reports: tuple[Report, ...] = ()
    if deed is not None:
        kind, squares, heard = deed
        last = Deed(SOUTH, kind, tuple(squares.split()), heard)
        if heard == "ping":
            hidden = [mine for mine in _read(mines) if mine in HALVES[NORTH]]
            times = report(BOARD.read(squares), hidden, _read(islands))
            last = Deed(SOUTH, kind, (squares,), heard, times)
            reports = (Report(SOUTH, squares, times),)
    total = max(len(_own(f"{mines} {wrecks}", seat)) for seat in SEATS) or 5
    sides = []
    for seat in SEATS:
        own = _own(mines, seat)
        sides.append(
            Side(
                seat=seat,
                boat=south if seat == SOUTH else north,
                facing="n" if seat == SOUTH else "s",
                sunk=sunk and seat == SOUTH,
                ready=True,
                islands=_own(islands, seat),
                mines=own or None,
                left=total - len(_own(wrecks, seat)),
                destroyed=_own(wrecks, seat),
                missed=tuple(missed.split()) if seat == SOUTH else (),
            )
        )
    terms = Terms(mines=total, islands=max(len(side.islands) for side in sides), sonar=proof is not None)
    return DepthChargeView(
        SOUTH, (SOUTH,), None, "play", terms, (sides[0], sides[1]), reports, proof, last, 0, 10
    )


def _read(names: str) -> list[int]:
    return [BOARD.read(name) for name in names.split()]


def _own(names: str, seat: Seat) -> tuple[str, ...]:
    return BOARD.list(square for square in _read(names) if square in HALVES[seat])


def _tracks(charge: str, mines: str) -> tuple[str, ...]:
    """The squares between a charge and each of ``mines``, for ✕ marks."""
    start = BOARD.read(charge)
    return BOARD.list({square for mine in _read(mines) for square in track(start, mine)[1]})


SETUP: Final = position(mines="b4 d2 f5 i3 k6", islands="c5 h3 e9 j10")
MOVING: Final = position("d5", "d8", islands="f5", deed=("move", "b4 c4 c5 d5", ""))
STRUCK: Final = position("f8", mines="f8 h10", deed=("move", "e7 e8 f8", "mine"), sunk=True)
AIMING: Final = position("e7", "f8", islands="d8")
STRAIGHT: Final = position("c6", mines="c12 h12 i7", deed=("sound", "c7", "ping"))
BENT: Final = position("c5", mines="g12 j8", deed=("sound", "d6", "ping"))
TWINS: Final = position("e6", mines="e10 i7 b10", deed=("sound", "e7", "ping"))
ISLAND: Final = position("d5", mines="d10 i8", islands="d8 c3", deed=("sound", "d6", "ping"))
SHADOW: Final = position("d5", mines="d9 d11 g9 h10", deed=("sound", "d6", "ping"))
CORNER: Final = position("d5", mines="i8 i7", deed=("sound", "d6", "ping"))
UNDER: Final = position("g6", mines="g7 g10", deed=("sound", "g7", "ping"))
SILENT: Final = position("g5", mines="g10 l8", islands="g8 i6", deed=("sound", "g6", "ping"))
HIT: Final = position("g7", mines="b9 d11 j8 k10", wrecks="g8", missed="e9", deed=("charge", "g8", "hit"))
OFFICER: Final = position(
    "e6",
    deed=("move", "d5 e5 e6", ""),
    proof=Proof(("d7", "d8", "e7", "e8", "e9", "f7", "f8", "g7", "g9", "h7"), ("g8",)),
)

BOOK: Final[tuple[Page[DepthChargeView], ...]] = (
    Page(
        "goal",
        "Depth Charge",
        "Two patrol boats exercise on a mountain lake of 12 by 12 squares. Each crew has hidden mines "
        "in its own "
        "half: South in ranks 1 to 6, North in ranks 7 to 12.\n\n"
        "Find the other side’s mines by sound and **destroy them all** with depth charges. Do not run "
        "onto one, "
        "and do not waste your charges: each of those loses.\n\nSouth starts in `a1` and has the first "
        "turn; "
        "North starts in `l12`.",
    ),
    Page(
        "setup",
        "Islands and mines",
        "With **islands** on, each side first places its own, in its own half and off the shore. Both "
        "do it "
        "blind; then all are shown.\n\nThen each side lays its **mines** in secret: in its own half, "
        "not on an "
        "island, not in its boat’s corner. Both lay at the same time, and what is laid stays.",
        (Diagram(SETUP, "South’s chart: five mines, and two islands a side."),),
    ),
    Page(
        "turn",
        "Your turn",
        "Do exactly **one** of three things:\n\n"
        "- **Move** your boat one to three squares.\n"
        "- **Sound** a square next to it, and hear how far the mines are.\n"
        "- Throw a **depth charge** on a square next to it, to destroy a mine there.\n\n"
        "You cannot pass.",
    ),
    Page(
        "moving",
        "Moving",
        "One to three steps north, east, south or west; you may turn between steps. The path keeps off "
        "islands "
        "and the other boat, and enters no square twice.\n\nEvery square counts that you *enter*, not "
        "only the "
        "last: on a live enemy mine the boat is lost, and the game with it.\n\n"
        "Your own mines do not harm you. You may cross them, but not stop on one: nobody could ever "
        "charge it there.",
        (
            Diagram(MOVING, "South went east, north, east, from b4 to d5. f5 and d8 are closed to it."),
            Diagram(STRUCK, "From e7 north to e8 and east to f8, onto a mine: South’s boat is lost."),
        ),
    ),
    Page(
        "sounding",
        "Sounding",
        "Name one of the eight squares round your boat: water, not an island, not the other boat. A "
        "small charge goes "
        "off there, and everybody hears when the other side’s live mines echo. It destroys nothing.\n\n"
        "The report is a list of times, shortest first. It never says which mine was heard, or where.",
        (
            Diagram(
                AIMING,
                "Squares that South on e7 may sound or charge have an ✕; the island and the enemy do not.",
                ("d6", "d7", "e6", "e8", "f6", "f7"),
            ),
        ),
    ),
    Page(
        "paths",
        "How sound travels",
        "- A mine on the same **file** or **rank**: the sound goes straight; its time is the number of "
        "squares.\n"
        "- A mine on the same **diagonal**: straight as well; each diagonal step counts one.\n"
        "- **Any other** mine: the sound goes along the longer way first, all of it, then along the "
        "shorter; "
        "its time is both together.\n\nTwo mines at the same time are one ping.",
        (
            Diagram(
                STRAIGHT,
                "c12, straight up, and h12, on the diagonal, both answer at 5; i7, along the rank, at 6.",
                _tracks("c7", "c12 h12 i7"),
            ),
            Diagram(
                BENT,
                "g12: six up, three right, time 9. j8: six right, two up, time 8.",
                _tracks("d6", "g12 j8"),
            ),
            Diagram(
                TWINS,
                "Three mines, two pings: e10 and b10 both answer at 3; i7 at 4.",
                _tracks("e7", "e10 b10 i7"),
            ),
        ),
    ),
    Page(
        "blocking",
        "What stops the sound",
        "A mine is not heard if an **island**, or another **live mine** of the same side, lies on its "
        "way from the "
        "charge, corners included. Wrecks, boats and your own mines stop nothing.\n\n"
        "A mine right under the charge answers **0** and stops no other. Where nothing is heard, the "
        "report is "
        "“no echo”; that does not mean that there are no mines.",
        (
            Diagram(
                ISLAND,
                "d10 is behind the island d8: silent. i8 is heard: 5 right, 2 up, 7.",
                _tracks("d6", "d10 i8"),
            ),
            Diagram(
                SHADOW,
                "d9 (3) hides d11; g9 (3), on the diagonal, hides h10. One ping: 3.",
                _tracks("d6", "d11 h10"),
            ),
            Diagram(
                CORNER, "i7 (6) lies on the last leg of the way to i8, which is silent.", _tracks("d6", "i8")
            ),
            Diagram(
                UNDER, "Under the charge: g7 answers 0 and does not hide g10, at 3.", _tracks("g7", "g10")
            ),
            Diagram(
                SILENT,
                "No echo: islands stop both ways, straight up and along the rank.",
                _tracks("g6", "g10 l8"),
            ),
        ),
    ),
    Page(
        "charges",
        "Depth charges",
        "The same squares as for a sounding. If a live enemy mine lies there it is destroyed, and its "
        "wreck is shown "
        "to all. Anything else is a **miss**.\n\nUsually the *second* miss loses the game; the host may "
        "allow one, "
        "two or three. There is no report after a depth charge.",
        (Diagram(HIT, "South destroyed the mine on g8; its earlier charge on e9 was a miss."),),
    ),
    Page(
        "winning",
        "How it ends",
        "- **You destroy the last enemy mine:** you win.\n"
        "- **Your boat enters a live enemy mine:** you lose.\n"
        "- **You miss once too often:** you lose.\n"
        "- **Nothing is destroyed for long** (100 turns in a row, unless the host chose another "
        "number): a draw.\n\n"
        "When it is over, all mines are shown.",
    ),
    Page(
        "officer",
        "The Sonar Officer",
        "If the host takes a **Sonar Officer** aboard, the bot reads the reports for both players. On "
        "your own "
        "chart, and only there, it marks squares that are proved empty and squares that are proved to "
        "hold a mine. "
        "It uses what everybody could work out: reports, islands, misses, and where boats have been.",
        (Diagram(OFFICER, "South’s chart: a mine is proved on g8; the small dashes are proved empty."),),
    ),
)
