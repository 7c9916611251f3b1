"""Depth Charge in words: diagrams, descriptions, endings."""

from __future__ import annotations

from typing import Final

from bot.games.core import MAX_DESCRIPTION
from bot.games.plurals import counted, listed

from .actions import BOARD
from .narration import heading, turn
from .reports import empty, soundings
from .view import DepthChargeView, Side
from .waters import enemy

LONGEST_TEXT: Final = 1900
"""Characters of a diagram with its lists: a message of Discord holds 2,000."""
LONGEST_DETAILS: Final = 1800
LAKE: Final = "Depth Charge, on a 12-by-12 lake. South has rows 1 to 6, and North has rows 7 to 12."
BOATS: Final = {"south": "S", "north": "N"}


def text(view: DepthChargeView) -> str:
    """The lake as a diagram, then the reports.

    S and N boats, # islands, * live mines, x wrecks of mines, o misses, + squares proved to hold a mine,
    - squares without a mine, . open water.
    """
    signs = dict.fromkeys((name for side in view.sides for name in side.swept), "-")
    if view.proof is not None:
        signs |= dict.fromkeys(view.proof.empty, "-") | dict.fromkeys(view.proof.mines, "+")
    for side in view.sides:
        signs |= dict.fromkeys(side.missed, "o")
    for side in view.sides:
        signs |= dict.fromkeys(side.islands, "#") | dict.fromkeys(side.mines or (), "*")
        signs |= dict.fromkeys(side.destroyed, "x")
    for side in view.sides:
        signs[side.boat] = BOATS[side.seat]
    diagram = BOARD.diagram(lambda square: signs.get(BOARD.names[square], "."))
    legend = f"S N boats  {'* live mine  ' if '*' in signs.values() else ''}x wreck  o miss  # island"
    if view.proof is not None:
        legend += "\n+ proven mine  - no mine"
    elif "-" in signs.values():
        legend += "  - no mine"
    head = f"{diagram}\n{legend}\n{summary(view)}"
    return "\n".join([head, *soundings(view, LONGEST_TEXT - len(head))])


def describe(view: DepthChargeView) -> str:
    """The position in words, what changed first; older reports are left out where room ends."""
    parts = [_changed(view)]
    if view.outcome:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(_waiting(view))
    parts.extend(_side(view, side) for side in view.sides)
    if view.proof is not None and view.proof.mines:
        parts.append(f"Proven mines: {', '.join(view.proof.mines)}.")
    head = " ".join(part for part in parts if part)
    room = MAX_DESCRIPTION - len(head) - 1
    known = f"{found}." if (found := empty(view)) else ""
    # What is proved empty spares the reader the reports that prove it.
    known = known if len(known) < room // 2 else ""
    reports = [f"{line}." for line in soundings(view, room - len(known) - 1)]
    return " ".join(part for part in (head, *reports, known) if part)


def _changed(view: DepthChargeView) -> str:
    """What happened last."""
    if view.last is not None:
        return turn(view.last, len(view.side(view.last.seat).missed), view.terms.misses)
    ready = [side.seat.capitalize() for side in view.sides if side.ready]
    match view.phase:
        case "islands" | "mines" if ready:
            done = "placed its islands" if view.phase == "islands" else "laid its mines"
            return f"{listed(ready)} has {done}."
        case "mines" if view.terms.islands:
            return "All the islands have been placed."
        case "islands" | "mines":
            return LAKE
        case "play":
            return "All the mines have been laid."
        case _:
            return ""


def _waiting(view: DepthChargeView) -> str:
    if view.phase == "play":
        return f"It’s {view.to_act[0].capitalize()}’s turn to move, sound, or drop a depth charge."
    if view.phase == "islands":
        what = f"place {counted(view.terms.islands, 'island')}"
    else:
        what = f"lay {counted(view.terms.mines, 'mine')}"
    who = listed([seat.capitalize() for seat in view.to_act])
    return f"{who} still has to {what}." if len(view.to_act) == 1 else f"{who} each have to {what}."


def _side(view: DepthChargeView, side: Side) -> str:
    if side.sunk:
        where = f"boat sunk on {side.boat}"
    else:
        where = f"boat on {side.boat}, facing {heading(side.facing)}"
    parts = [where, _mines(view, side)]
    if side.destroyed:
        parts.append(f"destroyed: {', '.join(side.destroyed)}")
    if side.missed:
        parts.append(f"missed at {', '.join(side.missed)}")
    if side.islands:
        parts.append(f"{'island' if len(side.islands) == 1 else 'islands'} on {', '.join(side.islands)}")
    return f"{side.seat.capitalize()}: {'; '.join(parts)}."


def _mines(view: DepthChargeView, side: Side) -> str:
    """How many mines a side has left or still has to lay, and where, if the viewer may know."""
    mines = counted(side.left, "mine")
    if side.mines:
        return f"{mines} {'laid' if view.phase == 'mines' else 'left'} on {', '.join(side.mines)}"
    if view.phase == "islands" and view.terms.islands:
        return f"islands {'placed' if side.ready else 'to place'}, {mines} to lay"
    if view.phase in ("islands", "mines"):
        return f"{mines} {'laid' if view.phase == 'mines' and side.ready else 'to lay'}"
    return f"{mines} left"


def details(view: DepthChargeView) -> tuple[str, ...]:
    """What the description has no room for: the squares without a mine, and the reports."""
    described = describe(view)
    known = empty(view)
    lines = [] if known in described else [f"{known}."]
    reports = soundings(view, LONGEST_DETAILS - sum(map(len, lines)) - 4)
    if any(line not in described for line in reports):
        lines += reports
    return tuple(lines)


def headline(view: DepthChargeView) -> str:
    """Where the game stands."""
    match view.phase:
        case "islands":
            return "Placing islands"
        case "mines":
            return "Laying mines"
        case "over":
            return f"Finished after {counted(view.turn, 'turn')}"
        case _:
            return f"Turn {view.turn + 1}"


def summary(view: DepthChargeView) -> str:
    """Each side's mines and misses; who is ready while they place."""
    if view.phase in ("islands", "mines"):
        return " · ".join(
            f"{side.seat.capitalize()} {'ready' if side.ready else 'placing'}" for side in view.sides
        )
    counts = [
        f"{side.seat.capitalize()} {counted(side.left, 'mine')}, "
        f"{len(side.missed)} of {counted(view.terms.misses, 'miss')}"
        for side in view.sides
    ]
    if view.terms.quiet and view.to_act and view.terms.quiet - view.quiet <= 20:
        counts.append(f"draw in {counted(view.terms.quiet - view.quiet, 'quiet turn')}")
    return " · ".join(counts)


def ending(view: DepthChargeView) -> str:
    """Why the game ended."""
    assert view.outcome is not None
    if not view.outcome.winners:
        if view.outcome.reason == "quiet":
            turns = counted(view.terms.quiet, "turn")
            return f"It’s a draw: no mine was destroyed for {turns} in a row."
        return "It’s a draw by agreement."
    winner = view.outcome.winners[0]
    name, loser = winner.capitalize(), enemy(winner).capitalize()
    match view.outcome.reason:
        case "cleared":
            return f"{name} wins: {loser}’s last mine has been destroyed."
        case "mine":
            return f"{name} wins: {loser}’s boat hit a mine on {view.side(enemy(winner)).boat}."
        case "misses":
            missed = view.side(enemy(winner)).missed
            charges = counted(len(missed), "depth charge")
            return f"{name} wins: {loser} missed with {charges}, at {listed(missed)}."
        case "resigned":
            return f"{name} wins: {loser} resigned."
        case _:
            return f"{name} wins."


def sailing(_view: DepthChargeView, square: str) -> str:
    """The standing order to sail on to ``square``."""
    return f"Your boat sails on to {square} by the shortest route, up to three squares a turn."


SAILING_ENDS: Final = (
    "It stops there, or as soon as the enemy sounds or drops a depth charge, a mine is found, or the way is "
    "blocked. A mine you don’t know about can still sink it."
)
