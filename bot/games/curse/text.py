"""Captain's Curse in words: the sheet as text, descriptions, turns, endings."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import counted, listed, plural, written

from .actions import BLACK, DICE, TREASURES, CurseAction, Loot, Pass, Roll, Sink
from .island import Space, numbers
from .score import TITLES
from .view import LEAST_UNSUNK, MOST_CROSSED, Column, CurseView, Mark

CELLS: Final[dict[Mark, str]] = {"": " {} ", "circled": "({})", "crossed": " x "}
GOALS: Final = (
    f"at most {MOST_CROSSED} crosses",
    "a perfect column",
    f"at least {LEAST_UNSUNK} spaces above water",
)


def text(view: CurseView) -> str:
    """The whole sheet: columns with (circled) and crossed-out values, spaces by treasure, water, open lines.

    A looted space is in brackets; a sunk one is listed as water.
    """
    rows = [" ".join(f"{column.treasure[:2].title():^3}" for column in view.columns).rstrip()]
    rows += [
        " ".join(CELLS[column.marks[row]].format(column.values[row]) for column in view.columns).rstrip()
        for row in range(6)
    ]
    rows.append(" ".join(f"{points:^3}" for points in view.now.columns).rstrip())
    rows.append("")
    for treasure in TREASURES:
        spaces = [space.number for space in view.sheet.spaces if space.treasure == treasure]
        shown = [
            f"({number})" if number in view.looted else f"{number}"
            for number in spaces
            if number not in view.sunk
        ]
        rows.append(f"{treasure:<7}{' '.join(shown) or '-'}")
    rows.append(f"{'water':<7}{_runs(view.sunk) or '-'}")
    rows += [f"line {line.label} {_runs(line.takes)}" for line in view.lines]
    charms = "".join(
        {"": ".", "charm": str(value), "spent": "x"}[mark] for value, mark in enumerate(view.doubles, 1)
    )
    dice = "-" if view.dice is None else f"white {view.dice[0]} black {view.dice[1]}"
    rows += ["", f"dice {dice} · doubles {charms} · score {view.now.total} · end {view.end.total}"]
    return "\n".join(rows)


def describe(view: CurseView) -> str:
    """The position in words, what changed first."""
    parts = [happened(view)]
    if view.outcome is not None:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(waiting(view))
    crosses, land = counted(view.now.crossed, "cross"), f"{view.now.unsunk} of {len(view.sheet.spaces)}"
    parts.append(f"Score: {written(view.now.total)}.")
    if view.to_act:
        parts.append(f"{summary(view)}.")
    parts.append(f"{crosses}; {land} spaces dry.")
    over = view.outcome is not None
    parts.append("Columns: " + "; ".join(_column(column, over=over) for column in view.columns) + ".")
    if view.to_act:
        free = (
            f"{treasure} {' '.join(str(space.number) for space in free_spaces(view, treasure)) or 'none'}"
            for treasure in TREASURES
        )
        parts.append("Still to loot: " + "; ".join(free) + ".")
        parts.append(f"Open lines and what each would sink: {'; '.join(_lines(view))}.")
        parts.append(_doubles(view))
    return " ".join(part for part in parts if part)


def _lines(view: CurseView) -> list[str]:
    """The open lines with the land that each takes."""
    looted = set(view.looted)
    return [
        f"{line.label} {_runs(line.takes)}{' (all looted)' if looted.issuperset(line.takes) else ''}"
        for line in view.lines
    ]


def _column(column: Column, *, over: bool) -> str:
    """A column's circled values, and those still open, or what they are worth in the end."""
    circled = listed(values_marked(column, "circled"))
    if over:
        points = sum(map(int, values_marked(column, "circled")))
        return f"{column.treasure} {circled}, worth {points}" if circled else f"{column.treasure} nothing"
    if column.complete:
        return f"{column.treasure} complete with {circled}"
    parts = [f"{circled} circled"] if circled else []
    if still := values_marked(column, ""):
        parts.append(f"next {listed(still, 'or')}")
    return f"{column.treasure} {', '.join(parts)}"


def values_marked(column: Column, kind: Mark) -> list[str]:
    """A column's values with one kind of mark, from the top."""
    return [str(value) for value, mark in zip(column.values, column.marks, strict=True) if mark == kind]


def free_spaces(view: CurseView, treasure: str) -> list[Space]:
    """The spaces with ``treasure`` that can still be looted."""
    gone = {*view.looted, *view.sunk}
    return [space for space in view.sheet.spaces if space.treasure == treasure and space.number not in gone]


def _runs(spaces: tuple[int, ...]) -> str:
    """Ascending numbers, with runs joined: “3-5 9”."""
    runs: list[list[int]] = []
    for number in spaces:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def name(view: CurseView, number: int) -> str:
    """The name of a space."""
    return view.sheet.spaces[number - 1].name


def place(view: CurseView, number: int) -> str:
    """A space by name and number, such as “Rumwash (2)”."""
    return f"{name(view, number)} ({number})"


def gates(view: CurseView, label: str) -> str:
    """What has to sink before this line is open (“Rumwash (2) has”); empty if no land is left beyond it."""
    line = view.sheet.by_label[label]
    left, missing = (
        [number for number in numbers(bits) if number not in view.sunk] for bits in (line.extent, line.gates)
    )
    if not left or not missing:
        return ""
    return f"{listed(place(view, each) for each in missing)} {'has' if len(missing) == 1 else 'have'}"


def fitting(view: CurseView, value: int) -> list[str]:
    """The treasures in whose columns ``value`` has a legal placement (ruling 5)."""
    return [
        column.treasure
        for column in view.columns
        if str(value) in values_marked(column, "") and free_spaces(view, column.treasure)
    ]


def value_of(view: CurseView, taken: str) -> int:
    """The value of a die as it is taken, such as ``black-1``."""
    assert view.dice is not None
    die, change = DICE[taken]
    return (view.dice[die == BLACK] - 1 + change) % 6 + 1


def skipped(view: CurseView, value: int, treasure: str) -> int:
    """How many open values of a column are skipped by placing ``value``."""
    column = view.columns[TREASURES.index(treasure)]
    return sum(not mark for mark in column.marks[: column.values.index(value)])


def happened(view: CurseView) -> str:
    """The latest turn in a few sentences; empty before the first."""
    last = view.last
    if not last.die:
        return ""
    if last.die == "pass":
        told = "The pirate passed."
    else:
        colour, change = DICE[last.die]
        die = f"{colour} die as a {last.value}, using a charm," if change else f"{colour} {last.value}"
        told = f"The pirate took the {die} and looted {place(view, last.looted)}."
    if last.abandoned:
        told += f" Abandoned: {', '.join(map(str, last.abandoned))}."
    if last.sunk:
        told += f" Line {last.line} sank {plural(len(last.sunk), 'space', 'spaces')} {_runs(last.sunk)}."
    return told


def waiting(view: CurseView) -> str:
    """What the pirate has to decide."""
    if view.dice is None:
        return "The dice are about to be rolled."
    white, black = view.dice
    if view.phase == "sink":
        return "The curse strikes: choose a line to sink."
    told = f"The dice: white {white}, black {black}."
    if not any(fitting(view, value) for value in view.dice):
        told += " Neither die fits anywhere, so you can pass, and land sinks."
    elif view.fresh:
        told += f" These are the first double {white}s, so you have to take the black die, and land sinks."
    else:
        told += f" Double {white}s again." if white == black else ""
        told += " Take a die and loot a space. The black die also sinks part of the island."
    if view.charms and white != black:
        told += plural(
            view.charms,
            " You have 1 charm, which can change a die by one.",
            f" You have {view.charms} charms, and each can change a die by one.",
        )
    return told


def narrate(view: CurseView, action: CurseAction, who: str) -> str:
    """``action``, about to be played, in a few sentences; ``who`` is You or The pirate."""
    match action:
        case Roll(white, black):
            if white != black:
                return f"The dice show white {white} and black {black}."
            if view.doubles[white - 1]:
                return f"Double {white}s again, so either die is allowed."
            return f"Your first double {white}s earn a charm, but you can use only the black die."
        case Loot():
            return _looted(view, action, who)
        case Pass():
            return f"Neither die was any use. {who} passed."
        case Sink(label):
            names = [place(view, each) for each in view.takes(label)]
            if len(names) <= 4:
                return f"Line {label} sank {listed(names)}."
            return f"Line {label} sank {len(names)} spaces, including {listed(names[:3])}."


def die_of(view: CurseView, loot: Loot) -> str:
    """The die that is taken, inside a sentence, and what a charm makes of it."""
    rolled = f"the {loot.die} {value_of(view, loot.die)}"
    return f"{rolled} as a {value_of(view, loot.taken)}, using a charm," if loot.change else rolled


def _looted(view: CurseView, loot: Loot, who: str) -> str:
    value, column = value_of(view, loot.taken), view.columns[TREASURES.index(loot.treasure)]
    told = f"{who} took {die_of(view, loot)} and looted the {loot.treasure} at {place(view, loot.space)}."
    if count := skipped(view, value, loot.treasure):
        told += " 1 value was skipped." if count == 1 else f" {count} values were skipped."
    if value == column.values[-1]:
        told += f" The {loot.treasure} column is complete."
    return told


def _doubles(view: CurseView) -> str:
    """Which doubles were rolled, and the charms that are left; empty before the first."""
    rolled = [str(value) for value, mark in enumerate(view.doubles, 1) if mark]
    charms = counted(view.charms, "charm") if view.charms else "no charms"
    return f"Doubles so far: {listed(rolled)}; {charms} left." if rolled else ""


def headline(view: CurseView) -> str:
    """Where the game stands."""
    if view.outcome is not None:
        return f"Finished after {counted(view.turn, 'turn')}"
    return f"Turn {max(view.turn, 1)}"


def summary(view: CurseView) -> str:
    """The score if the game ended here, while there's more to come."""
    title = f" ({view.end.title})" if view.end.title else ""
    return f"Score if it ended now: {written(view.end.total)}{title}" if view.to_act else ""


def aim(view: CurseView) -> str:
    """What to do and what for."""
    if view.phase == "sink":
        return "Choose what sinks. What’s under water can’t be looted any more."
    return (
        "Circle the number of one die in a column, and loot that treasure. You need "
        f"{TITLES[-1][1]} points, and the black die sinks land."
    )


def ending(view: CurseView) -> str:
    """The score and the title first, as a picture's banner has room for little more; why it ended; goals."""
    assert view.outcome is not None
    why = {
        "columns": "All six columns are complete.",
        "looted": "There’s nothing left to loot.",
        "sunk": "The whole island has sunk, and the pirate is lost with all the loot.",
    }[view.outcome.reason]
    if view.outcome.reason == "sunk":
        return why
    total, (lowest, least, _) = view.end.total, TITLES[-1]
    met = [goal for goal, reached in zip(GOALS, view.end.goals, strict=True) if reached]
    goals = f"Goals met: {listed(met)}." if met else "No goals met."
    if total < least:
        return f"{written(total)} points: {least - total} short of {lowest} ({least}). {why} {goals}"
    return f"{total} points earn the title of {view.end.title}. {why} {goals}"
