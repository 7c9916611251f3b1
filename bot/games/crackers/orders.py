"""A crew member who stays until something changes."""

from __future__ import annotations

from typing import Final

from bot.games.core import Standing
from bot.languages import gettext, gettext_noop

from .actions import CREW
from .text import name
from .view import CrackersView
from .walking import way_home

NEAR: Final = 2
"""Steps within which a change counts."""


def offered(view: CrackersView) -> tuple[str, ...]:
    """The square of the crew member whose turn it is, if nothing is to be seen to there."""
    if view.phase != "crew" or view.viewer != view.mover:
        return ()
    square = view.pawns[CREW.index(view.mover)]
    return (square,) if follow(view, view, square) else ()


def follow(since: CrackersView, now: CrackersView, order: str) -> str:
    """Stay on the square ``order``, unless there is water nearby or something has changed."""
    if now.phase != "crew" or now.viewer != now.mover or now.pawns[CREW.index(now.mover)] != order:
        return ""
    squares = _near(now, now.grid.read(order)) | _near(now, now.grid.read(now.pod))
    if any(now.water[square] or now.sand[square] != since.sand[square] for square in squares):
        return ""
    if any(danger.seat == now.mover for danger in now.dangers):
        return ""
    return order if _steps_to_pod(now, order) <= _steps_to_pod(since, order) else ""


def _near(view: CrackersView, square: int) -> set[int]:
    found = {square}
    for _ in range(NEAR):
        found |= {there for here in found for there in view.grid.orthogonal[here]}
    return found


def _steps_to_pod(view: CrackersView, square: str) -> int:
    """How long the way to the pod is; nobody is cut off while the game goes on."""
    return len(way_home(view, view.grid.read(square)))


def told(view: CrackersView, order: str) -> str:
    """The order of the viewer to stay on the square ``order``."""
    return gettext("{who} stays on {square}.", who=name(view.viewer or view.mover), square=order)


def ended(_since: CrackersView, now: CrackersView, order: str) -> str:
    """That somebody no longer stays on the square ``order`` automatically."""
    return gettext(
        "{who} no longer stays on {square} automatically: there’s water near them or the pod, "
        "something there has changed, or their way to the pod is worse than before.",
        who=name(now.viewer or now.mover),
        square=order,
    )


ORDERS: Final[Standing[CrackersView]] = Standing(
    gettext_noop("Stay Until Water Comes"),
    offered,
    follow,
    told,
    gettext_noop(
        "That ends when water comes within two squares of them or the pod, something there changes, or their "
        "way to the pod gets worse."
    ),
    ended,
)
