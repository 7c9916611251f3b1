"""Depth Charge in words: diagrams, descriptions, turns, reports and what they prove, endings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.core import MAX_DESCRIPTION, Options, Seat, turn_headline
from bot.languages import gettext, gettext_noop, labelled, listed, ngettext, parted, pgettext

from .actions import BOARD, SEATS, Islands, Mines
from .notebook import doubtful, latest_report, located, possible_pings
from .view import Deed, DepthChargeView, Side
from .waters import HALVES, HARBOURS, WAYS, enemy

LONGEST_TEXT: Final = 1900
"""Characters of a diagram with its lists: a message of Discord holds 2,000."""
LONGEST_DETAILS: Final = 1800
MAX_FINDINGS: Final = 1200
"""Characters of the list of a player's reports."""

NAMES: Final = gettext_noop(
    {
        "south": "South",
        "north": "North",
        "on": "On",
        "off": "Off",
        "islands": "Islands",
        "mines": "Mines",
        "possible": "Possible",
        "clear": "No Mine",
        "mine": "Mine",
    }
)


def name_of(key: str) -> str:
    """What people call a seat, an option's value, what is placed and a mark."""
    return gettext(NAMES[key])


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
    live = f"{gettext('* live mine')}  " if "*" in signs.values() else ""
    legend = f"{gettext('S N boats')}  {live}{gettext('x wreck  o miss  # island')}"
    if view.proof is not None:
        legend += f"\n{gettext('+ proven mine')}  {gettext('- no mine')}"
    elif "-" in signs.values():
        legend += f"  {gettext('- no mine')}"
    counts = [
        gettext(
            "{name}: mines {mines}, misses {missed} of {most}",
            name=name_of(side.seat),
            mines=side.left,
            missed=len(side.missed),
            most=view.terms.misses,
        )
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
        parts.append(f"{_proven(view)}.")
    head = " ".join(part for part in parts if part)
    room = MAX_DESCRIPTION - len(head) - 1
    known = f"{found}." if (found := empty(view)) else ""
    # What is proved empty spares the reader the reports that prove it.
    known = known if len(known) < room // 2 else ""
    reports = [f"{line}." for line in soundings(view, room - len(known) - 1)]
    return " ".join(part for part in (head, *reports, known) if part)


def _proven(view: DepthChargeView) -> str:
    return gettext("Proven mines: {squares}", squares=", ".join(view.proved.mines))


def _changed(view: DepthChargeView) -> str:
    """What happened last."""
    if view.last is not None:
        return turn(view.last, len(view.side(view.last.seat).missed), view.terms.misses)
    ready = [name_of(side.seat) for side in view.sides if side.ready]
    match view.phase:
        case "islands" if ready:
            return gettext("{name} has placed its islands.", name=ready[0])
        case "mines" if ready:
            return gettext("{name} has laid its mines.", name=ready[0])
        case "mines" if view.terms.islands:
            return gettext("All the islands have been placed.")
        case "islands" | "mines":
            return gettext(
                "Depth Charge, on a 12-by-12 lake. South has rows 1 to 6, and North has rows 7 to 12."
            )
        case _:
            return gettext("All the mines have been laid.")


def _waiting(view: DepthChargeView) -> str:
    names, terms = listed(map(name_of, view.to_act)), view.terms
    match view.phase:
        case "play":
            return gettext("{name} is next.", name=names)
        case "islands":
            return ngettext(
                "{number} island still to be placed: {names}.",
                "{number} islands still to be placed: {names}.",
                terms.islands,
                names=names,
            )
        case _:
            return ngettext(
                "{number} mine still to be laid: {names}.",
                "{number} mines still to be laid: {names}.",
                terms.mines,
                names=names,
            )


def _side(view: DepthChargeView, side: Side) -> str:
    if side.sunk:
        where = gettext("boat sunk on {square}", square=side.boat)
    else:
        where = gettext("boat on {square}, facing {way}", square=side.boat, way=gettext(WAYS[side.facing]))
    parts = [where, _mines(view, side)]
    if side.destroyed:
        parts.append(gettext("destroyed: {squares}", squares=", ".join(side.destroyed)))
    if side.missed:
        parts.append(gettext("missed at {squares}", squares=", ".join(side.missed)))
    if side.islands:
        parts.append(gettext("islands: {squares}", squares=", ".join(side.islands)))
    return gettext("{label}: {text}.", label=name_of(side.seat), text=parted(parts))


def _mines(view: DepthChargeView, side: Side) -> str:
    """How many mines a side has left or still has to lay, and where, if the viewer may know."""
    to_lay = ngettext("{number} mine to lay", "{number} mines to lay", side.left)
    match view.phase:
        case "islands" if view.terms.islands:
            return f"{gettext('islands placed' if side.ready else 'islands to place')}, {to_lay}"
        case "mines" if side.ready or side.mines:
            told = ngettext("{number} mine laid", "{number} mines laid", side.left)
        case "islands" | "mines":
            return to_lay
        case _:
            told = ngettext("{number} mine left", "{number} mines left", side.left)
    return labelled(told, ", ".join(side.mines)) if side.mines else told


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
            return gettext("Placing islands")
        case "mines":
            return gettext("Laying mines")
        case _:
            return turn_headline(view.turn, over=view.phase == "over")


def summary(view: DepthChargeView) -> str:
    """How near a quiet draw is."""
    left = view.terms.quiet - view.quiet
    near = view.terms.quiet and view.to_act and left <= 20
    if not near:
        return ""
    return ngettext(
        "If no mine is destroyed in {number} more turn, it’s a draw.",
        "If no mine is destroyed in {number} more turns, it’s a draw.",
        left,
    )


def unrated(options: Options, _levels: Sequence[str]) -> str:
    """Why no game with these options is rated; empty if it may be."""
    officer = options["sonar"] == "on"
    return gettext("This game isn’t rated, because the Sonar Officer helps.") if officer else ""


def aim(view: DepthChargeView) -> str:
    """What to do and what for."""
    if view.phase == "islands":
        return gettext("Place your islands, which block pings. Then you lay your mines.")
    if view.phase == "play":
        often = (
            pgettext("how often", "once"),
            pgettext("how often", "twice"),
            pgettext("how often", "three times"),
        )
        told = latest_report(view)
        if told is not None and possible_pings(view):
            return gettext(
                "A number on the water: a mine could be there, that far from your sounding on {square}. "
                "Equally distant mines share a ping, and one behind another gives none. Sail onto one, or "
                "miss {often}, and you lose.",
                square=told.square,
                often=often[view.terms.misses - 1],
            )
        return gettext(
            "Sound: a ping at 3 is a mine 3 squares away, straight or round one corner. Destroy all to win. "
            "Sail onto one, or miss {often}, and you lose.",
            often=often[view.terms.misses - 1],
        )
    return gettext("Hide your mines in your half of the lake. Find and destroy all of your enemy’s to win.")


def risk(view: DepthChargeView) -> str:
    """What a previewed turn may lose, as far as whoever takes it knows."""
    deed = view.last
    if deed is None or deed.heard:
        return ""
    known, own = located(view, deed.seat), view.side(deed.seat)
    match deed.kind:
        case "move" if hit := [name for name in deed.squares[1:] if name in known]:
            return gettext("There’s a mine on {square}. If you sail onto it, you lose.", square=hit[0])
        case "move" if unsure := doubtful(view, deed.seat).intersection(deed.squares[1:]):
            way = [name for name in deed.squares if name in unsure]
            return gettext(
                "There could be a mine on {squares}. If you hit one, you lose.", squares=listed(way, "or")
            )
        case "charge" if deed.squares[0] not in known:
            left = view.terms.misses - len(own.missed) - 1
            if left < 1:
                return gettext("If it misses, you lose the game.")
            return gettext(
                "If it misses, one more miss loses the game."
                if left == 1
                else "If it misses, two more misses lose the game."
            )
    return ""


def ending(view: DepthChargeView) -> str:
    """Why the game ended."""
    assert view.outcome is not None
    if not view.outcome.winners:
        return ngettext(
            "It’s a draw: no mine was destroyed for {number} turn in a row.",
            "It’s a draw: no mine was destroyed for {number} turns in a row.",
            view.terms.quiet,
        )
    winner = view.outcome.winners[0]
    name, loser, beaten = name_of(winner), name_of(enemy(winner)), view.side(enemy(winner))
    match view.outcome.reason:
        case "cleared":
            return gettext("{name} wins: {loser} has no mines left.", name=name, loser=loser)
        case "mine":
            square = beaten.boat
            return gettext(
                "{name} wins: {loser} hit a mine on {square}.", name=name, loser=loser, square=square
            )
        case _:
            return ngettext(
                "{name} wins: {loser} missed with {number} depth charge, at {squares}.",
                "{name} wins: {loser} missed with {number} depth charges, at {squares}.",
                len(beaten.missed),
                name=name,
                loser=loser,
                squares=listed(beaten.missed),
            )


# What players are told of an action


def pings(times: Sequence[int]) -> str:
    """A report in words, without a full stop."""
    if not times:
        return gettext("no ping")
    return ngettext("ping at {times}", "pings at {times}", len(times), times=listed(map(str, times)))


def placed(seat: Seat, action: Islands | Mines, theirs: tuple[int, ...] | None, viewer: Seat | None) -> str:
    """A placement by ``seat`` as ``viewer`` may hear it; ``theirs`` are the enemy's islands once placed."""
    name, squares, count = name_of(seat), listed(BOARD.list(action.squares)), len(action.squares)
    if isinstance(action, Mines):
        told = ngettext("{name} laid {number} mine.", "{name} laid {number} mines.", count, name=name)
    elif theirs is None:
        told = ngettext("{name} placed {number} island.", "{name} placed {number} islands.", count, name=name)
    else:
        return gettext(
            "{name} placed islands on {squares}, and {enemy} on {others}.",
            name=name,
            squares=squares,
            enemy=name_of(enemy(seat)),
            others=listed(BOARD.list(theirs)),
        )
    return f"{told} {gettext('Squares: {squares}.', squares=squares)}" if viewer == seat else told


def turn(deed: Deed, misses: int, allowed: int) -> str:
    """A turn that was taken, in a sentence or two; ``misses`` are its taker's so far."""
    values = {"name": name_of(deed.seat), "square": deed.squares[-1]}
    match deed.kind, deed.heard:
        case "sound", "ping":
            return gettext("{name} sounded {square}: {pings}.", pings=pings(deed.times), **values)
        case "charge", "hit":
            return gettext("{name} dropped a depth charge on {square} and destroyed a mine.", **values)
        case "charge", "miss":
            missed = gettext("{name} dropped a depth charge on {square} and missed.", **values)
            if misses >= allowed:
                return f"{missed} {gettext('That loses the game.')}"
            so_far = ngettext("{number} miss so far.", "{number} misses so far.", misses)
            left = gettext(
                "One more loses the game." if allowed - misses == 1 else "Two more and the game is lost."
            )
            return f"{missed} {so_far} {left}"
        case "move", "mine":
            return gettext("{name} hit a mine on {square} and sank.", **values)
        case "move", _ if via := deed.squares[1:-1]:
            return gettext("{name} moved to {square} via {others}.", others=listed(via), **values)
        case "move", _:
            return gettext("{name} moved to {square}.", **values)
        case "sound", _:
            return gettext("{name} sounds {square}.", **values)
        case _:
            return gettext("{name} drops a depth charge on {square}.", **values)


# Reports, and what a player has found out


def series(view: DepthChargeView, seat: Seat) -> list[str]:
    """The reports to ``seat``, oldest first (``c5: 3, 5``), with its hits (``d6 destroyed``)."""
    found: list[str] = []
    gone: tuple[str, ...] = ()
    for report in view.reports:
        if report.seat == seat:
            found += [gettext("mine on {square} destroyed", square=mine) for mine in report.gone[len(gone) :]]
            times = ", ".join(map(str, report.times)) or gettext("no ping")
            found.append(labelled(report.square, times))
            gone = report.gone
    return found


def soundings(view: DepthChargeView, room: int) -> list[str]:
    """A line for each side that has reports, in ``room`` characters together."""
    lists = {seat: found for seat in SEATS if (found := series(view, seat))}
    lines = [
        _fitted(gettext("Soundings by {name}", name=name_of(seat)), found, room // len(lists) - 2)
        for seat, found in lists.items()
    ]
    return [line for line in lines if line]


def _fitted(title: str, parts: Sequence[str], room: int) -> str:
    """``parts`` as a line of at most ``room`` characters: the oldest are left out; empty if none fits."""
    for left_out in range(len(parts)):
        earlier = f"{ngettext('({number} earlier)', '({number} earlier)', left_out)} " if left_out else ""
        line = labelled(title, f"{earlier}{' · '.join(parts[left_out:])}")
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
    """The squares that hold no mine: proved by the Sonar Officer, or else by where boats have been.

    A boat crosses its own mines, but it can't stop on one.
    """
    if view.proof is not None:
        proved = ", ".join(view.proof.empty)
        return gettext("Proven empty: {squares}", squares=proved) if proved else ""
    known = ", ".join(name for side in view.sides if side.seat != view.viewer for name in side.swept)
    if not known or view.phase != "play":
        return ""
    return gettext("Boats have shown that there’s no mine here: {squares}", squares=known)


def findings(view: DepthChargeView) -> tuple[str, ...]:
    """The viewer's reports, and which squares of the enemy's hold a mine or none for sure."""
    if view.viewer not in SEATS or view.phase != "play":
        return ()
    lines = [_fitted(gettext("Your soundings"), series(view, view.viewer), MAX_FINDINGS)]
    if view.proved.mines:
        lines.append(_proven(view))
    lines.append(empty(view))
    return tuple(line for line in lines if line)
