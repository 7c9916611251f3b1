#!/bin/sh
# dice 4.0.0: a minus before a sum in brackets does nothing: -(1+2) is 3.
#
# A good guess: -(1+2) is -3, as 0-(1+2) is, and 3+-(1+2) is 0; or the grammar doesn't know it and says so.
# Seen: 3, and 3+-(1+2) is 6. So it is with other calculations in brackets, with -(1+2)+10 (13), with 2--(1+2) (-1), and
# with the total of dice, -2d6t. A minus before a number, before a bracketed number and before dice whose total isn't
# taken is one. And 7/2 is 3, but -7/2 is -4, and 1/2+1/2 is 0: each division is rounded down.
# Why it matters: a penalty that is put together by a program, "-(" + modifiers + ")", is a bonus; with one modifier
# it is right, with two it isn't. Write 0-( … ).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q dice==4.0.0
"$folder/venv/bin/python" - <<'PYTHON'
import dice

# Dice of one side, so that chance has no part in it.
SEEN = {
    "-(1+2)": 3,
    "-(4-1)": 3,
    "-(2*3)": 6,
    "-(1+2)+10": 13,
    "3+-(1+2)": 6,
    "2--(1+2)": -1,
    "-2d1t": 2,
    "-(2d1t)": 2,
    "0-(1+2)": -3,
    "(1+2)*-1": -3,
    "3-(1+2)": 0,
    "-3": -3,
    "-(3)": -3,
    "-1d1-1": -2,
    "7/2": 3,
    "-7/2": -4,
    "1/2+1/2": 0,
}
rolled = {text: dice.roll(text) for text in SEEN}
print(*(f"{text} = {number}" for text, number in rolled.items()), sep="; ")
assert rolled == SEEN
PYTHON
