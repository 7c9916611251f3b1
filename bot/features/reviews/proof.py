"""**Show the Proof** where a game was lost for certain: whatever is played there, the computer answers it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.components.hooks import BotContext
from bot.components.interactions.card import Control
from bot.components.interactions.routing import number_in, on_button
from bot.components.play.private_cards import Interaction
from bot.components.practice.boards import Face, again_control, open_board, register, wrong
from bot.languages import gettext, gettext_noop
from bot.players.player import LEVELS
from bot.tables.errors import TableError
from bot.tables.practice import FAILED, Board, Verdict

from .try_again import CANT_JUDGE, ReviewJudge, turn_of

KIND: Final = "proof"
TRY_ANYTHING: Final = gettext_noop(
    "You’re {side} here, and the computer has proved that {side} loses. Try any move, and it will reply."
)
REFUTED: Final = gettext_noop("That loses, too.")


class ProofJudge(ReviewJudge):
    """Answers every move of the side that has lost."""

    async def face(self, context: BotContext, board: Board) -> Face:
        """What it's about."""
        face = await super().face(context, board)
        controls = face.controls
        if board.since and not board.row.ended:
            controls = (again_control(board), *controls)
        heading = gettext(
            "{game} · {moment}: lost from here", game=board.table.game.title, moment=turn_of(board)
        )
        side = board.table.game.name_of(board.viewer)
        return replace(
            face,
            heading=heading,
            words="" if board.row.ended else gettext(TRY_ANYTHING, side=side),
            controls=controls,
        )

    async def judge(self, context: BotContext, board: Board, action: Any) -> Verdict:
        """What the other side answers."""
        game, after = board.table.game, board.state.play(board.viewer, action)
        replies: tuple[str, ...] = ()
        if after.outcome is None:
            if not context.thinkers.offers(game.key):
                raise TableError(CANT_JUDGE)
            seat = min(after.to_act)
            thought = await context.thinkers.choose(
                game,
                LEVELS[-1].key,
                after.view_for(seat),
                after.legal(seat),
                len(board.since),
                table=(KIND, board.person),
            )
            if thought.level is None:
                raise TableError(CANT_JUDGE)
            replies = (f"{seat} {thought.choice.action}",)
            after = after.play(seat, thought.choice.action)
        outcome = after.outcome
        lost = outcome is not None and board.viewer not in outcome.winners
        words = wrong(gettext(REFUTED)) if lost else ""
        return Verdict(words, replies, FAILED if outcome is not None else "")


register(KIND, ProofJudge())


@on_button("proof", cost="picture")
async def show_proof(interaction: Interaction, control: Control) -> None:
    """**Show the Proof** of a table's review."""
    place = number_in(control.rest)
    await open_board(interaction, KIND, f"{control.table_id}:{place}", in_place=True)
