"""Exceptions about tables; their messages are shown to the person who caused them."""

from __future__ import annotations

import traceback
from dataclasses import fields
from types import CodeType

from bot.games.core import AnyGame, AnyState, RulesError

from . import text


class TableError(RulesError):
    """Something that somebody can't do: trying it again changes nothing."""


class TryAgainError(RulesError):
    """Something that didn't work this time, through no fault of whoever tried it."""


class NoSuchTable(TableError):
    """There is no table with this number."""

    def __init__(self, table_id: int) -> None:
        super().__init__("There’s no Table {table}. Use `/games` to see yours.", table=table_id)


class UnknownGame(TableError):
    """A table of a game that the bot no longer has."""

    def __init__(self, table_id: int, game: str) -> None:
        super().__init__(
            "The game at Table {table} is “{game}”, which this bot doesn’t have any more.",
            table=table_id,
            game=game,
        )


class NotSeated(TableError):
    """Only the players of the table may do this."""


class NotYourTurn(TableError):
    """It is somebody else's turn."""


class Stale(TableError):
    """A button or menu from an earlier position was used."""

    def __init__(self) -> None:
        super().__init__(text.STALE)


class TableOver(TableError):
    """The table is over, closed or frozen."""


class NotStarted(TableError):
    """The table is still a lobby."""


class MissingHistory(Exception):
    """A lean table doesn't go back far enough; its history is folded, and the change tried again."""


class TableBusy(TryAgainError):
    """Several attempts failed because others changed the same thing at the same time."""

    def __init__(self, message: str = text.BUSY) -> None:
        super().__init__(message)


class InternalError(TryAgainError):
    """A bug in the bot's code outside the rules, which was logged. The table stays in play."""

    def __init__(self) -> None:
        super().__init__(
            "Something went wrong on the bot’s side, not in your game, and nothing is lost. Please try "
            "again. If it keeps happening, tell the bot’s host."
        )


class RulesBug(Exception):
    """The rules refused an action that they had allowed; a bug, never a player's mistake."""


def raised_by_rules(fault: BaseException, game: AnyGame, state: AnyState | None) -> bool:
    """Whether ``fault`` was raised by the rules of ``game``, or in code that they called.

    The innermost frame of the traceback in either the rules or ``bot.tables`` decides. The rules are
    ``bot.games`` and the functions of ``game`` and ``state``, wherever they are defined.
    """
    entries = {_code(getattr(game, field.name)) for field in fields(game)}
    entries |= {_code(getattr(type(state), name, None)) for name in dir(type(state))} - {None}
    inside = False
    for frame, _ in traceback.walk_tb(fault.__traceback__):
        module = f"{frame.f_globals.get('__name__', '')}."
        if frame.f_code in entries or module.startswith("bot.games."):
            inside = True
        elif module.startswith("bot.tables."):
            inside = False
    return inside


def _code(part: object) -> CodeType | None:
    return getattr(part.fget if isinstance(part, property) else part, "__code__", None)
