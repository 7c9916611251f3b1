#!/bin/sh
# discord.py 2.7.1: after one slow run, tasks.loop makes up for every run that it missed, without a pause.
#
# A good guess: a loop of every 0.2 s whose body once takes 2 s goes on with one run at once, then every 0.2 s again.
# Seen: eight or more runs follow each other at once, and only then the rhythm returns.
# Why it matters: a loop that reminds players, edits a list of tables or asks a server once a minute sends everything
# that it missed in one burst when Discord was slow for ten minutes, just when its rate limit is short.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord.py==2.7.1
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
import time

from discord.ext import tasks

EVERY, SLOW = 0.2, 2.0
begun = []


@tasks.loop(seconds=EVERY, count=20)
async def remind():
    begun.append(time.monotonic())
    if len(begun) == 1:
        await asyncio.sleep(SLOW)


async def main():
    await remind.start()
    resumed = begun[0] + SLOW
    burst = sum(resumed <= each < resumed + EVERY for each in begun)
    print(f"{burst} runs within the {EVERY} s after the slow one")
    assert burst >= 8


asyncio.run(main())
PYTHON
