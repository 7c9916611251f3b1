"""Captain's Curse in words: the sheet as text, descriptions, turns, endings."""

from __future__ import annotations

from typing import Final

from bot.games.core import turn_headline
from bot.languages import gettext, gettext_noop, labelled, listed, ngettext, parted, pgettext, some, written

from .actions import BLACK, DICE, SPACES, TREASURES, WHITE, CurseAction, Loot, Pass, Roll, Sink
from .island import Space, numbers
from .score import TITLES
from .view import LEAST_UNSUNK, MOST_CROSSED, Column, CurseView, Mark, OpenLine

CELLS: Final[dict[Mark, str]] = {"": " {} ", "circled": "({})", "crossed": " x "}
NAMES: Final = gettext_noop(
    {
        "pirate": "Pirate",
        "coin": "Coin",
        "chest": "Chest",
        "barrel": "Barrel",
        "bottle": "Bottle",
        "gem": "Gem",
        "skull": "Skull",
    }
)
COLUMNS: Final = gettext_noop(
    {
        "coin": "coin column",
        "chest": "chest column",
        "barrel": "barrel column",
        "bottle": "bottle column",
        "gem": "gem column",
        "skull": "skull column",
    }
)
LOOT: Final = gettext_noop(
    {
        "coin": "the coin in space {space}",
        "chest": "the chest in space {space}",
        "barrel": "the barrel in space {space}",
        "bottle": "the bottle in space {space}",
        "gem": "the gem in space {space}",
        "skull": "the skull in space {space}",
    }
)
"""What is looted, after “looted” or “for”."""
TAKEN: Final = gettext_noop({WHITE: "the white {value}", BLACK: "the black {value}"})
"""The die that is taken, as it was rolled."""
DROWNS: Final = "⚠️"
"""The sign of a line that gives up the goal of land."""
FIRST: Final = 3
"""Turns in which it's told when the game ends."""
NAMED: Final = 3
"""Spaces of a line that a sentence names."""
ROLLED: Final = gettext_noop({WHITE: "White {rolled}", BLACK: "Black {rolled}"})
ENDINGS: Final = gettext_noop(
    {
        "columns": "All six columns are complete.",
        "looted": "There’s nothing left to loot.",
        "sunk": "You lost: the whole island has sunk, and you with it, loot and all.",
    }
)


def name_of(key: str) -> str:
    """A seat or a treasure, by itself."""
    return gettext(NAMES[key])


def inside(treasure: str) -> str:
    """A treasure inside a sentence."""
    return gettext(treasure)


def column_named(treasure: str) -> str:
    """The column of a treasure inside a sentence."""
    return gettext(COLUMNS[treasure])


def text(view: CurseView) -> str:
    """The whole sheet: columns with (circled) and crossed-out values, spaces by treasure, water, open lines.

    A looted space is in brackets; a sunk one is listed as water.
    """
    rows = [" ".join(f"{name_of(column.treasure)[:2]:^3}" for column in view.columns).rstrip()]
    rows += [
        " ".join(CELLS[column.marks[row]].format(column.values[row]) for column in view.columns).rstrip()
        for row in range(6)
    ]
    rows.append(" ".join(f"{points:^3}" for points in view.now.columns).rstrip())
    rows.append("")
    water = gettext("water")
    width = max(map(len, (water, *map(inside, TREASURES)))) + 1
    for treasure in TREASURES:
        spaces = [space.number for space in view.sheet.spaces if space.treasure == treasure]
        shown = [
            f"({number})" if number in view.looted else f"{number}"
            for number in spaces
            if number not in view.sunk
        ]
        rows.append(f"{inside(treasure):<{width}}{' '.join(shown) or '-'}")
    rows.append(f"{water:<{width}}{' '.join(runs(view.sunk)) or '-'}")
    rows += [
        gettext("line {line} {spaces}", line=line.label, spaces=" ".join(runs(line.takes)))
        for line in view.lines
    ]
    charms = "".join(
        {"": ".", "charm": str(value), "spent": "x"}[mark] for value, mark in enumerate(view.doubles, 1)
    )
    dice = "-"
    if view.dice is not None:
        dice = gettext("white {white} black {black}", white=view.dice[0], black=view.dice[1])
    score = {"dice": dice, "doubles": charms, "score": (view.now if view.outcome is None else view.end).total}
    if view.outcome is None:
        told = gettext("dice {dice} · doubles {doubles} · score so far {score}", **score)
    else:
        told = gettext("dice {dice} · doubles {doubles} · final score {score}", **score)
    rows += ["", told]
    return "\n".join(rows)


def describe(view: CurseView) -> str:
    """The position in words, what changed first."""
    parts = [happened(view)]
    if view.outcome is not None:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(waiting(view))
    score, end = written(view.now.total), written(view.end.total)
    if view.outcome is not None:
        parts.append(gettext("Score: {score}.", score=end))
    elif view.end.title:
        title = gettext(view.end.title)
        parts.append(
            gettext(
                "Score so far: {score}, or {points} if it ended now ({title}).",
                score=score,
                points=end,
                title=title,
            )
        )
    else:
        parts.append(gettext("Score so far: {score}, or {points} if it ended now.", score=score, points=end))
    if view.to_act:
        parts.append(summary(view))
    parts.append(
        gettext(
            "Crosses: {number}. Spaces above water: {land} of {spaces}.",
            number=view.now.crossed,
            land=view.now.unsunk,
            spaces=len(view.sheet.spaces),
        )
    )
    over = view.outcome is not None
    columns = parted(_column(column, over=over) for column in view.columns)
    parts.append(gettext("Columns: {columns}.", columns=columns))
    if view.to_act:
        none = pgettext("spaces", "none")
        free = (
            f"{inside(each)} {' '.join(str(space.number) for space in free_spaces(view, each)) or none}"
            for each in TREASURES
        )
        parts.append(gettext("Still to loot: {spaces}.", spaces=parted(free)))
        lines = parted(_lines(view))
        parts.append(gettext("Open lines and what each would sink: {lines}.", lines=lines))
        parts.append(_doubles(view))
    return " ".join(part for part in parts if part)


def _lines(view: CurseView) -> list[str]:
    """The open lines with the land that each takes."""
    looted = set(view.looted)
    return [
        gettext(
            "{line} {spaces} ({already})",
            line=line.label,
            spaces=" ".join(runs(line.takes)),
            already=already(view, line.takes),
        )
        if looted.issuperset(line.takes)
        else f"{line.label} {' '.join(runs(line.takes))}"
        for line in view.lines
    ]


def _column(column: Column, *, over: bool) -> str:
    """A column's circled values, and those still open, or what they are worth in the end."""
    treasure, circled = inside(column.treasure), listed(values_marked(column, "circled"))
    if over:
        return gettext(
            "{treasure} {values}, worth {points}" if circled else "{treasure} nothing",
            treasure=treasure,
            values=circled,
            points=sum(map(int, values_marked(column, "circled"))),
        )
    if column.complete:
        return gettext("{treasure} complete with {values}", treasure=treasure, values=circled)
    parts = [gettext("{values} circled", values=circled)] if circled else []
    if still := values_marked(column, ""):
        parts.append(gettext("next {values}", values=listed(still, "or")))
    return f"{treasure} {', '.join(parts)}"


def values_marked(column: Column, kind: Mark) -> list[str]:
    """A column's values with one kind of mark, from the top."""
    return [str(value) for value, mark in zip(column.values, column.marks, strict=True) if mark == kind]


def free_spaces(view: CurseView, treasure: str) -> list[Space]:
    """The spaces with ``treasure`` that can still be looted."""
    gone = {*view.looted, *view.sunk}
    return [space for space in view.sheet.by_treasure[treasure] if space.number not in gone]


def runs(spaces: tuple[int, ...]) -> list[str]:
    """Ascending numbers, with runs joined by a hyphen at which no line breaks: “3-5”, “9”."""
    found: list[list[int]] = []
    for number in spaces:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [f"{run[0]}\N{NON-BREAKING HYPHEN}{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in found]


def spaces_named(spaces: tuple[int, ...], most: int = SPACES) -> str:
    """Spaces inside a sentence, after what sinks them: “space 9”, “spaces 3-5 and 9”; at most so many."""
    told = listed(some(runs(spaces), most))
    return ngettext("space {spaces}", "spaces {spaces}", len(spaces), spaces=told)


def name(view: CurseView, number: int) -> str:
    """The name of a space."""
    return view.sheet.spaces[number - 1].name


def lost_with(view: CurseView, label: str) -> list[str]:
    """The treasures that could still be looted beyond an open line, by space."""
    return [view.sheet.spaces[each - 1].treasure for each in view.takes(label) if each not in view.looted]


def smallest(view: CurseView, space: int) -> OpenLine | None:
    """The open line that takes a space now, with the least land; None if none does."""
    lines = [line for line in view.lines if space in line.takes]
    return min(lines, key=lambda line: len(line.takes), default=None)


def first_to_take(view: CurseView, space: int) -> OpenLine | None:
    """The smallest open line that takes a space, if larger ones take the others of its kind."""
    alike = free_spaces(view, view.sheet.spaces[space - 1].treasure)
    others = [each.number for each in alike if each.number != space]
    found = smallest(view, space)
    sooner = [line for each in others if (line := smallest(view, each))]
    if found is None or not others or any(len(line.takes) <= len(found.takes) for line in sooner):
        return None
    return found


def already(view: CurseView, takes: tuple[int, ...]) -> str:
    """Why nothing is lost with spaces that are all marked."""
    abandoned = {*takes} & {*view.abandoned}
    if not abandoned:
        return gettext("looted already")
    if abandoned.issuperset(takes):
        return gettext("abandoned already")
    return gettext("looted or abandoned already")


def land_of(view: CurseView, takes: tuple[int, ...]) -> tuple[str, str]:
    """How many treasures are lost with the spaces that a line takes, and how many these are."""
    lost = gettext("Loses No Treasure")
    if treasures := len({*takes} - {*view.looted}):
        lost = ngettext("Loses {number} Treasure", "Loses {number} Treasures", treasures)
    return lost, ngettext("Sinks {number} Space", "Sinks {number} Spaces", len(takes))


def drowns_goal(view: CurseView, takes: tuple[int, ...]) -> bool:
    """Whether sinking these spaces gives up the goal of land above water."""
    return view.now.unsunk >= LEAST_UNSUNK > view.now.unsunk - len(takes)


def drowning(view: CurseView) -> str:
    """What the sign of lines that give up that goal means; empty where there are none."""
    if not any(drowns_goal(view, line.takes) for line in view.lines):
        return ""
    return gettext(
        "{sign}: fewer than {least} spaces would stay above water.", sign=DROWNS, least=LEAST_UNSUNK
    )


def place(view: CurseView, number: int) -> str:
    """A space by its number, as it is on the map, and its name, such as “2 (Rumwash)”."""
    return f"{number} ({name(view, number)})"


def closed(view: CurseView, label: str) -> str:
    """Why a line isn't open: the spaces that have to sink first, or there's no land left beyond it."""
    line = view.sheet.by_label[label]
    left, missing = (
        [number for number in numbers(bits) if number not in view.sunk] for bits in (line.extent, line.gates)
    )
    if not left or not missing:
        return gettext("All the land beyond line {line} has already sunk.", line=label)
    spaces = listed(place(view, each) for each in missing)
    return gettext(
        "Line {line} doesn’t touch water at both ends yet. What has to sink first: {spaces}.",
        line=label,
        spaces=spaces,
    )


def fitting(view: CurseView, value: int) -> list[str]:
    """The treasures in whose columns ``value`` has a legal placement (ruling 5)."""
    return [
        column.treasure
        for column in view.columns
        if (value, "") in zip(column.values, column.marks, strict=True) and free_spaces(view, column.treasure)
    ]


def value_of(view: CurseView, taken: str) -> int:
    """The value of a die as it is taken, such as ``black-1``."""
    assert view.dice is not None
    die, change = DICE[taken]
    return (view.dice[die == BLACK] - 1 + change) % 6 + 1


def charmed(view: CurseView) -> bool:
    """Whether a charm can change a die now (ruling 4)."""
    return bool(view.charms) and view.dice is not None and view.dice[0] != view.dice[1]


def loots(view: CurseView) -> list[tuple[str, str]]:
    """The dice that may be taken as they were rolled, each with a treasure in whose column it fits."""
    dice = (BLACK,) if view.fresh else (WHITE, BLACK)
    return [(die, treasure) for die in dice for treasure in fitting(view, value_of(view, die))]


def stuck(view: CurseView) -> bool:
    """Whether nothing is left but to pass."""
    return view.phase == "loot" and not charmed(view) and not loots(view)


def passed_over(view: CurseView, value: int, treasure: str) -> list[str]:
    """The open values of a column that are skipped by placing ``value``, from the top."""
    column = view.columns[TREASURES.index(treasure)]
    above = column.values.index(value)
    return [
        str(each) for each, mark in zip(column.values[:above], column.marks[:above], strict=True) if not mark
    ]


def skipped(view: CurseView, value: int, treasure: str) -> int:
    """How many open values of a column are skipped by placing ``value``."""
    return len(passed_over(view, value, treasure))


def happened(view: CurseView) -> str:
    """The latest turn in a few sentences; empty before the first."""
    last = view.last
    if not last.die:
        return ""
    if last.die == "pass":
        told = [gettext("The pirate passed.")]
    else:
        die = die_of(last.die, last.value)
        told = [gettext("The pirate took {die} and looted {loot}.", die=die, loot=_loot(view, last.looted))]
    if last.abandoned:
        told.append(gettext("Abandoned: {spaces}.", spaces=", ".join(map(str, last.abandoned))))
    if last.sunk:
        told.append(gettext("Line {line} sank {spaces}.", line=last.line, spaces=spaces_named(last.sunk)))
    return " ".join(told)


def waiting(view: CurseView) -> str:
    """What the pirate has to decide."""
    if view.dice is None:
        return gettext("The dice are about to be rolled.")
    white, black = view.dice
    if view.phase == "sink":
        return gettext("The curse strikes: choose a line to sink.")
    told = [gettext("The dice: white {white}, black {black}.", white=white, black=black)]
    if not any(fitting(view, value) for value in view.dice):
        told.append(gettext("Neither die fits anywhere. You can pass, but then land sinks."))
    elif view.fresh:
        told.append(
            gettext(
                "These are the first double {value}s, so you have to take the black die, and land sinks.",
                value=white,
            )
        )
    else:
        if white == black:
            told.append(gettext("Double {value}s again.", value=white))
        told.append(gettext("Take a die and loot a space. The black die also sinks part of the island."))
    if view.charms and not charmed(view):
        told.append(gettext("A charm can’t change doubles."))
    elif view.charms:
        told.append(
            ngettext(
                "You have {number} charm, which can change a die by one (after 6 comes 1).",
                "You have {number} charms, and each can change a die by one (after 6 comes 1).",
                view.charms,
            )
        )
    return " ".join(told)


def narrate(view: CurseView, action: CurseAction, *, own: bool) -> str:
    """``action``, about to be played, in a few sentences; ``own`` for whoever plays it."""
    match action:
        case Roll(white, black):
            if white != black:
                return gettext("Dice: white {white}, black {black}.", white=white, black=black)
            if view.doubles[white - 1]:
                told = gettext("Double {value}s again, so either die is allowed.", value=white)
                return f"{told} {gettext('A charm can’t change doubles.')}" if view.charms else told
            if not fitting(view, white):
                return gettext(
                    "First double {value}s: you earn a charm, which can change a later die by one.",
                    value=white,
                )
            return gettext(
                "First double {value}s: you have to take the black die, but earn a charm, which can change a "
                "later die by one.",
                value=white,
            )
        case Loot():
            return _looted(view, action)
        case Pass():
            return gettext(
                "Neither die was any use. You passed."
                if own
                else "Neither die was any use. The pirate passed."
            )
        case Sink(label):
            spaces = spaces_named(view.takes(label))
            return gettext("Line {line} sank {spaces}.", line=label, spaces=spaces)


def gains(view: CurseView, value: int, treasure: str) -> str:
    """What circling a value in a column brings, and which values it skips."""
    told = ngettext("It scores {number} point.", "It scores {number} points.", value)
    lost = passed_over(view, value, treasure)
    return f"{told} {gettext('But it skips {values}.', values=listed(lost))}" if lost else told


def turn_of(view: CurseView, loot: Loot) -> str:
    """The die that is taken and what it loots, inside a sentence."""
    die = die_of(loot.taken, value_of(view, loot.taken))
    return gettext("{die} for {loot}", die=die, loot=_loot(view, loot.space))


def die_of(taken: str, value: int) -> str:
    """A die that was taken for a ``value``, inside a sentence."""
    die, change = DICE[taken]
    told = gettext(TAKEN[die], value=(value - 1 - change) % 6 + 1)
    return gettext("{die} as a {value} (with a charm)", die=told, value=value) if change else told


def _loot(view: CurseView, space: int) -> str:
    return gettext(LOOT[view.sheet.spaces[space - 1].treasure], space=space)


def die_named(view: CurseView, taken: str) -> str:
    """A die as it is taken, by itself."""
    assert view.dice is not None
    die, change = DICE[taken]
    told = gettext(ROLLED[die], rolled=view.dice[die == BLACK])
    return gettext("{die} as {value}", die=told, value=value_of(view, taken)) if change else told


def skips(count: int) -> str:
    """How many values a loot skips; empty for none."""
    return ngettext("skips {number} number", "skips {number} numbers", count) if count else ""


def _looted(view: CurseView, loot: Loot) -> str:
    value, column = value_of(view, loot.taken), view.columns[TREASURES.index(loot.treasure)]
    what = [f"{name_of(loot.treasure)} {loot.space}", skips(skipped(view, value, loot.treasure))]
    told = f"{labelled(die_named(view, loot.taken), ', '.join(filter(None, what)))}."
    if value != column.values[-1]:
        return told
    return f"{told} {gettext('The {column} is complete.', column=column_named(loot.treasure))}"


def _doubles(view: CurseView) -> str:
    """Which doubles were rolled, and the charms that are left; empty before the first."""
    rolled = [str(value) for value, mark in enumerate(view.doubles, 1) if mark]
    if not rolled:
        return ""
    values = listed(rolled)
    return gettext("Doubles so far: {values}; charms left: {number}.", values=values, number=view.charms)


def headline(view: CurseView) -> str:
    """Where the game stands."""
    if view.outcome is not None:
        return turn_headline(view.turn, over=True)
    return ngettext(
        "{turn} · {number} Treasure Left", "{turn} · {number} Treasures Left", _left(view), turn=moment(view)
    )


def moment(view: CurseView) -> str:
    """The turn, without what it leaves."""
    return turn_headline(max(view.turn - 1, 0), over=False)


def _left(view: CurseView) -> int:
    """How many spaces can still be looted."""
    return len(view.sheet.spaces) - len({*view.looted, *view.sunk})


def summary(view: CurseView) -> str:
    """What the dice leave no choice in, or what the first charm does; early on, when the game ends."""
    if not view.to_act:
        return ""
    ends = ""
    if 1 < view.turn <= FIRST and not (view.fresh or charmed(view)):
        ends = gettext("The game ends once all columns are complete or nothing’s left to loot.")
    if view.phase == "loot" and charmed(view) and sum(map(bool, view.doubles)) == 1:
        return gettext("A button with “→” spends your charm.")
    if view.phase != "loot" or charmed(view):
        return ends
    match loots(view):
        case []:
            asked = gettext("No die fits, so you pass, and land sinks. Which line?")
            return " ".join(filter(None, (ends, asked, drowning(view))))
        case [(die, treasure)]:
            taken, column = die_of(die, value_of(view, die)), column_named(treasure)
            only = gettext("Only {die} fits, in the {column}.", die=taken, column=column)
            sinks = gettext("The black die also sinks land.") if die == BLACK else ""
            return " ".join(filter(None, (only, sinks, ends)))
        case _:
            return ends


def aim(view: CurseView) -> str:
    """In the first turn, what to do and what for, and that a game is shorter; later, what sinks."""
    if view.phase == "sink" or stuck(view):
        return gettext("Choose what sinks.")
    if view.turn > 1:
        return ""
    told = gettext(
        "You play alone. Choose a die, then a treasure; skipped numbers are lost. Reach {points} points. The "
        "black die sinks land.",
        points=TITLES[-1][1],
    )
    if view.fresh:  # A phone has no room for more, and which die it is has been told.
        told = gettext(
            "You play alone. Choose a treasure; skipped numbers are lost. Reach {points} points.",
            points=TITLES[-1][1],
        )
    full = sum(column.complete for column in view.columns)
    if not full:
        return told
    shorter = ngettext(
        "(For a shorter game, {number} column is already full.)",
        "(For a shorter game, {number} columns are already full.)",
        full,
    )
    return f"{told} {shorter}"


def risk(view: CurseView) -> str:
    """In previews of first turns, why a space, or what is skipped."""
    if view.turn > FIRST:
        return ""
    looted = view.last.looted if not view.last.line else 0
    if looted and (line := first_to_take(view, looted)) is not None:
        return gettext(
            "Loot {space} first, because line {line} could sink it next.",
            space=looted,
            line=line.label,
        )
    if view.phase != "sink" and _skips_some(view):
        return gettext("Skipped numbers are lost, and each costs a point.")
    return ""


def _skips_some(view: CurseView) -> bool:
    """Whether the latest loot has crossed out the value before its own."""
    if not view.last.looted:
        return False
    column = view.columns[TREASURES.index(view.sheet.spaces[view.last.looted - 1].treasure)]
    row = column.values.index(view.last.value)
    return row > 0 and column.marks[row - 1] == "crossed"


def ending(view: CurseView) -> str:
    """The score and the title first, as a picture's banner has room for little more; why it ended; goals."""
    assert view.outcome is not None
    why = gettext(ENDINGS[view.outcome.reason])
    if view.outcome.reason == "sunk":
        return why
    total, (_, least, _) = view.end.total, TITLES[-1]
    named = (
        gettext("at most {number} crosses", number=MOST_CROSSED),
        gettext("a column without crosses"),
        gettext("at least {number} spaces above water", number=LEAST_UNSUNK),
    )
    met = listed(goal for goal, reached in zip(named, view.end.goals, strict=True) if reached)
    goals = gettext("Goals met: {goals}.", goals=met) if met else gettext("No goals met.")
    if total < least:
        score = ngettext(
            "You lost with {points} point, {short} short of the {least} you need.",
            "You lost with {points} points, {short} short of the {least} you need.",
            total,
            points=written(total),
            short=least - total,
            least=least,
        )
    else:
        title = gettext(view.end.title)
        score = gettext("{number} points earn the title of {title}.", number=total, title=title)
    return " ".join(filter(None, (score, why, goals, _next(view))))


def _next(view: CurseView) -> str:
    """What the next higher title takes; empty for the highest."""
    names = [*(title for title, _, _ in TITLES), ""]
    place = names.index(view.end.title) - 1
    if place < 0:
        return ""
    title, least, goals = TITLES[place]
    if not goals:
        return ""
    return ngettext(
        "Next comes {title}: {least} points and {number} goal.",
        "Next comes {title}: {least} points and {number} goals.",
        goals,
        title=gettext(title),
        least=least,
    )
