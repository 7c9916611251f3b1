#!/bin/sh
# trueskill 0.4.5: where draws are ruled out, one between two who are rated alike makes the ratings of both less sure,
# each time.
#
# A good guess: with draw_probability=0 a draw that happens all the same is refused, or counts as one with a small
# probability does: two newcomers (25, unsure by 8.33) are then sure to about 6.46.
# Seen: they are unsure by 9.59, after ten draws by 20.6; two who have long been rated (30, unsure by 1) by 10.7. If one
# was rated half a point higher, all is as with a small probability. With three or four who draw it happens, too. With
# backend="scipy" every draw raises FloatingPointError: scipy's quantile of a half is 0, the built-in one is 0.00000004,
# and what is then divided by each other is rounding.
# Why it matters: a game that knows no draws, until a table is ended by the clock. Newcomers are rated alike, and still
# are after each draw: the more they play, the less the ladder knows of them, and the next win, worth 4.2 points to
# newcomers, brings 11.4. A probability of 0.001 is enough.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q trueskill==0.4.5 scipy==1.17.1
"$folder/venv/bin/python" - <<'PYTHON'
from trueskill import Rating, TrueSkill

never, rarely = TrueSkill(draw_probability=0), TrueSkill(draw_probability=0.001)


def drawn(rules, one, other, times=1):
    """How unsure the first still is when the two have drawn that many times."""
    for _ in range(times):
        one, other = rules.rate_1vs1(one, other, drawn=True)
    return round(one.sigma, 2)


new, old = Rating(), Rating(30, 1)
print(f"Newcomers, unsure by {new.sigma:.2f}, after a draw: ruled out {drawn(never, new, new)},", end=" ")
print(f"rare {drawn(rarely, new, new)}; after ten draws {drawn(never, new, new, 10)};", end=" ")
print(f"old hands, unsure by {old.sigma:.0f}, after ten draws {drawn(never, old, old, 10)}")
assert (drawn(never, new, new), drawn(rarely, new, new)) == (9.59, 6.46)
assert (drawn(never, new, new, 10), drawn(never, old, old, 10)) == (20.62, 10.7)
assert drawn(rarely, old, old, 10) < 1
assert drawn(never, Rating(25.5), new) == drawn(rarely, Rating(25.5), new) == 6.46

for players in (3, 4):
    after = [one.sigma for (one,) in never.rate([(new,)] * players, ranks=[0] * players)]
    print(f"{players} who draw:", *(f"{sigma:.2f}" for sigma in after))
    assert min(after) > new.sigma

one = other = new
for _ in range(10):
    one, other = never.rate_1vs1(one, other, drawn=True)
gains = [round(never.rate_1vs1(*pair)[0].mu - 25, 1) for pair in ((new, new), (one, other))]
print("A win brings newcomers and those who have drawn ten times:", *gains)
assert gains == [4.2, 11.4]

try:
    TrueSkill(draw_probability=0, backend="scipy").rate_1vs1(new, new, drawn=True)
except FloatingPointError as error:
    print("scipy:", error)
else:
    raise SystemExit("scipy draws")
assert TrueSkill(backend="scipy").ppf(0.5) == 0 < never.ppf(0.5) < 0.00000005
PYTHON
