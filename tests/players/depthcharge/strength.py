"""strength"""

from __future__ import annotations
import statistics, sys
from dataclasses import replace
from random import Random
from time import process_time
from bot.games.core import Placement
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import SOUTH, NORTH, Sound, Mines, BOARD
from bot.players.depthcharge import PLAYER, LEVELS
from bot.players.depthcharge.seeking import Weights
from bot.players.depthcharge.choosing import choose


def alone(settings, seed, layout=None, given=None, trace=False):
    rng = Random(seed)
    state = GAME.start(GAME.read_options({"quiet": "0", **(given or {})}))
    for seat in (SOUTH, NORTH):
        room = state.legal(seat)
        act = GAME.parse(room.text(rng.sample(room.squares, room.count)))
        if seat == NORTH and layout:
            act = layout(rng)
        state = state.play(seat, act)
    turns = 0
    times = []
    kinds = {"move": 0, "sound": 0, "charge": 0}
    while state.to_act and turns < 80:
        if SOUTH in state.to_act:
            b = process_time()
            c = choose(state.view_for(SOUTH), state.legal(SOUTH), Random(rng.random()), settings)
            times.append(process_time() - b)
            if trace:
                print(turns, c.action, c.value, [(str(a.action), a.value) for a in c.alternatives[:3]])
            kinds[str(c.action).split()[0]] += 1
            state = state.play(SOUTH, c.action)
            turns += 1
            if trace:
                print("   ", state.last.heard, state.last.times)
        else:
            state = state.play(NORTH, next(a for a in state.legal(NORTH) if isinstance(a, Sound)))
    o = state.outcome
    how = o.reason if o else "long"
    return turns, how, times, kinds, len(state.fleet(SOUTH).missed)


def run(settings, n, seed0=0, **kw):
    rs = [alone(settings, seed0 + i, **kw) for i in range(n)]
    won = [r[0] for r in rs if r[1] == "cleared"]
    ts = sorted(t for r in rs for t in r[2])
    from collections import Counter

    print(
        f"n={n} cleared={len(won)} turns={statistics.mean(won):.2f} sd={statistics.pstdev(won):.2f} se={statistics.pstdev(won) / len(won) ** 0.5:.2f}",
        Counter(r[1] for r in rs),
        "misses",
        sum(r[4] for r in rs),
        {k: round(sum(r[3][k] for r in rs) / n, 2) for k in rs[0][3]},
        f"ms median {1000 * ts[len(ts) // 2]:.0f} p99 {1000 * ts[int(len(ts) * 0.99)]:.0f} max {1000 * ts[-1]:.0f} total {sum(ts):.0f}s",
        flush=True,
    )
