"""Nothing that leaves the rules for a person depends on what is hidden from them."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import IllegalAction, Seat
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import BOARD, NORTH, SEATS, SOUTH, Mines, Sound, parse
from bot.games.depthcharge.view import DepthChargeView
from bot.games.depthcharge.waters import enemy
from rendering.painting import draw
from rendering.scene import Scene
from tests.games.playing import begun, played

from .drawing import lake
from .playing import game, twin


def words(view: DepthChargeView) -> list[str]:
    """All that is said of a view, the menu's words included."""
    said = [
        GAME.text(view),
        GAME.describe(view),
        GAME.headline(view),
        GAME.summary(view),
        GAME.page_for(view),
    ]
    said += [GAME.ask(view, steps) for steps in ((), ("move",), ("move", "e5"), ("sound",), ("charge",))]
    return said + [GAME.label(view, ("move",), name) for name in BOARD.names]


def others(state: Any, owner: Seat) -> list[object]:
    """Everything that the enemy of ``owner`` and the public can get of ``state``."""
    rival = enemy(owner)
    got: list[object] = []
    for viewer in (rival, None):
        view = state.view_for(viewer)
        got += [view, json.dumps(asdict(view)), *words(view)]
    got += [state.legal(rival)]
    for action in state.legal(rival):
        # What is said of a preview is made of it alone.
        got += [state.path(action), state.preview(rival, action)]
    for square in range(144):
        try:
            state.preview(rival, Sound(square))
        except IllegalAction as refusal:
            got.append(str(refusal))
    return got


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 45), st.sampled_from(SEATS), st.sampled_from(("on", "off")))
def test_two_layouts_alike_to_the_public_look_alike_to_everybody_else(
    seed: int, length: int, owner: Seat, sonar: str
) -> None:
    states = game(seed, length, islands="2", sonar=sonar)
    if states[-1].outcome is not None:
        states = states[:-1]
    other = twin(states, owner, Random(seed))
    if other is None:
        return
    for one, two in list(zip(states, other, strict=True))[-2:]:
        assert one.fleet(owner).mines != two.fleet(owner).mines
        assert others(one, owner) == others(two, owner)
        for seat in one.to_act:
            # Neither the owner's own turns nor its words about them tell the others where its mines lie.
            for action in set(one.legal(seat)) & set(two.legal(seat)):
                if seat == owner:
                    for viewer in (enemy(owner), None):
                        assert one.narrate(seat, action, viewer) == two.narrate(seat, action, viewer)
                        assert one.redacted(seat, action, viewer) == two.redacted(seat, action, viewer)
                    assert one.announcement(seat, action) == two.announcement(seat, action)


def test_pairs_of_layouts_are_found() -> None:
    """The property above would say nothing if no twins existed."""
    found = [twin(game(seed, 12)[:-1], NORTH, Random(seed)) for seed in range(12)]
    assert sum(pair is not None for pair in found) >= 6


def test_two_layouts_alike_to_the_public_are_painted_alike() -> None:
    painted = 0
    for seed in range(3):
        states = game(seed, 14)[:-1]
        other = twin(states, NORTH, Random(seed))
        if other is not None:
            for viewer in (SOUTH, None):
                one, two = (
                    draw("depthcharge", Scene(game_[-1].view_for(viewer))) for game_ in (states, other)
                )
                assert one == two
            own = [draw("depthcharge", Scene(game_[-1].view_for(NORTH))) for game_ in (states, other)]
            assert own[0] != own[1]
            painted += 1
    assert painted


LURKING = """
8: . . . . . . . . . . . .
. . . * . . . . . . . .
. . . S . . . . . . . .
"""


@pytest.mark.parametrize("action", ["move n", "move nn", "sound d7", "charge d7", "charge e7"])
def test_a_preview_tells_nothing_that_the_action_would(action: str) -> None:
    mined = lake(LURKING)
    view = mined.preview(SOUTH, parse(action))
    free = lake(LURKING.replace("*", "."))
    free = replace(free, terms=mined.terms)
    free = replace(free, fleets=(free.fleets[0], replace(free.fleets[1], mines=(143 - 12,))))
    assert view == free.preview(SOUTH, parse(action))
    assert view.outcome is None
    assert view.last is not None
    assert (view.last.heard, view.last.times) == ("", ())


def test_a_preview_of_a_placement_shows_the_own_side_alone() -> None:
    state = played(begun("depthcharge", islands="1"), "north islands d9")
    view = state.preview(SOUTH, parse("islands c3"))
    assert [side.islands for side in view.sides] == [("c3",), ()]
    assert view.phase == "islands"


def test_mines_are_shown_to_others_at_the_end_only() -> None:
    laid = parse("mines d7")
    state = lake(LURKING)
    for viewer, shown in ((NORTH, "mines d7"), (SOUTH, "mines ?"), (None, "mines ?")):
        assert state.redacted(NORTH, laid, viewer) == shown
    assert played(state, "move n").redacted(NORTH, laid, None) == "mines d7"
    fresh = begun("depthcharge")
    five = Mines((30, 31, 32, 33, 34))
    assert fresh.narrate(SOUTH, five, None) == fresh.narrate(SOUTH, five, NORTH) == "South laid 5 mines."
    assert fresh.narrate(SOUTH, five, SOUTH).startswith("South laid 5 mines. Squares: c7")


def test_what_the_people_end_is_revealed() -> None:
    view = lake(LURKING).reveal()
    assert view.side(NORTH).mines == ("d7",)
    assert lake(LURKING).view_for(None).side(NORTH).mines is None
