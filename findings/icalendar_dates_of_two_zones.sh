#!/bin/sh
# icalendar 7.3.2: of dates in two time zones in one list the last one's zone counts for all; an UNTIL has none.
#
# A good guess: add("exdate", [one in Berlin, one in New York]) keeps each at its moment, in two lines or in UTC (a line
# has one TZID), or refuses; an UNTIL is written in UTC, which RFC 5545 asks for where the event has a time zone.
# Seen: both stand under TZID=America/New_York, so 10:00 in Berlin is read as 10:00 in New York, six hours later; the
# other way round it is the second that is wrong. With RDATE it is the same. "until" in New York is written as its bare
# hour, which is read as one in the event's zone: the last event is missing. Nothing is raised.
# Why it matters: a club night with cancellations by people in two countries: whoever goes by the calendar comes on a
# cancelled evening, and the last evening isn't in it. Turn dates into UTC before you add them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q icalendar==7.3.2 recurring-ical-events==3.8.2
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import recurring_ical_events
from icalendar import Event

START = datetime(2026, 1, 1, 10, tzinfo=ZoneInfo("Europe/Berlin"))  # A Thursday
EIGHTH = START.replace(day=8)
FIFTEENTH = START.replace(day=15).astimezone(ZoneInfo("America/New_York"))


def read_back(name, dates, rule=None):
    """Which of the dates are at their moment after writing and reading, and the days of the event for a reader."""
    event = Event()
    event.add("dtstart", START)
    event.add("rrule", rule or {"freq": "weekly", "count": 4})
    event.add(name, dates)
    text = event.to_ical()
    event = Event.from_ical(text)
    days = [each["DTSTART"].dt.day for each in recurring_ical_events.of(event).between((2026, 1, 1), (2026, 2, 1))]
    print(*(line for line in text.decode().splitlines() if line.startswith(("RRULE", name.upper()))), days, sep=", ")
    return [each.dt == date for each, date in zip(event[name].dts, dates, strict=True)], sorted(days)


assert read_back("exdate", [EIGHTH.astimezone(UTC), FIFTEENTH.astimezone(UTC)]) == ([True, True], [1, 22])
assert read_back("exdate", [EIGHTH, FIFTEENTH])[0] == read_back("rdate", [EIGHTH, FIFTEENTH])[0] == [False, True]
assert read_back("exdate", [FIFTEENTH, EIGHTH]) == ([False, True], [1, 15, 22])
assert read_back("exdate", [EIGHTH], {"freq": "weekly", "until": FIFTEENTH.astimezone(UTC)})[1] == [1, 15]
assert read_back("exdate", [EIGHTH], {"freq": "weekly", "until": FIFTEENTH})[1] == [1]
PYTHON
