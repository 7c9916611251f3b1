"""**Try Again** at a turning point: the position on a practice board, judged like the game's review."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.components.hooks import BotContext
from bot.components.interactions.card import Control
from bot.components.interactions.routing import number_in, on_button
from bot.components.play.private_cards import Interaction
from bot.components.practice.boards import Face, Judge, again_control, open_board, register, right, wrong
from bot.features.replays import replays
from bot.games.core import CHANCE
from bot.languages import gettext, gettext_noop
from bot.players.judgement import WORTH_SAYING
from bot.tables.errors import TableError
from bot.tables.practice import DONE, FAILED, Board, Start, Verdict
from bot.tables.record_text import record_of

from .review import called
from .review import judged as as_kept
from .review_cards import scale_of

KIND: Final = "review"
FIND_BETTER: Final = gettext_noop("There was a better move than the one played. Can you find it?")
FOUND_BETTER: Final = gettext_noop("That’s about as good as it gets.")
CANT_JUDGE: Final = gettext_noop("The computer can’t judge this move right now. Please try again later.")


class ReviewJudge(Judge):
    """Judges one turn by the computer player, as the review does."""

    def table(self, subject: str) -> int:
        """The game under review."""
        return number_in(subject.partition(":")[0])

    async def start(self, context: BotContext, person: int, subject: str) -> Start:
        """The game up to a turn, from its record."""
        table_id, _, turn = subject.partition(":")
        table, place = await context.tables.get(number_in(table_id)), number_in(turn)
        table = await replays.finished(context, table)
        hidden = table.private and person not in table.seating
        if hidden or place >= len(table.turns) or table.turns[place].seat == CHANCE:
            raise TableError("You can’t try that move again. Open the review and pick a turning point.")
        record = record_of(table)
        return Start(replace(record, entries=record.entries[:place]), (table.turns[place].seat,))

    async def face(self, _context: BotContext, board: Board) -> Face:
        """What the turn is about, or how it went."""
        table_id = board.subject.partition(":")[0]
        words = gettext({"": FIND_BETTER, DONE: FOUND_BETTER}.get(board.row.ended, ""))
        back = Control("review", gettext("Back to the Review"), int(table_id), 0)
        controls = (back,) if not board.row.ended else (again_control(board), back)
        return Face(
            gettext(
                "{game} · Another try: {moment}",
                game=board.table.game.title,
                moment=turn_of(board),
            ),
            words,
            controls,
        )

    async def judge(self, context: BotContext, board: Board, action: Any) -> Verdict:
        """Whether the move loses less than a turning point would."""
        table, seat = board.table, board.viewer
        scale, judgement = scale_of(table), None
        if context.thinkers.reviewer(table.game.key) is not None:
            judgement = await context.thinkers.judge(
                table.game,
                table.view_for(seat),
                table.legal(seat),
                action,
                int(board.subject.partition(":")[2]),
                table=(KIND, board.person),
            )
        if scale is None or judgement is None:
            raise TableError(CANT_JUDGE)
        found = as_kept(0, judgement)
        if found.loss < WORTH_SAYING * scale.whole:
            return Verdict(right(""), ended=DONE)
        return Verdict(wrong(found.reason), ended=FAILED)


def turn_of(board: Board) -> str:
    """The turn that a board is about, as people name it."""
    return called(board.table.game, next(iter(board.states), board.state))


register(KIND, ReviewJudge())


@on_button("retry", cost="picture")
async def retry(interaction: Interaction, control: Control) -> None:
    """**Try Again** at a turning point of a table that the person may see."""
    place = number_in(control.rest)
    await open_board(interaction, KIND, f"{control.table_id}:{place}", in_place=True)
