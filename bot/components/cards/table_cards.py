"""Cards of a table: the lobby, the board for everybody, one's own view, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import structlog

from bot.components.interactions.card import Card, CardImage, Control, Style
from bot.games.core import CHANCE, Game, Seat
from bot.games.plurals import listed
from bot.tables import notes as notebook
from bot.tables.model.table import Table
from bot.tables.record_text import record_text
from rendering.picture import NoPainter, PaintError, Picture
from rendering.scene import Scene
from rendering.studio import Studio

from . import commitment_text, request_controls, table_text, text_board, time_text

log: Final = structlog.get_logger(__name__)
QUIET: Final = 0x5B6270
"""The accent of cards on which nobody is to act."""
MAX_LISTED: Final = 20
"""Tables that a person's list names; of the others it gives the number."""


async def illustrate(
    studio: Studio | None,
    table: Table,
    view: Any,
    *,
    bottom: Seat | None = None,
    chosen: tuple[str, ...] = (),
    choices: tuple[Any, ...] = (),
    marks: tuple[str, ...] = (),
    notes: notebook.Marks = (),
    palette: str = "default",
) -> CardImage:
    """The picture of ``view`` with its alt text; the text diagram as a picture where no painter can paint it.

    Without a studio there is the alt text alone, for a message that has the picture.
    """
    if studio is None:
        return CardImage(text_board.described(table, view))
    scene: Scene[Any, Any] = Scene(
        view,
        bottom=bottom if table.game.home_sides else None,
        chosen=chosen,
        choices=choices,
        marks=marks,
        notes=notes,
    )
    picture = await paint(studio, table.game, scene, palette)
    return CardImage(text_board.alt_text(table, view), picture)


async def paint(
    studio: Studio, game: Game[Any, Any], scene: Scene[Any, Any], palette: str = "default"
) -> Picture:
    """The picture of ``scene``, or of its text diagram where the game has no painter or the painter fails.

    :raises PaintError: when the studio is closed.
    """
    try:
        return await studio.draw(game.key, scene, palette=palette)
    except PaintError as error:
        if not isinstance(error, NoPainter):
            log.warning("painter failed; a text image is shown", game=game.key)
        return await studio.text_image(game.text(scene.view))


def lobby_card(table: Table) -> Card:
    """The open table: the game in a line, its options, who sits where, and the ways in."""
    game, address = table.game, table.address
    lines = [f"*{game.tagline}*"]
    if options := table_text.options(table):
        lines.append(f"Options: {options}.")
    lines.append(time_text.table_pace(table))
    free: list[tuple[Seat, ...]] = []
    for side in table.sides:
        people = table.side_people(side)
        seated = listed([table_text.mention(person) for person in people])
        room = len(side) > len(people) and len(table.people) < game.people[1]
        if room:
            free.append(side)
        lines.append(f"{game.seat_styles[side[0]].emblem} **{game.side_title(side)}**: {seated or '*free*'}")
    if table.status == "lobby":
        if table.header.opponent is not None:
            lines.append(
                f"{table_text.mention_id(table.header.opponent)}, you are challenged: **Join** to play."
            )
        lines.append(_missing(table))
        controls = _lobby_controls(table, free)
        pings = (table.header.opponent,) if table.header.opponent else ()
        return Card(_lobby_heading(table), (), tuple(lines), controls, QUIET, pings)
    if table.status in ("closed", "frozen"):
        lines.append(table_text.safe(table.word))
    elif address.channel and address.channel != address.home:
        lines.append(f"The table: <#{address.channel}>")
    elif table.status == "playing":
        lines.append("The game is on.")
    else:
        lines.append("The game is over.")
    return Card(_lobby_heading(table), (), tuple(lines), (), QUIET)


def _missing(table: Table) -> str:
    """What an open table for several waits for; one for two says it by its free side."""
    if table.game.people[1] <= 2:
        return ""
    empty = [table.game.side_title(side) for side in table.sides if not table.side_people(side)]
    if empty:
        return f"-# The game can start once somebody plays {listed(empty)}."
    return f"-# {table_text.mention_id(table.header.host)} presses **Start** when all are there."


def _lobby_heading(table: Table) -> str:
    return f"### {table_text.title(table)}"


def _lobby_controls(table: Table, free: list[tuple[Seat, ...]]) -> tuple[tuple[Control, ...], ...]:
    def control(verb: str, label: str, rest: str = "", style: Style = Style.secondary) -> Control:
        return Control(verb, label, table.id, table.version, rest, style)

    joins = [
        control(
            "join",
            "Join" if len(free) == 1 else f"Join {table.game.side_title(side)}",
            side[0],
            Style.success,
        )
        for side in free
    ]
    inhabited = all(table.side_people(side) for side in table.sides)
    start = [control("start", "Start", style=Style.primary)] if inhabited else []
    leave = [control("leave", "Leave")] if table.game.people[1] > 2 else []
    decline = [control("cancel", "Decline", "decline")] if table.header.opponent is not None else []
    rules = control("page", "Rules", f"{table.game.key}|0")
    rest = [*start, *leave, *decline, rules, control("cancel", "Cancel")]
    return (tuple(joins + rest),) if len(joins) + len(rest) <= 5 else (tuple(joins), tuple(rest))


def rules_control(table: Table) -> Control:
    """The rule book, open at the page for what is to be done."""
    page = table.game.page_for(table.view_for(None)) if table.state is not None else ""
    return Control("page", "Rules", table.id, table.version, f"{table.game.key}|{page}")


async def board_card(studio: Studio | None, table: Table) -> Card:
    """What everybody sees of a table that is played."""
    view = table.view_for(None)
    controls = [
        Control("move", "Move", table.id, table.version, style=Style.primary),
        Control("view", "My View", table.id, table.version),
        Control("more", "More", table.id, table.version),
    ]
    rows = [tuple(controls)]
    lines = [table_text.mended(table), table_text.safe(table_text.story(table, None))]
    lines += [table.game.summary(view), commitment_text.ready_line(table)]
    if table.offering:
        lines.append(table_text.offer(table))
        rows.append(
            (
                Control("draw", "Accept the Draw", table.id, table.version, "accept", Style.success),
                Control("decline", "Decline the Draw", table.id, table.version),
            )
        )
    if table.resigning:
        lines.append(table_text.resignation(table))
    seating = table_text.seating(table) if len(table.result_seats) > 1 else ""
    lines += [seating, table_text.closed_charts(table), table_text.awaiting(table)]
    lines += request_controls.lines(table)
    rows += request_controls.rows(table)
    acting = table.acting
    return Card(
        heading=f"### {table.game.title} · {table.game.headline(view)}\n-# Table {table.id}",
        pictures=(await illustrate(studio, table, view),),
        lines=tuple(lines),
        rows=tuple(rows),
        accent=table.game.seat_styles[acting[0]].colour if acting else QUIET,
        pings=_pings(table),
    )


def _pings(table: Table) -> tuple[int, ...]:
    """The people whose turn it is now, except those who have just acted."""
    last = next((turn for turn in reversed(table.turns) if turn.seat != CHANCE), None)
    actor = table.holder(last.seat) if last is not None else None
    return tuple(person.id for person in table.awaited if actor is None or person.id != actor.id)


async def final_card(studio: Studio | None, table: Table) -> Card:
    """The end: who won and why, everything revealed, the record, and the way to another game."""
    view = table.view_for(None)
    winners = table_text.winners(table)
    lines = [
        table_text.mended(table),
        f"**{winners} won.**" if winners else "",
        table_text.safe(table_text.ending(table)),
        table_text.safe(table_text.story(table, None)) if table.agreed is None else "",
        table.game.summary(view),
        table_text.seating(table),
        commitment_text.final_line(table),
    ]
    again = "Rematch" if len(table.people) > 1 else "Play Again"
    if table.rematching and len(table.people) > 1:
        asked = listed([table_text.mention_id(number) for number in table.rematching])
        lines.append(f"{asked} would like a rematch.")
    return Card(
        heading=f"### {table.game.title} · The end\n-# Table {table.id}",
        pictures=(await illustrate(studio, table, view),),
        lines=tuple(lines),
        rows=(
            (
                Control("rematch", again, table.id, table.version, style=Style.primary),
                Control("replay", "Replay", table.id, table.version),
                Control("review", "Review", table.id, table.version),
            ),
        ),
        accent=table.game.seat_styles[table.outcome.winners[0]].colour
        if table.outcome and table.outcome.winners
        else QUIET,
        # Who has read of the end before is not called to it again.
        pings=() if table.recovered_at == table.version else tuple(person.id for person in table.people),
        files=((f"table-{table.id}.txt", record_text(table).encode()),),
    )


def frozen_card(table: Table) -> Card:
    """A table whose log no longer folds."""
    return Card(f"### {table_text.title(table)}", (), (table.word,), (), QUIET)


def blank_card(table: Table) -> Card:
    """A table whose board can't be shown, since a part of the game fails; it may be played all the same."""
    controls = (
        Control("move", "Move", table.id, table.version, style=Style.primary),
        Control("more", "More", table.id, table.version),
    )
    return Card(
        f"### {table_text.title(table)}",
        lines=("Something in this game went wrong: its board can’t be shown. The record is safe.",),
        rows=(controls,) if table.status == "playing" else (),
        accent=QUIET,
        pings=tuple(person.id for person in table.awaited),
    )


async def table_card(studio: Studio | None, table: Table) -> Card:
    """The card for a table's present status; without a studio, for a message that has the picture."""
    match table.status:
        case "playing":
            return await board_card(studio, table)
        case "over":
            return await final_card(studio, table)
        case "frozen":
            return frozen_card(table)
        case _:
            return lobby_card(table)


async def own_card(
    studio: Studio, table: Table, person: int, palette: str = "default", *, turn: bool = True
) -> Card:
    """One's own view: own side at the bottom, own secrets, what happened as one may hear it."""
    viewer = table.viewer(person)
    view = table.view_for(viewer)
    seat = table.acting_seat(person)
    mine = listed([table_text.seat_name(table, each) for each in table.seats_of(person)])
    controls = [Control("move", "Move", table.id, table.version, style=Style.primary)] if seat else []
    controls.append(Control("describe", "In Words", table.id, table.version))
    if notebook.markable(table, viewer):
        controls.append(Control("mark", "Mark", table.id, table.version))
    notes = notebook.kept(table, viewer)
    picture = await illustrate(
        studio, table, view, bottom=viewer if turn else None, notes=notes, palette=palette
    )
    if table.status == "playing":
        state = "It is **your turn**." if seat else table_text.awaiting(table)
    else:
        state = table_text.safe(table_text.ending(table))
    return Card(
        heading=f"### {table.game.title} · {table.game.headline(view)}\n-# Table {table.id} · your view",
        pictures=(picture,),
        lines=(
            f"You play {mine}." if mine else "You are watching.",
            table_text.safe(table_text.story(table, viewer)),
            table.game.summary(view),
            *table_text.findings(table, viewer),
            state,
        ),
        rows=(tuple(controls),),
        accent=table.game.seat_styles[viewer].colour if viewer else QUIET,
    )


def same_turn(before: Table, now: Table) -> bool:
    """Whether ``now`` is another part of the turn that the card shows."""
    if before.status != now.status or before.state is None or now.state is None:
        return False
    if now.status != "playing":
        return True
    try:
        # Others may have had their turns between the two.
        since = [turn.before for turn in now.turns if turn.seq > before.version]
        return all(state.turn_key == now.state.turn_key for state in (before.state, *since))
    except Exception:
        # Rules that fail get a card that says so.
        log.exception("turns can't be compared", game=now.game.key)
        return False


def own_tables_card(tables: Sequence[Table], person: int) -> Card:
    """The tables at which ``person`` sits, in the given order."""
    lines = []
    for table in tables[:MAX_LISTED]:
        others = listed([table_text.mention(each) for each in table.people if each.id != person])
        against = f" with {others}" if others else ""
        lines.append(f"{table_text.pointer(table)}{against}: {time_text.waits(table, person)}.")
    if len(tables) > MAX_LISTED:
        lines.append(f"… and {len(tables) - MAX_LISTED} more.")
    if not lines:
        lines.append("You play at no table now. Open one, for example with `/snorkels start`.")
    return Card("### Your tables", (), tuple(lines))


def about_card(table: Table) -> Card:
    """Game, options, people and state of one table."""
    lines = [
        f"*{table.game.tagline}*",
        f"Options: {table_text.options(table) or 'the usual ones'}.",
        time_text.table_pace(table) or "No clock.",
        table_text.seating(table),
        time_text.deadlines(table),
        {"lobby": "Not started.", "playing": table_text.awaiting(table)}.get(table.status)
        or table_text.ending(table),
        table_text.way_back(table),
    ]
    return Card(f"### {table_text.title(table)}", (), tuple(lines))
