#!/bin/sh
# timelength 3.0.4: "two and a half hours" is half an hour, and a success.
#
# A good guess: it knows "half an hour" and "1/2 hour", so "two and a half hours" and "2 1/2 hours" are two hours and a
# half; if it can't add the two, it says so.
# Seen: the whole number is left out, not the fraction: both are half an hour, "2 1/2 days" twelve hours. "An hour and a
# half" is one hour, "1½ hours" are two. In all of them result.success is True, and only result.invalid holds what was
# left out. "2.5 hours", "2h30m" and "half an hour" are right.
# Why it matters: "I'm away for two and a half days", a reminder, the time for a turn: accepted, and over far too early.
# With FailureFlags.LONELY_VALUE they are refused; show what was understood in any case.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q timelength==3.0.4
"$folder/venv/bin/python" - <<'PYTHON'
from timelength import English, FailureFlags, TimeLength

# What is typed, as it's read, and whether it is taken if no value may be left out.
SEEN = {
    "half an hour": ("0:30:00", True),
    "2.5 hours": ("2:30:00", True),
    "2h30m": ("2:30:00", True),
    "two and a half hours": ("0:30:00", False),
    "2 1/2 hours": ("0:30:00", False),
    "2 1/2 days": ("12:00:00", False),
    "an hour and a half": ("1:00:00", False),
    "1½ hours": ("2:00:00", False),
}
for typed, seen in SEEN.items():
    read = TimeLength(typed).result
    strict = TimeLength(typed, locale=English(flags=FailureFlags.LONELY_VALUE)).result.success
    print(f"{typed!r}: {read.delta}, success {read.success}, with the flag {strict}, left out {read.invalid}")
    assert read.success
    assert (str(read.delta), strict) == seen
PYTHON
