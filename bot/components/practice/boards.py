"""Practice boards: their card, its buttons, and the judges who say what they are about and answer moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import structlog

from bot.components.cards import table_cards
from bot.components.hooks import BotContext, asked_by
from bot.components.interactions.card import (
    ROW,
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
from bot.components.interactions.visibility import require_visible
from bot.components.play.picker import choosing
from bot.components.play.private_cards import Interaction, open_private_card, update_private_card
from bot.games.core import RulesError
from bot.languages import gettext, gettext_noop
from bot.people.display_names import safe
from bot.people.preferences import previews
from bot.tables import practice
from bot.tables.errors import Stale, TableBusy, TableError
from bot.tables.model import drafts
from bot.tables.model.seating import Person
from bot.tables.practice import DONE, FAILED, Board, Start, Verdict

log: Final = structlog.get_logger(__name__)
SPLIT: Final = 4
"""So many buttons stand in two rows: a phone has room for three of them, and the last would stand alone."""
SURE: Final = "sure"
"""What **Start Over** says that was asked about."""
Change = Callable[[Board], Awaitable[tuple[Board, str]]]
"""Changes a board and returns it, with what to tell the person."""


BOARD_GONE: Final = gettext_noop(
    "This practice board isn’t available any more. Use `/learn` or `/puzzle solve` to open another one."
)
MOVED_ON: Final = gettext_noop(
    "*That button is from an earlier position. Here’s your practice board as it is now.*"
)


def right(words: str) -> str:
    words = words or gettext("Well done!")
    return f"✅ {words}"


def wrong(words: str) -> str:
    return f"❌ {words}"


@dataclass(frozen=True, slots=True)
class Face:
    """What a board's card says besides the picture and the picker's own question."""

    heading: str
    """One line."""
    words: str
    """What is to be done now; at the end, what comes next."""
    controls: tuple[Control, ...] = ()
    """Buttons of its own, such as ``hint_control``; **Close** follows."""
    goals: tuple[str, ...] = ()
    """Squares to point at."""
    view: Any = None
    """What the picture shows at the end; None: the board as it is."""
    kept: str = ""
    """What of the words stays until a move is chosen, such as which buttons to press."""
    asks: bool = True
    """Whether the picker asks for the next step, too."""


class Judge(ABC):
    """One kind of practice board."""

    confirms: bool = True
    """Whether a move is previewed before it is played, for people who want that in games, too.

    Elsewhere it is only previewed if its last steps were chosen by themselves.
    """
    counted: bool = False
    """Whether a server counts who has finished such a board there."""

    plain: bool = False
    """Whether neither choices nor the picture say what follows from them, or from what is known."""

    def table(self, subject: str) -> int:
        """The table whose game ``subject`` shows, to those who may see it; 0: none."""
        return 0

    @abstractmethod
    async def start(self, context: BotContext, person: int, subject: str) -> Start:
        """The position with which ``subject`` begins.

        :raises TableError: when there is no such subject, or not for this person.
        """

    @abstractmethod
    async def face(self, context: BotContext, board: Board) -> Face:
        """What the card says at ``board``, which may have ended. Nothing but ``board`` is remembered.

        :raises TableError: when its subject is gone.
        """

    @abstractmethod
    async def judge(self, context: BotContext, board: Board, action: Any) -> Verdict:
        """The answer to ``action``, which is legal at ``board`` and not played yet."""


JUDGES: Final[dict[str, Judge]] = {}
"""By kind; a module registers its own when it is imported."""


def register(kind: str, judge: Judge) -> None:
    """Let ``judge`` answer on the boards of ``kind``, a word of at most 16 letters."""
    assert kind not in JUDGES, kind
    JUDGES[kind] = judge


def judge_of(kind: str) -> Judge:
    """The judge of a kind of board.

    :raises TableError: when this release doesn't have it.
    """
    if (judge := JUDGES.get(kind)) is None:
        raise TableError(BOARD_GONE)
    return judge


def hint_control(board: Board) -> Control:
    """**Hint**: raises ``hints`` and ``hinted`` of the board's row by one, and ``face`` says more.

    It is off once it was pressed.
    """
    return table_control(board.table, "tryhint", gettext("Hint"), off=board.row.hinted > 0)


def again_control(board: Board) -> Control:
    """**Try Again** on a failed board, else **Start Over**: back to the start."""
    if board.row.ended == FAILED:
        return table_control(board.table, "tryagain", gettext("Try Again"), style=Style.primary)
    return table_control(board.table, "tryagain", gettext("Start Over"))


def back_control(control: Control) -> Control:
    """**Back** from a list to the board on whose card ``control`` was pressed."""
    return replace(control, verb="trystep", label=gettext("Back"), rest="")


async def open_board(interaction: Interaction, kind: str, subject: str, *, in_place: bool = False) -> None:
    """Begin ``subject`` on the person's practice board, instead of what was on it.

    ``in_place``: on the private card whose button was pressed; otherwise as a new private card.

    :raises TableError: when there is no such subject.
    """
    context, person = asked_by(interaction)
    start = await judge_of(kind).start(context, person.id, subject)
    async with practice.LOCKS.lock(person.id):
        board = await practice.store_begun(context.tables, person, kind, subject, start)
    await _show(interaction, board, in_place=in_place)


async def load_board(context: BotContext, person: Person) -> Board | None:
    """The practice board of ``person``; None if they have none.

    :raises TableError: when it is of a kind, game or rules that the bot no longer has.
    """
    row = await practice.stored_of(context.tables, person.id)
    if row is None:
        return None
    judge_of(row.kind)
    try:
        return practice.read(context.tables.games, row, person)
    except RulesError as error:
        log.warning("a practice board can't be read", kind=row.kind, subject=row.subject, error=str(error))
        raise TableError(BOARD_GONE) from error


async def board_card(context: BotContext, board: Board, written: str = "", note: str = "") -> Card:
    """The card of a board: the picker with the draft that is ``written``, or how it ended.

    :raises Stale: when ``written`` no longer leads to a move.
    """
    table, judge = board.table, judge_of(board.row.kind)
    table = replace(table, game=table.game.plain) if judge.plain else table
    face = await judge.face(context, board)
    close = close_button(table)
    if table.status == "playing":
        shown = await choosing(
            context,
            table,
            drafts.read(table, board.person, written, one_part=True),
            board.person,
            step="trystep",
            play="tryplay",
            goals=face.goals,
            reasoned=board.row.hinted > 0 and not judge.plain,
        )
        # Once something is chosen, what the board asks for has been read, and the board itself is needed.
        whole, words = shown.draft.complete, face.words
        if shown.draft.chosen and written:
            words = "" if whole else face.kept
            if words and shown.controls:
                words = f"{words}\n{gettext('-# Pressed something else? Press **Back**.')}"
        picture, question = shown.picture, shown.question if face.asks or whole else ""
        offered, controls = shown.offered, [*shown.controls, *face.controls, close]
    else:
        failed = board.row.ended == practice.FAILED
        view = face.view or (board.state.concealed if failed else table.view_for)(board.viewer)
        picture = await table_cards.illustrate(
            context, table, view, board.person, bottom=board.viewer, goals=face.goals
        )
        words, question, offered, controls = face.words, "", (), [*face.controls, close]
    below = gettext("-# Practice · only you can see this")
    return Card(
        heading=f"### {face.heading}\n{below}",
        pictures=(picture,),
        lines=(note, words, question),
        rows=(*offered, *rows(controls, SPLIT // 2 if len(controls) == SPLIT else ROW)),
        accent=table.game.seat_styles[board.viewer].colour,
    )


async def _show(
    interaction: Interaction, board: Board, written: str = "", note: str = "", *, in_place: bool = True
) -> None:
    card = await board_card(interaction.client.context, board, written, note)
    # The service has no such table, so nothing but a press may change the card.
    if in_place:
        await update_private_card(interaction, board.table, card, plays=False)
    else:
        await open_private_card(interaction, board.table, card, plays=False)


@on_button("trystep")
@on_button("tryplay")
async def choose(interaction: Interaction, control: Control) -> None:
    """A step in the picker of a practice board; the last one plays, or asks for **Confirm**."""
    context, person = asked_by(interaction)
    board = await _pressed(interaction)
    written, note = control.rest, ""
    if board.row.ended and not written and control.version == board.table.version:
        # Back from a list: there's nothing to choose on this board.
        await _show(interaction, board)
        return
    try:
        if control.version != board.table.version:
            raise Stale
        draft = drafts.read(board.table, person.id, written, one_part=True)
    except Stale:
        written, note = "", gettext(MOVED_ON)
    else:
        chosen = await context.settings_of(person.id)
        # A column with a single free square mustn't play it by itself: learners look before they choose.
        asks = drafts.write(draft.parts) != written.rstrip(drafts.PART)
        if judge_of(board.row.kind).confirms:
            asks = previews(chosen, board.table.game.key) and bool(draft.forks)
        if written and draft.playable and (control.verb == "tryplay" or not asks):
            (action,) = draft.actions
            board, note = await _change(interaction, control, lambda now: _judged(context, now, action))
            written = ""
    await _show(interaction, board, written, note)


@on_button("tryagain")
async def again(interaction: Interaction, control: Control) -> None:
    """**Try Again** and **Start Over**, which asks first where somebody is in the middle."""
    context, person = asked_by(interaction)
    now = await _pressed(interaction)
    if control.version == now.table.version and not now.row.ended and control.rest != SURE:
        await update_private_card(interaction, now.table, _over_card(now), plays=False)
        return

    async def restart(board: Board) -> tuple[Board, str]:
        start = await judge_of(board.row.kind).start(context, person.id, board.subject)
        return practice.restarted(context.tables.games, board, start), ""

    board, note = await _change(interaction, control, restart)
    await _show(interaction, board, note=note)


def _over_card(board: Board) -> Card:
    """The question whether to start over."""
    sure = table_control(board.table, "tryagain", gettext("Start Over"), SURE)
    on = table_control(board.table, "trystep", gettext("Continue"))
    said = gettext("Start over? You’ll lose what you’ve done here.")
    return are_you_sure("", said, sure, on, board.table.game.seat_styles[board.viewer].colour)


@on_button("tryhint")
async def hint(interaction: Interaction, control: Control) -> None:
    """**Hint**."""

    async def more(board: Board) -> tuple[Board, str]:
        if board.row.hinted:
            return board, ""  # pressed twice
        row = replace(board.row, hints=board.row.hints + 1, hinted=board.row.hinted + 1)
        return replace(board, row=row), ""

    board, note = await _change(interaction, control, more)
    await _show(interaction, board, note=note)


async def _pressed(interaction: Interaction) -> Board:
    """:raises TableError: when the person has no practice board or may not see its game any more."""
    context = interaction.client.context
    if (board := await load_board(context, person_of(interaction.user))) is None:
        raise TableError("You don’t have a practice board open. Use `/learn` or `/puzzle solve` to open one.")
    if number := judge_of(board.row.kind).table(board.subject):
        require_visible(interaction, await context.tables.get(number))
    return board


async def _change(interaction: Interaction, control: Control, change: Change) -> tuple[Board, str]:
    """The board after ``change``, stored; as it is, with the reason, if the button is an old one.

    :raises TableBusy: when another process changed it in between.
    """
    async with practice.LOCKS.lock(interaction.user.id):
        board = await _pressed(interaction)
        if control.version != board.table.version:
            return board, gettext(MOVED_ON)
        changed, note = await change(board)
        context, guild = interaction.client.context, None
        if changed.row.ended == DONE and judge_of(changed.row.kind).counted:
            guild = interaction.guild_id
        after = await practice.store_changed(context.tables, changed, guild)
        if after is None:
            raise TableBusy("Your practice board has just changed. Please try again.")
        if guild is not None:
            for each in context.features.all:
                each.day_changed(guild)
        return after, note


async def _judged(context: BotContext, board: Board, action: Any) -> tuple[Board, str]:
    """``board`` after the person's ``action`` and the judge's replies, and what to tell the person."""
    seat = board.table.acting_seat(board.person)
    assert seat is not None
    verdict = await judge_of(board.row.kind).judge(context, board, action)
    if verdict.take_back:
        return replace(board, row=replace(board.row, tries=board.row.tries + 1)), verdict.text
    rng = Random(context.tables.new_seed())
    now = practice.played(context.tables.games, board, seat, action, verdict, rng)
    if verdict.ended == practice.FAILED:
        now = replace(now, row=replace(now.row, tries=now.row.tries + 1))
    news = safe(now.narration(len(board.since)))
    return now, "\n".join(filter(None, (verdict.text, f"-# {news}")))
