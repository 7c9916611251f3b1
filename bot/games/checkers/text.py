"""Positions and turns of Captain's Checkers in words, and text diagrams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from bot.games.core import MAX_DESCRIPTION, normalize, turn_headline
from bot.languages import gettext, listed, ngettext, parted, pgettext, some

from .actions import BOARD, CHECKERS, RED, SIDES, letter_of, name_of
from .moving import FARTHEST, goals, hunters, landed, prey, sizes
from .view import OWNERS, CheckersView, LastTurn, Stack, enemies, mixed, owner, runs


def said(colour: str) -> str:
    """A colour inside a sentence."""
    return pgettext("in a sentence", "red") if colour == RED else pgettext("in a sentence", "black")


def narrate(turn: LastTurn) -> str:
    """What everybody is told of a turn: the squares, and the checkers captured and freed (ruling 2)."""
    values = {"side": name_of(turn.seat), "source": turn.source, "target": turn.target}
    if turn.left:
        moved = ngettext(
            "{side} moved the top checker of {source} to {target}",
            "{side} moved the top {number} checkers of {source} to {target}",
            len(turn.lifted),
            **values,
        )
    else:
        moved = gettext("{side} moved from {source} to {target}", **values)
    taken, freed = enemies(turn.seat, turn.covered), enemies(turn.seat, turn.left)
    if taken and freed:
        return ngettext(
            "{moved}, captured {number} checker and gave away {freed}.",
            "{moved}, captured {number} checkers and gave away {freed}.",
            taken,
            moved=moved,
            freed=freed,
        )
    if taken:
        return ngettext(
            "{moved} and captured {number} checker.",
            "{moved} and captured {number} checkers.",
            taken,
            moved=moved,
        )
    if freed:
        return ngettext(
            "{moved} and gave away {number} checker.",
            "{moved} and gave away {number} checkers.",
            freed,
            moved=moved,
        )
    return f"{moved}."


def _run(seat: str, count: int) -> str:
    if seat == RED:
        return ngettext("{number} red", "{number} red", count)
    return ngettext("{number} black", "{number} black", count)


def spoken(stack: Stack) -> str:
    """The stack from the top in words: ``2 red on 1 black``."""
    named = [_run(seat, count) for seat, count in runs(stack)]
    return reduce(lambda top, below: gettext("{top} on {below}", top=top, below=below), named)


def layers(stack: Stack) -> str:
    """The runs of a stack from the top; at most six, then how many are below."""
    pairs = runs(stack)
    named = [_run(seat, count) for seat, count in pairs[:6]]
    if rest := sum(count for _, count in pairs[6:]):
        named.append(ngettext("{number} more", "{number} more", rest))
    return listed(named)


def inside(stack: Stack) -> str:
    """The stack from the top in words."""
    words = layers(stack)
    return gettext("{stack}, from the top", stack=words) if mixed(stack) else words


def brief(stack: Stack) -> str:
    """The stack from the top in letters: ``R2 B1``."""
    return " ".join(f"{letter_of(seat)}{count}" for seat, count in runs(stack))


def text(view: CheckersView) -> str:
    """The board as a diagram, then what is inside the mixed stacks and who controls how much.

    ``R3`` is a stack of 3 with red on top, ``+`` a mixed one; brackets mark the last turn.
    """
    touched = (view.last.source, view.last.target) if view.last else ()

    def cell(square: int) -> str:
        stack = view.stacks[square]
        mark = f"{letter_of(OWNERS[stack[0]])}{len(stack)}{'+' * mixed(stack)}" if stack else "."
        return f"[{mark}]" if BOARD.names[square] in touched else mark

    lines = [BOARD.diagram(cell)]
    tall = [(name, stack) for name, stack in zip(BOARD.names, view.stacks, strict=True) if mixed(stack)]
    if tall:
        lines += [
            "",
            gettext("Mixed stacks, from the top:"),
            *(f"{name}  {brief(stack)}" for name, stack in tall),
        ]
    shares = gettext(
        "Red {red} · Black {black} · {goal} of {all} to win",
        red=view.red,
        black=view.black,
        goal=view.goal,
        all=CHECKERS,
    )
    return "\n".join((*lines, "", shares, summary(view))).rstrip()


def describe(view: CheckersView) -> str:
    """The last turn, where the game stands, then every stack from the top (in letters if words don't fit)."""
    parts = [narrate(view.last)] if view.last else [gettext("The board is 8 by 8 squares.")]
    if view.outcome:
        parts.append(ending(view))
    elif view.to_act:
        parts.append(gettext("{name} is next.", name=name_of(view.to_act[0])))
    parts.append(
        gettext(
            "Checkers: red controls {red} and black controls {black}.",
            red=view.red,
            black=view.black,
        )
    )
    if view.to_act:
        parts.append(gettext("It takes {number} to win.", number=view.goal))
    head = " ".join(filter(None, (*parts, summary(view))))
    for name in (spoken, brief):
        stacks = gettext("Stacks from the top: {stacks}.", stacks=parted(_kinds(view, name)))
        full = f"{head} {stacks}"
        if len(full) <= MAX_DESCRIPTION:
            return full
    return full[: MAX_DESCRIPTION - 1] + "…"


def _kinds(view: CheckersView, name: Callable[[Stack], str]) -> Iterator[str]:
    """Each kind of stack with its squares: red’s, then black’s, the highest first."""
    where: dict[Stack, list[str]] = {}
    for square, stack in enumerate(view.stacks):
        if stack:
            where.setdefault(stack, []).append(BOARD.names[square])
    for stack in sorted(where, key=lambda stack: (stack[0] != "r", -len(stack), stack)):
        yield gettext("{stack} at {squares}", stack=name(stack), squares=", ".join(where[stack]))


def headline(view: CheckersView) -> str:
    """Where the game stands."""
    return turn_headline(view.turn, over=view.outcome is not None)


def summary(view: CheckersView) -> str:
    """How near a quiet draw is, from half-way on."""
    if not _near_draw(view):
        return ""
    return ngettext(
        "Nothing has changed hands for {number} turn. After {most}, it’s a draw.",
        "Nothing has changed hands for {number} turns. After {most}, it’s a draw.",
        view.quiet,
        most=view.patience,
    )


def _near_draw(view: CheckersView) -> bool:
    """Whether the game is at least half-way to a quiet draw."""
    return bool(view.to_act) and view.patience > 0 and view.quiet * 2 >= view.patience


def details(view: CheckersView) -> tuple[str, ...]:
    """What each side can capture on its next turn, and with which stacks; nothing after the end."""
    if not view.to_act:
        return ()
    lines = []
    for seat in ("red", "black"):
        found = [
            gettext("{square} onto {squares}", square=BOARD.names[square], squares=_sized(view, found))
            for square, stack in enumerate(view.stacks)
            if owner(stack) == seat and (found := prey(view, square))
        ]
        if found:
            captures = parted(found)
            lines.append(gettext("{side} can capture: {captures}.", side=name_of(seat), captures=captures))
    return tuple(lines)


def _sized(view: CheckersView, squares: Sequence[int]) -> str:
    return ", ".join(f"{BOARD.names[square]} ({len(view.stacks[square])})" for square in squares)


def threatened(view: CheckersView) -> tuple[str, ...]:
    """The squares of the mover's stacks that the opponent could land on."""
    return tuple(
        name
        for square, name in enumerate(BOARD.names)
        if owner(view.stacks[square]) in view.to_act and _takers(view, square)
    )


def risk(view: CheckersView) -> str:
    """From where the stack that was moved last could be taken; empty if it's safe."""
    if view.last is None or not view.to_act:
        return ""
    takers = _takers(view, BOARD.names.index(view.last.target))
    if not takers:
        return ""
    return gettext(
        "It can be retaken from {squares}." if view.last.covered else "It can be taken from {squares}.",
        squares=listed(BOARD.names[each] for each in takers),
    )


def wins(view: CheckersView, source: int, target: int, count: int | None) -> bool:
    """Whether a turn, which isn't played yet, wins the game."""
    own = owner(view.stacks[source])
    _, _, left, covered = landed(view.stacks, source, target, count)
    held = (view.red if own == RED else view.black) + enemies(own, covered) - enemies(own, left)
    return held >= view.goal


def retaken(view: CheckersView, source: int, target: int, count: int | None) -> bool:
    """Whether a turn, which isn't played yet, doesn't win and could be answered on its square."""
    stacks, *_ = landed(view.stacks, source, target, count)
    return not wins(view, source, target, count) and bool(_takers(replace(view, stacks=stacks), target))


def _takers(view: CheckersView, square: int) -> list[int]:
    """The squares of the enemy stacks that could land on ``square``."""
    own = owner(view.stacks[square])
    return [each for each in hunters(view, square) if owner(view.stacks[each]) != own]


def aim(view: CheckersView) -> str:
    """What to do and what for; that a game is shorter than usual."""
    told = gettext(
        "Move a stack in any direction, exactly one square per checker, or split it: the top part goes one "
        "square, never diagonally. The top colour controls it all. Control {number} checkers to win: the bar "
        "shows how many each side controls.",
        number=view.goal,
    )
    shorter = gettext("(The usual number is {number}.)", number=USUAL_GOAL)
    return " ".join(filter(None, (told, shorter if view.goal < USUAL_GOAL else "", halved(view))))


def halved(view: CheckersView) -> str:
    """That stacks are only split in half, where that's so."""
    return gettext("Stacks can only be split in half.") if view.split == "halves" else ""


def ending(view: CheckersView) -> str:
    """Why the game ended (rulings 5 and 6)."""
    assert view.outcome is not None
    match view.outcome.reason:
        case "control":
            winner = view.outcome.winners[0]
            share = view.red if winner == "red" else view.black
            return gettext(
                "{side} wins with {share} of the {all} checkers ({goal} needed).",
                side=name_of(winner),
                share=share,
                all=CHECKERS,
                goal=view.goal,
            )
        case "quiet":
            return ngettext(
                "It’s a draw: nothing changed hands for {number} turn in a row.",
                "It’s a draw: nothing changed hands for {number} turns in a row.",
                view.quiet,
            )
        case _:
            return gettext("It’s a draw: the same position came up for the third time.")


# One square

USUAL_GOAL: Final = 48
"""Checkers that win with the usual options."""
MAX_SPLITS: Final = 8
"""Splits that are listed one by one."""


def describe_square(view: CheckersView, name: str) -> str:
    """The stack on a square, who controls it and where it can go; then the stacks that can land there.

    :raises NotationError: when ``name`` is no square of the board.
    """
    square = BOARD.read(normalize(name))
    stack, named = view.stacks[square], BOARD.names[square]
    parts = [gettext("{square} is empty.", square=named)]
    if holder := owner(stack):
        parts = [
            gettext(
                "{square} holds {stack}. {side} controls it.",
                square=named,
                stack=inside(stack),
                side=name_of(holder),
            ),
            *_turns(view, square),
        ]
    for seat in SIDES:
        reached = [at for at in hunters(view, square) if owner(view.stacks[at]) == seat]
        if reached:
            squares = _sized(view, reached)
            parts.append(gettext("{side} can land here from {squares}.", side=name_of(seat), squares=squares))
    return " ".join(parts)


def _turns(view: CheckersView, square: int) -> list[str]:
    height = len(view.stacks[square])
    whole, parts = goals(view, square)
    if height > FARTHEST:
        told = [gettext("It’s {number} high, which is too high to move as a whole.", number=height)]
    else:
        told = [ngettext("It moves exactly {number} square.", "It moves exactly {number} squares.", height)]
        told.append(
            gettext(
                "It can go to {squares}." if whole else "That’s off the board in every direction.",
                squares=_listed(view, whole),
            )
        )
    if parts:
        how, squares = [str(size) for size in sizes(height, view.split)], _listed(view, parts)
        size = f"{how[0]}–{how[-1]}" if view.split == "any" and len(how) > 2 else listed(how, "or")
        told.append(gettext("Its top {size} can be split off to {squares}.", size=size, squares=squares))
        told += _freed(view, square)
    return told


def _freed(view: CheckersView, square: int) -> list[str]:
    """The splits after which the part left behind is the other side's (ruling 4)."""
    stack = view.stacks[square]
    splits = [
        gettext("the top {size} (gives away {number})", size=size, number=free)
        for size in sizes(len(stack), view.split)
        if (free := enemies(owner(stack), stack[size:]))
    ]
    if not splits:
        return []
    return [gettext("Splits that free enemy checkers: {splits}.", splits=listed(some(splits, MAX_SPLITS)))]


def _listed(view: CheckersView, squares: Sequence[int]) -> str:
    return ", ".join(f"{BOARD.names[square]} ({_held(view, square)})" for square in squares)


def _held(view: CheckersView, square: int) -> str:
    stack = view.stacks[square]
    return f"{said(OWNERS[stack[0]])} {len(stack)}" if stack else pgettext("a square", "empty")
