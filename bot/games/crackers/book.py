"""The rule book of Drown, Captain Crackers!; its pictures are positions drawn as text and played on."""

from __future__ import annotations

import re
from typing import Final

from bot.games.core import Diagram, Page, Seat
from bot.games.core.grid import grid
from bot.games.plurals import listed

from .actions import BLUE, CAPTAIN, CREW, RED, SEATS, parse
from .layout import NAMES, Layout, layout
from .rules import CrackersState, start
from .station import Station
from .turns import Part, left_in_words
from .view import CrackersView

CELL: Final = re.compile(r"(?P<place>[pc!])?(?P<sand>\d)?(?:~(?P<water>\d+))?\.?(?P<crew>[RYB]*)")


def drawn(
    diagram: str,
    mover: Seat = RED,
    done: tuple[Part, ...] = (),
    *,
    rounds: int = 60,
    round: int = 1,  # noqa: A002
    path: str = "wade",
) -> CrackersState:
    """The position drawn by ``diagram``: a line for each row, cells separated by blanks.

    A cell is a place (p pod, c control room, ! leak), sandbags, ~ and water, and the crew's letters; a dot
    if it has none of these. Crew members who are not drawn are on the pod.
    """
    rows = [line.split() for line in diagram.strip().splitlines()]
    squares = grid(len(rows[0]), len(rows))
    cells = squares.from_diagram(diagram)
    sand, water, leaks = [0] * len(cells), [0] * len(cells), []
    places: dict[str, int] = {}
    crew: dict[str, int] = {}
    for square, cell in cells.items():
        found = CELL.fullmatch(cell)
        if found is None:
            raise ValueError(f"“{cell}” isn’t a cell of a station")
        sand[square], water[square] = int(found["sand"] or 0), int(found["water"] or 0)
        if found["place"] == "!":
            leaks.append(square)
        elif found["place"]:
            places[found["place"]] = square
        crew.update(dict.fromkeys(found["crew"], square))
    sheet = Layout(
        "drawn", squares.columns, squares.rows, places["p"], places["c"], tuple(sorted(leaks)), rounds, rounds
    )
    red, yellow, blue = (crew.get(seat[0].upper(), sheet.pod) for seat in CREW)
    station = Station(sheet, path == "wade", tuple(sand), tuple(water), (red, yellow, blue))
    return CrackersState(station, rounds, round, SEATS.index(mover), done)


def after(state: CrackersState, *actions: str) -> CrackersView:
    """The public view after these actions."""
    for action in actions:
        (seat,) = state.to_act
        state = state.play(seat, parse(action))
    return state.view_for(None)


STATION: Final = start({"board": "station", "rounds": None, "path": "wade"})

HEIGHTS: Final = drawn("""
c   .   .   .   .   .
!~2 1   2   3   .   .
.   1~1 .   .   ~1  .
.   .   .   .   .   pRYB
""")

WALK: Final = drawn("""
c   .   .   .   .   .
!~2 ~1  R   3   .   .
.   ~1  ~1  .   ~1  ~1
.   .   ~1  .   ~2  pYB
""")

WADE: Final = drawn("""
c   .   .   .   .   .
!~2 ~1  ~1R 1   .   .
.   .   ~2  .   .   .
.   .   .   .   .   pYB
""")

TURN: Final = drawn(
    """
c   .   .   .   .   .
!~1 .   .   .   .   .
.   .   1   .   .   .
.   .   .   .   .   pRYB
""",
    CAPTAIN,
)

STAYS: Final = drawn(
    """
c   .   .   .   .
!   .   .   .   .
.   .   .   .   .
.   .   .   .   pRYB
""",
    CAPTAIN,
)

DOWN: Final = drawn(
    """
c   .   .   .   .
!~2 ~1  ~1  .   .
.   ~1  .   .   .
.   .   .   .   pRYB
""",
    CAPTAIN,
)

UPHILL: Final = drawn(
    """
c   3   .   .   .
2   3   .   .   .
!~1 2   .   .   .
2   3   .   .   pRYB
""",
    CAPTAIN,
)

OVER: Final = drawn(
    """
c   3   .   .   .
3   3   .   .   .
!~2 2   .   .   .
3   3   .   .   pRYB
""",
    CAPTAIN,
)

HOLLOWS: Final = drawn(
    """
c   .   .   3   .
!1~1 1  1   1   .
.   3   .   3   .
3   3   3   3   pRYB
""",
    CAPTAIN,
)

FREED: Final = drawn(
    """
c   .   .   .   .
2   Y   .   .   .
!~2 2B  .   .   .
2   .   .   .   pR
""",
    BLUE,
)

CUT: Final = drawn(
    """
c   ~2  2   .   .
R   ~2  2   .   .
!~3 ~2  2   .   .
1   ~1  2   .   pYB
""",
    CAPTAIN,
    ("pump", "pump"),
)

PUDDLE: Final = drawn(
    """
c   ~2  2   .   .
R   ~2  2   .   .
!~1 ~2  2   .   .
1   ~1  2   .   pYB
""",
)

WET_CAPTAIN: Final = drawn("""
.   .   .   c~1 .   .
!~1 1   .   2   .   .
.   1   ~1R .   Y   .
.   .   .   B   .   p
""")

ROUNDS: Final = "\n".join(
    f"- **{name.capitalize()}**, {sheet.files}×{sheet.ranks}: {sheet.rounds} rounds, or {sheet.even_rounds}"
    for name, sheet in ((name, layout(name)) for name in NAMES)
)
EVEN_LATER: Final = listed(
    f"{layout(name).even_between['first-mate']} rounds on the {name}" for name in NAMES
)

BOOK: Final[tuple[Page[CrackersView], ...]] = (
    Page(
        "in-a-minute",
        "In a Minute",
        "**2 to 4 players · about 30 minutes at a real table**\n\n"
        "Mad old Captain Crackers sits in the **control room** of an undersea station and pumps in water "
        "through two **leaks** to drown his crew. One player is the captain. The others divide the crew "
        "(Red, Yellow and Blue) between them.\n\n"
        "**Goal:** the crew has to survive until the **escape pod** is ready. On the big board that takes 60 "
        f"rounds, or 240 turns. For a first game, choose `bell` with {layout('bell').even_rounds} rounds.\n\n"
        "**Your turn:** a crew member walks any distance over dry squares, but only one square through "
        "shallow water. Then they can drop or pick up a sandbag; there are always enough, and nobody carries "
        "them. The captain goes last: he pumps three times, or pumps less to drop or remove sandbags.\n\n"
        "**Water** never flows uphill, and it settles on a lower square if it can. Sandbags raise a "
        "square, so they hold water back.\n\n"
        "**The crew wins** if they all last to the end, on the pod or not, or if the water in the control "
        "room gets two units deep and the captain drowns.\n\n"
        "**The captain wins** as soon as a crew member is in water two units deep or cut off from the pod, "
        "or the pod is under two units of water. If both would win at once, the captain does.",
        (
            Diagram(
                STATION.view_for(None),
                "The station at the beginning. The crew is on the pod, the captain is in the control room, "
                "and the leaks are at the left and right edges.",
            ),
        ),
    ),
    Page(
        "players",
        "Who Plays Whom",
        "There are four roles: the captain, Red, Yellow and Blue.\n\n"
        "- **2 players:** one is the captain, and the other plays all three crew members.\n"
        "- **3 players:** one is the captain, one plays two crew members, and one plays the third.\n"
        "- **4 players:** one is the captain, and the others play one crew member each.\n\n"
        "The crew wins or loses together. In each round, Red, Yellow and Blue move in that order, and the "
        "captain goes last.",
        (
            Diagram(
                WALK.view_for(None),
                "Red, whose helmet is round, stands on c3. Yellow (pointed) and Blue (square) share the pod.",
            ),
        ),
    ),
    Page(
        "heights",
        "Sandbags and Water",
        "A square holds up to **three sandbags**, with any number of **units of water** on top of them. A "
        "square with no water is *dry*, no matter how many sandbags it has. There are as many sandbags as "
        "anybody needs, and nobody carries them around.\n\n"
        "Two numbers matter. The **depth** counts only the water, and people drown when it’s 2. The "
        "**level** counts sandbags and water together, and it decides where water can run.",
        (
            Diagram(
                HEIGHTS.view_for(None),
                "The water on a3 is 2 deep. On b2, one unit of water lies on one sandbag, so its level is "
                "2. d3 has 3 sandbags and is dry.",
            ),
        ),
    ),
    Page(
        "crew",
        "The Crew",
        "On your turn, move or stay where you are. Then you can **drop or pick up one sandbag** on the "
        "square you’re on, as long as it’s dry and isn’t the pod or the control room.\n\n"
        "From a dry square, you can walk over dry squares as far as you like, but not diagonally. Sandbags "
        "don’t get in your way, however high they’re stacked. You can also step into water **one unit "
        "deep**, but then you have to stop. Nobody can walk into deeper water.\n\n"
        "If you’re already in water one unit deep, you can only move **one square**, to a dry square or "
        "into water one unit deep. Crew members can share a square.",
        (
            Diagram(
                WALK.view_for(None),
                "Picture 1: Red can move to any dry square, or into water one unit deep. Squares marked ✕ "
                "are off limits: a2 and b1 are cut off by water, and a3 and e1 are too deep.",
                ("a2", "a3", "b1", "e1"),
            ),
            Diagram(
                WADE.view_for(None),
                "Picture 2: Red is standing in water and can only move to b3, c4 or d3. c2 is too deep.",
                ("c2",),
            ),
        ),
    ),
    Page(
        "captain",
        "The Captain",
        "On each turn, the captain does exactly one of the following. The steps can be in any order:\n"
        "- pump 3 times\n- pump twice and drop 1 sandbag\n- pump once and drop 2 sandbags\n"
        "- pump once and remove 1 sandbag\n\n"
        "Each **pump** adds one unit of water at either leak, and the water runs from there. The captain "
        "never leaves the control room. He drops and removes sandbags by remote control, on any dry square "
        "except the pod and the control room, even under people’s feet. There can be at most three on a "
        "square.\n\n"
        "One unit of water in the control room doesn’t bother the captain. When it’s two units deep, he "
        "drowns.\n\n"
        "The card shows what’s left of the captain’s turn. After one pump, that’s "
        f"{left_in_words(('pump',))}.",
        (
            Diagram(
                after(TURN, "pump a3 b3", "bag e2"),
                "Picture 1: the captain has pumped once and dropped one sandbag. Another pump or another "
                "sandbag ends his turn.",
            ),
            Diagram(WET_CAPTAIN.view_for(None), "Picture 2: the captain has wet feet, but the game goes on."),
        ),
    ),
    Page(
        "running",
        "Running Water",
        "A unit of water runs from square to square, never diagonally. It can cross dry floor, sandbags and "
        "other water, as long as it **never climbs**. It comes to rest somewhere **lower** than "
        "where it started, at a point where it can’t get any lower.\n\n"
        "If there’s no such place, it stays on the leak.",
        (
            Diagram(
                after(STAYS, "pump a3"),
                "Picture 1: on a dry floor, the first unit stays on the leak, because it can’t get any "
                "lower.",
            ),
            Diagram(
                after(DOWN, "pump a3 d3"),
                "Picture 2: pumped in at a3, the unit begins at level 3, runs over b3 and c3, and comes to "
                "rest on d3. The captain could also have chosen a2, a4, b1, b4, c2 or c4.",
            ),
            Diagram(
                after(UPHILL, "pump a2"),
                "Picture 3: water doesn’t climb. The unit on a2 is at level 2, and on top of the sandbags "
                "on b2 it would be at level 3.",
                ("b2",),
            ),
            Diagram(
                after(OVER, "pump a2 c2"),
                "Picture 4: the next unit is at level 3, so it crosses b2 at the same level and drops to c2.",
            ),
        ),
    ),
    Page(
        "resting",
        "Resting Places",
        "The captain chooses where a unit comes to rest, from all the places it can reach. But on its way "
        "it **stops at the first** resting place it comes to. So it can end up in a nearby hollow even if "
        "there’s a deeper one behind it.",
        (
            Diagram(
                after(HOLLOWS, "pump a3 c2"),
                "From a3, the unit can come to rest on a2, a4, b4, c2, c4 or e3, each the first square of "
                "a hollow. It went to c2. e2 is behind e3, so it can’t be chosen.",
                ("e2",),
            ),
        ),
    ),
    Page(
        "settling",
        "Settling",
        "Removing a sandbag can release water. If the top unit on any square could now come to rest lower "
        "down, it has to run. This goes on until no more water has to run. **The captain chooses** which "
        "unit runs "
        "and where it goes, even on the crew’s turns. If there’s only one possibility, it happens "
        "automatically.",
        (
            Diagram(
                FREED.view_for(None),
                "Picture 1: Blue is about to pick up a sandbag from b2. Yellow, on b3, is in a bad spot.",
            ),
            Diagram(
                after(FREED, "b2-"),
                "Picture 2: with one fewer sandbag on b2, the top unit on a2 has to run to b1, b3 or c2. "
                "The captain chooses.",
            ),
            Diagram(
                after(FREED, "b2-", "flow a2 b3"),
                "Picture 3: the captain dunks Yellow. The water runs over Blue’s square, but Blue only "
                "gets wet feet.",
            ),
        ),
    ),
    Page(
        "end",
        "How It Ends",
        "The game can end whenever the water has settled: after each crew member’s turn, and after each "
        "step of the captain’s.\n\n"
        "**The captain wins** if a crew member is in water two or more units deep, if the pod is under that "
        "much water, or if a crew member is **cut off** from the pod.\n\n"
        "**The crew wins** if the water in the control room is two or more units deep, or when the last "
        "round is over. They don’t have to be on the pod by then. If both sides would win at the same "
        "moment, the captain does.\n\n"
        "You’re **cut off** if there’s no path from you to the pod. Normally, a path can go through water "
        "one unit deep (`path: wade`, the default). If the host chose `dry`, every square between you and "
        "the pod has to be dry.",
        (
            Diagram(
                PUDDLE.view_for(None),
                "Picture 1: Red’s only path goes through the puddle on b1. With `wade`, that’s fine. With "
                "`dry`, Red is cut off.",
            ),
            Diagram(
                after(CUT, "pump a2 b1"),
                "Picture 2: one more unit on b1, and Red is cut off either way. The captain wins.",
            ),
        ),
    ),
    Page(
        "rounds",
        "Boards and Rounds",
        "The host chooses one of three boards. The designer’s drawing is lost, so they’re ours:\n\n"
        f"{ROUNDS}\n\n"
        "The first number is the default: the designer’s 60 rounds, scaled to the size of the board. "
        "That’s a long time to hold out when you’re new. The second number makes for a fairer fight between "
        "beginners; to play that many, set `rounds` when you open a table. Experienced players are evenly "
        f"matched with {EVEN_LATER}.",
        (
            Diagram(
                start({"board": "bell", "rounds": None, "path": "wade"}).view_for(None),
                "The bell, the smallest board, at the beginning.",
            ),
        ),
    ),
)


def page_for(view: CrackersView) -> str:
    """The rule book's page for the present phase."""
    return {"crew": "crew", "captain": "captain", "settle": "settling", "over": "end"}[view.phase]
