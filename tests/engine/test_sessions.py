"""Chance, undo, records and counts over the engine, and whole games of each kind."""

from __future__ import annotations

import json

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


@pytest.mark.parametrize("seed", range(2))
def test_two_programs_play_depth_charge_without_telling_each_other_their_mines(seed: int) -> None:
    """Each knows what the one engine that knows everything shows its seat, to the end and beyond it."""
    new = "new depthcharge mines=4 misses=3"
    everything, programs = Player(new), {seat: Player(new) for seat in ("south", "north")}
    for seat, other in (("south", "north"), ("north", "south")):
        laid = programs[seat].ask(f"genmove {seat} level=deckhand seed={seed}")
        everything.ask(f"play {seat} {laid}")
        programs[other].ask(f"play {seat} mines ?")
    turns = 0
    while acting := everything.ask("to_act"):
        other = "north" if acting == "south" else "south"
        level = "cabin-boy" if acting == "north" else "deckhand"
        chosen = programs[acting].ask(f"reg_genmove {acting} level={level} seed={seed}")
        heard = programs[other].ask(f"play {acting} {chosen}")
        assert everything.ask(f"play {acting} {chosen}") == heard
        assert programs[acting].ask(f"play {acting} {chosen} = {heard}") == heard
        turns += 1
        for seat, program in programs.items():
            assert program.ask("to_act") == everything.ask("to_act")
            if everything.ask("to_act"):
                assert json.loads(program.ask(f"view {seat}")) == json.loads(everything.ask(f"view {seat}"))
    assert turns > 10
    for seat, other in (("south", "north"), ("north", "south")):
        program = programs[seat]
        assert program.ask("result") == everything.ask("result")
        for command in (f"view {other}", f"showboard {other}"):
            assert program.answer(command).startswith(f"? The mines of {other} are a secret here.")
        shown = json.loads(program.ask(f"view {seat}"))["sides"]
        assert [side["mines"] is None for side in shown] == [side["seat"] == other for side in shown]
        for asked in ("record", "record public"):
            assert f"\n{other} mines ?\n" in program.ask(asked)


HIDDEN = ("new depthcharge", "play north mines ?", "play south mines b2 d3 f4 h5 k2")


@pytest.mark.parametrize(
    ("commands", "words"),
    [
        (("new depthcharge islands=2", "play north islands ?"), "Only the mines of one seat"),
        (("new snorkels", "play host ?"), "Only the mines of one seat"),
        ((*HIDDEN[:2], "play south mines ?"), "Only the mines of one seat"),
        ((*HIDDEN, "play south move n", "genmove north"), "The mines of north are a secret here. "),
        (("new depthcharge", "play south mines b2 d3 f4 h5 k2 = miss"), "The engine knows the secrets"),
    ],
)
def test_what_can_not_stay_a_secret_is_said(commands: tuple[str, ...], words: str) -> None:
    assert table_id(*commands)[-1].startswith(f"? {words}")


@pytest.mark.parametrize("seat", ["south", "north"])
@pytest.mark.parametrize(
    "action", ["move nnn", "move www", "sound a12", "charge l12", "mines b2 d3 f4 h5 k2"]
)
@pytest.mark.parametrize("heard", ["", " = mine", " = hit"])
def test_what_is_illegal_is_refused_as_ever_beside_a_secret(seat: str, action: str, heard: str) -> None:
    answer = Player(*HIDDEN, *(["play south move n"] if seat == "north" else [])).answer(
        f"play {seat} {action}{heard}"
    )
    known = Player(HIDDEN[0], "play north mines b8 d9 f10 h11 k12", HIDDEN[2])
    known.then(*(["play south move n"] if seat == "north" else []))
    expected = known.answer(f"play {seat} {action}")
    assert (
        answer == expected if expected.startswith("?") else answer.startswith(("= ", "? No mines fit", "="))
    )


def test_an_answer_that_no_mines_fit_is_refused_and_an_undo_forgets_the_secret() -> None:
    player = Player(*HIDDEN)
    sound = next(line for line in player.ask("legal").split("\n") if line.startswith("sound"))
    known = Player(HIDDEN[0], "play north mines b8 d9 f10 h11 k12", HIDDEN[2]).ask(f"play south {sound}")
    assert known.startswith("ping ")
    for heard in ("", " = ping 99", " = hit", " = ping x", " = ping"):
        assert player.answer(f"play south {sound}{heard}").startswith("? No mines fit that."), heard
    assert player.ask(f"play south {sound} = {known}") == known
    player.then("undo", "undo", "undo")
    assert sorted(player.ask("to_act").split()) == ["north", "south"]
    assert player.ask("legal north").startswith("mines 5 of ")


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
