"""Reviews of finished games: the graph, the turning points, and how well everybody played."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from discord import app_commands

from bot.components.cards import table_cards
from bot.components.cards import text as table_text
from bot.components.hooks import BotContext, Feature, Interaction
from bot.components.interactions.card import (
    ALT_LIMIT,
    Card,
    CardImage,
    Control,
    Style,
    close_button,
    rows,
    table_control,
)
from bot.components.interactions.replies import replace_card, send_card
from bot.components.interactions.routing import number_in, on_button
from bot.components.play.resolve_table import table_command
from bot.features.replays import replays
from bot.games.core import AnyGame, Seat
from bot.languages import (
    ENGLISH,
    gettext,
    gettext_noop,
    labelled,
    listed,
    ngettext,
    pgettext,
    speaking,
    spoken,
)
from bot.people.computers import FOR_BEGINNERS, level_of
from bot.people.display_names import plain, safe
from bot.players import PLAYERS
from bot.players.judgement import CHANCE_TO_WIN, Scale
from bot.tables.errors import Stale, TableError
from bot.tables.exports import exporting
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.thinking.thinkers import Thinkers
from bot.workers.worker import WorkerClosed
from rendering.scene import Graph

from . import review as reviews
from . import swings
from .review import Judged, Review, which

PROGRESS_S: Final = 2.0
"""Seconds between two times that a review under way says how far it is."""
PATIENCE_S: Final = 5
"""Seconds of which nobody needs to be told before."""
TELLING: Final = 0.5
"""The least accuracy that is told as a number."""
REVIEW_STOPPED: Final = gettext_noop(
    "The bot was restarted before the review was ready. Please press **Review** again."
)


@dataclass(slots=True)
class UnderwayReview:
    """A review that is being made."""

    task: asyncio.Task[Review]
    done: int = 0
    """How many turns are judged."""


class UnderwayReviews(dict[int, UnderwayReview]):
    """The reviews that are being made, by table: one is made for all who ask."""


def review_controls(table: Table) -> list[Control]:
    """**Review**, and how long it takes, if that is long."""
    seconds = math.ceil(table.moves * table.game.review_ms / 1000)
    label = (
        ngettext("Review (Takes {number} Second)", "Review (Takes {number} Seconds)", seconds)
        if seconds >= PATIENCE_S
        else gettext("Review")
    )
    return [table_control(table, "review", label)]


def scale_of(table: Table) -> Scale | None:
    """What a table's reviews are counted in; None if its game has no reviews."""
    player = PLAYERS.get(table.game.key)
    return player.reviewer.scale if player is not None and player.reviewer is not None else None


async def kept(context: BotContext, table: Table) -> Review | None:
    """The review that was made of a finished table with its history; None if there is none yet."""
    scale = scale_of(table)
    return await reviews.load(context.tables.store, table, scale) if scale is not None else None


def underway(context: BotContext, table: Table, scale: Scale) -> UnderwayReview:
    """The making of a table's review, begun if nobody has asked for it before."""
    reviewing = context.features.part(UnderwayReviews)
    if (found := reviewing.get(table.id)) is None:
        task = asyncio.create_task(_make(context, table, scale), name=f"review-{table.id}")
        found = reviewing[table.id] = UnderwayReview(task)
        task.add_done_callback(partial(_made, context, table.id))
    return found


def _made(context: BotContext, table_id: int, task: asyncio.Task[Review]) -> None:
    del context.features.part(UnderwayReviews)[table_id]
    if not task.cancelled():
        task.exception()  # marks it as retrieved: those who asked may be gone


async def _judged(context: BotContext, table: Table, place: int) -> list[Judged]:
    """What a turn was worth, with the reason in the language spoken now; nothing if nobody can say."""
    turn = reviews.moment(table, place)
    judgement = await context.thinkers.judge(
        table.game, turn.view, turn.legal, turn.action, place, table=("review", table.id)
    )
    return [reviews.judged(place, judgement)] if judgement is not None else []


async def _said(context: BotContext, table: Table, judged: Judged) -> Judged:
    """A turning point with its reason in the language spoken now, for which it is judged once more."""
    if spoken() == ENGLISH or not judged.reason or context.thinkers.reviewer(table.game.key) is None:
        return judged
    return next((each for each in await _judged(context, table, judged.place) if each.reason), judged)


async def _make(context: BotContext, table: Table, scale: Scale) -> Review:
    """Judge every turn, and keep what was found. What is hidden from a seat stays hidden from its judge."""
    judged = []
    for place in range(len(table.turns)):
        # It is kept in English, whoever has asked for it.
        with speaking(ENGLISH):
            judged += await _judged(context, table, place)
        context.features.part(UnderwayReviews)[table.id].done += 1
    service = context.tables
    await reviews.keep(service.store, table, judged, context.thinkers.version(table.game.key), service.now())
    return Review(tuple(judged), scale)


@on_button("review", reply="private", cost="picture")
async def show(interaction: Interaction, table: Table) -> None:
    """**Review**: reply (acknowledged as ``private``) with a table's review, made first if need be.

    Where no review can be made, the game can be stepped through.
    """
    context, person = interaction.client.context, interaction.user.id
    table = await replays.finished(context, table)
    review, scale = await kept(context, table), scale_of(table)
    if review is not None:
        await send_card(interaction, await overview(context, table, review, person))
        return
    if scale is None or context.thinkers.reviewer(table.game.key) is None:
        await send_card(interaction, await replays.review_card(context, table, 0, person))
        return
    making = underway(context, table, scale)
    await send_card(interaction, _progress(table, making))
    while not making.task.done():
        await asyncio.wait({making.task}, timeout=PROGRESS_S)
        if not making.task.done():
            await replace_card(interaction, _progress(table, making))
    try:
        review = making.task.result()
    except (WorkerClosed, asyncio.CancelledError):
        raise TableError(REVIEW_STOPPED) from None
    # Somebody may have been forgotten meanwhile.
    table = await context.tables.history(await context.tables.get(table.id))
    card = await overview(context, table, review, person)
    await replace_card(
        interaction, card if review.turns else await replays.review_card(context, table, 0, person)
    )


def _progress(table: Table, making: UnderwayReview) -> Card:
    """What is shown while a review is made; its buttons also help if the bot restarts meanwhile."""
    return Card(
        gettext("{table}: review", table=table_text.heading(table)),
        lines=(
            gettext(
                "Reviewing the game: {done} of {turns} moves so far…",
                done=making.done,
                turns=len(table.turns),
            ),
        ),
        # Stepping through opens a card of its own, for this one goes on changing.
        rows=(
            (
                table_control(table, "step", gettext("Step Through"), "0"),
                close_button(),
            ),
        ),
    )


async def overview(context: BotContext, table: Table, review: Review, person: int) -> Card:
    """The graph from the side of ``person``, the turning points, and everybody's accuracy."""
    points = review.points_for(table, person)
    lines = [accuracy(table, review)]
    if table.ending is not None:
        ends = gettext("The graph ends with the last move.")
        lines.insert(0, f"{safe(table_text.ending(table))} {ends}")
    if (found := review.luck(table)) is not None:
        point = pgettext("in a number such as 1.5", ".")
        luck, skill = (f"{points:+.1f}".replace("-", "−").replace(".", point) for points in found)
        lines.append(
            gettext(
                "**Luck:** {luck} points from the dice. **Skill:** {skill} points from your choices, "
                "compared with a very good player, who averages {par} points.",
                luck=luck,
                skill=skill,
                par=round(review.scale.par),
            )
        )
    if not any(map(review.mark, points)):
        costliest = gettext("No single move decided this game. This one cost you the most:")
        lines.append(costliest if points else _bit_by_bit(table, review))
    own = {each.place for each in review.own(table, person)}
    if len({each.place in own for each in points}) > 1:
        lines.append(gettext("Your own turns come first:"))
    lines += [_told(table, review, await _said(context, table, each), values=True) for each in points]
    turning = partial(table_control, table, "turning", style=Style.primary)
    buttons = [turning(_move(table, review, each), str(each.place)) for each in points]
    if (lost := review.lost(table)) is not None:
        heading = ", ".join(filter(None, (f"**{_move(table, review, lost)}**", _who(table, lost))))
        proved = gettext(
            "The computer has proved that {side} loses from here, whatever {side} plays.",
            side=table.game.name_of(table.turns[lost.place].seat),
        )
        lines.append(labelled(heading, proved))
        buttons.append(table_control(table, "proof", gettext("Show the Proof"), str(lost.place)))
    if any(map(review.mark, points)):
        lines.append(gettext("-# ?! is a slip, ? a mistake, ?? a blunder."))
    if review.scale == CHANCE_TO_WIN and _met_weaker(table):
        lines.append(
            gettext(
                "-# The graph assumes that both sides play well. A computer of this level doesn’t, so your "
                "real chances were better."
            )
        )
    last = (
        table_control(table, "leap", gettext("Step Through"), f"0|{replays.GRAPH}"),
        close_button(),
    )
    return Card(
        gettext("{table}: review", table=table_text.heading(table)),
        (await _graph(context, table, review, person),),
        tuple(lines),
        (*rows(buttons), last),
    )


def _met_weaker(table: Table) -> bool:
    """Whether a side of computers had some that are weaker than those by whose games chances are told."""
    computers = {*table.seating.computers}
    sides = [{*table.seating.side_people(side)} for side in table.seating.sides]
    met = {level_of(each.id).key for people in sides if people <= computers for each in people}
    return not met.isdisjoint(FOR_BEGINNERS)


async def _graph(context: BotContext, table: Table, review: Review, person: int) -> CardImage:
    """The graph from one's own side, else from that of a person, else from the first."""
    readers = (person, *(each.id for each in table.seating.humans))
    sides = map(table.seating.side_number, readers)
    side, scale = next((each for each in sides if each is not None), 0), review.scale
    people = table.seating.side_people(table.seating.sides[side])
    names = tuple(plain(each.called) for each in people)
    points = review.graph(table, side)
    places = {place for place, _ in points}
    lines = tuple(scale.low + (scale.high - scale.low) * share for share in (0, 0.25, 0.5, 0.75, 1))
    graph = Graph(
        gettext(scale.title),
        names,
        points,
        len(table.turns),
        lines,
        lines[2],
        tuple(_value(scale, line) for line in lines),
        tuple(
            (each.place + 1, review.mark(each))
            for each in review.turning_points()
            if each.place + 1 in places
        ),
    )
    words, header = _in_words(graph, scale), table_cards.header_of(table)
    if (picture := await table_cards.painted(context, "graph", graph, person, header)) is None:
        raise TableError("The graph can’t be drawn right now. Please try again in a moment.")
    return CardImage(words, picture, "review.png")


def _in_words(graph: Graph, scale: Scale) -> str:
    """The graph as numbers, as many of them as an alt text has room for."""
    title = labelled(graph.title, " & ".join(graph.names))
    turning = ", ".join(gettext("{mark} at {number}", mark=mark, number=move) for move, mark in graph.marks)
    after = gettext("Turning points: {moves}.", moves=turning) if turning else ""
    for step in range(1, len(graph.points) + 1):
        shown = [*graph.points[:-1:step], graph.points[-1]]
        values = [labelled(place, _value(scale, value)) for place, value in shown]
        told = gettext("After each move: {values}.", values=", ".join(values))
        words = f"{title}. {told} {after}".rstrip()
        if len(words) <= ALT_LIMIT:
            return words
    return title


def _value(scale: Scale, value: float) -> str:
    """A value as a label: ``62%``, or points."""
    return gettext("{number}%", number=round(100 * value)) if scale.whole == 1 else str(round(value))


def _in_units(scale: Scale, value: float) -> str:
    """A value inside a sentence: ``62 in 100``, or points."""
    return (
        gettext("{number} in 100", number=round(100 * value))
        if scale.whole == 1
        else ngettext("{number} point", "{number} points", round(value))
    )


def accuracy(table: Table, review: Review) -> str:
    """How well everybody played; a seat that was taken over is named instead of those who shared it."""
    told = []
    for person in table.seating.people:
        seats = listed(map(table.game.name_of, table.seats_of(person.id)))
        name = seats if table.seating.taken_over else table_text.mention(person)
        share, worst = review.accuracy(table, person.id), review.worst(table, person.id)
        if share is not None and share < TELLING and worst is not None:
            # A low number says only that it went badly; the move says what to do next time.
            told.append(
                gettext(
                    "{name}: a better choice was {move} ({moment})",
                    name=name,
                    move=_better(table, worst),
                    moment=which(table, worst.place),
                )
            )
        elif share is not None:
            told.append(gettext("{name} {number}%", name=name, number=round(100 * share)))
    return gettext("**Accuracy:** {shares}", shares=" · ".join(told)) if told else ""


def _bit_by_bit(table: Table, review: Review) -> str:
    """What is said where no turn was a turning point: which one of those who lost cost them the most."""
    won = table.winners
    half = (review.scale.low + review.scale.high) / 2
    # Whoever stood well and resigned has lost nothing bit by bit.
    lost = [
        person
        for person in table.seating.humans
        if won and person.id not in won and (table.ending is None or review.last(table, person.id) < half)
    ]
    slips = [slip for person in lost if (slip := review.worst(table, person.id)) is not None]
    if slips:
        worst = max(slips, key=lambda slip: slip.loss)
        return gettext(
            "No single move decided this game. It slipped away bit by bit, and this cost the most: {moment}. "
            "A better choice was {move}.",
            moment=which(table, worst.place),
            move=_better(table, worst),
        )
    if table.ending is None:
        return gettext("No single move gave much away. Well played!")
    return gettext("No single move gave much away.")


def _better(table: Table, judged: Judged) -> str:
    """The best action instead of a turn, inside a sentence."""
    reviewer, seat = PLAYERS[table.game.key].reviewer, table.turns[judged.place].seat
    assert reviewer is not None
    return safe(reviewer.named(table.at(judged.place).view_for(seat), table.game.parse(judged.best)))


def _move(table: Table, review: Review, judged: Judged) -> str:
    """A turning point's mark, and which move it is."""
    return f"{review.mark(judged)} {which(table, judged.place)}".lstrip()


def _who(table: Table, judged: Judged) -> str:
    """Who played a turn; empty where a seat was taken over."""
    person = _person(table, judged)
    return table_text.mention(person) if person is not None else ""


def _person(table: Table, judged: Judged) -> Person | None:
    """Who played a turn; None where a seat was taken over."""
    turn = table.turns[judged.place]
    return None if table.seating.taken_over else table.seating.person_at(turn.before.slot(turn.seat))


def _told(table: Table, review: Review, judged: Judged, *, values: bool = False) -> str:
    """A turning point in a line or two, with what both turns are worth if ``values``."""
    turn = table.turns[judged.place]
    told = [safe(turn.narration(None)), safe(judged.reason)]
    if judged.best != str(turn.action):
        best, value = (_value(review.scale, each) for each in (judged.before, judged.after))
        values &= best != value
        said = gettext_noop(
            "A better choice was {better}."
            if not values
            else "A better choice for {name} was {better} (winning chance: {best} instead of {value})."
            if review.scale.whole == 1
            else "A better choice was {better} (expected points: {best} instead of {value})."
        )
        # As above the graph.
        person = _person(table, judged)
        name = table.game.name_of(turn.seat) if person is None else safe(plain(person.called))
        better = _better(table, judged)
        told.append(gettext(said, better=better, name=name, best=best, value=value))
    words = " ".join(filter(None, told))
    move = f"**{_move(table, review, judged)}**"
    return labelled(", ".join(filter(None, (move, _who(table, judged)))), words)


def _instead(before: Table, seat: Seat, action: Any) -> tuple[Table, Any]:
    """The table and the view of ``seat`` after an action that wasn't played.

    Where something is hidden, nobody knows what would have come of it, not even whether it ends the game.
    """
    assert before.state is not None
    after, view = before.after(seat, action), before.state.preview(seat, action)
    if after.outcome is None:
        return after, replace(view, to_act=after.view_for(seat).to_act)
    return (before if before.game.secrets else replace(after, status="over")), view


async def turning_card(context: BotContext, table: Table, review: Review, place: int, person: int) -> Card:
    """A turning point: the position after it and after the better action, and why that is better.

    :raises Stale: when the review has nothing to say of that turn.
    """
    judged = next((each for each in review.turns if each.place == place and each.best), None)
    if judged is None:
        raise Stale
    turn = table.turns[place]
    before = table.at(place)
    best = table.game.parse(judged.best)
    moment = which(table, place)
    shown = partial(table_cards.illustrate, context, reader=person, bottom=turn.seat, moment=moment)
    after = table.at(place + 1)
    if after.ending is not None:
        # The move is shown, not that somebody resigned or ran out of time after it.
        after = replace(after, ending=None, status="playing")
    played = await shown(after, table.game.reasoned(after.view_for(turn.seat)))
    instead, view = _instead(before, turn.seat, best)
    better = await shown(instead, table.game.reasoned(view))
    pictures = [replace(played, alt=gettext("What was played: {picture}", picture=played.alt))]
    if judged.best != str(turn.action):
        pictures.append(
            replace(better, alt=gettext("What was better: {picture}", picture=better.alt), name="better.png")
        )
    scale = review.scale
    best_value, value = _in_units(scale, judged.before), _in_units(scale, judged.after)
    controls = [
        table_control(table, "retry", gettext("Try Again"), str(place), Style.primary),
        table_control(table, "overview", gettext("Back to the Graph")),
        table_control(table, "leap", gettext("Step Through from Here"), f"{place}|{replays.GRAPH}"),
        close_button(),
    ]
    return Card(
        gettext(
            "### {table}: {moment} {mark}",
            table=table_text.title(table),
            moment=moment,
            mark=review.mark(judged),
        ).rstrip(),
        tuple(pictures),
        (
            _told(table, review, await _said(context, table, judged)),
            gettext(
                "{scale}: {best} after the better move, {value} after this one.",
                scale=gettext(scale.title),
                best=best_value,
                value=value,
            ),
            gettext("-# The first picture shows what was played, and the second shows what was better.")
            if len(pictures) > 1
            else "",
        ),
        (tuple(controls),),
        accent=table.game.seat_styles[turn.seat].colour,
    )


async def _pressed(context: BotContext, table: Table) -> tuple[Table, Review]:
    """The table and the review of a card whose button was pressed.

    :raises Stale: when there is no review of the table.
    """
    table = await replays.finished(context, table)
    if (review := await kept(context, table)) is None:
        raise Stale
    return table, review


@on_button("overview", cost="picture")
async def press_overview(interaction: Interaction, table: Table) -> Card:
    """**Back to the Graph**."""
    context, person = interaction.client.context, interaction.user.id
    return await overview(context, *await _pressed(context, table), person)


@on_button("turning", cost="picture")
async def press_turning_point(interaction: Interaction, control: Control, table: Table) -> Card:
    """One of the turning points."""
    context, person, place = interaction.client.context, interaction.user.id, number_in(control.rest)
    return await turning_card(context, *await _pressed(context, table), place, person)


@app_commands.command(name="review", description="See how a finished game went (only you can see this)")
@app_commands.describe(
    position="Step through the game from this move, such as 40 (0 = the starting position)"
)
@table_command(cost="picture", over=True)
async def review_command(
    interaction: Interaction, table: Table, position: app_commands.Range[int, 0] | None = None
) -> Card | None:
    """``/table review``: the review, or the game position by position."""
    if position is not None:
        return await replays.review_card(interaction.client.context, table, position, interaction.user.id)
    await show(interaction, table)
    return None


def _taught(game: AnyGame, thinkers: Thinkers) -> AnyGame:
    """``game`` with the time that a review of it takes."""
    reviewer = thinkers.reviewer(game.key)
    return replace(game, review_ms=reviewer.milliseconds if reviewer is not None else 0)


FEATURE: Final[Feature] = Feature(
    name="reviews",
    week=swings.week_part,
    subcommands=lambda _games: [("table", review_command)],
    open=lambda _bot: replace(FEATURE, parts=(UnderwayReviews(),)),
    taught=_taught,
    controls={
        "end": review_controls,
        "shared": lambda table: [table_control(table, "review", gettext("Review"))],
    },
    data_note="**Reviews** of finished games: what each move was worth, with the seats but not the people.",
    export=exporting(reviews=("review", "table=table_id", "player", "data", "at")),
)
