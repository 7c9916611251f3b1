#!/bin/sh
# cachetools 7.3.3: looking through an LRUCache counts as using everything in it, so what was used last is evicted
# first.
#
# A good guess: only a key that somebody asks for becomes the most recently used; values(), items() and dict(cache)
# show the cache without changing it, as "key in cache", keys() and len() do.
# Seen: each of the three touches every entry in the order in which they were put in, and that order is what the next
# eviction goes by; a TTLCache does the same. So does comparing it with ==.
# Why it matters: a metric, a log line or a clean-up that sums over cache.values() once a minute turns the cache into
# first in, first out: the busiest table of a bot, there since the morning, is thrown out before one that nobody plays.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q cachetools==7.3.3
"$folder/venv/bin/python" - <<'PYTHON'
from cachetools import LRUCache, TTLCache


def evicted(kind, look):
    """Which of three goes for a fourth, if "busy", the oldest, was used last and then somebody looks."""
    cache = kind()
    for key in ("busy", "quiet", "other"):
        cache[key] = 1
    cache["other"], cache["quiet"], cache["busy"]
    look(cache)
    cache["new"] = 1
    return ({"busy", "quiet", "other"} - set(cache)).pop()


LOOKS = {
    "nothing": lambda cache: None,
    "keys": lambda cache: list(cache.keys()),
    "in": lambda cache: "quiet" in cache,
    "values": lambda cache: sum(cache.values()),
    "items": lambda cache: list(cache.items()),
    "dict": lambda cache: dict(cache),
    "equal": lambda cache: cache == {},
}
for kind in (lambda: LRUCache(3), lambda: TTLCache(3, ttl=3600)):
    gone = {name: evicted(kind, look) for name, look in LOOKS.items()}
    print(gone)
    assert gone["nothing"] == gone["keys"] == gone["in"] == "other"
    assert gone["values"] == gone["items"] == gone["dict"] == gone["equal"] == "busy"
PYTHON
