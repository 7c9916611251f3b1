"""Drown, Captain Crackers! in words: diagrams, descriptions, what the water did, endings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final

from bot.games.core import MAX_DESCRIPTION, Options, Seat
from bot.languages import gettext, gettext_noop, listed, ngettext, parted, pgettext

from .actions import CAPTAIN, CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk, letter_of, name_of, parse
from .board import HIGHEST, USUAL, layout, possible
from .flooding import can_deepen, dams
from .turns import left_in_words
from .view import CrackersView
from .walking import DROWNING, within_reach

NEAR: Final = 10
"""A number of rounds is near an even one if it is off by no more than one in so many."""
STANDS: Final = gettext_noop(
    {
        "": "{who} is on {square}.",
        "+": "{who} dropped a bag on {square}.",
        "-": "{who} picked up a bag on {square}.",
    }
)
STAYED: Final = STANDS | {"": gettext_noop("{who} stayed.")}
WENT: Final = STANDS | {"": gettext_noop("{who} went to {square}.")}
"""What a crew member did, by its work with sandbags."""
DANGERS: Final = gettext_noop(
    {
        "drowned": "{who} has drowned.",
        "cut off": "{who} is cut off from the pod.",
        "one square": "The captain can cut {who} off in one turn: {squares} only has to get {depth} deep.",
    }
)
"""What threatens a crew member besides standing in water."""


def name(seat: Seat) -> str:
    """``seat`` inside a sentence: Red, Yellow, Blue, the captain."""
    return pgettext("in a sentence", "the captain") if seat == CAPTAIN else name_of(seat)


def text(view: CrackersView) -> str:
    """The station as a diagram with a legend; a cell is such as ``!2~1R``: place, sandbags, water, crew."""
    places = {view.pod: "p", view.control: "c", **dict.fromkeys(view.leaks, "!")}

    def cell(square: int) -> str:
        named = view.grid.names[square]
        sand, water = view.sand[square], view.water[square]
        heights = (str(sand) if sand else "") + (f"~{water}" if water else "")
        here = [seat for seat, pawn in zip(CREW, view.pawns, strict=True) if pawn == named]
        crew = "&" if len(here) > 1 else letter_of(here[0]) if here else ""
        return places.get(named, "") + (heights or ("" if named in places else ".")) + crew

    legend = gettext(
        "p pod · c control room · ! leak · 2 sandbags · ~1 water · {letters} crew · & several",
        letters=" ".join(letter_of(seat) for seat in CREW),
    )
    return f"{view.grid.diagram(cell)}\n{legend}\n{' · '.join(_crew(view))}"


def _crew(view: CrackersView) -> list[str]:
    """Where each of the crew stands."""
    return [f"{name_of(seat)} {pawn}" for seat, pawn in zip(CREW, view.pawns, strict=True)]


def describe(view: CrackersView) -> str:
    """The position in words, what changed first."""
    parts = [_changed(view)]
    if view.outcome:
        parts.append(ending(view))
    else:
        parts += [_turn(view) if view.to_act else "", dangers_in_words(view)]
    parts.append(gettext("Crew: {crew}.", crew=", ".join(_crew(view))))
    parts.append(
        ngettext(
            "The station is {files} by {ranks} squares, with the pod on {pod}, the control room on {control} "
            "and a leak on {leaks}.",
            "The station is {files} by {ranks} squares, with the pod on {pod}, the control room on {control} "
            "and leaks on {leaks}.",
            len(view.leaks),
            files=view.files,
            ranks=view.ranks,
            pod=view.pod,
            control=view.control,
            leaks=listed(view.leaks),
        )
    )
    for spell in (", ".join, _compact):
        heights = (
            gettext(
                "Water: {heights}.",
                heights=_heights(gettext_noop("{height} deep on {squares}"), view, view.water, spell),
            ),
            gettext(
                "Sandbags: {heights}.",
                heights=_heights(gettext_noop("{height} on {squares}"), view, view.sand, spell),
            ),
        )
        whole = " ".join(part for part in (*parts, *heights) if part)
        if len(whole) <= MAX_DESCRIPTION:
            return whole
    return whole[: MAX_DESCRIPTION - 1] + "…"


def _changed(view: CrackersView) -> str:
    if view.last is None:
        return gettext("The station is dry.")
    seat, played = view.last
    action = parse(played)
    if isinstance(action, Walk):
        told = gettext(STANDS[action.bag], who=name(seat), square=action.to)
    else:
        told = _deed(seat, view.pawns, view, action)
    return f"{told} {water_moved(view, action)}".rstrip()


def _turn(view: CrackersView) -> str:
    match view.phase:
        case "settle":
            return gettext("Water has to run, and the captain chooses where.")
        case "captain":
            return gettext(
                "It’s the captain’s turn. What’s left: {left}.", left=left_in_words(possible(view))
            )
        case _:
            return gettext("{who} can move, and drop or pick up a sandbag.", who=name_of(view.mover))


def dangers_in_words(view: CrackersView, before: CrackersView | None = None) -> str:
    """Who is in danger, and whether the pod is, in sentences; empty when nobody is.

    What the captain can't bring about in one turn isn't a danger yet. What was the same ``before``, and can't
    be helped, is told in few words.
    """
    wading = [name(danger.seat) for danger in view.dangers if "wet" in danger.threats]
    told = [_wading(wading)] if wading else []
    blocking = DROWNING if view.wade else 1
    for danger in view.dangers:
        near = [each for each in danger.straits if can_deepen(view, each, blocking)]
        told += [
            gettext(DANGERS[threat], who=name(danger.seat), squares=listed(near[:3], "or"), depth=blocking)
            for threat in danger.threats
            if threat != "wet" and (threat != "one square" or near)
        ]
    if flooding := _flooding(view):
        known = before is not None and flooding == _flooding(before) and not _dams_within_reach(view)
        told.append(gettext("The captain can still flood the pod.") if known else flooding)
    return " ".join(told)


def _dams_within_reach(view: CrackersView) -> list[str]:
    """Where whoever is to move could drop a sandbag that keeps the captain from flooding the pod."""
    if view.phase != "crew":
        return []
    start = view.grid.read(view.pawns[CREW.index(view.mover)])
    reached = {view.grid.names[each] for each in within_reach(view.grid.orthogonal, view.water, start)}
    return [each for each in dams(view, view.pod, DROWNING) if each in reached]


def _flooding(view: CrackersView) -> str:
    """That the captain can flood the pod, and what whoever is to move can do about it; empty if he can't."""
    if depth_of(view, view.pod) != 1 or not can_deepen(view, view.pod, DROWNING):
        return ""
    if view.phase == "crew":
        if not dams(view, view.pod, DROWNING):
            return gettext(
                "The captain can flood the pod in one turn, and no single sandbag near it stops him. He may "
                "miss it."
            )
        if best := _dams_within_reach(view):
            return gettext(
                "The captain can flood the pod in one turn. A sandbag on {squares} stops him.",
                squares=listed(best[:3], "or"),
            )
    return gettext("The captain can flood the pod in one turn: it’s 1 deep, and 2 floods it.")


def _wading(crew: Sequence[str]) -> str:
    return ngettext(
        "{crew} is standing in water.", "{crew} are standing in water.", len(crew), crew=listed(crew)
    )


def _heights(
    told: str, view: CrackersView, heights: Sequence[int], spell: Callable[[Sequence[str]], str]
) -> str:
    squares: dict[int, list[str]] = defaultdict(list)
    for square, height in enumerate(heights):
        if height:
            squares[height].append(view.grid.names[square])
    return parted(
        gettext(told, height=height, squares=spell(squares[height]))
        for height in sorted(squares, reverse=True)
    ) or pgettext("squares", "none")


def _compact(squares: Sequence[str]) -> str:
    """Squares by column, such as ``a1 2 3, c5``."""
    columns: dict[str, list[str]] = defaultdict(list)
    for square in squares:
        columns[square[0]].append(square[1:])
    return ", ".join(f"{column}{' '.join(rows)}" for column, rows in columns.items())


def headline(view: CrackersView) -> str:
    """Where the game stands."""
    if view.outcome:
        return gettext("Finished in round {round} of {rounds}", round=view.round, rounds=view.rounds)
    return gettext("Round {round} of {rounds}", round=view.round, rounds=view.rounds)


def moment(view: CrackersView) -> str:
    """The round, and whose turn it is in it: people don't count each other's moves."""
    return gettext("Round {round}, {who}", round=view.round, who=name_of(view.mover))


def summary(view: CrackersView) -> str:
    """Who is in danger, and what the arrows on the picture are; empty once the game is over."""
    return _summary(view)


def summary_since(before: CrackersView, view: CrackersView) -> str:
    """The same for whoever has read that of ``before``."""
    return _summary(view, before)


def _summary(view: CrackersView, before: CrackersView | None = None) -> str:
    if not view.to_act:
        return ""
    arrows = any(len(danger.way) > 1 for danger in view.dangers)
    led = gettext("The arrows lead to the pod.") if arrows else ""
    return f"{dangers_in_words(view, before)} {led}".rstrip()


def length(options: Options) -> str:
    """How many rounds a game has."""
    rounds = int(options["rounds"] or layout(str(options["board"])).rounds)
    return ngettext("{number} round at most", "{number} rounds at most", rounds)


def unrated(options: Options, levels: Sequence[str]) -> str:
    """Why the number of rounds keeps a game from being rated; empty if it is near an even one."""
    sheet = layout(options["board"])
    rounds, even = options["rounds"] or sheet.rounds, sheet.even_between[options["path"]]
    numbers = sorted({even.get(level, even[USUAL]) for level in levels or (USUAL,)})
    if any(abs(rounds - each) <= each // NEAR for each in numbers):
        return ""
    ranges = (f"{each - each // NEAR}–{each + each // NEAR}" for each in numbers)
    told = gettext_noop(
        "This game isn’t rated, because {rounds} rounds favour the captain. Rated games on this board have "
        "{numbers} rounds."
        if rounds > min(numbers, key=lambda each: abs(rounds - each))
        else "This game isn’t rated, because {rounds} rounds favour the crew. Rated games on this board have "
        "{numbers} rounds."
    )
    return gettext(told, rounds=rounds, numbers=listed(ranges, "or"))


def aim(view: CrackersView) -> str:
    """What for."""
    match view.phase:
        case "settle":
            return gettext("Choose where the water runs.")
        case "captain":
            return gettext(
                "You’re the captain: let in water, and build dams to steer it. You win if somebody or the "
                "pod is in water 2 deep, or somebody is cut off. Lesson 4 of `/learn` shows how."
            )
        case _:
            return gettext(
                "Pick a column to walk to, and drop a sandbag. Hold out against the captain until round "
                "{round} ends. You lose if the pod ({pod}) or one of you is in water 2 deep, or if somebody "
                "can’t reach the pod.",
                round=view.rounds,
                pod=view.pod,
            )


def ending(view: CrackersView) -> str:
    """Why the game ended (ruling 8)."""
    assert view.outcome is not None
    facts = {"round": view.round, "rounds": view.rounds, "pod": view.pod, "control": view.control}
    reason = view.outcome.reason
    lost = [
        gettext("{who} on {square}", who=name(danger.seat), square=view.pawns[CREW.index(danger.seat)])
        for danger in view.dangers
        if reason in danger.threats
    ]
    match reason:
        case "drowned":
            return ngettext(
                "The captain wins in round {round} of {rounds}: {crew} drowned.",
                "The captain wins in round {round} of {rounds}: {crew} drowned.",
                len(lost),
                crew=listed(lost),
                **facts,
            )
        case "pod flooded":
            return gettext(
                "The captain wins in round {round} of {rounds}: the escape pod on {pod} is flooded.", **facts
            )
        case "cut off":
            return ngettext(
                "The captain wins in round {round} of {rounds}: {crew} is cut off from the escape pod on "
                "{pod}.",
                "The captain wins in round {round} of {rounds}: {crew} are cut off from the escape pod on "
                "{pod}.",
                len(lost),
                crew=listed(lost),
                **facts,
            )
        case "captain drowned":
            return gettext(
                "The crew wins in round {round} of {rounds}: Captain Crackers drowned in the control room on "
                "{control}.",
                **facts,
            )
        case _:
            return ngettext(
                "The crew wins: they held out for the only round, and the pod is ready.",
                "The crew wins: they held out for all {number} rounds, and the pod is ready.",
                view.rounds,
            )


def tell(mover: Seat, stood: Sequence[str], after: CrackersView, action: CrackersAction) -> str:
    """``action`` of ``mover``, which led to ``after``, in a few sentences; the summary tells the dangers.

    ``stood`` is where the crew was before.
    """
    parts = [_deed(mover, stood, after, action), water_moved(after, action)]
    if after.phase == "settle":
        parts.append(gettext("Water has to run, and the captain chooses where."))
    return " ".join(part for part in parts if part)


def _deed(mover: Seat, stood: Sequence[str], after: CrackersView, action: CrackersAction) -> str:
    match action:
        case Walk(to, bag):
            told = (STAYED if to == stood[CREW.index(mover)] else WENT)[bag]
            if bag == "+" and after.sand[after.grid.numbers[to]] == HIGHEST:
                told = gettext_noop("{who} dropped a third bag on {square}, so it’s full.")
            return gettext(told, who=name(mover), square=to)
        case Pump(leak):
            square = after.runs[0][-1]
            return gettext(
                "Pump at {leak}: {square} is {depth} deep.",
                leak=leak,
                square=square,
                depth=depth_of(after, square),
            )
        case Bag(square):
            return gettext("The captain dropped a bag on {square}.", square=square)
        case Unbag(square):
            return gettext("The captain removed a bag from {square}.", square=square)
        case Flow(square):
            return gettext("The captain let the water on {square} run.", square=square)


def water_moved(after: CrackersView, action: CrackersAction) -> str:
    """What the water did besides in ``action``, in sentences; empty if nothing."""
    if isinstance(action, Pump):
        return ""
    # How deep it is at an end is said once.
    final = {run[-1]: number for number, run in enumerate(after.runs)}
    return " ".join(
        gettext(
            "Water ran from {start} to {end}, and {end} is now {depth} deep."
            if final[end] == number
            else "Water ran from {start} to {end}.",
            start=start,
            end=end,
            depth=depth_of(after, end),
        )
        for number, (start, *_, end) in enumerate(after.runs)
    )


def depth_of(view: CrackersView, square: str) -> int:
    """The units of water on ``square``."""
    return view.water[view.grid.names.index(square)]
