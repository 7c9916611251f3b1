"""Drown, Captain Crackers! in words: diagrams, descriptions, what the water did, endings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from bot.games.core import MAX_DESCRIPTION, Options, Seat
from bot.games.plurals import listed, plural

from .actions import CAPTAIN, CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk, parse
from .station import layout
from .turns import left_in_words
from .view import CrackersView, Danger


def name(seat: Seat) -> str:
    """``seat`` inside a sentence: Red, Yellow, Blue, the captain."""
    return "the captain" if seat == CAPTAIN else seat.capitalize()


def text(view: CrackersView) -> str:
    """The station as a diagram with a legend; a cell is such as ``!2~1R``: place, sandbags, water, crew."""
    places = {view.pod: "p", view.control: "c", **dict.fromkeys(view.leaks, "!")}

    def cell(square: int) -> str:
        named = view.grid.names[square]
        sand, water = view.sand[square], view.water[square]
        heights = (str(sand) if sand else "") + (f"~{water}" if water else "")
        here = [seat for seat, pawn in zip(CREW, view.pawns, strict=True) if pawn == named]
        crew = "&" if len(here) > 1 else here[0][0].upper() if here else ""
        return places.get(named, "") + (heights or ("" if named in places else ".")) + crew

    legend = "p pod · c control room · ! leak · 2 sandbags · ~1 water · R Y B crew · & several"
    return f"{view.grid.diagram(cell)}\n{legend}\n{crew_in_words(view)}"


def crew_in_words(view: CrackersView) -> str:
    """Where the crew stands."""
    return " · ".join(f"{name(seat)} {pawn}" for seat, pawn in zip(CREW, view.pawns, strict=True))


def describe(view: CrackersView) -> str:
    """The position in words, what changed first."""
    parts = [_changed(view)]
    if view.outcome:
        parts.append(ending(view))
    else:
        parts += [_turn(view) if view.to_act else "", dangers_in_words(view)]
    parts.append(f"Crew: {crew_in_words(view).replace(' ·', ',')}.")
    leaks = " and ".join(view.leaks)
    parts.append(
        f"The station is {view.files} by {view.ranks} squares, with the pod on {view.pod}, the control room "
        f"on {view.control} and {plural(len(view.leaks), 'a leak', 'leaks')} on {leaks}."
    )
    for spell in (", ".join, _compact):
        heights = (
            _heights("Water", view, view.water, "depth", spell),
            _heights("Sandbags", view, view.sand, "height", spell),
        )
        whole = " ".join(part for part in (*parts, *heights) if part)
        if len(whole) <= MAX_DESCRIPTION:
            return whole
    return whole[: MAX_DESCRIPTION - 1] + "…"


def _changed(view: CrackersView) -> str:
    if view.last is None:
        return "The station is dry."
    seat, played = view.last
    action = parse(played)
    told = done(view, seat, action)
    return f"{told[:1].upper()}{told[1:]} {water_moved(view, action)}".rstrip()


def _turn(view: CrackersView) -> str:
    match view.phase:
        case "settle":
            return "Water has to run, and the captain chooses where."
        case "captain":
            return f"It’s the captain’s turn. What’s left: {left_in_words(view.done)}."
        case _:
            return f"It’s {name(view.mover)}’s turn to move and then drop or pick up a sandbag."


def dangers_in_words(view: CrackersView) -> str:
    """Who is in danger, in sentences; empty when nobody is."""
    wading = [name(danger.seat) for danger in view.dangers if danger.threats == ("wet",)]
    others = [_danger(danger) for danger in view.dangers if danger.threats != ("wet",)]
    if wading:
        others.append(f"{listed(wading)} {'is' if len(wading) == 1 else 'are'} standing in water.")
    return " ".join(others)


def _danger(danger: Danger) -> str:
    pieces = []
    if "drowned" in danger.threats:
        pieces.append("has drowned")
    if "wet" in danger.threats:
        pieces.append("is standing in water")
    if "cut off" in danger.threats:
        pieces.append("is cut off from the pod")
    if "one square" in danger.threats:
        pieces.append(f"will be cut off if {listed(danger.straits[:3], 'or')} floods")
    return f"{name(danger.seat)} {' and '.join(pieces)}."


def _heights(
    title: str,
    view: CrackersView,
    heights: Sequence[int],
    word: str,
    spell: Callable[[Sequence[str]], str],
) -> str:
    squares: dict[int, list[str]] = defaultdict(list)
    for square, height in enumerate(heights):
        if height:
            squares[height].append(view.grid.names[square])
    groups = (f"{word} {height}: {spell(squares[height])}" for height in sorted(squares, reverse=True))
    return f"{title}, {'; '.join(groups)}." if squares else f"{title}: none."


def _compact(squares: Sequence[str]) -> str:
    """Squares by column, such as ``a1 2 3, c5``."""
    columns: dict[str, list[str]] = defaultdict(list)
    for square in squares:
        columns[square[0]].append(square[1:])
    return ", ".join(f"{column}{' '.join(rows)}" for column, rows in columns.items())


def headline(view: CrackersView) -> str:
    """Where the game stands."""
    if view.outcome:
        return f"Finished in round {view.round} of {view.rounds}"
    return f"Round {view.round} of {view.rounds}"


def summary(view: CrackersView) -> str:
    """Who is in danger; empty once the game is over."""
    return dangers_in_words(view) if view.to_act else ""


def length(options: Options) -> str:
    """How many turns a game has."""
    rounds = int(options["rounds"] or layout(str(options["board"])).rounds)
    return f"At most {rounds} rounds, or {rounds * (len(CREW) + 1)} turns."


def aim(view: CrackersView) -> str:
    """What to do and what for."""
    match view.phase:
        case "settle":
            return "Choose where the water runs."
        case "captain":
            return (
                "Pump in water, drop sandbags or remove them. You win if you drown somebody or cut them "
                "off from the pod."
            )
        case _:
            return (
                "Walk, then drop or pick up a sandbag if you like. Everyone has to last until the end of "
                f"round {view.rounds}, with a way to the pod."
            )


def ending(view: CrackersView) -> str:
    """Why the game ended (ruling 8)."""
    assert view.outcome is not None
    when = f"in round {view.round} of {view.rounds}"
    match view.outcome.reason:
        case "drowned":
            lost = _lost(view, "drowned")
            return f"The captain wins {when}: {lost} drowned."
        case "pod flooded":
            return f"The captain wins {when}: the escape pod on {view.pod} is flooded."
        case "cut off":
            lost = _lost(view, "cut off")
            verb = "is" if " and " not in lost else "are"
            return f"The captain wins {when}: {lost} {verb} cut off from the escape pod on {view.pod}."
        case "captain drowned":
            return f"The crew wins {when}: Captain Crackers drowned in the control room on {view.control}."
        case _:
            rounds = plural(view.rounds, "the only round", f"all {view.rounds} rounds")
            return f"The crew wins: they held out for {rounds}, and the pod is ready."


def _lost(view: CrackersView, threat: str) -> str:
    lost = [danger.seat for danger in view.dangers if threat in danger.threats]
    return listed(f"{name(seat)} on {view.pawns[CREW.index(seat)]}" for seat in lost)


def tell(
    mover: Seat, stood: Sequence[str], water: Sequence[int], after: CrackersView, action: CrackersAction
) -> str:
    """``action`` of ``mover``, which led to ``after``, in a few sentences.

    ``stood`` is where the crew was before, and ``water`` how deep it was on each square.
    """
    parts = [_deed(mover, stood, after, action), water_moved(after, action)]
    if after.phase == "settle":
        parts.append(f"{'More w' if after.runs else 'W'}ater has to run, and the captain chooses where.")
    parts.append(_reached(stood, water, after))
    return " ".join(part for part in parts if part)


def done(after: CrackersView, seat: Seat, action: CrackersAction) -> str:
    """``action`` of ``seat``, as far as the position ``after`` it shows."""
    if not isinstance(action, Walk):
        return _deed(seat, after.pawns, after, action)
    return f"{name(seat)} is on {action.to}{_bag_work(action)}."


def _deed(mover: Seat, stood: Sequence[str], after: CrackersView, action: CrackersAction) -> str:
    match action:
        case Walk(to):
            stays = to == stood[CREW.index(mover)]
            return f"{name(mover)} {'stayed on' if stays else 'went to'} {to}{_bag_work(action)}."
        case Pump(leak):
            square = after.runs[0][-1]
            return f"The captain pumped at {leak}: {square} is now {depth_of(after, square)} deep."
        case Bag(square):
            return f"The captain dropped a sandbag on {square}."
        case Unbag(square):
            return f"The captain removed a sandbag from {square}."
        case Flow(square):
            return f"The captain let the water on {square} run."


def _bag_work(walk: Walk) -> str:
    return {"": "", "+": " and dropped a sandbag there", "-": " and picked up a sandbag there"}[walk.bag]


def water_moved(after: CrackersView, action: CrackersAction) -> str:
    """What the water did besides in ``action``, as a sentence; empty if nothing."""
    if not after.runs or isinstance(action, Pump):
        return ""
    ways = listed(f"from {run[0]} to {run[-1]}" for run in after.runs)
    ends = sorted({run[-1] for run in after.runs})
    depths = listed(f"{square} is now {depth_of(after, square)} deep" for square in ends)
    return f"Water ran {ways}, and {depths}."


def depth_of(view: CrackersView, square: str) -> int:
    """The units of water on ``square``."""
    return view.water[view.grid.names.index(square)]


def _reached(stood: Sequence[str], water: Sequence[int], after: CrackersView) -> str:
    """Which crew members the water has reached where they stood."""
    wet = [
        name(seat)
        for seat, was, now in zip(CREW, stood, after.pawns, strict=True)
        if was == now and depth_of(after, now) == 1 and water[after.grid.names.index(was)] == 0
    ]
    return f"{listed(wet)} {'is' if len(wet) == 1 else 'are'} standing in it." if wet else ""
