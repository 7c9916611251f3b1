"""Captain's Curse in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.core import Outcome
from bot.games.curse import GAME, prompts, text
from bot.games.curse.actions import DICE, PIRATE, TREASURES, parse
from bot.games.curse.island import island
from bot.games.curse.rules import CurseState
from bot.games.curse.score import TITLES
from bot.games.curse.view import LEAST_UNSUNK, CurseView
from tests.games.playing import played, walk

from .playing import columns, space

START = CurseState()


@pytest.mark.parametrize(
    ("reason", "why"),
    [("columns", "All six columns"), ("looted", "There’s nothing left"), ("sunk", "the whole island")],
)
def test_each_ending_says_the_score_then_why_and_a_lost_pirate_has_none(reason: str, why: str) -> None:
    told = text.ending(replace(START, outcome=Outcome(reason, ())).view_for(PIRATE))
    assert why in told
    assert ("goals met" in told.lower()) is ("points" in told.partition(". ")[0]) is (reason != "sunk")


def test_lines_that_cost_no_treasure_say_so() -> None:
    cape = next(line for line in START.view_for(None).lines if len(line.takes) == 1)
    (number,) = cape.takes
    treasure = island().spaces[number - 1].treasure
    top = START.view_for(None).columns[TREASURES.index(treasure)].values[0]
    view = played(START, f"roll 3 {top}", f"black {treasure} {number}").view_for(None)
    assert f" {cape.label} {number} (looted already)" in GAME.describe(view)
    assert prompts.costs(view, parse(f"sink {cape.label}")) == (f"sinks space {number}, looted already",)
    assert f"Line {cape.label} · Loses No Treasure, Sinks 1 Space" in labels(view)[0]


@pytest.mark.parametrize("roll", ["roll 2 1", "roll 2 2"])
def test_a_description_asks_nobody_to_take_a_die_that_fits_nowhere(roll: str) -> None:
    state = columns("654321", "123456", "654321", "123456", "654321", "12345.")
    told = GAME.describe(played(state, roll).view_for(PIRATE))
    assert "Neither die fits anywhere. You can pass, but then land sinks." in told
    assert "have to take" not in told
    assert "Take a die" not in told


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (
            columns("654321", "123456", "654321", "123456", "654321", "12345."),
            "points earn the title of Captain.",
        ),
        (columns("XXXX21", "XXXX56", "654321", "XXXXX6", "654321", "XXXX5."), "short of the 70 you need."),
    ],
)
def test_endings_say_why_and_what_it_brought(state: CurseState, told: str) -> None:
    over = played(state, "roll 6 1", f"white skull {space('skull')}")
    assert told in text.ending(over.view_for(None))
    assert f"{told} All six columns are complete." in text.ending(over.view_for(None))
    assert text.headline(over.view_for(None)) == "Finished after 1 turn"


def test_exactly_enough_points_earn_the_title() -> None:
    over = played(columns("654321", "123456", "654321", "123456", "654321", "12345."), "roll 6 1")
    view = played(over, f"white skull {space('skull')}").view_for(None)
    name, least, _ = TITLES[-1]
    enough = replace(view, end=replace(view.end, total=least, title=name))
    assert text.ending(enough).startswith(f"{least} points earn the title of {name}.")
    missed = text.ending(replace(enough, end=replace(view.end, total=least - 1)))
    assert missed.startswith(f"You lost with {least - 1} points, 1 short of the {least} you need.")


def test_a_lost_game_says_so_first_however_it_was_lost() -> None:
    view = played(columns("XXXX21", "XXXX56", "654321", "XXXXX6", "654321", "XXXX5."), "roll 6 1")
    view = played(view, f"white skull {space('skull')}").view_for(None)
    assert view.outcome is not None
    for reason in text.ENDINGS:
        ended = replace(view, outcome=replace(view.outcome, reason=reason))
        assert text.ending(ended).startswith("You lost")


def test_a_preview_shows_the_land_gone_and_no_next_roll() -> None:
    state = played(START, "roll 5 2", f"black chest {space('chest')}")
    line = state.view_for(None).lines[1]
    view = state.preview(PIRATE, parse(f"sink {line.label}"))
    assert view.sunk == line.takes
    assert view.dice is None
    assert view.phase == "roll"


def test_previews_of_first_turns_say_what_skipped_values_cost_and_which_space_is_next_to_sink() -> None:
    state = played(START, "roll 1 2")
    told = {
        loot: GAME.risk(state.preview(PIRATE, parse(loot)))
        for loot in ("white coin 36", "white chest 2", "white chest 7", "white bottle 30")
    }
    assert told == {
        "white coin 36": "Skipped numbers are lost, and each costs a point.",
        "white chest 2": "",
        "white chest 7": "",
        "white bottle 30": "Loot 30 first, because line N could sink it next.",
    }, "a chest's 1 is its first value, and another chest could sink as soon as 7"
    later = replace(state, turn=state.turn + 3)
    assert GAME.risk(later.preview(PIRATE, parse("white coin 36"))) == ""


def labels(view: CurseView) -> list[list[str]]:
    """What each row of the picker's first step says."""
    return [[each.label for each in row] for row in prompts.rows(view, ())]


def test_a_preview_names_what_sinks_and_the_treasures_that_are_lost() -> None:
    view = played(START, "roll 6 5", f"black chest {space('chest')}").view_for(PIRATE)
    spaces = view.takes("C")
    assert prompts.costs(view, parse("sink C")) == ("sinks spaces 6‑7, losing 💀🧰",)
    assert len(spaces) == 2
    assert "Line C · Loses 2 Treasures, Sinks 2 Spaces" in labels(view)[0]


def test_no_line_breaks_within_a_run_of_spaces() -> None:
    assert text.runs((3, 4, 5, 9)) == ["3\N{NON-BREAKING HYPHEN}5", "9"]
    view = played(START, "roll 6 5", f"black chest {space('chest')}").view_for(PIRATE)
    assert text.narrate(view, parse("sink C"), own=True) == "Line C sank spaces 6\N{NON-BREAKING HYPHEN}7."


def test_a_die_is_in_one_row_with_what_a_charm_makes_of_it() -> None:
    view = played(replace(START, doubles=1), "roll 5 3").view_for(PIRATE)
    assert labels(view)[:2] == [["White 5", "→4", "→6"], ["Black 3 · Sinks Land", "→2", "→4"]]


def test_where_a_charm_goes_round_or_counts_for_nothing_it_says_so() -> None:
    state = replace(START, doubles=1)
    view = played(state, "roll 6 3").view_for(PIRATE)
    told = [prompts.costs(view, parse(f"{die} bottle 1")) for die in ("white+1", "white-1", "black+1")]
    assert [each[-1] for each in told] == ["costs a charm to turn 6 into 1", *["costs a charm"] * 2]
    double = replace(state, doubles=5)
    roll, never = parse("roll 3 3"), "A charm can’t change doubles."
    assert never in text.narrate(double.view_for(PIRATE), roll, own=True)
    assert never in GAME.describe(played(double, "roll 3 3").view_for(PIRATE))
    spent = replace(double, spent=5)
    assert never not in text.narrate(spent.view_for(PIRATE), roll, own=True)


def test_the_card_says_when_the_game_ends_and_the_picture_how_far_that_is() -> None:
    first, second = (
        played(START, *moves).view_for(PIRATE)
        for moves in (["roll 6 5"], ["roll 6 5", "white coin 36", "roll 1 2"])
    )
    assert text.summary(second) == "The game ends once all columns are complete or nothing’s left to loot."
    assert text.headline(second) == "Turn 2 · 35 Treasures Left"
    assert text.summary(first) == "", "which has the aim, and a phone no room for both"
    assert "Reach 70 points" in text.aim(first)
    assert text.aim(second) == ""


def test_where_charms_alone_fit_one_may_pass_all_the_same() -> None:
    state = replace(columns("654321", "123456", "X54321", "123456", "654321", "12345."), doubles=2)
    view = played(state, "roll 1 5").view_for(PIRATE)
    offered = [[(each.label, not each.off) for each in row] for row in prompts.rows(view, ())]
    assert offered[0] == [("White 1", False), ("→6", True), ("→2", False)]
    assert offered[-1] == [("Pass (Land Sinks)", True)]


def test_what_the_dice_leave_no_choice_in_is_told_and_for_first_doubles_no_more() -> None:
    ends = "The game ends once all columns are complete or nothing’s left to loot."
    state = replace(columns("654321", "123456", "X54321", "123456", "654321", "12345."), turn=1)
    told = {
        roll: text.summary(played(state, roll).view_for(PIRATE))
        for roll in ("roll 6 1", "roll 1 6", "roll 1 1", "roll 6 6")
    }
    assert told["roll 6 1"] == f"Only the white 6 fits, in the skull column. {ends}"
    assert told["roll 1 6"] == (
        f"Only the black 6 fits, in the skull column. The black die also sinks land. {ends}"
    )
    assert told["roll 1 1"] == "No die fits, so you pass, and land sinks. Which line?"
    assert text.aim(played(state, "roll 1 1").view_for(PIRATE)).startswith("Choose what sinks")
    assert f"{told['roll 6 6']} {ends}" == told["roll 1 6"], (
        "of the first doubles, the black die has to be taken"
    )
    charmed = replace(state, doubles=2)
    said = text.summary(played(charmed, "roll 1 2").view_for(PIRATE))
    assert said == "A button with “→” spends your charm.", "whose buttons are new"
    for later in (replace(charmed, spent=2), replace(charmed, doubles=6)):
        assert "charm" not in text.summary(played(later, "roll 1 2").view_for(PIRATE))
    first, black = (text.narrate(state.view_for(PIRATE), parse(f"roll {n} {n}"), own=True) for n in (1, 6))
    assert first == "First double 1s: you earn a charm, which can change a later die by one."
    assert black == (
        "First double 6s: you have to take the black die, but earn a charm, which can change a later die by "
        "one."
    )


def test_the_score_so_far_is_told_and_what_it_would_be_at_the_end() -> None:
    view = played(START, "roll 6 5", "white coin 36").view_for(None)
    assert (view.now.total, view.end.total) == (6, -29)
    assert "Score so far: 6, or −29 if it ended now." in GAME.describe(view)
    assert "score so far 6" in text.text(view)
    assert text.gains(START.view_for(None), 4, "coin") == "It scores 4 points. But it skips 6 and 5."
    assert text.gains(START.view_for(None), 1, "chest") == "It scores 1 point."


def test_a_goal_is_met_only_if_it_holds_at_the_end_as_things_stand() -> None:
    assert START.view_for(None).goals == ("open", "open", "met")
    crossed = columns("XXXX2.", "XXXX5.", "X.....", "X.....", "X.....", "X.....")
    assert crossed.view_for(None).goals == ("missed", "missed", "met")
    assert replace(START, sunk=(1 << 22) - 1).view_for(None).goals[2] == "missed"
    full = columns("654321", "123456", "654321", "123456", "654321", "XXXX5.")
    assert full.view_for(None).goals == ("met", "met", "met")


def test_spaces_that_were_abandoned_are_not_called_looted() -> None:
    cape = next(line for line in START.view_for(None).lines if len(line.takes) == 1)
    bit = 1 << cape.takes[0] - 1
    view = replace(played(START, "roll 3 6", "black coin 36"), looted=bit, abandoned=bit).view_for(PIRATE)
    (number,) = cape.takes
    assert prompts.costs(view, parse(f"sink {cape.label}")) == (f"sinks space {number}, abandoned already",)
    assert f"{cape.label} {number} (abandoned already)" in GAME.describe(view)
    assert "abandoned" in GAME.describe_square(view, f"line {cape.label}")
    mixed = replace(view, looted=(6, 7), abandoned=(7,))
    assert prompts.costs(mixed, parse("sink C")) == ("sinks spaces 6‑7, looted or abandoned already",)
    assert text.land_of(mixed, (6, 7)) == ("Loses No Treasure", "Sinks 2 Spaces")
    assert text.land_of(view, (6, 7)) == ("Loses 2 Treasures", "Sinks 2 Spaces")


def test_a_line_that_gives_up_the_goal_of_land_is_marked() -> None:
    state = replace(played(START, "roll 3 6", "black coin 36"), looted=(1 << 36) - 1)
    view = state.view_for(PIRATE)
    assert text.DROWNS not in prompts.ask(view, ()) + str(labels(view))
    while state.unsunk > LEAST_UNSUNK + 1:
        least = min(state.view_for(PIRATE).lines, key=lambda line: len(line.takes))
        state = replace(state, sunk=state.sunk | sum(1 << each - 1 for each in least.takes))
    view = state.view_for(PIRATE)
    found = {offer.steps[0]: offer.label for row in prompts.rows(view, ()) for offer in row}
    assert text.DROWNS in prompts.ask(view, ())
    for line in view.lines:
        gives_up = view.now.unsunk - len(line.takes) < LEAST_UNSUNK
        assert found[f"sink {line.label}"].startswith(f"Line {line.label} · Loses No Treasure, Sinks ")
        assert found[f"sink {line.label}"].endswith(text.DROWNS) is gives_up
        cost = prompts.costs(view, parse(f"sink {line.label}"))
        assert ("leaves fewer than 15 spaces above water" in cost) is gives_up


def test_whoever_has_to_pass_reads_why_before_a_line_is_chosen() -> None:
    state = columns("654321", "123456", "654321", "123456", "654321", "12345.")
    view = played(state, "roll 2 1", "pass").view_for(PIRATE)
    assert prompts.ask(view, ()).startswith("No die fits, so you pass, and land sinks.")


def test_with_the_black_die_the_space_is_chosen_with_which_a_line_costs_no_treasure() -> None:
    state = replace(played(START, "roll 5 1"), looted=1 << 34 - 1)
    view = state.view_for(PIRATE)
    assert view.takes("P") == (33, 34)
    assert prompts.suggest(view, ("white", "chest")) == "7", "line C takes 6 and 7"
    assert prompts.suggest(view, ("black", "chest")) == "33"
    after = played(state, "black chest 33").view_for(PIRATE)
    assert prompts.suggest(after, ()) == "sink P"
    assert text.lost_with(after, "P") == []


def test_the_spaces_are_offered_with_the_chosen_one_among_them_and_a_way_back_to_the_treasure() -> None:
    view = played(START, "roll 5 1").view_for(PIRATE)
    found = [offer for row in prompts.rows(view, ("black", "chest")) for offer in row]
    assert [each.label for each in found] == [
        f"Loot {space.number}" for space in text.free_spaces(view, "chest")
    ]
    assert all(each.suggests for each in found)
    assert prompts.back(view, ("black",)) == "Another Treasure"
    assert prompts.back(view, ("black", "chest")) == "Another Space"


def offers(state: CurseState, *steps: str) -> list[list[tuple[str, bool]]]:
    """What each row of the picker says, and whether it can be pressed."""
    return [
        [(each.label, not each.off) for each in row] for row in prompts.rows(state.view_for(PIRATE), steps)
    ]


def test_the_die_is_a_switch_and_the_treasures_keep_their_places() -> None:
    state = played(columns("6543..", "......", "......", "......", "......", "......"), "roll 5 2")
    assert offers(state)[0] == [("White 5", True), ("Black 2 · Sinks Land", True)]
    white, black = prompts.rows(state.view_for(PIRATE), ())[0]
    assert (white.on, black.on) == (True, False)
    switched = offers(state, "black")
    assert switched[0] == [("White 5", True), ("Black 2", True)]
    assert [len(row) for row in switched] == [2, 3, 3]
    treasures = [[label for label, _ in row] for row in switched[1:]]
    assert [[label for label, _ in row] for row in offers(state)[1:]] == treasures
    assert offers(state)[1][0] == ("🪙 Coin", False)
    assert switched[1][0] == ("🪙 Coin", True)


def test_every_step_that_is_legal_can_be_pressed_and_no_other() -> None:
    walked = walk(GAME, {}, 3, 400)
    for state in walked.positions(60):
        if not state.to_act & {PIRATE}:
            continue
        assert isinstance(state, CurseState)
        paths = {state.path(action) for action in state.legal(PIRATE)}
        ways = {path[:1] for path in paths} if state.phase == "loot" else {()}
        shown: set[tuple[str, ...]] = set()
        for way in ways:
            rows = prompts.rows(state.view_for(PIRATE), way if way != ("pass",) else ())
            assert len(rows) == 1 or all(len(row) <= 5 for row in rows), "lines are one list"
            on = [each.steps for row in rows for each in row if not each.off | each.on]
            assert len(on) == len(set(on))
            shown |= set(on)
        assert {path[: len(each)] for each in shown for path in paths} >= shown
        assert {path[:2] for path in paths} == {
            each for each in shown if each[0] not in DICE or len(each) == 2
        }


def test_the_line_that_costs_least_comes_first() -> None:
    state = played(START, "roll 5 2", f"black chest {space('chest')}")
    view = state.view_for(PIRATE)
    told = [each.steps[0] for row in prompts.rows(view, ()) for each in row]
    lost = [len({*view.takes(step.removeprefix("sink "))} - {*view.looted}) for step in told]
    assert lost == sorted(lost)
    assert sorted(told) == sorted(str(action) for action in state.legal(PIRATE))
