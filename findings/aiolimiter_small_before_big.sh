#!/bin/sh
# aiolimiter 1.3.0: whoever wants much at once waits until nobody wants little any more, however late those came.
#
# A good guess: who waits for an AsyncLimiter is served in the order of arrival, as with asyncio's locks and semaphores:
# acquire(8) of ten a second, asked for when the bucket is full, comes back after 0.8 s, and what is asked for later
# waits behind it.
# Seen: those who wait are ordered by their amount, then by arrival, and whoever finds room on arrival doesn't look
# whether somebody waits. Fifteen acquire(1) that come later go first, whether they come together or one each tenth of a
# second, and the eight come after 2.3 s: a stream that goes on keeps them out. Nothing is raised or logged.
# Why it matters: many small edits and now and then a picture that counts for eight: in a busy channel the picture never
# comes. An asyncio.Lock around each acquire() brings back the order of arrival.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q aiolimiter==1.3.0
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio
import contextlib
import time

from aiolimiter import AsyncLimiter


async def served(gap, lock):
    """How many of the fifteen who come later, each after this gap, go before the eight, and when those are served."""
    limiter = AsyncLimiter(10, 1)
    await limiter.acquire(10)
    order, start = [], time.monotonic()

    async def take(amount):
        async with lock:
            await limiter.acquire(amount)
        order.append((amount, time.monotonic() - start))

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(take(8))
        for _ in range(15):
            await asyncio.sleep(gap)
            tasks.create_task(take(1))
    return [amount for amount, _ in order].index(8), round(dict(order)[8], 1)


for gap in (0, 0.1):
    plain = asyncio.run(served(gap, contextlib.nullcontext()))
    locked = asyncio.run(served(gap, asyncio.Lock()))
    print(f"Before the eight, and seconds until they come, with a gap of {gap} s: {plain}, with a lock: {locked}")
    assert plain[0] == 15 and plain[1] >= 2.2
    assert locked[0] == 0 and 0.7 <= locked[1] < 2
PYTHON
