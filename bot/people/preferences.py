"""The settings that the bot has in any case, whatever its features."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Any, Final, Literal
from zoneinfo import ZoneInfo, available_timezones

from bot.languages import ENGLISH, closest, gettext, listed, names, ngettext, pgettext, some, typed_times
from data.store.store import Store

from . import absences
from .absences import Absence
from .settings import Change, Chosen, InvalidSetting, Setting, choice, load, on_or_off, switch

Palette = Literal["default", "colour-blind", "high-contrast"]
Pings = Literal["table", "direct", "both", "none"]
Reminders = Literal["all", "end", "none"]
QUIET_HOURS: Final = re.compile(
    r"([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?\s*(?:-|–|to)\s*([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?"
)
AS_DISCORD: Final = "discord"
"""The language of one’s Discord, whatever it is."""
MAX_REFUSED: Final = 100
"""The most people whose challenges one person may refuse by name."""
MAX_NAMED: Final = 20
"""The most of them that a card names."""
MOST_IN_FORM: Final = 25
"""The most of them that a form shows (Discord's limit)."""


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, sorted."""
    return tuple(sorted(available_timezones()))


def fitting_zones(typed: str) -> list[str]:
    """The time zones that fit what is typed, those that begin with it first."""
    wanted = typed.strip().lower().replace(" ", "_")
    found = [zone for zone in zones() if wanted in zone.lower()]
    return sorted(found, key=lambda zone: (not zone.lower().startswith(wanted), zone))


def fitting_absences(typed: str) -> list[str]:
    """How long to be away: what is typed, and a few durations."""
    wanted = typed.strip().lower()[:100]
    return [each for each in absences.SUGGESTED if each.startswith(wanted)] or [wanted]


def read_quiet(written: Any) -> str:
    """Parse quiet hours, into the form in which they are stored.

    :raises InvalidSetting: when they can't be parsed.
    """
    if typed_times.is_none(typed := str(written)):
        return ""
    between = pgettext("between two times that people type, as in “22:00 to 7:00”", "to")
    if (found := QUIET_HOURS.fullmatch(typed_times.plain(typed).replace(f" {between} ", "-"))) is None:
        raise InvalidSetting("Write your quiet hours like `22:00-07:00`, or `none`.")
    start, end = (f"{int(found[hour]):02}:{found[hour + 1] or '00'}" for hour in (1, 3))
    if start == end:
        raise InvalidSetting(
            "Quiet hours can’t start and end at the same time. Write them like `22:00-07:00`."
        )
    return f"{start}-{end}"


def read_zone(written: Any) -> str:
    """A time zone's name, from text in any case.

    :raises InvalidSetting: when there is no such zone.
    """
    wanted = str(written).strip().lower().replace(" ", "_")
    for zone in zones():
        if zone.lower() == wanted:
            return zone
    raise InvalidSetting(
        "The bot doesn’t know that time zone. Type a region and a city, like `Europe/Paris`."
    )


def _read_refused(stored: Any) -> tuple[int, ...]:
    if not isinstance(stored, list):
        return ()
    return tuple(dict.fromkeys(each for each in stored if type(each) is int))[:MAX_REFUSED]


def _refusals(change: Change) -> list[int]:
    """Whose challenges somebody refuses, after a change of one or both of ``REFUSED`` and ``ALLOWED``."""
    refuse, allow = change.given.get(REFUSED), change.given.get(ALLOWED)
    if isinstance(refuse, tuple):  # in a form, all whom it shows
        people = [*refuse, *change.before[REFUSED][MOST_IN_FORM:]]
    else:
        people = [each for each in change.before[REFUSED] if each not in (refuse, allow)]
        people += [refuse] if refuse is not None else []
    if change.person in (*people, allow):
        raise InvalidSetting("You can’t refuse challenges from yourself. Choose another member.")
    if len(people) > MAX_REFUSED:
        raise InvalidSetting(
            "You already refuse challenges from {number} people. Allow one of them again first, or turn off "
            "all challenges.",
            number=MAX_REFUSED,
        )
    return people


def _absences(change: Change) -> tuple[Absence, ...]:
    """When somebody was and is away, after they have said until when they are, or that they are back."""
    past, now = change.before[AWAY], change.now
    until = absences.read_until(str(change.given[AWAY]), change.before[ZONE], now)
    return absences.ended(past, now) if until is None else absences.begun(past, until, now)


def _quiet(chosen: Chosen) -> str:
    start, _, end = chosen[QUIET].partition("-")
    if not start:
        return gettext("never")
    return gettext("{start} to {end} ({zone})", start=start, end=end, zone=chosen[ZONE])


def _challengers(chosen: Chosen) -> str:
    named = listed(some([f"<@{number}>" for number in chosen[REFUSED]], MAX_NAMED))
    return gettext("from everyone except {people}", people=named) if named else gettext("from everyone")


def _read_confirm(given: Any) -> bool | tuple[str, ...]:
    if isinstance(given, list | tuple) and given and all(isinstance(each, str) for each in given):
        return tuple(dict.fromkeys(given))
    return on_or_off(given)


def _confirmed(change: Change) -> bool | tuple[str, ...]:
    """What is previewed after a change; a game is added to those in which nothing is."""
    before, given = change.before[CONFIRM], _read_confirm(change.given[CONFIRM])
    if isinstance(given, bool) or before is True:
        return given
    return before and tuple(dict.fromkeys((*before, *given)))


def _previewed(chosen: Chosen) -> str:
    match chosen[CONFIRM]:
        case True if "confirm" in chosen.stored:
            return gettext("before each move")
        case True:
            return gettext("before each move that you can’t freely undo")
        case False:
            return gettext("never (the last step plays the move)")
        case games:
            return ngettext(
                "before each move that you can’t freely undo, except in {number} game",
                "before each move that you can’t freely undo, except in {number} games",
                len(games),
            )


PALETTE: Final[Setting[Palette]] = choice(
    "palette",
    "Colours",
    {
        "default": "standard colours",
        "colour-blind": "colour-blind friendly",
        "high-contrast": "high contrast",
    },
    description="Colours for the pictures only you see",
    topic="pictures",
)
OWN_SIDE: Final = switch(
    "own_side_at_bottom",
    "Your side",
    on="at the bottom",
    off="as on the public board",
    description="Show your own side at the bottom of the board",
    option="bottom",
    default=True,
    topic="pictures",
)
CONFIRM: Final[Setting[bool | tuple[str, ...]]] = Setting(
    name="confirm",
    default=True,
    read=_read_confirm,
    change=_confirmed,
    label="Preview",
    description="Show a preview before you play a move",
    kind="switch",
    told=_previewed,
    topic="moves",
)
"""Whether moves are previewed; or the keys of the games in which they aren't."""
PINGS: Final[Setting[Pings]] = choice(
    "pings",
    "Pings",
    {
        "table": "in the game’s channel",
        "direct": "by direct message",
        "both": "in the game’s channel and by direct message",
        "none": "never",
    },
    description="Where to tell you that it’s your turn",
    topic="notices",
)
REMINDERS: Final[Setting[Reminders]] = choice(
    "reminders",
    "Reminders",
    {
        "all": "halfway and near the end",
        "end": "only near the end",
        "none": "never",
    },
    description="When to remind you of your time limit",
    topic="notices",
)
QUIET: Final = Setting(
    name="quiet",
    default="",
    read=read_quiet,
    description="Hours without reminders, such as 22:00-07:00 (or none)",
    topic="notices",
    label="Quiet hours",
    told=_quiet,
)
"""Hours without reminders in the person's time zone, such as ``22:00-07:00``; empty for none."""
ZONE: Final = Setting(
    name="zone",
    default="UTC",
    read=read_zone,
    description="Your time zone, such as Europe/Paris",
    complete=fitting_zones,
    topic="notices",
    label="Time zone",
)
"""A time zone's name in the IANA database."""
CHALLENGES: Final = switch(
    "challenges",
    "Challenges",
    on=_challengers,
    off="from nobody",
    description="Let members challenge you",
    default=True,
    topic="people",
)
LANGUAGE: Final[Setting[str]] = choice(
    "language",
    "Language",
    {AS_DISCORD: "as in your Discord", **names()},
    description="The language the bot uses with you",
    topic="language",
)
HEARD: Final[Setting[str]] = Setting(
    name="language_heard", default=ENGLISH, read=lambda given: closest(str(given))
)
"""The language of the person's Discord when they were last here: that of direct messages."""
AWAY: Final[Setting[tuple[Absence, ...]]] = Setting(
    name="away",
    default=(),
    read=absences.read,
    change=_absences,
    description="Stop your clocks while you’re away: 5d, or until 2027-01-03 (type none once you’re back)",
    complete=fitting_absences,
    topic="people",
)
"""When this person was away lately, and until when they are."""
REFUSED: Final[Setting[tuple[int, ...]]] = Setting(
    name="refused",
    default=(),
    read=_read_refused,
    change=_refusals,
    option="refuse",
    label="People whose challenges you refuse",
    description="Refuse this member’s challenges",
    kind="person",
    topic="people",
)
"""People who may not challenge this person."""
ALLOWED: Final = replace(
    REFUSED, option="allow", label="", description="Accept this member’s challenges again"
)
"""The same people, where one of them is to be taken off the list."""

SETTINGS: Final = (
    PALETTE,
    OWN_SIDE,
    CONFIRM,
    PINGS,
    REMINDERS,
    QUIET,
    ZONE,
    LANGUAGE,
    CHALLENGES,
    AWAY,
    REFUSED,
    ALLOWED,
)


def previews(chosen: Chosen, game: str) -> bool:
    """Whether the person who has chosen this previews moves in a game (its key)."""
    confirm = chosen[CONFIRM]
    return game not in confirm if isinstance(confirm, tuple) else confirm


def takes_challenges_of(chosen: Chosen, other: int) -> bool:
    """Whether ``other`` may challenge the person who has chosen this."""
    return chosen[CHALLENGES] and other not in chosen[REFUSED]


def away_until(chosen: Chosen, now: int) -> int | None:
    """When the person who has chosen this is back, in milliseconds since 1970; None unless they are away."""
    return absences.current(chosen[AWAY], now)


def quiet_until(chosen: Chosen, at: int) -> int:
    """When a reminder that is due at ``at`` may be sent (both in milliseconds since 1970, UTC).

    That is ``at`` itself outside the quiet hours, else their end in the person's local time.
    """
    if not chosen[QUIET]:
        return at
    start, end = (time.fromisoformat(part) for part in chosen[QUIET].split("-"))
    zone = ZoneInfo(chosen[ZONE])
    here = datetime.fromtimestamp(at / 1000, UTC).astimezone(zone)
    wall = here.time()
    through_midnight = start > end
    if not (wall >= start or wall < end if through_midnight else start <= wall < end):
        return at
    day = here.date() + timedelta(days=through_midnight and wall >= start)
    # When the clock is put back, the end may occur twice: the first one that is still ahead counts.
    ends = (datetime.combine(day, end.replace(fold=fold), zone) for fold in (0, 1))
    stamps = [round(each.timestamp() * 1000) for each in ends]
    return next((stamp for stamp in stamps if stamp > at), at)


async def reminder_time(store: Store, person: int, at: int, kind: str) -> int | None:
    """When ``person`` may get a reminder of this ``kind``, due ``at``; None if they don't want it."""
    chosen = await load(store, person)
    return quiet_until(chosen, at) if chosen[REMINDERS] in ("all", kind) else None
