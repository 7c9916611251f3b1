"""Proposals: turns that people choose in the picker who don't play them, such as a guess.

They choose in what everybody knows of the table, so that no button and no picture says more. All that is
chosen so far is in the buttons, as in any picker. Nothing is played: a feature has two verbs of its own
(:class:`Verbs`), reads what was chosen with :func:`read`, and keeps it once it is :func:`decided`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.components.hooks import BotContext
from bot.components.interactions.card import Card, Control, close_button, with_services
from bot.games.core import Placement
from bot.languages import gettext
from bot.tables import permissions
from bot.tables.errors import Stale, TableError
from bot.tables.model import drafts
from bot.tables.model.drafts import Draft
from bot.tables.model.table import Table

from .picker import choosing


class Verbs(NamedTuple):
    """The verbs of a feature's buttons, whose ``rest`` is the draft in writing."""

    step: str
    """Choose a step."""
    done: str
    """**Confirm**, and **Confirm These Steps**."""


def require_going_on(table: Table) -> None:
    """:raises TableError: unless the game is in play and not paused."""
    permissions.require_playing(table)
    if table.timing.paused:
        raise TableError("The game is paused. You can choose a move once it resumes.")


def possible(table: Table, holder: int) -> tuple[Any, ...]:
    """The moves that somebody who doesn't sit in the seat of ``holder`` can choose for it now."""
    seat, known = table.acting_seat(holder), table.known_to_all()
    if seat is None or known is None or table.timing.paused:
        return ()
    legal = known.legal(seat)
    return () if isinstance(legal, Placement) else legal


def read(table: Table, holder: int, written: str = "", version: int | None = None) -> Draft:
    """The draft of the turn of ``holder``, in what everybody knows of ``table``.

    ``written`` and ``version`` are those of the button that was pressed; None: it may be of any version.

    :raises Stale: when it no longer leads to a turn.
    :raises TableError: when nobody else can choose a turn for them now.
    """
    require_going_on(table)
    seat, known = table.acting_seat(holder), table.known_to_all()
    if seat is None:
        raise Stale
    if known is None or isinstance(known.legal(seat), Placement):
        raise TableError("This choice is secret, so only the player can make it. Wait for the next turn.")
    permissions.require_fresh(table, seat, version)
    return drafts.read(known, holder, written)


def decided(draft: Draft, control: Control, verbs: Verbs) -> bool:
    """Whether the press of ``control``, with which ``draft`` was chosen, leaves nothing open.

    The last step needs no **Confirm**, unless the game has suggested more than was pressed: people may change
    their minds.
    """
    if control.verb == verbs.done:
        return draft.playable
    return bool(control.rest) and draft.complete and not draft.suggested


async def proposal_card(
    context: BotContext,
    table: Table,
    draft: Draft,
    person: int,
    verbs: Verbs,
    *,
    heading: str,
    lines: Sequence[str] = (),
    controls: Sequence[Control] = (),
    kept: bool = False,
    asked: str = "",
) -> Card:
    """The picker in which ``person`` chooses ``draft``, a turn of somebody else at ``table``.

    ``lines`` stand above the question, and ``controls`` before **Close**. ``kept``: the feature has what is
    chosen, so there is nothing to confirm, and another choice takes its place. ``asked``: the question
    about somebody else's turn, instead of the game's, which are put to whoever takes it.
    """
    first = draft.chosen[0].table if draft.chosen else draft.table
    shown = await choosing(
        context, first, draft, person, step=verbs.step, play=verbs.done, public=True, asks=not kept
    )
    question = shown.question
    if asked:
        steps = [*draft.told, *drafts.labels(draft.table, draft.seat, draft.steps)]
        so_far = gettext("So far: **{steps}**.", steps=" · ".join(steps)) if steps else ""
        question = f"{asked} {question if draft.complete else so_far}".strip()
    return Card(
        heading=heading,
        pictures=(shown.picture,),
        lines=(*lines, question),
        rows=with_services(shown.offered, [*shown.controls, *controls, close_button(table)]),
        accent=table.game.seat_styles[draft.seat].colour,
        question=question,
    )
