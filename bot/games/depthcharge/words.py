"""Depth Charge in words: diagrams, descriptions, questions."""

from __future__ import annotations

from typing import Final

from .actions import BOARD, SEATS
from .speech import counted, heading, listed, pings, turn
from .view import DepthChargeView, Report, Side
from .waters import enemy, routes

LONGEST_TEXT: Final = 1900
"""Characters of a diagram with its lists: a message of Discord holds 2,000."""
LONGEST_DESCRIPTION: Final = 1024
LONGEST_DETAILS: Final = 1800
BOATS: Final = {"south": "S", "north": "N"}


def text(view: DepthChargeView) -> str:
    """The lake as a diagram, then what its signs cannot say: the reports, newest last.

    S and N boats, # islands, * live mines, x wrecks of mines, o misses, + squares proved to hold a mine,
    - squares proved empty, . open water.
    """
    signs: dict[str, str] = {}
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
        legend += "\n+ proved mine  - proved empty"
    head = f"{diagram}\n{legend}\n{summary(view)}"
    lists = [_series(view, str(seat)) for seat in SEATS]
    return "\n".join([head, *_fitted(lists, LONGEST_TEXT - len(head))]).rstrip()


def _series(view: DepthChargeView, seat: str) -> list[str]:
    return [
        f"{report.square}:{' '.join(map(str, report.times)) or 'no echo'}"
        for report in view.reports
        if report.seat == seat
    ]


def _fitted(lists: list[list[str]], room: int) -> list[str]:
    """The reports of each side in a line that fits half of ``room``; the oldest give way."""
    lines = []
    for seat, parts in zip(SEATS, lists, strict=True):
        if not parts:
            continue
        shown = list(parts)
        while len(line := _line(seat, shown, len(parts) - len(shown))) > room // 2 - 2:
            shown.pop(0)
        lines.append(line)
    return lines


def _line(seat: str, parts: list[str], left_out: int) -> str:
    earlier = f"({left_out} earlier) " if left_out else ""
    return f"{seat.capitalize()}’s soundings: {earlier}{' · '.join(parts)}"


def reports(view: DepthChargeView) -> list[str]:
    """Every report as a line, oldest first: “South sounded c5: pings at 3 and 5.”"""
    return [_said(report) for report in view.reports]


def _said(report: Report) -> str:
    return f"{report.seat.capitalize()} sounded {report.square}: {pings(report.times)}."


def describe(view: DepthChargeView) -> str:
    """The position in words, the last turn first; older reports are left out where room ends."""
    last = view.last
    parts = []
    if last is not None:
        parts.append(turn(last, len(view.side(last.seat).missed), view.terms.misses))
    if view.outcome:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(_waiting(view))
    parts.extend(_side(view, side) for side in view.sides)
    if view.proof is not None and view.proof.mines:
        parts.append(f"Proved to hold a mine: {', '.join(view.proof.mines)}.")
    said = [_said(report) for report in reversed(view.reports)]
    if last is not None and last.kind == "sound" and last.heard:
        said = said[1:]
    if said:
        parts.append("Earlier reports, newest first:" if last and last.kind == "sound" else "Reports:")
    if view.proof is not None and view.proof.empty:
        squares = f"Proved empty: {', '.join(view.proof.empty)}."
        said.insert(min(len(said), 8), squares)
    room = LONGEST_DESCRIPTION - 2
    for part in said:
        if len(" ".join((*parts, part))) > room:
            if not part.startswith("Proved"):
                return f"{' '.join(parts)} …"
            continue
        parts.append(part)
    return " ".join(parts)


def _waiting(view: DepthChargeView) -> str:
    if view.phase == "play":
        return f"{view.to_act[0].capitalize()} is to act: move, sound or throw a depth charge."
    what = "place islands" if view.phase == "islands" else "lay mines"
    who = listed([seat.capitalize() for seat in view.to_act])
    return f"{who} {'is' if len(view.to_act) == 1 else 'are'} to {what}."


def _side(view: DepthChargeView, side: Side) -> str:
    if side.sunk:
        where = f"boat lost on {side.boat}"
    else:
        where = f"boat on {side.boat}, facing {heading(side.facing)}"
    parts = [where, _mines(view, side)]
    if side.destroyed:
        parts.append(f"destroyed: {', '.join(side.destroyed)}")
    if side.missed:
        parts.append(f"missed at {', '.join(side.missed)}")
    if side.islands:
        parts.append(f"islands on {', '.join(side.islands)}")
    return f"{side.seat.capitalize()}: {'; '.join(parts)}."


def _mines(view: DepthChargeView, side: Side) -> str:
    """A side's mines: how many, whether they lie, and where, if the viewer may know."""
    mines = counted(side.left, "mine")
    if side.mines:
        return f"{mines} {'laid' if view.phase == 'mines' else 'left'} on {', '.join(side.mines)}"
    if view.phase == "islands" and view.terms.islands:
        return f"islands {'placed' if side.ready else 'to place'}, {mines} to lay"
    if view.phase in ("islands", "mines"):
        return f"{mines} {'laid' if view.phase == 'mines' and side.ready else 'to lay'}"
    return f"{mines} left"


def details(view: DepthChargeView) -> tuple[str, ...]:
    """What is proved, then every report, oldest first; where they are many, briefer and the latest only."""
    lines = []
    if view.proof is not None and view.proof.mines:
        lines.append(f"Proved to hold a mine: {', '.join(view.proof.mines)}.")
    if view.proof is not None and view.proof.empty:
        lines.append(f"Proved empty: {', '.join(view.proof.empty)}.")
    if not view.reports:
        return tuple(lines)
    room = LONGEST_DETAILS - sum(map(len, lines)) - len(lines)
    told = f"All reports, oldest first: {' '.join(reports(view))}"
    if len(told) <= room:
        return (*lines, told)
    return (*lines, *_fitted([_series(view, str(seat)) for seat in SEATS], room))


def headline(view: DepthChargeView) -> str:
    """Where the game stands."""
    match view.phase:
        case "islands":
            return "Placing islands"
        case "mines":
            return "Laying mines"
        case "over":
            return f"Over after {counted(view.turn, 'turn')}"
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
    if view.terms.quiet and view.phase == "play" and view.terms.quiet - view.quiet <= 20:
        counts.append(f"draw in {counted(view.terms.quiet - view.quiet, 'quiet turn')}")
    return " · ".join(counts)


def ending(view: DepthChargeView) -> str:
    """Why the game ended (rulings 3, 5 and 6, and what a table may agree)."""
    assert view.outcome is not None
    if not view.outcome.winners:
        if view.outcome.reason == "quiet":
            return f"A draw: {counted(view.terms.quiet, 'turn')} in a row destroyed no mine."
        return "A draw, as both agreed."
    winner = view.outcome.winners[0]
    name, loser = winner.capitalize(), enemy(winner).capitalize()
    match view.outcome.reason:
        case "cleared":
            return f"{name} wins: the last of {loser}’s mines is destroyed."
        case "mine":
            return f"{name} wins: {loser}’s boat ran onto a mine on {view.side(enemy(winner)).boat}."
        case "misses":
            missed = view.side(enemy(winner)).missed
            charges = counted(len(missed), "depth charge")
            return f"{name} wins: {loser} missed with {charges}, on {listed(missed)}."
        case "resigned":
            return f"{name} wins: {loser} resigned."
        case _:
            return f"{name} wins."


def ask(view: DepthChargeView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    if view.phase == "islands":
        where = "your side, off the shore"
        return f"Where do your islands go? Choose {counted(view.terms.islands, 'square')} on {where}."
    if view.phase == "mines":
        return f"Where do your mines lie? Choose {counted(view.terms.mines, 'square')} on your side."
    match steps:
        case ():
            return "What does your boat do: move, sound the water, or throw a depth charge?"
        case ("move",):
            return "Where does your boat go? Up to three squares, never diagonally."
        case ("move", goal, *_):
            return f"Which way to {goal}?"
        case ("sound", *_):
            return "Which square next to your boat do you sound?"
        case _:
            return "Which square gets the depth charge? It destroys a mine there; a miss counts against you."


def label(view: DepthChargeView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    if view.phase in ("islands", "mines") or len(view.to_act) != 1:
        return step
    match steps:
        case ():
            return {"move": "Move", "sound": "Sound", "charge": "Depth Charge"}.get(step, step)
        case ("move",):
            ways = [letters for letters, squares in _routes(view).items() if BOARD.names[squares[-1]] == step]
            # A boat may have two dozen goals: on a phone only short buttons stand side by side.
            return step if len(ways) == 1 else f"{step} ({len(ways)} ways)"
        case ("move", _):
            by = [BOARD.names[square] for square in _routes(view).get(step, ())[:-1]]
            return heading(step).capitalize() + (f" (by {listed(by)})" if by else "")
        case ("sound",):
            return f"Sound {step}{_bearing(view, step)}"
        case _:
            return f"Charge {step}{_bearing(view, step)}"


def _routes(view: DepthChargeView) -> dict[str, tuple[int, ...]]:
    seat = view.to_act[0]
    barred = {BOARD.read(view.side(enemy(seat)).boat)}
    barred |= {BOARD.read(name) for side in view.sides for name in side.islands}
    return dict(routes(BOARD.read(view.side(seat).boat), frozenset(barred)))


def _bearing(view: DepthChargeView, name: str) -> str:
    file, rank = BOARD.place(BOARD.read(view.side(view.to_act[0]).boat))
    to_file, to_rank = BOARD.place(BOARD.read(name))
    ways = (("", "north", "south")[_sign(to_rank - rank)], ("", "east", "west")[_sign(to_file - file)])
    return f" ({'-'.join(way for way in ways if way)})"


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def page_for(view: DepthChargeView) -> str:
    """The rule book's page for the present phase."""
    return {"islands": "setup", "mines": "setup", "over": "winning"}.get(view.phase, "turn")
