"""``python -m bot notice``: what people read on cards before the bot is away, whether it runs or not."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from typing import Final

from bot.errors import StartError
from data.store.queries import notices
from data.store.queries.notices import Notice

from .bans import one_line, with_store

MAX_TEXT: Final = 150
"""Characters of a notice: a line or two of a card on a phone."""


def notice(text: str, until: str, now: int) -> None:
    """``python -m bot notice TEXT --until TIME``.

    :raises StartError: when the text or the time can't be one.
    """
    # On cards, the time follows in brackets.
    text = one_line(text).removesuffix(".")
    if not 0 < len(text) <= MAX_TEXT:
        raise StartError(
            f'Give a notice of 1 to {MAX_TEXT} characters, such as notice "An upgrade" --until 21:00.'
        )
    end = _moment(until, now)
    with_store(lambda store: notices.change(store, Notice(text, end)))
    print(f"Cards have this notice until {_told(end)}. A bot that is running knows within a minute.")


def remove() -> None:
    """``python -m bot notice --remove``."""
    with_store(lambda store: notices.change(store, None))
    print("There’s no notice any more. A bot that is running knows within a minute.")


def show(now: int) -> None:
    """``python -m bot notice``: what there is."""
    found = with_store(notices.current)
    there = found is not None and found.until > now
    print(f"{found.text} (until {_told(found.until)})" if found and there else "There’s no notice.")


def _told(at: int) -> str:
    """A time (milliseconds since 1970) on this machine's clock."""
    return f"{datetime.fromtimestamp(at / 1000).astimezone():%Y-%m-%d %H:%M %Z}"


def _moment(typed: str, now: int) -> int:
    """An hour, today or tomorrow, or a day with its hour, on this machine's clock; milliseconds since 1970.

    :raises StartError: when it can't be read, or has passed.
    """
    here = datetime.fromtimestamp(now / 1000)
    try:
        if re.fullmatch(r"\d{1,2}:\d{2}", typed, re.ASCII):
            at = datetime.combine(here, time.fromisoformat(typed.zfill(5)))
            at += timedelta(days=at <= here)
        else:
            at = datetime.fromisoformat(typed)
        end = round(at.timestamp() * 1000)
        # An end in the year 10000 here can't be told.
        _told(end)
    except (ValueError, OverflowError, OSError):
        raise StartError('Say until when: --until 21:00, or --until "2027-01-03 21:00".') from None
    if end <= now:
        raise StartError("That time has already passed. Say until when people need the notice.")
    return end
