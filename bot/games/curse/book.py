"""Captain's Curse's rule book."""

from __future__ import annotations

from typing import Final

from bot.games.core import CHANCE, Diagram, Page
from bot.games.plurals import counted

from .actions import PIRATE, parse
from .rules import CurseState
from .score import TITLES
from .view import CurseView


def after(*actions: str) -> CurseView:
    """The position after these actions, in notation, from the start of a game."""
    state = CurseState()
    for text in actions:
        action = parse(text)
        state = state.play(CHANCE if text.startswith("roll") else PIRATE, action)
    return state.view_for(None)


def first(treasure: str, skip: int = 0) -> int:
    """The number of one of the island's spaces with ``treasure``."""
    return [space.number for space in CurseState().sheet.spaces if space.treasure == treasure][skip]


BARREL: Final = f"white barrel {first('barrel')}"
LOOTED: Final = after("roll 5 2", BARREL)
OPENING: Final = after("roll 5 2")
CHOICE: Final = after("roll 5 2", f"black chest {first('chest', 2)}")
SMALLEST: Final = min(CHOICE.lines, key=lambda line: (len(line.takes), line.label))
SUNK: Final = after("roll 5 2", f"black chest {first('chest', 2)}", f"sink {SMALLEST.label}")
DOUBLES: Final = after("roll 5 2", BARREL, "roll 4 4")
RANKS: Final = "\n".join(
    f"- **{title}**: {least} points" + (f" and {counted(goals, 'goal')}" if goals else "")
    for title, least, goals in reversed(TITLES)
)

BOOK: Final[tuple[Page[CurseView], ...]] = (
    Page(
        "goal",
        "Captain’s Curse",
        "You are alone on the Captain’s secret island, which is full of his loot. Fill six columns "
        "with the values that your dice bring, and loot a space of the island for each. But the island is "
        "cursed: the more you dare, the more of it sinks.\n\n"
        "You win with **70 points** or more, as long as any land is left. More points, with goals met, "
        "earn better titles: Cabin Boy, Quartermaster, First Mate, **Captain**.",
        (Diagram(OPENING, "The first roll. The island has 36 spaces, six with each treasure."),),
    ),
    Page(
        "turn",
        "A turn",
        "Two dice are rolled, a white and a black one. Take **one** of them:\n"
        "- the **white** die is free;\n"
        "- the **black** die is cursed: after looting, part of the island sinks.\n\n"
        "Circle its value in a column of your choice. Columns are marked from the top down: everything you "
        "skip is **crossed out**, and each cross costs a point. Coins, barrels and gems run from 6 to 1, "
        "chests, bottles and skulls from 1 to 6.\n\n"
        "Then loot **one space** with that column’s treasure. Where no space is left, the column can’t be "
        "chosen.\n\nYou may **pass** only if neither die, as rolled, fits anywhere; then the curse "
        "strikes, too.",
        (
            Diagram(
                LOOTED,
                "The white 5 went into the barrel column: its 6 is crossed out, and a barrel is looted.",
            ),
        ),
    ),
    Page(
        "completing",
        "Complete columns",
        "When the last value of a column is circled, the column is **complete**. Whatever is left of its "
        "treasure on the island is *abandoned*: those spaces are marked at once and bring no points.\n\n"
        "A complete column without a single cross is **perfect**, one of the three goals.",
    ),
    Page(
        "sinking",
        "Sinking",
        "After the black die, or a pass, choose a **dotted line** whose two ends touch water. All land on "
        "its far side from the centre sinks, looted or not; even the space that you have just looted.\n\n"
        "What has sunk is water, and what lies beyond one line may lie beyond others as well. So the cost "
        "of a line changes with every sinking: capes go first, whole coasts later. Sink what you have looted "
        "already, and loot first what the sea will take next.",
        (
            Diagram(
                CHOICE,
                "The black 2 was taken, so one of the lettered lines must be chosen.",
            ),
            Diagram(SUNK, f"Line {SMALLEST.label} was chosen. The land beyond it is water now."),
        ),
    ),
    Page(
        "doubles",
        "Doubles and charms",
        "The **first doubles** of each value circle its symbol and win a **charm**. In return the black die "
        "must be taken, if it fits anywhere; and the curse strikes either way.\n\n"
        "When the **same doubles** come again you may take the white die, without the curse.\n\n"
        "In a turn without doubles you may spend one charm to change one die by **+1 or −1** and take it; "
        "6 and 1 are neighbours. A black die stays cursed. On doubles no die is ever changed.",
        (Diagram(DOUBLES, "The first double 4: a charm is won, but the black 4 must be taken."),),
    ),
    Page(
        "score",
        "The end and the score",
        "The game ends after a turn in which all six **columns** are complete, no unmarked space is left to "
        "**loot**, or the whole island has **sunk**. Cells left open are crossed out.\n\n"
        "Your score: all circled values, less **one point a cross**.\n\n"
        f"Your title is the best one that you reach:\n{RANKS}\n\n"
        "The goals: at most **8 crosses**; a **perfect column**; at least **15 spaces** above water. "
        "Below 70 points, or with no land left, you lose.",
    ),
)
