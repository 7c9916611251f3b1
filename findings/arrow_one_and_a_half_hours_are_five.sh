#!/bin/sh
# arrow 1.4.0: "in 1.5 hours" is in five hours, "in 1,000 seconds" is now, and "in half an hour" is in one.
#
# A good guess: dehumanize() reads what humanize() writes, in whole numbers; "in 1.5 hours" is an hour and a half, or
# the ValueError that "in two hours" brings.
# Seen: a unit is looked for together with the digits right before it, anywhere in the text, and the rest doesn't count.
# "0.5 hours" and "2.5 hours" are five hours, too, so are "1,5 Stunden" and "1,5 heures"; "2.50 hours" are fifty. "Half
# an hour" and "an hour and a half" both hold "an hour". "In 2-3 hours" is in three, and of "in 1 day, 30 minutes ago"
# the day is left out. (Issues 1237 and 1341 tell of the fractions.)
# Why it matters: a player says when the game shall begin, and gets an answer for another hour: nothing says that half
# of the sentence wasn't read. Compare humanize() of the result with what was typed, or let them choose from a list.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q arrow==1.4.0
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import timedelta

import arrow

NOW = arrow.get(2027, 1, 6, 15, 30)
HOUR = timedelta(hours=1)


def read(text, locale="en"):
    later = NOW.dehumanize(text, locale=locale) - NOW
    print(f"{text}: {later / HOUR:g} hours")
    return later


assert read("in 2 hours and 30 minutes") == 2.5 * HOUR
for text in ("in 1.5 hours", "in 0.5 hours", "in 2.5 hours"):
    assert read(text) == 5 * HOUR
assert read("in 1,5 Stunden", "de") == read("dans 1,5 heures", "fr") == 5 * HOUR
assert read("in 2.50 hours") == 50 * HOUR and read("in 1,000 seconds") == 0 * HOUR
assert read("in half an hour") == read("in an hour and a half") == HOUR
assert read("in 2-3 hours") == 3 * HOUR
assert read("in 1 day, 30 minutes ago") == read("30 minutes ago") == -HOUR / 2
try:
    read("in two hours")
except ValueError as error:
    print("in two hours:", str(error).split(".")[0])
else:
    raise SystemExit('"in two hours" is read')
PYTHON
