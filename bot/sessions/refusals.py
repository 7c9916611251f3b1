"""What a table refuses, each with a sentence for the person who asked."""

from __future__ import annotations

from bot.games.core import RulesError


class TableError(RulesError):
    """Something that can't be done at a table, or not now."""


class NoSuchTable(TableError):
    """There is no table of this number."""

    def __init__(self, session: int) -> None:
        super().__init__(f"There is no table {session}. `/games` lists yours.")


class NotSeated(TableError):
    """Only those who play at the table may do this."""


class NotYourTurn(TableError):
    """A player, but somebody else is to act."""


class Stale(TableError):
    """A control from an earlier position."""

    def __init__(self) -> None:
        super().__init__("The table has moved on since this was shown. Press **Move** on the newest card.")


class Finished(TableError):
    """The table is over, closed or void."""


class NotStarted(TableError):
    """The table is still a lobby."""


class Busy(TableError):
    """Too many people acted at the same moment."""

    def __init__(self) -> None:
        super().__init__("Several people acted at this table at once. Please try again.")


class Contradiction(Exception):
    """Rules that allowed an action and then refused it: a fault of the rules, which no player causes."""
