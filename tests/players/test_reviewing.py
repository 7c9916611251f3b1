"""Judgements of turns: the same each time, from what was known, with luck that comes to nothing."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from bot.games.core import CHANCE, Place, Placement
from bot.languages import speaking
from bot.players.judgement import WORTH_SAYING, Judgement
from tests.games.registry import GAMES
from tests.languages import pseudo
from tests.thorough import examples

from .matches import level, positions
from .registry import PLAYERS

REVIEWED = [key for key, player in PLAYERS.items() if player.reviewer is not None]
HINTED = [key for key, player in PLAYERS.items() if player.hint is not None]
PLACE = r"\b[a-l]\d+\b|\b(?:coin|chest|barrel|bottle|gem|skull) column|\bspaces? \d"
TURNS = 4
"""Actions of a game that are judged."""


@pytest.mark.parametrize("key", examples(REVIEWED, {"depthcharge", "curse"}))
def test_a_judgement_is_the_same_twice_and_keeps_to_its_scale(key: str) -> None:
    reviewer = PLAYERS[key].reviewer
    assert reviewer is not None
    scale, judged = reviewer.scale, 0
    for number, (_, seat, view, legal, choice) in enumerate(positions(key, 4, TURNS)):
        found = reviewer.judge(view, legal, choice.action, Random(7))
        if number % 3 == 2:
            again = pickle.loads(pickle.dumps(reviewer)).judge(view, legal, choice.action, Random(7))
            assert found == again
        if found is None:
            assert seat == CHANCE or isinstance(legal, Placement)
            continue
        judged += seat != CHANCE
        if scale.whole == 1:
            assert 0 <= found.after <= 1 >= found.before >= 0
        if seat == CHANCE:
            continue
        assert found.before + found.beside >= found.after
        assert found.best in legal
        assert bool(found.reason) == (found.loss >= WORTH_SAYING * scale.whole)
        assert found.reason == "" or found.reason.endswith(".")
        assert re.search(f"{PLACE}|play as", reviewer.named(view, found.best))
    assert judged > TURNS / 3


@pytest.mark.parametrize("key", examples(REVIEWED, {"checkers", "curse"}))
def test_a_reason_is_given_in_the_language_that_is_spoken(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pseudo.speak_it(monkeypatch)
    reviewer = PLAYERS[key].reviewer
    assert reviewer is not None
    rng = Random(7)
    for _, seat, view, legal, _ in positions(key, 5):
        if seat == CHANCE or isinstance(legal, Placement):
            continue
        action = rng.choice(legal)
        found = reviewer.judge(view, legal, action, Random(7))
        if found is not None and found.reason:
            with speaking(pseudo.TAG):
                said = reviewer.judge(view, legal, action, Random(7))
            assert said is not None
            assert replace(said, reason="") == replace(found, reason="")
            assert said.reason.endswith(pseudo.BRACKETS[pseudo.TAG][1])
            assert pseudo.english(said.reason) == found.reason
            return
    pytest.fail("no action was so bad that it got a reason")


@pytest.mark.parametrize(
    ("squares", "reason"),
    [
        (("b6", "b4", "d5", "c7", "e6"), "This leaves c6, the best square, to Green."),
        (("f2", "b6"), "The best reply for Purple is d4."),
    ],
)
def test_a_quiet_square_is_compared_with_the_best_by_what_the_enemy_can_do(
    squares: tuple[str, ...], reason: str
) -> None:
    """How much air the reply has would say nothing of how good it is."""
    game, reviewer = GAMES["snorkels"], PLAYERS["snorkels"].reviewer
    assert reviewer is not None
    state = game.start(game.read_options({"pie": "off"}))
    for square in squares[:-1]:
        (seat,) = state.to_act
        state = state.play(seat, Place(square))
    (seat,) = state.to_act
    found = reviewer.judge(state.view_for(seat), state.legal(seat), Place(squares[-1]), Random(0))
    assert found is not None
    assert found.reason == reason


@pytest.mark.parametrize("key", HINTED)
def test_every_hint_says_what_to_look_at_then_where_then_what(key: str) -> None:
    player = PLAYERS[key]
    assert player.hint is not None
    for _, seat, view, legal, _ in positions(key, 5, TURNS):
        if seat == CHANCE or isinstance(legal, Placement):
            continue
        hint = player.hint(view, player.at("first-mate", view, legal, Random(1)))
        sentences = (hint.look, hint.where, hint.action)
        assert all(sentence.endswith((".", "?")) for sentence in sentences)
        assert len({*sentences}) == 3
        assert re.search(PLACE, hint.look + hint.where), "it names a place before it tells what to do"


@pytest.mark.thorough
def test_luck_averages_to_nothing_and_the_stronger_of_two_levels_has_the_higher_skill() -> None:
    weak, strong = (
        [luck_and_points(level, 100_003 + number) for number in range(games)]
        for games, level in ((4, "cabin-boy"), (2, "first-mate"))
    )
    lucks = [luck for luck, _ in weak]
    assert abs(mean(lucks)) < 3.5 * stdev(lucks) / len(lucks) ** 0.5
    assert mean(points - luck for luck, points in strong) > mean(points - luck for luck, points in weak)


def luck_and_points(level: str, seed: int) -> tuple[float, int]:
    """What luck a game of Captain's Curse brought to a level, and what the game came to."""
    reviewer, luck = PLAYERS["curse"].reviewer, 0.0
    assert reviewer is not None
    for state, seat, view, legal, choice in positions("curse", seed, at=level):
        last = state.play(seat, choice.action)
        if seat == CHANCE and (found := reviewer.judge(view, legal, choice.action, Random(0))):
            luck += found.after - found.before
    return luck, last.outcome.results[0].score


def test_the_stronger_of_two_levels_loses_less_with_each_turn() -> None:
    reviewer = PLAYERS["checkers"].reviewer
    assert reviewer is not None
    losses: dict[str, float] = {"cabin-boy": 0.0, "first-mate": 0.0}
    for _, _, view, legal, _ in positions("checkers", 6, 6):
        actions = {name: level("checkers", name)(view, legal, Random(3)) for name in losses}
        judged = {action: reviewer.judge(view, legal, action, Random(1)) for action in actions.values()}
        for name, action in actions.items():
            found: Judgement[Any] | None = judged[action]
            assert found is not None
            losses[name] += found.loss
    assert losses["first-mate"] < losses["cabin-boy"]
