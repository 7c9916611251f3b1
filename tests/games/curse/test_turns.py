"""A turn of Captain's Curse: rulings 1 to 7."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.core import CHANCE, IllegalAction
from bot.games.curse.actions import PIRATE, TREASURES, parse
from bot.games.curse.rules import CurseState
from bot.games.curse.score import VALUES
from tests.games.playing import legal, played, refusal

from .playing import bits, columns, dice, space

START = CurseState()


def test_columns_alternate_beginning_with_coins_from_six_down() -> None:
    assert TREASURES == ("coin", "chest", "barrel", "bottle", "gem", "skull")
    assert [values[0] for values in VALUES] == [6, 1, 6, 1, 6, 1]
    assert [values[-1] for values in VALUES] == [1, 6, 1, 6, 1, 6]


def test_a_roll_is_owed_at_the_start_and_has_36_outcomes() -> None:
    assert START.to_act == {CHANCE}
    assert len(set(START.legal(CHANCE))) == 36
    assert START.legal(PIRATE) == ()


def test_the_pirate_waits_for_the_roll_and_chance_for_the_pirate() -> None:
    assert "rolled first" in refusal(START, "pirate pass")
    assert "pirate’s turn" in refusal(START, "roll 1 2", "chance roll 1 2")


def test_the_white_die_ends_the_turn_without_sinking() -> None:
    after = played(START, "roll 5 2", f"white barrel {space('barrel')}")
    assert after.to_act == {CHANCE}
    assert after.sunk == 0


def test_a_skipped_value_is_crossed_out() -> None:
    # The designer's example: a white 5 in the barrel column crosses out its 6.
    view = played(START, "roll 5 2", f"white barrel {space('barrel')}").view_for(None)
    assert view.columns[2].marks == ("crossed", "circled", "", "", "", "")
    assert view.looted == (space("barrel"),)
    assert (view.now.total, view.now.crossed) == (4, 1)


def test_a_column_is_marked_from_the_top_down() -> None:
    state = played(columns("", "", "X5....", "", "", ""), "roll 6 4")
    assert "white barrel" not in {text.rsplit(" ", 1)[0] for text in legal(state)}
    assert refusal(state, f"white barrel {space('barrel')}") == (
        "A 6 doesn’t fit in the barrel column any more. It takes 4, 3, 2 or 1 now."
    )


def test_a_space_must_hold_the_column_s_treasure() -> None:
    state = played(START, "roll 5 2")
    number = space("gem")
    told = refusal(state, f"white barrel {number}")
    assert told.startswith(f"{number} (")
    assert "has a different treasure (gem). Choose " in told


def test_a_space_is_looted_once_and_never_from_the_water() -> None:
    state = replace(played(START, "roll 5 2"), looted=bits(space("barrel")), sunk=bits(space("barrel", 1)))
    assert "has already been looted. Choose" in refusal(state, f"white barrel {space('barrel')}")
    assert "has sunk. Choose" in refusal(state, f"white barrel {space('barrel', 1)}")
    assert f"white barrel {space('barrel', 2)}" in legal(state)


def test_a_column_without_a_space_left_cannot_be_chosen() -> None:
    gone = START.sheet.treasures[2]
    state = replace(played(START, "roll 5 2"), sunk=gone)
    assert not any("barrel" in text for text in legal(state))
    assert "barrel column has nothing left" in refusal(state, f"white barrel {space('barrel')}")


def test_passing_is_refused_while_a_die_fits() -> None:
    state = played(START, "roll 5 2")
    assert "pass" not in legal(state)
    assert refusal(state, "pass").startswith("You can only pass if neither die fits. Take one")


FULL = ("654321", "123456", "654321", "123456", "65432.", "12345.")
"""Only a gem's 1 and a skull's 6 are left."""


def test_one_die_that_fits_must_be_taken() -> None:
    assert dice(played(columns(*FULL), "roll 3 1")) == {"black"}
    assert dice(played(columns(*FULL), "roll 6 3")) == {"white"}


def test_a_turn_in_which_nothing_fits_is_a_pass_and_sinks_land() -> None:
    state = played(columns(*FULL), "roll 3 2")
    assert legal(state) == ["pass"]
    assert played(state, "pass").phase == "sink"


def test_first_doubles_win_a_charm_and_force_the_black_die() -> None:
    state = played(START, "roll 4 4")
    assert state.charms == 1
    assert dice(state) == {"black"}
    assert "first double 4s" in refusal(state, f"white coin {space('coin')}")
    assert played(state, f"black coin {space('coin')}").phase == "sink"


def test_first_doubles_that_fit_nowhere_are_a_pass_and_still_win_the_charm() -> None:
    state = played(columns(*FULL), "roll 3 3")
    assert legal(state) == ["pass"]
    after = played(state, "pass")
    assert (after.phase, after.charms) == ("sink", 1)


def test_doubles_seen_before_leave_the_choice_of_the_die() -> None:
    state = played(replace(START, doubles=1 << 3), "roll 4 4")
    assert dice(state) == {"white", "black"}
    assert state.charms == 1
    assert played(state, f"white coin {space('coin')}").phase == "roll"


def test_doubles_stay_seen_when_their_charm_is_spent() -> None:
    state = played(replace(START, doubles=1 << 3, spent=1 << 3), "roll 4 4")
    assert dice(state) == {"white", "black"}
    assert state.charms == 0


def test_doubles_seen_before_that_fit_nowhere_are_a_pass() -> None:
    state = played(replace(columns(*FULL), doubles=1 << 2), "roll 3 3")
    assert legal(state) == ["pass"]
    assert played(state, "pass").phase == "sink"


def test_a_charm_changes_either_die_by_one_either_way() -> None:
    state = played(replace(START, doubles=1 << 5), "roll 4 1")
    assert dice(state) == {"white", "black", "white+1", "white-1", "black+1", "black-1"}


def test_the_designer_s_changed_die_costs_its_charm() -> None:
    # A 4 and a 1 are rolled; the 4 is changed to 5 and a charm is struck through.
    state = played(replace(START, doubles=1 << 5), "roll 4 1", f"white+1 gem {space('gem')}")
    assert state.charms == 0
    assert state.view_for(None).doubles == ("", "", "", "", "", "spent")
    assert state.view_for(None).columns[4].marks[:2] == ("crossed", "circled")
    assert state.phase == "roll"


@pytest.mark.parametrize(
    ("roll", "taken", "value"),
    [("roll 6 3", "white+1", 1), ("roll 3 1", "black-1", 6), ("roll 3 6", "black+1", 1)],
)
def test_six_and_one_are_neighbours(roll: str, taken: str, value: int) -> None:
    state = played(replace(START, doubles=1), roll)
    assert dict(state.takings())[taken] == value
    assert played(state, f"{taken} skull {space('skull')}").last.value == value


def test_a_changed_black_die_is_still_cursed() -> None:
    state = played(replace(START, doubles=1), "roll 4 1", f"black+1 coin {space('coin')}")
    assert state.phase == "sink"


def test_a_die_is_not_changed_without_a_charm_nor_on_doubles() -> None:
    assert "you have none" in refusal(played(START, "roll 4 1"), f"white+1 gem {space('gem')}")
    first = played(replace(START, doubles=1), "roll 4 4")
    later = played(replace(START, doubles=0b1001), "roll 4 4")
    for state in (first, later):
        assert "can’t change a die on doubles" in refusal(state, f"black+1 gem {space('gem')}")


def test_changing_a_die_is_never_a_duty() -> None:
    # Neither die fits as rolled; changed, the 5 would fit as 6.
    state = played(replace(columns(*FULL), doubles=1), "roll 5 3")
    assert "pass" in legal(state)
    assert dice(state) == {"white+1"}


def test_charms_do_not_allow_a_pass_while_a_die_fits() -> None:
    state = played(replace(columns(*FULL), doubles=1), "roll 6 3")
    assert "pass" not in legal(state)


def test_a_complete_column_abandons_the_rest_of_its_treasure() -> None:
    state = played(columns("", "", "", "", "65432.", ""), "roll 1 3")
    sunk, first, *rest = (space("gem", skip) for skip in range(6))
    after = played(replace(state, sunk=bits(sunk)), f"white gem {first}")
    view = after.view_for(None)
    assert view.columns[4].complete
    assert view.abandoned == tuple(rest)
    assert view.looted == (first, *rest)
    assert view.last.abandoned == tuple(rest)
    assert view.now.columns[4] == 21


def test_a_column_ended_early_crosses_out_what_it_skips() -> None:
    # The designer's chest column: 2, 5 and 6 make 13, and one space is left behind.
    held = [space("chest", skip) for skip in range(6)]
    state = replace(played(columns("", "X2XX5.", "", "", "", ""), "roll 6 1"), looted=bits(*held[:4]))
    view = played(state, f"white chest {held[4]}").view_for(None)
    assert view.now.columns[1] == 13
    assert view.abandoned == (held[5],)


def test_what_is_legal_is_playable_and_nothing_else_is() -> None:
    state = played(replace(START, doubles=1, looted=bits(1, 2, 3), sunk=bits(13)), "roll 4 1")
    playable = set(legal(state))
    for taken in ("white", "white+1", "white-1", "black", "black+1", "black-1"):
        for treasure in TREASURES:
            for number in range(1, 37):
                text = f"{taken} {treasure} {number}"
                if text in playable:
                    assert played(state, text).turn == 1
                else:
                    with pytest.raises(IllegalAction):
                        state.play(PIRATE, parse(text))


def test_a_pass_tells_of_no_die_no_value_and_no_space() -> None:
    last = played(columns(*FULL), "roll 3 2", "pass").view_for(None).last
    assert (last.die, last.value, last.looted, last.abandoned) == ("pass", 0, 0, ())
    assert (last.line, last.sunk) == ("", ())
