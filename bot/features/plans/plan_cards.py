"""Plans: if–then lines, entered on the picker by playing both sides forward on a private card.

A button says where it leads: the edition of the plan, the way to a branch, the moves chosen since, and the
draft of the next one (see ``drafts``). A line is stored as soon as its owner's answer is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from discord import app_commands

from bot.components.cards import table_cards
from bot.components.hooks import BotContext, asked_by
from bot.components.interactions.card import (
    Card,
    Control,
    Style,
    are_you_sure,
    close_button,
    rows,
    table_control,
)
from bot.components.interactions.context import person_of
from bot.components.interactions.routing import on_button
from bot.components.play.picker import choosing
from bot.components.play.private_cards import Interaction, open_private_card, update_private_card
from bot.components.play.resolve_table import table_command
from bot.games.core import RulesError
from bot.languages import gettext, gettext_noop
from bot.tables.errors import Stale, TableError
from bot.tables.model import drafts
from bot.tables.model.seating import Person, names_of
from bot.tables.model.table import Table

from . import order_cards, plans
from .plans import Line, Lines, Tree

FIELD: Final = "."
"""Separates the parts of a button's ``rest``."""
MOVE: Final = ","
"""Separates moves there."""
PLAN_MOVED_ON: Final = gettext_noop("*That button is out of date. Here’s where things stand now.*")


def plan_heading(table_id: int) -> str:
    return gettext("### Your plan for Table {table}\n-# Only you can see this", table=table_id)


@dataclass(frozen=True, slots=True)
class PlanPlace:
    """Where in a plan somebody is."""

    path: str = ""
    """A digit for each exchange on the way to a branch."""
    since: Line = ()
    """The moves chosen after it."""
    draft: str = ""
    """The steps chosen of the next one."""

    def written(self, edition: str) -> str:
        """The place in a button."""
        return FIELD.join((edition, self.path, MOVE.join(self.since), self.draft))


def _read(rest: str) -> tuple[str, PlanPlace]:
    """The edition of the plan and the place in a button.

    :raises Stale: when there are none.
    """
    parts = rest.split(FIELD)
    if len(parts) != 4:
        raise Stale
    edition, path, since, draft = parts
    return edition, PlanPlace(path, tuple(since.split(MOVE)) if since else (), draft)


@dataclass(frozen=True, slots=True)
class PlanPosition:
    """What a plan has at a place."""

    line: Line
    """The moves that lead there."""
    branches: Tree
    """The lines that go on from the place's branch."""
    table: Table
    """As it would be there."""


def _position(table: Table, person: int, lines: Lines, place: PlanPlace) -> PlanPosition:
    """:raises Stale: when ``place`` leads nowhere."""
    line, branches = plans.walk(plans.tree(table, person, lines), place.path)
    line = (*line, *place.since)
    return PlanPosition(line, branches, plans.follow(table, line))


async def plan_card(
    context: BotContext, table: Table, person: Person, place: PlanPlace, note: str = ""
) -> Card:
    """The card of a plan at ``place``: the lines from there, and the choice of the next move.

    :raises Stale: when ``place`` leads nowhere.
    :raises TableError: when nothing can be planned now.
    """
    lines = plans.lines_of(table, person.id)
    if lines and table.acting_seat(person.id) is not None:
        return await _answering_card(context, table, person, lines[0][0], note)
    plans.require_possible(table, person)
    here = _position(table, person.id, lines, place)
    edition = plans.edition(table, person.id)
    other = names_of([each for each in table.seating.people if each.id != person.id])

    def control(verb: str, label: str, at: PlanPlace, style: Style = Style.secondary) -> Control:
        return table_control(table, verb, label, at.written(edition), style)

    choosing_a_move = bool(place.since or place.draft)
    full = "" if choosing_a_move else plans.full(here.table, lines, here.line)
    if full:
        picture, question = (
            await table_cards.own_picture(context, here.table, here.table.viewer(person.id), person.id),
            full,
        )
        offered: tuple[tuple[Control, ...], ...] = ()
        controls: list[Control] = []
    else:
        shown = await choosing(
            context,
            here.table,
            drafts.read(plans.with_all_seats(here.table, person), person.id, place.draft),
            person.id,
            step="planstep",
            play="planstep",
            before=PlanPlace(place.path, place.since).written(edition),
            bottom=table.viewer(person.id),
        )
        picture, offered, controls = shown.picture, shown.offered, list(shown.controls)
        question = _asked(here, place, person.id, other, shown.question, planned=bool(lines))
    opened: list[Control] = []
    if choosing_a_move:
        if not controls:
            controls.append(control("planstep", gettext("Back"), PlanPlace(place.path, place.since[:-1])))
    else:
        opened = [
            control(
                "planstep",
                " → ".join(map(", ".join, each)),
                PlanPlace(f"{place.path}{number}"),
                Style.success,
            )
            for number, each in enumerate(here.branches)
        ]
        if place.path:
            controls.append(control("planstep", gettext("Back"), PlanPlace(place.path[:-1])))
            controls.append(control("planremove", gettext("Remove This Line"), place, Style.danger))
        elif lines:
            controls.append(_clear_control(table))
    controls.append(close_button(table))
    return Card(
        heading=plan_heading(table.id),
        pictures=(picture,),
        lines=(
            note,
            gettext("After `{line}`:", line=", ".join(here.line)) if here.line else "",
            "" if choosing_a_move else _in_words(here.branches),
            question,
        ),
        rows=(*rows(opened), *offered, *rows(controls)),
        accent=table_cards.QUIET,
    )


def _asked(
    here: PlanPosition, place: PlanPlace, person: int, other: str, question: str, *, planned: bool
) -> str:
    """What is to be chosen at a place, where the game asks the ``question`` of whoever moves."""
    if here.table.acting_seat(person) is not None:
        return gettext("What’s your reply? {question}", question=question)
    if place.since or place.path:
        wanted = gettext("What might {name} play next?", name=other)
    else:
        wanted = (
            gettext("Open one of your lines, or pick another move that {name} might play.", name=other)
            if planned
            else gettext(
                "Pick a move that {name} might play, and then your reply. If {name} does play it, your "
                "reply is played for you, 5 to 20 seconds later.",
                name=other,
            )
        )
    return "\n".join((wanted, gettext("-# For {name}: {question}", name=other, question=question)))


def _in_words(branches: Tree, depth: int = 0) -> str:
    """The lines as a nested list."""
    told = []
    for exchange, below in branches.items():
        when, then = (", ".join(moves) for moves in exchange)
        line = (
            gettext("Then, if `{move}` is played, you reply `{answer}`.", move=when, answer=then)
            if depth
            else gettext("If `{move}` is played, you reply `{answer}`.", move=when, answer=then)
        )
        told.append(f"{'  ' * depth}- {line}")
        told.append(_in_words(below, depth + 1))
    return "\n".join(filter(None, told))


async def _answering_card(context: BotContext, table: Table, person: Person, move: str, note: str) -> Card:
    """The card while it's the owner's turn and their plan says what they play."""
    said = gettext("It’s your turn, and in a few seconds your plan will play `{move}` for you.", move=move)
    if (person.id, move) not in ((each.id, reply) for each, reply in plans.replies(table)):
        said = gettext(
            "It’s your turn, and your plan would play `{move}` for you, but first there’s "
            "something to settle at the table.",
            move=move,
        )
    return Card(
        heading=plan_heading(table.id),
        pictures=(await table_cards.own_picture(context, table, table.viewer(person.id), person.id),),
        lines=(note, " ".join((said, gettext("**Clear All** stops it.")))),
        rows=((_clear_control(table), close_button(table)),),
        accent=table_cards.QUIET,
    )


def _clear_control(table: Table) -> Control:
    return table_control(table, "planclear", gettext("Clear All"), style=Style.danger)


async def _card_anyway(
    context: BotContext, table: Table, person: Person, place: PlanPlace, note: str
) -> Card:
    """The card at ``place``, else at the beginning, else the reason why nothing can be planned."""
    try:
        try:
            return await plan_card(context, table, person, place, note)
        except Stale:
            return await plan_card(context, table, person, PlanPlace(), note or gettext(PLAN_MOVED_ON))
    except TableError as refusal:
        said = (note, "" if note == str(refusal) else str(refusal))
        return Card(plan_heading(table.id), lines=said, rows=((close_button(table),),))


@on_button("plan", reply="private", cost="picture")
async def open_plan(interaction: Interaction, table: Table) -> None:
    """**Plan**: open the plan of a person at a table, as a new private card.

    :raises TableError: when nothing can be planned now.
    """
    card = await plan_card(interaction.client.context, table, person_of(interaction.user), PlanPlace())
    await open_private_card(interaction, table, card, plays=False)


@app_commands.command(description="Plan your replies ahead, or give a standing order for your next turns")
@table_command(cost="picture")
async def plan(interaction: Interaction, table: Table) -> None:
    """``/plan``: if–then lines, or a standing order."""
    opened = open_plan if table.game.standing is None else order_cards.open_order
    await opened(interaction, table)


@on_button("planstep")
@on_button("planremove")
@on_button("plandrop")
async def press(interaction: Interaction, control: Control, table: Table) -> None:
    """A branch, or a step in the picker; the last step of an answer stores the line.

    **Remove This Line** removes the branch with all that follows, after a question.
    """
    context, person = asked_by(interaction)
    place, note = PlanPlace(), ""
    try:
        edition, place = _read(control.rest)
        edit = partial(plans.change, context.tables, table.id, person, control.version, edition)
        if control.verb == "planremove":
            plans.require_fresh(table, person.id, control.version, edition)
            sure = table_control(table, "plandrop", gettext("Remove This Line"), control.rest)
            keep = table_control(table, "planstep", gettext("Keep My Plan"), control.rest)
            said = gettext("Remove this line from your plan, and everything that follows it?")
            card = are_you_sure(plan_heading(table.id), said, sure, keep, table_cards.QUIET)
            await update_private_card(interaction, table, card, plays=False)
            return
        if control.verb == "plandrop":
            line = _position(table, person.id, plans.lines_of(table, person.id), place).line
            table = await edit(partial(plans.removed, person=person.id, line=line))
            place, note = PlanPlace(place.path[:-1]), gettext("Removed from your plan.")
        else:  # what changes the plan is checked when it does
            plans.require_fresh(table, person.id, control.version, edition)
            place, note, line = _chosen(table, person, place)
            if line:
                table = await edit(partial(plans.added, person=person.id, line=line))
                context.turns.wake(table.id)
                branches = plans.tree(table, person.id, plans.lines_of(table, person.id))
                place, note = PlanPlace(plans.path_to(branches, line)), gettext("✅ Added to your plan.")
    except Stale:
        place, note = PlanPlace(), gettext(PLAN_MOVED_ON)
    except RulesError as refusal:
        place, note = PlanPlace(place.path), f"*{refusal}*"
    card = await _card_anyway(context, table, person, place, note)
    await update_private_card(interaction, table, card, plays=False)


def _chosen(table: Table, person: Person, place: PlanPlace) -> tuple[PlanPlace, str, Line]:
    """The place after the draft of ``place`` was chosen, what to tell, and the line that is complete by then.

    :raises RulesError: when the line can't be planned, or the button is stale.
    """
    if not place.draft:
        return place, "", ()
    here = _position(table, person.id, plans.lines_of(table, person.id), place)
    draft = drafts.read(plans.with_all_seats(here.table, person), person.id, place.draft)
    if not draft.complete:
        return place, "", ()
    since = (*place.since, *map(str, draft.actions))
    line = (*here.line, *map(str, draft.actions))
    after = plans.follow(table, line)
    if here.table.acting_seat(person.id) is not None and after.acting_seat(person.id) is None:
        return place, "", line
    for number, exchange in enumerate(here.branches):
        if exchange.theirs == since:
            answered = gettext(
                "Your plan already has a reply to that move. To choose another, remove this line."
            )
            return PlanPlace(f"{place.path}{number}"), answered, ()
    if not after.acting:
        raise TableError(plans.PLAN_AFTER_END)
    return PlanPlace(place.path, since), "", ()


@on_button("planclear")
async def ask_to_clear(interaction: Interaction, table: Table) -> None:
    """**Clear All**, the first time."""
    sure = table_control(table, "plancleared", gettext("Clear All"))
    place = PlanPlace().written(plans.edition(table, interaction.user.id))
    keep = table_control(table, "planstep", gettext("Keep My Plan"), place)
    said = gettext("Clear your whole plan?")
    card = are_you_sure(plan_heading(table.id), said, sure, keep, table_cards.QUIET)
    await update_private_card(interaction, table, card, plays=False)


@on_button("plancleared")
async def clear(interaction: Interaction, control: Control) -> None:
    """**Clear All**: whatever was planned isn't played."""
    context, person = asked_by(interaction)
    table = await plans.clear(context.tables, control.table_id, person)
    card = await _card_anyway(context, table, person, PlanPlace(), gettext("Your plan has been cleared."))
    await update_private_card(interaction, table, card, plays=False)
