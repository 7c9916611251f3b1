"""How people vote, on private cards, and what the cards that everybody sees say of a vote."""

from __future__ import annotations

from typing import Final

from bot.components.cards import text as table_text
from bot.components.hooks import NO_EXTRAS, BotContext, Extras, asked_by
from bot.components.interactions.card import Card, Control, Style, close_button, rows, table_control
from bot.components.interactions.routing import on_button
from bot.components.play import proposals
from bot.components.play.private_cards import Interaction, open_private_card, update_private_card
from bot.games.core import Seat
from bot.languages import gettext, gettext_noop, listed, ngettext
from bot.people.display_names import safe
from bot.people.kinds import Role
from bot.tables.errors import TableError
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.permissions import require_playing
from data.store.queries import ballots
from data.store.queries.ballots import Counts

from . import votes
from .crowd_turns import CLOSED, CrowdTurns, require_voter

VERBS: Final = proposals.Verbs(step="votestep", done="votedone")
MOTIONS: Final = {
    votes.DRAW: gettext_noop("Vote for a Draw"),
    votes.UNDO: gettext_noop("Vote to Undo"),
    votes.RESIGN: gettext_noop("Vote to Resign"),
}
"""The buttons of what needs two thirds."""
CHANGEABLE: Final = gettext_noop("You can change your mind until the vote closes.")
STOP: Final = "stop"
"""What **Stop Pinging Me** says; the other button says nothing."""
MOST_CALLED: Final = 20
"""People whom each turn at a table notifies."""
MOST_TOLD: Final = 5
"""Choices besides the chosen one that a card tells."""


# Voting


@on_button("vote", reply="private")
async def open_vote(interaction: Interaction, table: Table) -> None:
    """**Vote** on any card: what can be chosen now.

    :raises TableError: when they can't vote now.
    """
    await open_private_card(interaction, table, await _picker(interaction, table), plays=False, news=_news)


@on_button(VERBS.step)
@on_button(VERBS.done)
@on_button("motion")
async def choose(interaction: Interaction, control: Control, table: Table) -> None:
    """A step of a turn, the last of which is the vote; or a vote for what is no move, such as to resign."""
    context, person = asked_by(interaction)
    interaction.client.private_cards.hold(table.id, person.id)
    try:
        card = await _chosen(interaction, control, table, require_voter(table, person))
    except TableError as refusal:
        table = await context.tables.get(table.id)
        card = await _picker_or_note(interaction, table, f"*{refusal}*")
    await update_private_card(interaction, table, card, plays=False, news=_news)


async def _chosen(interaction: Interaction, control: Control, table: Table, crowd: Person) -> Card:
    """Store what was chosen, which may be changed until the vote closes; or what else there is to choose."""
    if control.verb == "motion":
        if control.rest in votes.motions(table, crowd, interaction.client.context.tables.now()):
            return await _vote(interaction, table, crowd, control.rest)
        return await _picker(interaction, table, gettext("*That isn’t possible any more.*"))
    draft = proposals.read(table, crowd.id, control.rest, control.version)
    if proposals.decided(draft, control, VERBS):
        return await _vote(interaction, table, crowd, votes.written(draft.actions))
    return await _picker(interaction, table, written=control.rest)


async def _picker_or_note(interaction: Interaction, table: Table, note: str) -> Card:
    """What can be chosen now, below ``note``; the note alone if nothing can."""
    try:
        return await _picker(interaction, table, note)
    except TableError:
        return Card(table_text.heading(table), lines=(note,), rows=((close_button(table),),))


async def _news(context: BotContext, table: Table, person: int, since: int) -> Card | None:
    """What a vote decided, in place of the card of ``person``, which shows the version ``since``.

    None while that vote is open, and once the game is over: the card that everybody sees tells the end.
    """
    if table.status != "playing" or table.turn_began <= since:
        return None
    open_to_them = votes.voting(table) is not None and person not in table.seating
    lines = (
        await _last_vote(context, table) or gettext(CLOSED),
        table_text.awaiting(table),
    )
    return Card(
        table_text.heading(table),
        lines=lines,
        rows=((*(controls(table) if open_to_them else ()), close_button(table)),),
    )


@on_button("votecall")
async def press_call(interaction: Interaction, control: Control, table: Table) -> Card:
    """**Ping Me Each Turn** and **Stop Pinging Me**; between votes as well.

    :raises TableError: when the game isn't in play, or pings enough people already.
    """
    context, person = asked_by(interaction)
    store, wanted = context.tables.store, control.rest != STOP
    require_playing(table)
    called = await ballots.call(store, table.id, person.id, MOST_CALLED, wanted=wanted)
    if called is None:
        raise TableError(
            "{number} people are already pinged here, which is the limit. Try again once one of them has "
            "turned it off, or use `/table follow` to have the game in your list.",
            number=MOST_CALLED,
        )
    note = (
        gettext("You’ll be pinged once at each turn.") if called else gettext("You won’t be pinged any more.")
    )
    if (crowd := votes.voting(table)) is None:
        return Card(table_text.heading(table), lines=(note,), rows=((close_button(table),),))
    own = await ballots.own(store, table.id, table.turn_began, person.id)
    return (
        await _picker(interaction, table, note)
        if not own
        else await _voted(interaction, table, crowd, own, note)
    )


async def _vote(interaction: Interaction, table: Table, crowd: Person, choice: str) -> Card:
    """Store a vote. Returns the card that confirms it."""
    context, person = asked_by(interaction)
    await context.features.part(CrowdTurns).vote(table, person, interaction.id, choice)
    return await _voted(interaction, table, crowd, choice)


async def _voted(interaction: Interaction, table: Table, crowd: Person, choice: str, note: str = "") -> Card:
    """The card that says what somebody has voted for."""
    context, person = asked_by(interaction)
    seat = votes.seat_of(table, crowd)
    closing = await _closing(context.features.part(CrowdTurns), table)
    said = gettext("You’ve voted for **{choice}**.", choice=safe(votes.told(table, seat, choice)))
    return Card(
        table_text.private_heading(table, seat),
        lines=(note, said, gettext(CHANGEABLE), closing),
        rows=rows(
            [
                table_control(table, VERBS.step, gettext("Change My Vote")),
                *await _services(context, table, crowd, person, choice),
                close_button(table),
            ]
        ),
        accent=table.game.seat_styles[seat].colour,
    )


async def _picker(interaction: Interaction, table: Table, note: str = "", *, written: str = "") -> Card:
    """The card on which somebody chooses what to vote for.

    :raises TableError: when they can't vote now.
    """
    context, person = asked_by(interaction)
    crowd = require_voter(table, person)
    draft = proposals.read(table, crowd.id, written)
    turns, seat = context.features.part(CrowdTurns), votes.seat_of(table, crowd)
    own = await ballots.own(context.tables.store, table.id, table.turn_began, person.id)
    lines = [note]
    if own and not written:
        now = safe(votes.told(table, seat, own))
        lines.append(gettext("Your vote so far: **{choice}**.", choice=now))
    if not written:
        lines.append(await _closing(turns, table))
    return await proposals.proposal_card(
        context,
        table,
        draft,
        person.id,
        VERBS,
        heading=table_text.private_heading(table, seat),
        lines=[line for line in lines if line],
        controls=await _services(context, table, crowd, person, own) if not written else (),
    )


async def _services(
    context: BotContext, table: Table, crowd: Person, person: Person, chosen: str
) -> list[Control]:
    """The buttons of pings, and of what else can be voted for, without what somebody has ``chosen``."""
    controls = [
        table_control(table, "motion", _motion_label(table, motion), motion, Style.secondary)
        for motion in votes.motions(table, crowd, context.tables.now())
        if motion != chosen
    ]
    if person.id in await ballots.called(context.tables.store, table.id):
        controls.insert(0, table_control(table, "votecall", gettext("Stop Pinging Me"), STOP))
    elif chosen:
        controls.insert(0, table_control(table, "votecall", gettext("Ping Me Each Turn")))
    return controls


def _motion_label(table: Table, motion: str) -> str:
    label = MOTIONS.get(motion)
    return gettext(label) if label is not None else votes.told(table, table.acting[0], motion)


async def _closing(turns: CrowdTurns, table: Table) -> str:
    """Until when the present vote is open, as a small line."""
    context, since = turns.context, table.waiting_since
    rules = await turns.rules(table.id)
    over = votes.rounds_over(rules.every, since, context.tables.now())
    given = await turns.votes(table) if over else []
    ends = await turns.closes(table, given[0].at) if given else since + rules.every * (over + 1)
    time = table_text.moment(ends)
    if over and not given:
        if over >= votes.ROUNDS:
            return gettext("Nobody has voted, so the game is on hold until somebody does.")
        return gettext("Nobody has voted yet, so the vote stays open. It closes {time}.", time=time)
    if rules.quorum:
        return ngettext(
            "The vote closes {time}, or as soon as somebody has voted.",
            "The vote closes {time}, or as soon as {number} people have voted.",
            rules.quorum,
            time=time,
        )
    return gettext("The vote closes {time}.", time=time)


# On the cards that everybody sees


def controls(table: Table) -> list[Control]:
    """**Vote**, while a crowd is to move."""
    if votes.voting(table) is None:
        return []
    return [table_control(table, "vote", gettext("Vote"), style=Style.primary)]


async def turn_extras(context: BotContext, table: Table) -> Extras:
    """How the last vote went, with the move that it chose; until when the present one is open."""
    if not table.seating.crowds:
        return NO_EXTRAS
    turns = context.features.part(CrowdTurns)
    lines = [await _last_vote(context, table)]
    crowd = votes.voting(table)
    if crowd is None:
        return Extras(lines=tuple(lines))
    rules = await turns.rules(table.id)
    if rules.open and (counts := votes.counted(await turns.votes(table))):
        seat = votes.seat_of(table, crowd)
        lines.append(gettext("Votes so far: {choices}.", choices=_choices(table, seat, counts)))
    lines.append(await _closing(turns, table))
    role = (Role(rules.role),) if rules.role else ()
    called = (*role, *await ballots.called(context.tables.store, table.id))
    if called:
        lines.append(f"-# {' '.join(map(table_text.mention, called))}")
    return Extras(lines=tuple(filter(None, lines)), pings=called)


async def end_extras(context: BotContext, table: Table) -> Extras:
    """That everybody may vote; at the end, how the last vote went, and how many people have voted."""
    if not table.seating.crowds:
        return NO_EXTRAS
    if table.status == "playing":
        return Extras(lines=(gettext("Everyone here can vote: press **Vote** under the board."),))
    if table.status != "over":
        return NO_EXTRAS
    said = await film_lines(context, table)
    return Extras(lines=tuple(filter(None, (await _last_vote(context, table), *said))))


async def film_lines(context: BotContext, table: Table) -> list[str]:
    """How many people have voted."""
    if not table.seating.crowds:
        return []
    number = await ballots.voters(context.tables.store, table.id)
    return [ngettext("{number} person voted in this game.", "{number} people voted in this game.", number)]


async def _last_vote(context: BotContext, table: Table) -> str:
    """What was chosen by how many, and what else was proposed; empty if something else has happened since."""
    latest = await ballots.latest(context.tables.store, table.id)
    shown = votes.shown_count(table, latest) if latest is not None else None
    if shown is None or not shown[2]:
        return ""
    before, seat, ((choice, chosen_by), *others) = shown
    number = chosen_by + sum(each for _, each in others)
    said = ngettext(
        "📣 **{choice}** was chosen by {chosen} of {number} voter.",
        "📣 **{choice}** was chosen by {chosen} of {number} voters.",
        number,
        choice=safe(votes.told(before, seat, choice)),
        chosen=chosen_by,
    )
    if not others:
        return said
    return " ".join([said, gettext("Also proposed: {choices}.", choices=_choices(before, seat, others))])


def _choices(table: Table, seat: Seat, counts: Counts) -> str:
    """Choices with their votes, as a list in a sentence."""
    told = [
        gettext("{choice} ({votes})", choice=safe(votes.told(table, seat, choice)), votes=number)
        for choice, number in counts[:MOST_TOLD]
    ]
    left = len(counts) - len(told)
    return listed([*told, *([ngettext("{number} more", "{number} more", left)] if left else [])])
