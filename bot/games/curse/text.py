"""Captain's Curse in words: the sheet as text, descriptions, endings."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import counted, listed

from .actions import TREASURES
from .island import island
from .score import LEAST_UNSUNK, MOST_CROSSED, TITLES
from .view import Column, CurseView, Mark

LETTERS: Final = {
    "coin": "Co", "chest": "Ch", "barrel": "Ba", "bottle": "Bo", "gem": "Ge", "skull": "Sk",
}  # fmt: skip
GOALS: Final = (
    f"at most {MOST_CROSSED} crosses",
    "a perfect column",
    f"at least {LEAST_UNSUNK} spaces of land",
)


def text(view: CurseView) -> str:
    """The whole sheet: columns with (circled) and crossed-out values, spaces by treasure, lines and water.

    A looted space is in round brackets; a sunk one is left out of its row and listed as water.
    """
    rows = [" ".join(f"{LETTERS[column.treasure]:^3}" for column in view.columns).rstrip()]
    rows += [" ".join(_cell(column, row) for column in view.columns).rstrip() for row in range(6)]
    rows.append(" ".join(f"{points:^3}" for points in view.now.columns).rstrip())
    rows.append("")
    for treasure in TREASURES:
        spaces = [space.number for space in island().spaces if space.treasure == treasure]
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


def _cell(column: Column, row: int) -> str:
    value = column.values[row]
    return {"": f" {value} ", "circled": f"({value})", "crossed": " x "}[column.marks[row]]


def describe(view: CurseView) -> str:
    """The position in words, what changed first; enough to play by, in at most 1,024 characters."""
    parts = [happened(view)]
    if view.outcome is not None:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(waiting(view))
    parts.append(summary(view).replace(" ·", ";") + ".")
    over = view.outcome is not None
    parts.append("Columns: " + "; ".join(_column(column, over=over) for column in view.columns) + ".")
    if view.outcome is None:
        parts.append("Free: " + "; ".join(_free(view)) + ".")
        parts.append(f"Lines and the land that each would sink: {'; '.join(_lines(view))}.")
        parts.append(_doubles(view))
    return " ".join(part for part in parts if part)


def _lines(view: CurseView) -> list[str]:
    """The open lines with what each takes; those that cost no treasure say so."""
    looted = set(view.looted)
    return [
        f"{line.label} {_runs(line.takes)}{' (all looted)' if looted.issuperset(line.takes) else ''}"
        for line in view.lines
    ]


def _column(column: Column, *, over: bool = False) -> str:
    """A column's circled values, and those still to be had, or what they are worth in the end."""
    circled = _of(column, "circled")
    if over:
        points = sum(v for v, mark in zip(column.values, column.marks, strict=True) if mark == "circled")
        return f"{column.treasure} {circled}, worth {points}" if circled else f"{column.treasure} nothing"
    if column.complete:
        return f"{column.treasure} complete with {circled}"
    parts = [f"{circled} circled"] if circled else []
    if still := _of(column, "", "or"):
        parts.append(f"next {still}")
    return f"{column.treasure} {', '.join(parts) or 'without a circle'}"


def _of(column: Column, kind: Mark, last: str = "and") -> str:
    """A column's values of one kind, from the top: ``5 and 3``."""
    values = [str(value) for value, mark in zip(column.values, column.marks, strict=True) if mark == kind]
    return listed(values, last) if values else ""


def _free(view: CurseView) -> list[str]:
    """Each treasure's spaces that can still be looted."""
    gone = {*view.looted, *view.sunk}
    rows = []
    for treasure in TREASURES:
        spaces = [
            str(space.number)
            for space in island().spaces
            if space.treasure == treasure and space.number not in gone
        ]
        rows.append(f"{treasure} {' '.join(spaces) or 'none'}")
    return rows


def _runs(numbers: tuple[int, ...]) -> str:
    """Ascending numbers, neighbours drawn together: 3-5 9."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def name(number: int) -> str:
    """The name of a space."""
    return island().spaces[number - 1].name


def happened(view: CurseView) -> str:
    """The latest turn in a sentence or two; empty before the first."""
    last = view.last
    if not last.die:
        return ""
    if last.die == "pass":
        told = "Last: a pass."
    else:
        told = f"Last: {last.die} as {last.value}, {name(last.looted)} ({last.looted}) looted."
    if last.abandoned:
        told += f" Abandoned: {', '.join(map(str, last.abandoned))}."
    if last.sunk:
        told += f" Line {last.line} sank {_runs(last.sunk)}."
    return told


def waiting(view: CurseView) -> str:
    """What the pirate has to decide."""
    if view.dice is None:
        return "The dice are about to be rolled."
    white, black = view.dice
    if view.phase == "sink":
        return "The curse strikes: choose a line to sink."
    told = f"The dice: white {white}, black {black}."
    if view.fresh:
        return f"{told} The first doubles of {white}s: the pirate takes the black die, and land sinks."
    told += f" Doubles of {white}s again." if white == black else ""
    told += " The pirate takes a die and loots; taking the black one sinks part of the island."
    return told + (f" {_charms(view)} to change a die by one." if view.charms and white != black else "")


def _charms(view: CurseView) -> str:
    return f"{view.charms or 'No'} charm{'' if view.charms == 1 else 's'}"


def _doubles(view: CurseView) -> str:
    """Which doubles were rolled, and the charms that are left of them; empty before the first."""
    rolled = [str(value) for value, mark in enumerate(view.doubles, 1) if mark]
    return f"Doubles rolled so far: {listed(rolled)}; {_charms(view).lower()} left." if rolled else ""


def headline(view: CurseView) -> str:
    """Where the game stands."""
    if view.outcome is not None:
        return f"Over after {counted(view.turn, 'turn')}"
    return f"Turn {max(view.turn, 1)}"


def summary(view: CurseView) -> str:
    """The running score, and what the end would bring now."""
    land = f"{view.now.unsunk} of {len(island().spaces)} spaces above water"
    crosses = f"{counted(view.now.crossed, 'cross')}"
    if view.outcome is not None:
        return f"Score {view.end.total} · {crosses} · {land}"
    title = f" ({view.end.title})" if view.end.title else ""
    return f"Score {view.now.total} · if it ended now {view.end.total}{title} · {crosses} · {land}"


def ending(view: CurseView) -> str:
    """Why the game ended and what it brought."""
    assert view.outcome is not None
    why = {
        "columns": "All six columns are complete.",
        "looted": "No treasure is left to loot.",
        "sunk": "The whole island has sunk, and the loot with it.",
    }[view.outcome.reason]
    total = view.end.total
    if view.outcome.reason == "sunk":
        return f"{why} The pirate is lost."
    met = [goal for goal, reached in zip(GOALS, view.end.goals, strict=True) if reached]
    goals = f"Goals: {listed(met)}." if met else "No goal was met."
    if not view.end.title:
        return f"{why} {total} points are short of the {TITLES[-1][1]} that a Cabin Boy needs. {goals}"
    return f"{why} {total} points make the pirate a {view.end.title}. {goals}"


def page_for(view: CurseView) -> str:
    """The rule book's page for the present phase."""
    if view.phase == "sink":
        return "sinking"
    if view.phase == "over":
        return "score"
    if view.dice is not None and view.dice[0] == view.dice[1]:
        return "doubles"
    return "turn"
