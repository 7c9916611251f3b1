#!/bin/sh
# transitions 0.9.3: a timeout or a cancellation that strikes during an AsyncMachine's transition is swallowed.
#
# A good guess: "async with asyncio.timeout(…)" around "await game.start()" raises TimeoutError, as around any other
# await; a task that is cancelled in there ends. (That a second trigger breaks off a running one is in the manual.)
# Seen: the callback is broken off, the trigger returns False, as for a transition that a condition forbids, and the
# lines after it are executed: asyncio.timeout and wait_for don't raise, the cancelled task runs to its end and isn't
# cancelled(). The model is in the new state, with half of its on_enter done. So it is with queued=True and "model".
# Why it matters: a bot sets a limit to what a press may take, and breaks off its tasks when it stops. Here the press
# goes on after the limit and answers "done" for a game that was never dealt, and a loop that triggers transitions
# lives through its cancel(). Check what the trigger returns, or keep slow work out of the callbacks.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q transitions==0.9.3
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio

from transitions.extensions.asyncio import AsyncMachine


class Game:
    def __init__(self, queued):
        start = ["start", "open", "dealt"]
        AsyncMachine(self, states=["open", "dealt"], initial="open", transitions=[start], queued=queued)
        self.seen = []

    async def on_enter_dealt(self):
        self.seen.append("dealing")
        await asyncio.sleep(60)
        self.seen.append("all cards dealt")


async def press(game, seen):
    """Start the game, and answer."""
    seen.append(f"start() is {await game.start()}")
    seen.append("answered")


async def limited(game, seen):
    async with asyncio.timeout(0.2):
        await press(game, seen)


async def waited_for(game, seen):
    await asyncio.wait_for(press(game, seen), 0.2)


async def cancelled(game, seen):
    task = asyncio.create_task(press(game, seen))
    await asyncio.sleep(0.2)
    task.cancel()
    await task
    assert not task.cancelled()


async def main():
    for queued in (False, True, "model"):
        for way in (limited, waited_for, cancelled):
            game = Game(queued)
            await way(game, game.seen)
            print(f"queued={queued}, {way.__name__}: {', '.join(game.seen)}; the game is {game.state}")
            assert game.seen == ["dealing", "start() is False", "answered"]
            assert game.state == "dealt"
    # Without the machine it is as guessed.
    for way, error in ((limited, TimeoutError), (waited_for, TimeoutError), (cancelled, asyncio.CancelledError)):
        game = Game(False)
        game.start = game.on_enter_dealt
        try:
            await way(game, game.seen)
        except error:
            assert game.seen == ["dealing"]
        else:
            raise SystemExit(f"{way.__name__} raises nothing")


asyncio.run(main())
PYTHON
