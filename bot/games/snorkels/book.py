"""Snorkels' rule book."""

from __future__ import annotations

from typing import Final

from bot.games.core import GUEST, Diagram, Page, Seat

from .actions import BOARD, GREEN, PURPLE
from .view import Cell, Phase, SnorkelsView

CELLS: Final[dict[str, Cell]] = {".": "", "x": "", "P": "purple", "G": "green", "#": "stone"}


def position(diagram: str, to_act: Seat = PURPLE, phase: Phase = "play") -> SnorkelsView:
    """The view drawn by a text diagram: P, G, # and . as in :func:`.text.text`; x is empty, too."""
    cells = BOARD.from_diagram(diagram)
    board = tuple(CELLS[cells[square]] for square in range(len(BOARD.names)))
    turn = sum(cell in ("purple", "green") for cell in board)
    return SnorkelsView(None, (to_act,), None, phase, board, None, (), (), turn)


GLANCE: Final = position(
    """
. . . . . . .
. P . G . P .
. . G P G . .
. . G P x . .
. . . G P . .
. P . . . . .
. . . . . . .
""",
    GREEN,
)

OPENING: Final = position(
    """
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. P . . . . .
. . . . . . .
""",
    GUEST,
    "choice",
)

TUBES: Final = position("""
. . . . . . P
. . . . . . G
. . . . . . .
. . . G . . .
. . G P G . .
. . . G . . .
. . . . . . .
""")

SHARED: Final = position("""
. . . . . . .
. . G G . . .
. G P P G . .
. G P G . . .
. . . . . . .
. . . . . . .
. . . . . . .
""")

SELF: Final = position("""
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
G . . . . . .
P G . . . . .
x G . . . . .
""")

MUTUAL: Final = position(
    """
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
G G . . . . .
P P G . . . .
x P G . . . .
""",
    GREEN,
)

STONES: Final = position("""
. . . . . . .
. . # . . . .
. . P G . . .
. . . . . . .
. . . . . # .
. # . . . . .
. . . . . . .
""")

TERRITORY: Final = position("""
. . P G . . .
. . P G . . .
. . P P G . .
. . . P G . .
. . P G G . .
. . P G . . .
. . P G . . .
""")

ATARI: Final = position("""
. . . . . . .
. . . . . . .
. . . P . . .
. . P G P . .
. . . x . . .
. . . . . . .
. . . . . . .
""")

BOOK: Final[tuple[Page[SnorkelsView], ...]] = (
    Page(
        "in-30-seconds",
        "In 30 Seconds",
        "**2 players · about 15 minutes**\n\n"
        "Snorkels are friendly aliens from the planet Deneb Gamma IV. A purple tribe and a green tribe "
        "share a small crater, and there isn’t enough air for both.\n\n"
        "**Goal:** leave a group of enemy snorkels without air.\n\n"
        "**Your turn:** place one snorkel of your colour on any empty square. Snorkels never move, and you "
        "can’t pass.\n\n"
        "**Air:** each snorkel has four tubes: up, down, left and right. A tube is open while the square "
        "there is empty; the crater’s wall blocks it. Neighbours of the same colour form a group and share "
        "their open tubes.\n\n"
        "**Winning:** as soon as a group has no open tube left, the game is over and its side has lost. "
        "You can do that to your own group, so watch your step. If one move cuts off both "
        "colours, the player who made it wins.",
        (
            Diagram(
                GLANCE,
                "The two purple snorkels on d4 and d5 have one open tube left, at e4. Green places on the ✕ "
                "and wins.",
                ("e4",),
            ),
        ),
    ),
    Page(
        "opening",
        "The Opening",
        "One player cuts, the other chooses. With the **pie rule** on (as it is unless the host turned it "
        "off), the *host* places the first purple snorkel. The *guest* looks at it and picks a colour, "
        "purple or green. Green moves next, no matter who has it.\n\n"
        "So don’t open on the best square: your opponent would simply take purple. A snorkel in the corner "
        "is hopeless and one in the middle is very strong. Look for something in between.\n\n"
        "The first snorkel must have at least one open tube. With the pie rule off, purple simply starts.",
        (Diagram(OPENING, "The host opened on b2. Would you rather be purple, or be green and move next?"),),
    ),
    Page(
        "capture",
        "Tubes and Capture",
        "A snorkel breathes through four tubes: up, down, left and right, never diagonally. The crater’s "
        "wall, a stone or an enemy snorkel blocks a tube. An empty square keeps it open.\n\n"
        "When its last tube is blocked, the snorkel passes out and is captured, and its side has lost.",
        (
            Diagram(
                TUBES,
                "The purple snorkel on d3 is captured: enemies block all four tubes. The one in the corner, "
                "on g7, still breathes through f7.",
            ),
        ),
    ),
    Page(
        "sharing",
        "Sharing Tubes",
        "Snorkels of the same colour that touch side by side form a **group** and share their tubes. A "
        "group is captured only when none of its members has an open tube left, and then all of it is.",
        (Diagram(SHARED, "The purple group c4, c5, d5 is alive: it has one open tube, at c3."),),
    ),
    Page(
        "self-capture",
        "Self-Capture",
        "You may place a snorkel that leaves your own group without an open tube, but you shouldn’t: unless "
        "the same snorkel captures an enemy group, **you lose**.",
        (
            Diagram(
                SELF,
                "If purple places on the ✕ at a1, its two snorkels have no open tube left, and green wins.",
                ("a1",),
            ),
        ),
    ),
    Page(
        "mutual-blockage",
        "Mutual Blockage",
        "If one snorkel blocks the last tube of an enemy group **and** of one of your own, you win: the "
        "enemy is captured first.\n\n"
        "That’s why a game always ends: filling the very last square blocks both colours, and wins.",
        (
            Diagram(
                MUTUAL,
                "Green places on the ✕ at a1. Its snorkel has no open tube, but neither has purple’s group. "
                "Green wins.",
                ("a1",),
            ),
        ),
    ),
    Page(
        "stones",
        "Stones",
        "For a harder game the host may add one to three **stones**. They fall on random squares before the "
        "opening and stay there. A stone blocks tubes just like the wall. Be careful near one: a snorkel "
        "beside it has less air to begin with.",
        (Diagram(STONES, "Three stones. The purple snorkel on c5 has lost its upper tube to one."),),
    ),
    Page(
        "strategy",
        "Territory and the Full Board",
        "Once both players know what they’re doing, quick captures are rare. But nobody can pass, so the "
        "crater keeps filling up, and in the end somebody has to make a fatal move.\n\n"
        "Good players prepare for that from the start. Use your first snorkels to fence off a **large "
        "territory**: squares where your opponent can’t survive and you can. In the endgame each of them is "
        "one more safe move for you, and the player with more safe moves lasts longer.\n\n"
        "Don’t fill your territory in a hurry. Every snorkel that you place there uses up air of your own.",
        (
            Diagram(
                TERRITORY,
                "Purple has fenced off 15 empty squares on the left, green 18 on the right. If neither can "
                "break in, purple will run out of safe moves first.",
            ),
        ),
    ),
    Page(
        "go",
        "Snorkels and Go",
        "Mark Engelberg took the idea of capturing by surrounding from **Go**, which is more than two "
        "thousand years old.\n\n"
        "**The same in both:** pieces never move, neighbours of the same colour live or die together, "
        "diagonals don’t count, and between good players it comes down to territory.\n\n"
        "**Different in Go:**\n"
        "- Captured pieces come off the board and the game goes on. In Snorkels the first capture ends it.\n"
        "- You may pass. In Snorkels you have to move, even if it kills you.\n"
        "- At the end, you count territory. In Snorkels, territory is just where you can still move.\n\n"
        "If you get good at Snorkels, give Go a try: you already know how to surround.",
        (
            Diagram(
                ATARI,
                "Green’s snorkel on d4 has one open tube left, at d3. In Go, purple would take it off the "
                "board and play on. Here, purple places on the ✕ and has won.",
                ("d3",),
            ),
        ),
    ),
)
