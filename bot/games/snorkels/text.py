"""Snorkels in words: positions and actions, the picker's questions and buttons, text diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.games.core import HOST, ORTHOGONAL, Seat, Take, ask_square, normalize, turn_headline
from bot.languages import gettext, gettext_noop, labelled, listed, ngettext, pgettext, some

from .actions import BOARD, COLOURS, PIE, SnorkelsAction, Stones, letter_of, name_of, said
from .view import Cell, SnorkelsView, group, groups, placed

KINDS: Final[tuple[Cell, Cell]] = ("purple", "green")
NAMED: Final = 4
"""Squares of a group that are named."""
WARNED: Final = 2
"""Groups short of air of which a card tells."""


def named(squares: Sequence[str]) -> str:
    """A group inside a sentence, by the first of its squares."""
    return listed(some(squares, NAMED))


def text(view: SnorkelsView) -> str:
    """The board as a diagram: P and G snorkels, # stones, brackets around the last snorkel."""

    def cell(square: int) -> str:
        held = view.cells[square]
        mark = letter_of(held) if held in COLOURS else "#" if held else "."
        return f"[{mark}]" if BOARD.names[square] == view.last else f" {mark} "

    return BOARD.diagram(cell)


def describe(view: SnorkelsView) -> str:
    """The last snorkel, what happens next, then every square that is taken."""
    parts = []
    if view.last is not None:
        colour = said(view.cells[BOARD.names.index(view.last)])
        parts.append(gettext("Last snorkel: {colour} on {square}.", colour=colour, square=view.last))
    if view.outcome:
        parts.append(ending(view))
    else:
        parts += [upcoming(view), *_in_danger(view, COLOURS)] if view.to_act else _in_danger(view, COLOURS)
    parts.append(gettext("The crater is 7 by 7 squares."))
    for kind in (*COLOURS, "stone"):
        squares = [BOARD.names[square] for square, cell in enumerate(view.cells) if cell == kind]
        if squares or kind != "stone":
            where = ", ".join(squares) or pgettext("squares", "none")
            parts.append(gettext("{label}: {text}.", label=name_of(kind), text=where))
    return " ".join(parts)


def upcoming(view: SnorkelsView) -> str:
    """What happens next."""
    if view.phase == "stones":
        return gettext("The stones are about to fall.")
    return PIE.waiting(view.phase) or gettext("{name} is next.", name=name_of(view.to_act[0]))


def _in_danger(view: SnorkelsView, colours: Iterable[str]) -> list[str]:
    """A sentence for each group of these colours with a single open tube."""
    return [
        gettext(
            "{colour} on {squares} has only 1 open tube: {tube}.",
            colour=name_of(colour),
            squares=named(BOARD.list(members)),
            tube=BOARD.names[min(tubes)],
        )
        for colour in colours
        for members, tubes in groups(view.cells, colour)
        if len(tubes) == 1
    ]


def details(view: SnorkelsView) -> tuple[str, ...]:
    """Every group with its open tubes, those with the fewest first."""
    every = sorted(
        (len(tubes), colour, BOARD.list(members), BOARD.list(tubes))
        for colour in COLOURS
        for members, tubes in groups(view.cells, colour)
    )
    return tuple(
        gettext("{label}: {text}.", label=f"{name_of(colour)} {listed(members)}", text=air(tubes))
        for _, colour, members, tubes in every
    )


def narrate(seat: Seat, action: SnorkelsAction) -> str:
    """What everybody is told of ``action`` of ``seat``."""
    match action:
        case Stones(squares):
            where = listed(BOARD.list(squares))
            return ngettext(
                "A stone fell on {squares}.", "Stones fell on {squares}.", len(squares), squares=where
            )
        case Take(colour):
            return PIE.told(colour)
        case _:
            return gettext(
                "The first purple snorkel is on {square}."
                if seat == HOST
                else "{colour} placed a snorkel on {square}.",
                colour=name_of(seat),
                square=action.square,
            )


def open_tubes(count: int) -> str:
    """``3 open tubes``."""
    return ngettext("{number} open tube", "{number} open tubes", count) if count else gettext("no open tubes")


def air(tubes: Sequence[str]) -> str:
    """A group's open tubes: ``2 open tubes: c3 and d4``."""
    told = open_tubes(len(tubes))
    return labelled(told, listed(tubes)) if tubes else told


def headline(view: SnorkelsView) -> str:
    """Where the game stands."""
    match view.phase:
        case "stones" | "opening":
            return gettext("The opening")
        case "choice":
            return gettext("Picking colours")
        case _:
            return turn_headline(view.turn, over=view.phase == "over")


def aim(view: SnorkelsView) -> str:
    """What to do and what for."""
    match view.phase:
        case "opening":
            return gettext(
                "Place the first snorkel, a purple one. Your opponent then chooses who plays purple, so pick "
                "a square that’s neither too good nor too bad."
            )
        case "choice":
            return PIE.ask(view.last or "")
        case _:
            return gettext(
                "Place a snorkel on an empty square. If a group has no open tube left (no empty square "
                "beside it), its side loses."
            )


def summary(view: SnorkelsView) -> str:
    """Which groups of whoever is next have a single open tube, the first few."""
    return " ".join(_in_danger(view, view.to_act if view.phase == "play" else ())[:WARNED])


def ending(view: SnorkelsView) -> str:
    """Why the game ended (ruling 5)."""
    assert view.outcome is not None
    winner = view.outcome.winners[0]
    loser = PIE.other(winner)
    lost = [name for name in view.blocked if view.cells[BOARD.names.index(name)] == loser]
    told = gettext(
        "{winner} wins: {loser} cut off its own air on {squares}."
        if view.outcome.reason == "self-capture"
        else "{winner} wins: {loser} is out of air on {squares}.",
        winner=name_of(winner),
        loser=said(loser),
        squares=listed(lost),
    )
    if mutual(view):
        both = gettext("Both colours ran out of air at once, so the player who moved last wins.")
        return f"{told} {both}"
    return told


def mutual(view: SnorkelsView) -> bool:
    """Whether both colours have a group without an open tube (ruling 5, mutual blockage)."""
    return len({view.cells[BOARD.names.index(name)] for name in view.blocked}) > 1


# The picker


def ask(view: SnorkelsView, steps: tuple[str, ...]) -> str:
    """The question after ``steps`` of a path."""
    match view.phase:
        case "choice":
            return PIE.ask(view.last or "")
        case "opening":
            first = gettext("Pick a column for the first purple snorkel. Your opponent then picks a colour.")
        case _:
            first = gettext("Pick a column for your snorkel.")
    return ask_square(steps, first)


def label(view: SnorkelsView, steps: tuple[str, ...], step: str) -> str:
    """The button for ``step`` after ``steps``."""
    if view.phase == "choice":
        return gettext("Take {colour}", colour=name_of(step.removeprefix("take ")))
    return "".join((*steps, step))


# One square

HELD: Final[dict[Cell, str]] = gettext_noop(
    {
        "purple": "There’s a purple snorkel on {square}.",
        "green": "There’s a green snorkel on {square}.",
        "stone": "There’s a stone on {square}.",
        "": "{square} is empty.",
    }
)


def describe_square(view: SnorkelsView, name: str) -> str:
    """What is on a square, how its group breathes, and what is around it.

    :raises NotationError: when ``name`` is no square of the crater.
    """
    square = BOARD.read(normalize(name))
    cell, place = view.cells[square], BOARD.names[square]
    parts = [gettext(HELD[cell], square=place)]
    if place == view.last:
        parts.append(gettext("It was the last one placed."))
    if cell in COLOURS:
        members, tubes = group(view.cells, square)
        breath = air(BOARD.list(tubes))
        if len(members) == 1:
            parts.append(gettext("It’s on its own, with {air}.", air=breath))
        else:
            squares = listed(BOARD.list(members))
            parts.append(gettext("Its group is {squares}, with {air}.", squares=squares, air=breath))
    elif not cell and not view.outcome:
        purple, green = (
            open_tubes(len(group(placed(view.cells, square, colour), square)[1])) for colour in KINDS
        )
        parts.append(
            gettext(
                "A purple snorkel here would have {purple}, and a green one {green}.",
                purple=purple,
                green=green,
            )
        )
    parts.append(gettext("Around it: {squares}.", squares=", ".join(_around(view, square))))
    return " ".join(parts)


def _around(view: SnorkelsView, square: int) -> list[str]:
    found = []
    for near in BOARD.orthogonal[square]:
        match view.cells[near]:
            case "":
                held = pgettext("a square", "empty")
            case "stone":
                held = gettext("stone")
            case colour:
                tubes = open_tubes(len(group(view.cells, near)[1]))
                held = gettext("{colour}, in a group with {tubes}", colour=said(colour), tubes=tubes)
        found.append(f"{BOARD.names[near]} ({held})")
    return found if len(found) == len(ORTHOGONAL) else [*found, gettext("the crater’s wall")]
