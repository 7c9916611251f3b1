#!/bin/sh
# openskill 6.2.0: whoever beats 99 others at once gains little more than a quarter of what a duel brings; in two other
# models twenty newcomers are rated for good after one race.
#
# A good guess: a race of a hundred says more about its winner than a duel, so they gain more; how sure the ratings are
# grows a little faster with more opponents, in all five models.
# Seen, with newcomers (25, unsure by 8.33): the winner of a duel gains 2.64, of a race of 100 in PlackettLuce, the
# model of the manual's examples, 0.74, and is less sure afterwards than before (8.334). In BradleyTerryFull all twenty
# of a race come out between -25 and 75, unsure by 0.083, which is the least there is: if the first then loses a hundred
# duels against the last, they are rated 69 and -19. In ThurstoneMostellerFull eight are enough, or five who draw.
# Why it matters: a game that all of a server play together, or a tournament entered as one race: one model ignores it,
# another decides the ladder by it for ever. The "Part" models give what a duel gives, whatever the number.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q openskill==6.2.0
"$folder/venv/bin/python" - <<'PYTHON'
from openskill.models import (
    BradleyTerryFull,
    BradleyTerryPart,
    PlackettLuce,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)


def race(kind, players, ranks=None):
    """The gain of a race's winner, its loser's rating and how unsure the surest of them still is."""
    model = kind()
    after = [one for (one,) in model.rate([[model.rating()] for _ in range(players)], ranks=ranks)]
    return round(after[0].mu - 25, 2), round(after[-1].mu, 1), round(min(one.sigma for one in after), 3), after


for kind in (PlackettLuce, BradleyTerryFull, BradleyTerryPart, ThurstoneMostellerFull, ThurstoneMostellerPart):
    print(kind.__name__, {players: race(kind, players)[:3] for players in (2, 8, 20, 100)})

assert (race(PlackettLuce, 2)[0], race(PlackettLuce, 100)[0]) == (2.64, 0.74)
assert race(PlackettLuce, 100)[3][0].sigma > 25 / 3
assert race(BradleyTerryFull, 20)[:3] == (50.07, -25.1, 0.083)
assert race(ThurstoneMostellerFull, 8)[2] == 0.083
assert race(ThurstoneMostellerFull, 5, [1] * 5)[2] == 0.083
assert race(BradleyTerryPart, 100)[0] == race(BradleyTerryPart, 2)[0] == 2.64

# Twenty strangers of one race, and then a hundred duels that its last wins against its first.
model, (*_, after) = BradleyTerryFull(), race(BradleyTerryFull, 20)
first, last = after[0], after[-1]
for _ in range(100):
    ((last,), (first,)) = model.rate([[last], [first]])
print(f"After a hundred duels lost to the last, the first is rated {first.mu:.1f}, the last {last.mu:.1f}.")
assert (round(first.mu), round(last.mu)) == (69, -19)
PYTHON
