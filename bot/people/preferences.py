"""People's preferences, stored as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Any, Final, Literal, get_args
from zoneinfo import ZoneInfo, available_timezones

import sqlalchemy as sa

from bot.people import absences
from bot.people.absences import Absence
from data.store.queries.people import change_person
from data.store.records import settings_in, well_typed
from data.store.store import Store

from . import text
from .errors import InvalidSetting

Palette = Literal["default", "colour-blind", "high-contrast"]
PALETTES: Final[tuple[Palette, ...]] = get_args(Palette)
Pings = Literal["table", "direct", "both", "none"]
PINGS: Final[tuple[Pings, ...]] = get_args(Pings)
Reminders = Literal["all", "end", "none"]
REMINDERS: Final[tuple[Reminders, ...]] = get_args(Reminders)
QUIET_HOURS: Final = re.compile(
    r"([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?\s*(?:-|–|to)\s*([01]?[0-9]|2[0-3])(?::([0-5][0-9]))?"
)
USUAL_QUIET: Final = "22:00-07:00"
"""The quiet hours suggested by a button."""
MAX_REFUSED: Final = 100
"""The most people whose challenges one person may refuse by name."""

RENAMED: Final = "turn"
"""The name of ``own_side_at_bottom`` in older stored settings."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's settings."""

    palette: Palette = "default"
    """The colours of pictures that only this person sees."""
    confirm: bool = True
    """Whether an action is previewed and confirmed before it is played."""
    own_side_at_bottom: bool = True
    """Whether this person's own view has their side at the bottom."""
    pings: Pings = "table"
    """Where this person is notified of their turn."""
    reminders: Reminders = "all"
    """Which reminders of deadlines this person gets: at half time and near the end, the last one, or none."""
    quiet: str = ""
    """Hours without reminders in ``zone``, such as ``22:00-07:00``; empty for none."""
    zone: str = "UTC"
    """A time zone's name in the IANA database."""
    challenges: bool = True
    """Whether others may challenge this person."""
    refused: tuple[int, ...] = ()
    """People who may not challenge this person."""
    ratings: bool = True
    """Whether this person is rated; otherwise their games aren't rated for anybody."""
    public: bool = True
    """Whether others may see this person's profile and ratings."""
    forced: bool = False
    """Whether this person's only legal move is played by itself."""
    computers_resign: bool = True
    """Whether computers resign lost games at the tables that this person opens."""
    away: tuple[Absence, ...] = ()
    """When this person was away lately, and until when they are."""

    def takes_challenges_of(self, other: int) -> bool:
        """Whether ``other`` may challenge this person."""
        return self.challenges and other not in self.refused

    def wants_reminder(self, kind: str) -> bool:
        """Whether this person wants reminders of this kind, ``half`` or ``end``."""
        return self.reminders == "all" or self.reminders == kind

    def away_until(self, now: int) -> int | None:
        """When this person is back, in milliseconds since 1970; None unless they are away."""
        return absences.current(self.away, now)


Job = Callable[[sa.Connection], None]
"""What is written in a transaction."""
DEFAULTS: Final = asdict(Preferences())


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, sorted."""
    return tuple(sorted(available_timezones()))


def read_quiet(written: str) -> str:
    """Parse quiet hours, into the form in which they are stored.

    :raises InvalidSetting: when they can't be parsed.
    """
    typed = written.strip().lower()
    if typed in ("", "none", "off", "no"):
        return ""
    if len(typed) > 20 or not typed.isascii() or (found := QUIET_HOURS.fullmatch(typed)) is None:
        raise InvalidSetting(text.QUIET_HOURS_FORM)
    start, end = (f"{int(found[hour]):02}:{found[hour + 1] or '00'}" for hour in (1, 3))
    if start == end:
        raise InvalidSetting(text.QUIET_HOURS_EMPTY)
    return f"{start}-{end}"


def read_zone(written: str) -> str:
    """A time zone's name, from text in any case.

    :raises InvalidSetting: when there is no such zone.
    """
    wanted = written.strip().lower().replace(" ", "_")
    if (zone := _by_small_letters().get(wanted)) is None:
        raise InvalidSetting(text.UNKNOWN_ZONE)
    return zone


@cache
def _by_small_letters() -> dict[str, str]:
    return {zone.lower(): zone for zone in zones()}


def quiet_until(preferences: Preferences, at: int) -> int:
    """When a reminder that is due at ``at`` may be sent (both in milliseconds since 1970, UTC).

    That is ``at`` itself outside the quiet hours, else their end in the person's local time.
    """
    if not preferences.quiet:
        return at
    start, end = (time.fromisoformat(part) for part in preferences.quiet.split("-"))
    zone = ZoneInfo(preferences.zone)
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


async def load(store: Store, person: int) -> Preferences:
    """The preferences of ``person``, with defaults for what isn't set."""
    return read(settings_in(await store.person_settings(person)))


def read(stored: dict[str, Any]) -> Preferences:
    """Preferences from stored settings, with defaults for what isn't valid."""
    if RENAMED in stored:
        stored = {"own_side_at_bottom": stored[RENAMED], **stored}
    chosen = well_typed(stored, DEFAULTS)
    chosen["refused"] = _refused(stored)
    chosen["away"] = absences.read(stored.get("away"))
    if isinstance(switched := stored.get("reminders"), bool):  # older stored settings
        chosen["reminders"] = "all" if switched else "none"
    words: dict[str, tuple[str, ...]] = {"palette": PALETTES, "pings": PINGS, "reminders": REMINDERS}
    for name, allowed in words.items():
        if chosen.get(name, allowed[0]) not in allowed:
            del chosen[name]
    for name, reader in (("quiet", read_quiet), ("zone", read_zone)):
        try:
            chosen[name] = reader(chosen.get(name, DEFAULTS[name]))
        except InvalidSetting:
            chosen[name] = DEFAULTS[name]
    return Preferences(**chosen)


def _refused(stored: Mapping[str, Any]) -> tuple[int, ...]:
    listed = stored.get("refused")
    if not isinstance(listed, list):
        return ()
    return tuple(dict.fromkeys(each for each in listed if type(each) is int))[:MAX_REFUSED]


async def save(store: Store, person: int, preferences: Preferences) -> None:
    """Store ``preferences``."""
    await change_person(store, person, asdict(preferences))


async def change(
    store: Store,
    person: int,
    *,
    refuse: int | None = None,
    allow: int | None = None,
    away: str | None = None,
    now: int = 0,
    settle: Job | None = None,
    **chosen: str | bool,
) -> Preferences:
    """Store the preferences that ``person`` has ``chosen``; returns all of their preferences.

    ``refuse`` is a person whose challenges they refuse from now on, ``allow`` one whose they accept again.
    ``settle`` is written in the same transaction.
    ``away`` says until when they are away, seen from ``now`` in milliseconds since 1970; ``none``: back.

    :raises InvalidSetting: when a value isn't valid; nothing is changed then.
    """
    if "quiet" in chosen:
        chosen["quiet"] = read_quiet(str(chosen["quiet"]))
    if "zone" in chosen:
        chosen["zone"] = read_zone(str(chosen["zone"]))
    if person in (refuse, allow):
        raise InvalidSetting(text.REFUSE_YOURSELF)

    def edit(stored: Mapping[str, Any]) -> Mapping[str, Any]:
        changed: dict[str, Any] = dict(chosen)
        if away is not None:
            past, zone = absences.read(stored.get("away")), read({**stored, **chosen}).zone
            until = absences.read_until(away, zone, now)
            changed["away"] = absences.ended(past, now) if until is None else absences.begun(past, until, now)
        if refuse is None and allow is None:
            return changed
        listed = [each for each in _refused(stored) if each not in (refuse, allow)]
        if refuse is not None:
            listed.append(refuse)
        if len(listed) > MAX_REFUSED:
            raise InvalidSetting(text.too_many_refused(MAX_REFUSED))
        return {**changed, "refused": listed}

    await change_person(store, person, edit, settle)
    return await load(store, person)
