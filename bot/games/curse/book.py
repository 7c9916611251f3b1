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
        "in-a-minute",
        "In a Minute",
        "**1 player · about 15 minutes**\n\n"
        "You’re alone on the Captain’s secret island, which is full of loot. But the island is cursed: take "
        "too much, and it sinks beneath your feet.\n\n"
        "**Goal:** score **70 points** or more before the whole island sinks.\n\n"
        "**Your turn:** two dice are rolled, one white and one black, and you use one of them. Each of the "
        "six treasures has a column with the numbers 1 to 6. In any one column, circle the number you "
        "rolled, then loot a space on the island with that column’s treasure. Each number you circle scores "
        "that many points. But you can only work down a column: every number you skip is crossed out and "
        "costs a point.\n\n"
        "The white die is free. The black die is cursed: each time you use it, part of the island sinks. If "
        "neither die fits anywhere, you pass, and part of the island sinks, too. Doubles are special, and so "
        "are the charms they bring (page 5).\n\n"
        "**Winning:** the game ends when all columns are complete or there’s nothing left to loot. With 70 "
        "points you win and become a Cabin Boy. Score more, and meet up to three extra goals, to earn "
        "better titles, right up to **Captain**. If you have fewer than 70 points, or the whole island has "
        "sunk, you lose.",
        (
            Diagram(
                OPENING,
                "The first roll is beside the map. The island has 36 spaces, six for each treasure, with "
                "the columns in the middle.",
            ),
        ),
    ),
    Page(
        "turn",
        "Your Turn",
        "Two dice are rolled. Take **one** of them:\n- The **white** die is free.\n"
        "- The **black** die is cursed: after you’ve looted, part of the island sinks.\n\n"
        "Circle the number you rolled in any column. You fill columns from the top down, and every number "
        "you skip is **crossed out**, which costs a point. Coins, barrels and gems run from 6 to 1, while "
        "chests, bottles and skulls run from 1 to 6.\n\n"
        "Then loot **one space** with that column’s treasure. If there’s none left, you can’t choose that "
        "column.\n\n"
        "You can **pass** only if neither die, as rolled, fits anywhere. Then the curse strikes, too.",
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
        "Once you circle the last number in a column, the column is **complete**. Any of its treasure still "
        "on the island is *abandoned*: those spaces are marked off right away and score nothing.\n\n"
        "A complete column without a single cross is **perfect**, and a perfect column is one of the three "
        "goals.",
        (
            Diagram(
                COMPLETE,
                "The coin column is complete with 6, 4 and 1 circled. The other three coins are abandoned, "
                "so their rings are broken.",
            ),
        ),
    ),
    Page(
        "sinking",
        "Sinking",
        "After you use the black die or pass, choose a **dotted line** with both ends touching water. All "
        "the land beyond it, on the side away from the middle, sinks. Looted spaces sink just like the "
        "others, even one you looted this turn. (The designer’s map is lost; this one is ours.)\n\n"
        "Some lines have an end inside the island. They’re drawn faintly, and you can’t choose them until "
        "the land at that end has sunk and water reaches it.\n\n"
        "Once land has sunk, it counts as water. A space can lie beyond several lines, so what a line takes "
        "changes as the island sinks: small capes go first, whole coasts later. Sink what you’ve already "
        "looted, and loot what the sea would take next.",
        (
            Diagram(
                CHOICE,
                "Picture 1: you’ve used the black 2, so you have to choose one of the lettered lines.",
            ),
            Diagram(
                SUNK,
                f"Picture 2: you’ve chosen line {SMALLEST.label}. The land beyond it, "
                f"{name(SUNK, SMALLEST.takes[0])}, is water now.",
            ),
        ),
    ),
    Page(
        "doubles",
        "Doubles and Charms",
        "The **first time** you roll a particular double, such as two 4s, you get a **charm**. In return, "
        "you have to take the black die if it fits anywhere, and the curse strikes either way.\n\n"
        "If you roll the **same double** again, you can take the white die and avoid the curse.\n\n"
        "On a turn without doubles, you can spend one charm to change one die by **+1 or −1** and take it. "
        "You can turn a 6 into a 1 and a 1 into a 6. The black die is still cursed. You can’t change a die "
        "when you roll doubles.",
        (Diagram(DOUBLES, "The first double 4s bring you a charm, but you have to take the black 4."),),
    ),
    Page(
        "score",
        "Score and Titles",
        "The game ends after a turn if all six **columns** are complete, there’s nothing left to **loot**, "
        "or the whole island has **sunk**. Any numbers still open are then crossed out.\n\n"
        "Your score is the sum of all the circled numbers, minus **one point for each cross**.\n\n"
        f"**Titles**\n{RANKS}\n\n"
        f"**Goals**\n- At most {MOST_CROSSED} crosses\n"
        "- At least one perfect column: complete, without a cross\n"
        f"- At least {LEAST_UNSUNK} spaces above water\n\n"
        "You get the best title whose points and goals you’ve both met. With fewer than 70 "
        "points, or with no land left, you lose.",
        (
            Diagram(
                FINISHED,
                "A score of 90 is enough for First Mate. But with 10 crosses and 14 spaces left, the perfect "
                "barrel column is the only goal met, so this pirate is a Quartermaster.",
            ),
        ),
    ),
)


def page_for(view: CurseView) -> str:
    """The rule book's page for the present phase."""
    if view.phase == "sink":
        return "sinking"
    if view.phase == "over":
        return "score"
    if view.dice is not None and view.dice[0] == view.dice[1]:
        return "doubles"
    return "turn"
