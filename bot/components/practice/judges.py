"""Judges: what a practice board of one kind is about, and who answers a move on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Final

from bot.components.interactions.card import Control, Style, table_control
from bot.components.interactions.context import BotContext
from bot.tables.errors import TableError
from bot.tables.practice import FAILED, Board, Start, Verdict

from . import text


@dataclass(frozen=True, slots=True)
class Face:
    """What a board's card says besides the picture and the picker's own question."""

    heading: str
    """One line."""
    words: str
    """What is to be done now; at the end, what comes next."""
    controls: tuple[Control, ...] = ()
    """Buttons of its own, such as ``hint_control``; **Close** follows."""
    marks: tuple[str, ...] = ()
    """Squares to point at."""


class Judge(ABC):
    """One kind of practice board."""

    confirms: bool = True
    """Whether a move is previewed before it is played, for people who want that in games, too.

    Elsewhere it is only previewed if its last steps were chosen by themselves.
    """

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
        raise TableError(text.BOARD_GONE)
    return judge


def hint_control(board: Board) -> Control:
    """**Hint**: raises ``hints`` and ``hinted`` of the board's row by one, and ``face`` says more."""
    return table_control(board.table, "tryhint", "Hint")


def again_control(board: Board) -> Control:
    """**Try Again** on a failed board, else **Start Over**: back to the start."""
    if board.row.ended == FAILED:
        return table_control(board.table, "tryagain", "Try Again", style=Style.primary)
    return table_control(board.table, "tryagain", "Start Over")
