"""What a table refuses, each with a sentence for the person who asked."""

from __future__ import annotations

import traceback
from dataclasses import fields
from types import CodeType
from typing import Any

from bot.games.core import Game, RulesError, State


class TableError(RulesError):
    """Something that can't be done at a table, or not now."""


class NoSuchTable(TableError):
    """There is no table of this number."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"There is no table {table_id}. `/games` lists yours.")


class UnknownGame(TableError):
    """A table of a game that the bot no longer has."""

    def __init__(self, table_id: int, game: str) -> None:
        super().__init__(f"Table {table_id} plays “{game}”, which this bot no longer has.")


class NotSeated(TableError):
    """Only those who play at the table may do this."""


class NotYourTurn(TableError):
    """A player, but somebody else is to act."""


class Stale(TableError):
    """A control from an earlier position."""

    def __init__(self) -> None:
        super().__init__("The table has moved on since this was shown. Press **Move** on the newest card.")


class TableOver(TableError):
    """The table is over, closed or void."""


class NotStarted(TableError):
    """The table is still a lobby."""


class TableBusy(TableError):
    """Too many people acted at the same moment."""

    def __init__(self) -> None:
        super().__init__("Several people acted at this table at once. Please try again.")


class InternalError(TableError):
    """A bug in the bot's own code, which was logged. The table stays in play."""

    def __init__(self) -> None:
        super().__init__(
            "Something went wrong on the bot’s side, not in the game. Nothing is lost: please try again, and "
            "if it stays, tell the bot’s host."
        )


class RulesBug(Exception):
    """An action that was allowed and then refused: a bug, which no player causes."""


def raised_by_rules(fault: BaseException, game: Game[Any, Any], state: State[Any, Any] | None) -> bool:
    """Whether ``fault`` was raised inside the rules of ``game``, or in what they called.

    A traceback is asked, since no call into the rules can be forgotten so: the innermost of its frames that
    belong to rules or to tables decides. Rules are ``bot.games``, and whatever ``game`` and ``state`` are
    made of, wherever it was defined.
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
