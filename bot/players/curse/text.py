"""What the computer player of Captain's Curse says as a teacher: reasons in reviews."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import counted, plural

DROWNS: Final = "This sinks the last of the land, and the pirate with it."
SPENDS_CHARM: Final = "This spends a charm that would be worth more later."
WAKES_CURSE: Final = "This takes the black die and sinks land, though the white die would do just as well."
PASSES: Final = "There was no need to pass: a charm or another column would have kept the turn alive."
WORSE_COLUMN: Final = "Another column needs this value more."
WORSE_LINE: Final = "Another line costs less in the long run."
LOSES_GOAL: Final = "This gives up the dry-land goal."
WORSE_DIE: Final = "The other die does more for the columns."


def crosses_out(count: int, instead: int) -> str:
    less = f"only {instead}" if instead else "none"
    return plural(
        count,
        f"This crosses out 1 value, but the better choice crosses out {less}.",
        f"This crosses out {count} values, but the better choice crosses out {less}.",
    )


def sinks_loot(count: int, instead: int) -> str:
    less = f"only {instead}" if instead else "none"
    return plural(
        count,
        f"This sinks 1 space that could still be looted, but the better line sinks {less}.",
        f"This sinks {count} spaces that could still be looted, but the better line sinks {less}.",
    )


def sinks_land(count: int, instead: int) -> str:
    return f"This sinks {counted(count, 'space')}, but the better line sinks only {instead}."


def closes_lines(spare: int) -> str:
    return plural(
        spare,
        "This leaves room for only 1 more sinking before the dry-land goal is lost.",
        f"This leaves room for only {spare} more sinkings before the dry-land goal is lost.",
    )
