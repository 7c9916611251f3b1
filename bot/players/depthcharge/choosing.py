"""Chooses every action of Depth Charge from the view of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.games.core import Placement, Seat
from bot.games.core.grid import mask
from bot.games.depthcharge.actions import BOARD, SEATS, DepthChargeAction, parse
from bot.games.depthcharge.view import DepthChargeView
from bot.games.depthcharge.waters import HALVES, HARBOURS, enemy
from bot.players.player import Alternative, Choice, Legal, drawn, shown

from .board import LAKE, enemy_water, hear, read, turns_to_clear
from .posterior import Evidence, Heard, Posterior, infer
from .seeking import DOUBT, Seeker, Situation, Worth, likely

SLIP: Final = 1.5
"""The most that a weak level's choice is worse than the best, in turns."""

# Where to hide: what costs the enemy the most turns, and never the same.

SILENCE: Final = 0.5
"""What a mine that an average sounding doesn't hear is worth, in turns."""
EARS: Final = {
    seat: tuple(square for square in sorted(HALVES[seat]) if sum(BOARD.place(square)) % 3 == 0)
    for seat in SEATS
}
"""Squares in each seat's half from which layouts are listened to."""
TRIED: Final = 6
"""Layouts that a set of islands is judged by."""


@dataclass(frozen=True, slots=True)
class SeekerSettings:
    """How one level plays."""

    budget: int
    """Half-explained layouts that are kept at once."""
    reports: int
    """How many of the latest reports it combines."""
    weighed: int
    """Layouts on which soundings are compared."""
    sailed: int
    """Layouts over which the way is averaged."""
    layouts: int
    """Layouts of its own mines that it compares."""
    temperature: float
    """How many turns worse an action may be to be chosen ``e`` times as seldom; 0: the best is chosen."""
    hunch: float
    """The odds from which it drops a depth charge, come what may; 1: it weighs the risk instead."""


def evidence(view: DepthChargeView, seat: Seat, reports: int) -> Evidence:
    """What ``seat`` knows about its enemy's mines by ``view``, of its soundings the latest ``reports``."""
    mine, rival = view.side(seat), view.side(enemy(seat))
    islands = read((*mine.islands, *rival.islands))
    wrecks = read(rival.destroyed)
    empty = wrecks | read((*rival.swept, mine.boat, rival.boat, *mine.missed))
    sure = 0
    if view.proof is not None and view.viewer == seat:
        empty |= read(view.proof.empty)
        sure = read(view.proof.mines)
    heard = {
        Heard(BOARD.read(each.square), sum(1 << time for time in each.times), LAKE & ~read(each.gone)): None
        for each in view.reports
        if each.seat == seat
    }
    return Evidence(
        known=wrecks | sure,
        wrecks=wrecks,
        open=enemy_water(seat, islands) & ~empty & ~sure,
        left=rival.left - sure.bit_count(),
        islands=islands,
        reports=tuple(heard)[-reports:] if reports else (),
    )


def situation(view: DepthChargeView, posterior: Posterior, doubt: float) -> Situation:
    """What the viewer of ``view`` has to decide on; ``doubt`` is its enemy's."""
    assert view.viewer is not None
    mine, rival = view.side(view.viewer), view.side(enemy(view.viewer))
    islands = read((*mine.islands, *rival.islands))
    sailing = turns_to_clear(BOARD.read(rival.boat), read(mine.mines or ()), LAKE & ~islands)
    return Situation(
        boat=BOARD.read(mine.boat),
        rival=BOARD.read(rival.boat),
        islands=islands,
        left=rival.left,
        misses=view.terms.misses - len(mine.missed),
        posterior=posterior,
        rival_turns=sailing + DOUBT * doubt,
    )


def choose(
    view: DepthChargeView, legal: Legal[DepthChargeAction], rng: Random, settings: SeekerSettings
) -> Choice[DepthChargeAction]:
    """The choice of the viewer of ``view``."""
    if isinstance(legal, Placement):
        return Choice(_place(view, legal, rng, settings), 0.5)
    seat = view.viewer
    assert seat is not None
    posterior = infer(evidence(view, seat, settings.reports), settings.budget, rng)
    theirs = infer(evidence(view, enemy(seat), settings.reports), min(settings.budget, 100), rng)
    layouts = posterior.layouts
    seeker = Seeker(
        situation(view, posterior, theirs.doubt),
        _spread(layouts, settings.weighed),
        _spread(layouts, settings.sailed),
    )
    worths = seeker.weigh(legal)
    best = _pick(seeker, worths, rng, settings)
    found = tuple(Alternative(each.action, round(likely(each.chance), 4)) for each in shown(worths, best))
    line = (best.action,) if best.follow is None else (best.action, best.follow)
    return Choice(best.action, round(likely(best.chance), 4), found, line, best.chance == 1.0)


def _place(
    view: DepthChargeView, room: Placement, rng: Random, settings: SeekerSettings
) -> DepthChargeAction:
    """Islands or mines: of some random layouts the best; islands are judged by the mines they may hide."""
    seat = view.viewer
    assert seat is not None
    known = read(name for side in view.sides for name in side.islands)
    tries = settings.layouts

    def worth(names: Sequence[str]) -> float:
        if view.phase == "mines":
            return round(shelter(seat, read(names), known), 9)
        islands = read(names)
        water = [each for each in sorted(HALVES[seat] - {HARBOURS[seat]}) if not islands >> each & 1]
        layouts = [mask(rng.sample(water, view.terms.mines)) for _ in range(TRIED)]
        return round(sum(shelter(seat, layout, islands) for layout in layouts), 9)

    if view.phase == "islands":
        tries = max(tries // 8, 1)
    return parse(room.text(max([rng.sample(room.squares, room.count) for _ in range(tries)], key=worth)))


def _pick(seeker: Seeker, worths: list[Worth], rng: Random, settings: SeekerSettings) -> Worth:
    """The best of ``worths``, which come best first; a weak level has a hunch or takes a little longer."""
    if worths[0].chance == 1.0 or not settings.temperature:
        return worths[0]
    hunches = [(seeker.hit(worth.action), -order) for order, worth in enumerate(worths)]
    odds, order = max(hunches)
    if odds >= settings.hunch:
        return worths[-order]
    least = min(worth.turns for worth in worths)
    near = [worth for worth in worths if worth.turns <= least + SLIP]
    return drawn(near, lambda worth: -worth.turns, settings.temperature, rng)


def shelter(seat: Seat, mines: int, islands: int) -> float:
    """How many turns ``mines`` cost the enemy of ``seat``: to sail to them all, and to hear them."""
    heard = sum(hear(square, mines, islands).bit_count() for square in EARS[seat])
    silent = mines.bit_count() - heard / len(EARS[seat])
    return turns_to_clear(HARBOURS[enemy(seat)], mines, LAKE & ~islands) + SILENCE * silent


def _spread(layouts: Sequence[int], most: int) -> Sequence[int]:
    """At most ``most`` of ``layouts``, evenly spread over them."""
    if len(layouts) <= most:
        return layouts
    return [layouts[order * len(layouts) // most] for order in range(most)]
