#!/bin/sh
# dateparser 1.5.0: an hour in German or French is read as something else, and a wrong time is given instead of none.
#
# A good guess: "morgen 18 Uhr" and "demain 18h", the usual way to say it, are tomorrow at 18:00, or None; "90m" is
# ninety minutes, as it is with languages=["en"].
# Seen, on Wednesday, 6 January 2027, 15:30: "morgen um 18 Uhr" is tomorrow at 15:30, "Montag 18 Uhr" the 18th at
# midnight, "demain 18h" in 42 hours (tomorrow plus 18 hours), though "demain à 18h" is right; "90m" in German and
# French is ninety months.
# Why it matters: a reminder, a deadline or "I'm away until" that people type is stored with a day and an hour that
# they didn't say. Show what was understood, or accept only forms that you parse yourself.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q dateparser==1.5.0
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
from datetime import datetime

import dateparser

SETTINGS = {"RELATIVE_BASE": datetime(2027, 1, 6, 15, 30), "PREFER_DATES_FROM": "future"}
SEEN = {
    ("de", "morgen 18:00"): "2027-01-07 18:00",
    ("de", "morgen um 18 Uhr"): "2027-01-07 15:30",
    ("de", "morgen 18 Uhr"): "2027-01-07 15:30",
    ("de", "Montag 18 Uhr"): "2027-01-18 00:00",
    ("fr", "demain à 18h"): "2027-01-07 18:00",
    ("fr", "demain 18h"): "2027-01-08 09:30",
    ("en", "90m"): "2027-01-06 17:00",
    ("de", "90m"): "2034-07-06 15:30",
    ("fr", "90m"): "2034-07-06 15:30",
}
for (language, typed), seen in SEEN.items():
    read = dateparser.parse(typed, languages=[language], settings=SETTINGS)
    print(f"{language}, {typed!r}: {read}")
    assert f"{read:%Y-%m-%d %H:%M}" == seen
PYTHON
