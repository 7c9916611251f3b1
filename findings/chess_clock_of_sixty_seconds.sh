#!/bin/sh
# chess 1.11.2 (python-chess): a clock a moment below the full hour is written as 0:59:60.
#
# A good guess: set_clock(3599.9996) writes [%clk 1:00:00], or, as clocks do, 0:59:59.999: the time is cut into hours,
# minutes and seconds after it has been rounded to the thousandths that it is written with.
# Seen: it is cut first, and only the seconds are rounded: 0:59:60, and 0:00:60 for 59.9996. So it is with the time of a
# move, set_emt(). python-chess itself reads that back as 3600 and 60 seconds; datetime refuses it.
# Why it matters: with times as time.monotonic() measures them it is one move in 120,000, seldom enough to pass every
# test; whoever reads the file in another way stumbles over a minute of sixty-one seconds. Round to thousandths before.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q chess==1.11.2
"$folder/venv/bin/python" - <<'PYTHON'
import datetime
import io

import chess
import chess.pgn


def written(seconds):
    game = chess.pgn.Game()
    move = game.add_main_variation(chess.Move.from_uci("e2e4"))
    move.set_clock(seconds)
    move.set_emt(seconds)
    again = chess.pgn.read_game(io.StringIO(str(game))).next()
    print(f"{seconds} seconds: {again.comment}, read as {again.clock()}")
    assert again.clock() == again.emt() == round(seconds, 3)
    return again.comment


assert written(3599.9996) == "[%clk 0:59:60] [%emt 0:59:60]"
assert written(59.9996) == "[%clk 0:00:60] [%emt 0:00:60]"
assert written(round(3599.9996, 3)) == "[%clk 1:00:00] [%emt 1:00:00]"
assert written(3599.999) == "[%clk 0:59:59.999] [%emt 0:59:59.999]"
try:
    datetime.datetime.strptime("0:59:60", "%H:%M:%S")
except ValueError as error:
    print("datetime:", error)
else:
    raise SystemExit("datetime reads it")
PYTHON
