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
    """A position in which south is the reader: squares by name, each half's mines and islands its owner's.

    ``deed`` is south's last turn: kind, squares, result; the mines answer a ``ping``.
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
    """The squares between a charge and each of ``mines``."""
    start = BOARD.read(charge)
    return BOARD.list({square for mine in _read(mines) for square in track(start, mine)[1]})


GLANCE: Final = position("e6", "h9", mines="c9 f10 j8", wrecks="f7", deed=("sound", "e7", "ping"))
SETUP: Final = position(mines="b4 d2 f5 i3 k6", islands="c5 h3 e9 j10")
CHOICE: Final = position("e4", "f8", mines="b3 g2 h5 j4 k6", islands="d5 g4 e9 j10")
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
CLEARED: Final = position("i8", wrecks="b9 d11 g8 j8 k10", missed="e9", deed=("charge", "j8", "hit"))
OFFICER: Final = position(
    "e6",
    deed=("move", "d5 e5 e6", ""),
    proof=Proof(("d7", "d8", "e7", "e8", "e9", "f7", "f8", "g7", "g9", "h7"), ("g8",)),
)

BOOK: Final[tuple[Page[DepthChargeView], ...]] = (
    Page(
        "in-a-minute",
        "In a Minute",
        "**2 players · about 30 minutes**\n\n"
        "It’s time for naval exercises on Lake Ashtapada. Two crews each hide **five mines** in their own "
        "half of the lake, then go looking for each other’s. The winners get a trophy, and the losers "
        "scrub the toilets.\n\n"
        "**Goal:** find and destroy all of the enemy’s mines.\n\n"
        "**Your turn:** do one of three things. South goes first.\n"
        "- **Move** your patrol boat up to three squares, but not diagonally.\n"
        "- **Sound** one of the eight squares around your boat. The enemy’s mines answer with pings. You "
        "hear how far each one is, but not in which direction. A ping counts squares: straight along a "
        "row, column or diagonal, otherwise columns plus rows. Mines at the same distance sound like one, "
        "and islands or other mines can block a ping.\n"
        "- Drop a **depth charge** on one of those eight squares. If there’s an enemy mine there, it’s "
        "destroyed. If not, you’ve missed.\n\n"
        "**Winning:** you win when you destroy the enemy’s last mine. You lose if your boat hits an enemy "
        "mine, or if you miss with a depth charge for the second time. Your own mines can’t hurt you, "
        "but you can’t stop on one. If no mine is destroyed for 100 turns, it’s a draw.",
        (
            Diagram(
                GLANCE,
                "South sounded e7 and heard pings at 2, 4 and 6. We’ve drawn in the mines that answered, "
                "but South only hears the numbers.",
            ),
        ),
    ),
    Page(
        "setup",
        "Islands and Mines",
        "The lake is 12 by 12 squares. South has rows 1 to 6 and starts on `a1`. North has rows 7 to 12 and "
        "starts on `l12`. South goes first.\n\n"
        "**Mines.** Each side hides **5 mines** in its own half, but not on an island or where its boat "
        "starts. Both sides lay them at the same time, in secret, and can’t change them afterwards. The "
        "host can choose 3 to 7.\n\n"
        "**Islands.** There are usually **none**, but the host can choose up to 6 for each side. You place "
        "yours before the mines, in your own half and away from the shore. You see the other side’s islands "
        "once both sides have placed theirs.",
        (Diagram(SETUP, "South’s own chart, with five mines and two islands on each side."),),
    ),
    Page(
        "turn",
        "Your Turn",
        "Do exactly **one** of these:\n\n"
        "- **Move** your boat one to three squares.\n"
        "- **Sound** a square next to it and hear how far away the mines are.\n"
        "- Drop a **depth charge** on a square next to it, to destroy a mine there.\n\n"
        "You can’t pass.",
        (
            Diagram(
                CHOICE,
                "South, on e4, can move, or sound or depth-charge one of the seven squares around it. The "
                "island on d5 is off limits.",
                ("d3", "d4", "e3", "e5", "f3", "f4", "f5"),
            ),
        ),
    ),
    Page(
        "moving",
        "Moving",
        "Take one to three steps north, east, south or west. You can turn between steps. Stay off islands "
        "and the other boat, and don’t enter the same square twice.\n\n"
        "Every square you *enter* counts, not just the last one. If there’s a live enemy mine on it, your "
        "boat sinks and you lose. Where a boat got through, there’s no mine, so the chart shows a dash.\n\n"
        "Your own mines don’t harm you. You can cross them, but you can’t stop on one, because then your "
        "opponent couldn’t drop a depth charge on it. (That, and not entering a square twice, are our "
        "additions.)",
        (
            Diagram(
                MOVING,
                "Picture 1: South went east, north and east again, from b4 to d5. It can’t enter f5, which "
                "is an island, or d8, where the enemy boat is.",
            ),
            Diagram(STRUCK, "Picture 2: South moved from e7 via e8 to f8, hit a mine and lost."),
        ),
    ),
    Page(
        "sounding",
        "Sounding",
        "Choose one of the eight squares around your boat. It can be any open water except the other boat’s "
        "square. A small charge goes off there, and everybody hears the pings of the other side’s live "
        "mines. Nothing is destroyed.\n\n"
        "The report is a list of pings, nearest first. A ping at 3 tells you that a mine is 3 squares away, "
        "but never which mine it is or where.",
        (
            Diagram(
                AIMING,
                "South, on e7, can sound or depth-charge any square with an ✕, but not the island or the "
                "enemy boat.",
                ("d6", "d7", "e6", "e8", "f6", "f7"),
            ),
        ),
    ),
    Page(
        "paths",
        "How Sound Travels",
        "- If a mine is in the same **column** or **row**, sound goes straight to it. The ping is at the "
        "number of squares.\n"
        "- If a mine is on the same **diagonal**, sound also goes straight to it. Each diagonal step counts "
        "as one.\n"
        "- To **any other** mine, sound goes all the way along the longer side first, then along the "
        "shorter one. The ping is at the two added together.\n\n"
        "If two mines are at the same distance, you hear only one ping.",
        (
            Diagram(
                STRAIGHT,
                "Picture 1: c12, straight up, and h12, on the diagonal, both give a ping at 5. i7, in the "
                "same row, gives one at 6.",
                _tracks("c7", "c12 h12 i7"),
            ),
            Diagram(
                BENT,
                "Picture 2: g12 is six up and three across, so that’s a ping at 9. j8 is six across and "
                "two up, so that’s a ping at 8.",
                _tracks("d6", "g12 j8"),
            ),
            Diagram(
                TWINS,
                "Picture 3: three mines, but only two pings. e10 and b10 share a ping at 3, and i7 gives "
                "one at 4.",
                _tracks("e7", "e10 b10 i7"),
            ),
        ),
    ),
    Page(
        "blocking",
        "What Blocks Sound",
        "You can’t hear a mine if there’s an **island** or another **live mine** belonging to the same "
        "side anywhere "
        "on the path from your charge to it, corners included. Wrecks, boats and your own mines don’t "
        "block anything.\n\n"
        "A mine right under your charge gives a ping at **0** and doesn’t block any others. If no mine "
        "answers, the report says “no echo”. That doesn’t mean there are no mines.",
        (
            Diagram(
                ISLAND,
                "Picture 1: d10 is behind the island on d8 and stays silent. i8 is 5 across and 2 up, so "
                "that’s a ping at 7.",
                _tracks("d6", "d10 i8"),
            ),
            Diagram(
                SHADOW,
                "Picture 2: d9 hides d11, and on the diagonal g9 hides h10. d9 and g9 are both 3 away, so "
                "you hear one ping.",
                _tracks("d6", "d11 h10"),
            ),
            Diagram(
                CORNER,
                "Picture 3: i7 gives a ping at 6. It’s on the last leg of the path to i8, so i8 stays "
                "silent.",
                _tracks("d6", "i8"),
            ),
            Diagram(
                UNDER,
                "Picture 4: g7, right under the charge, gives a ping at 0. It doesn’t hide g10, which gives "
                "one at 3.",
                _tracks("g7", "g10"),
            ),
            Diagram(
                SILENT,
                "Picture 5: no echo. Islands block both paths, straight up and along the row.",
                _tracks("g6", "g10 l8"),
            ),
        ),
    ),
    Page(
        "charges",
        "Depth Charges",
        "You can drop a depth charge on the same squares you can sound. If there’s a live enemy mine there, "
        "it’s destroyed, and everybody sees the wreck. Anything else is a **miss**.\n\n"
        "Your **second miss loses the game**. (The host can make that the first or the third.) A depth "
        "charge is too loud for the sonar, so you don’t get a report.",
        (Diagram(HIT, "South has destroyed the mine on g8. An earlier charge on e9 missed."),),
    ),
    Page(
        "winning",
        "How It Ends",
        "- **You destroy the last enemy mine:** you win.\n"
        "- **Your boat hits a live enemy mine:** you lose.\n"
        "- **You miss with a depth charge for the second time:** you lose. (The host can make it the first "
        "or third.)\n"
        "- **100 turns in a row pass with no mine destroyed:** it’s a draw. (That’s our addition. The host "
        "can choose another number.)\n\n"
        "Then all the mines are revealed.",
        (Diagram(CLEARED, "South has destroyed the last mine, on j8, with only one miss, and wins."),),
    ),
    Page(
        "officer",
        "The Sonar Officer",
        "If the host takes a **Sonar Officer** aboard, the bot works through the reports for both players. "
        "On your own chart, and only there, it marks squares that must be empty and squares that must hold "
        "a mine. It only uses what everybody knows: reports, islands, misses, and where boats have been.",
        (Diagram(OFFICER, "South’s chart. There must be a mine on g8. Squares with a dash are empty."),),
    ),
)


def page_for(view: DepthChargeView) -> str:
    """The rule book's page for the present phase."""
    return {"islands": "setup", "mines": "setup", "over": "winning"}.get(view.phase, "turn")
