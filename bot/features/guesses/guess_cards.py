"""**Guess**: the picker in which a watcher guesses the next turn, what came of it, and the best lookouts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from bot.components.cards.text import mention, table_name
from bot.components.hooks import NO_EXTRAS, BotContext, Extras, Feature, ProfileFact
from bot.components.interactions.card import Card, Control, Style, close_button, table_control
from bot.components.interactions.routing import on_button
from bot.components.play import proposals
from bot.components.play.private_cards import (
    Interaction,
    PlayClient,
    PrivateCard,
    open_private_card,
    update_private_card,
    webhook_of,
)
from bot.components.play.proposals import Verbs
from bot.features.reviews.review import which
from bot.features.reviews.review_cards import kept as kept_review
from bot.languages import gettext, listed, ngettext
from bot.people.display_names import safe
from bot.people.kinds import Kind, kind_of
from bot.tables.errors import TableError
from bot.tables.exports import exporting
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import guesses as stored
from data.store.queries import people
from data.store.queries.guesses import Guess, GuessCard, Share

from . import guesses
from .guesses import Watched

VERBS: Final = Verbs("guessstep", "guessdone")
RECENT_MS: Final = round(timedelta(days=30).total_seconds() * 1000)
"""The time for which a profile says a share of its own, in milliseconds."""
MAX_TOLD: Final = 10
"""The most guesses of one game that are told, the latest."""


def _heading(table: Table) -> str:
    title = gettext("### {table} · Your guess", table=table_name(table))
    return f"{title}\n{gettext('-# Only you can see this')}"


def _written(text: str) -> str:
    """A turn in the game's notation."""
    return f"`{', '.join(text.splitlines())}`"


async def guess_card(
    context: BotContext, table: Table, person: int, control: Control | None = None, note: str = ""
) -> tuple[Card, bool]:
    """The picker in which ``person`` guesses; what the press of ``control`` leaves open, or has chosen.

    Also returns whether a guess was kept.

    :raises TableError: when they can't guess now, or the button is out of date.
    """
    holder = guesses.require_possible(table, person)
    by_vote = kind_of(holder.id) is Kind.CROWD
    if by_vote:
        await guesses.require_no_vote(context.tables, table, person)
    written, version = (control.rest, control.version) if control is not None else ("", None)
    draft = proposals.read(table, holder.id, written, version)
    asked = gettext("What will **{name}** play?", name=safe(holder.called))
    kept, told = control is not None and proposals.decided(draft, control, VERBS), ""
    if kept:
        # Before it is stored: the answer of the database may be lost.
        context.features.part(Watched).add(table.id)
        await guesses.keep(context.tables, table, person, draft)
        move = " · ".join(draft.told)
        asked = (
            gettext(
                "Your guess: everyone will choose **{move}**. It isn’t a vote, and if you vote on this "
                "turn, your guess is dropped.",
                move=move,
            )
            if by_vote
            else gettext(
                "Your guess: **{move}**. You can change it until {name} moves.",
                move=move,
                name=safe(holder.called),
            )
        )
    elif not written:
        own = await stored.of_table(context.tables.store, table.id, person)
        note = note or _before(own)
        told = (
            ""
            if own
            else gettext(
                "-# Nobody sees your guess before the move is played. The best lookouts are named at the "
                "end of the game."
            )
        )
    card = await proposals.proposal_card(
        context,
        table,
        draft,
        person,
        VERBS,
        heading=_heading(table),
        lines=(note, told),
        kept=kept,
        asked=asked,
    )
    return card, kept


def _before(own: list[Guess]) -> str:
    """What became of the latest of somebody's ``own`` guesses."""
    if not own:
        return ""
    last = own[-1]
    if last.hit is None:
        return gettext("Your guess so far: {move}. Choose again to change it.", move=_written(last.text))
    if last.hit:
        return gettext("✅ Your last guess, {move}, was right.", move=_written(last.text))
    return gettext("❌ Your last guess, {move}, was wrong.", move=_written(last.text))


async def _news(context: BotContext, table: Table, person: int, since: int) -> Card | None:
    """What became of the guess on the card of ``person``, which shows the version ``since``."""
    if not any(turn.seq > since for turn in table.turns) or table.id not in context.features.part(Watched):
        return None
    await guesses.judge(context.tables, table)
    own = await stored.of_table(context.tables.store, table.id, person)
    if not own or own[-1].hit is None or not guesses.played_after(table, own[-1], since):
        return None
    last = own[-1]
    if last.hit:
        told = gettext("✅ You saw it coming: {move}.", move=_written(last.text))
    else:
        told = gettext("❌ You guessed {move}, but it was something else.", move=_written(last.text))
    lines = (told, _told(stored.shares(own)[person]))
    controls = [close_button(table)]
    if guesses.guessed_by_others(table) is not None:
        controls.insert(0, table_control(table, "guess", gettext("Guess"), style=Style.primary))
    elif table.status == "over":
        controls.insert(0, table_control(table, "guesses", gettext("My Guesses")))
    return Card(_heading(table), lines=lines, rows=(tuple(controls),))


def _told(share: Share) -> str:
    """How many turns of one game somebody has seen coming."""
    return ngettext(
        "-# You’ve seen {hits} of {number} move coming in this game.",
        "-# You’ve seen {hits} of {number} moves coming in this game.",
        share.guesses,
        hits=share.hits,
    )


@on_button("guess", reply="private", cost="picture")
async def open_guess(interaction: Interaction, table: Table) -> None:
    """**Watchers: Guess** on a card or in a watcher's own view, **Guess** elsewhere.

    :raises TableError: when they can't guess now.
    """
    card, _ = await guess_card(interaction.client.context, table, interaction.user.id)
    await open_private_card(interaction, table, card, plays=False, news=_news)


@on_button(VERBS.step)
@on_button(VERBS.done)
async def choose(interaction: Interaction, control: Control, table: Table) -> None:
    """A step of a guess; the last one keeps it."""
    context, person = interaction.client.context, interaction.user.id
    cards, kept = interaction.client.private_cards, False
    cards.hold(table.id, person)
    try:
        card, kept = await guess_card(context, table, person, control)
    except TableError as refusal:
        note = f"*{refusal}*"
        try:
            card, _ = await guess_card(context, table, person, note=note)
        except TableError:
            card = Card(_heading(table), lines=(note,), rows=((close_button(table),),))
    await update_private_card(interaction, table, card, plays=False, news=_news)
    if kept and (shown := cards.of(table.id, person)) is not None:
        until = round(shown.expires.timestamp() * 1000)
        known = GuessCard(table.id, person, shown.message, shown.webhook.token or "", until)
        await stored.keep_card(context.tables.store, known, context.tables.now())


@on_button("guesses", reply="private")
async def my_guesses(interaction: Interaction, table: Table) -> Card:
    """**My Guesses**, after the game: each with what was played, and what the review thinks of it."""
    context, person = interaction.client.context, interaction.user.id
    if table.status != "over":
        raise TableError("The game is still going on. You’ll find your guesses here once it’s over.")
    await guesses.judge(context.tables, table)
    own = await stored.of_table(context.tables.store, table.id, person)
    if not own:
        raise TableError("You haven’t guessed any moves in this game.")
    table = await context.tables.history(table)
    review = await kept_review(context, table)
    best = {each.place: each.best for each in review.turns} if review is not None else {}
    lines = [_line(table, each, best.get(each.place, "")) for each in own[-MAX_TOLD:]]
    if len(own) > MAX_TOLD:
        lines.insert(0, gettext("-# Your latest {number} guesses:", number=MAX_TOLD))
    if review is None and any(each.hit == 0 for each in own):
        lines.append(
            gettext(
                "-# Once the game has been reviewed, you’ll also see which of your wrong guesses were "
                "just as good."
            )
        )
    told = [_told(share) for share in stored.shares(own).values()]
    return Card(_heading(table), lines=(*told, *lines))


def _line(table: Table, guess: Guess, best: str) -> str:
    """A guess of a finished game; ``best``: what the review holds to be the best there."""
    move, played = _written(guess.text), guesses.played(table, guess)
    if not played or (played == guess.text.split("\n")) != guess.hit:
        return gettext("➖ {move}. The turn wasn’t played, or was undone.", move=move)
    turn = which(table, guess.place)
    if guess.hit:
        return gettext("✅ {turn}: {move}.", turn=turn, move=move)
    instead = _written("\n".join(played))
    if best and guess.text.split("\n")[0] == best:
        return gettext(
            "☑️ {turn}: {move}. {played} was played, but the review likes yours at least as well.",
            turn=turn,
            move=move,
            played=instead,
        )
    return gettext("❌ {turn}: {move}. {played} was played.", turn=turn, move=move, played=instead)


async def more_controls(_context: BotContext, table: Table, person: int) -> list[Control]:
    """**Guess**, or after the game **My Guesses**, for somebody who only watches."""
    if table.status != "over" or person in table.seating or table.private:
        return [] if person in table.seating else _guess_controls(table, gettext("Guess"))
    return [table_control(table, "guesses", gettext("My Guesses"))]


def turn_controls(table: Table) -> list[Control]:
    """**Watchers: Guess**, where there is something to guess: beside moves it must not read as one.

    Where it would read as **Vote**, and where one plays computers, it is under **More** alone.
    """
    if table.crowd is not None or table.solo:
        return []
    return _guess_controls(table, gettext("Watchers: Guess"))


def _guess_controls(table: Table, label: str) -> list[Control]:
    if guesses.guessed_by_others(table) is None:
        return []
    return [table_control(table, "guess", label)]


async def turn_extras(context: BotContext, table: Table) -> Extras:
    """How many saw the latest turn coming."""
    if table.id not in context.features.part(Watched):
        return NO_EXTRAS
    return _seen(guesses.fresh(table, await guesses.judge(context.tables, table)))


def _seen(latest: list[Guess]) -> Extras:
    if not latest:
        return NO_EXTRAS
    hits = sum(each.hit or 0 for each in latest)
    told = ngettext(
        "-# 🔭 {hits} of {number} watcher saw it coming.",
        "-# 🔭 {hits} of {number} watchers saw it coming.",
        len(latest),
        hits=hits,
    )
    return Extras(lines=(told,))


async def extras(context: BotContext, table: Table) -> Extras:
    """How many saw the last turn coming, and the best lookouts of a finished game."""
    if table.status != "over" or not await stored.of_table(context.tables.store, table.id):
        return NO_EXTRAS
    latest = guesses.fresh(table, await guesses.judge(context.tables, table))
    # Nobody has guessed that somebody would resign.
    last = _seen(latest) if table.ending is None else NO_EXTRAS
    best = guesses.lookouts(await stored.of_table(context.tables.store, table.id))
    if not best:
        return last
    named = [
        gettext("{name} ({hits} of {number})", name=mention(person), hits=share.hits, number=share.guesses)
        for person, share in best
    ]
    told = ngettext(
        "🔭 Best lookout: {people}.", "🔭 Best lookouts: {people}.", len(best), people=listed(named)
    )
    return last + Extras(lines=(told,))


async def profile_facts(service: TableService, person: int) -> list[ProfileFact]:
    """The share of turns that somebody saw coming, in all and lately."""
    whole = await stored.share(service.store, person)
    if not whole.guesses:
        return []
    recent = await stored.share(service.store, person, service.now() - RECENT_MS)
    told = _share(whole)
    if recent.guesses and recent != whole:
        told = gettext("{all} ({recent} in the last 30 days)", all=told, recent=_share(recent))
    return [ProfileFact(gettext("Moves seen coming"), told)]


def _share(share: Share) -> str:
    percent = round(100 * share.hits / share.guesses)
    return gettext("{hits} of {number} ({percent} %)", hits=share.hits, number=share.guesses, percent=percent)


async def _start(bot: PlayClient, watched: Watched) -> None:
    """Remember where somebody has guessed; cards from before the start tell what came of that, too."""
    context = bot.context
    watched.update(await stored.tables(context.tables.store))
    for card, version in await stored.cards(context.tables.store, context.tables.now()):
        if bot.private_cards.of(card.table_id, card.person) is None:
            expires = datetime.fromtimestamp(card.until / 1000, UTC)
            webhook = webhook_of(bot, card.token)
            private = PrivateCard(
                webhook, card.message, expires, version, asks=False, plays=False, news=_news
            )
            bot.private_cards.keep(card.table_id, card.person, private)
            bot.private_cards.table_shown(card.table_id)


def _open(bot: PlayClient) -> Feature:
    watched = Watched()
    return replace(FEATURE, parts=(watched,), start=partial(_start, bot, watched))


FEATURE: Final = Feature(
    name="guesses",
    open=_open,
    more_controls=more_controls,
    controls={"turn": turn_controls},
    turn_extras=turn_extras,
    extras=extras,
    profile_facts=profile_facts,
    data_note="**Guesses** about other people’s moves: what you guessed, when, and whether it was played. "
    "Whatever is needed to show you the result on your private card is kept for up to a day. The "
    "best lookouts are named at the end of the game.",
    sweep=lambda tables: stored.drop_cards(tables.store, tables.now()),
    export=exporting(
        guesses=("guess", "table=table_id", "place", "guess=text", "hit", "at"),
        guess_cards=("guess_card", "table=table_id", "message", "until"),
    ),
    forget=people.removing("guess", "guess_card"),
)
