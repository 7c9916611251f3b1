"""Depth Charge in words: diagrams, descriptions, turns, reports and what they prove, endings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.core import MAX_DESCRIPTION, Seat
from bot.games.plurals import counted, listed

from .actions import BOARD, SEATS, Islands, Mines
from .view import Deed, DepthChargeView, Side
from .waters import HALVES, HARBOURS, WAYS, enemy

LONGEST_TEXT: Final = 1900
"""Characters of a diagram with its lists: a message of Discord holds 2,000."""
LONGEST_DETAILS: Final = 1800
MAX_FINDINGS: Final = 1200
"""Characters of the list of a player's reports."""
LAKE: Final = "Depth Charge, on a 12-by-12 lake. South has rows 1 to 6, and North has rows 7 to 12."


def text(view: DepthChargeView) -> str:
    """The lake as a diagram, then the reports.

    S and N boats, # islands, * live mines, x wrecks of mines, o misses, + squares proved to hold a mine,
    - squares without a mine, . open water.
    """
    signs = dict.fromkeys((name for side in view.sides for name in side.swept), "-")
    signs |= dict.fromkeys(view.proved.empty, "-") | dict.fromkeys(view.proved.mines, "+")
    for side in view.sides:
        signs |= dict.fromkeys(side.missed, "o")
    for side in view.sides:
        signs |= dict.fromkeys(side.islands, "#") | dict.fromkeys(side.mines or (), "*")
        signs |= dict.fromkeys(side.destroyed, "x")
    for side in view.sides:
        signs[side.boat] = side.seat[0].upper()
    diagram = BOARD.diagram(lambda square: signs.get(BOARD.names[square], "."))
    legend = f"S N boats  {'* live mine  ' if '*' in signs.values() else ''}x wreck  o miss  # island"
    if view.proof is not None:
        legend += "\n+ proven mine  - no mine"
    elif "-" in signs.values():
        legend += "  - no mine"
    counts = [
        f"{side.seat.capitalize()} {counted(side.left, 'mine')}, "
        f"{len(side.missed)} of {counted(view.terms.misses, 'miss')}"
        for side in view.sides
    ]
    head = "\n".join(filter(None, (diagram, legend, " · ".join(counts), summary(view))))
    return "\n".join([head, *soundings(view, LONGEST_TEXT - len(head))])


def describe(view: DepthChargeView) -> str:
    """The position in words, what changed first; older reports are left out where room ends."""
    parts = [_changed(view)]
    if view.outcome:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(_waiting(view))
    parts.extend(_side(view, side) for side in view.sides)
    if view.proved.mines:
        parts.append(f"Proven mines: {', '.join(view.proved.mines)}.")
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
        case _:
            return "All the mines have been laid."


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
    """Who is ready while they place; how near a quiet draw is."""
    if view.phase in ("islands", "mines"):
        return " · ".join(
            f"{side.seat.capitalize()} {'ready' if side.ready else 'placing'}" for side in view.sides
        )
    near = view.terms.quiet and view.to_act and view.terms.quiet - view.quiet <= 20
    return f"Draw in {counted(view.terms.quiet - view.quiet, 'quiet turn')}" if near else ""


def aim(view: DepthChargeView) -> str:
    """What to do and what for."""
    if view.phase == "islands":
        return "Place your islands, which block pings. Then you lay your mines."
    if view.phase == "play":
        return (
            "Move your boat, sound a square, or drop a depth charge. A ping at 3 means an enemy mine three "
            "squares away. Destroy them all to win."
        )
    return "Hide your mines in your half of the lake. Find and destroy all of your enemy’s to win."


def ending(view: DepthChargeView) -> str:
    """Why the game ended."""
    assert view.outcome is not None
    if not view.outcome.winners:
        return f"It’s a draw: no mine was destroyed for {counted(view.terms.quiet, 'turn')} in a row."
    winner = view.outcome.winners[0]
    name, loser = winner.capitalize(), enemy(winner).capitalize()
    match view.outcome.reason:
        case "cleared":
            return f"{name} wins: {loser}’s last mine has been destroyed."
        case "mine":
            return f"{name} wins: {loser}’s boat hit a mine on {view.side(enemy(winner)).boat}."
        case _:
            missed = view.side(enemy(winner)).missed
            charges = counted(len(missed), "depth charge")
            return f"{name} wins: {loser} missed with {charges}, at {listed(missed)}."


# What players are told of an action


def heading(steps: str) -> str:
    """``steps`` in words: “north, north, east”."""
    return ", ".join(WAYS[letter] for letter in steps)


def pings(times: Sequence[int]) -> str:
    """A report in words, without a full stop."""
    if not times:
        return "no ping"
    return f"{'ping' if len(times) == 1 else 'pings'} at {listed(map(str, times))}"


def placed(seat: Seat, action: Islands | Mines, theirs: tuple[int, ...] | None, viewer: Seat | None) -> str:
    """A placement by ``seat`` as ``viewer`` may hear it; ``theirs`` are the enemy's islands once placed."""
    name = seat.capitalize()
    where = f" on {listed(BOARD.list(action.squares))}"
    if isinstance(action, Mines):
        return f"{name} laid {counted(len(action.squares), 'mine')}{where if viewer == seat else ''}."
    if theirs is None:
        islands = counted(len(action.squares), "island")
        return f"{name} placed {islands}{where if viewer == seat else ''}."
    others = listed(BOARD.list(theirs))
    return f"{name} placed islands{where}. {enemy(seat).capitalize()}’s are on {others}."


def turn(deed: Deed, misses: int, allowed: int) -> str:
    """A turn that was taken, in a sentence or two; ``misses`` are its taker's so far."""
    name, goal = deed.seat.capitalize(), deed.squares[-1]
    match deed.kind, deed.heard:
        case "sound", "ping":
            return f"{name} sounded {goal}: {pings(deed.times)}."
        case "charge", "hit":
            return f"{name} dropped a depth charge on {goal} and destroyed a mine."
        case "charge", "miss":
            missed = f"{name} dropped a depth charge on {goal} and missed."
            if misses >= allowed:
                return f"{missed} That loses the game."
            more = "One more loses the game." if allowed - misses == 1 else "Two more and the game is lost."
            return f"{missed} {counted(misses, 'miss')} so far. {more}"
        case "move", "mine":
            return f"{name}’s boat hit a mine on {goal} and sank."
        case "move", _:
            via = deed.squares[1:-1]
            return f"{name} moved to {goal}{f' via {listed(via)}' if via else ''}."
        case "sound", _:
            return f"{name} sounds {goal}."
        case _:
            return f"{name} drops a depth charge on {goal}."


# Reports, and what a player has found out


def series(view: DepthChargeView, seat: Seat) -> list[str]:
    """The reports to ``seat``, oldest first (``c5: 3, 5``), with its hits (``d6 destroyed``)."""
    found: list[str] = []
    gone: tuple[str, ...] = ()
    for report in view.reports:
        if report.seat == seat:
            found += [f"{mine} destroyed" for mine in report.gone[len(gone) :]]
            found.append(f"{report.square}: {', '.join(map(str, report.times)) or 'no ping'}")
            gone = report.gone
    return found


def soundings(view: DepthChargeView, room: int) -> list[str]:
    """A line for each side that has reports, in ``room`` characters together."""
    lists = {seat: found for seat in SEATS if (found := series(view, seat))}
    lines = [
        _fitted(f"{seat.capitalize()}’s soundings", found, room // len(lists) - 2)
        for seat, found in lists.items()
    ]
    return [line for line in lines if line]


def _fitted(title: str, parts: Sequence[str], room: int) -> str:
    """``parts`` as a line of at most ``room`` characters: the oldest are left out; empty if none fits."""
    for left_out in range(len(parts)):
        earlier = f"({left_out} earlier) " if left_out else ""
        line = f"{title}: {earlier}{' · '.join(parts[left_out:])}"
        if len(line) <= room:
            return line
    return ""


def markable(view: DepthChargeView) -> tuple[str, ...]:
    """Squares that may hold an enemy mine, while the game is on and ``view`` is a player's."""
    if view.viewer not in SEATS or view.phase != "play":
        return ()
    rival = enemy(view.viewer)
    return BOARD.list(HALVES[rival] - {HARBOURS[rival]} - {BOARD.read(n) for n in view.side(rival).islands})


def empty(view: DepthChargeView) -> str:
    """The squares that hold no mine: proved by the Sonar Officer, or else where boats have been."""
    if view.proof is not None:
        return f"Proven empty: {', '.join(view.proof.empty)}" if view.proof.empty else ""
    known = [name for side in view.sides if side.seat != view.viewer for name in side.swept]
    return f"No mine where boats have been: {', '.join(known)}" if known and view.phase == "play" else ""


def findings(view: DepthChargeView) -> tuple[str, ...]:
    """The viewer's reports, and which squares of the enemy's hold a mine or none for sure."""
    if view.viewer not in SEATS or view.phase != "play":
        return ()
    lines = [_fitted("Your soundings", series(view, view.viewer), MAX_FINDINGS)]
    if view.proved.mines:
        lines.append(f"Proven mines: {', '.join(view.proved.mines)}")
    lines.append(empty(view))
    return tuple(line for line in lines if line)
