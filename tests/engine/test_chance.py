"""Chance, undo and results of a game in which a die follows every action."""

from __future__ import annotations

import pytest

from .dicing import DICING
from .playing import Player

HEAD = "load\ncaptains-table record 1\ngame dicing\nrules 1\noptions"


@pytest.fixture
def player() -> Player:
    return Player("seed 1", games={"dicing": DICING}).then("new dicing")


def dice(player: Player) -> list[str]:
    return [line for line in player.ask("record").split("\n") if line.startswith("chance")]


def test_a_die_is_thrown_at_once_and_only_the_action_is_announced(player: Player) -> None:
    assert player.ask("play sailor throw") == "rattle"
    assert len(dice(player)) == 1
    assert player.ask("to_act") == "sailor mate"


def test_undo_takes_the_die_back_with_the_action_before_it(player: Player) -> None:
    player.ask("play sailor throw")
    player.ask("undo")
    assert dice(player) == []
    assert player.ask("to_act") == "sailor mate"
    assert player.answer("undo").startswith("? ")


def test_undo_takes_the_die_alone_when_chance_is_manual(player: Player) -> None:
    player.then("chance manual", "play sailor throw")
    assert player.ask("to_act") == "chance"
    assert player.ask("legal") == "die 1\ndie 10\ndie 2"
    assert player.ask("play chance die 2") == ""
    player.ask("undo")
    assert player.ask("to_act") == "chance"
    player.ask("undo")
    assert player.ask("to_act") == "sailor mate"


def test_a_die_that_is_due_is_thrown_when_the_mode_is_switched_back(player: Player) -> None:
    player.then("chance manual", "play sailor throw", "chance auto")
    assert len(dice(player)) == 1
    player.ask("undo")
    assert player.ask("to_act") == "sailor mate"


def test_a_die_that_is_due_where_a_record_ends_is_thrown(player: Player) -> None:
    player.ask(f"{HEAD}\nsailor throw\n.")
    assert len(dice(player)) == 1
    player.then("chance manual", f"{HEAD}\nsailor throw\n.")
    assert player.ask("to_act") == "chance"


def test_undo_goes_on_with_the_seed_and_does_not_start_it_again(player: Player) -> None:
    def thrown(*before: str) -> list[str]:
        other = Player("seed 4", games={"dicing": DICING}).then("new dicing", *before)
        faces = []
        for _ in range(12):
            other.then("play sailor throw")
            faces += dice(other)
            other.ask("undo")
        return faces

    assert thrown() == thrown()
    assert len(set(thrown())) > 1
    assert thrown("play sailor throw", "undo") != thrown()


def test_a_seed_stays_in_force_over_new_and_load(player: Player) -> None:
    def thrown() -> list[str]:
        other = Player(games={"dicing": DICING}).then("seed 9")
        faces = []
        for command in ("new dicing", f"{HEAD}\n.", "undo") * 8:
            if command != "undo":
                other.ask(command)
            other.ask("play mate throw")
            faces += dice(other)
            other.ask("undo")
        return faces

    assert thrown() == thrown()
    assert len(set(thrown())) > 1


def test_a_result_holds_points_and_title_in_the_games_order(player: Player) -> None:
    player.ask("chance manual")
    player.then(*("play sailor throw", "play chance die 2") * 3)
    assert player.ask("result") == "sailor win 6 Old Salt looted\nmate loss looted"
    player.then("undo", "play chance die 10")
    assert player.ask("result") == "sailor win 14 looted\nmate loss looted"
    assert player.ask("to_act") == ""
    assert player.ask("legal") == ""


def test_without_a_seat_legal_is_refused_where_several_may_act(player: Player) -> None:
    assert player.answer("legal") == "? More than one seat can move now. Name one of sailor, mate.\n\n"
    assert player.ask("legal mate") == "throw"


def test_an_empty_line_of_a_diagram_is_left_out(player: Player) -> None:
    assert player.answer("3 showboard") == "=3\n  points\n  0\n\n"


def test_perft_counts_both_seats_and_all_faces(player: Player) -> None:
    assert [player.ask(f"perft {depth}") for depth in range(5)] == ["1", "2", "6", "8", "24"]
