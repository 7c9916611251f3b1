"""Snorkels' rule book."""

from __future__ import annotations

from typing import Final

from bot.games.core import GUEST, Diagram, Page, Seat

from .actions import BOARD, GREEN, PURPLE
from .text import mutual
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
        "in-a-minute",
        "In a Minute",
        "**2 players · about 15 minutes**\n\n"
        "Snorkels are friendly aliens from the planet Deneb Gamma IV. A purple tribe and a green tribe "
        "share a small crater, and there isn’t enough air for both.\n\n"
        "**Goal:** leave a group of enemy snorkels without air.\n\n"
        "**Start:** the host places the first purple snorkel. The guest then picks a colour, and green moves "
        "next.\n\n"
        "**Your turn:** place one snorkel of your colour on any empty square. Snorkels never move, and you "
        "can’t pass.\n\n"
        "**Air:** each snorkel breathes through four tubes: up, down, left and right. A tube is open as "
        "long as the next square in that direction is empty. The crater’s wall or another snorkel blocks it. "
        "Snorkels of the same colour that touch side by side form a group and share their open tubes.\n\n"
        "**Winning:** as soon as an enemy group has no open tubes left, you win. If one of your own groups "
        "has none, you lose, even if you cut it off yourself, so watch your step. If one move cuts off "
        "groups of both colours, the player who made it wins.",
        (
            Diagram(
                GLANCE,
                "The two purple snorkels on d4 and d5 have one open tube left, at e4. Green plays on the ✕ "
                "and wins.",
                ("e4",),
            ),
        ),
    ),
    Page(
        "opening",
        "The Opening",
        "One player cuts and the other chooses. The **pie rule** is on unless the host turns it off. The "
        "*host* places the first purple snorkel. Then the *guest* picks a colour, purple or "
        "green. Green moves next, no matter who plays it.\n\n"
        "So don’t open on the best square: your opponent would simply take purple. A snorkel in the corner "
        "is hopeless and one in the middle is very strong. Look for something in between.\n\n"
        "The first snorkel must have at least one open tube. With the pie rule off, purple simply goes "
        "first.",
        (Diagram(OPENING, "The host opened on b2. Would you rather be purple, or be green and move next?"),),
    ),
    Page(
        "capture",
        "Tubes and Capture",
        "A snorkel breathes through four tubes: up, down, left and right, never diagonally. The crater’s "
        "wall, a stone or an enemy snorkel blocks a tube. An empty square keeps it open.\n\n"
        "When a snorkel’s last tube is blocked, it passes out. It’s captured, and its side loses.",
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
        "group is captured as a whole, and only when none of its members has an open tube left.",
        (Diagram(SHARED, "The purple group c4, c5, d5 is alive: it has one open tube, at c3."),),
    ),
    Page(
        "self-capture",
        "Self-Capture",
        "You’re allowed to place a snorkel that leaves your own group without an open tube, but you "
        "shouldn’t. Unless it captures an enemy group at the same time, **you lose**.",
        (
            Diagram(
                SELF,
                "If purple plays on the ✕ at a1, its two snorkels have no open tubes left, and green wins.",
                ("a1",),
            ),
        ),
    ),
    Page(
        "mutual-blockage",
        "Mutual Blockage",
        "If your snorkel blocks the last tube of an enemy group **and** of one of your own, you win, "
        "because the enemy is captured first.\n\n"
        "That’s why every game has a winner. Filling the very last square blocks both colours, so it wins.",
        (
            Diagram(
                MUTUAL,
                "Green plays on the ✕ at a1. Its snorkel has no open tubes, but neither does purple’s "
                "group. Green wins.",
                ("a1",),
            ),
        ),
    ),
    Page(
        "stones",
        "Stones",
        "For a harder game, the host can add one to three **stones**. They fall on random squares before "
        "the opening and stay there. A stone blocks tubes just as the wall does. Be careful around them, "
        "because a snorkel next to a stone has less air to begin with.",
        (Diagram(STONES, "Three stones. One of them blocks the upper tube of the purple snorkel on c5."),),
    ),
    Page(
        "strategy",
        "Territory and the Full Board",
        "Once both players know what they’re doing, quick captures are rare. But nobody can pass, so the "
        "crater keeps filling up, and in the end somebody has to make a fatal move.\n\n"
        "Good players prepare for that from the start. Use your first snorkels to fence off a **large "
        "territory**: squares where your opponent can’t survive and you can. In the endgame, each of those "
        "squares is a safe move for you, and the player with more safe moves lasts longer.\n\n"
        "Don’t fill your territory in a hurry. Every snorkel you place there uses up some of your own air.",
        (
            Diagram(
                TERRITORY,
                "Purple has fenced off 15 empty squares on the left, and green 18 on the right. If neither "
                "can "
                "break in, purple will run out of safe moves first.",
            ),
        ),
    ),
    Page(
        "go",
        "Snorkels and Go",
        "Mark Engelberg took the idea of capturing by surrounding from **Go**, a game more than two "
        "thousand years old.\n\n"
        "**The same in both:** pieces never move, neighbours of the same colour live or die together, "
        "diagonals don’t count, and between good players the game comes down to territory.\n\n"
        "**Different in Go:**\n"
        "- Captured pieces come off the board and the game goes on. In Snorkels the first capture ends it.\n"
        "- You can pass. In Snorkels you have to move, even if it kills you.\n"
        "- Territory is what you count at the end. In Snorkels, it’s just where you can still move.\n\n"
        "If you get good at Snorkels, give Go a try: you already know how to surround your enemy.",
        (
            Diagram(
                ATARI,
                "Green’s snorkel on d4 has one open tube left, at d3. In Go, purple would take it off the "
                "board and play on. Here, purple plays on the ✕ and wins.",
                ("d3",),
            ),
        ),
    ),
)


def page_for(view: SnorkelsView) -> str:
    """The rule book's page for the present phase; at the end, the one that says why."""
    match view.phase:
        case "stones":
            return "stones"
        case "opening" | "choice":
            return "opening"
    if view.outcome is not None and view.outcome.reason == "self-capture":
        return "self-capture"
    return "mutual-blockage" if mutual(view) else "capture"
