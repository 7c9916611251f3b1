"""Requests between the players of a table (undo, pause, draw, seats), and claims when time runs out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from bot.components.cards import text as table_text
from bot.components.hooks import Interaction
from bot.components.interactions.card import Card, Control, are_you_sure, table_control
from bot.components.interactions.context import change_table, person_of
from bot.components.interactions.rate_limits import AskLimit
from bot.components.interactions.replies import send_text
from bot.components.interactions.routing import number_in, on_button
from bot.components.lobbies.lobby import levels_card
from bot.languages import gettext, gettext_noop, listed, ngettext
from bot.people.display_names import escape_markdown
from bot.tables import absences as away
from bot.tables import permissions
from bot.tables.errors import Stale
from bot.tables.events import agreements, opening, timeouts
from bot.tables.events.moves import Act
from bot.tables.model.agreements import Request
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import Move
from data.store.records import Event

from .private_cards import Interaction as PlayInteraction
from .private_cards import open_aside, update_aside

ANSWER_S: Final = 2.0
"""The most seconds that an offer waits for computers to answer it, and then for its card."""
UNDONE: Final = gettext_noop("Your last move has been undone.")
REQUESTS: Final = AskLimit(
    "request",
    5,
    gettext_noop("You’ve sent {name} a lot of requests lately. You can send another {time}."),
)


def rate_limited(interaction: Interaction, move: Move) -> Move:
    """``move``, refused if it would ask people who were asked too often lately."""
    context, counted = interaction.client.context, False

    def decide(table: Table, act: Act) -> Sequence[Event]:
        nonlocal counted
        events = move(table, act)
        if not counted:
            for other in _addressed(table, act.person, events):
                context.rate_limiter.ask(REQUESTS, act.id, other, act.at)
        # If somebody else was faster, the move is decided again: it is still one request.
        counted = True
        return events

    return decide


def _addressed(table: Table, person: Person, events: Sequence[Event]) -> list[Person]:
    """The people whom ``person`` asks for an answer in ``events``."""
    for event in events:
        if event.verb == "ask":
            kind, _, detail = event.text.partition(" ")
            return list(table.pending_answers(Request(kind, person, table.version + 1, detail)))
        if event.verb in ("offer", "vacate"):
            said = table.agreements.offering if event.verb == "offer" else table.seating.leaving
            return [each for each in table.seating.humans if each.id not in said | {person.id}]
    return []


async def apply(
    interaction: Interaction, table_id: int, move: Move, done: str, *, asks: Collection[str] = ()
) -> None:
    """Make ``move`` and reply ``done``; if it ``asks`` for one of these kinds, say who has yet to agree.

    ``done`` is translated here.
    """
    table = await change_table(interaction, table_id, rate_limited(interaction, move))
    person = interaction.user.id
    own = [each for each in table.agreements.requests if person in (each.by.id, *each.agreed)]
    sent = next((each for each in reversed(own) if each.kind in asks), None)
    await send_text(interaction, gettext(done) if sent is None else request_sent(table, sent))


def request_sent(table: Table, request: Request) -> str:
    """The reply to somebody whose request others have to agree to."""
    asked = [escape_markdown(each.called) for each in table.pending_answers(request)]
    return ngettext(
        "Request sent. It takes effect once {people} agrees.",
        "Request sent. It takes effect once {people} agree.",
        len(asked),
        people=listed(asked),
    )


async def offer_draw(interaction: PlayInteraction, table_id: int, *, accepting: bool = False) -> None:
    """Offer a draw, or accept one (``accepting``: only that)."""
    context, person = interaction.client.context, interaction.user.id
    move = rate_limited(interaction, partial(agreements.offer_draw, accepting=accepting))
    table = await change_table(interaction, table_id, move)
    publisher, offer = interaction.client.publisher, (table_id, person)
    publisher.messages.answering.add(offer)
    try:
        # Computers answer at once, but what is waited for includes the moves that they go on with.
        await _wait_for(context.turns.tasks.attempted(table_id))
        table = await context.tables.get(table_id)
        answers = [each for each in table.agreements.declined if (each.kind, each.by) == ("draw", person)]
        if table.outcome:
            await send_text(interaction, gettext("It’s a draw. Well played!"))
        elif answers:
            name = table_text.mention(answers[-1].who)
            await send_text(interaction, gettext("{name} declined your draw offer.", name=name))
            await _wait_for(publisher.tasks.attempted(table_id))
        else:
            said = gettext("Draw offered. If nobody answers, the offer expires with the next move.")
            card = Card(table_text.heading(table), lines=(said,))

            def settled(now: Table) -> bool:
                return person not in now.agreements.offering

            await open_aside(interaction, table, card, settled)
    finally:
        publisher.messages.answering.discard(offer)


async def _wait_for(attempted: Awaitable[None]) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(ANSWER_S):
            await attempted


async def ask_about_clock(interaction: Interaction, table_id: int, move: Move) -> None:
    """Ask to stop the clock, or to let it run again."""
    await apply(interaction, table_id, move, gettext_noop("Done."), asks=("pause", "resume"))


def leaving(table: Table, act: Act) -> Sequence[Event]:
    """Somebody leaves before the start; later, they offer the seat to somebody else."""
    move = opening.leave if table.status == "lobby" else agreements.offer_seat
    return move(table, act)


@on_button("vacate", reply="private")
async def ask_to_leave(interaction: PlayInteraction, table: Table) -> str | None:
    """**Leave**: asks first once the game has begun."""
    if table.status != "lobby":
        person = person_of(interaction.user)
        await interaction.client.context.tables.require_allowed(table.id, "leave")
        agreements.offer_seat(table, Act(person, 0))
        card = are_you_sure(
            table_text.heading(table),
            gettext(
                "Leave? You’ll keep playing until somebody takes over your seat. Everyone here will be asked."
            ),
            table_control(table, "offerseat", gettext("Yes, Leave")),
            table_control(table, "dismiss", gettext("Keep Playing")),
        )

        def settled(now: Table) -> bool:
            return person.id in now.seating.leaving or person.id not in now.seating

        await open_aside(interaction, table, card, settled)
        return None
    await change_table(interaction, table.id, opening.leave)
    return gettext("You’ve left the table.")


@on_button("offerseat")
async def leave(interaction: PlayInteraction, table: Table) -> None:
    """**Yes, Leave**: offers the seat to somebody else."""
    person = interaction.user.id
    interaction.client.private_cards.hold(table.id, person)
    await interaction.client.context.tables.require_allowed(table.id, "leave")
    table = await change_table(interaction, table.id, rate_limited(interaction, agreements.offer_seat))
    done = gettext(
        "If nobody takes over, the seat stays yours: play on, or use **Resign** under **More**. Everyone "
        "here has been asked, and the others have to agree to the new player."
    )

    def settled(now: Table) -> bool:
        return person not in now.seating.leaving

    card = Card(table_text.heading(table), lines=(done,))
    await update_aside(interaction, table, card, settled)


@on_button("undo", reply="private")
async def press_undo(interaction: Interaction, control: Control) -> None:
    """**Undo**; the second of two quick presses undoes nothing more."""

    def move(table: Table, act: Act) -> list[Event]:
        if table.undone_to > control.version:
            raise Stale
        return agreements.request_undo(table, act)

    await apply(interaction, control.table_id, move, UNDONE, asks=("undo",))


@on_button("pause", reply="private")
async def press_pause(interaction: Interaction, control: Control) -> None:
    """**Pause** or **Resume**, as the button said when it was made."""
    move = agreements.request_resume if control.rest == "resume" else agreements.request_pause
    await ask_about_clock(interaction, control.table_id, move)


@on_button("stay", reply="private")
@on_button("claim", reply="private")
@on_button("grant", reply="private")
async def press_unasked(interaction: Interaction, control: Control) -> None:
    """**Stay**, **Claim the Win** and **Grant More Time**, to which nobody has to agree."""
    move, done = {
        "stay": (agreements.keep_seat, gettext_noop("Great, you’re staying in the game.")),
        "claim": (timeouts.claim, gettext_noop("The win is yours.")),
        "grant": (timeouts.grant, gettext_noop("You’ve granted more time.")),
    }[control.verb]
    await apply(interaction, control.table_id, move, done)


@on_button("takeover", reply="private")
async def press_take_over(interaction: Interaction, control: Control) -> None:
    """**Take Over**."""
    move = partial(agreements.take_over, whose=number_in(control.rest))
    await apply(interaction, control.table_id, move, gettext_noop("The seat is yours."), asks=("seat",))
    await _seat_told(interaction, control.table_id, interaction.user.id)


async def _seat_told(interaction: Interaction, table_id: int, newcomer: int) -> None:
    """If ``newcomer`` has taken a seat and is away, the table hears of it."""
    service = interaction.client.context.tables
    if newcomer in (await service.get(table_id)).seating:
        await away.tell_table(service, table_id, newcomer)


@on_button("replace", reply="private")
async def ask_for_level(interaction: Interaction, control: Control, table: Table) -> Card:
    """**Let a Computer Play for** somebody: which level?"""
    permissions.require_seat(table, person_of(interaction.user))
    await interaction.client.context.tables.require_allowed(table.id, "seat")
    return levels_card(table, verb="replaceby", rest=control.rest)


@on_button("replaceby")
async def press_level(interaction: Interaction, control: Control) -> Card:
    """The level of a computer that is to take over."""
    level, _, slot = control.rest.partition("|")
    move = partial(agreements.let_computer_take_over, level=level, slot=slot)
    await interaction.client.context.tables.require_allowed(control.table_id, "seat")
    table = await change_table(interaction, control.table_id, rate_limited(interaction, move))
    sent = next(
        (each for each in table.agreements.requests if (each.kind, each.text) == ("seat", slot)), None
    )
    done = gettext("The computer has taken over.") if sent is None else request_sent(table, sent)
    return Card(table_text.heading(table), lines=(done,))


@on_button("agree")
async def press_accept(interaction: Interaction, control: Control, before: Table) -> None:
    """**Accept**; the card that was pressed shows it."""
    context, number = interaction.client.context, number_in(control.rest)
    await change_table(interaction, control.table_id, partial(agreements.accept, ask=number))
    for ask in before.agreements.requests:
        if ask.seq == number:
            context.rate_limiter.agreed(REQUESTS, ask.by.id, interaction.user.id)
            await _seat_told(interaction, control.table_id, ask.by.id)


@on_button("refuse")
async def press_decline(interaction: Interaction, control: Control) -> None:
    """**Decline**; for those who asked, **Withdraw**. The card that was pressed shows it."""
    decline = partial(agreements.decline, ask=number_in(control.rest))
    await change_table(interaction, control.table_id, decline)
