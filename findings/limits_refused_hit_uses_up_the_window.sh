#!/bin/sh
# limits 5.8.0: in a fixed window a hit that is refused for its cost uses up what was left for smaller ones.
#
# A good guess: hit(…, cost=6) with five of ten left is False and takes nothing: its description says that it is True
# if the cost "could be deducted from the rate limit". Five hits of 1 go through after it.
# Seen: none does. The counter is raised first and compared then, so it stands at eleven until the window ends; one hit
# that costs more than the whole limit closes an untouched window. With the moving window and the sliding counter it is
# as guessed.
# Why it matters: a table's state weighs more than a chat message; one picture too many and for the rest of the minute
# nobody can so much as say "pass". Ask test(…, cost=…) before a fixed window's hit, or take another strategy.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q limits==5.8.0
"$folder/venv/bin/python" - <<'PYTHON'
from limits import RateLimitItemPerDay
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter, SlidingWindowCounterRateLimiter

TEN = RateLimitItemPerDay(10)


def answers(strategy, *costs, ask=False):
    """What each of the hits of these costs, one after the other, is told."""
    limiter = strategy(MemoryStorage())
    return [(not ask or limiter.test(TEN, cost=cost)) and limiter.hit(TEN, cost=cost) for cost in costs]


for strategy in (FixedWindowRateLimiter, MovingWindowRateLimiter, SlidingWindowCounterRateLimiter):
    half_used, untouched = answers(strategy, 5, 6, 1, 4), answers(strategy, 11, 1)
    asked_first = answers(strategy, 5, 6, 1, 4, ask=True)
    print(f"{strategy.__name__}: hits of 5, 6, 1 and 4: {half_used}, asked first: {asked_first}; 11 and 1: {untouched}")
    fixed = strategy is FixedWindowRateLimiter
    assert half_used == ([True, False, False, False] if fixed else [True, False, True, True])
    assert untouched == ([False, False] if fixed else [False, True])
    assert asked_first == [True, False, True, True]
PYTHON
