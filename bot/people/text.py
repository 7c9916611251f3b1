"""The sentences about people's settings."""

from __future__ import annotations

from typing import Final

UNKNOWN_VALUE: Final = "That isn’t one of the choices any more. Use `/settings` again to see them all."
QUIET_HOURS_FORM: Final = "Write your quiet hours like `22:00-07:00`, or `none`."
QUIET_HOURS_EMPTY: Final = "Quiet hours can’t start and end at the same time. Write them like `22:00-07:00`."
UNKNOWN_ZONE: Final = "The bot doesn’t know that time zone. Choose one from the list, like `Europe/Paris`."
AWAY_FORM: Final = (
    "Say how long you’ll be away, like `5d` or `12h`, or when you’ll be back, like `2027-01-03` or "
    "`2027-01-03 18:00`. If you’re already back, say `none`."
)
AWAY_PASSED: Final = (
    "That time has already passed. Say how long you’ll be away, like `5d`, or when you’ll be back, like "
    "`2027-01-03`."
)
REFUSE_YOURSELF: Final = "You can’t refuse challenges from yourself. Choose another member."


def away_too_long(days: int, latest: int) -> str:
    return f"That’s over your {days} days a year. The latest you can be away until is <t:{latest // 1000}:f>."


def never_away_now(days: int, again: int) -> str:
    return (
        f"You’ve been away for {days} days in the past year. You can be away again from "
        f"<t:{again // 1000}:f>. Until then, ask for a **Pause** under **More**."
    )


def too_many_refused(most: int) -> str:
    return (
        f"You already refuse challenges from {most} people. Allow one of them again first, or turn off all "
        f"challenges."
    )
