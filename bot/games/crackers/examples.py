"""The positions that the rule book shows, real ones, drawn as text."""

from __future__ import annotations

from typing import Final

from .actions import BLUE, CAPTAIN, parse
from .drawing import drawn
from .rules import CrackersState, start
from .view import CrackersView


def after(state: CrackersState, *actions: str) -> CrackersView:
    """What everybody sees once those actions are played by whoever is to act."""
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
