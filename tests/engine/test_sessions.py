"""Chance, undo, records and counts over the engine, and whole games of each kind."""

from __future__ import annotations

import pytest

from tests.games.registry import GAMES, of_each_game

from .playing import OPENED, STONES, WON, Player, last, table_id


def test_chance_lists_its_outcomes_while_it_is_awaited() -> None:
    outcomes = last(*STONES, "legal chance").removeprefix("= ").split("\n")
    assert len(outcomes) == 49 * 48 // 2
    assert outcomes[0] == "stones a1 a2"
    assert last(*STONES, "legal") == last(*STONES, "legal chance")


def test_chance_is_played_by_hand_when_it_is_manual() -> None:
    assert last(*STONES, "to_act") == "= chance"
    assert last(*STONES, "play chance stones e5 c3", "record").endswith("\nchance stones c3 e5")
    assert table_id(*STONES, "play host d4")[-1] == "? The stones have to fall first."


def test_chance_is_drawn_at_once_by_default_and_when_the_mode_is_switched() -> None:
    assert last("new snorkels stones=2", "to_act") == "= host"
    assert last(*STONES, "chance auto", "to_act") == "= host"
    assert last("new snorkels stones=2", "chance manual", "to_act") == "= host"


def test_the_mode_of_chance_stays_over_new_and_load_and_undo() -> None:
    record = ("load", "captains-table record 1", "game snorkels", "rules 1", "options stones=1", ".")
    assert last("chance manual", *record, "to_act") == "= chance"
    assert last("chance manual", "new snorkels stones=1", "new snorkels stones=1", "to_act") == "= chance"
    assert last(*STONES, "play chance stones a1 a2", "undo", "to_act") == "= chance"
    assert last(*record, "to_act") == "= host"


def test_a_seed_makes_the_same_game_and_another_seed_another() -> None:
    def games(seed: int) -> list[str]:
        return table_id(f"seed {seed}", *("new snorkels stones=3", "record") * 4)[2::2]

    assert games(7) == games(7)
    assert games(7) != games(8)
    assert len(set(games(7))) == 4, "the seed is drawn from, not started again"


def test_a_refused_command_draws_nothing() -> None:
    plain = table_id("seed 7", "new snorkels stones=3", "record")[-1]
    refused = table_id(
        "seed 7", "new snorkels stones=9", "play host d4", "load", ".", "new snorkels stones=3", "record"
    )
    assert refused[-1] == plain


def test_undo_takes_back_one_seats_action() -> None:
    assert last(*OPENED, "undo", "to_act") == "= guest"
    assert last(*OPENED, "undo", "undo", "to_act") == "= host"
    assert table_id(*OPENED, "undo", "undo", "undo")[-1] == "? There’s nothing to undo."
    assert last(*WON, "undo", "result") == "="


def test_undo_leaves_the_chance_before_the_first_action_when_chance_is_automatic() -> None:
    answers = table_id("new snorkels stones=2", "record", "undo", "play host d4", "undo", "record")
    assert answers[2].startswith("? ")
    assert answers[1] == answers[5]


def test_undo_takes_back_any_one_action_when_chance_is_manual() -> None:
    played = (*STONES, "play chance stones a1 a2", "play host d4")
    assert last(*played, "undo", "to_act") == "= host"
    assert last(*played, "undo", "undo", "to_act") == "= chance"
    assert table_id(*played, "undo", "undo", "undo")[-1].startswith("? ")


def test_a_record_is_loaded_as_it_was_written() -> None:
    written = last(*WON, "record")
    lines = written.removeprefix("= ").split("\n")
    assert last("load", *lines, ".", "record") == written
    assert last("load", *lines, ".", "result") == last(*WON, "result")
    assert last(*WON, "record public") == written


def test_a_loaded_record_may_hold_comments_blank_lines_and_a_resignation() -> None:
    head = ("load", "captains-table record 1", "game snorkels", "rules 1", "options", "# table: 7")
    assert last(*head, "host d4", "", "# good", "guest resign", ".", "to_act") == "= guest"


def test_a_record_that_is_refused_is_read_to_its_dot() -> None:
    answers = table_id(
        *OPENED, "record", "load", "nonsense", "quit", ".", "9 load twice", "name", ".", "record"
    )
    assert answers[4].startswith("? Line 1")
    assert answers[5].startswith("?9 ")
    assert answers[3] == answers[6]
    assert len(answers) == 7


def test_a_record_without_a_dot_is_refused_at_the_end() -> None:
    assert table_id("3 load", "captains-table record 1") == [
        "?3 End the record with a line that contains only a dot."
    ]


def test_a_record_is_read_to_its_dot_even_after_a_command_that_is_too_long() -> None:
    answers = table_id("load " + "x" * 20_000, "name", ".", "name")
    assert answers[0].startswith("? ")
    assert answers[1:] == ["= Captain’s Table"]


def loot(player: Player) -> None:
    """Take the white die, after which the dice are thrown again."""
    player.ask(f"play pirate {next(each for each in player.ask('legal').split(chr(10)) if 'white' in each)}")


def rolls(player: Player) -> list[str]:
    return [line for line in player.ask("record").split("\n") if line.startswith("chance")]


def test_a_die_is_thrown_at_once_and_undone_with_the_action_before_it() -> None:
    player = Player("seed 1", "new curse")
    for _ in range(2):
        loot(player)
        assert len(rolls(player)) == 2
        player.ask("undo")
        assert (len(rolls(player)), player.ask("to_act")) == (1, "pirate")
    assert player.answer("undo").startswith("? ")


def test_undo_and_load_go_on_with_the_seed_and_do_not_start_it_again() -> None:
    def thrown(*before: str) -> list[str]:
        player, thrown = Player("seed 4", "new curse", *before), []
        for _ in range(4):
            loot(player.then(f"load\n{player.ask('record')}\n."))
            thrown += rolls(player)[1:]
            player.ask("undo")
        return thrown

    assert thrown() == thrown()
    assert len(set(thrown())) > 1
    assert thrown("new curse") != thrown()


def test_perft_counts_sequences_with_all_of_chance() -> None:
    assert table_id("new snorkels", "perft 0", "perft 1", "perft 2", "perft 3")[1:] == [
        "= 1",
        "= 49",
        "= 98",
        "= 4704",
    ]
    assert last(*STONES, "perft 1") == "= 1176"
    assert table_id(*WON, "perft 0", "perft 1", "perft 9")[-3:] == ["= 1", "= 0", "= 0"]


@of_each_game
def test_perft_is_refused_exactly_for_games_with_secrets(key: str) -> None:
    assert table_id(f"new {key}", "perft 1")[1].startswith("?" if GAMES[key].secrets else "=")


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.secrets])
def test_placements_are_counted_and_their_squares_listed(key: str) -> None:
    player = Player(f"new {key}")
    acting = player.ask("to_act").split()
    assert len(acting) > 1
    assert player.answer("legal").startswith("? ")
    head, squares = player.ask(f"legal {acting[0]}").split("\n")
    verb, count, of, total = head.split()
    assert of == "of"
    assert int(total) == len(squares.split())
    player.ask(f"play {acting[0]} {verb} {' '.join(squares.split()[: int(count)])}")
    assert player.ask("to_act").split() == acting[1:]
    assert player.ask(f"legal {acting[0]}") == ""
    assert f"{acting[0]} {verb} ?" in player.ask("record public")
    assert "?" not in player.ask("record")
