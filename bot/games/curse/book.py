"""Captain's Curse's rule book."""

from __future__ import annotations

from typing import Final

from bot.games.core import CHANCE, Diagram, Page
from bot.games.plurals import counted

from .actions import PIRATE, TREASURES, parse
from .rules import CurseState
from .score import ROWS, TITLES
from .text import name
from .view import LEAST_UNSUNK, MOST_CROSSED, CurseView


def after(*actions: str, state: CurseState | None = None) -> CurseView:
    """The position after these actions, in notation, from ``state`` on or the start of a game."""
    state = state or CurseState()
    for text in actions:
        action = parse(text)
        state = state.play(CHANCE if text.startswith("roll") else PIRATE, action)
    return state.view_for(None)


def spaces(treasure: str) -> list[int]:
    """The numbers of the island's spaces with ``treasure``."""
    return [space.number for space in CurseState().sheet.spaces if space.treasure == treasure]


def first(treasure: str, skip: int = 0) -> int:
    """The number of one of the spaces with ``treasure``."""
    return spaces(treasure)[skip]


def nearly_over(*columns: str, sunk: int) -> CurseState:
    """A sheet before its last turn: columns such as ``X2XX5.``, and the spaces up to ``sunk`` under water."""
    circled = looted = abandoned = 0
    for column, word in enumerate(columns):
        rows = [row for row, sign in enumerate(word) if sign.isdigit()]
        circled |= sum(1 << column * ROWS + row for row in rows)
        bits = [1 << number - 1 for number in spaces(TREASURES[column])]
        looted |= sum(bits[: len(rows)])
        abandoned |= sum(bits[len(rows) :]) if "." not in word else 0
    depths = tuple(len(word.rstrip(".")) for word in columns)
    return CurseState(
        turn=26,
        depths=depths,
        circled=circled,
        looted=looted | abandoned,
        abandoned=abandoned,
        sunk=(1 << sunk) - 1,
    )


CURSED: Final = f"black chest {first('chest', 2)}"
BARREL: Final = f"white barrel {first('barrel')}"
OPENING: Final = after("roll 5 2")
LOOTED: Final = after("roll 5 2", BARREL)
CHOICE: Final = after("roll 5 2", CURSED)
SMALLEST: Final = min(CHOICE.lines, key=lambda line: (len(line.takes), line.label))
SUNK: Final = after("roll 5 2", CURSED, f"sink {SMALLEST.label}")
COMPLETE: Final = after(
    *("roll 6 2", f"white coin {first('coin')}", "roll 4 2", f"white coin {first('coin', 1)}"),
    *("roll 1 3", f"white coin {first('coin', 2)}"),
)
DOUBLES: Final = after("roll 5 2", BARREL, "roll 4 4")
FINISHED: Final = after(
    *("roll 6 3", f"white skull {first('skull', 5)}"),
    state=nearly_over("6X4X21", "XXX456", "654321", "1X3456", "6543X1", "X2XX5.", sunk=22),
)
RANKS: Final = "\n".join(
    f"- **{title}**: {least} points" + (f" and {counted(goals, 'goal')}" if goals else "")
    for title, least, goals in reversed(TITLES)
)

BOOK: Final[tuple[Page[CurseView], ...]] = (
    Page(
        "in-30-seconds",
        "In 30 Seconds",
        "**1 player · about 15 minutes**\n\n"
        "You’re alone on the Captain’s secret island, which is full of loot. But the island is cursed: "
        "take too much, and it sinks under you.\n\n"
        "**Goal:** have **70 points** or more at the end, with some of the island still above water.\n\n"
        "**Your turn:** two dice are rolled, a white one and a black one, and you take one of them. Circle "
        "its "
        "value in one of the six treasure columns, from the top down, and loot a space of the island with "
        "that "
        "treasure. Circled values are points; every value you skip costs one. The white die is free. The "
        "black die is cursed: each time you use it, part of the island sinks.\n\n"
        "**Winning:** when all columns are complete or there’s nothing left to loot, 70 points make you a "
        "Cabin Boy. More points and up to three extra goals earn better titles, the best of them "
        "**Captain**. If the whole island "
        "sinks, you lose.",
        (
            Diagram(
                OPENING,
                "The first roll, beside the map. The island has 36 spaces, six with each treasure; the "
                "columns are in the middle.",
            ),
        ),
    ),
    Page(
        "turn",
        "Your Turn",
        "Two dice are rolled. Take **one** of them:\n"
        "- The **white** die is free.\n"
        "- The **black** die is cursed: after you’ve looted, part of the island sinks.\n\n"
        "Circle its value in a column of your choice. You fill columns from the top down, and everything you "
        "skip is **crossed out**; each cross costs a point. Coins, barrels and gems run from 6 to 1; chests, "
        "bottles and skulls run from 1 to 6.\n\n"
        "Then loot **one space** with that column’s treasure. If there’s none left, you can’t choose the "
        "column.\n\n"
        "You may **pass** only if neither die, as rolled, fits anywhere. Then the curse strikes, too.",
        (
            Diagram(
                LOOTED,
                "The white 5 went into the barrel column. Its 6 is crossed out, and a barrel is looted.",
            ),
        ),
    ),
    Page(
        "completing",
        "Complete Columns",
        "Once you circle the last value of a column, the column is **complete**. If there’s more of its "
        "treasure on the island, that’s *abandoned*: those spaces are marked at once and bring no points.\n\n"
        "A complete column without a single cross is **perfect**, which is one of the three goals.",
        (
            Diagram(
                COMPLETE,
                "The coin column is complete with 6, 4 and 1 circled. The other three coins are abandoned: "
                "their rings are broken.",
            ),
        ),
    ),
    Page(
        "sinking",
        "Sinking",
        "After the black die or a pass, choose a **dotted line** whose two ends both touch water. All the "
        "land beyond it, on the side away from the middle, sinks. It makes no difference whether a space is "
        "looted or not, even if you’ve only just looted it.\n\n"
        "Some lines end inside the island. They’re drawn faintly until the piece off that end has sunk; "
        "then water reaches them, and they open, too.\n\n"
        "Sunk land is water, and the same space may lie beyond several lines. So what a line takes changes "
        "with every sinking: capes go first, whole coasts later. Sink what you’ve looted already, and loot "
        "what the sea would take next.",
        (
            Diagram(
                CHOICE,
                "Picture 1: the black 2 was taken, so the player has to choose one of the lettered lines.",
            ),
            Diagram(
                SUNK,
                f"Picture 2: line {SMALLEST.label} was chosen. The land beyond it, "
                f"{name(SUNK, SMALLEST.takes[0])}, is water now.",
            ),
        ),
    ),
    Page(
        "doubles",
        "Doubles and Charms",
        "The **first doubles** of each value bring you a **charm**. In return, you must take the black die "
        "if it fits anywhere, and the curse strikes either way.\n\n"
        "When the **same doubles** come again, you may take the white die, without the curse.\n\n"
        "In a turn without doubles, you may spend one charm to change one die by **+1 or −1** and take it. "
        "You may change a 6 into a 1 and a 1 into a 6. A black die stays cursed. You can’t change a die on "
        "doubles.",
        (Diagram(DOUBLES, "The first double 4s bring a charm, but the black 4 must be taken."),),
    ),
    Page(
        "score",
        "Score and Titles",
        "The game ends after a turn in which all six **columns** are complete, there’s nothing left to "
        "**loot**, or the whole island has **sunk**. Open values are crossed out.\n\n"
        "Your score is the sum of all circled values, minus **one point for each cross**.\n\n"
        f"**Titles**\n{RANKS}\n\n"
        "**Goals**\n"
        f"- At most {MOST_CROSSED} crosses\n"
        "- At least one perfect column: complete, without a cross\n"
        f"- At least {LEAST_UNSUNK} spaces above water\n\n"
        "You get the best title that you reach in full. With less than 70 points, or with no land left, you "
        "lose.",
        (
            Diagram(
                FINISHED,
                "90 points are enough for a First Mate. But with 10 crosses and 14 spaces left, only one "
                "goal is met, the perfect barrels: this pirate is a Quartermaster.",
            ),
        ),
    ),
)
