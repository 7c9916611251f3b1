"""Computer players over the engine: what they choose, what is refused, and whole games between them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from bot.players.player import LEVELS, Choice, ComputerPlayer
from tests.faults.players import SHORT
from tests.games.hex.actions import BLUE
from tests.games.registry import GAMES
from tests.players.hex import PLAYER as HEX
from tests.players.registry import PLAYERS
from tests.thorough import examples

from .playing import OPENED, Player, last

WEAKEST = LEVELS[0].key
HEX_GAME = ("new hex pie=off", "play red d4")
LONGEST = 3_000
"""Actions that no game between computers takes."""


def test_a_move_is_chosen_and_played() -> None:
    player = Player(*HEX_GAME)
    action = player.ask("genmove blue level=deckhand seed=3")
    assert player.ask("to_act") == "red"
    assert player.ask("record").endswith(f"blue {action}")


def test_a_move_can_be_chosen_without_being_played() -> None:
    player = Player(*HEX_GAME)
    before = player.ask("record")
    action = player.ask("reg_genmove blue seed=3")
    assert player.ask("record") == before
    assert action in player.ask("legal").split()
    assert player.ask("genmove blue seed=3") == action


def test_the_level_and_the_seed_are_those_of_the_player() -> None:
    state = Player(*HEX_GAME).engine.line.state
    view, legal = state.view_for(BLUE), state.legal(BLUE)
    for level in LEVELS:
        expected = HEX.at(level.key, view, legal, Random(12)).action
        assert last(*HEX_GAME, f"reg_genmove blue seed=12 level={level.key}") == f"= {expected}"
    assert last(*HEX_GAME, "reg_genmove BLUE seed=12") == last(*HEX_GAME, "reg_genmove blue seed=12")


def test_without_a_seed_of_its_own_a_choice_follows_from_that_of_the_engine() -> None:
    asked = "reg_genmove blue level=cabin-boy"
    found = {last(f"seed {seed}", *HEX_GAME, asked) for seed in range(9)}
    assert len(found) > 1
    assert last("seed 4", *HEX_GAME, asked) == last("seed 4", *HEX_GAME, asked)


def test_choosing_takes_nothing_from_chance() -> None:
    def loot(view: Any, legal: Any, rng: Random, settings: Any) -> Choice[Any]:
        return Choice(rng.choice(legal), rng.random())

    pirate: ComputerPlayer[Any, Any, Any] = ComputerPlayer(1, loot, {"captain": None})
    one, other = (Player("seed 4", "new curse", players={"curse": pirate}) for _ in range(2))
    for _ in range(2):
        other.ask(f"play pirate {one.ask('genmove pirate')}")
    assert one.ask("record") == other.ask("record")


def test_an_analysis_is_one_line_of_json() -> None:
    framed = last(*HEX_GAME, "analyze blue seed=3 level=first-mate")
    assert "\n" not in framed
    found = json.loads(framed[2:])
    assert list(found) == ["action", "value", "unit", "proven", "alternatives", "line", "level"]
    assert found["level"] == "first-mate"
    assert found["action"] == last(*HEX_GAME, "reg_genmove blue seed=3 level=first-mate")[2:]
    assert found["alternatives"][0] == {"action": found["action"], "value": found["value"]}
    assert 0 <= found["value"] <= 1
    assert found["unit"] == "win probability"
    assert found["proven"] is False
    assert found["line"][0] == found["action"]
    worth = [each["value"] for each in found["alternatives"]]
    assert worth == sorted(worth, reverse=True)


def test_the_values_of_a_solo_game_are_points() -> None:
    acting = last("seed 2", "new curse", "to_act")[2:]
    found = json.loads(last("seed 2", "new curse", f"analyze {acting} level=cabin-boy seed=1")[2:])
    assert found["unit"] == "points"
    assert found["value"] > 1


@pytest.mark.parametrize("command", ["genmove", "reg_genmove", "analyze"])
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "Name the seat to choose for"),
        ("red", "isn’t your turn"),
        ("green", "isn’t a seat"),
        ("chance", "so it can’t choose a move"),
        ("blue level=admiral", "Use cabin-boy, deckhand, first-mate, captain"),
        ("blue seed=-1", "whole number"),
        ("blue strength=9", "Name the seat to choose for"),
    ],
)
def test_a_refusal_says_why_in_one_line(command: str, words: str, why: str) -> None:
    answer = last(*HEX_GAME, f"{command} {words}".strip())
    assert answer.startswith("? ")
    assert why in answer
    assert "\n" not in answer


def test_a_game_without_a_player_offers_none() -> None:
    for players, others in (({}, ""), ({"hex": HEX}, " There is one for hex.")):
        player = Player("new snorkels", players=players)
        assert player.answer("genmove host") == f"? There’s no computer player for Snorkels.{others}\n\n"


def test_a_player_that_fails_is_told_and_changes_nothing() -> None:
    def choose(view: Any, legal: Any, rng: Random, settings: Any) -> Choice[Any]:
        raise ZeroDivisionError("a fault")

    failing: ComputerPlayer[Any, Any, Any] = ComputerPlayer(1, choose, HEX.levels)
    player = Player(*HEX_GAME, players={"hex": failing})
    before = player.ask("record")
    assert player.answer("genmove blue") == "? internal error: ZeroDivisionError: a fault\n\n"
    assert player.ask("record") == before


@pytest.mark.parametrize("key", examples(PLAYERS, {"hex", "curse"}))
def test_a_game_between_two_programs_is_the_same_in_both(key: str) -> None:
    """Each program chooses for some of the seats, and is told what the other one chose."""
    short = " ".join(f"{name}={value}" for name, value in SHORT.get(key, {}).items())
    programs = [Player("seed 5", f"new {key} {short}") for _ in range(2)]
    seats = [str(seat) for seat in GAMES[key].seat_styles]
    for count in range(LONGEST):
        acting = programs[0].ask("to_act").split()
        if not acting:
            break
        seat = acting[0]
        chooser, other = programs if seats.index(seat) % 2 else programs[::-1]
        action, *heard = chooser.ask(f"genmove {seat} level={WEAKEST} seed={count}").split("\n")
        assert other.ask(f"play {seat} {action}") == "\n".join(heard)
    assert all(program.ask("result") for program in programs)
    one, two = (program.ask("record") for program in programs)
    assert one == two
    assert programs[0].then(f"load\n{one}\n.").ask("record") == one
    for seat in GAMES[key].seats:
        json.loads(programs[0].ask(f"view {seat}"))


@pytest.mark.parametrize("key", PLAYERS)
def test_every_player_says_why_it_opens_so(key: str) -> None:
    player = Player("seed 5", f"new {key}")
    seat = player.ask("to_act").split()[0]
    found = json.loads(player.ask(f"analyze {seat} level={WEAKEST} seed=2"))
    player.ask(f"play {seat} {found['action']}")


def test_a_colour_is_chosen_for_a_slot() -> None:
    assert Player(*OPENED[:2], players={}).answer("genmove guest").startswith("? ")
    player = Player("new hex", "play host d4")
    assert player.ask("genmove guest") == "take red"
