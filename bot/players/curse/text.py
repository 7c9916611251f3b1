"""What the computer player of Captain's Curse says as a teacher: reasons in reviews."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import counted, plural

DROWNS: Final = "It sinks the last of the land, and the pirate with it."
SPENDS_CHARM: Final = "It spends a charm that’s worth more later."
WAKES_CURSE: Final = "It takes the black die and sinks land, though the white die does as well."
PASSES: Final = "It passes, though a charm or another column keeps the turn alive."
WORSE_COLUMN: Final = "Another column needs this value more."
WORSE_LINE: Final = "Another line costs less in the long run."
LOSES_GOAL: Final = "It gives up the goal of dry land."
WORSE_DIE: Final = "The other die does more for the columns."


def crosses_out(count: int, instead: int) -> str:
    less = f"{instead} would do" if instead else "none need be"
    return plural(
        count,
        f"It crosses out 1 value, where {less}.",
        f"It crosses out {count} values, where {less}.",
    )


def sinks_loot(count: int, instead: int) -> str:
    less = instead or "none"
    return plural(
        count,
        f"It sinks 1 space that you could still loot; the better line takes {less}.",
        f"It sinks {count} spaces that you could still loot; the better line takes {less}.",
    )


def sinks_land(count: int, instead: int) -> str:
    return f"It sinks {counted(count, 'space')}; the better line takes only {instead}."


def closes_lines(spare: int) -> str:
    return plural(
        spare,
        "It leaves room for only 1 more sinking before the dry-land goal is lost.",
        f"It leaves room for only {spare} more sinkings before the dry-land goal is lost.",
    )
