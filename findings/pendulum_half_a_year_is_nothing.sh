#!/bin/sh
# pendulum 3.3.0: half of a year is nothing, and one month and one month aren't two.
#
# A good guess: durations keep years and months for themselves, as duration(months=2) does; so sums are added part by
# part, and half a year is six months, or refused.
# Seen: duration(years=1) / 2 is a duration of 0, of three years two (rounded half to even); a month divided by 2 is 0
# as well. Times 2 is right, times 2.0 loses both. One month and one month is "8 weeks 4 days", so 31 January plus that
# is 1 April, plus duration(months=2) or duration(months=1) * 2 the 31 March. abs() gives a plain timedelta of 30 days.
# (Issue 799 is about the division, issue 479 about the sum.)
# Why it matters: a season of a year with its half-time: it's over when it begins. An extension by a month for each of
# two who ask for it ends on another day than one by two months.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q pendulum==3.3.0
"$folder/venv/bin/python" - <<'PYTHON'
import datetime

import pendulum

year, month, start = pendulum.duration(years=1), pendulum.duration(months=1), pendulum.datetime(2026, 1, 31)

SEEN = {
    "a year / 2": (year / 2, "0 microseconds", "2026-01-31"),
    "three years / 2": (pendulum.duration(years=3) / 2, "2 years", "2028-01-31"),
    "a month / 2": (month / 2, "0 microseconds", "2026-01-31"),
    "52 weeks / 2": (pendulum.duration(weeks=52) / 2, "26 weeks", "2026-08-01"),
    "a month * 2": (month * 2, "2 months", "2026-03-31"),
    "a month * 2.0": (month * 2.0, "0 microseconds", "2026-01-31"),
    "a month + a month": (month + month, "8 weeks 4 days", "2026-04-01"),
    "two months": (pendulum.duration(months=2), "2 months", "2026-03-31"),
}
for what, (length, words, end) in SEEN.items():
    seen = length.in_words(), (start + length).to_date_string()
    print(f"{what}: {seen[0]}, from 31 January to {seen[1]}")
    assert seen == (words, end)
assert type(abs(-month)) is datetime.timedelta and abs(-month).days == 30
PYTHON
