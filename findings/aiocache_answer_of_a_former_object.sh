#!/bin/sh
# aiocache 0.12.3: a new object gets the cached answer of one that is gone; and None is never cached.
#
# A good guess: @cached() on a method keeps one answer for each object, as the manual says of self in the key; a new
# object begins without one. A function that returns None isn't run again, nor one that returns anything else.
# Seen: the key has the text of self, "<Game object at 0x…>". Once the object is gone, the next has its address, as a
# rule, and its answer: of five games made one after another, all have the first one's name. A function that returns
# None is run each time. (Issue 734 tells of the address.)
# Why it matters: games and players that are read anew from the database for each press are short-lived objects; the
# second press shows another table's board. "No such player" is looked up each time.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q aiocache==0.12.3
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio

from aiocache import cached

NAMES = ["Chess", "Go", "Hex", "Nim", "Ludo"]
runs = []


class Game:
    def __init__(self, name):
        self.name = name

    @cached()
    async def title(self):
        return self.name


@cached()
async def looked_up(answer):
    runs.append(answer)
    return answer


async def main():
    short_lived = [await Game(name).title() for name in NAMES]
    await Game.title.cache.clear()
    kept = [Game(name) for name in NAMES]
    long_lived = [await game.title() for game in kept]
    for answer in (None, 0, "") * 3:
        assert await looked_up(answer) == answer
    print("made one after another:", *short_lived, "- all kept:", *long_lived, "- each asked three times, run:", runs)
    assert short_lived[0] == "Chess" and len(set(short_lived)) < len(NAMES)
    assert long_lived == NAMES
    assert [runs.count(answer) for answer in (None, 0, "")] == [3, 1, 1]


asyncio.run(main())
PYTHON
