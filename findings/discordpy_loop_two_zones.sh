#!/bin/sh
# discord.py 2.7.1: a tasks.loop with times in two time zones leaves one of them out, every day.
#
# A good guess: tasks.loop(time=[09:00 in New York, 20:00 in Tokyo]) runs twice a day, at 11:00 and at 14:00 UTC, since
# each time brings its zone with it.
# Seen: on the first day it runs for both, and from then on only in New York. Times with a zone from zoneinfo are sorted
# by what their clocks show (9 before 20), and when all of today's have passed, each in its own zone, the next run is
# tomorrow's first of that list, though Tokyo's comes three hours earlier. Fixed offsets are sorted rightly.
# Why it matters: one daily post for the servers of several countries. Whoever tests it on the first day sees both; then
# one country gets none, and nothing is logged. One loop for each zone, or a loop by the minute, is right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord.py==2.7.1 time-machine==3.6.0 tzdata==2026.6
cat > "$folder/see.py" <<'EOF'
import asyncio
from collections import Counter
from datetime import datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import time_machine
from discord.ext import tasks

NEW_YORK, TOKYO = ZoneInfo("America/New_York"), ZoneInfo("Asia/Tokyo")
FIXED = timezone(timedelta(hours=-5)), timezone(timedelta(hours=9))


async def runs(west, east):
    """The zones of the first eight runs, found from the loop's own next_iteration."""
    now, seen = datetime(2027, 1, 6, tzinfo=timezone.utc), []
    for _ in range(8):
        with time_machine.travel(now, tick=False):

            @tasks.loop(time=[time(9, tzinfo=west), time(20, tzinfo=east)])
            async def post():
                pass

            post.start()
            await asyncio.sleep(0)
            at = post.next_iteration
            post.cancel()
        seen.append(at)
        now = at.astimezone(timezone.utc) + timedelta(seconds=1)
    return seen


async def main():
    seen = await runs(NEW_YORK, TOKYO)
    for at in seen:
        print(at.astimezone(timezone.utc).strftime("%d %B, %H:%M UTC:"), at.tzinfo)
    assert [at.tzinfo for at in seen] == [TOKYO, *[NEW_YORK] * 7]
    fixed = await runs(*FIXED)
    assert Counter(at.tzinfo for at in fixed) == {FIXED[0]: 4, FIXED[1]: 4}
    print("With fixed offsets: four runs each.")


asyncio.run(main())
EOF
"$folder/venv/bin/python" "$folder/see.py"
