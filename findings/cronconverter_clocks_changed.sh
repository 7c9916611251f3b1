#!/bin/sh
# cron-converter 2.0.2: when the clocks go forward, jobs are due twice at the same moment; when they go back, an hour
# has none.
#
# A good guess: with a start in Europe/Berlin, "every 20 minutes" is every 20 minutes in both nights, as with cron;
# 02:30 in the night that has none is left out or at 03:00 or 03:30.
# Seen: in March 02:00, 02:20 and 02:40 are given, hours that no clock shows, at the offset of winter: the same moments
# as 03:00, 03:20 and 03:40, which follow: after 02:40 comes an earlier moment. In October there is nothing between
# 02:40 summer time and 03:00 winter time, 80 minutes. prev() does the same. Once a day at 02:30 is one run each night.
# Why it matters: whatever is scheduled by the hour (reminders, backups, a time check of turns) is done twice in one
# night and misses an hour in the other. Convert the start to UTC where the hour of the day doesn't matter.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q cron-converter==2.0.2
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

from cron_converter import Cron

BERLIN = ZoneInfo("Europe/Berlin")


def pauses(cron, start, end, back=False):
    """The minutes that pass from one run to the next between the two hours of a night."""
    schedule = Cron(cron).schedule(end if back else start)
    step, runs = schedule.prev if back else schedule.next, []
    while (run := step().astimezone(UTC)) > start if back else (run := step().astimezone(UTC)) < end:
        runs.append(run)
    return [int((second - first).total_seconds()) // 60 for first, second in pairwise(sorted(runs))]


for name, day in (("March", datetime(2026, 3, 29, tzinfo=BERLIN)), ("October", datetime(2026, 10, 25, tzinfo=BERLIN))):
    night = day.replace(hour=0, minute=50), day.replace(hour=5, minute=10)
    found = {cron: pauses(cron, *night) for cron in ("*/20 * * * *", "0 * * * *")}
    print(name, found)
    assert all(pauses(cron, *night, back=True) == seen for cron, seen in found.items())
    if name == "March":
        assert found == {"*/20 * * * *": [20] * 3 + [0, 20, 0, 20, 0] + [20] * 4, "0 * * * *": [60, 0, 60, 60]}, found
    else:
        assert found == {"*/20 * * * *": [20] * 5 + [80] + [20] * 6, "0 * * * *": [60, 120, 60, 60]}, found
    assert len(pauses("30 2 * * *", *night)) == 0
PYTHON
