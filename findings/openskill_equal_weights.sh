#!/bin/sh
# openskill 6.2.0: rate() with the same weight for everybody isn't rate() without weights: who wins gains twice as
# much, who loses loses half as much.
#
# A good guess: weights tell a team's players apart; weights=[[1], [1]], or the number of turns that both played,
# changes nothing if they are all the same.
# Seen: in a duel of two newcomers the winner gains 5.27 instead of 2.64 and the loser loses 1.32 instead of 2.64,
# whatever the number is: equal weights within a team are all scaled to the upper end of weight_bounds, 2, by which a
# gain is multiplied and a loss divided. With weight_bounds=(1.0, 1.0) they change nothing.
# Why it matters: a bot that passes weights for games with teams and, being thorough, for duels too, hands out 3.95
# points from nowhere with each duel, and the whole ladder drifts upwards.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q openskill==6.2.0
"$folder/venv/bin/python" - <<'PYTHON'
from openskill.models import BradleyTerryFull, PlackettLuce


def gains(model, weights):
    (winner,), (loser,) = model.rate([[model.rating()], [model.rating()]], weights=weights)
    return round(winner.mu - 25, 2), round(loser.mu - 25, 2)


for kind in (PlackettLuce, BradleyTerryFull):
    plain, *weighted = [gains(kind(), weights) for weights in (None, [[1], [1]], [[0.5], [0.5]], [[40], [40]])]
    level = gains(kind(weight_bounds=(1.0, 1.0)), [[1], [1]])
    print(f"{kind.__name__}: without weights {plain}, with equal ones {weighted}, with those bounds {level}")
    assert plain == level == (2.64, -2.64)
    assert weighted == [(5.27, -1.32)] * 3
PYTHON
