"""The picker: choosing a move step by step with buttons, on a private card.

Whoever plays alone, or with computers, does it on the card that everybody sees; it stays for the whole game.
All its state is in the buttons' custom_ids (see ``drafts``), so it survives a restart. The first step may be
a button of the public card.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.hooks import Advice, BotContext, asked_by
from bot.components.interactions import channels
from bot.components.interactions.card import (
    CHOSEN,
    Card,
    CardImage,
    Control,
    Style,
    choice_rows,
    rows,
    table_control,
    with_services,
)
from bot.components.interactions.context import change_table, key_of, person_of
from bot.components.interactions.discord_errors import UNKNOWN_MESSAGE
from bot.components.interactions.replies import acknowledged
from bot.components.interactions.reply_tokens import answer_by_card
from bot.components.interactions.routing import on_button
from bot.components.publishing.private_charts import chart_card
from bot.games.core import AnyGame, Offer, Placement, Seat
from bot.languages import gettext, gettext_noop, listed, speak
from bot.people import settings
from bot.people.display_names import safe
from bot.people.preferences import CONFIRM, previews
from bot.tables import notes, permissions
from bot.tables.errors import NotSeated, NotYourTurn, TableError
from bot.tables.events import agreements
from bot.tables.events.moves import Act
from bot.tables.model import drafts
from bot.tables.model.drafts import Draft, Fork
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.notes import Marks
from data.store.records import Event

from .private_cards import (
    Interaction,
    answered_publicly,
    move_private_card,
    open_private_card,
    update_private_card,
    update_table_card,
)

APART: Final = 1
"""The rank (:attr:`Game.rank`) of a choice that needs a further step of its own."""
CARD_TIMEOUT_S: Final = 2.5
"""Seconds to wait for a table's card."""

PREVIEW_OFF: Final = gettext_noop(
    "From your next turn on, your moves in {game} will be played without a preview. You can bring it back "
    "with `/settings`. Press **Confirm** to play this one."
)


@dataclass(frozen=True, slots=True)
class Choosing:
    """What a picker shows at one step."""

    draft: Draft
    picture: CardImage
    question: str
    offered: tuple[tuple[Control, ...], ...]
    """The next steps, in rows; for a complete draft **Confirm** and the other choices of the last step."""
    controls: tuple[Control, ...]
    """**Back** and **Confirm These Steps**, where there is something to go back to or to confirm."""


async def choosing(
    context: BotContext,
    table: Table,
    draft: Draft,
    person: int,
    *,
    step: str = "pick",
    play: str = "play",
    before: str = "",
    bottom: Seat | None = None,
    goals: tuple[str, ...] = (),
    threatened: tuple[str, ...] = (),
    public: bool = False,
    reasoned: bool = False,
    advice: Advice | None = None,
    asks: bool = True,
) -> Choosing:
    """The next step of ``draft``, which ``person`` is choosing at ``table``.

    ``step`` and ``play`` are the verbs of the buttons that choose a step, and that play what is chosen, and
    ``before`` is what precedes the draft in them. ``bottom`` is the seat whose side is at the bottom, if not
    that of the draft; ``goals`` are squares to point at, and ``threatened`` those that others could
    take now. ``public``: everybody sees it. ``reasoned``: the
    picture shows what follows from what the person knows. ``advice``: what it draws instead of all choices.
    Unless it ``asks``, there is nothing to confirm: a complete draft is what they have chosen.
    """
    now, seat = draft.table, draft.seat

    def control(verb: str, label: str, rest: str, style: Style = Style.secondary) -> Control:
        return table_control(table, verb, label, before + rest, style)

    known = notes.kept(table, seat)
    if advice is not None:
        known = tuple({**dict(known), **dict(advice.notes)}.items())
    told = () if advice is None else advice.path
    turned = await table_cards.turned(context, now, bottom or seat, person)
    offered, backs = _choices(draft, control, step, known, told, public=public, turned=turned)
    controls = [control(step, label, fork.written()) for label, fork in backs.items()]
    if draft.complete:
        view = draft.preview(public=public)
        spent = [
            cost
            for part, action in zip(draft.chosen, draft.actions, strict=True)
            for cost in now.game.costs(part.table.view_for(part.seat), action)
        ]
        move = " · ".join(draft.told)
        question = (
            gettext("Preview: **{move}** ({cost}). Confirm?", move=move, cost=listed(spent))
            if spent
            else gettext("Preview: **{move}**. Confirm?", move=move)
        )
        question = " ".join(filter(None, (question, now.game.risk(view)))) if asks else ""
        confirm = control(play, gettext("Confirm"), draft.written(), Style.success)
        offered = ((confirm,), *offered) if asks else offered
    else:
        view = now.view_for(None if public else seat)
        question = now.game.ask(view, _switched(now.game, view, draft.steps, told))
        # What was forced needs no words, and nobody's consent.
        if any(len(fork.before) < len(draft.parts) for fork in draft.forks):
            chosen = gettext("Your turn so far: **{steps}**.", steps=" · ".join(draft.told))
            question = f"{chosen}\n{question}"
            controls.append(control(play, gettext("Confirm These Steps"), drafts.write(draft.parts)))
    picture = await table_cards.illustrate(
        context,
        now,
        now.game.reasoned(view) if reasoned else view,
        person,
        bottom=bottom or seat,
        **_drawn(draft, advice, known),
        goals=goals,
        threatened=() if draft.parts else threatened,
        notes=known,
        preview=draft.complete,
    )
    return Choosing(draft, picture, question, offered, tuple(controls))


def _choices(
    draft: Draft,
    control: Callable[..., Control],
    step: str,
    known: Marks,
    told: drafts.Steps,
    *,
    public: bool,
    turned: bool,
) -> tuple[tuple[tuple[Control, ...], ...], dict[str, Fork]]:
    """The next choices in rows, or the others of the last step: changing one's mind is one press.

    Then where **Back** leads: to the last choice that isn't among them; by its name, if there are several.
    ``told`` are the steps of a hint; ``turned``: the board is upside down.
    """
    if (place := draft.place) is None:
        return (), {}
    game = draft.table.game
    view = game.noted(place.table.view_for(None if public else place.seat), known)
    # The other choices of a part that only follows stay behind the button that names them.
    folded = draft.complete and bool(place.before) and bool(game.back(view, place.steps))
    # What was only suggested hasn't been chosen.
    forks = draft.forks[::-1][draft.complete and draft.suggested and not folded :]

    def choice(label: str, path: drafts.Steps, style: Style, off: bool) -> Control:
        made = control(step, label, drafts.write((*place.before, path)), style)
        return replace(made, disabled=off)

    rows = () if folded else game.rows(view, _switched(game, view, place.steps, told))
    offers = [[offer._replace(on=offer.on or place.taken(offer.steps)) for offer in row] for row in rows]
    paths = [offer.steps for row in offers for offer in row]
    # With what a hint names, the rest of it is suggested.
    offers = [
        [offer._replace(steps=told) if _leads(offer, told) else offer for offer in row] for row in offers
    ]
    backs: dict[str, Fork] = {}
    for fork in forks:
        if fork.left(place.before, paths):
            name = game.back(fork.table.view_for(None if public else fork.seat), fork.steps)
            backs.setdefault(name or gettext("Back"), fork)
    steps = () if folded else place.others
    ranks = table_cards.ranked(game, view, place.steps, steps, turned=turned)
    others = [
        control(
            step,
            game.label(view, place.steps, each),
            place.written(each),
            Style.secondary if draft.complete else table_cards.STYLES[rank],
        )
        for each, rank in ranks.items()
    ]
    return table_cards.laid_out(offers, choice) or choice_rows(others), backs


def _leads(offer: Offer, told: drafts.Steps) -> bool:
    """Whether a choice that brings another with it leads to what a hint told."""
    return offer.suggests and offer.steps == told[: len(offer.steps)]


def _switched(game: AnyGame, view: Any, steps: drafts.Steps, told: drafts.Steps) -> drafts.Steps:
    """``steps``, and the switch after them that a hint has switched on, such as a die."""
    led = told[: len(steps) + 1]
    if led[:-1] != steps:
        return steps
    on = any(offer.on and offer.steps == led for row in game.rows(view, led) for offer in row)
    return led if on else steps


def _drawn(draft: Draft, advice: Advice | None, known: Marks) -> dict[str, Any]:
    """What the picture shows of a choice."""
    if advice is not None and advice.chosen is not None:
        return {"chosen": advice.chosen, "choices": advice.choices}
    if draft.complete:
        return {"chosen": draft.steps, "choices": ()}
    # What needs another step, such as a split, is drawn after that.
    table, place = draft.table, len(draft.steps)
    view, paths = table.game.noted(table.view_for(draft.seat), known), table.paths(draft.seat)
    near = {step for step in draft.offered if table.game.rank(view, draft.steps, step) < APART}
    shown = tuple(
        action for path, action in paths.items() if path[:place] == draft.steps and path[place] in near
    )
    return {"chosen": draft.steps, "choices": shown or draft.possible}


async def picker_card(
    context: BotContext, table: Table, person: int, written: str = "", note: str = "", *, public: bool = False
) -> Card:
    """The card that asks ``person`` for the next step, or to confirm the turn that is ``written``.

    ``public``: everybody sees it.

    :raises TableError: if it isn't the person's turn, or ``written`` no longer leads to a move.
    """
    seat = permissions.require_turn(table, Person(person, ""))
    legal = table.legal(seat)
    if isinstance(legal, Placement):
        return await table_cards.placing_card(context, table, seat, legal, note=note)
    features = context.features
    draft = drafts.read(table, person, written)
    advice = features.advice(context, draft)
    extras = await features.turn_extras(context, table)
    shown = await choosing(
        context,
        table,
        draft,
        person,
        threatened=extras.threatened,
        public=public,
        reasoned=advice is not None,
        advice=advice,
    )
    controls = list(shown.controls)
    question, twice = shown.question, ""
    if not written and any(each.plays_next(table, person) for each in features.all):
        question = ""
    elif not (written or public or table.private) and table_cards.begins_publicly(table):
        twice = gettext("-# Choose here. The buttons on the card that everyone sees do the same.")
    asks = shown.draft.complete and not (public or table.private)
    if asks and previews(await context.settings_of(person), table.game.key):
        rest = shown.draft.written()
        controls.append(table_control(table, "justplay", gettext("Don’t Ask Again"), rest))
    controls += table_cards.turn_controls(context, shown.draft, written)
    if table.private:
        # A private table has no public card with **More**.
        controls += features.controls("more", table)
        controls.append(table_control(table, "quit", gettext("Give Up")))
    heading, story = table_text.private_heading(table, shown.draft.seat), list[str]()
    if public:
        heading = table_text.small_heading(table)
        if advice is not None and not (draft.parts or draft.steps):
            # A hint alone takes no more room than what happened before it.
            story = [f"-# {safe(table_text.story(table, None))}".replace("\n", " ")]
    last = ("more", gettext("More")) if public else ("dismiss", gettext("Close"))
    controls.append(table_control(table, *last))
    return Card(
        heading=heading,
        pictures=(shown.picture,),
        lines=(
            note,
            *story,
            *(advice.lines if advice is not None else ()),
            # Others read them on the public card.
            *(extras.lines if table.private and not written else ()),
            question,
            twice,
            *(
                [table_text.deadlines(table)]
                if public
                else []
                if written
                else [line for each in features.all for line in each.own_lines(table, person)]
            ),
        ),
        rows=with_services(shown.offered, controls),
        accent=table.game.seat_styles[shown.draft.seat].colour,
        question=shown.question,
    )


@on_button("move", reply="private")
async def open_picker(interaction: Interaction, table: Table) -> None:
    """**Move** on any card, even an old one: the picker shows the table as it is now."""
    try:
        card = await picker_card(interaction.client.context, table, interaction.user.id)
    except (NotYourTurn, NotSeated) as refusal:
        await _view_instead(interaction, table, refusal)
    else:
        await open_private_card(interaction, table, card)


@on_button("first", reply="private")
async def first_step(interaction: Interaction, control: Control, table: Table) -> None:
    """A first step on the public card; whoever isn't to move gets their own view."""
    try:
        permissions.require_turn(table, person_of(interaction.user))
    except (NotYourTurn, NotSeated) as refusal:
        await _view_instead(interaction, table, refusal)
    else:
        await pick(interaction, control, table)


async def _view_instead(interaction: Interaction, table: Table, refusal: TableError) -> None:
    """Show somebody their own view, after the sentence that says whose turn it is, until it is theirs."""
    context, person = interaction.client.context, interaction.user.id
    context.rate_limiter.require("picture", interaction, context.tables.now())
    card = _view_after_refusal(table, await chart_card(context, table, person, missed=True), refusal)
    await open_private_card(interaction, table, card, plays=person in table.seating, view=True)


def _view_after_refusal(table: Table, card: Card, refusal: TableError, note: str = "") -> Card:
    """Somebody's own view of ``table``, after why they can't play; for whom it waits is said once."""
    said = table_text.waiting(table) if isinstance(refusal, NotYourTurn) else ""
    return replace(card, lines=(f"*{note or refusal}*", *(line for line in card.lines if line != said)))


@on_button("pick")
async def pick(interaction: Interaction, control: Control, table: Table) -> None:
    """A step in the picker; the last one asks to confirm, or plays at once if the person has chosen that."""
    context, person = asked_by(interaction)
    public = await answered_publicly(interaction, table)
    try:
        permissions.require_turn(table, person, control.version)
        if control.rest:
            draft = drafts.read(table, person.id, control.rest)
            chosen = await context.settings_of(person.id)
            # Without a word about it in their settings, nobody confirms what can be undone freely.
            freely = table.undone_freely and chosen.stored.get(CONFIRM.name) is not True
            asks = previews(chosen, table.game.key) and not freely
            if draft.playable and not (asks and draft.forks):
                await play(interaction, control, table)
                return
        await show_picker(interaction, table, control.rest, public=public)
    except TableError as refusal:
        await show_refusal(interaction, control, refusal, public=public)


async def show_picker(interaction: Interaction, table: Table, written: str, *, public: bool) -> None:
    """Show the picker on the card that was pressed, whether everybody sees that or not.

    :raises TableError: see ``picker_card``, and ``update_table_card``.
    """
    context, person = interaction.client.context, interaction.user.id
    card = await picker_card(context, table, person, written, public=public)
    await (update_table_card if public else update_private_card)(interaction, table, card)


@on_button(CHOSEN, needs_sight=False)
async def keep_chosen(interaction: Interaction) -> None:
    """What is chosen already: a press changes nothing."""
    await acknowledged(interaction)


@on_button("justplay")
async def stop_asking(interaction: Interaction, control: Control) -> None:
    """**Don't Ask Again**: from the next turn on, the last step plays in this game, at any table."""
    context, person = interaction.client.context, interaction.user.id
    interaction.client.private_cards.hold(control.table_id, person)
    table = await context.tables.get(control.table_id)
    await settings.change(context.tables.store, person, {CONFIRM: (table.game.key,)})
    told = gettext(PREVIEW_OFF, game=table.game.short_title)
    try:
        permissions.require_turn(table, person_of(interaction.user), control.version)
        card = await picker_card(context, table, person, control.rest, note=told)
    except TableError as refusal:
        table, card = await refreshed(interaction, control, refusal, told)
    await update_private_card(interaction, table, card, view=table.acting_seat(person) is None)


@on_button("play")
async def play(interaction: Interaction, control: Control, before: Table) -> None:
    """**Confirm**: what was chosen is played, all its parts or none."""
    context, person = interaction.client.context, person_of(interaction.user)
    if public := await answered_publicly(interaction, before):
        answer_by_card()
    try:
        table = await context.tables.play_draft(
            control.table_id,
            person,
            control.rest,
            version=control.version,
            key=key_of(interaction),
            seen=before,
        )
    except TableError as refusal:
        await show_refusal(interaction, control, refusal, public=public)
        return
    if public:
        await _answered_by_card(interaction, table)
        return
    private = interaction.client.private_cards.of(table.id, person.id)
    if follows := table.solo and not table.private and private is not None and not private.passed_over:
        # With the computer's move on it, it is the next turn's.
        await _shown(interaction, table)
        table = await context.tables.get(table.id)
    card = await played_card(context, table, person.id)
    if control.verb == "first" or follows or table.acting_seat(person.id) is None:
        await update_private_card(interaction, table, card, ready=follows)
    else:
        await _show_next(interaction, before, table, card)


async def _show_next(interaction: Interaction, before: Table, after: Table, card: Card) -> None:
    """Show ``card``, the next choice of the person whose move led from ``before`` to ``after``.

    A new turn of the same person posts a public card. The choice is then sent below it, where the person
    is reading.
    """
    new = not (after.private or table_cards.same_turn(before, after))
    if not (new and channels.can_post(interaction.client, after)):
        await update_private_card(interaction, after, card)
        return
    await _shown(interaction, after)
    await move_private_card(interaction, after, card)


async def _answered_by_card(interaction: Interaction, table: Table) -> None:
    """What was done is shown on the card that was pressed, which is the answer if that's soon enough."""
    await _shown(interaction, table)
    await acknowledged(interaction)


async def _shown(interaction: Interaction, table: Table) -> None:
    """Wait until a table's card is shown, or couldn't be for now; not where it is a reply itself."""
    if not channels.can_post(interaction.client, table):
        return
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CARD_TIMEOUT_S):
            await interaction.client.publisher.tasks.attempted(table.id)


async def played_card(context: BotContext, table: Table, person: int, *, typed: bool = False) -> Card:
    """What a player sees after a move: the next choice if it's still their turn, else what happened.

    Whoever has ``typed`` it needs no buttons for the next, unless no other card has the board.
    """
    features = context.features
    ended = table.status == "over"
    if ended and table.private:
        card = await features.first(lambda each: each.end_card(context, table, person))
        if card is not None:
            return card
    viewer = table.viewer(person)
    news = safe(table_text.story(table, viewer))
    if table.acting_seat(person) is not None and (table.private or not typed):
        return await picker_card(context, table, person, note=news)
    after = safe(table_text.ending(table)) if ended else table_text.waiting(table)
    controls = [
        control for each in features.all for control in await each.own_controls(context, table, person)
    ]
    if typed and table.computers_next:
        # This stays as it is, and computers answer within seconds.
        after, controls = "", []
    return Card(
        heading=table_text.heading(table),
        lines=(
            news,
            after,
            *[line for each in features.all for line in each.own_lines(table, person)],
            table_text.way_back(table),
        ),
        rows=rows(controls),
        accent=table.game.seat_styles[viewer].colour if viewer else table_cards.QUIET,
    )


async def show_refusal(
    interaction: Interaction, control: Control, refusal: TableError, *, public: bool
) -> None:
    """Show the private card of a press as it is now, with why.

    ``public``: it was pressed on everybody's card, which stays; whoever only watches gets their own view.

    :raises TableError: ``refusal``, which is then told to the player alone, unless a computer is to move.
    """
    if not public:
        table, card = await refreshed(interaction, control, refusal)
        view = table.acting_seat(interaction.user.id) is None
        await update_private_card(interaction, table, card, view=view)
        return
    context = interaction.client.context
    tables, table = context.tables, await context.tables.get(control.table_id)
    speak(await context.languages.of_asker(interaction))
    if interaction.user.id not in table.seating:
        await _view_instead(interaction, table, refusal)
        return
    # If the newest turn couldn't be shown, it is tried again.
    tables.changed(table.id)
    if not isinstance(refusal, NotYourTurn):
        raise refusal
    # Most often the second of two quick presses; the card says whose turn it is.
    await acknowledged(interaction)


async def refreshed(
    interaction: Interaction, control: Control, refusal: TableError, done: str = ""
) -> tuple[Table, Card]:
    """The table of a press and its picker as they are now, with what was ``done``, and why not all was."""
    context, person = interaction.client.context, interaction.user.id
    table = await context.tables.get(control.table_id)
    note = f"{done} {refusal}".lstrip()
    if table.acting_seat(person) is not None:
        return table, await picker_card(context, table, person, note=f"*{note}*")
    if table.state is None:
        return table, Card(table_text.heading(table), (), (note,))
    own = await table_cards.own_card(context, table, person)
    return table, _view_after_refusal(table, own, refusal, note)


@on_button("takeback")
async def take_back(interaction: Interaction, control: Control, before: Table) -> None:
    """**Undo** in the picker, to which nobody has to agree: the card shows the turn from before."""
    if public := await answered_publicly(interaction, before):
        answer_by_card()

    def undo(table: Table, act: Act) -> Sequence[Event]:
        # Of two quick presses, the second finds the table as the first left it.
        permissions.require_turn(table, act.person, control.version)
        return agreements.request_undo(table, act)

    try:
        table = await change_table(interaction, control.table_id, undo)
        if public:
            await _answered_by_card(interaction, table)
        else:
            await show_picker(interaction, table, "", public=False)
    except TableError as refusal:
        await show_refusal(interaction, control, refusal, public=public)


@on_button("dismiss", needs_sight=False, banned=True)
async def dismiss(interaction: Interaction, control: Control) -> None:
    """**Close** on a private card."""
    if interaction.message is not None:
        cards = interaction.client.private_cards
        cards.forget(control.table_id, interaction.user.id, interaction.message.id)
    await acknowledged(interaction)
    try:
        await interaction.delete_original_response()
    except discord.NotFound as error:
        # A press just before has closed it already.
        if error.code != UNKNOWN_MESSAGE:
            raise
