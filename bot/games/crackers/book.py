"""The rule book of Drown, Captain Crackers!; its pictures are positions drawn as text and played on."""

from __future__ import annotations

from typing import Final

from bot.games.core import Diagram, Page

from .actions import BLUE, CAPTAIN, parse
from .drawing import drawn
from .layout import NAMES, layout
from .rules import CrackersState, start
from .turns import left_in_words
from .view import CrackersView


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

BOOK: Final[tuple[Page[CrackersView], ...]] = (
    Page(
        "in-30-seconds",
        "In 30 Seconds",
        "**2 to 4 players · about 30 minutes**\n\n"
        "Life in an undersea research station has driven old Captain Crackers mad. From the **control room** "
        "he pumps water in through two **leaks** to drown his crew. One player is the captain; the others "
        "play Red, Yellow and Blue together.\n\n"
        "**Goal:** the crew has to hold out until the escape pod leaves; the captain has to stop them.\n\n"
        "**Your turn:** each crew member in turn walks over dry floor, then may drop or pick up a sandbag, "
        "which "
        "holds water back. The captain goes last in each round: he pumps in water and moves sandbags "
        "anywhere. "
        "Water runs downhill.\n\n"
        "**The crew wins** if everybody can still reach the **escape pod** after the last round "
        "(round 60 on the big board), or as soon as the water in the control room is two units deep and the "
        "captain drowns.\n\n"
        "**The captain wins** as soon as one of the crew stands in water two units deep or is cut off from "
        "the pod, or the pod itself is two deep. If both would win at once, the captain does.",
        (
            Diagram(
                STATION.view_for(None),
                "The station at the start: the crew is on the pod, the captain in the control room, and the "
                "leaks are at the left and right edges.",
            ),
        ),
    ),
    Page(
        "players",
        "Who Plays Whom",
        "There are four roles: the captain, Red, Yellow and Blue.\n\n"
        "- **2 players:** one is the captain, the other plays all three of the crew.\n"
        "- **3 players:** one is the captain; of the other two, one plays two of the crew and one plays the "
        "third.\n"
        "- **4 players:** one is the captain, and each of the others plays one of the crew.\n\n"
        "The crew wins or loses together. Red, Yellow and Blue always move in that order; then it’s the "
        "captain’s turn, and the round is over.",
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
        "A square holds up to **three sandbags** and any number of **units of water** on top of them. "
        "Without water it’s *dry*, however many sandbags there are.\n\n"
        "Two numbers matter. The **depth** is the water alone: people drown in depth 2. The **surface** is "
        "sandbags and water together: it decides where water can run.",
        (
            Diagram(
                HEIGHTS.view_for(None),
                "a3 is 2 deep. b2 has one sandbag under water of depth 1, so its surface is 2. d3 is dry and "
                "3 high.",
            ),
        ),
    ),
    Page(
        "crew",
        "The Crew",
        "On your turn, move or stay. Then you may **drop or take one sandbag** where you stand, if it’s dry "
        "and neither the pod nor the control room.\n\n"
        "From a dry square, walk over dry squares as far as you like, never diagonally, and up and down "
        "sandbags of any height. You may step into water of **depth 1**, but you must stop there. Nobody can "
        "walk into depth 2.\n\n"
        "From water of depth 1, go **one square**, onto dry floor or into depth 1. Several of the crew may "
        "share a square.",
        (
            Diagram(
                WALK.view_for(None),
                "Picture 1: Red may go to any dry square, or into one with water of depth 1. Not to the ✕: "
                "a2 and b1 are behind water, a3 and e1 are too deep.",
                ("a2", "a3", "b1", "e1"),
            ),
            Diagram(
                WADE.view_for(None),
                "Picture 2: Red is in water and can only go to b3, c4 or d3. c2 is too deep.",
                ("c2",),
            ),
        ),
    ),
    Page(
        "captain",
        "The Captain",
        "On each turn the captain does exactly one of these, part by part and in any order:\n"
        "- pump 3 times\n- pump 2 times and drop 1 sandbag\n- pump once and drop 2 sandbags\n"
        "- pump once and take 1 sandbag\n\n"
        "A **pump** adds one unit of water at either leak and lets it run. The captain never leaves the "
        "control "
        "room: he works by remote control, and may drop or take sandbags on any dry square, at most three "
        "high, even under people, but not on the pod or in the control room.\n\n"
        "The captain may stand in **shallow water**: depth 1 in the control room doesn’t bother him. In "
        "depth 2 he drowns.\n\n"
        f"The card shows what’s left of the turn. After one pump: {left_in_words(('pump',))}.",
        (
            Diagram(
                after(TURN, "pump a3 b3", "bag e2"),
                "Picture 1: one pump and one sandbag are done. Another pump or another sandbag ends the "
                "turn.",
            ),
            Diagram(WET_CAPTAIN.view_for(None), "Picture 2: the captain has wet feet, and plays on."),
        ),
    ),
    Page(
        "running",
        "Running Water",
        "A unit of water runs from square to square, never diagonally, as long as it gets **no higher**: "
        "over "
        "dry floor, sandbags or other water. It comes to rest **lower** than it began, where it can’t get "
        "any lower.\n\n"
        "If there’s no such place, it stays on the leak.",
        (
            Diagram(
                after(STAYS, "pump a3"),
                "Picture 1: on a dry floor the first unit stays on its leak, because it can’t get lower.",
            ),
            Diagram(
                after(DOWN, "pump a3 d3"),
                "Picture 2: the unit makes a3 3 deep, runs over b3 and c3, and rests on d3. The captain "
                "could also have chosen a2, a4, b1, b4, c2 or c4.",
            ),
            Diagram(
                after(UPHILL, "pump a2"),
                "Picture 3: water doesn’t climb. a2 is 2 deep now; on the sandbags of b2 the unit would be "
                "at 3.",
                ("b2",),
            ),
            Diagram(
                after(OVER, "pump a2 c2"),
                "Picture 4: with one unit more, it’s at 3, crosses b2 on the same level and falls to c2.",
            ),
        ),
    ),
    Page(
        "resting",
        "Resting Places",
        "The captain chooses where a unit rests, among all the places it can reach. But it **stops at the "
        "first** resting place that it meets. So water may fill a hollow nearby while there’s a deeper one "
        "behind it.",
        (
            Diagram(
                after(HOLLOWS, "pump a3 c2"),
                "From a3 the unit may rest on a2, a4, b4, c2, c4 or e3, always on the first square of a "
                "hollow. It went to c2. e2 is behind e3 and can’t be chosen.",
                ("e2",),
            ),
        ),
    ),
    Page(
        "settling",
        "Settling",
        "Taking a sandbag can set water free. Then, as long as the top unit of any square can come to rest "
        "lower, one such unit must run. **The captain chooses** which one and where to, in the crew’s turns, "
        "too. If there’s only one way to run, it happens by itself.",
        (
            Diagram(
                FREED.view_for(None),
                "Picture 1: Blue is about to take a sandbag from b2. Yellow, on b3, is in a bad place.",
            ),
            Diagram(
                after(FREED, "b2-"),
                "Picture 2: with one sandbag fewer on b2, the top unit of a2 must run, to b1, b3 or c2. The "
                "captain chooses.",
            ),
            Diagram(
                after(FREED, "b2-", "flow a2 b3"),
                "Picture 3: he dunks Yellow. The water ran over Blue’s square, but Blue only got wet feet.",
            ),
        ),
    ),
    Page(
        "end",
        "How It Ends",
        "The end is checked whenever the water has settled: after each crew member’s turn and each part of "
        "the captain’s.\n\n"
        "**The captain wins** if one of the crew is in depth 2 or more, if the pod is 2 deep or more, or if "
        "one of the crew is **cut off** from the pod.\n\n"
        "**The crew wins** if the control room is 2 deep or more, or when the last round is over. If both "
        "sides would win at the same moment, the captain does.\n\n"
        "**Cut off** means that there’s no path to the pod. Usually a path may lead through water of depth 1 "
        "(`path: wade`, the default). If the host chose `dry`, every square between you and the pod must be "
        "dry.",
        (
            Diagram(
                PUDDLE.view_for(None),
                "Picture 1: Red’s only path leads through the puddle on b1. With `wade` that’s fine; with "
                "`dry`, "
                "Red is cut off.",
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
        "The host chooses one of three boards:\n\n"
        f"{ROUNDS}\n\n"
        "The first number is the designer’s 60 rounds, scaled to the board, and the default. That’s a long "
        "time to hold out against a cunning captain. The second number makes a fairer fight: choose it with "
        "`rounds` when you open a table.",
        (
            Diagram(
                start({"board": "bell", "rounds": None, "path": "wade"}).view_for(None),
                "The bell, the smallest board, at the start.",
            ),
        ),
    ),
)
