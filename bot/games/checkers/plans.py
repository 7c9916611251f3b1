"""The rule book's last page: opening plans found by playing, with ``tests.games.checkers.openings``."""

from __future__ import annotations

from typing import Final

from bot.games.core import Diagram, Page

from .drawing import planned
from .view import CheckersView

SETUP: Final = """
bb bb bb bb bb bb bb bb
bb bb bb bb bb bb bb bb
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
rr rr rr rr rr rr rr rr
rr rr rr rr rr rr rr rr
"""

OUTPOSTS: Final = planned(SETUP, "d2-d3/1", "e2-e3/1", "c2-c3/1")
MARCH: Final = planned(SETUP, "d2-d4", "e2-e4", "d1-d3")
TOWERS: Final = planned(SETUP, "d1-d2/1", "e1-e2/1")

PLANS: Final[Page[CheckersView]] = Page(
    "plans",
    "Three first plans",
    "Three ways to begin for red; for black, mirror them (rank 7 for rank 2). Take a step only while it "
    "loses nothing: look at what black can reach first.\n\n"
    "- **Outposts:** `d2-d3/1`, `e2-e3/1`, `c2-c3/1`. Three singles in front cost little when they fall, and "
    "whoever lands on them can be taken back by the stacks behind.\n"
    "- **The march:** `d2-d4`, `e2-e4`, `d1-d3`. Two stacks hold the middle of the board, a third stands "
    "behind.\n"
    "- **Towers:** `d1-d2/1`, `e1-e2/1`. Stacks of 3 reach across the middle. Do not send one to rank 5 yet: "
    "a black 2 lands on it.\n\n"
    "They were found by playing: a program that looks three turns ahead and counts nothing but control began "
    "with a plan against its equal without one, drawing lots among turns that look alike. With the outposts "
    "red won 37 of 52 games, with the march 23 of 36, with towers 15 of 24; with no plan 6 of 12. "
    "That is a hint, no proof, and a stronger player may think otherwise.",
    (
        Diagram(OUTPOSTS, "Outposts: singles on c3, d3 and e3. Black’s turns are left out."),
        Diagram(MARCH, "The march: d4 and e4 hold the middle, d3 stands behind. Black’s turns are left out."),
        Diagram(TOWERS, "Towers: 3 high on d2 and e2. Black’s turns are left out."),
    ),
)
