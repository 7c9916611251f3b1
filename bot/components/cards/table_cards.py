"""Cards of a table: the lobby, the board for everybody, one's own view, the board in words, the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import structlog

from bot.components.hooks import NO_EXTRAS, BotContext, Extras
from bot.components.interactions.card import (
    MENU,
    PICTURE,
    TEXT_LIMIT,
    Card,
    CardImage,
    Control,
    Menu,
    Section,
    Style,
    choice_rows,
    chosen_already,
    close_button,
    table_control,
    with_services,
)
from bot.components.interactions.card import rows as in_rows
from bot.games.core import CHANCE, AnyGame, Offer, Placement, Seat
from bot.languages import ENGLISH, gettext, labelled, listed, ngettext, pgettext, spoken
from bot.people.computers import is_computer
from bot.people.display_names import SOMEBODY, plain, safe, sanitize
from bot.people.preferences import OWN_SIDE, PALETTE
from bot.people.settings import Chosen
from bot.tables import days, notes
from bot.tables.events import moves
from bot.tables.model import drafts
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from rendering.jobs import has_painter, thumbnail
from rendering.scene import (
    Crown,
    DayView,
    Face,
    GameTile,
    LobbySeat,
    LobbyView,
    NoPainter,
    PaintError,
    Panel,
    PickerView,
    Picture,
    PictureHeader,
    Player,
    Scene,
    SeatSign,
    SmallBoard,
    Strip,
)

from . import text

log: Final = structlog.get_logger(__name__)
QUIET: Final = 0x5B6270
"""The accent of cards on which it is nobody's turn."""
MAX_ENDING: Final = 400
"""Characters of how a game ended, names included; what has no room in a picture, its painter leaves out."""
MAX_LISTED: Final = 20
"""Tables that a person's list names."""
MAX_REQUESTS: Final = 4
"""Requests that a card shows at once; the others follow when these are answered."""
CROWDED: Final = 8
"""First choices of a turn beside which **My View** has no room; **More** has it, too."""
STYLES: Final = {
    -2: Style.success,
    -1: Style.primary,
    0: Style.primary,
    1: Style.secondary,
    2: Style.primary,
    3: Style.success,
    4: Style.secondary,
}
"""How a choice looks, by its rank."""
STRIP: Final = "turns.png"
FACES: Final = "faces.png"
SMALL: Final = "small-{}.png"
MAX_BOARDS: Final = 5
"""Tables of a list that have a small board beside them."""
PRESENT_MS: Final = 10_000
"""How long after their press somebody is taken to be looking."""
FENCE_LENGTH: Final = len("\n```\n\n```")
MIN_DIAGRAM_LINES: Final = 10
"""Lines of a diagram that are worth showing when the rest has no room."""

Row = tuple[Control, ...]


# Pictures


async def illustrate(
    context: BotContext,
    table: Table,
    view: Any,
    reader: int | None = None,
    *,
    bottom: Seat | None = None,
    preview: bool = False,
    moment: str = "",
    **shown: Any,
) -> CardImage:
    """The picture of ``view`` with its alt text, as ``reader`` wants it (None: everybody).

    ``preview``: both say that it isn't played yet. ``moment`` is the turn that it says, if not that which the
    game is at. What is ``shown`` besides is a part of the scene.
    """
    header, words = header_of(table), described(table, view)
    if header.crown is not None:
        headline = header.crown.headline
        words = f"{headline} {words}" if "!" in headline else f"{headline}. {words}"
    if moment:
        header = replace(header, turn=moment)
    if preview:
        header = replace(header, turn=gettext("Preview · {headline}", headline=header.turn))
        words = gettext("Preview. {words}", words=words)
    bottom = _at_bottom(table, bottom, await _wishes(context, reader))
    scene: Scene[Any, Any] = Scene(view, bottom=bottom, header=header, preview=preview, **shown)
    return CardImage(words, await paint(context, table.game, scene, reader), _board_name())


def _board_name() -> str:
    """The file of a board, which tells its language: after a restart, nothing else does for older cards."""
    return PICTURE if spoken() == ENGLISH else f"board-{spoken()}.png"


async def _wishes(context: BotContext, reader: int | None) -> Chosen:
    """What ``reader`` has chosen; everybody: nothing."""
    return Chosen() if reader is None else await context.settings_of(reader)


async def own_picture(
    context: BotContext, table: Table, seat: Seat | None, person: int, **shown: Any
) -> CardImage:
    """What ``seat`` sees, as ``person`` wants it; what is ``shown`` besides goes to :func:`illustrate`."""
    return await illustrate(context, table, table.view_for(seat), person, bottom=seat, **shown)


async def shown_to_all(context: BotContext, table: Table, view: Any, **shown: Any) -> CardImage:
    """The picture of the public ``view``; as its player wants it, if they play alone.

    What is ``shown`` besides goes to :func:`illustrate`.
    """
    if not table.alone:
        return await illustrate(context, table, view, **shown)
    (player,) = table.seating.humans
    return await illustrate(context, table, view, player.id, bottom=table.viewer(player.id), **shown)


def _at_bottom(table: Table, seat: Seat | None, own: Chosen) -> Seat | None:
    """Whose side is at the bottom."""
    return seat if table.game.home_sides and own[OWN_SIDE] else None


async def turned(context: BotContext, table: Table, seat: Seat, reader: int) -> bool:
    """Whether ``reader`` sees the board of ``seat`` upside down."""
    bottom = _at_bottom(table, seat, await _wishes(context, reader))
    return bottom is not None and bottom != table.game.seats[0]


async def paint(
    context: BotContext, game: AnyGame, scene: Scene[Any, Any], reader: int | None = None
) -> Picture:
    """The picture of ``scene``, or of its text diagram where the game has no painter or the painter fails.

    It is in the colours of ``reader`` (None: everybody).

    :raises PaintError: when the studio is closed.
    """
    studio, own = context.studio, await _wishes(context, reader)
    try:
        return await studio.draw(game.key, scene, palette=own[PALETTE])
    except PaintError as error:
        if not isinstance(error, NoPainter):
            log.warning("a picture couldn't be painted; showing the text diagram instead", game=game.key)
        return await studio.text_image(game.text(scene.view), scene.header)


async def painted(
    context: BotContext, kind: str, view: Any, reader: int | None, header: PictureHeader | None = None
) -> Picture | None:
    """A view that is no board, of people or turns, in the colours of ``reader`` (None: everybody).

    None if it can't be painted: the words say the same.
    """
    own = await _wishes(context, reader)
    try:
        scene: Scene[Any, Any] = Scene(view, header=header)
        return await context.studio.draw(kind, scene, palette=own[PALETTE])
    except PaintError:
        log.warning("a picture couldn't be painted; showing the words instead", kind=kind)
        return None


def day_lines(days_in_a_row: int, now: int) -> tuple[str, str]:
    """How many days in a row somebody has met a day's challenge, if several, and when the next one starts."""
    streak = ngettext("Your streak: **{number} day**.", "Your streak: **{number} days**.", days_in_a_row)
    start = gettext("The next one starts {when}.", when=f"<t:{days.next_day(now)}:R>")
    return streak if days_in_a_row > 1 else "", start


async def day_card(
    context: BotContext,
    emblem: str,
    title: str,
    person: int,
    facts: Sequence[tuple[str, str]],
    signs: tuple[bool, ...],
    days_in_a_row: int,
    how: str,
) -> Card:
    """How ``person`` did in a day's challenge, for others to see; ``how`` says how to play it, too."""
    streak = [(gettext("Days in a row"), str(days_in_a_row))] if days_in_a_row > 1 else []
    result = DayView(title, (*facts, *streak), signs)
    words = " ".join(gettext("{label}: {text}.", label=label, text=value) for label, value in result.facts)
    picture = await painted(context, "day", result, None)
    return Card(
        f"{emblem} **{title}** · {text.mention(person)}",
        (CardImage(f"{title}. {words}", picture),) if picture else (),
        lines=("" if picture else words, "".join("🟩" if met else "🟥" for met in signs), how),
    )


def _foremost(table: Table) -> Sequence[Seat]:
    """The seats that have won, or whose turn it is; none in between, before chance has had its part."""
    seats = table.outcome.winners if table.outcome is not None else table.acting
    return [seat for seat in seats if seat != CHANCE]


def _accent(table: Table) -> int:
    """The colour of the first of these; grey without any."""
    seats = _foremost(table)
    return table.game.seat_styles[seats[0]].colour if seats else QUIET


def header_of(table: Table) -> PictureHeader:
    """What stands above the board: the game, how far it is, who plays what, whose turn it is or who won."""
    over = table.status == "over"
    held, lit = text.held(table, table.result_seats), text.held(table, _foremost(table))
    players = tuple(
        Player(
            sanitize(person.called),
            tuple(SeatSign.of(table.game, seat) for seat in held.get(person.id, ())),
            lit=person.id in lit,
        )
        for person in table.seating.people
    )
    return PictureHeader(
        table.game.title,
        text.headline(table, table.view_for(None)),
        players,
        result=sanitize(text.ending(table), MAX_ENDING) if over else "",
        crown=_crown(table),
    )


def _crown(table: Table) -> Crown | None:
    """What is celebrated: that people or their side won, or that somebody alone earned a title."""
    outcome = table.outcome
    if outcome is None or not (won := text.held(table, outcome.winners)) or all(map(is_computer, won)):
        return None
    first = next(each for each in outcome.results if each.seat in outcome.winners)
    seating = table.seating
    teams = any(len(seating.side_people(side)) > 1 for side in seating.sides)
    team = next((side for side in seating.sides if teams and first.seat in side), None)
    if len(table.seating.people) == 1 and first.score is not None and first.title:
        headline = ngettext(
            "{title}: {number} point",
            "{title}: {number} points",
            first.score,
            title=gettext(first.title),
            number=first.score,
        )
    elif team is not None:
        headline = gettext("{side} wins!", side=table.game.side_title(team))
    else:
        names = [sanitize(person.called) for person in table.seating.people if person.id in won]
        headline = ngettext("{people} wins!", "{people} win!", len(names), people=listed(names))
    # Before seats are assigned, the slots have won.
    return Crown(headline, table.game.key, first.seat if first.seat in table.game.seats else "")


def described(table: Table, view: Any) -> str:
    """``view`` in words, beginning with the turn, or with the result if the players agreed on one."""
    first = f"{table.game.headline(view)}." if table.ending is None or view.to_act else text.ending(table)
    return f"{first} {table.game.describe(view)}"


# Cards for everybody


async def lobby_card(context: BotContext, table: Table, extras: Extras = NO_EXTRAS) -> Card:
    """The open table: the game in a line, its options, who plays what, the ways in; at the end the result."""
    header, address = table.header, table.address
    heading = text.heading(table)
    if table.status == "closed":
        heading = gettext("{heading} · closed", heading=heading)
    tagline = gettext(table.game.tagline) if table.status == "lobby" else ""
    above = (heading, *extras.top, tagline, text.in_short(table))
    stopped, seating = table.status in ("closed", "frozen"), table.seating
    lines = [
        text.side_line(table, side, extras.beside)
        for side in seating.sides
        # No seat is open any more.
        if not stopped or seating.side_people(side)
    ]
    lines += [*extras.lines, text.levels_here(table), safe(table.word) if stopped else ""]
    controls, pings = tuple[Row, ...](), tuple[int, ...]()
    if table.status == "over":
        return _result_card(context, table, extras)
    if table.status == "lobby":
        if header.opponent:
            pings = (header.opponent,)
            opponent = text.mention(header.opponent)
            challenged = gettext("**{name}, you’ve been challenged. Press Join to play.**", name=opponent)
            lines.insert(0, challenged)
        lines += text.absences(table)
        lines.append(text.waiting_for_players(table))
        lines.append(text.advice(table))
        controls = _lobby_controls(context, table)
    elif table.status == "playing" and address.channel and address.channel != address.home:
        lines.insert(0, gettext("**Play it in {channel}.**", channel=f"<#{address.channel}>"))
    elif table.status == "playing":
        lines.append(gettext("The game has started."))
    faces = await _faces(context, table) if table.status == "lobby" else None
    shown = (Section(above, cover(table.game)), *((Section(beside=faces),) if faces is not None else ()))
    return Card("", (), tuple(lines), controls, QUIET, pings, sections=shown)


async def _faces(context: BotContext, table: Table) -> CardImage | None:
    """Who is at an open table, with the pictures of their accounts; None if it can't be painted."""
    challenged = table.header.opponent or 0
    avatars = await context.avatars.of((*(person.id for person in table.seating.humans), challenged))

    def face_of(person: int, called: str) -> Face:
        return Face.of(person, sanitize(called) or gettext(SOMEBODY), avatars.get(person, b""))

    empty = LobbySeat(Face(""), gettext(text.OPEN_SEAT), 0)
    if challenged:
        face = face_of(challenged, table.challenged)
        empty = LobbySeat(face, gettext("waiting for {name}", name=face.name), 0)
    seats, told = list[LobbySeat](), list[str]()
    for side in table.seating.sides:
        for person in table.seating.side_people(side) or (None,):
            seat = empty
            if person is not None:
                face = face_of(person.id, person.called)
                seat = LobbySeat(face, face.name, table.game.seat_styles[side[0]].colour)
            seats.append(seat)
            told.append(f"{labelled(table.game.side_title(side), seat.label)}.")
    picture = await painted(context, "lobby", LobbyView(tuple(seats)), None)
    return CardImage(" ".join(told), picture, FACES) if picture is not None else None


def cover(game: AnyGame, number: int | str = 0) -> CardImage | None:
    """The small picture of ``game`` beside its name; None if it has none.

    ``number``: which of a card's small pictures it is.
    """
    words, picture = gettext("The {game} board.", game=game.title), thumbnail(game.key)
    return CardImage(words, picture, SMALL.format(number)) if picture else None


async def games_card(
    context: BotContext, title: str, tiles: tuple[GameTile, ...], reader: int | None
) -> Card:
    """A picture of games to choose from; in words where it can't be painted."""
    told = [labelled(each.title, each.facts) for each in tiles]
    picture = await painted(context, "picker", PickerView(title, tiles), reader)
    if picture is None:
        return Card(f"### {title}", lines=tuple(told))
    return Card("", (CardImage(" ".join([f"{title}.", *(f"{each}." for each in told)]), picture),))


def progress_of(game: AnyGame, done: int, of: int) -> GameTile:
    """How far somebody is with what there is to do in ``game``."""
    title = game.short_title
    return GameTile(game.key, title, gettext("{done} of {all}", done=done, all=of), done / of)


def _after_it(context: BotContext, table: Table) -> list[Control]:
    """The buttons of a finished game's lobby; whoever has played alone may be there, not in the thread."""
    found = context.features.controls("result", table)
    if not table.solo:
        return found
    again, *others = _again(context, table)
    return [again, *(each for each in others if each.verb == "rematch"), *found]


def _again(context: BotContext, table: Table) -> list[Control]:
    """What can be done after a game, the next step first."""
    label = gettext("Rematch") if len(table.seating.people) > 1 else gettext("Play Again")
    again = table_control(table, "rematch", label, style=Style.primary)
    controls = [
        *([again] if not table.seating.crowds else []),
        *context.features.controls("end", table),
        table_control(table, "more", gettext("More")),
    ]
    step = next((each for each in controls if each.style is Style.success), controls[0])
    others = [replace(each, style=Style.secondary) for each in controls if each is not step]
    return [replace(step, style=Style.primary), *others]


def _result_card(context: BotContext, table: Table, extras: Extras) -> Card:
    """Who won, how, and how long it took, in words."""
    address = table.address
    elsewhere = address.channel if address.channel != address.home else None
    return Card(
        text.board_heading(table, text.headline(table, table.view_for(None))),
        lines=(
            *text.result(table),
            text.seating(table),
            *extras.lines,
            gettext("-# Played in {channel}.", channel=f"<#{elsewhere}>") if elsewhere else "",
        ),
        rows=in_rows(_after_it(context, table)),
        accent=_accent(table),
    )


def _lobby_controls(context: BotContext, table: Table) -> tuple[Row, ...]:
    game, challenge = table.game, table.header.opponent is not None
    # A challenge begins when it is accepted, so nobody can join the host's own side.
    free = [
        side
        for side in table.seating.sides
        if len(table.seating.side_people(side)) < (1 if challenge else len(side))
        and len(table.seating.people) < game.people[1]
    ]
    joins = [
        table_control(
            table,
            "join",
            gettext("Join") if len(free) == 1 else gettext("Join as {side}", side=game.side_title(side)),
            side[0],
            Style.success,
        )
        for side in free
    ]
    rest = context.features.controls("lobby", table)
    if all(table.seating.side_people(side) for side in table.seating.sides):
        rest.append(table_control(table, "start", gettext("Start"), style=Style.primary))
    if game.people[1] > 2 and not challenge:
        rest.append(table_control(table, "leave", gettext("Leave")))
    if game.computer and free and not challenge:
        rest.append(table_control(table, "levels", gettext("Add a Computer")))
    if table.seating.computers:
        count = str(len(table.seating.computers))
        rest.append(table_control(table, "unseat", gettext("Remove a Computer"), count))
    if challenge:
        rest.append(table_control(table, "cancel", gettext("Decline"), "decline"))
    rest.append(table_control(table, "cancel", pgettext("a table that hasn’t begun", "Cancel")))
    return (tuple(joins + rest),) if len(joins) + len(rest) <= 5 else (tuple(joins), *in_rows(rest))


async def board_card(context: BotContext, table: Table, extras: Extras) -> Card:
    """What everybody sees of a game that is being played."""
    view = table.view_for(None)
    lines = [text.recovered(table), text.sealed(table)]
    rows: list[Row] = []
    if table.agreements.offering:
        lines.append(text.offer(table))
        if any(person.id not in table.agreements.offering for person in table.seating.humans):
            accept = table_control(table, "draw", gettext("Accept the Draw"), "accept", Style.success)
            rows.append((accept, table_control(table, "decline", gettext("Decline the Draw"))))
    if table.agreements.resigning:
        lines.append(text.resignation(table))
    # (Who plays what is said above the board, in the picture.)
    lines += text.happened(table, text.summary(table))
    shown: dict[str, Any] = {"threatened": extras.threatened}
    draft = _turn_alone(table)
    upside_down = draft is not None and await turned(context, table, draft.seat, table.seating.humans[0].id)
    if draft is not None and (advice := context.features.advice(context, draft)) is not None:
        lines += advice.lines
        if advice.chosen is not None:
            shown |= {"chosen": advice.chosen, "choices": advice.choices}
    lines += [*extras.lines, text.deadlines(table), *text.absences(table)]
    lines += text.taken_over(table.agreements.taken_over)
    lines += [text.declined(answer) for answer in table.agreements.declined[-MAX_REQUESTS:]]
    lines.append(text.leaving(table))
    lines += [text.request(table, ask) for ask in table.agreements.requests[:MAX_REQUESTS]]
    return Card(
        heading=text.small_heading(table),
        pictures=(await shown_to_all(context, table, view, **shown),),
        lines=tuple(lines),
        rows=_board_rows(context, table, draft, (*rows, *request_rows(table)), turned=upside_down),
        accent=_accent(table),
        pings=(*_pings(table), *extras.pings),
    )


def past_card(table: Table) -> Card:
    """What a card of a game in play becomes when the next one has come; its message has the picture."""
    return Card(
        heading=text.small_heading(table),
        pictures=(CardImage(described(table, table.view_for(None)), name=_board_name()),),
        lines=(safe(text.story(table, None)), *text.taken_over(table.agreements.taken_over)),
        accent=_accent(table),
    )


def _board_rows(
    context: BotContext, table: Table, draft: drafts.Draft | None, more: tuple[Row, ...], *, turned: bool
) -> tuple[Row, ...]:
    """The first steps of the turn, or **Move** where nobody else may see them; then what all may press.

    Where somebody places something, **Move** says so. Whoever plays alone finds all of their turn here: that
    is ``draft``.
    """
    begun = _begun(context, table)
    view = table_control(table, "view", gettext("My View"))
    last = table_control(table, "more", gettext("More"))
    if table.thinking is not None and table.computers_next:
        return ((*begun, view, last), *more)
    if table.crowd is not None:
        return ((*context.features.controls("turn", table), view, last), *more)
    first = first_steps(table, draft, turned=turned)
    if not first:
        begun += context.features.controls("turn", table)
        return ((_move_control(table, *table.acting[:1]), *begun, view, last), *more)
    # **More** has **My View**, too.
    if draft is not None:
        return (*with_services(first, [*turn_controls(context, draft), last]), *more)
    crowded = sum(map(len, first)) >= CROWDED and len(first) > 1
    begun += context.features.controls("turn", table)
    return (*with_services(first, [*begun, last] if crowded else [*begun, view, last]), *more)


def _begun(context: BotContext, table: Table) -> list[Control]:
    """What is offered until somebody has moved."""
    seating = table.seating
    moved = any(table.played.get(slot) for person in seating.humans for slot in seating.slots_of(person.id))
    return [] if moved else context.features.controls("begun", table)


def _turn_alone(table: Table) -> drafts.Draft | None:
    """The turn that whoever plays alone chooses on the card that everybody sees; None if it isn't theirs."""
    person = table.seating.humans[0].id if table.alone else 0
    return drafts.read(table, person) if table.acting_seat(person) is not None else None


def turn_controls(context: BotContext, draft: drafts.Draft, written: str = "") -> list[Control]:
    """What may be pressed besides the next steps, once those of ``draft`` are chosen, as ``written``."""
    table, features = draft.table, context.features
    controls = [control for each in features.all for control in each.picker_controls(context, draft, written)]
    person = table.holder(draft.seat)
    if table.undone_freely and person and any(map(table.played.get, table.seating.slots_of(person.id))):
        controls.append(table_control(table, "takeback", gettext("Undo")))
    # Whoever plays alone has no other card that offers it.
    return controls + _begun(context, table) if table.alone and not table.private else controls


def _move_control(table: Table, seat: Seat | None = None) -> Control:
    """**Move**, or what ``seat`` has to place."""
    legal = table.legal(seat) if seat is not None else ()
    label = text.place_label(table.game, legal.verb) if isinstance(legal, Placement) else gettext("Move")
    return table_control(table, "move", label, style=Style.primary)


def laid_out(
    offers: Sequence[Sequence[Offer]], control: Callable[[str, drafts.Steps, Style, bool], Control]
) -> tuple[Row, ...]:
    """The choices that a game lays out itself.

    ``control`` makes a button of its label, the steps up to and with it, how it looks, and whether it is off.
    """

    def button(offer: Offer) -> Control:
        *before, last = offer.steps
        path = (*before, last + drafts.SUGGESTED * offer.suggests)
        made = control(offer.label, path, STYLES[offer.rank], offer.off)
        return chosen_already(made) if offer.on else made

    return tuple(tuple(map(button, row)) for row in offers)


def begins_publicly(table: Table) -> Person | None:
    """The one who is to move, if everybody may see their first choices."""
    acting = table.acting
    holder = table.holder(acting[0]) if len(acting) == 1 else None
    if holder is None or (table.timing.clock is not None and table.timing.clock.paused):
        return None
    if table.game.secrets:
        return holder if table.game.first_steps(table.view_for(None)) else None
    return None if isinstance(table.legal(acting[0]), Placement) else holder


def first_steps(table: Table, draft: drafts.Draft | None = None, *, turned: bool = False) -> tuple[Row, ...]:
    """The first choices of the one who is to move, if everybody may see them; else none.

    ``draft``: their turn, if it's read already; ``turned``: the board is upside down.
    """
    if (holder := begins_publicly(table)) is None:
        return ()
    verb = "pick" if table.alone else "first"
    if table.game.secrets:
        view = table.view_for(None)
        steps = {step: table.game.label(view, (), step) for step in table.game.first_steps(view)}
    else:
        draft = draft or drafts.read(table, holder.id)
        parts = draft.parts

        def offered(label: str, path: drafts.Steps, style: Style, off: bool) -> Control:
            return table_control(table, verb, label, drafts.write((*parts, path)), style, off=off)

        if draft.complete:
            steps = {draft.written(): draft.told[-1]}
        else:
            asked = draft.table.view_for(None)
            if own := table.game.rows(asked, draft.steps):
                return laid_out(own, offered)
            near = ranked(table.game, asked, draft.steps, draft.offered, turned=turned)
            steps = {draft.written(step): table.game.label(asked, draft.steps, step) for step in near}
    return choice_rows(
        [table_control(table, verb, label, rest, Style.primary) for rest, label in steps.items()]
    )


def ranked(
    game: AnyGame, view: Any, chosen: drafts.Steps, offered: Sequence[str], *, turned: bool
) -> dict[str, int]:
    """The rank of each step that is ``offered`` after those ``chosen``, in the order of their buttons.

    Columns stand as on the board, which is upside down if it is ``turned``.
    """
    steps = offered[::-1] if turned and not chosen else offered
    ranks = {each: game.rank(view, chosen, each) for each in steps}
    return dict(sorted(ranks.items(), key=itemgetter(1)))


def request_rows(table: Table) -> tuple[Row, ...]:
    """The buttons for somebody who ran out of time, for requests, and for people who leave."""
    found: list[Row] = []
    if table.timing.flagged and not table.timing.paused:
        claim = table_control(table, "claim", gettext("Claim the Win"), style=Style.success)
        late = (
            _replace_control(table, person)
            for side in sorted(table.timing.flagged)
            for person in table.seating.side_people(table.seating.sides[side])
            if person.id not in table.seating.leaving | table.wanted
        )
        if table.claimants:
            found.append((claim, table_control(table, "grant", gettext("Grant More Time"))))
        found += in_rows([control for control in late if control is not None])
    for ask in table.agreements.requests[:MAX_REQUESTS]:
        # Crowds answer by votes.
        others = any(person in table.seating.humans for person in table.pending_answers(ask))
        number = str(ask.seq)
        label = text.request_label(ask, "refuse" if others else "withdraw")
        row = [table_control(table, "refuse", label, number)]
        if others:
            label = text.request_label(ask, "agree")
            row.insert(0, table_control(table, "agree", label, number, Style.success))
        found.append(tuple(row))
    for person in table.seating.people if table.seating.leaving else ():
        if person.id in table.seating.leaving:
            slot = table.seating.slots_of(person.id)[0]
            name = plain(person.name)
            stay = table_control(table, "stay", gettext("{name} Stays", name=name), slot)
            if person.id in table.wanted:
                found.append((stay,))
                continue
            label = gettext("Take Over from {name}", name=name)
            take = table_control(table, "takeover", label, str(person.id))
            computer = _replace_control(table, person)
            found.append((take, stay) if computer is None else (take, computer, stay))
    return tuple(found)


def _replace_control(table: Table, person: Person) -> Control | None:
    """The button that lets a computer take the seat of ``person``, if others may agree to that."""
    slot = table.seating.slots_of(person.id)[0]
    possible = table.game.computer and table.replaceable(slot) and len(table.seating.humans) > 1
    label = gettext("Let a Computer Play for {name}", name=plain(person.name))
    return table_control(table, "replace", label, slot) if possible else None


def _awaited(table: Table) -> tuple[int, ...]:
    """The people whose turn it is."""
    return tuple(person.id for person in table.awaited if person in table.seating.humans)


def concerned(table: Table) -> tuple[int, ...]:
    """The people whose turn it is, except the one who moved last; at the end everybody."""
    if table.status == "over":
        # A game that was frozen after its end notifies nobody again.
        return (
            () if table.recovered_at == table.version else tuple(person.id for person in table.seating.humans)
        )
    last = next((turn for turn in reversed(table.turns) if turn.seat != CHANCE), None)
    actor = table.holder(last.seat) if last is not None else None
    return tuple(person for person in _awaited(table) if actor is None or person != actor.id)


def _pings(table: Table) -> tuple[int, ...]:
    """Those of the people concerned who may not be looking."""
    if table.alone and table.undone:
        return ()  # who plays alone has just pressed that
    present = _present(table)
    return tuple(person for person in concerned(table) if person != present)


def _present(table: Table) -> int | None:
    """The person whose press computers have answered within seconds; None if there is none."""
    movers: set[int] = set()
    for turn in reversed(table.turns if table.seating.computers else ()):
        person = table.player_of(turn)
        if not 0 <= table.header.touched - turn.at <= PRESENT_MS:
            # Long ago, or the machine's clock was set back since.
            break
        if person is not None and not is_computer(person):
            movers.add(person)
            if len(movers) > 1:
                break
            if turn.by_hand:
                return person
    return None


async def final_card(context: BotContext, table: Table, extras: Extras) -> Card:
    """The end: who won and why, everything revealed; the next step alone in its row, then whatever else."""
    view = table.view_for(None)
    step, *others = _again(context, table)
    return Card(
        heading=text.board_heading(table, gettext(text.THE_END)),
        pictures=(await shown_to_all(context, table, view),),
        lines=(
            text.recovered(table),
            *text.result(table),
            # The picture says who played what, and a result names its people; nothing else does in a draw.
            text.seating(table) if _nobody_won(table) else "",
            *extras.lines,
            text.rematch(table),
            f"-# {table.game.designer.credit}",
        ),
        rows=((step,), *in_rows(others)),
        accent=_accent(table),
        pings=_pings(table),
    )


def _nobody_won(table: Table) -> bool:
    """Whether several played and none of them won."""
    return len(table.seating.people) > 1 and not (table.outcome and table.outcome.winners)


def blank_card(table: Table) -> Card:
    """A table whose board can't be shown because a part of the game fails; it can still be played."""
    controls = (
        table_control(table, "move", gettext("Move"), style=Style.primary),
        table_control(table, "more", gettext("More")),
    )
    return Card(
        text.heading(table),
        lines=(
            gettext(
                "Something went wrong, so this board can’t be shown. The record is safe, and you can keep "
                "playing."
            ),
        ),
        rows=(controls,) if table.status == "playing" else (),
        accent=QUIET,
        pings=_awaited(table),
    )


async def table_card(context: BotContext, table: Table, extras: Extras = NO_EXTRAS) -> Card:
    """The card for a table's status."""
    match table.status:
        case "playing":
            return await board_card(context, table, extras)
        case "over":
            return await final_card(context, table, extras)
        case "frozen":
            return Card(text.heading(table), lines=(table.word,), accent=QUIET)
        case _:
            return await lobby_card(context, table, extras)


def same_turn(before: Table, now: Table) -> bool:
    """Whether ``now`` is another part of the turn that the card of ``before`` shows.

    One person's turns that belong together, such as those of several pawns, count as one.
    """
    if before.status != now.status or before.state is None or now.state is None:
        return False
    if now.status != "playing":
        return True
    try:
        # Others may have had their turns between the two.
        since = [turn.before for turn in now.turns if turn.seq > before.version]
        turns = [(state.round_key, now.awaited_at(state)) for state in (before.state, *since, now.state)]
    except Exception:
        log.exception("the game's rules failed; posting a new card for the table", game=now.game.key)
        return False
    return all(turn == turns[-1] for turn in turns)


# Cards for one person


async def own_card(context: BotContext, table: Table, person: int, *, missed: bool = False) -> Card:
    """One's own view: own side at the bottom, own secrets, and what one may know.

    With ``missed``, the turns since one's own are shown as pictures where there are several; else the last
    one is told.
    """
    viewer, seat = table.viewer(person), table.acting_seat(person)
    view, features = table.view_for(viewer), context.features
    upside_down = seat is not None and await turned(context, table, viewer or seat, person)
    first = first_steps(table, turned=upside_down) if seat else ()
    controls = [_move_control(table, seat)] if seat and not first else []
    if person not in table.seating:
        controls += features.controls("turn", table)
    controls += [
        control for each in features.all for control in await each.own_controls(context, table, person)
    ]
    controls.append(table_control(table, "describe", gettext("Board in Words")))
    if notes.markable(table, viewer):
        controls.append(table_control(table, "mark", gettext("Mark")))
    picture = await own_picture(context, table, viewer, person, notes=notes.kept(table, viewer))
    if seat and any(each.plays_next(table, person) for each in features.all):
        state = ""
    elif table.status == "playing":
        state = text.own_turn(table, seat, chosen_here=bool(first)) if seat else text.waiting(table)
    else:
        state = safe(text.ending(table))
    strip = await strip_of(context, table, person) if missed else None
    return Card(
        heading=text.board_heading(
            table, gettext("Your board") if person in table.seating else gettext("The board")
        ),
        pictures=(picture,),
        lines=(
            text.own_seats(table, person),
            safe(text.story(table, viewer)) if strip is None else "",
            table.game.summary(view),
            *text.findings(table, viewer),
            state,
            *[line for each in features.all for line in each.own_lines(table, person)],
        ),
        rows=(*first, tuple(controls)),
        accent=table.game.seat_styles[viewer].colour if viewer else QUIET,
        strip=strip,
    )


async def strip_of(context: BotContext, table: Table, person: int) -> CardImage | None:
    """The turns that ``person`` has missed as small pictures, each as they could see it then.

    None when there are fewer than two, and where a game has no painter.
    """
    if table.status != "playing" or not has_painter(table.game.key):
        return None
    if len(missed := text.turns_since(table, person)) < 2:
        return None
    earlier = table.moves - len(table.turns)
    starts = [earlier + table.turns.index(each[0]) for each in missed]
    own, panels = await context.settings_of(person), []
    for played, start, end in zip(missed, starts, [*starts[1:], table.moves], strict=True):
        before, after = table.at(start), table.at(end)
        viewer = after.viewer(person)
        panels.append(
            Panel(
                Scene(after.view_for(viewer), bottom=_at_bottom(table, viewer, own)),
                table.game.headline(before.view_for(None)),
                _mover(before, [each.seat for each in played]),
                text.told(table.turns[start - earlier : end - earlier], viewer),
            )
        )
    title = gettext("Since your last turn") if person in table.seating else gettext("The latest turns")
    strip = Strip(table.game.key, title, tuple(panels))
    if (picture := await painted(context, "strip", strip, person)) is None:
        return None
    words = [f"{title}.", *(labelled(f"{each.turn}, {each.player.name}", each.line) for each in panels)]
    return CardImage(" ".join(words), picture, STRIP)


def _mover(table: Table, seats: Sequence[Seat]) -> Player:
    """Who is to move with ``seats``."""
    person = table.holder(seats[0])
    game = table.game
    styles = tuple(SeatSign.of(game, seat) for seat in dict.fromkeys(seats))
    return Player(sanitize(person.called) if person is not None else "", styles)


def squares_listed(legal: Placement) -> list[list[str]]:
    """What may be placed on, by whole columns, as much together as a list holds."""
    found: list[list[str]] = [[]]
    for _, column in groupby(legal.squares, lambda square: square[0]):
        squares = [*column]
        if len(found[-1]) + len(squares) > MENU:
            found.append([])
        found[-1] += squares
    return found


async def placing_card(
    context: BotContext, table: Table, seat: Seat, legal: Placement, *, note: str = "", typed: str = ""
) -> Card:
    """The private chart with the controls to place in secret: lists of squares, and what fills them.

    ``typed``: what stands in the form for squares instead of those picked.
    """
    holder = table.holder(seat)
    chosen, verb = moves.picked(table, seat), legal.verb
    full, label = len(chosen) == legal.count, text.place_label(table.game, verb)
    menus = tuple(
        Menu(
            "put",
            gettext("{first} to {last}", first=squares[0], last=squares[-1]),
            tuple((square, square) for square in squares),
            f"{squares[0]}|",
            chosen,
            table.id,
            table.version,
            several=legal.count,
        )
        for squares in squares_listed(legal)
    )
    last = [
        table_control(table, "lay", label, "", Style.success, off=not full),
        table_control(table, "write", gettext("Type Squares")).holding(typed),
        table_control(table, "scatter", gettext("Random")),
    ]
    picture = await own_picture(context, table, seat, holder.id if holder else 0, marks=chosen)
    return Card(
        heading=text.private_heading(table, seat),
        pictures=(picture,),
        lines=(
            note,
            gettext(
                "**{things}: {number} of {all}** picked: {squares}."
                if chosen
                else "**{things}: {number} of {all}** picked.",
                things=table.game.name_of(verb),
                number=len(chosen),
                all=legal.count,
                squares=listed(chosen),
            ),
            gettext("All set. Press **{button}** to lock them in.", button=label)
            if full
            else ngettext(
                "Pick {number} more square, or let **Random** choose it.",
                "Pick {number} more squares, or let **Random** choose them.",
                legal.count - len(chosen),
            )
            if chosen
            else gettext("Pick squares, or let **Random** choose for you."),
            text.way_in(table),
        ),
        menus=menus,
        rows=(tuple(last),),
        accent=table.game.seat_styles[seat].colour,
    )


def text_board_card(table: Table, person: int) -> Card:
    """The board in words: what happened, the position, all that the picture shows, then a diagram."""
    heading = gettext("{heading} in words", heading=text.heading(table))
    if table.state is None:
        return Card(heading, lines=(safe(table.word) or gettext(text.NOT_STARTED),))
    viewer = table.viewer(person)
    view = table.view_for(viewer)
    lines = [
        safe(text.missed(table, person, viewer)),
        safe(described(table, view)),
        safe(table.word),
        text.awaiting(table),
        text.own_seats(table, person),
        gettext("Type `/move` to move, or `/look` to have one square described.")
        if table.acting_seat(person) is not None
        else "",
        text.own_marks(table, viewer),
        *(safe(line) for line in table.game.details(view)),
    ]
    lines = [line for line in lines if line]
    diagram = _fitted(table.game.text(view), TEXT_LIMIT - len("\n".join(lines)) - FENCE_LENGTH)
    return Card(heading, lines=(*lines, f"```\n{diagram}\n```" if diagram else ""))


def _fitted(diagram: str, room: int) -> str:
    """The first whole lines of ``diagram``, ``room`` characters at most; none if too few to be of use."""
    every = diagram.replace("```", "'''").split("\n")
    shown: list[str] = []
    for line in every:
        room -= len(line) + 1
        if room < 0:
            break
        shown.append(line)
    return "\n".join(shown) if len(shown) >= min(MIN_DIAGRAM_LINES, len(every)) else ""


def square_card(table: Table, person: int, name: str) -> Card:
    """One square, space or other part of the board in words, as ``person`` may know it.

    :raises NotationError: when the game knows nothing of that name.
    """
    if table.state is None:
        return Card(text.heading(table), lines=(safe(table.word) or gettext(text.NOT_STARTED),))
    viewer = table.viewer(person)
    words = safe(table.game.describe_square(table.view_for(viewer), name))
    kind = dict(notes.kept(table, viewer)).get(name.strip().lower())
    mark = gettext("You marked it “{kind}”.", kind=table.game.name_of(kind)) if kind else ""
    return Card(text.heading(table), lines=(words, mark))


async def own_tables_card(
    context: BotContext, tables: Sequence[Table], person: int, more: list[Control], below: Sequence[str] = ()
) -> Card:
    """The games of ``person`` and the challenges to them, in the given order, with the buttons ``more``.

    The lines ``below`` follow.
    The first ones have a small board beside them.
    """
    told = []
    for table in tables[:MAX_LISTED]:
        others = text.mentions(each for each in table.seating.people if each.id != person)
        told.append((text.with_others(text.pointer(table), others), text.waits(table, person)))
    lines = [] if told else [gettext("You’re not in any game right now.")]
    boards = [small_board(context, table, person, number) for number, table in enumerate(tables[:MAX_BOARDS])]
    sections = [
        Section(said, board) for said, board in zip(told, await asyncio.gather(*boards), strict=False)
    ]
    lines += [labelled(*said) for said in told[MAX_BOARDS:]]
    if len(tables) > MAX_LISTED:
        lines.append(gettext("… and {number} more.", number=len(tables) - MAX_LISTED))
    lines += below
    return Card(gettext("### Your games"), lines=tuple(lines), rows=in_rows(more), sections=tuple(sections))


async def small_board(
    context: BotContext, table: Table, reader: int | None, number: int | str
) -> CardImage | None:
    """The small board of a table as ``reader`` sees it (None: everybody), or before the game its cover.

    ``number``: which of a card's small pictures it is. None without one.
    """
    if table.state is None or not has_painter(table.game.key):
        return cover(table.game, number)
    viewer = table.viewer(reader) if reader is not None else None
    view, own = table.view_for(viewer), await _wishes(context, reader)
    scene: Scene[Any, Any] = Scene(view, bottom=_at_bottom(table, viewer, own))
    picture = await painted(context, "small", SmallBoard(table.game.key, scene), reader)
    return CardImage(described(table, view), picture, SMALL.format(number)) if picture else None


def about_card(table: Table) -> Card:
    """Game, options, people and state of one table."""
    state = {"lobby": gettext(text.NOT_STARTED), "playing": text.waiting(table)}.get(table.status)
    lines = (
        f"*{gettext(table.game.tagline)}*",
        gettext("Options: {options}.", options=" · ".join(text.options(table)))
        if text.options(table)
        else gettext("Standard options."),
        text.time_limit(table) or gettext("No time limit."),
        text.seating(table),
        text.deadlines(table),
        state or safe(text.ending(table)),
        text.way_back(table),
    )
    return Card(text.heading(table), lines=lines)


def choice_of_games(context: BotContext, verb: str, question: str) -> Card:
    """A question that a button for each game answers."""
    games = context.tables.games.values()
    controls = [Control(verb, game.title, rest=game.key, style=Style.primary) for game in games]
    controls.append(close_button())
    return Card("### Captain’s Table", lines=(question,), rows=in_rows(controls))
