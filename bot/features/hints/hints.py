"""Hints for somebody who plays alone or against computers: what the best player advises, in two steps.

The first says where to look, and marks it on the board; the second says the move, and draws it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, Final

from cachetools import LRUCache

from bot.components.hooks import Advice, BotContext, Feature, asked_by
from bot.components.interactions.card import Control, Style, table_control
from bot.components.interactions.context import change_table
from bot.components.interactions.routing import number_in, on_button
from bot.components.play.picker import pick, show_picker, show_refusal
from bot.components.play.private_cards import Interaction, answered_publicly
from bot.languages import gettext, gettext_noop, spoken
from bot.tables import permissions
from bot.tables.errors import TableError
from bot.tables.events import moves
from bot.tables.model import drafts
from bot.tables.model.drafts import ChosenPart, Draft, Steps
from bot.tables.model.table import Table
from bot.tables.notes import Marks

MAX_HINTS: Final = 1024
"""Positions whose hints are remembered."""
UNRATED: Final = gettext_noop("Hint (Unrated)")
UNRANKED: Final = gettext_noop("Hint (Unranked)")
SEED: Final = 1
"""The same for all, so that a restart finds the same hint again."""


@dataclass(slots=True)
class GivenHint:
    """The hint for one position, and how much of it was told."""

    sentences: tuple[str, ...]
    turn: Any
    """The action that they lead to."""
    squares: tuple[str, ...] = ()
    """What the first names, see :class:`~bot.players.player.Hint`."""
    notes: Marks = ()
    """What the first says is known, likewise."""
    told: int = 0


class GivenHints(LRUCache[Hashable, GivenHint]):
    """The hints that were given lately, by :func:`place`; a forgotten one is found again."""


def place(draft: Draft) -> Hashable:
    """What tells apart where parts of turns are chosen, undone ones included, and in which language."""
    table = draft.table
    return table.id, table.undone_to, table.moves, draft.seat, _before(draft), spoken()


def _before(draft: Draft) -> tuple[Steps, ...]:
    """The parts before the one that is chosen next, or was last."""
    return draft.parts[: len(draft.parts) - draft.complete]


def controls(context: BotContext, draft: Draft, written: str) -> list[Control]:
    """**Hint**, where there is one; ``written`` is the draft in its picker.

    Once all is told, it is off, and the move is one press away.
    """
    given, table = context.features.part(GivenHints).get(place(draft)), draft.table
    if not moves.hints_possible(table) or not context.thinkers.hints(table.game.key):
        return []
    costly = _counts(table) and not table.hints
    label = gettext("Hint") if not costly else gettext(UNRATED if table.game.scores is None else UNRANKED)
    told = given.told if given is not None else 0
    # Taken away, it would leave its place to another button, such as **Undo**, under a finger.
    off = given is not None and told == len(given.sentences)
    hint = table_control(table, "hint", label, f"{told}|{written}", off=off)
    path = _path(draft, given) if given is not None and off else ()
    if not path or (draft.complete and draft.parts[-1] == path):
        return [hint]
    move = drafts.write((*_before(draft), path)) + drafts.SUGGESTED
    return [hint, table_control(table, "takehint", gettext("Follow the Hint"), move, Style.success)]


def _counts(table: Table) -> bool:
    """Whether the result counts, but for hints."""
    scores = table.game.scores
    return table.header.rated == "yes" if scores is None else scores.counts(table.options)


def advice(context: BotContext, draft: Draft) -> Advice | None:
    """What was told of the hint for this position."""
    given = context.features.part(GivenHints).get(place(draft))
    if given is None or not given.told:
        return None
    # One at a time: more would push the board out of a phone's view.
    told = given.sentences[given.told - 1]
    uncounted = gettext("-# Because you’ve had a hint, this game won’t count for ratings or high scores.")
    more = gettext("Press **Hint** again for the move.") if given.told < len(given.sentences) else ""
    shown = f"{gettext('**Hint:** {hint}', hint=told)} {more}".rstrip()
    lines = (shown, uncounted if _counts(draft.table) else "")
    table, seat, paths = draft.table, draft.seat, draft.table.paths(draft.seat)
    path = _path(draft, given)
    forks = [*ChosenPart(table, seat, (), path).forks()]
    if draft.complete or not forks or path[: len(draft.steps)] != draft.steps:
        return Advice(lines, notes=given.notes)
    # All but the last choice: a piece, a column, a kind of turn.
    near = forks[-1].steps
    if given.told == len(given.sentences):
        return Advice(lines, near, (given.turn,), given.notes, path)
    if len(given.squares) == 1:
        near = _up_to(path, given.squares)
    elif given.squares:
        near = draft.steps
    # A menu may call a square by something else, such as “Stay”.
    marked = tuple(
        action
        for each, action in paths.items()
        if each[: len(near)] == near
        and type(action) is type(given.turn)
        and (not given.squares or any(_up_to(way, given.squares) for way in (each, action.path)))
    )
    steps = _up_to(path, given.squares)
    return Advice(lines, max(near, draft.steps, key=len), marked, given.notes, steps)


def _path(draft: Draft, given: GivenHint) -> Steps:
    """The steps to the hinted turn; none if it isn't of the part that is chosen next."""
    paths = draft.table.paths(draft.seat)
    return next((path for path, action in paths.items() if action == given.turn), ())


def _up_to(path: Steps, named: tuple[str, ...]) -> Steps:
    """The first steps of a path that lead to something ``named``; none if it doesn't lead there."""
    ways = (path[:length] for length in range(1, len(path) + 1))
    return next((way for way in ways if square_at(way).endswith(named)), ())


def square_at(path: Steps) -> str:
    """A path without the signs in it: it ends with the square that it leads to."""
    return "".join(filter(str.isalnum, "".join(path)))


async def find(context: BotContext, draft: Draft) -> GivenHint:
    """The hint for the part of a turn that is chosen next, or was last.

    :raises TableError: when there is none.
    """
    given = context.features.part(GivenHints)
    if (known := given.get(place(draft))) is not None:
        return known
    table, seat = draft.table, draft.seat
    if not context.thinkers.hints(table.game.key):
        raise TableError("Hints aren’t available at the moment. Please play on without one.")
    legal = table.legal(seat)
    found = await context.thinkers.hint(table.game, table.view_for(seat), legal, SEED, table=table.id)
    if found is None:
        raise TableError("There’s no hint for this move. You’ll have to trust your instincts.")
    hint, turn = found
    look = " ".join(filter(None, (hint.look, hint.where, hint.shade)))
    sentences = (look, hint.action)
    return given.setdefault(place(draft), GivenHint(sentences, turn, hint.squares, hint.notes))


@on_button("hint", cost="picture")
async def press_hint(interaction: Interaction, control: Control, table: Table) -> None:
    """**Hint**: tells a little more each time; the first one makes the game unrated."""
    context, person = asked_by(interaction)
    # The second of two quick presses tells nothing more.
    told, _, written = control.rest.partition("|")
    public = await answered_publicly(interaction, table)
    try:
        permissions.require_turn(table, person, control.version)
        moves.require_hints(table)
        draft = drafts.read(table, person.id, written)
        given = await find(context, draft)
        chosen = draft.parts[-1] if draft.complete else draft.steps
        if _path(draft, given)[: len(chosen)] != chosen:
            # What is chosen leads elsewhere, so the hint couldn't be drawn.
            written = drafts.write((*_before(draft), ()))
        # Told only once the table knows that it is unrated.
        table = await change_table(interaction, table.id, moves.take_hint)
        given.told = min(max(given.told, number_in(told) + 1), len(given.sentences))
        await show_picker(interaction, table, written, public=public)
    except TableError as refusal:
        await show_refusal(interaction, control, refusal, public=public)


# As the last of its steps, which may be a button beside it: a card has no two of the same.
on_button("takehint")(pick)

FEATURE: Final[Feature] = Feature(
    name="hints",
    open=lambda _bot: replace(FEATURE, parts=(GivenHints(MAX_HINTS),)),
    picker_controls=controls,
    advice=advice,
)
