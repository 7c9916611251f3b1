"""The rule book of Drown, Captain Crackers!: its diagrams are real positions, played on where water runs."""

from __future__ import annotations

from typing import Final

from bot.games.core import Diagram, Page

from .examples import (
    CUT,
    DOWN,
    FREED,
    HEIGHTS,
    HOLLOWS,
    OVER,
    PUDDLE,
    STATION,
    STAYS,
    TURN,
    UPHILL,
    WADE,
    WALK,
    after,
)
from .layout import layout
from .turns import left_in_words
from .view import CrackersView

ROUNDS: Final = " · ".join(
    f"**{name}** {sheet.files}×{sheet.ranks}: {sheet.rounds} rounds, even {sheet.even_rounds}"
    for name, sheet in ((name, layout(name)) for name in ("station", "outpost", "bell"))
)

BOOK: Final[tuple[Page[CrackersView], ...]] = (
    Page(
        "goal",
        "Drown, Captain Crackers!",
        "Deep under the sea Captain Crackers has gone mad. From the **control room** he pumps water into the "
        "station through two **leaks**. Red, Yellow and Blue pile up **sandbags** until the **escape pod** "
        "is ready.\n\n"
        "The crew wins if it holds out to the last round with everybody able to reach the pod, or if the "
        "control room is flooded and the captain drowns. The captain wins as soon as one of the crew drowns "
        "or is cut off, or the pod is flooded.\n\n"
        "Every round Red, Yellow and Blue move, in that order; then the captain.",
        (Diagram(STATION.view_for(None), "The station at the start: all three of the crew are on the pod."),),
    ),
    Page(
        "heights",
        "Sandbags and water",
        "A square holds up to **three sandbags** and any number of **units of water** on top of them. "
        "Without water it is *dry*, however many sandbags there are.\n\n"
        "Two numbers count. The **depth** is the water alone: people drown in depth 2. The **surface** is "
        "sandbags and water together: it says where water can run.",
        (
            Diagram(
                HEIGHTS.view_for(None),
                "a3 is 2 deep. b2 has one sandbag under water of depth 1: its surface is 2. d3 is dry and 3 "
                "high.",
            ),
        ),
    ),
    Page(
        "crew",
        "The crew",
        "On its turn a crew member moves or stays, and may then **place or take one sandbag** where it "
        "stands, if it is dry there and neither the pod nor the control room.\n\n"
        "From a dry square it walks over dry squares as far as it likes, never diagonally, and up and down "
        "sandbags of any height. It may step into water of **depth 1**, and stops there. Nobody walks into "
        "depth 2.\n\n"
        "From water of depth 1 it goes **one square**, onto a dry one or into depth 1. Several of the crew "
        "may share a square.",
        (
            Diagram(
                WALK.view_for(None),
                "Red may go to any dry square, or step into one with water of depth 1. The ✕ are barred: a2 "
                "and b1 lie behind water, a3 and e1 are too deep.",
                ("a2", "a3", "b1", "e1"),
            ),
            Diagram(
                WADE.view_for(None),
                "Red stands in water and may go to b3, c4 or d3 only: c2 is too deep.",
                ("c2",),
            ),
        ),
    ),
    Page(
        "captain",
        "The captain’s turn",
        "The captain does exactly one of these, part by part, in any order:\n"
        "- 3 pumps\n- 2 pumps and 1 sandbag placed\n- 1 pump and 2 sandbags placed\n"
        "- 1 pump and 1 sandbag taken\n\n"
        "The turn ends by itself when one of the four is complete. A **pump** puts one unit of water on "
        "either leak and lets it run. Sandbags are placed and taken on any dry square, at most three high, "
        "never on the pod or in the control room; people in the way do not matter.\n\n"
        "The card says what is left: after one pump, " + left_in_words(("pump",)) + ".",
        (
            Diagram(
                after(TURN, "pump a3 b3", "bag e2"),
                "One pump and one sandbag are done: another pump or another sandbag completes the turn.",
            ),
        ),
    ),
    Page(
        "running",
        "Running water",
        "A unit of water steps from square to square, never diagonally, as long as it then lies **no "
        "higher** than before: over dry floor, over sandbags, over other water. It comes to rest **strictly "
        "lower** than it began, where nothing lower can be reached any more.\n\n"
        "If it has nowhere to go it stays on the leak.",
        (
            Diagram(
                after(STAYS, "pump a3"),
                "On a dry floor the first unit stays on its leak: to lie level elsewhere is no run.",
            ),
            Diagram(
                after(DOWN, "pump a3 d3"),
                "The unit makes a3 3 deep, runs over b3 and c3 and rests on d3. a2, a4, b1, b4, c2 or c4 "
                "could have been chosen as well.",
            ),
            Diagram(
                after(UPHILL, "pump a2"),
                "Water does not climb: a2 is 2 deep now, and over the sandbags on b2 the unit would lie at "
                "3.",
                ("b2",),
            ),
            Diagram(
                after(OVER, "pump a2 c2"),
                "One unit later it lies at 3, crosses b2 level, and falls down to c2.",
            ),
        ),
    ),
    Page(
        "resting",
        "Resting places",
        "The captain chooses where a unit rests, among all the places it can get to. But it **stops at the "
        "first** resting place it meets: no way leads through one. So water may fill a near hollow while a "
        "deeper one lies elsewhere.",
        (
            Diagram(
                after(HOLLOWS, "pump a3 c2"),
                "From a3 the unit may rest in a2, a4, b4, c2, c4 or e3, each time on the first square of the "
                "hollow. It took c2. e2 lies behind e3 and can’t be chosen.",
                ("e2",),
            ),
        ),
    ),
    Page(
        "settling",
        "Settling",
        "When a sandbag is taken, lying water may be set free. Then, as long as the top unit of any square "
        "has a resting place, one such unit must run. **The captain chooses** which and where to, in the "
        "crew’s turns, too. Where only one run is possible it happens by itself.",
        (
            Diagram(
                FREED.view_for(None),
                "Blue is about to take a sandbag from b2. Yellow, on b3, is in a bad place.",
            ),
            Diagram(
                after(FREED, "b2-"),
                "One sandbag less on b2, and the top unit of a2 must run: to b1, b3 or c2, as the captain "
                "likes.",
            ),
            Diagram(
                after(FREED, "b2-", "flow a2 b3"),
                "He dunks Yellow. The water ran over Blue’s square and did Blue no harm.",
            ),
        ),
    ),
    Page(
        "end",
        "The end",
        "The end is checked whenever the water has settled: after each crew member’s turn and each part of "
        "the captain’s.\n\n"
        "The captain wins if a crew member stands in depth 2 or more, if the pod’s depth is 2 or more, or if "
        "a crew member is **cut off**. Otherwise the crew wins if the control room’s depth is 2 or more, or "
        "when the last round is over. If both would win at the same moment, the captain does.\n\n"
        "*Cut off* means: no way to the pod. With `path` **wade** a way may lead through water of depth 1; "
        "with **dry** every square between the crew member’s own and the pod must be dry.",
        (
            Diagram(
                PUDDLE.view_for(None),
                "Red’s only way leads through the puddle on b1: good enough with wade, cut off with dry.",
            ),
            Diagram(after(CUT, "pump a2 b1"), "One unit more on b1, and Red is cut off: the captain wins."),
        ),
    ),
    Page(
        "rounds",
        "Layouts and rounds",
        f"{ROUNDS}.\n\n"
        "The first number is the designer’s, by the layout’s area. With the *even* number computer players "
        "of equal cunning win about as often on either side. Choose it with `rounds` when you open a table.",
    ),
)
