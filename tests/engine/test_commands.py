"""What each command of the engine answers, as transcripts of tables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.games.registry import GAMES

from .playing import OPENED, WON, last, table_id


def test_the_engine_introduces_itself() -> None:
    assert table_id("name", "protocol_version") == ["= Captain’s Table", "= 2"]
    assert last("version").removeprefix("= ").split(".")[0].isdigit()
    assert last("games").removeprefix("= ").split("\n") == list(GAMES)


def test_every_command_of_the_protocol_is_listed_and_known() -> None:
    listed = last("list_commands").removeprefix("= ").split("\n")
    wanted = [
        "name",
        "version",
        "protocol_version",
        "list_commands",
        "quit",
        "games",
        "new",
        "seed",
        "chance",
        "to_act",
        "legal",
        "play",
        "genmove",
        "reg_genmove",
        "analyze",
        "undo",
        "result",
        "view",
        "showboard",
        "record",
        "load",
        "perft",
    ]
    assert set(wanted) <= set(listed)
    assert table_id(*(f"known_command {name}" for name in listed)) == ["= true"] * len(listed)
    assert last("known_command boardsize") == "= false"


def test_numbers_are_repeated_in_answers_and_refusals() -> None:
    assert table_id("4 protocol_version", "5 nonsense", "6 # nothing", "7 quit") == [
        "=4 2",
        "?5 unknown command",
        "?6 unknown command",
        "=7",
    ]


def test_nothing_is_answered_after_quit_or_without_commands() -> None:
    assert table_id("quit", "name") == ["="]
    assert table_id("", "# a comment", "   ") == []


def test_a_command_that_stands_alone_takes_nothing() -> None:
    for name in ("name", "quit", "to_act", "undo", "result", "games", "list_commands"):
        assert table_id("new snorkels", f"{name} me")[1].startswith("? ")


@pytest.mark.parametrize(
    "command",
    [
        "to_act",
        "legal",
        "legal purple",
        "play host d4",
        "genmove host",
        "reg_genmove host",
        "analyze host",
        "undo",
        "result",
        "view",
        "showboard",
        "record",
        "record public",
        "perft 1",
    ],
)
def test_without_a_game_there_is_nothing_to_do(command: str) -> None:
    assert table_id(command) == ["? Start a game first. For example: new snorkels"]


@pytest.mark.parametrize(
    "command",
    [
        "new",
        "new chess",
        "new snorkels stones",
        "new snorkels stones=4",
        "new snorkels stones=",
        "new snorkels =1",
        "new snorkels walls=1",
        "new snorkels stones=1 stones=2",
        "play",
        "play host",
        "play nobody d4",
        "play host d9",
        "play host resign",
        "play guest take green",
        "play chance stones a1",
        "legal nobody",
        "view nobody",
        "view chance",
        "showboard nobody",
        "record private",
        "seed",
        "seed x",
        "seed -1",
        "seed ²",
        "chance",
        "chance never",
        "perft",
        "perft -1",
        "perft ²",
        "perft 100",
        "undo",
        "genmove",
        "genmove nobody",
        "genmove purple",
        "genmove chance",
        "genmove host level=admiral",
        "genmove host level=",
        "genmove host captain",
        "genmove host level=captain level=captain",
        "genmove host seed=x",
        "genmove host seconds=3",
        "reg_genmove",
        "analyze purple",
        "Name",
        "play host " + "d" * 20_000,
    ],
)
def test_a_refused_command_says_why_in_one_line_and_changes_nothing(command: str) -> None:
    before, refusal, after = table_id("new snorkels", "record", command, "record")[1:]
    assert refusal.startswith("? ")
    assert "\n" not in refusal
    assert "internal" not in refusal
    assert 10 < len(refusal) < 300
    assert before == after


def test_a_game_starts_with_its_options() -> None:
    assert last("new snorkels pie=off stones=0", "to_act") == "= purple"
    assert last("new SNORKELS PIE=Off", "to_act") == "= purple"


def test_seats_that_may_act_are_named_until_the_end() -> None:
    assert last("new snorkels", "to_act") == "= host"
    assert last("new snorkels", "play host d4", "to_act") == "= guest"
    assert last(*OPENED, "to_act") == "= green"
    assert last(*WON, "to_act") == "="


def test_legal_actions_are_in_byte_order() -> None:
    listed = last("new snorkels", "legal").removeprefix("= ").split("\n")
    assert listed == sorted(listed)
    assert len(listed) == 49
    assert last("new snorkels", "play host d4", "legal guest") == "= take green\ntake purple"


def test_a_seat_that_may_not_act_has_an_empty_list() -> None:
    assert last("new snorkels", "legal purple") == "="
    assert last("new snorkels", "legal chance") == "="
    assert last(*WON, "legal") == "="
    assert last(*WON, "legal green") == "="


def test_an_action_is_answered_with_what_everybody_hears() -> None:
    assert last("new snorkels", "play host d4") == "="
    assert last("new snorkels", "play HOST   D4  # the middle", "record").endswith("\nhost d4")


def test_the_result_is_a_line_a_seat() -> None:
    assert last(*WON, "result") == "= purple loss capture\ngreen win capture"
    assert last("new snorkels", "result") == "="


def test_a_view_is_one_line_of_json() -> None:
    view: dict[str, Any] = json.loads(last(*OPENED, "view purple").removeprefix("= "))
    assert view["viewer"] == "purple"
    assert view["to_act"] == ["green"]


def test_a_chair_is_a_spectator() -> None:
    assert last(*OPENED, "view host") == last(*OPENED, "view guest") == last(*OPENED, "view")
    assert last(*OPENED, "showboard host") == last(*OPENED, "showboard")


def test_the_board_begins_on_a_line_of_its_own() -> None:
    assert last(*OPENED, "showboard").split("\n") == [
        "=",
        "    a   b   c   d   e   f   g",
        " 7  .   .   .   .   .   .   .  7",
        " 6  .   .   .   .   .   .   .  6",
        " 5  .   .   .   .   .   .   .  5",
        " 4  .   .   .   .   .   .   .  4",
        " 3  .   .   .   .   .   .   .  3",
        " 2  .  [P]  .   .   .   .   .  2",
        " 1  .   .   .   .   .   .   .  1",
        "    a   b   c   d   e   f   g",
    ]
